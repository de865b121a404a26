"""What a place in a document is about (a skill, a file, a heading, an argument) and all places about the same.

Definition, references, highlights and rename all ask here.
"""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING

from skill_lsp.features import mentions
from skill_lsp.features.cursor import content_span, key_at
from skill_lsp.record import NamedTuple
from skill_lsp.syntax.activation import Activation
from skill_lsp.syntax.manifest import LockFile
from skill_lsp.syntax.nodes import Mapping, Scalar, Sequence
from skill_lsp.syntax.skill import SkillMd, SkillToml
from skill_lsp.text import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skill_lsp.features.document import Document
    from skill_lsp.features.snapshot import Snapshot
    from skill_lsp.syntax.placeholders import Placeholder

SKILL, FILE, HEADING, ARGUMENT = "skill", "file", "heading", "argument"
_REFERENCE = re.compile(r"(?<![\w$/.\\@:-])(?:[$/])(?:(?P<plugin>[\w.-]+):)?(?P<name>\w[\w-]*)(?![\w/:-]|\.\w)")


class Subject(NamedTuple):
    """kind: one of the four; name: a skill's name, a file's path, a heading's slug, an argument's number or name; path:
    the file of a heading or argument."""

    kind: str
    name: str
    path: str = ""


class Place(NamedTuple):
    """A place that is about a subject. declares: it is where the subject is made; written: the span holds the subject's
    name, so that a rename replaces it."""

    span: Span
    declares: bool = False
    written: bool = True


class Reference(NamedTuple):
    """A skill's name in a text."""

    span: Span
    name: str
    declares: bool


def at(snapshot: Snapshot, document: Document, offset: int) -> Subject | None:
    """What the place at an offset is about."""
    for reference in references(snapshot, document):
        if offset in reference.span:
            return Subject(SKILL, reference.name)
    mention = mentions.at(snapshot, document, offset)
    if mention is not None and mention.path is not None:
        if mention.anchor and (mention.path_span is None or offset > mention.path_span.end):
            return Subject(HEADING, mention.anchor, mention.path)
        return Subject(FILE, mention.path)
    for heading in document.markdown.headings if document.markdown else ():
        if offset in heading.title:
            return Subject(HEADING, heading.slug, document.path)
    return _argument_at(snapshot, document, offset)


def places(snapshot: Snapshot, document: Document, subject: Subject) -> list[Place]:
    """The places of a document that are about a subject, in order."""
    found: Iterator[Place]
    if subject.kind == SKILL:
        found = _skill_places(snapshot, document, subject)
    elif subject.kind == FILE:
        found = _file_places(snapshot, document, subject)
    elif subject.kind == HEADING:
        found = _heading_places(snapshot, document, subject)
    else:
        found = _argument_places(snapshot, document, subject)
    return sorted(set(found))


def everywhere(snapshot: Snapshot, subject: Subject) -> Iterator[tuple[Document, list[Place]]]:
    """The documents of the workspace that speak of a subject, with the places."""
    word = subject.name if subject.kind == SKILL else posixpath.basename(subject.path or subject.name)
    for document in snapshot.every(word, always=subject.path):
        found = places(snapshot, document, subject)
        if found:
            yield document, found


# ------------------------------------------------------------------------- skills


def references(snapshot: Snapshot, document: Document) -> list[Reference]:
    """The names of skills in a document, in order."""
    key = ("references", snapshot.moment)
    if key not in document.known:
        found = [*_declaration(document), *_activations(document), *_locked(document), *_in_body(snapshot, document)]
        document.known[key] = sorted(found)
    known: list[Reference] = document.known[key]
    return known


def _declaration(document: Document) -> Iterator[Reference]:
    if isinstance(document.tree, SkillMd | SkillToml) and document.root is not None:
        name = document.root.get("name")
        if isinstance(name, Scalar) and name.text:
            yield Reference(content_span(name, document.text), name.text, declares=True)


def _activations(document: Document) -> Iterator[Reference]:
    """The items of `[ai] skills`, in files that activate skills."""
    for item in document.tree.items if isinstance(document.tree, Activation) else ():
        yield Reference(content_span(item, document.text), item.text, declares=False)


