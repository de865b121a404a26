"""Files that could not be checked at all: unreadable ones, and those on which this program itself failed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skill_lsp.rules.registry import reported

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skill_lsp.rules.context import Context
    from skill_lsp.rules.finding import Finding, Fix


@reported("file-unreadable")
def file_unreadable(finding: Finding, context: Context) -> Iterator[Fix]:
    """File that cannot be read: no permission, no regular file, or larger than 16 MiB.

    Why: A host that cannot read a skill's file leaves the skill out without a word.
    Source: skill-lsp.
    """
    return iter(())


@reported("internal-error")
def internal_error(finding: Finding, context: Context) -> Iterator[Fix]:
    """skill-lsp itself failed on this file.

    Why: This is a defect of skill-lsp, not of the file. The other files are checked all the same.
    Source: skill-lsp.
    """
    return iter(())
