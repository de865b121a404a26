"""References and highlights: every place that is about the same skill, file, heading or argument."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types as lsp

from skill_lsp.features import subjects
from skill_lsp.features.cursor import content_span
from skill_lsp.syntax.nodes import Scalar

if TYPE_CHECKING:
    from skill_lsp.features.document import Document
    from skill_lsp.features.snapshot import Snapshot


def references(
    snapshot: Snapshot, document: Document, position: lsp.Position, context: lsp.ReferenceContext
) -> list[lsp.Location]:
    """All places in the workspace, with the declaration where the client wants it."""
    subject = subjects.at(snapshot, document, document.offset(position))
    if subject is None:
        return []
    return [
        lsp.Location(other.uri, other.range(place.span))
        for other, places in subjects.everywhere(snapshot, subject)
        for place in places
        if context.include_declaration or not place.declares
    ]


def highlights(snapshot: Snapshot, document: Document, position: lsp.Position) -> list[lsp.DocumentHighlight]:
    """The places in the document itself."""
    subject = subjects.at(snapshot, document, document.offset(position))
    if subject is None:
        return []
    kinds = {True: lsp.DocumentHighlightKind.Write, False: lsp.DocumentHighlightKind.Read}
    return [
        lsp.DocumentHighlight(document.range(place.span), kinds[place.declares])
        for place in subjects.places(snapshot, document, subject)
        if place.span.end > place.span.start
    ]


def to_skill(snapshot: Snapshot, document: Document) -> list[lsp.Location]:
    """Where other places refer to a skill, by the name that it declares."""
    name = document.root.get("name") if document.root else None
    if not isinstance(name, Scalar) or not name.text:
        return []
    start = document.range(content_span(name, document.text)).start
    return references(snapshot, document, start, lsp.ReferenceContext(include_declaration=False))
