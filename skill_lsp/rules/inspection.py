"""Checking one file as its settings want it: parse, run the rules, leave out what is switched off."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from skill_lsp.config import Settings
from skill_lsp.hosts.reading import Place, Severity
from skill_lsp.rules import baseline, engine, suppression
from skill_lsp.rules.context import Context
from skill_lsp.rules.finding import Finding
from skill_lsp.text import Span, Text
from skill_lsp.workspace import documents, targets
from skill_lsp.workspace.files import Kind, Unreadable, kind_of

if TYPE_CHECKING:
    from collections.abc import Callable


def findings_of(text: Text, place: Place, settings: Settings, workspace: Any = None) -> list[Finding]:
    """All findings of a file under these settings, in the order of their place."""
    context = context_of(text, place, settings, workspace)
    return [] if context is None else findings_in(context, settings)


def findings_in(context: Context, settings: Settings) -> list[Finding]:
    """The same for a file that is parsed already (an editor parses once for all that it asks)."""
    findings = suppression.applied(engine.check(context), context)
    kept = settled(findings, settings)
    return unfamiliar(kept, settings, {context.place.path: context.text}.get)


def objection(content: str, path: str, host_id: str) -> str | None:
    """Why a new file would not please a host; None where it checks clean."""
    found = findings_of(Text(content), Place(path), Settings(targets=(host_id,)))
    return next((one.message for one in found if one.severity >= Severity.WARNING), None)


def unfamiliar(findings: list[Finding], settings: Settings, text_of: Callable[[str], Text | None]) -> list[Finding]:
    """The findings that the settings' baseline does not hold."""
    return findings if settings.baseline is None else baseline.unknown(findings, text_of, settings.baseline)


def context_of(text: Text, place: Place, settings: Settings, workspace: Any = None) -> Context | None:
    """What the rules look at; None for a file that none of them knows."""
    document = document_of(text, place)
    return None if document is None else context_for(document, place, settings, workspace)


def context_for(document: Any, place: Place, settings: Settings, workspace: Any = None) -> Context:
    """The same for a document that is parsed already."""
    judges = targets.judges(place, settings)
    if workspace is not None:
        if not settings.targets:
            linked = (targets.judges(Place(one), settings) for one in workspace.other_paths(place.path))
            judges = tuple(dict.fromkeys((*judges, *(host for hosts in linked for host in hosts))))
        judges = workspace.judges(place.path, judges)
    context = Context(document, place, judges, workspace)
    context.placed = not settings.targets
    return context


def document_of(text: Text, place: Place) -> Any:
    """The parsed document of a file; None where its kind is not known."""
    kind = kind_of(place.path) if place.path else Kind.SKILL
    return None if kind is None else documents.parse(kind, text)


def settled(findings: list[Finding], settings: Settings) -> list[Finding]:
    """The findings that the settings leave, with the severity that they give."""
    kept = []
    for finding in findings:
        if not settings.takes(finding.rule):
            continue
        wanted = settings.severity.get(finding.rule)
        kept.append(finding.with_severity(Severity[wanted.upper()]) if wanted else finding)
    return kept


def unreadable(path: str, why: Unreadable) -> Finding:
    """The finding about a file that cannot be read."""
    reason = f"its {why.reason} bytes are too many" if why.kind == "too-large" else why.reason
    return Finding("file-unreadable", path, Span(0, 0), f"This file cannot be read: {reason}.", Severity.ERROR)
