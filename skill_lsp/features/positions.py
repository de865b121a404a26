"""Offsets in code points to positions as the client counts them, and back: UTF-8, UTF-16 or UTF-32 units."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import lru_cache
from typing import TYPE_CHECKING

from lsprotocol import types as lsp

from skill_lsp.record import NamedTuple
from skill_lsp.text import Edit, Span, Text

if TYPE_CHECKING:
    from collections.abc import Iterable

UTF8 = "utf-8"
UTF16 = "utf-16"
UTF32 = "utf-32"


def units(content: str, encoding: str) -> int:
    """How many of the client's units a string has."""
    if encoding == UTF32 or content.isascii():
        return len(content)
    if encoding == UTF8:
        return len(content.encode("utf-8", "surrogatepass"))
    return len(content) + sum(1 for character in content if character > "\uffff")


class _Wide(NamedTuple):
    """The characters of a line that are more than one unit: where each ends, in code points and in units."""

    points: list[int]
    units: list[int]


_WIDE = {UTF8: re.compile("[^\0-\x7f]"), UTF16: re.compile("[^\0-\uffff]")}


@lru_cache(maxsize=256)
def _wide(text: Text, line: int, encoding: str) -> _Wide:
    """Kept, since a long line may hold many positions that are asked for one after the other."""
    found = _Wide([], [])
    pattern = _WIDE.get(encoding)
    if pattern is None or text.content.isascii():
        return found
    more = 0
    start, end = text.line(line)
    for match in pattern.finditer(text.content, start, end):
        more += units(match.group(), encoding) - 1
        found.points.append(match.end() - start)
        found.units.append(match.end() - start + more)
    return found


def offset_of(text: Text, position: lsp.Position, encoding: str) -> int:
    """The offset of a client's position; past a line's end means the line's end, past the text the text's, inside a
    character its start."""
    if position.line >= len(text.line_starts):
        return len(text)
    number = max(position.line, 0)
    line = text.line(number)
    wide = _wide(text, number, encoding)
    index = bisect_right(wide.units, position.character)
    column = position.character - (wide.units[index - 1] - wide.points[index - 1] if index else 0)
    if index < len(wide.points):
        column = min(column, wide.points[index] - 1)
    return min(line.start + max(column, 0), line.end)


def position_of(text: Text, offset: int, encoding: str) -> lsp.Position:
    """The client's position of an offset."""
    line, column = text.position(offset)
    wide = _wide(text, line, encoding)
    index = bisect_right(wide.points, column)
    return lsp.Position(line, column + (wide.units[index - 1] - wide.points[index - 1] if index else 0))


def span_of(text: Text, selection: lsp.Range, encoding: str) -> Span:
    """The span of a client's range; a range that ends before it starts is empty."""
    start = offset_of(text, selection.start, encoding)
    return Span(start, max(start, offset_of(text, selection.end, encoding)))


def range_of(text: Text, span: Span, encoding: str) -> lsp.Range:
    """The client's range of a span."""
    return lsp.Range(position_of(text, span.start, encoding), position_of(text, span.end, encoding))


def changed(text: Text, changes: Iterable[lsp.TextDocumentContentChangeEvent], encoding: str) -> Text:
    """The text after a client's changes, each on the result of the one before."""
    for change in changes:
        if isinstance(change, lsp.TextDocumentContentChangePartial):
            text = text.edited([Edit(span_of(text, change.range, encoding), change.text)])
        else:
            text = Text(change.text)
    return text
