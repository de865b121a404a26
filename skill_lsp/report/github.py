"""Annotations as GitHub Actions takes them from a job's output (workflow commands)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skill_lsp.hosts.reading import Severity
from skill_lsp.report.excerpt import visible

if TYPE_CHECKING:
    from skill_lsp.report import Report
    from skill_lsp.rules.finding import Finding

_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice", Severity.HINT: "notice"}


def render(report: Report) -> str:
    """One line for each finding."""
    return "".join(_line(report, finding) for finding in report.findings)


def _line(report: Report, finding: Finding) -> str:
    start, end = report.positions(finding.path, finding.span)
    properties = {"file": report.shown(finding.path), "line": start.line + 1, "endLine": end.line + 1}
    if start.line == end.line:  # GitHub takes columns only within one line
        properties |= {"col": start.column + 1, "endColumn": max(end.column + 1, start.column + 1)}
    properties["title"] = f"skill-lsp {finding.rule}"
    shown = ",".join(f"{key}={_property(str(value))}" for key, value in properties.items())
    return f"::{_COMMANDS[finding.severity]} {shown}::{_message(finding.message)}\n"


def _message(text: str) -> str:
    text = "\n".join(visible(line) for line in text.splitlines())
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _message(text).replace(":", "%3A").replace(",", "%2C")
