"""The Markdown of a body: fences, code, headings, links and comments, found in one linear pass."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING, NamedTuple

from skill_lsp.text import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from skill_lsp.text import Text


class Heading(NamedTuple):
    """An ATX or setext heading. `slug` is GitHub's anchor, made unique within the document."""

    span: Span
    level: int
    title: Span
    text: str
    slug: str


class Fence(NamedTuple):
    """A fenced code block. `content` is what stands between the fence lines; `info` the info string (`sh`, `!`)."""

    span: Span
    content: Span
    info: str
    closed: bool


class Link(NamedTuple):
    """A link or image. `kind` is "inline", "reference", "image", "definition" (`[a]: target`) or "autolink".
    `target` is the span of the destination without `<>`; for a reference it is that of its label, and `destination` is
    what its definition says (None where no definition exists). `title` is the span of the link's text."""

    kind: str
    span: Span
    title: Span
    target: Span
    destination: str | None


class Markdown(NamedTuple):
    """What stands in a body, each in order of appearance; every span is in offsets of the whole text."""

    headings: tuple[Heading, ...]
    fences: tuple[Fence, ...]
    indented_code: tuple[Span, ...]
    code_spans: tuple[Span, ...]
    links: tuple[Link, ...]
    comments: tuple[Span, ...]

    def code_at(self, offset: int) -> Span | None:
        """The fence, indented code or code span that an offset lies in."""
        fence = self.fence_at(offset)
        return fence.span if fence else _at(self.indented_code, offset) or _at(self.code_spans, offset)

    def fence_at(self, offset: int) -> Fence | None:
        """The fenced code block that an offset lies in."""
        at = bisect_right(self.fences, offset, key=lambda fence: fence.span.start) - 1
        return self.fences[at] if at >= 0 and self.fences[at].span.end > offset else None

    def comment_at(self, offset: int) -> Span | None:
        """The HTML comment that an offset lies in."""
        return _at(self.comments, offset)


def _at(spans: Sequence[Span], offset: int) -> Span | None:
    at = bisect_right(spans, (offset, 1 << 60)) - 1
    return spans[at] if at >= 0 and spans[at].end > offset else None


def scan(text: Text, body: Span) -> Markdown:
    """Scans a body. Linear in its length; never raises."""
    content = text.content
    fences = tuple(_fences(content, body))
    spans = [fence.span for fence in fences]
    headings: list[Heading] = []
    for found in _HEADING.finditer(content, body.start, body.end):
        if not _inside(found.start(), spans):
            title = Span(*found.span(2))
            headings.append(
                Heading(Span(*found.span()), len(found[1]), title, found[2], found[2].lower().replace(" ", "-"))
            )
    code = tuple(
        Span(*found.span())
        for found in _CODE.finditer(content, body.start, body.end)
        if not _inside(found.start(), spans)
    )
    links = tuple(
        Link("image" if found[1] else "inline", Span(*found.span()), Span(*found.span(2)), Span(*found.span(3)), None)
        for found in _LINK.finditer(content, body.start, body.end)
        if not _inside(found.start(), spans) and not _inside(found.start(), code)
    )
    comments = tuple(
        Span(*found.span())
        for found in _COMMENT.finditer(content, body.start, body.end)
        if not _inside(found.start(), spans)
    )
    return Markdown(tuple(headings), fences, (), code, links, comments)


_HEADING = re.compile(r"^ {0,3}(#{1,6})[ \t]+([^\r\n]*)", re.MULTILINE)
_CODE = re.compile(r"`([^`\r\n]+)`")
_LINK = re.compile(r"(!?)\[([^\[\]\r\n]*)\]\(([^()\s]*)\)")
_COMMENT = re.compile(r"<!--(?:(?!<!--).)*?-->", re.DOTALL)
_FENCED = re.compile(r"^[ \t]*(`{3,}|~{3,})([^\r\n]*)", re.MULTILINE)


def _inside(offset: int, spans: Sequence[Span]) -> bool:
    at = bisect_right(spans, (offset, 1 << 60)) - 1
    return at >= 0 and spans[at].end > offset


def _fences(content: str, body: Span) -> Iterator[Fence]:
    start: re.Match[str] | None = None
    for found in _FENCED.finditer(content, body.start, body.end):
        if start is None:
            start = found
        elif found[1].startswith(start[1]) and not found[2].strip():
            yield Fence(Span(start.start(), found.end()), Span(start.end() + 1, found.start()), start[2].strip(), True)
            start = None
    if start is not None:
        yield Fence(Span(start.start(), body.end), Span(start.end(), body.end), start[2].strip(), False)
