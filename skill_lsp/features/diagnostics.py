"""Findings as diagnostics of the protocol."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types as lsp

from skill_lsp import config
from skill_lsp.hosts.reading import Severity
from skill_lsp.rules import registry
from skill_lsp.text import Span

if TYPE_CHECKING:
    from skill_lsp.features.document import Document
    from skill_lsp.features.snapshot import Snapshot
    from skill_lsp.rules.finding import Finding

SOURCE = "skill-lsp"
RULES_PAGE = "https://github.com/skill-lsp/skill-lsp/blob/main/docs/rules.md"
"""Where the rules are documented; an anchor there is a rule's id."""

_SEVERITIES = {
    Severity.ERROR: lsp.DiagnosticSeverity.Error,
    Severity.WARNING: lsp.DiagnosticSeverity.Warning,
    Severity.INFO: lsp.DiagnosticSeverity.Information,
    Severity.HINT: lsp.DiagnosticSeverity.Hint,
}


def diagnostics(snapshot: Snapshot, document: Document) -> list[lsp.Diagnostic]:
    """All diagnostics of a document, in the order of their place, without those that the client shows itself."""
    left = snapshot.preferences.client_reports if document.uri in snapshot.documents else frozenset()
    found = (finding for finding in snapshot.findings(document) if finding.rule not in left)
    return [*(diagnostic(snapshot, document, finding) for finding in found), *_flaws(document)]


def _flaws(document: Document) -> list[lsp.Diagnostic]:
    """What is wrong in a configuration file of ours."""
    if document.name not in config.FILE_NAMES:
        return []
    try:
        config.parse(document.path, document.text, registry.ids())
    except config.BrokenConfigurationError as error:
        severity = lsp.DiagnosticSeverity.Error
        return [lsp.Diagnostic(document.range(one.span), one.message, severity, source=SOURCE) for one in error.flaws]
    return []


def diagnostic(snapshot: Snapshot, document: Document | None, finding: Finding) -> lsp.Diagnostic:
    """One finding, with what the client can show of it; without a document it is about a path as a whole."""
    client = snapshot.client
    start = lsp.Range(lsp.Position(0, 0), lsp.Position(0, 0))
    return lsp.Diagnostic(
        range=document.range(finding.span or Span(0, 0)) if document else start,
        message=finding.message,
        severity=_SEVERITIES[finding.severity],
        code=finding.rule,
        code_description=lsp.CodeDescription(f"{RULES_PAGE}#{finding.rule}") if client.code_description else None,
        source=SOURCE,
        tags=[lsp.DiagnosticTag.Unnecessary] if finding.unnecessary and client.diagnostic_tags else None,
        related_information=_related(snapshot, document, finding) if client.related_information else None,
        data={"hosts": {host: severity.word for host, severity in finding.hosts.items()}},
    )


def of_path(snapshot: Snapshot, path: str) -> list[lsp.Diagnostic]:
    """What is said about a path that is no document of ours: a directory, a link to nothing."""
    return [diagnostic(snapshot, None, finding) for finding in snapshot.surveyed.get(path, ())]


def _related(
    snapshot: Snapshot, document: Document | None, finding: Finding
) -> list[lsp.DiagnosticRelatedInformation] | None:
    found = []
    for related in finding.related:
        is_here = related.path is None or (document is not None and related.path == document.path)
        other = document if is_here else snapshot.at(related.path or "")
        if other is not None:
            location = lsp.Location(other.uri, other.range(related.span))
            found.append(lsp.DiagnosticRelatedInformation(location, related.message))
    return found or None


def report(snapshot: Snapshot, document: Document | None, previous: str | None) -> lsp.DocumentDiagnosticReport:
    """The answer to a client that asks for diagnostics; `previous` names the answer that it has."""
    if document is None:
        return lsp.RelatedFullDocumentDiagnosticReport(items=[])
    result = result_id(snapshot, document)
    if previous == result:
        return lsp.RelatedUnchangedDocumentDiagnosticReport(result_id=result)
    return lsp.RelatedFullDocumentDiagnosticReport(items=diagnostics(snapshot, document), result_id=result)


def result_id(snapshot: Snapshot, document: Document) -> str:
    """What names an answer: the same text at the same moment has the same findings."""
    return f"{snapshot.moment}:{hash(document.text.content)}"


def closed_report(snapshot: Snapshot, path: str) -> lsp.WorkspaceFullDocumentDiagnosticReport:
    """The diagnostics of a path that is not open."""
    document = snapshot.at(path)
    if document is None:
        return lsp.WorkspaceFullDocumentDiagnosticReport(uri=snapshot.uri(path), items=of_path(snapshot, path))
    result = result_id(snapshot, document)
    found = diagnostics(snapshot, document)
    return lsp.WorkspaceFullDocumentDiagnosticReport(uri=document.uri, items=found, result_id=result)
