"""SARIF 2.1.0, as GitHub code scanning and other viewers take it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from skill_lsp import __version__
from skill_lsp.hosts.reading import Severity
from skill_lsp.rules import documentation
from skill_lsp.rules.baseline import fingerprint
from skill_lsp.rules.registry import rules

if TYPE_CHECKING:
    from skill_lsp.report import Report
    from skill_lsp.rules.finding import Finding, Fix
    from skill_lsp.text import Span

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note", Severity.HINT: "none"}


def render(report: Report) -> str:
    """The report as one SARIF log with one run."""
    ids = sorted({finding.rule for finding in report.findings})
    numbers = {rule: number for number, rule in enumerate(ids)}
    run = {
        "tool": {
            "driver": {
                "name": "skill-lsp",
                "version": __version__,
                "semanticVersion": __version__,
                "rules": [_rule(rule) for rule in ids],
            }
        },
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {"%SRCROOT%": {"uri": f"file://{quote(report.directory.rstrip('/'))}/"}},
        "results": [_result(report, finding, numbers[finding.rule]) for finding in report.findings],
    }
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, ensure_ascii=False, indent=1) + "\n"


def _rule(rule_id: str) -> dict[str, Any]:
    rule = rules().get(rule_id)
    if rule is None:
        return {"id": rule_id, "shortDescription": {"text": rule_id}}
    known = documentation.of(rule)
    return {
        "id": rule_id,
        "name": "".join(word.capitalize() for word in rule_id.split("-")),
        "shortDescription": {"text": known.summary},
        "fullDescription": {"text": known.why or known.summary},
        "help": {"text": documentation.plain(rule), "markdown": documentation.markdown(rule)},
    }


def _result(report: Report, finding: Finding, number: int) -> dict[str, Any]:
    path = report.shown(finding.path)
    result: dict[str, Any] = {
        "ruleId": finding.rule,
        "ruleIndex": number,
        "level": _LEVELS[finding.severity],
        "message": {"text": finding.message},
        "locations": [{"physicalLocation": _location(report, finding.path, finding.span)}],
        "partialFingerprints": {"skillLsp/v1": fingerprint(finding, path, report.text(finding.path))},
        "properties": {"hosts": {host: severity.word for host, severity in finding.hosts.items()}},
    }
    if finding.related:
        result["relatedLocations"] = [
            {
                "id": at,
                "physicalLocation": _location(report, related.path or finding.path, related.span),
                "message": {"text": related.message},
            }
            for at, related in enumerate(finding.related)
        ]
    fixes = [_fix(report, finding, fix) for fix in finding.fixes if fix.edits]
    if fixes:
        result["fixes"] = fixes
    return result


def _location(report: Report, path: str, span: Span | None) -> dict[str, Any]:
    return {"artifactLocation": _artifact(report, path), "region": _region(report, path, span)}


def _artifact(report: Report, path: str) -> dict[str, str]:
    shown = report.shown(path)
    uri = quote(shown)
    return {"uri": uri} if shown.startswith("../") else {"uri": uri, "uriBaseId": "%SRCROOT%"}


def _region(report: Report, path: str, span: Span | None) -> dict[str, Any]:
    """A region with lines, columns, offsets and the text itself."""
    start, end = report.positions(path, span)
    region: dict[str, Any] = {
        "startLine": start.line + 1,
        "startColumn": start.column + 1,
        "endLine": end.line + 1,
        "endColumn": end.column + 1,
    }
    text = report.text(path)
    if span is not None and text is not None:
        region |= {"charOffset": span.start, "charLength": span.end - span.start}
        if text[span].isprintable():
            region["snippet"] = {"text": text[span]}
    return region


def _fix(report: Report, finding: Finding, fix: Fix) -> dict[str, Any]:
    changes: dict[str, list[dict[str, Any]]] = {}
    for path, edit in fix.edits:
        region = _region(report, path or finding.path, edit.span)
        region.pop("snippet", None)
        changes.setdefault(path or finding.path, []).append(
            {"deletedRegion": region, "insertedContent": {"text": edit.text}}
        )
    return {
        "description": {"text": fix.title},
        "artifactChanges": [
            {"artifactLocation": _artifact(report, path), "replacements": replacements}
            for path, replacements in changes.items()
        ],
    }
