"""A server that lived through a thousand random edits, renames and deletions says what one does that starts afterwards,
over the same files."""

from __future__ import annotations

import asyncio
import random
import shutil
from typing import TYPE_CHECKING, Any

import pytest
from lsprotocol import types as lsp

from tests.workspace.test_index_races import FILES, NAMES, ROOTS, SINGLE, content

if TYPE_CHECKING:
    from pathlib import Path

    from .conftest import Editor, Start

STEPS = 350
"""Steps of one life; three lives make a thousand."""


class Life:
    """Random changes to a tree, told to a server as an editor and its file watcher do."""

    def __init__(self, editor: Editor, top: Path, other: Path, seed: int) -> None:
        self.editor = editor
        self.top = top
        self.other = other
        """A folder that comes and goes."""
        self.chance = random.Random(seed)
        self.open_files: dict[str, str] = {}
        self.has_other = False

    async def step(self) -> None:
        kinds = ["write"] * 5 + ["edit"] * 4 + ["open"] * 2
        kind = self.chance.choice([*kinds, "close", "delete", "delete_directory", "rename", "move", "folder", "ask"])
        await getattr(self, kind)()
        if self.chance.random() < 0.2:
            await asyncio.sleep(self.chance.choice((0, 0.002, 0.02)))

    def path(self) -> Path:
        top = self.other if self.chance.random() < 0.15 else self.top
        if self.chance.random() < 0.3:
            return top / self.chance.choice(SINGLE)
        skill = f"{self.chance.choice(ROOTS)}/{self.chance.choice(NAMES)}"
        return top / skill / self.chance.choice(FILES)

    def told(self, path: Path, kind: lsp.FileChangeType) -> None:
        event = lsp.FileEvent(path.as_uri(), kind)
        self.editor.client.workspace_did_change_watched_files(lsp.DidChangeWatchedFilesParams([event]))

    async def write(self) -> None:
        path = self.path()
        made = [one for one in path.parents if not one.exists()]
        path.parent.mkdir(parents=True, exist_ok=True)
        is_new = not path.exists()
        path.write_text(content(str(path), self.chance), encoding="utf-8")
        if made and self.chance.random() < 0.5:
            self.told(made[-1], lsp.FileChangeType.Created)  # some watchers tell of the new directory alone
        elif is_new and self.chance.random() < 0.3:
            made_file = lsp.FileCreate(path.as_uri())
            self.editor.client.workspace_did_create_files(lsp.CreateFilesParams([made_file]))
        else:
            self.told(path, lsp.FileChangeType.Created if is_new else lsp.FileChangeType.Changed)

    async def delete(self) -> None:
        path = self.path()
        if path.is_file():
            path.unlink()
            self.told(path, lsp.FileChangeType.Deleted)

    async def delete_directory(self) -> None:
        path = self.path().parent
        if path.is_dir() and path not in (self.top, self.other):
            shutil.rmtree(path)
            gone = lsp.FileDelete(path.as_uri())
            self.editor.client.workspace_did_delete_files(lsp.DeleteFilesParams([gone]))

    async def rename(self) -> None:
        await self.moved(self.path(), self.path())

    async def move(self) -> None:
        await self.moved(self.path().parent, self.path().parent)

    async def moved(self, old: Path, new: Path) -> None:
        """A file or directory is renamed in the editor, which asks for edits first; they are made in files."""
        if (
            not old.exists()
            or new.exists()
            or old in (self.top, self.other)
            or old in new.parents
            or not new.parent.is_dir()
        ):
            return
        files = lsp.RenameFilesParams([lsp.FileRename(old.as_uri(), new.as_uri())])
        await self.editor.client.workspace_will_rename_files_async(files)
        old.rename(new)
        self.editor.client.workspace_did_rename_files(files)

    async def open(self) -> None:
        path = str(self.path())
        if path not in self.open_files:
            self.open_files[path] = content(path, self.chance)
            self.editor.open(path, self.open_files[path])

    async def edit(self) -> None:
        if self.open_files:
            path = self.chance.choice(list(self.open_files))
            self.open_files[path] = content(path, self.chance)
            self.editor.replace(self.editor.uri(path), self.open_files[path])

    async def close(self) -> None:
        if self.open_files:
            path = self.chance.choice(list(self.open_files))
            del self.open_files[path]
            identifier = lsp.TextDocumentIdentifier(self.editor.uri(path))
            self.editor.client.text_document_did_close(lsp.DidCloseTextDocumentParams(identifier))

    async def folder(self) -> None:
        other = [lsp.WorkspaceFolder(self.other.as_uri(), "other")]
        event = (
            lsp.WorkspaceFoldersChangeEvent([], other) if self.has_other else lsp.WorkspaceFoldersChangeEvent(other, [])
        )
        self.has_other = not self.has_other
        self.editor.client.workspace_did_change_workspace_folders(lsp.DidChangeWorkspaceFoldersParams(event))

    async def ask(self) -> None:
        """A request whose answer nobody waits for."""
        uri = self.editor.uri(str(self.path()))
        hover = lsp.HoverParams(lsp.TextDocumentIdentifier(uri), lsp.Position(1, 1))
        asyncio.ensure_future(self.editor.client.text_document_hover_async(hover))  # noqa: RUF006


async def said(editor: Editor) -> dict[str, Any]:
    """All that a server knows: the skills and the diagnostics of every file, open or not."""
    symbols = await editor.client.workspace_symbol_async(lsp.WorkspaceSymbolParams("")) or []
    report = await editor.client.workspace_diagnostic_async(lsp.WorkspaceDiagnosticParams([]))
    return {
        "skills": sorted((one.location.uri, one.name, str(getattr(one.location, "range", ""))) for one in symbols),
        "closed": {
            one.uri: shown(one.items)
            for one in report.items
            if isinstance(one, lsp.WorkspaceFullDocumentDiagnosticReport) and one.items
        },
    }


def shown(found: Any) -> list[str]:
    return sorted(f"{one.range} {one.code} {one.severity} {one.message}" for one in found)


def published(editor: Editor) -> dict[str, list[str]]:
    """What the client shows: the last that it was told of each file."""
    return {
        one.uri: shown(one.diagnostics)
        for one in {one.uri: one for one in editor.published}.values()
        if one.diagnostics
    }


async def quiet(editor: Editor) -> None:
    """Waits until nothing more is published."""
    count = -1
    while count != len(editor.published):
        count = len(editor.published)
        await asyncio.sleep(1.5)


@pytest.mark.parametrize("seed", range(3))
async def test_it_ends_where_a_fresh_start_does(
    start: Start, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, seed: int
) -> None:
    (tmp_path / ".git").mkdir()
    other = tmp_path_factory.mktemp("other")
    editor: Editor = await start()
    life = Life(editor, tmp_path, other, seed)
    for _ in range(STEPS):
        await life.step()
    await quiet(editor)
    fresh: Editor = await start()
    for path, text in life.open_files.items():
        fresh.open(path, text)
    await fresh.settled()
    if life.has_other:
        await Life(fresh, tmp_path, other, seed).folder()
    await quiet(fresh)
    assert await said(editor) == await said(fresh)
    assert published(editor) == published(fresh)
