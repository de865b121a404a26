"""What stands between the values of a YAML text: comments, and tabs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skill_lsp.pattern import pattern
from skill_lsp.syntax.nodes import Mapping, Scalar, Sequence, Style, SyntaxProblem
from skill_lsp.text import Span

if TYPE_CHECKING:
    import re

    from skill_lsp.syntax.nodes import Node

_COMMENT = pattern(r"(?:^|(?<=[ \t\r\n]))#[^\r\n]*")
_TABS = pattern(r"\t+")


def tabs(source: str, base: int, root: Node | None, marked: list[Span]) -> list[SyntaxProblem]:
    """Tabs outside quotes, blocks and what is marked already."""
    for node in _scalars(root):
        if node.style in (Style.LITERAL, Style.FOLDED):
            marked.append(Span(base + _end_of_line(source, node.span.start - base), node.span.end))
        elif node.style is not Style.PLAIN:
            marked.append(node.span)
    marked.sort()
    outside = _outside(source, base, marked, _TABS)
    return [SyntaxProblem("tab-gap", span, "a tab stands between the parts of a line") for span in outside]


def _end_of_line(source: str, at: int) -> int:
    found = _LINE_END.search(source, at)
    return found.start() if found else len(source)


_LINE_END = pattern(r"[\r\n]")


def comments(source: str, base: int, root: Node | None) -> tuple[Span, ...]:
    """The spans of the comments: what begins with a `#` after white space and lies in no scalar."""
    return tuple(_outside(source, base, sorted([node.span for node in _scalars(root)]), _COMMENT))


def _outside(source: str, base: int, inside: list[Span], pattern: re.Pattern[str]) -> list[Span]:
    """Matches that begin in none of the spans."""
    spans = iter(inside)
    current = next(spans, None)
    outside = []
    for found in pattern.finditer(source):
        start = found.start() + base
        while current is not None and current.end <= start:
            current = next(spans, None)
        if current is None or start < current.start:
            outside.append(Span(start, found.end() + base))
    return outside


def _scalars(root: Node | None) -> list[Scalar]:
    scalars: list[Scalar] = []
    pending = [root] if root is not None else []
    while pending:
        node = pending.pop()
        if isinstance(node, Scalar):
            scalars.append(node)
        elif isinstance(node, Sequence):
            pending += node.items
        elif isinstance(node, Mapping):
            for entry in node.entries:
                scalars.append(entry.key)
                pending.append(entry.value)
    return scalars
