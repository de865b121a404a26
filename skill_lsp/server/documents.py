"""Documents that open, change and close."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types as lsp

from skill_lsp.features import uris

if TYPE_CHECKING:
    from skill_lsp.server.server import Server


def register(server: Server) -> None:
    """Adds the handlers."""
    session = server.session

    @server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    def did_open(params: lsp.DidOpenTextDocumentParams) -> None:
        again = session.open(params.text_document)
        server.check_again(again, uris.path_of(params.text_document.uri))

    @server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    def did_change(params: lsp.DidChangeTextDocumentParams) -> None:
        again = session.change(params.text_document, params.content_changes)
        server.check_again(again, uris.path_of(params.text_document.uri))

    @server.feature(lsp.TEXT_DOCUMENT_DID_SAVE)
    def did_save(params: lsp.DidSaveTextDocumentParams) -> None:
        server.survey_soon()

    @server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    def did_close(params: lsp.DidCloseTextDocumentParams) -> None:
        uri = params.text_document.uri
        again = session.close(uri)
        if uris.path_of(uri) not in session.workspace and not session.snapshot.client.pull_diagnostics:
            server.withdraw(uri)
        server.check_again(again)
        server.survey_soon()
