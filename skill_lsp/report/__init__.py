"""Output formats: one module each, with `render(report) -> str`."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from skill_lsp.hosts.reading import Severity
from skill_lsp.text import Position, Span

if TYPE_CHECKING:
    from skill_lsp.rules.finding import Finding
    from skill_lsp.text import Text

FORMATS = ("text", "json", "sarif", "github", "gitlab", "junit")


@dataclass
class Report:
    """The outcome of a check. `texts` holds the text of each file that has findings, by its path."""

    findings: list[Finding] = field(default_factory=list)
    texts: dict[str, Text] = field(default_factory=dict)
    files: int = 0
    directory: str = field(default_factory=os.getcwd)

    def shown(self, path: str) -> str:
        """A path as it is reported: relative to the working directory, with `/`."""
        if path.startswith(self.directory + "/"):
            return path[len(self.directory) + 1 :]
        return os.path.relpath(path, self.directory).replace(os.sep, "/") if os.path.isabs(path) else path

    def positions(self, path: str, span: Span | None) -> tuple[Position, Position]:
        """Start and end of a span, counted from 0; of the file's first character where there is no span."""
        text = self.texts.get(path)
        if text is None or span is None:
            return Position(0, 0), Position(0, 0)
        return text.position(span.start), text.position(span.end)

    def count(self, severity: Severity) -> int:
        """How many findings have this severity."""
        return sum(finding.severity is severity for finding in self.findings)

    def summary(self) -> dict[str, int]:
        """Number of files and of findings by severity, as the JSON report has them."""
        return {"files": self.files} | {f"{one.word}s": self.count(one) for one in reversed(Severity)}
