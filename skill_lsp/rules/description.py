"""A skill's description: the text by which a model decides to load the skill."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skill_lsp.hosts.reading import Effect, Problem, Severity
from skill_lsp.rules.finding import merged
from skill_lsp.rules.registry import detects, reported
from skill_lsp.rules.values import root_of
from skill_lsp.syntax.nodes import Mapping, Scalar
from skill_lsp.syntax.skill import SkillMd

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skill_lsp.rules.context import Context
    from skill_lsp.rules.finding import Finding, Fix

_CHOOSES_BLINDLY = Effect(
    "shows the model nothing to choose this skill by",
    "show the model nothing to choose this skill by",
    Severity.WARNING,
)


@reported("description-length")
def description_length(finding: Finding, context: Context) -> Iterator[Fix]:
    """Description that is empty, or longer than a host takes.

    Why: Above 1,024 characters Xum, Codex, the specification and an upload to claude.ai refuse the whole skill; VS Code
    cuts the text. Each counts the text after YAML has folded it, Xum in UTF-16 units.
    Source: agentskills.io specification of 2026-08-04; coder/mux f2160b194, agentSkill.ts; openai/codex core-skills
    loader.rs 033d1d0; microsoft/vscode PR 311797.
    Bad:
        ---
        name: tide-table
        description: ""
        ---
        Body.
    Good:
        ---
        name: tide-table
        description: Reads tide tables and tells when a harbour can be entered.
        ---
        Body.
    Fix: None; only the author knows what to leave out.
    """
    yield from ()


@detects("description-blank", kinds=(SkillMd,))
def description_blank(context: Context) -> Iterator[Finding]:
    """Description of white space only.

    Why: The skill loads in a host that counts characters, and the model is shown nothing to choose it by.
    Source: coder/mux f2160b194, agentSkill.ts (white space passes the length check, executed).
    Targets: xum
    Bad (.xum/skills/tide-table/SKILL.md):
        ---
        name: tide-table
        description: "   "
        ---
        Body.
    Good (.xum/skills/tide-table/SKILL.md):
        ---
        name: tide-table
        description: Reads tide tables.
        ---
        Body.
    Fix: None.
    """
    root = root_of(context)
    entry = root.entry("description") if isinstance(root, Mapping) else None
    if entry is None or not isinstance(entry.value, Scalar) or not entry.value.text or entry.value.text.strip():
        return
    problem = Problem("description-blank", entry.value.span, _CHOOSES_BLINDLY, "`description` is blank")
    titles = {host.id: host.title for host in context.targets}
    yield from merged(
        context.place.path,
        [
            (host_id, titles[host_id], problem)
            for host_id, reading in context.readings.items()
            if reading.loaded and reading.by_model and reading.description == entry.value.text
        ],
    )
