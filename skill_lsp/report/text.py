"""The report for a person: grouped by file, with the source line and the range marked."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from skill_lsp.report import Report


def render(report: Report) -> str:
    """The report as plain text."""
    lines: list[str] = []
    for finding in report.findings:
        start, _ = report.positions(finding.path, finding.span)
        place = f"{report.shown(finding.path)}:{start.line + 1}:{start.column + 1}"
        lines.append(f"{place} {finding.severity.word} {finding.rule} {finding.message}")
    summary = report.summary()
    counts = ", ".join(f"{number} {word}" for word, number in summary.items())
    return "\n".join([*lines, counts]) + "\n"
