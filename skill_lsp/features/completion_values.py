"""Completion of values: fixed and well-known words, globs from real directories, names of skills, addresses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types as lsp

from skill_lsp import hosts
from skill_lsp.features import globs, keys
from skill_lsp.hosts.keys import TextList
from skill_lsp.syntax.activation import Activation
from skill_lsp.syntax.skill import SkillMd, SkillToml
from skill_lsp.text import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skill_lsp.features.document import Document
    from skill_lsp.features.snapshot import Snapshot
    from skill_lsp.features.typed import Typed
    from skill_lsp.hosts.host import Host
    from skill_lsp.hosts.keys import Key

_MOST = 200
_ADDRESSES = (
    ("mcp://127.0.0.1:8080/mcp", "a server on this machine"),
    ("mcp://host:port/path", "a server by its name"),
)
"""The documented form of a tool skill's server, `mcp://host:port[/path]`."""


def values(snapshot: Snapshot, document: Document, place: Typed) -> Iterator[lsp.CompletionItem]:
    """The values that fit the key of a place."""
    if place.names == ("ai", "skills"):
        if place.in_list:
            yield from _skills(snapshot, document, place)
        return
    if not isinstance(document.tree, SkillMd | SkillToml | Activation):
        return
    declared = _declarations(snapshot, document, place)
    yield from _choices(document, place, declared)
    held = {key.kind.holds for _, key in declared}
    if "globs" in held:
        yield from _globs(snapshot, document, place)
    if "tools" in held:
        yield from _tools(document, place, declared)
    if "addresses" in held and place.in_list:
        for index, (address, detail) in enumerate(_ADDRESSES):
            yield item(document, place, address, detail, f"{index}", kind=lsp.CompletionItemKind.Value)
    if place.names == ("name",) and isinstance(document.tree, SkillMd):
        directory = document.directory.rpartition("/")[2]
        yield item(document, place, directory, "the directory's name", "0", kind=lsp.CompletionItemKind.Value)


def _declarations(snapshot: Snapshot, document: Document, place: Typed) -> list[tuple[Host, Key]]:
    """What the target hosts declare for the key; where none of them knows it, what the others do."""
    for chosen in (snapshot.targets(document), hosts.everyone()):
        found = [(host, key) for host, key in keys.by_host(chosen, document, place.names) if key is not None]
        if found:
            return found
    return []


def _choices(document: Document, place: Typed, declared: list[tuple[Host, Key]]) -> Iterator[lsp.CompletionItem]:
    readers: dict[str, list[str]] = {}
    for host, key in declared:
        kind = key.kind.item if isinstance(key.kind, TextList) else key.kind
        for choice in kind.choices:
            readers.setdefault(choice, []).append(host.title)
    for index, (choice, titles) in enumerate(readers.items()):
        yield item(document, place, choice, ", ".join(titles), f"{index:03}", kind=lsp.CompletionItemKind.EnumMember)


def _tools(document: Document, place: Typed, declared: list[tuple[Host, Key]]) -> Iterator[lsp.CompletionItem]:
    word = _last_word(document, place)
    for host, key in declared:
        for tool in host.tools if key.kind.holds == "tools" else ():
            yield item(document, word, tool, f"a tool of {host.title}", tool, kind=lsp.CompletionItemKind.Function)


def _last_word(document: Document, place: Typed) -> Typed:
    """The place without the words before the last one: tools stand side by side in one text."""
    typed = document.text[place.span]
    start = max(typed.rfind(" "), typed.rfind(",")) + 1
    return place._replace(span=Span(place.span.start + start, place.span.end))


def _globs(snapshot: Snapshot, document: Document, place: Typed) -> Iterator[lsp.CompletionItem]:
    """Patterns for the directories and the kinds of files that the project really has, below what is typed."""
    word = _last_word(document, place)
    head = document.text[word.span].rpartition("/")[0]
    prefix = f"{head}/" if head and "*" not in head else ""
    files, _ = globs.project_files(snapshot, document)
    directories: dict[str, None] = {}
    endings: dict[str, None] = {}
    for path in files:
        if path.startswith(prefix):
            step, below, _ = path[len(prefix) :].partition("/")
            if below:
                directories.setdefault(f"{prefix}{step}/**")
            name = path.rpartition("/")[2]
            if "." in name[1:]:
                endings.setdefault(f"{prefix}**/*.{name.rpartition('.')[2]}")
    for index, pattern in enumerate([*directories, *endings][:_MOST]):
        yield item(
            document, word, _quoted(document, place, pattern), "", f"{index:03}", kind=lsp.CompletionItemKind.File
        )


def _quoted(document: Document, place: Typed, pattern: str) -> str:
    """A pattern that begins with `*` would be an alias in YAML."""
    return f'"{pattern}"' if pattern.startswith("*") and not place.quote and document.is_skill_md else pattern


def _skills(snapshot: Snapshot, document: Document, place: Typed) -> Iterator[lsp.CompletionItem]:
    """The names of skills: first those that a host with activation lists finds."""
    activating = [host for host in hosts.everyone() if host.manifest_keys]
    for entry in snapshot.workspace.skills():
        found = any(snapshot.workspace.discovered(host, entry.path) for host in activating)
        name = entry.declared.name if entry.declared else None
        if name:
            order = f"{0 if found else 1}{name}"
            detail = "" if found else "not in a place that is read for this"
            yield item(document, place, name, detail, order, kind=lsp.CompletionItemKind.Module)


def item(
    document: Document, place: Typed, value: str, detail: str, order: str, *, kind: lsp.CompletionItemKind
) -> lsp.CompletionItem:
    """A value in place of what is typed, quoted where its format wants quotes and none was typed."""
    bare = document.is_skill_md or place.quote or value in ("true", "false")
    quoted = value if bare else f'"{value}"'
    edit = lsp.TextEdit(document.range(place.span), quoted)
    return lsp.CompletionItem(
        value.strip('"'), kind=kind, detail=detail or None, sort_text=order, filter_text=quoted, text_edit=edit
    )
