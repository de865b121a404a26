"""Language server and headless checker for agent skills.

import skill_lsp

skill_lsp.check_text(text, path="tide-table/SKILL.md", targets=["xum", "codex"])  # findings, as in the JSON report
skill_lsp.check_paths(["skills/"])                                                # the JSON report of a tree
skill_lsp.read(text, "xum", path="tide-table/SKILL.md").loaded                    # what one host makes of it
skill_lsp.render(text, "xum", arguments="Bergen 12")["body"]                      # what the agent receives
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from skill_lsp.api import check_paths, check_text, read, render

__version__ = "0.1.0"
__all__ = ["__version__", "check_paths", "check_text", "read", "render"]


def __getattr__(name: str) -> Any:
    """The API is imported when it is asked for: the command line starts without it."""
    if name in __all__:
        from skill_lsp import api

        return getattr(api, name)
    raise AttributeError(f"module 'skill_lsp' has no attribute {name!r}")
