"""The Code Quality report of GitLab (a subset of the Code Climate format)."""

from __future__ import annotations

import json
from collections import Counter
from hashlib import sha256
from typing import TYPE_CHECKING

from skill_lsp.hosts.reading import Severity
from skill_lsp.rules.baseline import fingerprint

if TYPE_CHECKING:
    from skill_lsp.report import Report

_SEVERITIES = {Severity.ERROR: "major", Severity.WARNING: "minor", Severity.INFO: "info", Severity.HINT: "info"}


def render(report: Report) -> str:
    """The report as a JSON list."""
    met: Counter[str] = Counter()
    issues = []
    for finding in report.findings:
        path = report.shown(finding.path)
        mark = fingerprint(finding, path, report.text(finding.path))
        met[mark] += 1
        start, end = report.positions(finding.path, finding.span)
        issues.append(
            {
                "description": finding.message,
                "check_name": finding.rule,
                "fingerprint": sha256(f"{mark} {met[mark]}".encode()).hexdigest()[:32],  # GitLab drops repeated ones
                "severity": _SEVERITIES[finding.severity],
                "location": {"path": path, "lines": {"begin": start.line + 1, "end": end.line + 1}},
            }
        )
    return json.dumps(issues, ensure_ascii=False, indent=1) + "\n"
