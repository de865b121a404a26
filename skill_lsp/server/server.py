"""The server object: one session, its client, and when the client is told about diagnostics."""

from __future__ import annotations

import asyncio
import logging
import threading
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from lsprotocol import types as lsp
from pygls.io_ import StdoutWriter, run_async
from pygls.lsp.server import LanguageServer

from skill_lsp import __version__
from skill_lsp.features import uris
from skill_lsp.features.diagnostics import diagnostics, of_path
from skill_lsp.server.background import Background, in_slices
from skill_lsp.server.protocol import Protocol, converter
from skill_lsp.server.session import Session
from skill_lsp.workspace.files import all_within

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Generator
    from typing import BinaryIO

    from skill_lsp.features.document import Document
    from skill_lsp.server.stdio import Input

SURVEY_DELAY = 0.2
"""Seconds after a change before the folders are looked at as a whole."""
_log = logging.getLogger(__name__)


class Server(LanguageServer):
    """A language server with one session."""

    def __init__(self) -> None:
        super().__init__("skill-lsp", __version__, protocol_cls=Protocol, converter_factory=converter, max_workers=2)
        self.session = Session()
        self.background = Background(self._check_closed)
        self._waiting: set[str] = set()
        self._shown: set[str] = set()
        self._complained: str | None = None
        self._surveying: asyncio.Task[None] | None = None
        self._survey_again = False
        self._surveyed = (-1, -1)
        self.indexed = False
        """Whether all folders were read."""
        self.reports: dict[str, lsp.WorkspaceFullDocumentDiagnosticReport] = {}
        """What holds for files that are not open, for a client that asks."""

    def serve(self, source: Input, output: BinaryIO) -> None:
        """Serves one client until it leaves."""
        self._stop_event = stopped = threading.Event()
        self.protocol.set_writer(StdoutWriter(output))
        with suppress(BrokenPipeError, KeyboardInterrupt):
            asyncio.run(run_async(stopped, source, self.protocol, _log, self.report_server_error))
        self.shutdown()  # type: ignore[no-untyped-call]

    # --------------------------------------------------------------- diagnostics

    def check_again(self, paths: Collection[str], edited: str | None = None) -> None:
        """The findings of these files may be others now: the open ones are told at once, the rest in the background. A
        client that pulls asks by itself about the document that it `edited`, and is asked to ask about others."""
        snapshot, client = self.session.snapshot, self.session.snapshot.client
        for path in paths:
            self.reports.pop(path, None)
        if self.session.state != self._surveyed:
            self.survey_soon()
        by_path = {document.path: uri for uri, document in snapshot.documents.items()}
        others = [path for path in paths if path not in by_path]
        for path in paths:
            if path in by_path:
                self._soon(by_path[path])
        if client.pull_diagnostics:
            if set(paths) - {edited} and client.refresh_diagnostics:
                self.workspace_diagnostic_refresh(None)
        else:
            self.background.add(others)

    def refresh_all(self) -> None:
        """Settings or many files changed: everything that is shown is asked for anew."""
        snapshot = self.session.snapshot
        documents = (one.path for one in snapshot.documents.values())
        self.check_again({*self.session.workspace.paths, *documents, *self._shown})
        self._refresh_views()

    def _refresh_views(self) -> None:
        """Has the client ask anew for what it shows beside diagnostics."""
        snapshot = self.session.snapshot
        if snapshot.client.refresh_lenses:
            self.workspace_code_lens_refresh(None)
        if snapshot.client.refresh_hints:
            self.workspace_inlay_hint_refresh(None)
        if snapshot.client.refresh_tokens:
            self.workspace_semantic_tokens_refresh(None)

    def shown_below(self, path: str) -> set[str]:
        """The files at or below a path about which the client was told something."""
        return set(all_within(self._shown, path))

    def _soon(self, uri: str) -> None:
        """Publishes once the messages that are there were read: several edits in a row make one publication."""
        if not self.session.snapshot.client.pull_diagnostics and uri not in self._waiting:
            self._waiting.add(uri)
            asyncio.get_running_loop().call_soon(self._publish_open, uri)

    def _publish_open(self, uri: str) -> None:
        """Publishes what holds for the present text, with its version; nothing for a document that was closed."""
        self._waiting.discard(uri)
        document = self.session.snapshot.documents.get(uri)
        if document is not None:
            self._publish(document)

    def _check_closed(self, path: str) -> None:
        """Publishes the findings of a file that is not open; nothing about one that never had any. One that was opened
        while it waited is told of as an open one, whether or not the index knows it."""
        snapshot = self.session.snapshot
        if snapshot.is_open(path):
            return
        document = snapshot.at(path) if path in self.session.workspace else None
        if document is None:
            found = of_path(snapshot, path)
            if found or path in self._shown:
                (self._shown.add if found else self._shown.discard)(path)
                self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uris.uri_of(path), found))
        else:
            self._publish(document)

    def survey_soon(self) -> None:
        """Looks at the folders as a whole some time after anything changed that may matter to it."""
        self._survey_again = True
        if self.indexed and (self._surveying is None or self._surveying.done()):
            self._surveying = asyncio.get_running_loop().create_task(self._survey())

    async def _survey(self) -> None:
        """Again where things changed meanwhile."""
        while self._survey_again:
            await asyncio.sleep(SURVEY_DELAY)
            self._survey_again = False
            if self.session.outdated:
                await self._read_again()
            again = await in_slices(self._survey_steps())
            if again is None:
                self._survey_again = True
                continue
            self._surveyed = self.session.state
            self.check_again(again)

    def _survey_steps(self) -> Generator[None, None, set[str] | None]:
        try:
            return (yield from self.session.surveying())
        except Exception:
            _log.exception("the folders were not looked at as a whole")
            return set()

    async def _read_again(self) -> None:
        before = set(self.session.workspace.paths)
        again = await in_slices(self.session.reading_again())
        self.check_again(again | (before - set(self.session.workspace.paths)))
        self._refresh_views()

    def _publish(self, document: Document) -> None:
        snapshot = self.session.snapshot
        found: list[lsp.Diagnostic] = guarded(lambda: diagnostics(snapshot, document)) or []
        if document.version is not None or found or document.path in self._shown:
            (self._shown.add if found else self._shown.discard)(document.path)
            params = lsp.PublishDiagnosticsParams(document.uri, found, version=document.version)
            self.text_document_publish_diagnostics(params)
        self.complain()

    def withdraw(self, uri: str) -> None:
        """Takes back the diagnostics of a document that is gone."""
        self._shown.discard(uris.path_of(uri))
        self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, []))

    def complain(self) -> None:
        """Tells once what is wrong with a configuration file."""
        complaint = self.session.complaint
        if complaint is not None and complaint != self._complained:
            self.say(f"skill-lsp: {complaint}", lsp.MessageType.Error)
        self._complained = complaint

    def say(self, message: str, kind: lsp.MessageType = lsp.MessageType.Info) -> None:
        """A message that the user sees."""
        self.window_show_message(lsp.ShowMessageParams(kind, message))


def guarded(ask: Callable[[], Any]) -> Any:
    """An answer, or None where a defect of ours kept it from coming: the log has the details, the editor goes on."""
    try:
        return ask()
    except Exception:
        _log.exception("a feature failed")
        return None


def create() -> Server:
    """A server with all its handlers."""
    from skill_lsp.server import commands, documents, language, proposals, tools, workspace

    server = Server()
    for part in (documents, language, workspace, commands, proposals, tools):
        part.register(server)
    return server
