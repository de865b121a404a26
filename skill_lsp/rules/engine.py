"""Running the rules over one document."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skill_lsp.record import replace
from skill_lsp.rules import registry
from skill_lsp.rules.finding import Finding, merged
from skill_lsp.syntax.skill import SKILLS

if TYPE_CHECKING:
    from collections.abc import Generator

    from skill_lsp.rules.context import Context
    from skill_lsp.rules.survey import Survey


def check(context: Context) -> list[Finding]:
    """All findings of one document, in the order of their place, with their fixes. Settings are not applied here."""
    findings: list[Finding] = []
    taken = registry.taken()
    if isinstance(context.document, SKILLS):
        problems = [
            (host.id, host.title, problem)
            for host in context.targets
            if host.id in context.readings
            for problem in context.readings[host.id].problems
            if problem.rule not in taken
        ]
        if problems:
            findings += merged(context.place.path, problems)
    for detect in registry.detecting(context):
        findings += detect(context)
    findings.sort(key=lambda found: (found.span or (0, 0), found.rule))
    return [with_fixes(finding, context) for finding in findings]


def surveying(view: Survey) -> Generator[None, None, list[Finding]]:
    """What a workspace as a whole shows, in steps: findings that belong to no document that was read, in the order of
    paths."""
    found: list[Finding] = []
    for rule in registry.surveying():
        for finding in rule.survey(view) if rule.survey is not None else ():
            if finding is not None:
                found.append(finding)
            yield
    return sorted(found, key=lambda finding: (finding.path, finding.rule))


def with_fixes(finding: Finding, context: Context) -> Finding:
    """The finding with the fixes that its rule has for it."""
    rule = None if finding.fixes else registry.get(finding.rule)
    if rule is None or rule.repair is None:
        return finding
    return replace(finding, fixes=tuple(rule.repair(finding, context)))
