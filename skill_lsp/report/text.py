"""The report for a person: grouped by file, with the source line and the range marked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skill_lsp.record import NamedTuple
from skill_lsp.report.excerpt import of as excerpt_of
from skill_lsp.report.excerpt import visible

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skill_lsp.hosts.reading import Severity
    from skill_lsp.report import Report
    from skill_lsp.rules.finding import Finding


class Palette(NamedTuple):
    """Terminal codes by what they are for; all empty where there is no terminal."""

    error: str = ""
    warning: str = ""
    info: str = ""
    hint: str = ""
    path: str = ""
    rule: str = ""
    dim: str = ""
    end: str = ""


COLOURS = Palette("\033[1;31m", "\033[1;33m", "\033[1;34m", "\033[1;36m", "\033[1;4m", "\033[1m", "\033[2m", "\033[0m")
PLAIN = Palette()


def render(report: Report, palette: Palette = PLAIN) -> str:
    """The findings and the summary."""
    return findings(report, palette) + summary(report) + "\n"


def findings(report: Report, palette: Palette = PLAIN) -> str:
    """The findings, grouped by file."""
    if not report.findings:
        return ""
    lines: list[str] = []
    path = None
    for finding in report.findings:
        if finding.path != path:
            path = finding.path
            lines.append(f"{palette.path}{visible(report.shown(path))}{palette.end}")
        lines += _lines(report, finding, palette)
    lines.append("")
    return "\n".join(lines)


def _lines(report: Report, finding: Finding, palette: Palette) -> Iterator[str]:
    start = report.start(finding.path, finding.span)
    place = f"{start.line + 1}:{start.column + 1}"
    word = finding.severity.word
    colour = getattr(palette, word)
    yield (
        f"  {place:<7} {colour}{word:<7}{palette.end} "
        f"{palette.rule}{finding.rule}{palette.end}: {visible(finding.message)}"
    )
    text = report.text(finding.path)
    if text is not None and finding.span is not None and len(text):
        shown = excerpt_of(text, finding.span)
        yield f"{palette.dim}{shown.number:>9} │{palette.end} {shown.line}"
        yield f"{palette.dim}{'':>9} │{palette.end} {colour}{shown.marks}{palette.end}"
    for label, content in _notes(report, finding):
        yield f"{palette.dim}{label:>9} ={palette.end} {content}"
    yield ""


def _notes(report: Report, finding: Finding) -> Iterator[tuple[str, str]]:
    """What stands below the excerpt, as label and text."""
    if finding.hosts:
        yield "hosts", ", ".join(_host(host, severity, finding) for host, severity in sorted(finding.hosts.items()))
    for related in finding.related:
        path = related.path or finding.path
        at = report.start(path, related.span)
        where = f"line {at.line + 1}" if path == finding.path else f"{report.shown(path)}:{at.line + 1}"
        yield "see", visible(f"{where}: {related.message}")
    if finding.fixes:
        fix = finding.fixes[0]
        yield "fix", visible(fix.title) + ("" if fix.safe else " (unsafe: may change the meaning)")
    yield "explain", f"skill-lsp explain {finding.rule}"


def _host(host: str, severity: Severity, finding: Finding) -> str:
    return host if severity is finding.severity else f"{host} ({severity.word})"


def summary(report: Report) -> str:
    """One line: how much was checked and found, and what `--fix` would do."""
    counts = [counted(count, severity.word) for severity, count in report.counts.items() if count]
    line = f"{counted(len(report.paths), 'file')} checked: {', '.join(counts) or 'nothing found'}."
    if report.fixed:
        line += f" {counted(report.fixed, 'finding')} fixed."
    safe = sum(any(fix.safe for fix in finding.fixes) for finding in report.findings)
    unsafe = sum(bool(finding.fixes) for finding in report.findings) - safe
    if safe:
        line += f" {safe} can be fixed with --fix."
    if unsafe:
        line += f" {unsafe} more with --unsafe-fixes."
    return line


def statistics(report: Report) -> str:
    """How often each rule was found, the most frequent first."""
    counts: dict[tuple[str, Severity], int] = {}
    for finding in report.findings:
        key = finding.rule, finding.severity
        counts[key] = counts.get(key, 0) + 1
    width = max((len(rule) for rule, _ in counts), default=0)
    rows = sorted(counts.items(), key=lambda item: (-item[1], item[0][0]))
    return "".join(f"{count:>6}  {severity.word:<7}  {rule:<{width}}\n" for (rule, severity), count in rows)


def counted(number: int, noun: str) -> str:
    """A number with its noun in singular or plural."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
