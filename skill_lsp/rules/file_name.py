"""The name of a skill's file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skill_lsp.rules.finding import Fix, Rename
from skill_lsp.rules.registry import reported

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skill_lsp.rules.context import Context
    from skill_lsp.rules.finding import Finding


@reported("file-name")
def file_name(finding: Finding, context: Context) -> Iterator[Fix]:
    """File of a skill that is not called `SKILL.md` in exactly these letters.

    Why: Hosts compare the name letter by letter. Where the disk does not (macOS, Windows) the skill works, and is not
    found on the next Linux machine. Only the specification's validator also takes `skill.md`.
    Source: openai/codex 033d1d0, loader.rs; gemini-cli 5411f11, skillLoader.ts; anomalyco/opencode skill/index.ts;
    skills-ref 0.1.1 parser.py.
    Bad (.claude/skills/tide-table/skill.md):
        ---
        name: tide-table
        description: Reads tide tables.
        ---
        Body.
    Good (.claude/skills/tide-table/SKILL.md):
        ---
        name: tide-table
        description: Reads tide tables.
        ---
        Body.
    Fix: Renames the file (unsafe: something may refer to it).
    """
    directory, slash, name = context.place.path.rpartition("/")
    if finding.data and name and name != finding.data:
        rename = Rename(context.place.path, f"{directory}{slash}{finding.data}")
        yield Fix(f"Rename the file to {finding.data}", safe=False, renames=(rename,))
