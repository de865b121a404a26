"""Completion in a body: placeholders, bundled files, anchors and names of skills."""

from __future__ import annotations

import posixpath
import re
from functools import lru_cache
from typing import TYPE_CHECKING

from lsprotocol import types as lsp

from skill_lsp import hosts
from skill_lsp.features import mentions
from skill_lsp.syntax import placeholders
from skill_lsp.syntax.skill import SkillMd
from skill_lsp.text import Span, Text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skill_lsp.features.document import Document
    from skill_lsp.features.snapshot import Snapshot
    from skill_lsp.syntax.placeholders import Placeholder

_LINK = re.compile(r"(?:\]\(|\]:[ \t]+|(?:href|src)=[\"'])<?(?P<path>[^()\s#<>\"']*)(?P<anchor>#[^()\s<>\"']*)?\Z")
_BEHIND_VARIABLE = re.compile(r"(?P<token>\$\{\w+\})/(?P<path>[\w./+@=-]*)\Z")
_MANIFEST_PATH = re.compile(r"\"(?P<path>\./[^\"]*)\Z")
_PLACEHOLDER = re.compile(r"\$\{?[\w.]*\Z")
_NAME = re.compile(r"(?:^|[\s(\[`\"'*])(?P<sign>[/$])(?:(?P<plugin>[\w.-]+):)?(?P<name>[\w-]*)\Z")
_NEVER_OFFERED = frozenset({".git", "node_modules", "__pycache__", ".DS_Store"})


def items(snapshot: Snapshot, document: Document, offset: int) -> list[lsp.CompletionItem]:
    """What fits at an offset of a body."""
    typed = document.text.content[document.text.line_at(offset).start : offset]
    if link := _LINK.search(typed):
        if link["anchor"] is not None:
            return list(_anchors(snapshot, document, link["path"], link["anchor"][1:], offset))
        return list(_files(snapshot, document, link["path"], offset))
    if (behind := _BEHIND_VARIABLE.search(typed)) and _is_own_directory(snapshot, document, behind["token"]):
        return list(_files(snapshot, document, behind["path"], offset))
    found: list[lsp.CompletionItem] = []
    if typed_placeholder := _PLACEHOLDER.search(typed):
        found += _placeholders(snapshot, document, typed_placeholder.group(), offset)
    if name := _NAME.search(typed):
        found += _names(snapshot, document, name["plugin"], name["name"], offset)
    return found


# -------------------------------------------------------------------- placeholders


def _placeholders(snapshot: Snapshot, document: Document, typed: str, offset: int) -> Iterator[lsp.CompletionItem]:
    """The forms that a target host replaces, those first that most of them do."""
    place = document.range(Span(offset - len(typed), offset + _closing(document, typed, offset)))
    for form in _forms(snapshot, document):
        meanings = [(host.title, meaning) for host, meaning in snapshot.meanings(document, _token(form))]
        taken = [(title, meaning.text) for title, meaning in meanings if not meaning.is_literal]
        if not taken:
            continue
        texts = list(dict.fromkeys(text for _, text in taken))
        detail = texts[0] if len(texts) == 1 else " · ".join(f"{title}: {text}" for title, text in taken)
        yield lsp.CompletionItem(
            label=form,
            kind=lsp.CompletionItemKind.Variable,
            detail=f"{detail} ({', '.join(title for title, _ in taken)})" if len(texts) == 1 else detail,
            sort_text=f"{len(meanings) - len(taken)}{form}",
            filter_text=form,
            text_edit=lsp.TextEdit(place, form),
        )


def _forms(snapshot: Snapshot, document: Document) -> list[str]:
    """All forms that some host may replace here."""
    names: dict[str, None] = {}
    variables: dict[str, None] = {}
    for host in hosts.everyone():
        variables |= dict.fromkeys(host.body_language.variables)
        if isinstance(document.tree, SkillMd) and host.reads(document.tree):
            names |= dict.fromkeys(host.argument_names(document.tree))
    fixed = ["$ARGUMENTS", "$ARGUMENTS[0]", "$0", "$1", "$2", "$3"]
    return [*fixed, *(f"${name}" for name in names), *(f"${{{name}}}" for name in variables)]


