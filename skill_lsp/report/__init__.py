"""Output formats: one module each, with `render(report) -> str`."""

from __future__ import annotations

import os
from functools import cached_property
from typing import TYPE_CHECKING

from skill_lsp.hosts.reading import Severity
from skill_lsp.record import dataclass, field
from skill_lsp.text import Position, Span

if TYPE_CHECKING:
    from collections.abc import Callable

    from skill_lsp.rules.finding import Finding
    from skill_lsp.text import Text

FORMATS = ("text", "json", "sarif", "github", "gitlab", "junit")


@dataclass
class Report:
    """The outcome of a check. `text_of` gives the text of a path, None where it cannot be read; `directory` is what
    paths are shown relative to; `paths` are the files that were checked."""

    findings: list[Finding]
    paths: list[str]
    text_of: Callable[[str], Text | None]
    directory: str
    fixed: int = 0
    _texts: dict[str, Text | None] = field(default_factory=dict)

    def text(self, path: str) -> Text | None:
        """The text of a file, read once."""
        if path not in self._texts:
            self._texts[path] = self.text_of(path)
        return self._texts[path]

    def shown(self, path: str) -> str:
        """A path as it is reported: relative to the working directory, with `/`."""
        if path.startswith(self._prefix):
            return path[len(self._prefix) :]
        return os.path.relpath(path, self.directory).replace(os.sep, "/") if os.path.isabs(path) else path

    @cached_property
    def _prefix(self) -> str:
        return self.directory.rstrip("/") + "/"

    def start(self, path: str, span: Span | None) -> Position:
        """Where a span begins, counted from 0; the file's first character where there is no span."""
        text = self.text(path)
        return Position(0, 0) if text is None or span is None else text.position(span.start)

    def positions(self, path: str, span: Span | None) -> tuple[Position, Position]:
        """Start and end of a span in the same way."""
        return self.start(path, span), self.start(path, None if span is None else Span(span.end, span.end))

    @cached_property
    def counts(self) -> dict[Severity, int]:
        """How many findings have each severity, the gravest first."""
        counts = dict.fromkeys(sorted(Severity, reverse=True), 0)
        for finding in self.findings:
            counts[finding.severity] += 1
        return counts

    def summary(self) -> dict[str, int]:
        """Number of files and of findings by severity, as the JSON report has them."""
        return {"files": len(self.paths)} | {f"{one.word}s": count for one, count in self.counts.items()}
