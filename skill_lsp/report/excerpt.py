"""A source line with a range marked, as a terminal shows it: tabs, wide characters and emoji counted in cells."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from skill_lsp.record import NamedTuple

if TYPE_CHECKING:
    from skill_lsp.text import Span, Text

TAB = 4
WIDTH = 100
"""Cells of a line that are shown at most."""
_BEFORE = 40
_JOINER = "\u200d"
_SHOWN_AS_THEY_ARE = frozenset({_JOINER, "\ufe0e", "\ufe0f"})
_SKIN_TONES = range(0x1F3FB, 0x1F400)


class Excerpt(NamedTuple):
    """Line number (from 1), the line as it is shown, and its marks."""

    number: int
    line: str
    marks: str


class _Cell(NamedTuple):
    """What is shown for one character, and how many cells it takes."""

    shown: str
    width: int


_Cells: TypeAlias = "str | list[_Cell]"
"""The cells of a text. Printable ASCII is its own cells."""


def of(text: Text, span: Span) -> Excerpt:
    """The first line of a span, `^` under each of its cells; a span over several lines is marked to the line's end."""
    position = text.position(span.start)
    line = text.line(position.line)
    first = max(line.start, span.start - WIDTH)
    cells = _cells(text.content[first : min(line.end, span.end + WIDTH)])
    start = min(span.start, line.end) - first
    end = min(span.end, line.end) - first
    before, marked, after = cells[:start], cells[start:end], cells[end:]
    shown, start = _crop_left(before, is_cut=first > line.start)
    shown += _shown(marked)
    taken = start + _width(marked)
    marks = " " * start + "^" * max(1, taken - start)
    if span.end > line.end and text.position(span.end).line > position.line:
        marks += f" … to line {text.position(span.end).line + 1}"
    tail, cut = _crop_right(after, max(WIDTH - taken, 0))
    if cut or line.end > span.end + WIDTH:
        tail += "…"
    limit = _BEFORE + WIDTH
    if taken > limit:
        shown, marks, tail = shown[:limit], marks[:limit], "…"
    return Excerpt(position.line + 1, (shown + tail).rstrip(), marks)


def visible(text: str) -> str:
    """Text without characters that a terminal would act on or not show: each becomes `<U+202E>`."""
    if text.isprintable():
        return text
    return "".join(_cell(character, "").shown for character in text)


def _width(cells: _Cells) -> int:
    return len(cells) if isinstance(cells, str) else sum(cell.width for cell in cells)


def _shown(cells: _Cells) -> str:
    return cells if isinstance(cells, str) else "".join(cell.shown for cell in cells)


def _cells(text: str) -> _Cells:
    if text.isascii() and text.isprintable():
        return text
    cells: list[_Cell] = []
    before = ""
    column = 0
    for character in text:
        cell = _Cell(" " * (TAB - column % TAB), TAB - column % TAB) if character == "\t" else _cell(character, before)
        column += cell.width
        cells.append(cell)
        before = character
    return cells


def _cell(character: str, before: str) -> _Cell:
    import unicodedata

    category = unicodedata.category(character)
    if character in _SHOWN_AS_THEY_ARE or category in ("Mn", "Me"):
        return _Cell(character, 0)
    if before == _JOINER or ord(character) in _SKIN_TONES:
        return _Cell(character, 0)  # one picture with what stands before
    if category in ("Cc", "Cf", "Cs", "Co", "Zl", "Zp"):
        name = f"<U+{ord(character):04X}>"
        return _Cell(name, len(name))
    return _Cell(character, 2 if unicodedata.east_asian_width(character) in "WF" else 1)


def _crop_left(cells: _Cells, *, is_cut: bool) -> tuple[str, int]:
    """The cells, or only the last ones before a long line's range, and how many they are."""
    taken = _width(cells)
    if not is_cut and taken <= WIDTH - _BEFORE:
        return _shown(cells), taken
    kept = cells[-_BEFORE:]
    return "…" + _shown(kept), 1 + _width(kept)


def _crop_right(cells: _Cells, room: int) -> tuple[str, bool]:
    if isinstance(cells, str):
        return cells[:room], len(cells) > room
    shown: list[str] = []
    for cell in cells:
        room -= cell.width
        if room < 0:
            return "".join(shown), True
        shown.append(cell.shown)
    return "".join(shown), False
