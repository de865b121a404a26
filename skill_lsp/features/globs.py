"""The patterns of glob keys in a document, and the files of the project that each matches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skill_lsp import hosts
from skill_lsp.features import keys
from skill_lsp.record import NamedTuple
from skill_lsp.syntax import globs
from skill_lsp.syntax.nodes import Scalar, Sequence
from skill_lsp.text import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skill_lsp.features.document import Document
    from skill_lsp.features.snapshot import Snapshot

MOST_FILES = 5_000
"""Files of a project that patterns are tried on; beyond it a number is "at least"."""
_NEVER_ENTERED = frozenset({".git", ".hg", ".svn", "node_modules", "__pycache__", ".venv", ".tox", ".mypy_cache"})


class Pattern(NamedTuple):
    """A pattern as it is written, and where."""

    text: str
    span: Span


class Matches(NamedTuple):
    """The matching files, relative to the project; `complete` unless the project has too many files to try."""

    files: tuple[str, ...]
    complete: bool


def holds_globs(document: Document, names: tuple[str, ...]) -> bool:
    """Whether some host reads globs from a key."""
    return any(key.kind.holds == "globs" for _, key in keys.by_host(hosts.everyone(), document, names) if key)


def patterns(document: Document) -> Iterator[Pattern]:
    """The patterns of a document's glob keys."""
    for entry in document.root.entries if document.root else ():
        if not holds_globs(document, (entry.key.text,)):
            continue
        if isinstance(entry.value, Sequence):
            yield from (Pattern(item.text, item.span) for item in entry.value.items if isinstance(item, Scalar))
        elif isinstance(entry.value, Scalar):
            start = document.text.content.find(entry.value.text, entry.value.span.start, entry.value.span.end)
            for at, pattern in globs.split(entry.value.text):
                whole = entry.value.span if start < 0 else Span(start + at, start + at + len(pattern))
                yield Pattern(pattern, whole)


def matches(snapshot: Snapshot, document: Document, pattern: str) -> Matches:
    """The files of the document's project that a pattern matches."""
    files, complete = project_files(snapshot, document)
    matches_pattern = globs.matcher(pattern)
    return Matches(tuple(path for path in files if matches_pattern(path)), complete)


def project_files(snapshot: Snapshot, document: Document) -> tuple[tuple[str, ...], bool]:
    """The files of the document's project, relative to it, and whether these are all."""
    key = ("project-files", snapshot.moment)
    if key not in document.known:
        document.known[key] = _walk(snapshot, snapshot.project(document))
    known: tuple[tuple[str, ...], bool] = document.known[key]
    return known


def _walk(snapshot: Snapshot, project: str | None) -> tuple[tuple[str, ...], bool]:
    if project is None:
        return (), True
    found: list[str] = []
    pending = [""]
    seen = 0
    while pending:
        directory = pending.pop()
        seen += 1
        for item in snapshot.files.items(f"{project}/{directory}".rstrip("/")):
            if item.is_directory and not item.link and item.name not in _NEVER_ENTERED:
                pending.append(f"{directory}{item.name}/")
            elif item.is_file:
                found.append(f"{directory}{item.name}")
        if len(found) >= MOST_FILES or seen >= MOST_FILES:
            return tuple(sorted(found[:MOST_FILES])), not pending
    return tuple(sorted(found)), True
