"""Documents that open, change and close."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types as lsp

if TYPE_CHECKING:
    from skill_lsp.server.server import Server


def register(server: Server) -> None:
    """Adds the handlers."""
    session = server.session

    @server.feature(lsp.INITIALIZE)
    def initialize(params: lsp.InitializeParams) -> None:
        session.start(
            params, str(getattr(server.workspace.position_encoding, "value", server.workspace.position_encoding))
        )

    @server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    def did_open(params: lsp.DidOpenTextDocumentParams) -> None:
        server.refresh(session.open(params.text_document).uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    def did_change(params: lsp.DidChangeTextDocumentParams) -> None:
        if session.change(params.text_document, params.content_changes) is not None:
            server.refresh(params.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    def did_close(params: lsp.DidCloseTextDocumentParams) -> None:
        session.close(params.text_document.uri)
        server.withdraw(params.text_document.uri)
