"""The language server's protocol object: pygls without its own copy of the documents.

pygls keeps every document as a list of lines and applies changes to it; ours are immutable values kept by the session,
so its document handling is left out and ours runs in its place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lsprotocol import converters
from lsprotocol import types as lsp
from pygls.protocol import JsonRPCNotification, JsonRPCRequestMessage, JsonRPCResponseMessage, LanguageServerProtocol
from pygls.protocol.language_server import lsp_method

if TYPE_CHECKING:
    from collections.abc import Generator

    from cattrs import Converter


def converter() -> Converter:
    """What turns messages into objects. The content of custom requests stays as it was sent: pygls would make named
    tuples of it, in which a field cannot be called `as`."""
    plain = converters.get_converter()
    for message in (JsonRPCRequestMessage, JsonRPCResponseMessage, JsonRPCNotification):
        plain.register_structure_hook(message, lambda sent, cls: cls(**sent))
    return plain


class Protocol(LanguageServerProtocol):
    """Hands document notifications to our handlers alone."""

    @lsp_method(lsp.TEXT_DOCUMENT_DID_OPEN)
    def lsp_text_document__did_open(self, params: lsp.DidOpenTextDocumentParams) -> Generator[Any, Any, None]:
        """A document was opened."""
        yield self.fm.features[lsp.TEXT_DOCUMENT_DID_OPEN], (params,), None

    @lsp_method(lsp.TEXT_DOCUMENT_DID_CHANGE)
    def lsp_text_document__did_change(self, params: lsp.DidChangeTextDocumentParams) -> Generator[Any, Any, None]:
        """A document was changed."""
        yield self.fm.features[lsp.TEXT_DOCUMENT_DID_CHANGE], (params,), None

    @lsp_method(lsp.TEXT_DOCUMENT_DID_CLOSE)
    def lsp_text_document__did_close(self, params: lsp.DidCloseTextDocumentParams) -> Generator[Any, Any, None]:
        """A document was closed."""
        yield self.fm.features[lsp.TEXT_DOCUMENT_DID_CLOSE], (params,), None
