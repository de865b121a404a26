"""The server object: one session, its client, and when the client is told about diagnostics."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any

from lsprotocol import types as lsp
from pygls.lsp.server import LanguageServer

from skill_lsp import __version__
from skill_lsp.features.diagnostics import diagnostics
from skill_lsp.server.protocol import Protocol
from skill_lsp.server.session import Session

if TYPE_CHECKING:
    from collections.abc import Callable

_log = logging.getLogger(__name__)


class Server(LanguageServer):
    """A language server with one session."""

    def __init__(self) -> None:
        super().__init__("skill-lsp", __version__, protocol_cls=Protocol, max_workers=2)
        self.session = Session()
        self._waiting: set[str] = set()

    # --------------------------------------------------------------- diagnostics

    def refresh(self, uri: str) -> None:
        """Publishes the diagnostics of a document as soon as no message waits: several edits in a row are one."""
        if self.session.snapshot.client.pull_diagnostics or uri in self._waiting:
            return
        self._waiting.add(uri)
        asyncio.get_running_loop().call_soon(self._publish, uri)

    def refresh_all(self) -> None:
        """Every open document anew: settings or other files changed."""
        client = self.session.snapshot.client
        for uri in self.session.snapshot.documents:
            self.refresh(uri)
        if client.pull_diagnostics and client.refresh_diagnostics:
            self.workspace_diagnostic_refresh(None)
        if client.refresh_lenses:
            self.workspace_code_lens_refresh(None)
        if client.refresh_hints:
            self.workspace_inlay_hint_refresh(None)
        if client.refresh_tokens:
            self.workspace_semantic_tokens_refresh(None)

    def _publish(self, uri: str) -> None:
        """Publishes what holds for the present text, with its version; nothing for a document that was closed."""
        self._waiting.discard(uri)
        snapshot = self.session.snapshot
        document = snapshot.documents.get(uri)
        if document is not None:
            found = guarded(lambda: diagnostics(snapshot, document)) or []
            self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, found, version=document.version))

    def withdraw(self, uri: str) -> None:
        """Takes back the diagnostics of a document that was closed."""
        self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, []))


def guarded(ask: Callable[[], Any]) -> Any:
    """An answer, or None where a defect of ours kept it from coming: the log has the details, the editor goes on."""
    try:
        return ask()
    except Exception:
        _log.exception("a feature failed")
        return None


def create() -> Server:
    """A server with all its handlers."""
    from skill_lsp.server import commands, documents, language, workspace

    server = Server()
    for part in (documents, language, workspace, commands):
        part.register(server)
    return server
