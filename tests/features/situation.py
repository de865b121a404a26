"""Documents as an editor shows them, written as text with marks.

`▮` is the cursor. A line of carets (`    ^^^^ label`) marks the characters above it; it is no part of the document.
Other files are given by path and lie on the disk, in a directory of their own for each situation.
"""

from __future__ import annotations

import re
import tempfile
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from skill_lsp.features.client import Client, Preferences
from skill_lsp.features.snapshot import Snapshot
from skill_lsp.features.uris import uri_of
from skill_lsp.text import Span, Text
from skill_lsp.workspace.index import Workspace

if TYPE_CHECKING:
    from lsprotocol import types as lsp

    from skill_lsp.features.document import Document

CURSOR = "▮"
_CARETS = re.compile(r"^(?P<before>[ ]*)(?P<carets>\^+)[ ]*(?P<label>[^\n]*)\n?", re.MULTILINE)
_BASE = tempfile.TemporaryDirectory(prefix="skill-lsp-")
_NUMBERS = count()

COMPLETE = Client(
    encoding="utf-32",
    snippets=True,
    markdown_hover=True,
    markdown_completion=True,
    completion_resolve=True,
    action_literals=True,
    disabled_actions=True,
    document_changes=True,
    create_files=True,
    rename_files=True,
    symbol_tree=True,
    code_description=True,
    related_information=True,
    diagnostic_tags=True,
)
"""A client that takes everything and counts in code points."""


@dataclass
class Situation:
    """A document in a snapshot, with the cursor's offset and the marked spans by label. `root` is the workspace."""

    root: str
    snapshot: Snapshot
    document: Document
    cursor: int
    marks: list[tuple[Span, str]]

    @property
    def position(self) -> lsp.Position:
        """Where the cursor is."""
        return self.document.range(Span(self.cursor, self.cursor)).start

    @property
    def everything(self) -> lsp.Range:
        """The whole document."""
        return self.document.range(Span(0, len(self.document.text)))

    def texts(self, ranges: list[lsp.Range]) -> list[str]:
        """What stands in some ranges."""
        return [self.document.text[self.document.span(one)] for one in ranges]

    def after(self, edits: list[lsp.TextEdit]) -> str:
        """The document's content after some edits."""
        from skill_lsp.text import Edit

        changes = [Edit(self.document.span(one.range), one.new_text) for one in edits]
        return self.document.text.edited(changes).content


def unmarked(marked: str) -> tuple[str, int, list[tuple[Span, str]]]:
    """A document, the cursor's offset (its end without one) and the marked spans."""
    lines: list[str] = []
    marks: list[tuple[Span, str]] = []
    cursor = None
    at = 0
    for line in marked.splitlines(keepends=True):
        carets = _CARETS.match(line)
        if carets and lines:
            start = at - len(lines[-1]) + len(carets["before"])
            marks.append((Span(start, start + len(carets["carets"])), carets["label"].strip()))
            continue
        if CURSOR in line:
            cursor = at + line.index(CURSOR)
            line = line.replace(CURSOR, "")
        lines.append(line)
        at += len(line)
    content = "".join(lines)
    return content, len(content) if cursor is None else cursor, marks


def situation(
    path: str,
    marked: str,
    files: dict[str, str] | None = None,
    client: Client = COMPLETE,
    preferences: Preferences | None = None,
) -> Situation:
    """A document at a path of the workspace, beside other files."""
    root = f"{_BASE.name}/{next(_NUMBERS)}"
    content, cursor, marks = unmarked(marked)
    for other, text in {**(files or {}), path: content}.items():
        target = Path(root, other)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8", newline="")
    workspace = Workspace(home="/nobody")
    workspace.add_folder(root)
    full = f"{root}/{path}"
    workspace.open(full, Text(content))
    snapshot = Snapshot(client=client, preferences=preferences or Preferences(), workspace=workspace)
    document = snapshot.parsed(uri_of(full), Text(content), 1)
    snapshot = Snapshot(
        client=client,
        preferences=preferences or Preferences(),
        documents=MappingProxyType({document.uri: document}),
        workspace=workspace,
    )
    return Situation(root, snapshot, document, cursor, marks)
