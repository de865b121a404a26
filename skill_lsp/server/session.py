"""The state of one connection: the workspace, the open documents and a snapshot of both, replaced at each change."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from skill_lsp import config
from skill_lsp.features import positions, uris
from skill_lsp.features.client import Client, Preferences
from skill_lsp.features.snapshot import Snapshot
from skill_lsp.rules.run import Run
from skill_lsp.text import BOM, Text
from skill_lsp.workspace.files import all_within, parent, read

if TYPE_CHECKING:
    from collections.abc import Generator, Mapping, Sequence

    from lsprotocol import types as lsp

    from skill_lsp.config import Settings
    from skill_lsp.rules.finding import Finding


class Session:
    """Changes come in one after the other; whoever asks works on the snapshot of that moment. Methods that change
    something return the paths whose findings may be others now."""

    def __init__(self) -> None:
        self._start_workspace()
        self.complaint: str | None = None
        """What is wrong with a configuration file; told to the user once."""
        self.outdated: set[str] = set()
        """Directories in which other files may be of interest now: a configuration file, which leaves some out,
        changed."""
        self._sweeps: list[list[str]] = []
        """What changed during each piece of long work on the index that is under way."""

    def _start_workspace(self, client: Client | None = None, preferences: Preferences | None = None) -> None:
        self._run = Run(adjust=self._adjusted, broken=self._broken)
        self.workspace = self._run.workspace
        self.snapshot = Snapshot(
            client or Client(),
            preferences or Preferences(),
            configuration=self._run.configurations.settings,
            workspace=self.workspace,
        )

    def start(self, params: lsp.InitializeParams, encoding: str) -> None:
        """What the client announced and asked for."""
        client = Client.of(params.capabilities, encoding)
        self._start_workspace(client, Preferences().updated(params.initialization_options))

    # ------------------------------------------------------------ open documents

    def open(self, item: lsp.TextDocumentItem) -> set[str]:
        """A document appears in the editor."""
        path = uris.path_of(item.uri)
        stored = read(path) if not self.workspace.files.is_open(path) else None
        has_mark = isinstance(stored, Text) and stored.content.startswith(BOM) and not item.text.startswith(BOM)
        return self._put(item.uri, Text(item.text), item.version, BOM if has_mark else "")

    def change(
        self, identifier: lsp.VersionedTextDocumentIdentifier, changes: Sequence[lsp.TextDocumentContentChangeEvent]
    ) -> set[str]:
        """A document was edited."""
        before = self.snapshot.documents.get(identifier.uri)
        if before is None:
            return set()
        content = before.text.content
        seen = Text(content[before.unseen :]) if before.unseen else before.text
        text = positions.changed(seen, changes, self.snapshot.client.encoding)
        return self._put(identifier.uri, text, identifier.version, content[: before.unseen])

    def close(self, uri: str) -> set[str]:
        """A document leaves the editor; the disk counts again."""
        documents = dict(self.snapshot.documents)
        document = documents.pop(uri, None)
        if document is None:
            return set()
        self.snapshot = replace(self.snapshot, documents=MappingProxyType(documents))
        self._note(document.path)
        return self._changed(document.path, self.workspace.close(document.path))

    def _put(self, uri: str, text: Text, version: int, unseen: str) -> set[str]:
        """Takes in what the client has, behind what it keeps to itself of the file."""
        path = uris.path_of(uri)
        text = Text(unseen + text.content) if unseen else text
        self._note(path)
        again = self.workspace.open(path, text)
        document = self.snapshot.parsed(uri, text, version)
        document.unseen = len(unseen)
        documents = MappingProxyType({**self.snapshot.documents, uri: document})
        self.snapshot = replace(self.snapshot, documents=documents)
        return self._changed(path, again)

    # ---------------------------------------------------------- files and folders

    def updating(self, path: str) -> Generator[object, None, set[str]]:
        """A file or directory was created, changed or deleted on the disk; taken in, in steps."""
        self._note(path)
        self._run.configurations.forget_in(path)
        return self._changed(path, (yield from self._sweep(self.workspace.updating(path))))

    def reading_again(self) -> Generator[object, None, set[str]]:
        """Takes in what other configurations leave out and what they do not, in steps."""
        again: set[str] = set()
        while self.outdated:
            directory = self.outdated.pop()
            again |= yield from self._sweep(self.workspace.reading_again(directory))
        self.advance()
        return again

    def adding(self, path: str) -> Generator[tuple[int, int], None, None]:
        """A folder comes to the workspace, or is looked at again; in steps: (files read, files in all)."""
        self._note(path)
        self._run.configurations.forget_in(path)
        yield from self._sweep(self._adding(path))
        self.advance()

    def _adding(self, path: str) -> Generator[tuple[int, int], None, set[str]]:
        done = (0, 0)
        for done in self.workspace.adding(path):
            yield done
        for _ in self.workspace.comparing():
            yield done
        return set()

    def removing(self, path: str) -> Generator[object, None, set[str]]:
        """A folder leaves the workspace, in steps; the paths that it held."""
        self._note(path)
        before = set(all_within(self.workspace.paths, path))
        again = yield from self._sweep(self._removing(path))
        self.advance()
        return before | again

    def _removing(self, path: str) -> Generator[tuple[int, int], None, set[str]]:
        yield from self.workspace.removing(path)
        return set()

    def _sweep(self, steps: Generator[tuple[int, int], None, set[str]]) -> Generator[tuple[int, int], None, set[str]]:
        """Long work on the index. What changes meanwhile is taken in at once, and again at the end, since the work may
        have read it before the change and written it down after."""
        changed: list[str] = []
        self._sweeps.append(changed)
        try:
            again = yield from steps
            while changed:
                path = changed.pop()
                if not self.workspace.holds(path):
                    self.workspace.remove_folder(path)
                again |= yield from self.workspace.updating(path)
        finally:
            self._sweeps = [one for one in self._sweeps if one is not changed]
        return again

    def _note(self, path: str) -> None:
        for changed in self._sweeps:
            changed.append(path)

    def advance(self) -> None:
        """Something other than one document's text changed: what is known about documents is asked anew."""
        self.snapshot = replace(self.snapshot, moment=self.snapshot.moment + 1)

    def _changed(self, path: str, again: set[str]) -> set[str]:
        if path.rpartition("/")[2] in config.FILE_NAMES:
            directory = parent(path)
            self._run.configurations.forget()
            self.outdated.add(directory)
            self.complaint = None
            self.advance()
            return {path, *again, *self._known_in(directory)}
        if again - {path}:
            self.advance()
        return again | {path}

    def _known_in(self, directory: str) -> list[str]:
        """The files of the workspace and the open documents in a directory."""
        open_paths = (document.path for document in self.snapshot.documents.values())
        return all_within({*self.workspace.paths, *open_paths}, directory)

    # ------------------------------------------------------------------ settings

    def configure(self, given: Any) -> bool:
        """The editor's settings changed; whether that makes a difference."""
        preferences = self.snapshot.preferences.updated(given)
        if preferences == self.snapshot.preferences:
            return False
        self.snapshot = replace(self.snapshot, preferences=preferences)
        self.advance()
        return True

    def _broken(self, error: config.BrokenConfigurationError) -> None:
        self.complaint = str(error)

    def _adjusted(self, settings: Settings) -> Settings:
        return self.snapshot.preferences.over(settings)

    def answer(self, path: str, text: Text, findings: tuple[Finding, ...]) -> set[str]:
        """What was asked for about a file; it holds until the text changes."""
        answered = {**self.snapshot.answered, path: (text, findings)}
        self.snapshot = replace(self.snapshot, answered=MappingProxyType(answered))
        self.advance()
        return {path}

    # -------------------------------------------------------- the folders as a whole

    @property
    def state(self) -> tuple[int, int]:
        """Another value whenever anything has changed that findings on the folders as a whole may depend on."""
        return self.snapshot.moment, self.workspace.revision

    def surveying(self) -> Generator[None, None, set[str] | None]:
        """Looks at the folders as a whole, in steps; the paths about which other things are said now than before. None
        as soon as something changed meanwhile: then it is to be done again."""
        state = self.state
        found: dict[str, tuple[Finding, ...]] = {}
        steps = self._run.surveying()
        try:
            while self.state == state:
                yield next(steps)
        except StopIteration as end:
            for finding in end.value:
                found[finding.path] = (*found.get(finding.path, ()), finding)
            return self._surveyed(MappingProxyType(found))
        return None

    def _surveyed(self, found: Mapping[str, tuple[Finding, ...]]) -> set[str]:
        before = self.snapshot.surveyed
        again = {path for path in {*before, *found} if before.get(path) != found.get(path)}
        if again:
            self.snapshot = replace(self.snapshot, surveyed=found)
            self.advance()
        return again
