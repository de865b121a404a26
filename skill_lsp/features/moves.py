"""What is to be written where a skill, a file or a heading gets another name: edits by path, and the moves."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING

from skill_lsp.features import mentions, subjects
from skill_lsp.record import NamedTuple
from skill_lsp.rules.finding import Rename
from skill_lsp.syntax import markdown
from skill_lsp.syntax.skill import SkillMd
from skill_lsp.text import Edit, Span
from skill_lsp.workspace.files import within

if TYPE_CHECKING:
    from collections.abc import Iterable

    from skill_lsp.features.document import Document
    from skill_lsp.features.snapshot import Snapshot
    from skill_lsp.text import Text

_MANIFEST = ".skill.toml"


class Change(NamedTuple):
    """Edits by the path that a file has before the moves, and the moves."""

    edits: dict[str, list[Edit]]
    renames: tuple[Rename, ...] = ()


def of_skill(snapshot: Snapshot, old: str, new: str) -> Change:
    """A skill gets another name: its declarations and references, its directory or manifest, and what points there."""
    edits = names(snapshot, old, new)
    renames = []
    for path in snapshot.workspace.named(old):
        directory, _, file = path.rpartition("/")
        if file == old + _MANIFEST:
            renames.append(Rename(path, f"{directory}/{new}{_MANIFEST}"))
        elif not file.endswith(_MANIFEST) and posixpath.basename(directory) == old:
            renames.append(Rename(directory, f"{posixpath.dirname(directory)}/{new}"))
    return Change(_merged(edits, pointers(snapshot, renames)), tuple(renames))


def names(snapshot: Snapshot, old: str, new: str) -> dict[str, list[Edit]]:
    """The edits that give a skill another name wherever its name is written."""
    subject = subjects.Subject(subjects.SKILL, old)
    return {
        document.path: [Edit(place.span, new) for place in places if place.written]
        for document, places in subjects.everywhere(snapshot, subject)
        if any(place.written for place in places)
    }


def of_file(snapshot: Snapshot, old: str, new: str) -> Change:
    """A file or directory gets another path."""
    renames = (Rename(old, new),)
    return Change(pointers(snapshot, renames), renames)


def of_heading(snapshot: Snapshot, document: Document, subject: subjects.Subject, title: str) -> Change:
    """A heading gets another title, and the links to it another anchor."""
    heading = mentions.heading(document, subject.name)
    if heading is None or document.markdown is None:
        return Change({})
    number = document.markdown.headings.index(heading)
    after = document.text.edited([Edit(heading.title, title)])
    body = Span(document.body.start, document.body.end + len(after) - len(document.text))
    headings = markdown.scan(after, body).headings
    slug = headings[number].slug if number < len(headings) else subject.name
    edits: dict[str, list[Edit]] = {}
    for other, places in subjects.everywhere(snapshot, subject):
        for place in places:
            edits.setdefault(other.path, []).append(Edit(place.span, title if place.declares else slug))
    return Change(edits)


def of_argument(snapshot: Snapshot, document: Document, subject: subjects.Subject, name: str) -> Change:
    """A declared argument gets another name."""
    places = subjects.places(snapshot, document, subject)
    return Change({document.path: [Edit(place.span, name) for place in places if place.written]})


def pointers(snapshot: Snapshot, renames: Iterable[Rename]) -> dict[str, list[Edit]]:
    """The edits that keep every mention of a file pointing at it where files or directories move."""
    moves = list(renames)
    edits: dict[str, list[Edit]] = {}
    if not moves:
        return edits
    for document in snapshot.where(lambda path, text: _may_point(path, text, moves)):
        home = _moved(document.path, moves)
        for mention in mentions.mentions(snapshot, document):
            if mention.path is None or mention.path_span is None:
                continue
            target = _moved(mention.path, moves)
            same_step = home != document.path and target != mention.path
            if (target, home) == (mention.path, document.path) or (
                same_step and _together(document, mention.path, moves)
            ):
                continue
            written = document.text[mention.path_span]
            new = _written(document, written, mention.path, target, home)
            if new != written:
                edits.setdefault(document.path, []).append(Edit(mention.path_span, new))
    return edits


def _may_point(path: str, text: Text, moves: list[Rename]) -> bool:
    """Whether a document moves itself, or its text may name something that moves: from elsewhere no path leads there
    without the name of what moves, as it is or with escapes."""
    content = text.content
    return (
        "%" in content
        or "\\" in content
        or any(within(path, move.old) or posixpath.basename(move.old) in content for move in moves)
    )


def _moved(path: str, moves: list[Rename]) -> str:
    """Where a path is after the moves."""
    for move in moves:
        if path == move.old or path.startswith(move.old + "/"):
            return move.new + path[len(move.old) :]
    return path


def _together(document: Document, path: str, moves: list[Rename]) -> bool:
    """Whether a document and what it points to lie in one moved directory: what it says stays true."""
    return any(document.path.startswith(move.old + "/") and path.startswith(move.old + "/") for move in moves)


def _written(document: Document, written: str, old: str, target: str, home: str) -> str:
    """The new path in the way the old one was written: relative to the same place, with the same `./`."""
    plain = posixpath.normpath(written)
    base = old[: len(old) - len(plain)].rstrip("/") if old.endswith("/" + plain) else posixpath.dirname(document.path)
    if isinstance(document.tree, SkillMd) or document.markdown is not None:
        base = posixpath.dirname(home) if base == posixpath.dirname(document.path) else base
    relative = posixpath.relpath(target, base)
    relative = "./" + relative if written.startswith("./") and not relative.startswith("..") else relative
    relative += "/" if written.endswith("/") else ""
    return relative if " " not in relative or " " in written else relative.replace(" ", "%20")


def _merged(one: dict[str, list[Edit]], other: dict[str, list[Edit]]) -> dict[str, list[Edit]]:
    """Both sets of edits; where two would change the same characters the first one stays."""
    merged = {path: list(edits) for path, edits in one.items()}
    for path, edits in other.items():
        present = merged.setdefault(path, [])
        for edit in edits:
            if not any(edit.span.start < known.span.end and known.span.start < edit.span.end for known in present):
                present.append(edit)
    return merged
