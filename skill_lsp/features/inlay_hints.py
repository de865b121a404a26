"""Inlay hints: arguments that hosts number differently, files that a glob matches, cuts and token estimates."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types as lsp

from skill_lsp.features import globs, listing
from skill_lsp.syntax.nodes import Scalar

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skill_lsp.features.document import Document
    from skill_lsp.features.snapshot import Snapshot
    from skill_lsp.text import Span


def inlay_hints(snapshot: Snapshot, document: Document, selection: lsp.Range) -> list[lsp.InlayHint]:
    """The hints of a range that the user's settings leave on."""
    within = document.span(selection)
    wanted = snapshot.preferences.inlay_hints
    hints: list[lsp.InlayHint] = []
    if wanted.arguments:
        hints += _arguments(snapshot, document, within)
    if wanted.globs:
        hints += _globs(snapshot, document, within)
    if wanted.description:
        hints += _cuts(snapshot, document, within)
    if wanted.tokens:
        hints += _tokens(document, within)
    return hints


def _hint(document: Document, offset: int, label: str, tooltip: str) -> lsp.InlayHint:
    position = document.range(document.text.line_at(offset)._replace(start=offset, end=offset)).start
    return lsp.InlayHint(position, label, tooltip=tooltip, padding_left=True)


def _arguments(snapshot: Snapshot, document: Document, within: Span) -> Iterator[lsp.InlayHint]:
    for token in document.placeholders:
        if token.span.end not in within:
            continue
        said: dict[str, list[str]] = {}
        for host, meaning in snapshot.meanings(document, token):
            said.setdefault("text" if meaning.is_literal else meaning.text, []).append(host.title)
        if len(said) > 1:
            label = " · ".join(f"{', '.join(titles)}: {text}" for text, titles in said.items())
            yield _hint(document, token.span.end, label, "The hosts put in different things here")


def _globs(snapshot: Snapshot, document: Document, within: Span) -> Iterator[lsp.InlayHint]:
    for pattern in globs.patterns(document):
        if pattern.span.end in within:
            found = globs.matches(snapshot, document, pattern.text)
            number = f"{len(found.files)}{'' if found.complete else '+'}"
            files = "\n".join(found.files[:10]) or "No file of this project matches"
            yield _hint(document, pattern.span.end, f"{number} file{'' if number == '1' else 's'}", files)


def _cuts(snapshot: Snapshot, document: Document, within: Span) -> Iterator[lsp.InlayHint]:
    at: dict[int, list[listing.ListingCut]] = {}
    for cut in listing.cuts(snapshot, document):
        if cut.offset in within:
            at.setdefault(cut.offset, []).append(cut)
    for offset, cuts in at.items():
        titles = ", ".join(cut.host.title for cut in cuts)
        yield _hint(document, offset, f"✂ {titles}", f"{titles} lists the first {cuts[0].shown} characters, up to here")


def _tokens(document: Document, within: Span) -> Iterator[lsp.InlayHint]:
    node = document.root.get("description") if document.root else None
    if isinstance(node, Scalar) and node.text and node.span.end in within:
        end = document.text.line_at(max(node.span.end - 1, node.span.start)).end
        yield _hint(document, end, _about(listing.tokens(node.text)), "Of the description, at 4 characters each")
    frontmatter = document.frontmatter
    if frontmatter is not None and frontmatter.closer is not None and frontmatter.closer.end in within:
        estimate = listing.tokens(document.text[document.body].strip())
        if estimate:
            yield _hint(document, frontmatter.closer.end, _about(estimate), "Of the body, at 4 characters each")


def _about(tokens: int) -> str:
    return f"≈ {tokens} token{'' if tokens == 1 else 's'}"
