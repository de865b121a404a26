"""What keeps a skill from being the same in every host: the answer to the command `skillLsp.portable`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from skill_lsp import hosts
from skill_lsp.rules.portability import portability

if TYPE_CHECKING:
    from skill_lsp.features.document import Document
    from skill_lsp.features.snapshot import Snapshot
    from skill_lsp.rules.finding import Finding
    from skill_lsp.text import Span

COMMAND = "skillLsp.portable"


def found(snapshot: Snapshot, document: Document) -> list[Finding]:
    """The findings over all hosts, the gravest first."""
    workspace = snapshot.workspace
    return portability(document.tree, workspace.place(document.path), hosts.everyone(), workspace)


def report(snapshot: Snapshot, document: Document) -> dict[str, Any]:
    """Version 1 of the `hosts --portable` report for one skill, each finding with the titles of its fixes."""
    findings = [_finding(document, finding) for finding in found(snapshot, document)]
    return {"version": 1, "skills": [{"path": document.path, "portable": not findings, "findings": findings}]}


def _finding(document: Document, finding: Finding) -> dict[str, Any]:
    return {
        "rule": finding.rule,
        "severity": finding.severity.word,
        "hosts": {host: severity.word for host, severity in finding.hosts.items()},
        "message": finding.message,
        "range": _range(document, finding.span),
        "fixes": [{"title": fix.title, "safe": fix.safe} for fix in finding.fixes],
    }


def _range(document: Document, span: Span | None) -> dict[str, dict[str, int]]:
    ends = (span.start, span.end) if span is not None else (0, 0)
    start, end = map(document.text.position, ends)
    return {
        "start": {"line": start.line + 1, "column": start.column + 1},
        "end": {"line": end.line + 1, "column": end.column + 1},
    }


def words(snapshot: Snapshot, document: Document) -> str:
    """The list for a person: line, message, and the first step against it."""
    lines = []
    for finding in found(snapshot, document):
        line = document.text.position(finding.span.start).line + 1 if finding.span else 1
        step = f" \N{RIGHTWARDS ARROW} {finding.fixes[0].title}" if finding.fixes else ""
        lines.append(f"{line}: {finding.message}{step}")
    return "\n".join(lines) or f"This skill is the same in all {len(hosts.ids())} hosts."
