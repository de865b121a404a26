"""A skill's description: the text by which a model decides to load the skill."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skill_lsp.rules.registry import reported

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skill_lsp.rules.context import Context
    from skill_lsp.rules.finding import Finding, Fix


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


@reported("description-blank")
def description_blank(finding: Finding, context: Context) -> Iterator[Fix]:
    """Description of white space only.

    Why: The skill loads in hosts that count characters, and the model is shown nothing to choose it by.
    Source: coder/mux f2160b194, agentSkill.ts (white space passes the length check); skills-ref 0.1.1 refuses it.
    Bad:
        ---
        name: tide-table
        description: "   "
        ---
        Body.
    Good:
        ---
        name: tide-table
        description: Reads tide tables.
        ---
        Body.
    Fix: None.
    """
    yield from ()


@reported("description-cut")
def description_cut(finding: Finding, context: Context) -> Iterator[Fix]:
    """Description of which a host shows the model only the beginning.

    Why: Words at the end, often the ones that tell when to use the skill, are never seen.
    Source: coder/xum 226c2bd0, agent_skill_read.ts (280 characters); microsoft/vscode PR 311797 (1,024).
    Fix: None; bring what decides to the front.
    """
    yield from ()
