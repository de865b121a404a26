"""A real server on stdio for each test, with a client of chosen capabilities."""

from __future__ import annotations

import asyncio
import sys
from typing import TYPE_CHECKING, Any

import pytest
from lsprotocol import converters
from lsprotocol import types as lsp
from pytest_lsp import LanguageClient
from pytest_lsp.client import DEFAULT_CLIENT_FEATURES, register_lsp_features

from skill_lsp.server.protocol import converter

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable
    from pathlib import Path

FULL: dict[str, Any] = {
    "general": {"positionEncodings": ["utf-16"]},
    "textDocument": {
        "completion": {
            "completionItem": {
                "snippetSupport": True,
                "documentationFormat": ["markdown"],
                "resolveSupport": {"properties": ["documentation", "detail"]},
            }
        },
        "hover": {"contentFormat": ["markdown", "plaintext"]},
        "codeAction": {
            "codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["quickfix", "source", "refactor"]}}
        },
        "documentSymbol": {"hierarchicalDocumentSymbolSupport": True},
        "definition": {"linkSupport": True},
        "publishDiagnostics": {
            "relatedInformation": True,
            "tagSupport": {"valueSet": [1, 2]},
            "codeDescriptionSupport": True,
            "versionSupport": True,
        },
        "rename": {"prepareSupport": True},
    },
    "window": {"workDoneProgress": True, "showDocument": {"support": True}},
    "workspace": {
        "applyEdit": True,
        "configuration": False,
        "workspaceEdit": {"documentChanges": True, "resourceOperations": ["create", "rename", "delete"]},
        "fileOperations": {"willRename": True, "didCreate": True, "didRename": True, "didDelete": True},
    },
}
"""A client that takes everything but pulled diagnostics."""


def write(root: Path, files: dict[str, str]) -> None:
    """Writes files below a directory."""
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode("utf-8"))


class Editor:
    """A client with the few gestures that tests make."""

    def __init__(self, client: LanguageClient, root: Path) -> None:
        self.client = client
        self.root = root
        self.capabilities = lsp.ServerCapabilities()
        self._versions: dict[str, int] = {}
        self.published: list[lsp.PublishDiagnosticsParams] = []
        self.applied: list[lsp.ApplyWorkspaceEditParams] = []

    def uri(self, path: str) -> str:
        """The address of a file of the workspace."""
        return (self.root / path).as_uri()

    def open(self, path: str, content: str, language: str = "markdown") -> str:
        """Opens a document that need not exist on the disk."""
        uri = self.uri(path)
        self._versions[uri] = 1
        item = lsp.TextDocumentItem(uri, language, 1, content)
        self.client.text_document_did_open(lsp.DidOpenTextDocumentParams(item))
        return uri

    def change(self, uri: str, *changes: lsp.TextDocumentContentChangeEvent) -> int:
        """Sends changes as one notification; returns the new version."""
        self._versions[uri] += 1
        identifier = lsp.VersionedTextDocumentIdentifier(version=self._versions[uri], uri=uri)
        self.client.text_document_did_change(lsp.DidChangeTextDocumentParams(identifier, list(changes)))
        return self._versions[uri]

    def replace(self, uri: str, content: str) -> int:
        """Replaces the whole document."""
        return self.change(uri, lsp.TextDocumentContentChangeWholeDocument(content))

    async def told(self, wanted: Callable[[lsp.PublishDiagnosticsParams], bool]) -> lsp.PublishDiagnosticsParams:
        """The latest publication of the kind that is waited for, once no later one about its document is there."""

        async def arrive() -> lsp.PublishDiagnosticsParams:
            while True:
                latest = {one.uri: one for one in self.published}
                found = next((one for one in latest.values() if wanted(one)), None)
                if found is not None:
                    return found
                await asyncio.sleep(0.01)

        return await asyncio.wait_for(arrive(), 20)

    async def said(self, words: str) -> None:
        """Waits for a message to the user."""

        async def arrive() -> None:
            while not any(words in message.message for message in self.client.messages):
                await asyncio.sleep(0.01)

        await asyncio.wait_for(arrive(), 20)

    async def until(self, check: Callable[[], bool], state: Callable[[], str]) -> None:
        """Waits for something to be so; fails with the state that it is in."""
        for _ in range(2000):
            if check():
                return
            await asyncio.sleep(0.01)
        raise AssertionError(state())

    async def settled(self) -> None:
        """Waits until the folders were read."""

        async def end() -> None:
            while not any(
                isinstance(report, lsp.WorkDoneProgressEnd)
                for reports in self.client.progress_reports.values()
                for report in reports
            ):
                await asyncio.sleep(0.01)

        await asyncio.wait_for(end(), 20)

    async def diagnostics(self, uri: str, version: int = 1) -> list[lsp.Diagnostic]:
        """What is published for a version of a document."""

        async def arrive() -> list[lsp.Diagnostic]:
            while True:
                for told in reversed(self.published):
                    if told.uri == uri and told.version == version:
                        return list(told.diagnostics)
                await asyncio.sleep(0.01)

        return await asyncio.wait_for(arrive(), 20)

    async def rules(self, uri: str, version: int = 1) -> list[Any]:
        """The rules that are published for a version of a document."""
        return [one.code for one in await self.diagnostics(uri, version)]


if TYPE_CHECKING:
    Start = Callable[..., Awaitable[Editor]]


@pytest.fixture
async def start(tmp_path: Path) -> AsyncIterator[Start]:
    """Starts a server: `await start(capabilities, options={…})`; `features` are the client's own handlers."""
    running: list[LanguageClient] = []

    async def begin(
        capabilities: dict[str, Any] = FULL,
        options: Any = None,
        folders: bool = True,
        features: dict[str, Callable[[Any], Any]] | None = None,
    ) -> Editor:
        client = LanguageClient(converter_factory=converter)
        editor = Editor(client, tmp_path)
        publish: Callable[[Any], None] = lambda params: editor.published.append(params)  # noqa: E731 - pygls marks it

        def apply(params: lsp.ApplyWorkspaceEditParams) -> lsp.ApplyWorkspaceEditResult:
            editor.applied.append(params)
            return lsp.ApplyWorkspaceEditResult(applied=True)

        handlers = {
            **DEFAULT_CLIENT_FEATURES,
            lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS: publish,
            lsp.WORKSPACE_APPLY_EDIT: apply,
            lsp.CLIENT_REGISTER_CAPABILITY: lambda params: None,
            lsp.WORKSPACE_CODE_LENS_REFRESH: lambda params: None,
            lsp.WORKSPACE_INLAY_HINT_REFRESH: lambda params: None,
            lsp.WORKSPACE_SEMANTIC_TOKENS_REFRESH: lambda params: None,
            **(features or {}),
        }
        register_lsp_features(client, handlers)
        await client.start_io(sys.executable, "-m", "skill_lsp")
        running.append(client)
        given = converters.get_converter().structure(capabilities, lsp.ClientCapabilities)
        folder = lsp.WorkspaceFolder(tmp_path.as_uri(), "workspace")
        result = await client.initialize_session(
            lsp.InitializeParams(
                capabilities=given,
                initialization_options=options,
                workspace_folders=[folder] if folders else None,
                root_uri=tmp_path.as_uri() if folders else None,
            )
        )
        editor.capabilities = result.capabilities
        return editor

    yield begin
    for client in running:
        await asyncio.wait_for(client.shutdown_session(), 10)
        await client.stop()


@pytest.fixture
async def editor(start: Start) -> Editor:
    """A server with a client that takes everything."""
    return await start()
