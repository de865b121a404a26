"""Folding: the frontmatter, its long values, sections, code fences, comments and the tables of a manifest."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types as lsp

from skill_lsp.features import outline
from skill_lsp.syntax.nodes import Mapping, Sequence

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skill_lsp.features.document import Document
    from skill_lsp.syntax.nodes import Node
    from skill_lsp.text import Span


def folding_ranges(document: Document) -> list[lsp.FoldingRange]:
    """Everything that can be folded, in order, each pair of lines once."""
    found: dict[tuple[int, int], lsp.FoldingRange] = {}
    for span, kind in _foldable(document):
        first, last = _lines(document, span)
        if last > first:
            found.setdefault((first, last), lsp.FoldingRange(first, last, kind=kind))
    return [found[lines] for lines in sorted(found)]


def _foldable(document: Document) -> Iterator[tuple[Span, lsp.FoldingRangeKind | None]]:
    frontmatter = document.frontmatter
    if frontmatter is not None:
        end = frontmatter.closer.end if frontmatter.closer else frontmatter.content.end
        yield frontmatter.opener._replace(end=end), lsp.FoldingRangeKind.Region
    yield from ((span, None) for span in _values(document.root))
    markdown = document.markdown
    if markdown is None:
        return
    yield from ((section.span, None) for section in outline.sections(markdown.headings, document.body.end))
    yield from ((fence.span, None) for fence in markdown.fences)
    yield from ((comment, lsp.FoldingRangeKind.Comment) for comment in markdown.comments)


def _values(node: Node | None) -> Iterator[Span]:
    if isinstance(node, Mapping):
        for entry in node.entries:
            yield entry.span
            yield from _values(entry.value)
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from _values(item)


def _lines(document: Document, span: Span) -> tuple[int, int]:
    content = document.text.content
    end = span.end
    while end > span.start and content[end - 1].isspace():
        end -= 1
    return document.text.position(span.start).line, document.text.position(end).line
