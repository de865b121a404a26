"""The state of one connection: a snapshot, replaced whole at each change, and what its client was last told."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from skill_lsp.features import positions
from skill_lsp.features.client import Client, Preferences
from skill_lsp.features.snapshot import Snapshot
from skill_lsp.text import Text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lsprotocol import types as lsp

    from skill_lsp.features.document import Document


class Session:
    """Changes come in one after the other; whoever asks works on the snapshot of that moment."""

    def __init__(self) -> None:
        self.snapshot = Snapshot()

    def start(self, params: lsp.InitializeParams, encoding: str) -> None:
        """What the client announced and asked for."""
        preferences = Preferences().updated(params.initialization_options)
        self.snapshot = Snapshot(client=Client.of(params.capabilities, encoding), preferences=preferences)

    # ------------------------------------------------------------ open documents

    def open(self, item: lsp.TextDocumentItem) -> Document:
        """A document appears in the editor."""
        return self._put(self.snapshot.parsed(item.uri, Text(item.text), item.version))

    def change(
        self, identifier: lsp.VersionedTextDocumentIdentifier, changes: Sequence[lsp.TextDocumentContentChangeEvent]
    ) -> Document | None:
        """A document was edited; None where it is not open."""
        before = self.snapshot.documents.get(identifier.uri)
        if before is None:
            return None
        text = positions.changed(before.text, changes, self.snapshot.client.encoding)
        return self._put(self.snapshot.parsed(identifier.uri, text, identifier.version))

    def close(self, uri: str) -> None:
        """A document leaves the editor; the disk counts again."""
        documents = dict(self.snapshot.documents)
        document = documents.pop(uri, None)
        if document is not None:
            self.snapshot.files.close(document.path)
            self.snapshot = replace(self.snapshot, documents=MappingProxyType(documents))

    def _put(self, document: Document) -> Document:
        self.snapshot.files.open(document.path, document.text)
        documents = MappingProxyType({**self.snapshot.documents, document.uri: document})
        self.snapshot = replace(self.snapshot, documents=documents)
        return document

    # ------------------------------------------------------------------ settings

    def configure(self, given: Any) -> bool:
        """The editor's settings changed; whether that makes a difference."""
        preferences = self.snapshot.preferences.updated(given)
        if preferences == self.snapshot.preferences:
            return False
        self.snapshot = replace(self.snapshot, preferences=preferences, moment=self.snapshot.moment + 1)
        return True
