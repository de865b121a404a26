"""Edits and renames as a workspace edit that the client can apply."""

from __future__ import annotations

from difflib import SequenceMatcher
from itertools import accumulate
from typing import TYPE_CHECKING

from lsprotocol import types as lsp

from skill_lsp.text import Edit, Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from skill_lsp.features.document import Document
    from skill_lsp.features.snapshot import Snapshot
    from skill_lsp.rules.finding import Fix, Rename
    from skill_lsp.text import Text

_Change = lsp.TextDocumentEdit | lsp.CreateFile | lsp.RenameFile | lsp.DeleteFile


def fix_edit(snapshot: Snapshot, document: Document, fix: Fix) -> lsp.WorkspaceEdit | None:
    """The edit of a fix; None where the client cannot apply it."""
    changes: dict[str, list[Edit]] = {}
    for edit in fix.edits:
        changes.setdefault(edit.path or document.path, []).append(edit.edit)
    return workspace_edit(snapshot, changes, fix.renames)


def workspace_edit(
    snapshot: Snapshot,
    changes: Mapping[str, Iterable[Edit]],
    renames: Iterable[Rename] = (),
    created: Mapping[str, str] | None = None,
) -> lsp.WorkspaceEdit | None:
    """Edits by path, new files with their content, then renames, in this order. None where the client cannot apply it,
    where a file to change cannot be read, and where nothing changes."""
    client = snapshot.client
    renames = list(renames)
    if (renames and not client.rename_files) or (created and not client.create_files):
        return None
    operations: list[_Change] = []
    simple: dict[str, list[lsp.TextEdit]] = {}
    for path, content in (created or {}).items():
        uri = snapshot.uri(path)
        start = lsp.Range(lsp.Position(0, 0), lsp.Position(0, 0))
        operations.append(lsp.CreateFile(uri=uri, options=lsp.CreateFileOptions(ignore_if_exists=False)))
        identifier = lsp.OptionalVersionedTextDocumentIdentifier(uri=uri, version=None)
        operations.append(lsp.TextDocumentEdit(identifier, [lsp.TextEdit(start, content)]))
    for path, edits in changes.items():
        target = snapshot.at(path)
        if target is None:
            return None
        found = text_edits(target, edits)
        if not found:
            continue
        simple[target.uri] = found
        identifier = lsp.OptionalVersionedTextDocumentIdentifier(uri=target.uri, version=target.version)
        operations.append(lsp.TextDocumentEdit(identifier, list(simple[target.uri])))
    operations += [lsp.RenameFile(snapshot.uri(one.old), snapshot.uri(one.new)) for one in renames]
    if not operations:
        return None
    if client.document_changes:
        return lsp.WorkspaceEdit(document_changes=operations)
    return None if renames or created else lsp.WorkspaceEdit(changes=simple)


def text_edits(document: Document, edits: Iterable[Edit]) -> list[lsp.TextEdit]:
    """Edits in the client's units, in the order of their place; none that changes nothing that the client has."""
    found = [lsp.TextEdit(document.range(edit.span), edit.text) for edit in sorted(edits)]
    return [one for one in found if one.new_text or one.range.start != one.range.end]


def difference(text: Text, new: str) -> list[Edit]:
    """The smallest single edit that turns a text into `new`; none where nothing changes."""
    old = text.content
    if old == new:
        return []
    start = 0
    shortest = min(len(old), len(new))
    while start < shortest and old[start] == new[start]:
        start += 1
    end = 0
    while end < shortest - start and old[-1 - end] == new[-1 - end]:
        end += 1
    if start and old[start - 1] == "\r":
        start -= 1  # a line ending is replaced whole: no position lies inside it
    if end and old[-end] == "\n" and len(old) - end > start and old[-end - 1] == "\r":
        end -= 1
    return [Edit(Span(start, len(old) - end), new[start : len(new) - end])]


def line_differences(text: Text, new: str) -> list[Edit]:
    """Edits of whole lines that turn a text into `new`, in order."""
    old_lines, new_lines = text.content.splitlines(keepends=True), new.splitlines(keepends=True)
    starts = [0, *accumulate(map(len, old_lines))]
    matcher = SequenceMatcher(None, old_lines, new_lines, autojunk=False)
    return [
        Edit(Span(starts[first], starts[last]), "".join(new_lines[new_first:new_last]))
        for kind, first, last, new_first, new_last in matcher.get_opcodes()
        if kind != "equal"
    ]
