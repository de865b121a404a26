"""The Markdown of a body: fences, code, headings, links and comments, found in one linear pass."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from skill_lsp.text import Span, Text


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
        raise NotImplementedError


def scan(text: Text, body: Span) -> Markdown:
    """Scans a body. Linear in its length; never raises."""
    raise NotImplementedError
