"""JUnit XML: a suite for each file, a failed case for each finding; a file without findings is a case that passes."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.sax.saxutils import escape, quoteattr

from skill_lsp.hosts.reading import Severity
from skill_lsp.pattern import pattern

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skill_lsp.report import Report
    from skill_lsp.rules.finding import Finding

_NOT_XML = pattern("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What XML 1.0 can't hold in any form."""


def render(report: Report) -> str:
    """The report as one XML document. Infos and hints are passed cases with an output: they fail nothing."""
    by_path: dict[str, list[Finding]] = {path: [] for path in report.paths}
    for finding in report.findings:
        by_path.setdefault(finding.path, []).append(finding)
    total = sum(len(found) or 1 for found in by_path.values())
    failures = sum(_fails(finding) for finding in report.findings)
    suites = "".join(line for path, found in by_path.items() for line in _suite(report, path, found))
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<testsuites name="skill-lsp" tests="{total}" failures="{failures}">\n{suites}</testsuites>\n'
    )


def _fails(finding: Finding) -> bool:
    return finding.severity >= Severity.WARNING


def _suite(report: Report, path: str, found: list[Finding]) -> Iterator[str]:
    name = _attribute(report.shown(path))
    failures = sum(map(_fails, found))
    yield f' <testsuite name={name} tests="{len(found) or 1}" failures="{failures}" errors="0" skipped="0">\n'
    if not found:
        yield f'  <testcase name="skill-lsp" classname={name}/>\n'
    for finding in found:
        start = report.start(finding.path, finding.span)
        case = _attribute(f"{finding.rule} at {start.line + 1}:{start.column + 1}")
        kind = _attribute(finding.severity.word)
        yield f'  <testcase name={case} classname={name} file={name} line="{start.line + 1}">\n'
        if _fails(finding):
            message = _attribute(finding.message)
            yield f"   <failure message={message} type={kind}>{_content(finding.message)}</failure>\n"
        else:
            yield f"   <system-out>{_content(f'{finding.severity.word}: {finding.message}')}</system-out>\n"
        yield "  </testcase>\n"
    yield " </testsuite>\n"


def _attribute(text: str) -> str:
    return quoteattr(_NOT_XML.sub("\ufffd", text), {"\n": "&#10;", "\r": "&#13;", "\t": "&#9;"})


def _content(text: str) -> str:
    return escape(_NOT_XML.sub("\ufffd", text))