@lru_cache(maxsize=256)
def _token(form: str) -> Placeholder:
    return placeholders.scan(Text(form), Span(0, len(form)))[0]


def _closing(document: Document, typed: str, offset: int) -> int:
    """1 where an editor has closed the brace already."""
    return 1 if typed.startswith("${") and document.text.content[offset : offset + 1] == "}" else 0


def _is_own_directory(snapshot: Snapshot, document: Document, token: str) -> bool:
    return snapshot.means(document, _token(token), mentions.OWN_DIRECTORY)


# ------------------------------------------------------------------ files, anchors


def manifest_paths(snapshot: Snapshot, document: Document, offset: int) -> list[lsp.CompletionItem]:
    """The entries of the plugin behind `"./`."""
    typed = _MANIFEST_PATH.search(document.text.content[document.text.line_at(offset).start : offset])
    return list(_files(snapshot, document, typed["path"], offset, mentions.manifest_root(document))) if typed else []


def _files(
    snapshot: Snapshot, document: Document, typed: str, offset: int, root: str | None = None
) -> Iterator[lsp.CompletionItem]:
    """The entries of the directory that is typed, relative to the document or a given directory."""
    head, _, last = typed.rpartition("/")
    if typed.startswith("/") or ":" in typed:
        return
    directory = posixpath.normpath(posixpath.join(root or document.directory, head))
    place = document.range(Span(offset - len(last), offset))
    for item in snapshot.files.items(directory):
        if item.name in _NEVER_OFFERED or f"{directory}/{item.name}" == document.path:
            continue
        name = item.name.replace(" ", "%20") + ("/" if item.is_directory else "")
        yield lsp.CompletionItem(
            label=item.name + ("/" if item.is_directory else ""),
            kind=lsp.CompletionItemKind.Folder if item.is_directory else lsp.CompletionItemKind.File,
            sort_text=f"{0 if item.is_file else 1}{item.name}",
            filter_text=name,
            text_edit=lsp.TextEdit(place, name),
        )


def _anchors(
    snapshot: Snapshot, document: Document, path: str, typed: str, offset: int
) -> Iterator[lsp.CompletionItem]:
    """The headings of the document, or of the file before the `#`."""
    target = snapshot.at(posixpath.normpath(posixpath.join(document.directory, path))) if path else document
    place = document.range(Span(offset - len(typed), offset))
    headings = target.markdown.headings if target and target.markdown else ()
    for index, heading in enumerate(headings):
        yield lsp.CompletionItem(
            label=heading.slug,
            kind=lsp.CompletionItemKind.Reference,
            detail=heading.text,
            sort_text=f"{index:04}",
            text_edit=lsp.TextEdit(place, heading.slug),
        )


# --------------------------------------------------------------------------- names


def _names(
    snapshot: Snapshot, document: Document, plugin: str | None, typed: str, offset: int
) -> Iterator[lsp.CompletionItem]:
    """The skills of the workspace; behind `plugin:` those of the plugin."""
    place = document.range(Span(offset - len(typed), offset))
    for name in sorted(snapshot.workspace.names):
        paths = snapshot.workspace.named(name)
        if plugin is not None:
            owners = (snapshot.workspace.place(path).plugin for path in paths)
            if not any(owner is not None and owner.name == plugin for owner in owners):
                continue
        elif document.path in paths or not re.fullmatch(r"[\w-]+", name):
            continue
        entry = snapshot.workspace.entry(paths[0]) if paths else None
        description = entry.declared.description if entry and entry.declared else None
        yield lsp.CompletionItem(
            label=name,
            kind=lsp.CompletionItemKind.Module,
            detail="skill",
            documentation=description,
            sort_text=f"5{name}",
            text_edit=lsp.TextEdit(place, name),
        )
