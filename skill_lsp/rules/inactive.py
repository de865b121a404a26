"""Skills that a project has and never activates."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skill_lsp.hosts.reading import Effect, Problem, Severity
from skill_lsp.rules.finding import merged
from skill_lsp.rules.registry import detects
from skill_lsp.rules.values import root_of
from skill_lsp.syntax.nodes import Mapping
from skill_lsp.syntax.skill import SkillMd, SkillToml
from skill_lsp.text import Span
from skill_lsp.workspace import discovery

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skill_lsp.hosts.host import Host
    from skill_lsp.rules.context import Context
    from skill_lsp.rules.finding import Finding
    from skill_lsp.syntax.nodes import Entry

_IDLE = Effect("never puts this skill in", "never put this skill in", Severity.HINT)


@detects("skill-inactive", when="may_be_activated", kinds=(SkillMd, SkillToml))
def skill_inactive(context: Context) -> Iterator[Finding]:
    """Skill that no activation list of the project names.

    Why: oxo-flow finds a skill and lists it; it puts nothing into a prompt unless `[ai] skills` names it.
    Source: oxo-flow documentation, Custom Skills ("Discovery is not activation"); skill.rs b936dc14 (executed).
    Bad (variants.oxoflow):
        [ai]
        skills = []
    Bad (.oxo-flow/skills/qc.skill.toml):
        name = "qc"
        version = "1.0.0"
        description = "Advises on QC"
        skill_type = "knowledge"
        prompt_additions = ["Ask for a report first."]
    Good (variants.oxoflow):
        [ai]
        skills = ["qc"]
    Good (.oxo-flow/skills/qc.skill.toml):
        name = "qc"
        version = "1.0.0"
        description = "Advises on QC"
        skill_type = "knowledge"
        prompt_additions = ["Ask for a report first."]
    Fix: None.
    """
    for host in context.targets:
        if host.activation_keys:
            yield from _inactive(context, host)


def _inactive(context: Context, host: Host) -> Iterator[Finding]:
    from skill_lsp.rules.activation import SOURCE

    reading = context.readings.get(host.id)
    if reading is None or not reading.loaded:
        return
    manifest = isinstance(context.document, SkillToml)
    spots = discovery.spots(host, context.place.path, manifest=manifest)
    anchors = {spot.anchor for spot in spots if not spot.miss}
    projects = [context.workspace.projects.of(host, anchor) for anchor in anchors]
    if any(project.lists for project in projects) and not any(reading.name in one.activated for one in projects):
        cause = f"no `[ai] skills` of this project names `{reading.name}`"
        problem = Problem("skill-inactive", _name_span(context), _IDLE, cause, SOURCE)
        yield from merged(context.place.path, [(host.id, host.title, problem)])


def _name_span(context: Context) -> Span:
    root = root_of(context)
    entry: Entry | None = root.entry("name") if isinstance(root, Mapping) else None
    return entry.value.span if entry is not None else Span(0, 0)
