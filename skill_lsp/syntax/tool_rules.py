"""The rules of `allowed-tools`: `Read, Bash(git add *)` as one text or as a list, split outside parentheses only."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skill_lsp.pattern import pattern
from skill_lsp.record import NamedTuple
from skill_lsp.syntax.nodes import Scalar, Sequence, Style, dereferenced
from skill_lsp.text import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skill_lsp.syntax.nodes import Node

_PART = pattern(r"[()]|[\s,]+|[^\s,()]+")


class ToolRule(NamedTuple):
    """One rule. tool: the tool's name; pattern: what stands in the parentheses, None where there are none; closed: each
    parenthesis has its counterpart. The span is that of the whole value where its text has escapes or line breaks.
    """

    span: Span
    tool: str
    pattern: str | None
    closed: bool

    @property
    def tool_span(self) -> Span:
        """Where the tool's name stands."""
        return Span(self.span.start, min(self.span.start + len(self.tool), self.span.end))


def rules_of(node: Node) -> Iterator[ToolRule]:
    """The rules of a value; each item of a list is split as well."""
    target = dereferenced(node)
    for item in target.items if isinstance(target, Sequence) else (target,):
        scalar = dereferenced(item)
        if isinstance(scalar, Scalar):
            quotes = 0 if scalar.style is Style.PLAIN else 1
            in_step = scalar.span.end - scalar.span.start == len(scalar.text) + 2 * quotes
            for start, end, closed in _split(scalar.text):
                span = scalar.span if not in_step else Span(start, end).moved(scalar.span.start + quotes)
                yield _rule(span, scalar.text[start:end], closed)


def _split(text: str) -> Iterator[tuple[int, int, bool]]:
    """Start, end and balance of each rule. A parenthesis that is never closed takes all that follows."""
    depth = 0
    start: int | None = None
    for found in _PART.finditer(text):
        part = found.group()
        if depth == 0 and (part[0] == "," or part[0].isspace()):
            if start is not None:
                yield start, found.start(), True
            start = None
            continue
        if start is None:
            start = found.start()
        if part == "(":
            depth += 1
        elif part == ")":
            if depth == 0:
                yield start, found.end(), False
                start = None
            else:
                depth -= 1
    if start is not None:
        end = len(text.rstrip())
        yield start, end, depth == 0


def _rule(span: Span, text: str, closed: bool) -> ToolRule:  # noqa: FBT001
    tool, parenthesis, rest = text.partition("(")
    pattern = (rest[:-1] if rest.endswith(")") and closed else rest) if parenthesis else None
    return ToolRule(span, tool, pattern, closed)
