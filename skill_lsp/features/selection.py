"""Growing selections: word, value, entry, mapping among keys; word, link, line, paragraph, section in a body."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types as lsp

from skill_lsp.features import outline
from skill_lsp.features.cursor import content_span, key_at, nodes_around
from skill_lsp.text import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skill_lsp.features.document import Document


def selection_ranges(document: Document, positions: list[lsp.Position]) -> list[lsp.SelectionRange]:
    """For each position the ranges around it, each inside the next."""
    return [_chain(document, document.offset(position)) for position in positions]


def _chain(document: Document, offset: int) -> lsp.SelectionRange:
    spans = {span for span in _around(document, offset) if offset in span}
    selected: lsp.SelectionRange | None = None
    outer: Span | None = None
    for span in sorted(spans, key=lambda span: (span.start - span.end, span.start)):
        if outer is None or (outer != span and outer.covers(span)):
            selected = lsp.SelectionRange(document.range(span), parent=selected)
            outer = span
    return selected or lsp.SelectionRange(document.range(Span(offset, offset)))


def _around(document: Document, offset: int) -> Iterator[Span]:
    text = document.text
    yield Span(0, len(text))
    yield _word(text.content, offset)
    frontmatter = document.frontmatter
    if frontmatter is not None:
        yield frontmatter.content
        yield Span(frontmatter.opener.start, frontmatter.closer.end if frontmatter.closer else frontmatter.content.end)
    yield from nodes_around(document.root, offset)
    place = key_at(document.root, offset)
    if place is not None and place.scalar is not None and not place.on_key:
        yield content_span(place.scalar, text)
    markdown = document.markdown
    if markdown is None or (frontmatter is not None and offset < document.body.start):
        return
    yield document.body
    yield text.line_at(offset)
    yield _paragraph(document, offset)
    yield from (section.span for section in outline.sections(markdown.headings, document.body.end))
    for heading in markdown.headings:
        yield heading.title
    for fence in markdown.fences:
        yield fence.content
        yield fence.span
    for link in markdown.links:
        yield from (link.title, link.target, link.span)
    yield from (*markdown.code_spans, *markdown.comments)
    for placeholder in document.placeholders:
        yield placeholder.span
    for directive in document.directives:
        yield from (directive.command, directive.span)


def _word(content: str, offset: int) -> Span:
    start = end = offset
    while start > 0 and (content[start - 1].isalnum() or content[start - 1] in "_-"):
        start -= 1
    while end < len(content) and (content[end].isalnum() or content[end] in "_-"):
        end += 1
    return Span(start, end)


def _paragraph(document: Document, offset: int) -> Span:
    text = document.text
    first = last = text.position(offset).line
    if not text[text.line(first)].strip():
        return text.line(first)
    while first > 0 and text.line(first - 1).start >= document.body.start and text[text.line(first - 1)].strip():
        first -= 1
    while last + 1 < len(text.line_starts) and text[text.line(last + 1)].strip():
        last += 1
    return Span(text.line(first).start, text.line(last).end)
