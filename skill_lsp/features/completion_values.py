"""Completion of values: fixed and well-known words, globs from real directories, names of skills, addresses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types as lsp

from skill_lsp import hosts
from skill_lsp.features import keys
from skill_lsp.hosts.keys import TextList

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skill_lsp.features.document import Document
    from skill_lsp.features.snapshot import Snapshot
    from skill_lsp.features.typed import Typed


def values(snapshot: Snapshot, document: Document, place: Typed) -> Iterator[lsp.CompletionItem]:
    """The values that fit the key of a place."""
    yield from _choices(snapshot, document, place)


def _choices(snapshot: Snapshot, document: Document, place: Typed) -> Iterator[lsp.CompletionItem]:
    targets = snapshot.targets(document)
    readers: dict[str, list[str]] = {}
    for host, key in keys.by_host(targets, document, place.names) or keys.by_host(
        hosts.everyone(), document, place.names
    ):
        if key is not None:
            kind = key.kind.item if isinstance(key.kind, TextList) else key.kind
            for choice in kind.choices:
                readers.setdefault(choice, []).append(host.title)
    for index, (choice, titles) in enumerate(readers.items()):
        yield item(document, place, choice, ", ".join(titles), f"{index:03}", kind=lsp.CompletionItemKind.EnumMember)


def item(
    document: Document, place: Typed, value: str, detail: str, order: str, *, kind: lsp.CompletionItemKind
) -> lsp.CompletionItem:
    """A value in place of what is typed, quoted where its format wants quotes and none was typed."""
    quoted = value if document.is_skill_md or place.quote or value in ("true", "false") else f'"{value}"'
    edit = lsp.TextEdit(document.range(place.span), quoted)
    return lsp.CompletionItem(value, kind=kind, detail=detail, sort_text=order, filter_text=quoted, text_edit=edit)
