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
from skill_lsp.workspace.files import read

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

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
        return self._changed(document.path, self.workspace.close(document.path))

    def _put(self, uri: str, text: Text, version: int, unseen: str) -> set[str]:
        """Takes in what the client has, behind what it keeps to itself of the file."""
        path = uris.path_of(uri)
        text = Text(unseen + text.content) if unseen else text
        again = self.workspace.open(path, text)
        document = self.snapshot.parsed(uri, text, version)
        document.unseen = len(unseen)
        documents = MappingProxyType({**self.snapshot.documents, uri: document})
        self.snapshot = replace(self.snapshot, documents=documents)
        return self._changed(path, again)

    # ---------------------------------------------------------- files and folders

    def update(self, paths: Iterable[str]) -> set[str]:
        """Files or directories were created, changed or deleted on the disk."""
        again: set[str] = set()
        for path in paths:
            again |= self._changed(path, self.workspace.update(path))
        return again

    def remove_folder(self, path: str) -> set[str]:
        """A folder leaves the workspace; the paths that it held."""
        before = set(self.workspace.paths)
        self.workspace.remove_folder(path)
        self.advance()
        return before - set(self.workspace.paths)

    def advance(self) -> None:
        """Something other than one document's text changed: what is known about documents is asked anew."""
        self.snapshot = replace(self.snapshot, moment=self.snapshot.moment + 1)

    def _changed(self, path: str, again: set[str]) -> set[str]:
        if path.rpartition("/")[2] in config.FILE_NAMES:
            self._run.configurations.forget()
            self.complaint = None
            self.advance()
            return set(self.workspace.paths) | {one.path for one in self.snapshot.documents.values()}
        if again - {path}:
            self.advance()
        return again | {path}

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

    def surveyor(self) -> Callable[[], Mapping[str, tuple[Finding, ...]]]:
        """What looks at the folders as a whole, by itself: it shares nothing with the session that may change, so that
        it can run in a thread."""
        preferences, folders = self.snapshot.preferences, self.workspace.folders
        buffers = [(document.path, document.text) for document in self.snapshot.documents.values()]

        def survey() -> Mapping[str, tuple[Finding, ...]]:
            run = Run(adjust=preferences.over, broken=lambda error: None)
            for path, text in buffers:
                run.files.open(path, text)
            for folder in folders:
                run.workspace.add_folder(folder)
            found: dict[str, tuple[Finding, ...]] = {}
            for finding in run.survey():
                found[finding.path] = (*found.get(finding.path, ()), finding)
            return MappingProxyType(found)

        return survey

    def surveyed(self, found: Mapping[str, tuple[Finding, ...]]) -> set[str]:
        """Takes a survey's findings; the paths about which other things are said now than before."""
        before = self.snapshot.surveyed
        again = {path for path in {*before, *found} if before.get(path) != found.get(path)}
        if again:
            self.snapshot = replace(self.snapshot, surveyed=found)
            self.advance()
        return again
