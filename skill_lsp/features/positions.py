"""Offsets in code points to positions as the client counts them, and back: UTF-8, UTF-16 or UTF-32 units."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types as lsp

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


def code_points(content: str, column: int, encoding: str) -> int:
    """How many code points of a line the first `column` units are; a column inside a character means its start."""
    if encoding == UTF32 or content.isascii():
        return min(max(column, 0), len(content))
    seen = 0
    for index, character in enumerate(content):
        width = units(character, encoding)
        if seen + width > column:
            return index
        seen += width
    return len(content)


def offset_of(text: Text, position: lsp.Position, encoding: str) -> int:
    """The offset of a client's position; past a line's end means the line's end, past the text the text's."""
    if position.line >= len(text.line_starts):
        return len(text)
    line = text.line(max(position.line, 0))
    return line.start + code_points(text[line], position.character, encoding)


def position_of(text: Text, offset: int, encoding: str) -> lsp.Position:
    """The client's position of an offset."""
    line, column = text.position(offset)
    start = text.line_starts[line]
    return lsp.Position(line, units(text.content[start : start + column], encoding))


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
