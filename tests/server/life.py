"""A client that edits, renames and deletes each file of a tree, as an editor and its file watcher tell of it."""

from __future__ import annotations

import asyncio
import random
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException

from skill_lsp.features import uris
from skill_lsp.workspace.files import within

from .thousand import BUNDLED, NAMES, ROOTS, WIDE, content

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from .conftest import Editor

DELETED, CREATED, CHANGED = lsp.FileChangeType.Deleted, lsp.FileChangeType.Created, lsp.FileChangeType.Changed
_FOR_A_FILE = {
    "written": 30,
    "typed": 22,
    "replaced": 6,
    "deleted": 10,
    "renamed": 5,
    "moved_outside_of_the_editor": 5,
    "directory_renamed": 3,
    "directory_deleted": 2,
    "skill_renamed": 3,
}
_IN_BETWEEN = {"ask": 24, "created": 12, "saved": 8, "closed": 8, "opened": 8, "configured": 1, "folder": 1}


class Life:
    """What happens to the files of a workspace. `other` and `inner` are folders that come and go: one beside the
    workspace, one in it that a .gitignore may leave out."""

    def __init__(self, editor: Editor, top: Path, other: Path, seed: int) -> None:
        self.editor = editor
        self.top = top
        self.folders = {other: False, top / "vendor": False}
        self.chance = random.Random(seed)
        self.buffers: dict[Path, str] = {}
        self.now: dict[str, str | None] = {}
        """Where each file of the beginning is by now."""
        self.left: set[str] = set()
        """The files of the beginning to which nothing happened yet."""
        self.asked: set[asyncio.Future[Any]] = set()

    def begins_with(self, paths: list[Path]) -> None:
        """These files are there, and something is to happen to each."""
        self.now = {str(path): str(path) for path in paths}
        self.left = set(self.now)

    async def live(self) -> None:
        """Something happens to each file, in random order, and other things in between."""
        order = sorted(self.left)
        self.chance.shuffle(order)
        for first in order:
            path = Path(self.now[first] or self.top)
            if path.is_file():
                await self._one_of(_FOR_A_FILE)(path)
                if first in self.left:  # something was in the way
                    await self.written(path)
            if self.chance.random() < 0.2:
                await self._one_of(_IN_BETWEEN)()
            if self.chance.random() < 0.1:
                await asyncio.sleep(self.chance.choice((0, 0.002, 0.02)))

    def _one_of(self, kinds: dict[str, int]) -> Callable[..., Coroutine[Any, Any, None]]:
        (kind,) = self.chance.choices(list(kinds), list(kinds.values()))
        method: Callable[..., Coroutine[Any, Any, None]] = getattr(self, kind)
        return method

    # ------------------------------------------------------------- what is told

    def told(self, *changes: tuple[Path, lsp.FileChangeType]) -> None:
        """The watcher tells of changes on the disk."""
        events = [lsp.FileEvent(path.as_uri(), kind) for path, kind in changes]
        self.editor.client.workspace_did_change_watched_files(lsp.DidChangeWatchedFilesParams(events))

    def touched(self, path: Path) -> None:
        """Something happened to a file, or to all in a directory."""
        self.left.difference_update(self._of_the_beginning(path))

    def went(self, old: Path, new: Path | None) -> None:
        """A file or directory has another path, or none any more."""
        for first in self._of_the_beginning(old):
            self.left.discard(first)
            self.now[first] = f"{new}{str(self.now[first])[len(str(old)) :]}" if new is not None else None

    def _of_the_beginning(self, path: Path) -> list[str]:
        """The files of the beginning that are by now a path or lie in it."""
        here = str(path)
        return [first for first, now in self.now.items() if now is not None and within(now, here)]

    def put(self, path: Path, text: str) -> None:
        """A file is written, and the watcher tells of it; of new directories some watchers tell that alone."""
        made = [one for one in path.parents if not one.exists()]
        kind = CHANGED if path.exists() else CREATED
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        self.touched(path)
        self.told((made[-1], CREATED) if made and self.chance.random() < 0.5 else (path, kind))

    def content(self, path: Path) -> str:
        return content(path.as_posix(), self.chance)

    # ----------------------------------------------------- what happens to a file

    async def written(self, path: Path) -> None:
        if path.name in WIDE and self.chance.random() < 0.5:
            await self.typed(path)
        else:
            self.put(path, self.content(path))

    async def replaced(self, path: Path) -> None:
        """Saved as some editors do it: the file goes and comes again."""
        path.unlink()
        path.write_text(self.content(path), encoding="utf-8")
        self.touched(path)
        self.told((path, DELETED), (path, CREATED))

    async def typed(self, path: Path) -> None:
        self.open(path, path.read_text(encoding="utf-8"))
        text = self.content(path)
        for part in (text[: self.chance.randrange(len(text) + 1)], text):
            self.type(path, part)
        self.touched(path)
        if self.chance.random() < 0.5:
            self.save(path)
        if self.chance.random() < 0.7:
            self.close(path)

    async def deleted(self, path: Path) -> None:
        path.unlink()
        self.went(path, None)
        self._told_of_deletion(path)

    async def directory_deleted(self, path: Path) -> None:
        directory = self._skill_directory(path)
        if directory is not None:
            shutil.rmtree(directory)
            self.went(directory, None)
            self._told_of_deletion(directory)

    def _told_of_deletion(self, path: Path) -> None:
        if self.chance.random() < 0.6:
            gone = lsp.FileDelete(path.as_uri())
            self.editor.client.workspace_did_delete_files(lsp.DeleteFilesParams([gone]))
        else:
            self.told((path, DELETED))
        for buffer in self._buffers_in(path):
            if self.chance.random() < 0.7:
                self.close(buffer)

    async def renamed(self, path: Path) -> None:
        others = [path.with_name(self.chance.choice(("SKILL.md", "notes.md", "guide.md", path.name + "x")))]
        others.append(self._new_place() / path.name)
        if path.name.endswith((".skill.toml", ".oxoflow")):
            others = [path.with_name(self.chance.choice(NAMES) + path.name[path.name.index(".") :])]
        await self.moved(path, self.chance.choice(others))

    async def directory_renamed(self, path: Path) -> None:
        directory = self._skill_directory(path)
        if directory is not None:
            near = directory.with_name(self.chance.choice(NAMES))
            await self.moved(directory, self.chance.choice((near, near, self._new_place())))

    async def moved(self, old: Path, new: Path) -> None:
        """A file or directory is renamed in the editor, which asks for edits first and makes them."""
        if self._in_the_way(old, new):
            return
        files = lsp.RenameFilesParams([lsp.FileRename(old.as_uri(), new.as_uri())])
        edit = await self.editor.client.workspace_will_rename_files_async(files)
        self.apply(edit)
        if self.chance.random() < 0.3:
            await asyncio.sleep(0.005)
        self._move(old, new)
        if self.chance.random() < 0.8:
            self.editor.client.workspace_did_rename_files(files)
        if self.chance.random() < 0.6:
            self.told((old, DELETED), (new, CREATED))
        else:
            self.editor.client.workspace_did_rename_files(files)

    async def moved_outside_of_the_editor(self, path: Path) -> None:
        old = self.chance.choice((path, self._skill_directory(path) or path))
        new = self._new_place() if old.is_dir() else old.with_name(self.chance.choice(("SKILL.md", "else.md")))
        if not self._in_the_way(old, new):
            self._move(old, new)
            self.told(*self.chance.sample([(old, DELETED), (new, CREATED)], 2))

    def _in_the_way(self, old: Path, new: Path) -> bool:
        return not old.exists() or new.exists() or new.is_relative_to(old)

    def _move(self, old: Path, new: Path) -> None:
        """On the disk, with the buffers: an editor opens them anew at their new places."""
        new.parent.mkdir(parents=True, exist_ok=True)
        old.rename(new)
        self.went(old, new)
        for buffer in self._buffers_in(old):
            text = self.buffers[buffer]
            self.close(buffer)
            self.open(new / buffer.relative_to(old) if buffer != old else new, text)

    async def skill_renamed(self, path: Path) -> None:
        """`textDocument/rename` on the name of the skill that a file belongs to."""
        skill = next((one for one in (path, *path.parent.glob("[sS][kK]*.md")) if self._name_at(one)), None)
        place = self._name_at(skill) if skill is not None else None
        if skill is None or place is None:
            await self.written(path)
            return
        self.open(skill, skill.read_text(encoding="utf-8"))
        identifier = lsp.TextDocumentIdentifier(skill.as_uri())
        ask = lsp.RenameParams(identifier, place, f"{self.chance.choice(NAMES)}-{self.chance.randrange(9)}")
        try:
            self.apply(await self.editor.client.text_document_rename_async(ask))
        except JsonRpcException:  # the buffer says something else, or a host would drop the skill
            self.type(skill, self.content(skill))
        self.touched(skill)

    def _name_at(self, path: Path) -> lsp.Position | None:
        if path.name.lower() != "skill.md" and not path.name.endswith(".skill.toml"):
            return None
        text = self.buffers.get(path) or path.read_text(encoding="utf-8")
        at = next((n for n, line in enumerate(text.split("\n")[:3]) if line.startswith("name")), None)
        return lsp.Position(at, 9) if at is not None else None

    def _skill_directory(self, path: Path) -> Path | None:
        return next((one for one in path.parents if one.parent.name == "skills" and one.is_dir()), None)

    def _new_place(self) -> Path:
        top = self.chance.choice([*[self.top] * 8, *self.folders])
        return top / self.chance.choice(ROOTS) / self.chance.choice(NAMES)

    def _buffers_in(self, path: Path) -> list[Path]:
        return [one for one in self.buffers if one.is_relative_to(path)]

    # ----------------------------------------------------------------- buffers

    def open(self, path: Path, text: str) -> None:
        if path not in self.buffers:
            self.buffers[path] = text
            self.editor.open(str(path), text)

    def type(self, path: Path, text: str) -> None:
        if path in self.buffers:
            self.buffers[path] = text
            self.editor.replace(path.as_uri(), text)

    def save(self, path: Path) -> None:
        self.put(path, self.buffers[path])
        saved = lsp.DidSaveTextDocumentParams(lsp.TextDocumentIdentifier(path.as_uri()))
        self.editor.client.text_document_did_save(saved)

    def close(self, path: Path) -> None:
        if self.buffers.pop(path, None) is not None:
            identifier = lsp.TextDocumentIdentifier(path.as_uri())
            self.editor.client.text_document_did_close(lsp.DidCloseTextDocumentParams(identifier))

    def apply(self, edit: lsp.WorkspaceEdit | None) -> None:
        """What the server wants changed: in buffers where there are some, else on the disk."""
        for change in (edit.document_changes if edit is not None else None) or ():
            if isinstance(change, lsp.RenameFile):
                old, new = path_of(change.old_uri), path_of(change.new_uri)
                if not self._in_the_way(old, new):
                    self._move(old, new)
                    self.told((old, DELETED), (new, CREATED))
            elif isinstance(change, lsp.TextDocumentEdit):
                self._apply(path_of(change.text_document.uri), change)

    def _apply(self, path: Path, change: lsp.TextDocumentEdit) -> None:
        edits = [one for one in change.edits if isinstance(one, lsp.TextEdit)]
        if path in self.buffers:
            self.type(path, edited(self.buffers[path], edits))
            self.touched(path)
        elif path.is_file():
            self.put(path, edited(path.read_text(encoding="utf-8"), edits))

    # ---------------------------------------------------------------- in between

    def _some_path(self) -> Path:
        return self._new_place() / self.chance.choice(("SKILL.md", "SKILL.md", *BUNDLED))

    async def created(self) -> None:
        path = self._some_path()
        if not path.exists() and self.chance.random() < 0.5:
            path.parent.mkdir(parents=True, exist_ok=True)
            files = lsp.CreateFilesParams([lsp.FileCreate(path.as_uri())])
            path.write_text(self.content(path), encoding="utf-8")
            self.editor.client.workspace_did_create_files(files)
        else:
            self.put(path, self.content(path))

    async def opened(self) -> None:
        """A document that need not be on the disk."""
        path = self._some_path()
        self.open(path, path.read_text(encoding="utf-8") if path.is_file() else self.content(path))

    async def saved(self) -> None:
        if self.buffers:
            self.save(self.chance.choice(list(self.buffers)))

    async def closed(self) -> None:
        if self.buffers:
            self.close(self.chance.choice(list(self.buffers)))

    async def configured(self) -> None:
        """A file that concerns all others comes, changes or goes, or a directory with one does."""
        where = self.top / self.chance.choice(("", "packages", "packages/north", "plugins", "plugins/alpha", "docs"))
        path = where / self.chance.choice(sorted(WIDE))
        if path.exists() and self.chance.random() < 0.3:
            await self.deleted(path)
        else:
            self.put(path, self.content(path))

    async def folder(self, folder: Path | None = None) -> None:
        """A folder of the workspace comes or goes."""
        folder = folder or self.chance.choice(list(self.folders))
        folder.mkdir(exist_ok=True)
        one = [lsp.WorkspaceFolder(folder.as_uri(), folder.name)]
        there = self.folders[folder]
        event = lsp.WorkspaceFoldersChangeEvent([], one) if there else lsp.WorkspaceFoldersChangeEvent(one, [])
        self.folders[folder] = not there
        self.editor.client.workspace_did_change_workspace_folders(lsp.DidChangeWorkspaceFoldersParams(event))

    async def ask(self) -> None:
        """A request whose answer nobody waits for."""
        client, here = self.editor.client, lsp.Position(self.chance.randrange(8), 7)
        uri = Path(self.chance.choice([path for path in self.now.values() if path is not None])).as_uri()
        document = lsp.TextDocumentIdentifier(uri)
        asked = self.chance.choice(
            (
                lambda: client.text_document_hover_async(lsp.HoverParams(document, here)),
                lambda: client.text_document_completion_async(lsp.CompletionParams(document, here)),
                lambda: client.text_document_definition_async(lsp.DefinitionParams(document, here)),
                lambda: client.text_document_document_link_async(lsp.DocumentLinkParams(document)),
                lambda: client.text_document_code_lens_async(lsp.CodeLensParams(document)),
                lambda: client.workspace_symbol_async(lsp.WorkspaceSymbolParams("table")),
                lambda: client.text_document_references_async(
                    lsp.ReferenceParams(lsp.ReferenceContext(include_declaration=True), document, here)
                ),
            )
        )()
        self.asked.add(asyncio.ensure_future(asked))


def path_of(uri: str) -> Path:
    """The path that an address names."""
    return Path(uris.path_of(uri))


def edited(text: str, edits: list[lsp.TextEdit]) -> str:
    """A text with edits made, given in UTF-16 units; places that are not there are the end of the line or text."""
    lines = text.split("\n")
    sizes = [len(line.encode("utf-16-le")) for line in lines]

    def offset(at: lsp.Position) -> int:
        if at.line >= len(lines):
            return sum(sizes) + 2 * (len(lines) - 1)
        return sum(sizes[: at.line]) + 2 * at.line + min(2 * at.character, sizes[at.line])

    whole = text.encode("utf-16-le")
    for edit in sorted(edits, key=lambda one: offset(one.range.start), reverse=True):
        start, end = offset(edit.range.start), offset(edit.range.end)
        whole = whole[:start] + edit.new_text.encode("utf-16-le") + whole[end:]
    return whole.decode("utf-16-le", "ignore")
