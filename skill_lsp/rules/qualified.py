"""Names of plugin skills (`plugin:skill`) in a body."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from skill_lsp.hosts.reading import Effect, Severity
from skill_lsp.record import NamedTuple
from skill_lsp.rules.finding import FileEdit, Fix
from skill_lsp.rules.registry import detects
from skill_lsp.spelling import nearest
from skill_lsp.syntax.manifest import Reference
from skill_lsp.syntax.skill import SkillMd
from skill_lsp.text import Edit, Span
from skill_lsp.workspace.view import ANY_PLUGIN

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skill_lsp.rules.context import Context
    from skill_lsp.rules.finding import Finding

NOT_FOUND = Effect("finds no skill of this name", "find no skill of this name", Severity.WARNING)
_SKILL = re.compile(r":([a-z0-9][a-z0-9-]{0,63})(?![\w:/.-])")
_PLUGIN = re.compile(r"[`\"'/$(]([a-z0-9][a-z0-9.-]{0,63})\Z")
_LONGEST = 65
"""Of a plugin's name with the mark before it."""


class Qualified(NamedTuple):
    """A name of the form `plugin:skill`, and where the whole and the skill's part stand."""

    plugin: str
    skill: str
    span: Span
    skill_span: Span


def qualified(content: str, body: Span) -> Iterator[Qualified]:
    """The qualified names in a body, each behind a quote, a slash, a dollar sign or a parenthesis. Found by their
    colons, of which a text has few."""
    for skill in _SKILL.finditer(content, body.start, body.end):
        start = max(body.start, skill.start() - _LONGEST)
        plugin = _PLUGIN.search(content[start : skill.start()])
        if plugin is not None:
            span = Span(start + plugin.start(1), skill.end())
            yield Qualified(plugin[1], skill[1], span, Span(*skill.span(1)))


@detects("skill-reference", trigger=":", kinds=(SkillMd, Reference))
def skill_reference(context: Context) -> Iterator[Finding]:
    """Qualified name of a skill that the plugin does not have.

    Why: `plugin:skill` loads the skill of that plugin and nothing else. Xum fails with "Agent skill not found", and
    never falls back to the bare name. Only plugins of this workspace are looked at.
    Source: Xum's Agent Skills page, plugin skill namespaces; Claude Code documentation of 2026-08-22.
    Targets: claude-code
    Bad (.claude-plugin/plugin.json):
        {"name": "harbour"}
    Bad (skills/tides/SKILL.md):
        ---
        name: tides
        description: Reads tide tables.
        ---
        Then run `harbour:tidez`.
    Good (.claude-plugin/plugin.json):
        {"name": "harbour"}
    Good (skills/tides/SKILL.md):
        ---
        name: tides
        description: Reads tide tables.
        ---
        Then run `harbour:tides`.
    Fix: Writes the name that was probably meant; never by itself.
    """
    if context.workspace is None:
        return
    body = context.document.body
    named: set[str] = set()
    for plugin, skill, span, skill_span in qualified(context.text.content, body):
        named |= {f"skill:{skill}", ANY_PLUGIN}
        skills = context.workspace.plugin_skills.get(plugin)
        if skills is None or not skills or skill in skills:
            continue
        verdicts = [
            (host, NOT_FOUND, f"the plugin `{plugin}` has no skill `{skill}`")
            for host in context.targets
            if host.plugin_manifests
        ]
        close = nearest(skill, sorted(skills))
        edit = FileEdit(None, Edit(skill_span, close or ""))
        fixes = (Fix(f"Change to {plugin}:{close}", (edit,), safe=False),) if close else ()
        yield from context.judged("skill-reference", span, verdicts, fixes=fixes)
    context.workspace.mention(context.place.path, frozenset(named), "name")
