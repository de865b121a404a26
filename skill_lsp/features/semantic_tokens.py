"""Semantic tokens: keys by what the target hosts do with them, placeholders, directives and references."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types as lsp

from skill_lsp.features import keys, mentions, positions
from skill_lsp.record import NamedTuple
from skill_lsp.syntax.nodes import Mapping
from skill_lsp.text import Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from skill_lsp.features.document import Document
    from skill_lsp.features.snapshot import Snapshot

LEGEND = lsp.SemanticTokensLegend(
    token_types=["property", "comment", "parameter", "variable", "macro", "string", "namespace"],
    token_modifiers=["deprecated", "readonly", "modification", "definition"],
)
"""Only names that every client knows: a key that no target host reads is drawn like a comment (faded)."""


class Token(NamedTuple):
    """A token. kind and modifiers are names of the legend."""

    span: Span
    kind: str
    modifiers: tuple[str, ...] = ()


def semantic_tokens(snapshot: Snapshot, document: Document, within: Span | None = None) -> lsp.SemanticTokens:
    """The tokens of a document, or of a part of it, in the protocol's relative numbers."""
    chosen = [
        token
        for token in tokens(snapshot, document)
        if within is None or (token.span.start < within.end and within.start < token.span.end)
    ]
    return lsp.SemanticTokens(data=list(_encoded(document, chosen)))


def tokens(snapshot: Snapshot, document: Document) -> list[Token]:
    """All tokens in order, none over another."""
    found = [*_keys(snapshot, document), *_placeholders(snapshot, document), *_directives(snapshot, document)]
    found += [Token(one.path_span, "string") for one in mentions.mentions(snapshot, document) if one.path_span]
    kept: list[Token] = []
    for token in sorted(found, key=lambda token: (token.span.start, -token.span.end)):
        if not kept or token.span.start >= kept[-1].span.end:
            kept.append(token)
    return kept


def _keys(snapshot: Snapshot, document: Document) -> Iterator[Token]:
    targets = keys.readers(snapshot.targets(document), document)

    def below(node: Mapping, parents: tuple[str, ...]) -> Iterator[Token]:
        for entry in node.entries:
            names = (*parents, entry.key.text)
            is_declared = any(keys.declared(host, document, parents) for host in targets)
            known = [key for _, key in keys.by_host(targets, document, names) if key is not None]
            if parents and not is_declared:
                continue
            has_effect = not is_declared or any(not key.inert for key in known)
            yield Token(entry.key.span, "property" if has_effect else "comment")
            if isinstance(entry.value, Mapping):
                yield from below(entry.value, names)

    if document.root is not None:
        yield from below(document.root, ())


def _placeholders(snapshot: Snapshot, document: Document) -> Iterator[Token]:
    for token in document.placeholders:
        meanings = [meaning for _, meaning in snapshot.meanings(document, token)]
        if any(not meaning.is_literal for meaning in meanings):
            kind = "parameter" if any(meaning.takes_arguments for meaning in meanings) else "variable"
            yield Token(token.span, kind)


def _directives(snapshot: Snapshot, document: Document) -> Iterator[Token]:
    for directive in document.directives:
        if not snapshot.runners(document, directive):
            continue
        at = directive.span.start
        for token in document.placeholders:
            if directive.span.covers(token.span) and token.span.start >= at:
                yield Token(Span(at, token.span.start), "macro")
                at = token.span.end
        yield Token(Span(at, directive.span.end), "macro")


def _encoded(document: Document, found: Iterable[Token]) -> Iterator[int]:
    line = start = 0
    for token in found:
        for part in _by_line(document, token.span):
            place = document.range(part)
            length = positions.units(document.text[part], document.encoding)
            yield from (
                place.start.line - line,
                place.start.character - (start if place.start.line == line else 0),
                length,
                LEGEND.token_types.index(token.kind),
                sum(1 << LEGEND.token_modifiers.index(one) for one in token.modifiers),
            )
            line, start = place.start.line, place.start.character


def _by_line(document: Document, span: Span) -> Iterator[Span]:
    """The parts of a span on each of its lines: not every client takes tokens over several."""
    text = document.text
    for number in range(text.position(span.start).line, text.position(span.end).line + 1):
        line = text.line(number)
        part = Span(max(span.start, line.start), min(span.end, line.end))
        if part.start < part.end:
            yield part
