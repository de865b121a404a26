"""The JSON report, version 1."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from skill_lsp.report import Report
    from skill_lsp.rules.finding import Finding, Fix
    from skill_lsp.text import Span


def render(report: Report) -> str:
    """The report as one JSON document."""
    payload = {
        "version": 1,
        "findings": [finding_of(report, finding) for finding in report.findings],
        "summary": report.summary(),
    }
    return json.dumps(payload, ensure_ascii=False, indent=1) + "\n"


def finding_of(report: Report, finding: Finding) -> dict[str, Any]:
    """One finding."""
    shown: dict[str, Any] = {
        "path": report.shown(finding.path),
        "rule": finding.rule,
        "severity": finding.severity.word,
        "hosts": {host: severity.word for host, severity in finding.hosts.items()},
        "message": finding.message,
        "range": range_of(report, finding.path, finding.span),
        "related": [
            {
                "path": report.shown(related.path or finding.path),
                "range": range_of(report, related.path or finding.path, related.span),
                "message": related.message,
            }
            for related in finding.related
        ],
    }
    if finding.fixes:
        shown["fix"] = _fix(report, finding, finding.fixes[0])
    return shown


def _fix(report: Report, finding: Finding, fix: Fix) -> dict[str, Any]:
    edits = [
        {
            "path": report.shown(path or finding.path),
            "range": range_of(report, path or finding.path, edit.span),
            "text": edit.text,
        }
        for path, edit in fix.edits
    ]
    return {"title": fix.title, "safe": fix.safe, "edits": edits}


def range_of(report: Report, path: str, span: Span | None) -> dict[str, dict[str, int]]:
    """A span as lines and columns from 1, the end exclusive."""
    start, end = report.positions(path, span)
    return {
        "start": {"line": start.line + 1, "column": start.column + 1},
        "end": {"line": end.line + 1, "column": end.column + 1},
    }
