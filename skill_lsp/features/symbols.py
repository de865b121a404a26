"""The outline of a document."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types as lsp

from skill_lsp.features import outline
from skill_lsp.syntax.nodes import Mapping, Scalar
from skill_lsp.text import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skill_lsp.features.document import Document
    from skill_lsp.features.snapshot import Snapshot
    from skill_lsp.syntax.nodes import Entry

_DETAIL = 60


def document_symbols(snapshot: Snapshot, document: Document) -> list[lsp.DocumentSymbol] | list[lsp.SymbolInformation]:
    """Keys, headings and directives as a tree, or flat for a client that takes no tree."""
    symbols = [*_keys(document), *_sections(document)]
    if snapshot.client.symbol_tree:
        return symbols
    return [
        lsp.SymbolInformation(lsp.Location(document.uri, one.range), one.name, one.kind, container_name=container)
        for one, container in _flat(symbols, None)
    ]


def _keys(document: Document) -> list[lsp.DocumentSymbol]:
    keys = [_key(document, entry) for entry in document.root.entries] if document.root else []
    if document.frontmatter is None:
        return keys
    opener, content, closer = document.frontmatter.opener, document.frontmatter.content, document.frontmatter.closer
    whole = document.range(Span(opener.start, closer.end if closer else content.end))
    return [lsp.DocumentSymbol("frontmatter", lsp.SymbolKind.Module, whole, document.range(opener), children=keys)]


def _key(document: Document, entry: Entry) -> lsp.DocumentSymbol:
    value = entry.value
    name = entry.key.text or "(no name)"
    whole, own = document.range(entry.span), document.range(entry.key.span)
    if isinstance(value, Mapping):
        children = [_key(document, child) for child in value.entries]
        return lsp.DocumentSymbol(name, lsp.SymbolKind.Object, whole, own, children=children)
    if isinstance(value, Scalar):
        return lsp.DocumentSymbol(name, lsp.SymbolKind.Property, whole, own, detail=_short(value.text))
    return lsp.DocumentSymbol(name, lsp.SymbolKind.Array, whole, own)


def _sections(document: Document) -> list[lsp.DocumentSymbol]:
    if document.markdown is None:
        return []
    top: list[lsp.DocumentSymbol] = []
    open_sections: list[tuple[Span, list[lsp.DocumentSymbol]]] = []
    parts: list[tuple[Span, lsp.DocumentSymbol, bool]] = []
    for section in outline.sections(document.markdown.headings, document.body.end):
        whole, own = document.range(section.span), document.range(section.heading.span)
        symbol = lsp.DocumentSymbol(section.heading.text or "(no title)", lsp.SymbolKind.String, whole, own)
        parts.append((section.span, symbol, True))
    for directive in document.directives:
        place = document.range(directive.span)
        command = _short(document.text[directive.command])
        symbol = lsp.DocumentSymbol(f"!`{command}`", lsp.SymbolKind.Event, place, place)
        parts.append((directive.span, symbol, False))
    for span, symbol, is_section in sorted(parts, key=lambda part: part[0]):
        while open_sections and not open_sections[-1][0].covers(span):
            open_sections.pop()
        (open_sections[-1][1] if open_sections else top).append(symbol)
        if is_section:
            children: list[lsp.DocumentSymbol] = []
            symbol.children = children
            open_sections.append((span, children))
    return top


def _flat(symbols: list[lsp.DocumentSymbol], container: str | None) -> Iterator[tuple[lsp.DocumentSymbol, str | None]]:
    for symbol in symbols:
        yield symbol, container
        yield from _flat(list(symbol.children or ()), symbol.name)


def _short(text: str) -> str:
    line = " ".join(text[: 4 * _DETAIL].split())
    return line if len(line) <= _DETAIL else line[: _DETAIL - 1] + "…"
