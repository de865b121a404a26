"""Completion: which completions a place has, and their documentation once one is looked at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types as lsp

from skill_lsp.features import completion_body, completion_keys, completion_new, plugin_keys
from skill_lsp.syntax.manifest import Marketplace, PluginManifest

if TYPE_CHECKING:
    from skill_lsp.features.document import Document
    from skill_lsp.features.snapshot import Snapshot

TRIGGERS = ("$", "{", "/", "#", "(", ":", "-", '"', "'", "[", ",", " ", "\n")


def completion(snapshot: Snapshot, document: Document, position: lsp.Position) -> lsp.CompletionList:
    """What can be written at a position."""
    offset = document.offset(position)
    if not document.text.content.strip() or completion_new.is_wanted(document, offset):
        items = completion_new.items(snapshot, document, offset)
    elif isinstance(document.tree, PluginManifest | Marketplace):
        items = completion_body.manifest_paths(snapshot, document, offset) or plugin_keys.items(
            snapshot, document, offset
        )
    elif document.in_keys(offset):
        items = completion_keys.items(snapshot, document, offset)
    else:
        items = completion_body.items(snapshot, document, offset)
    for item in items:  # of an item with an edit Neovim filters nothing else
        item.filter_text = item.filter_text or item.label
    return lsp.CompletionList(is_incomplete=False, items=items)


def resolve(snapshot: Snapshot, item: lsp.CompletionItem) -> lsp.CompletionItem:
    """The item with its documentation."""
    data = item.data if isinstance(item.data, dict) else {}
    document = snapshot.document(str(data.get("uri", "")))
    names = data.get("names")
    if document is not None and isinstance(names, list):
        item.documentation = completion_keys.documentation(snapshot, document, tuple(map(str, names)))
    return item
