"""Rename: a skill with its directory and all that names it, a bundled file, a heading, an argument."""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING

from lsprotocol import types as lsp

from skill_lsp.features import edits, moves, subjects
from skill_lsp.hosts.reading import Place, Plugin
from skill_lsp.syntax.skill import SkillMd, SkillToml
from skill_lsp.workspace.documents import parse

if TYPE_CHECKING:
    from skill_lsp.features.document import Document
    from skill_lsp.features.snapshot import Snapshot
    from skill_lsp.text import Span

_ARGUMENT = re.compile(r"[A-Za-z_]\w*\Z")


class RefusedError(Exception):
    """A rename that cannot be made, with the reason for the user."""


def prepare(snapshot: Snapshot, document: Document, position: lsp.Position) -> lsp.PrepareRenamePlaceholder | None:
    """The range that would be replaced, with what stands there; None where nothing can be renamed."""
    offset = document.offset(position)
    subject = subjects.at(snapshot, document, offset)
    span = _span(snapshot, document, subject, offset) if subject else None
    if span is None:
        return None
    return lsp.PrepareRenamePlaceholder(document.range(span), document.text[span])


def rename(snapshot: Snapshot, document: Document, position: lsp.Position, new: str) -> lsp.WorkspaceEdit | None:
    """The edit of a rename. Raises RefusedError."""
    offset = document.offset(position)
    subject = subjects.at(snapshot, document, offset)
    if subject is None or _span(snapshot, document, subject, offset) is None:
        raise RefusedError("There is nothing to rename here.")
    change = _change(snapshot, document, subject, new.strip())
    if change.renames and not (snapshot.client.rename_files and snapshot.client.document_changes):
        raise RefusedError("This editor cannot rename files and directories from a language server.")
    return edits.workspace_edit(snapshot, change.edits, change.renames)


def _span(snapshot: Snapshot, document: Document, subject: subjects.Subject, offset: int) -> Span | None:
    places = subjects.places(snapshot, document, subject)
    return next((place.span for place in places if offset in place.span and place.written), None)


def _change(snapshot: Snapshot, document: Document, subject: subjects.Subject, new: str) -> moves.Change:
    if not new:
        raise RefusedError("A name is needed.")
    if subject.kind == subjects.SKILL:
        _check_skill_name(snapshot, subject.name, new)
        return moves.of_skill(snapshot, subject.name, new)
    if subject.kind == subjects.FILE:
        target = posixpath.normpath(posixpath.join(document.directory, new))
        if snapshot.files.exists(target):
            raise RefusedError(f"{new} exists already.")
        return moves.of_file(snapshot, subject.name, target)
    if subject.kind == subjects.ARGUMENT:
        if not _ARGUMENT.match(new):
            raise RefusedError("An argument's name is a word of letters, digits and underscores.")
        return moves.of_argument(snapshot, document, subject, new)
    home = snapshot.at(subject.path)
    if home is None:
        raise RefusedError(f"{subject.path} cannot be read.")
    return moves.of_heading(snapshot, home, subject, new)


def _check_skill_name(snapshot: Snapshot, old: str, new: str) -> None:
    """Refuses a name with which a host that loads the skill now would not load it any more."""
    paths = snapshot.workspace.named(old)
    if any(not path.endswith(".toml") for path in paths) and (not new.strip(". ") or set(new) & set('/\\:*?"<>|\n')):
        raise RefusedError(f"{new!r} cannot be the name of a directory.")
    change = moves.of_skill(snapshot, old, new)
    for rename_ in change.renames:
        if snapshot.files.exists(rename_.new):
            raise RefusedError(f"{rename_.new} exists already.")
    for path in paths:
        document = snapshot.at(path)
        context = snapshot.context(document) if document else None
        kind = snapshot.workspace.kind(path)
        if document is None or context is None or kind is None or not isinstance(document.tree, SkillMd | SkillToml):
            continue
        after = parse(kind, document.text.edited(change.edits.get(path, [])))
        place = _after(context.place, change)
        for host in context.targets:
            reading = host.read(after, place) if host.reads(after) else None
            if reading is not None and not reading.loaded and context.readings[host.id].loaded:
                raise RefusedError(f"{host.title} {reading.problems[0].effect.one}: {reading.problems[0].cause}.")


def _after(place: Place, change: moves.Change) -> Place:
    path = place.path
    for one in change.renames:
        if path == one.old or path.startswith(one.old + "/"):
            path = one.new + path[len(one.old) :]
    plugin: Plugin | None = place.plugin
    return Place(path, plugin, place.unnamed)
