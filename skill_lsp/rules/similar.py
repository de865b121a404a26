"""Two skills that a model can't tell apart, and lists of skills that are longer than a host shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skill_lsp.hosts.reading import Effect, Severity
from skill_lsp.rules.finding import Related
from skill_lsp.rules.registry import detects, surveys
from skill_lsp.syntax.nodes import Mapping
from skill_lsp.syntax.skill import SkillMd
from skill_lsp.text import Span
from skill_lsp.workspace import discovery
from skill_lsp.workspace.files import Kind, joined, parent

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from skill_lsp.hosts.host import Host
    from skill_lsp.rules.context import Context
    from skill_lsp.rules.finding import Finding
    from skill_lsp.rules.survey import Survey
    from skill_lsp.workspace.index import Workspace
    from skill_lsp.workspace.store import Entry

CUTS_LIST = Effect("does not show its model all of these skills", "do not show all of these skills", Severity.INFO)


@detects("description-similar", kinds=(SkillMd,))
def description_similar(context: Context) -> Iterator[Finding]:
    """Description that says nearly the same as another skill's.

    Why: The model chooses a skill by its description alone. Of two that say the same it takes either one.
    Source: agentskills.io specification of 2026-08-04, description ("what the skill does and when to use it").
    Bad (.claude/skills/tide-table/SKILL.md):
        ---
        name: tide-table
        description: Reads tide tables of harbours and names the next high water.
        ---
        Body.
    Bad (.claude/skills/tides/SKILL.md):
        ---
        name: tides
        description: Reads the tide tables of harbours, and names the next high water.
        ---
        Body.
    Good (.claude/skills/tide-table/SKILL.md):
        ---
        name: tide-table
        description: Reads tide tables of harbours and names the next high water.
        ---
        Body.
    Good (.claude/skills/tides/SKILL.md):
        ---
        name: tides
        description: Explains how spring and neap tides come about.
        ---
        Body.
    Fix: None.
    """
    workspace: Workspace | None = context.workspace
    if workspace is None:
        return
    path = context.place.path
    for other, _ in workspace.similar(path):
        if other >= path:
            continue  # said there
        name = _name(workspace, other)
        message = f"A model can hardly tell this skill from `{name}`: their descriptions say nearly the same."
        related = (Related(other, _description_span(workspace, other) or Span(0, 0), "the other description"),)
        span = _description_span(workspace, path)
        yield context.finding("description-similar", span, message, Severity.INFO, related=related)
        return


def _name(workspace: Workspace, path: str) -> str:
    entry = workspace.entry(path)
    declared = entry.declared.name if entry is not None and entry.declared else None
    return declared or parent(path).rpartition("/")[2]


def _description_span(workspace: Workspace, path: str) -> Span | None:
    document = workspace.document(path)
    root = document.yaml.root if isinstance(document, SkillMd) and document.yaml else None
    value = root.get("description") if isinstance(root, Mapping) else None
    return value.span if value is not None else None


@surveys("listing-budget")
def listing_budget(survey: Survey) -> Iterator[Finding | None]:
    """List of skills that is longer than a host shows its model.

    Why: All names and descriptions share one room. What does not fit is shortened or left out, and the model can't
    choose what it does not see.
    Source: Claude Code documentation of 2026-08-22 (1 % of the context window, else 8,000 characters); openai/codex
    deae88d, render.rs (2 %, else 8,000); coder/mux f2160b194, agent_skill_read.ts (50 skills).
    Targets: claude-code
    Bad (.claude/skills/ebb/SKILL.md):
        ---
        name: ebb
        description: ⟨60 × Tells when the ebb begins. ⟩
        ---
        Body.
    Bad (.claude/skills/flood/SKILL.md):
        ---
        name: flood
        description: ⟨60 × Tells when the flood begins. ⟩
        ---
        Body.
    Bad (.claude/skills/neap/SKILL.md):
        ---
        name: neap
        description: ⟨60 × Explains how neap tides come. ⟩
        ---
        Body.
    Bad (.claude/skills/spring/SKILL.md):
        ---
        name: spring
        description: ⟨60 × Explains how spring tides come. ⟩
        ---
        Body.
    Bad (.claude/skills/surge/SKILL.md):
        ---
        name: surge
        description: ⟨60 × Warns of a coming storm surge. ⟩
        ---
        Body.
    Bad (.claude/skills/slack/SKILL.md):
        ---
        name: slack
        description: ⟨60 × Names the hours of slack water. ⟩
        ---
        Body.
    Good (.claude/skills/tide-table/SKILL.md):
        ---
        name: tide-table
        description: Reads tide tables.
        ---
        Body.
    Fix: None.
    """
    roots: dict[tuple[str, Host], list[Entry]] = {}
    for entry in survey.workspace.of_kind(Kind.SKILL):
        yield None
        for host in survey.judges(entry.path):
            if host.listing is None:
                continue
            for spot in discovery.spots(host, entry.path):
                if not spot.miss:
                    root = joined(spot.anchor, spot.root.path.removeprefix("~/"))
                    roots.setdefault((root, host), []).append(entry)
                    break
    verdicts: dict[str, list[tuple[Host, Effect, str]]] = {}
    for (root, host), entries in roots.items():
        cause = yield from _too_much(survey.workspace, host, entries)
        if cause:
            verdicts.setdefault(root, []).append((host, CUTS_LIST, cause))
    for root, judged in verdicts.items():
        yield from survey.judged("listing-budget", root, judged)


def _too_much(workspace: Workspace, host: Host, entries: list[Entry]) -> Generator[None, None, str]:
    """Why a host does not show the whole list; "" where it does."""
    listing = host.listing
    if listing is None or not _may_overflow(host, entries):
        return ""
    declared = [entry.declared for entry in entries if entry.declared]
    size = sum(len(one.description or "") + len(one.name or "") + 4 for one in declared)
    if listing.entries is not None and len(entries) > 4 * listing.entries:
        return f"there are about {len(entries)}, and {listing.overflow}"
    if listing.characters is not None and size > 4 * listing.characters:
        room = f"there is room for about {listing.characters:,} characters"
        return f"the {len(entries)} entries have about {size:,} characters, {room}, and {listing.overflow}"
    shown: list[str] = []
    for entry in entries:
        yield
        reading = workspace.reading(host, entry.path)
        if reading is not None and reading.loaded and reading.index_entry is not None:
            shown.append(reading.index_entry)
    if listing.entries is not None and len(shown) > listing.entries:
        return f"there are {len(shown)}, and {listing.overflow}"
    size = sum(len(entry) + 1 for entry in shown)
    if listing.characters is not None and size > listing.characters:
        room = f"there is room for about {listing.characters:,} characters"
        return f"the {len(shown)} entries have {size:,} characters, {room}, and {listing.overflow}"
    return ""


def _may_overflow(host: Host, entries: list[Entry]) -> bool:
    """A quick look at what the files declare, before the host reads them all."""
    listing = host.listing
    if listing is None:
        return False
    if listing.entries is not None and len(entries) > listing.entries:
        return True
    declared = [entry.declared for entry in entries if entry.declared]
    size = sum(len(one.description or "") + 2 * len(one.name or "") + 80 for one in declared)
    return listing.characters is not None and size > listing.characters
