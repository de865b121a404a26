"""Hover: what stands under the pointer and what each host makes of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types as lsp

from skill_lsp.features import hover_body, hover_keys, markup, plugin_keys
from skill_lsp.features.cursor import key_at
from skill_lsp.syntax.manifest import Marketplace, PluginManifest

if TYPE_CHECKING:
    from collections.abc import Callable

    from skill_lsp.features.document import Document
    from skill_lsp.features.snapshot import Snapshot
    from skill_lsp.text import Span

    Told = tuple[Span, str] | None


def hover(snapshot: Snapshot, document: Document, position: lsp.Position) -> lsp.Hover | None:
    """What to show at a position, None where nothing is known about it."""
    offset = document.offset(position)
    told = _told(snapshot, document, offset)
    if told is None:
        return None
    span, markdown = told
    if snapshot.client.markdown_hover:
        return lsp.Hover(markup.drawn(markdown), document.range(span))
    return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.PlainText, markup.plain(markdown)), document.range(span))


def _told(snapshot: Snapshot, document: Document, offset: int) -> Told:
    if isinstance(document.tree, PluginManifest | Marketplace) and (told := plugin_keys.hover(document, offset)):
        return told
    if document.in_keys(offset):
        place = key_at(document.root, offset)
        return hover_keys.at(snapshot, document, place, offset) if place else None
    askers: tuple[Callable[[Snapshot, Document, int], Told], ...] = (
        hover_body.directive, hover_body.placeholder, hover_body.link, hover_body.reference,
    )  # fmt: skip
    return next((told for ask in askers if (told := ask(snapshot, document, offset))), None)