def _locked(document: Document) -> Iterator[Reference]:
    """The keys of a lock file."""
    skills = document.root.get("skills") if isinstance(document.tree, LockFile) and document.root else None
    for entry in skills.entries if isinstance(skills, Mapping) else ():
        yield Reference(content_span(entry.key, document.text), entry.key.text, declares=False)


def _in_body(snapshot: Snapshot, document: Document) -> Iterator[Reference]:
    """`$name`, `/name` and `/plugin:name` of skills that exist; in code fences they may be anything."""
    if document.markdown is None:
        return
    content = document.text.content
    fences = [fence.span for fence in document.markdown.fences]
    targets = [link.target for link in document.markdown.links]
    for found in _REFERENCE.finditer(content, document.body.start, document.body.end):
        span = Span(*found.span("name"))
        if snapshot.workspace.named(found["name"]) and not any(one.covers(span) for one in (*fences, *targets)):
            yield Reference(span, found["name"], declares=False)


def _skill_places(snapshot: Snapshot, document: Document, subject: Subject) -> Iterator[Place]:
    declared = False
    for reference in references(snapshot, document):
        if reference.name == subject.name:
            declared |= reference.declares
            yield Place(reference.span, reference.declares)
    is_skill = isinstance(document.tree, SkillMd)
    if is_skill and not declared and posixpath.basename(document.directory) == subject.name:
        yield Place(Span(0, 0), declares=True, written=False)


# -------------------------------------------------------------- files and headings


def _file_places(snapshot: Snapshot, document: Document, subject: Subject) -> Iterator[Place]:
    for mention in mentions.mentions(snapshot, document):
        if mention.path == subject.name and mention.path_span is not None:
            yield Place(mention.path_span)


def _heading_places(snapshot: Snapshot, document: Document, subject: Subject) -> Iterator[Place]:
    if document.path == subject.path:
        heading = mentions.heading(document, subject.name)
        if heading is not None:
            yield Place(heading.title, declares=True)
    for mention in mentions.mentions(snapshot, document):
        if mention.anchor == subject.name and mention.path == subject.path:
            yield Place(Span(mention.span.end - len(mention.anchor), mention.span.end))


# ---------------------------------------------------------------------- arguments


def _argument_at(snapshot: Snapshot, document: Document, offset: int) -> Subject | None:
    for token in document.placeholders:
        if offset in token.span:
            number = _number(snapshot, document, token)
            return Subject(ARGUMENT, str(number), document.path) if number is not None else None
    place = key_at(document.root, offset)
    if place is not None and not place.on_key and place.names == ("arguments",):
        for number, span in enumerate(_declared_arguments(document)):
            if offset in span:
                return Subject(ARGUMENT, str(number), document.path)
    return None


def _argument_places(snapshot: Snapshot, document: Document, subject: Subject) -> Iterator[Place]:
    if document.path != subject.path:
        return
    declared = list(_declared_arguments(document))
    number = int(subject.name)
    hint = document.root.get("argument-hint") if document.root else None
    if number < len(declared):
        yield Place(declared[number], declares=True)
    elif isinstance(hint, Scalar):
        yield Place(content_span(hint, document.text), declares=True, written=False)
    for token in document.placeholders:
        if _number(snapshot, document, token) == number:
            named = token.kind == "name"
            yield Place(Span(token.span.start + 1, token.span.end) if named else token.span, written=named)


def _number(snapshot: Snapshot, document: Document, token: Placeholder) -> int | None:
    """The number of the argument that a placeholder stands for, in the first host to which it is one."""
    numbers = (meaning.number for _, meaning in snapshot.meanings(document, token) if meaning.kind == "argument")
    return next((number for number in numbers if number is not None), None)


def _declared_arguments(document: Document) -> Iterator[Span]:
    """The names that the `arguments` key declares: a list, or words in one text."""
    node = document.root.get("arguments") if document.root and isinstance(document.tree, SkillMd) else None
    if isinstance(node, Sequence):
        yield from (content_span(item, document.text) for item in node.items if isinstance(item, Scalar))
    elif isinstance(node, Scalar):
        inner = content_span(node, document.text)
        for found in re.finditer(r"[^\s,]+", document.text[inner]):
            yield Span(inner.start + found.start(), inner.start + found.end())
