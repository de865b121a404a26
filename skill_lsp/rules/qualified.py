"""Names of plugin skills (`plugin:skill`) in a body."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from skill_lsp.hosts.reading import Effect, Severity
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
_QUALIFIED = re.compile(r"[`\"'/$(]([a-z0-9][a-z0-9.-]{0,63}):([a-z0-9][a-z0-9-]{0,63})(?![\w:/.-])")


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
    for match in _QUALIFIED.finditer(context.text.content, body.start, body.end):
        named |= {f"skill:{match[2]}", ANY_PLUGIN}
        skills = context.workspace.plugin_skills.get(match[1])
        if skills is None or not skills or match[2] in skills:
            continue
        verdicts = [
            (host, NOT_FOUND, f"the plugin `{match[1]}` has no skill `{match[2]}`")
            for host in context.targets
            if host.plugin_manifests
        ]
        close = nearest(match[2], sorted(skills))
        edit = FileEdit(None, Edit(Span(*match.span(2)), close or ""))
        fixes = (Fix(f"Change to {match[1]}:{close}", (edit,), safe=False),) if close else ()
        yield from context.judged("skill-reference", Span(match.start(1), match.end()), verdicts, fixes=fixes)
    context.workspace.mention(context.place.path, frozenset(named), "name")
