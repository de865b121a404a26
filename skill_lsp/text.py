r"""One file's content as an immutable value, with spans and edits on it.

Everything above works with offsets in code points. Lines end where LSP ends them: at `\r\n`, `\n` or a lone `\r`.
"""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate
from typing import TYPE_CHECKING

from skill_lsp.pattern import pattern
from skill_lsp.record import NamedTuple, cached_property

if TYPE_CHECKING:
    from collections.abc import Iterable

_LINE_END = pattern(r"\r\n|\n|\r")
BOM = "\ufeff"


class Span(NamedTuple):
    """A half-open range of code-point offsets."""

    start: int
    end: int

    def __contains__(self, offset: object) -> bool:
        """Whether an offset lies inside or at the end (where a cursor still touches the span)."""
        return isinstance(offset, int) and self.start <= offset <= self.end

    def covers(self, other: Span) -> bool:
        """Whether `other` lies wholly inside this span."""
        return self.start <= other.start and other.end <= self.end

    def moved(self, by: int) -> Span:
        """The same length, `by` code points further on."""
        return Span(self.start + by, self.end + by)


def on_one_line(text: str) -> str:
    """The text with every run of white space as one blank, and none at its ends."""
    if text.isprintable() and "  " not in text and text[:1] != " " and text[-1:] != " ":
        return text  # of all white space only the blank is printable
    return " ".join(text.split())


class Edit(NamedTuple):
    """Replace what stands in `span` by `text`."""

    span: Span
    text: str


class Position(NamedTuple):
    """Line and column, both counted from 0, the column in code points."""

    line: int
    column: int


class Undecodable(NamedTuple):
    """Why bytes were not UTF-8: `reason` is "utf-16", "utf-32" or "invalid", `byte` the offset of the first bad one."""

    reason: str
    byte: int


class Text:
    """The content of one file.

    `content` keeps a byte order mark and every line ending as they were. `undecodable` tells that the bytes were not
    UTF-8; the content then holds U+FFFD for what could not be read (or the decoded UTF-16/32, so that it can be shown).
    """

    __slots__ = ("__dict__", "content", "size", "undecodable")

    def __init__(self, content: str, *, size: int | None = None, undecodable: Undecodable | None = None) -> None:
        self.content = content
        self.undecodable = undecodable
        self.size = len(content.encode("utf-8", "surrogatepass")) if size is None else size
        """Length in bytes as stored."""

    @classmethod
    def decode(cls, data: bytes) -> Text:
        """Text of a file's bytes; never raises."""
        try:
            return cls(data.decode("utf-8"), size=len(data))
        except UnicodeDecodeError as error:
            for mark, codec in (
                (b"\xff\xfe\x00\x00", "utf-32"), (b"\x00\x00\xfe\xff", "utf-32"),
                (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"),
            ):  # fmt: skip
                if data.startswith(mark):
                    content = data.decode(codec, "replace")
                    return cls(content, size=len(data), undecodable=Undecodable(codec, 0))
            return cls(data.decode("utf-8", "replace"), size=len(data), undecodable=Undecodable("invalid", error.start))

    def __len__(self) -> int:
        return len(self.content)

    def __getitem__(self, span: Span) -> str:
        return self.content[span.start : span.end]

    @cached_property
    def line_starts(self) -> list[int]:
        """Offset of the first character of each line."""
        if "\r" not in self.content:
            return [0, *accumulate([len(line) + 1 for line in self.content.split("\n")[:-1]])]
        return [0, *(match.end() for match in _LINE_END.finditer(self.content))]

    def position(self, offset: int) -> Position:
        """Where an offset (clamped to the text) lies."""
        offset = min(max(offset, 0), len(self.content))
        line = bisect_right(self.line_starts, offset) - 1
        return Position(line, offset - self.line_starts[line])

    def offset(self, position: Position) -> int:
        """The offset of a position; past a line's end it is the line's end, past the last line the text's."""
        if position.line >= len(self.line_starts):
            return len(self.content)
        line = self.line(position.line)
        return min(line.start + position.column, line.end)

    def line(self, number: int) -> Span:
        """The span of a line (from 0) without its line ending."""
        start = self.line_starts[number]
        if number + 1 == len(self.line_starts):
            return Span(start, len(self.content))
        end = self.line_starts[number + 1] - 1
        if end > start and self.content[end] == "\n" and self.content[end - 1] == "\r":
            end -= 1
        return Span(start, end)

    def line_at(self, offset: int) -> Span:
        """The span of the line that an offset lies on, without its line ending."""
        return self.line(self.position(offset).line)

    @cached_property
    def newline(self) -> str:
        """The line ending to write: the first one used, a line feed where there is none."""
        found = _LINE_END.search(self.content)
        return found.group() if found else "\n"

    def edited(self, edits: Iterable[Edit]) -> Text:
        """A new text with the edits applied. Raises ValueError where two of them overlap."""
        pieces: list[str] = []
        at = 0
        for span, replacement in sorted(edits):
            if span.start < at:
                raise ValueError(f"overlapping edits at offset {span.start}")
            pieces += self.content[at : span.start], replacement
            at = span.end
        pieces.append(self.content[at:])
        return Text("".join(pieces))
