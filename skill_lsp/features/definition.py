"""Definition: the skill, file, heading or argument that a place is about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types as lsp

from skill_lsp.features import subjects
from skill_lsp.text import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skill_lsp.features.document import Document
    from skill_lsp.features.snapshot import Snapshot


_MANIFESTS = (".claude-plugin/plugin.json", "plugin.json")


def definition(
    snapshot: Snapshot, document: Document, position: lsp.Position
) -> list[lsp.Location] | list[lsp.LocationLink]:
    """Where that is, also in several files (copies of a skill)."""
    offset = document.offset(position)
    label = _label(document, offset)
    found = [(document, label)] if label else list(_declarations(snapshot, document, offset))
    if snapshot.client.definition_links:
        return [lsp.LocationLink(one.uri, one.range(span), one.range(span)) for one, span in found]
    return [lsp.Location(one.uri, one.range(span)) for one, span in found]


def _declarations(snapshot: Snapshot, document: Document, offset: int) -> Iterator[tuple[Document, Span]]:
    subject = subjects.at(snapshot, document, offset)
    if subject is None:
        return
    if subject.kind == subjects.FILE:
        target = _file(snapshot, subject.name)
        if target is not None:
            yield target, Span(0, 0)
        return
    for target in _declaring(snapshot, subject):
        for place in subjects.places(snapshot, target, subject):
            if place.declares:
                yield target, place.span


def _file(snapshot: Snapshot, path: str) -> Document | None:
    """A file; of a directory (a plugin's entry) the skill or the manifest in it."""
    inside = (f"{path}/{name}" for name in ("SKILL.md", *_MANIFESTS)) if snapshot.files.is_directory(path) else (path,)
    return next((found for one in inside if snapshot.files.is_file(one) and (found := snapshot.at(one))), None)


def _declaring(snapshot: Snapshot, subject: subjects.Subject) -> Iterator[Document]:
    paths = (subject.path,) if subject.path else snapshot.workspace.named(subject.name)
    for path in paths:
        target = snapshot.at(path)
        if target is not None:
            yield target


def _label(document: Document, offset: int) -> Span | None:
    """For a reference link the place where its label is defined."""
    links = document.markdown.links if document.markdown else ()
    reference = next((link for link in links if link.kind == "reference" and offset in link.span), None)
    if reference is None:
        return None
    label = document.text[reference.target].casefold()
    return next(
        (link.span for link in links if link.kind == "definition" and document.text[link.title].casefold() == label),
        None,
    )
