"""Files of a skill that nobody mentions, or only a file that SKILL.md mentions."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from skill_lsp.hosts.reading import Severity
from skill_lsp.pattern import pattern
from skill_lsp.rules.referring import relative
from skill_lsp.rules.registry import detects
from skill_lsp.syntax.manifest import Reference as ReferenceFile
from skill_lsp.workspace.files import is_markdown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skill_lsp.rules.context import Context
    from skill_lsp.rules.finding import Finding

_UNLISTED = pattern(
    r"(?:licen[cs]e|readme|changelog|notice|copying|contributing|requirements|package|pyproject|tsconfig|makefile)"
    r"|\.|__|skill\.md|test_|conftest|setup\.",
    re.IGNORECASE,
)
_UNLISTED_DIRECTORIES = frozenset({"tests", "test", "evals", "eval", "__tests__", "node_modules", "agents", ".github"})


@detects("reference-chain", when="leads_somewhere", kinds=(ReferenceFile,))
def reference_chain(context: Context) -> Iterator[Finding]:
    """File that is found only through another file of the skill.

    Why: Models often read only the beginning of a file that another file names. The specification wants what SKILL.md
    needs to be linked from SKILL.md itself, one level deep.
    Source: agentskills.io specification of 2026-08-04, "Keep file references one level deep".
    Bad (.claude/skills/tide-table/SKILL.md):
        ---
        name: tide-table
        description: Reads tide tables.
        ---
        Read the [harbours](references/harbours.md).
    Bad (.claude/skills/tide-table/references/harbours.md):
        See [neap tides](neaps.md).
    Bad (.claude/skills/tide-table/references/neaps.md):
        # Neap tides
    Good (.claude/skills/tide-table/SKILL.md):
        ---
        name: tide-table
        description: Reads tide tables.
        ---
        Read the [harbours](references/harbours.md) and the [neap tides](references/neaps.md).
    Good (.claude/skills/tide-table/references/harbours.md):
        See [neap tides](neaps.md).
    Good (.claude/skills/tide-table/references/neaps.md):
        # Neap tides
    Fix: None.
    """
    view = context.references
    if view is None or view.skill == context.place.path:
        return
    steps = view.workspace.steps_to(view.skill)
    if steps.get(context.place.path) != 1:
        return
    said: set[str] = set()
    for reference, path, exists in view.targets:
        if exists and reference.form == "link" and path not in said and steps.get(path, 0) > 1 and is_markdown(path):
            said.add(path)
            message = f"`{relative(path, view.top)}` is reached only through this file; SKILL.md itself should name it."
            yield context.finding("reference-chain", reference.span, message, Severity.INFO)


@detects("file-unmentioned")
def file_unmentioned(context: Context) -> Iterator[Finding]:
    """File of a skill that nothing mentions.

    Why: The model learns of a bundled file from SKILL.md, or from a file that SKILL.md names. Of others it can't know.
    Source: agentskills.io specification of 2026-08-04, progressive disclosure.
    Bad (.claude/skills/tide-table/SKILL.md):
        ---
        name: tide-table
        description: Reads tide tables.
        ---
        Read the table.
    Bad (.claude/skills/tide-table/references/harbours.md):
        # Harbours
    Good (.claude/skills/tide-table/SKILL.md):
        ---
        name: tide-table
        description: Reads tide tables.
        ---
        Read the [harbours](references/harbours.md).
    Good (.claude/skills/tide-table/references/harbours.md):
        # Harbours
    Fix: None.
    """
    view = context.references
    if view is None:
        return
    if isinstance(context.document, ReferenceFile):
        path = context.place.path
        if view.skill != path and _is_listed(path, view.top) and path not in view.workspace.steps_to(view.skill):
            message = "Neither SKILL.md nor a file that it names mentions this file, so the model can't know of it."
            yield context.finding("file-unmentioned", None, message, Severity.INFO)
        return
    left = [one for one in view.workspace.bundled(view.skill) if not is_markdown(one) and _is_listed(one, view.top)]
    if left:
        steps = view.workspace.steps_to(view.skill)
        lost = [relative(path, view.top) for path in left if path not in steps]
        if lost:
            message = f"Nothing in this skill mentions {_listing(lost)}, so the model can't know of it."
            yield context.finding("file-unmentioned", None, message, Severity.HINT)


def _is_listed(path: str, top: str) -> bool:
    """Whether a skill's author would mention such a file."""
    parts = relative(path, top).split("/")
    return not _UNLISTED.match(parts[-1]) and _UNLISTED_DIRECTORIES.isdisjoint(parts[:-1])


def _listing(paths: list[str]) -> str:
    shown = ", ".join(f"`{path}`" for path in paths[:3])
    return shown if len(paths) <= 3 else f"{shown} and {len(paths) - 3} more"
