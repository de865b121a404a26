"""Document links: bundled files that exist, headings, pages."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lsprotocol import types as lsp

from skill_lsp.features import mentions
from skill_lsp.syntax.nodes import Mapping, Scalar, Sequence
from skill_lsp.text import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skill_lsp.features.document import Document
    from skill_lsp.features.snapshot import Snapshot
    from skill_lsp.syntax.nodes import Node

_PAGE = re.compile(r"https?://[^\s\"'<>]+")


def document_links(snapshot: Snapshot, document: Document) -> list[lsp.DocumentLink]:
    """What can be opened from a document."""
    links = []
    for mention in mentions.mentions(snapshot, document):
        target = mention.address or _file(snapshot, document, mention)
        if target is not None:
            links.append(lsp.DocumentLink(document.range(mention.span), target))
    pages = [lsp.DocumentLink(document.range(span), document.text[span]) for span in _pages(document, document.root)]
    return links + pages


def _file(snapshot: Snapshot, document: Document, mention: mentions.Mention) -> str | None:
    """The address of a mentioned file, with the line of the heading where one is named."""
    path = mention.path
    if path is None or (path != document.path and not snapshot.files.exists(path)):
        return None
    if mention.anchor:
        target = document if path == document.path else snapshot.at(path)
        heading = mentions.heading(target, mention.anchor) if target else None
        if target is not None and heading is not None:
            return f"{target.uri}#L{target.text.position(heading.span.start).line + 1}"
    return snapshot.uri(path)


def _pages(document: Document, node: Node | None) -> Iterator[Span]:
    """Web addresses in the values of keys."""
    if isinstance(node, Mapping):
        for entry in node.entries:
            yield from _pages(document, entry.value)
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from _pages(document, item)
    elif isinstance(node, Scalar):
        for found in _PAGE.finditer(document.text[node.span]):
            end = found.end() - (len(found.group()) - len(found.group().rstrip(".,;:)")))
            yield Span(node.span.start + found.start(), node.span.start + end)
