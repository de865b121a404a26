"""The start, settings, files and folders around the open documents."""

from __future__ import annotations

import asyncio
import gc
import logging
from typing import TYPE_CHECKING

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException

from skill_lsp.features import file_operations, uris
from skill_lsp.server.background import in_slices
from skill_lsp.server.progress import Progress
from skill_lsp.server.server import guarded

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator

    from skill_lsp.server.server import Server

SECTION = "skillLsp"
_EVERYTHING = lsp.FileSystemWatcher("**/*", kind=lsp.WatchKind.Create | lsp.WatchKind.Delete)
_OURS = lsp.FileSystemWatcher("**/*.{md,MD,toml,oxoflow,json,yaml,yml}")
_FILES = lsp.FileOperationRegistrationOptions(
    [lsp.FileOperationFilter(lsp.FileOperationPattern("**/*"), scheme="file")]
)
PATIENCE = 1.0
"""Seconds that a client has to say that it watches files, so that no change falls between the first look and the watch.
One that says nothing is served all the same."""
_log = logging.getLogger(__name__)


def register(server: Server) -> None:
    """Adds the handlers."""
    session = server.session

    @server.feature(lsp.INITIALIZE)
    def initialize(params: lsp.InitializeParams) -> None:
        encoding = server.workspace.position_encoding
        session.start(params, str(getattr(encoding, "value", encoding)))

    @server.feature(lsp.INITIALIZED)
    async def initialized(params: lsp.InitializedParams) -> None:
        folders = [folder.uri for folder in server.workspace.folders.values()]
        registering = asyncio.create_task(register_with_client(server))
        await asyncio.wait({registering}, timeout=PATIENCE)
        await asyncio.gather(registering, index(server, folders))

    @server.feature(lsp.WORKSPACE_DID_CHANGE_CONFIGURATION)
    async def did_change_configuration(params: lsp.DidChangeConfigurationParams) -> None:
        given = params.settings.get(SECTION, params.settings) if isinstance(params.settings, dict) else None
        if given is None and session.snapshot.client.configuration:
            item = lsp.ConfigurationItem(section=SECTION)
            given = (await server.workspace_configuration_async(lsp.ConfigurationParams([item])))[0]
        if session.configure(given):
            server.refresh_all()

    @server.feature(lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    async def did_change_watched_files(params: lsp.DidChangeWatchedFilesParams) -> None:
        await changed(server, (event.uri for event in params.changes))

    @server.feature(lsp.WORKSPACE_DID_CREATE_FILES, _FILES)
    async def did_create(params: lsp.CreateFilesParams) -> None:
        await changed(server, (file.uri for file in params.files))

    @server.feature(lsp.WORKSPACE_DID_DELETE_FILES, _FILES)
    async def did_delete(params: lsp.DeleteFilesParams) -> None:
        await changed(server, (file.uri for file in params.files))

    @server.feature(lsp.WORKSPACE_WILL_RENAME_FILES, _FILES)
    def will_rename(params: lsp.RenameFilesParams) -> lsp.WorkspaceEdit | None:
        found: lsp.WorkspaceEdit | None = guarded(lambda: file_operations.will_rename(session.snapshot, params.files))
        return found

    @server.feature(lsp.WORKSPACE_DID_RENAME_FILES, _FILES)
    async def did_rename(params: lsp.RenameFilesParams) -> None:
        await changed(server, (uri for file in params.files for uri in (file.old_uri, file.new_uri)))

    @server.feature(lsp.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS)
    async def did_change_folders(params: lsp.DidChangeWorkspaceFoldersParams) -> None:
        for folder in params.event.removed:
            server.check_again(await in_slices(session.removing(_folder(folder.uri))))
        await index(server, [folder.uri for folder in params.event.added])


async def changed(server: Server, addresses: Iterable[str]) -> None:
    """Files or directories changed on the disk."""
    again = await in_slices(_changed(server, dict.fromkeys(map(uris.path_of, addresses))))
    server.check_again(again)
    server.survey_soon()


def _changed(server: Server, paths: Iterable[str]) -> Generator[object, None, set[str]]:
    again: set[str] = set()
    for path in paths:
        again |= yield from server.session.updating(path)
        again |= server.shown_below(path)
        yield None
    return again


async def register_with_client(server: Server) -> None:
    """Asks the client for what it only sends when asked."""
    client = server.session.snapshot.client
    wanted = []
    if client.watched_files:
        options = lsp.DidChangeWatchedFilesRegistrationOptions([_EVERYTHING, _OURS])
        wanted.append(lsp.Registration("files", lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES, options))
    if client.dynamic_configuration:
        section = lsp.DidChangeConfigurationRegistrationOptions(section=SECTION)
        wanted.append(lsp.Registration("settings", lsp.WORKSPACE_DID_CHANGE_CONFIGURATION, section))
    try:
        if wanted:
            await server.client_register_capability_async(lsp.RegistrationParams(wanted))
    except JsonRpcException as refused:
        _log.warning("the client does not tell of changes: %s", refused)


async def index(server: Server, folders: list[str]) -> None:
    """Reads folders in the background, with progress where the client shows it, and checks what was found."""
    progress = Progress(server, "Reading skills") if folders else None
    for folder in folders:
        if folder in server.workspace.folders:  # not taken away again while others were read
            await in_slices(_reported(progress, server.session.adding(_folder(folder))))
    server.indexed = True
    gc.freeze()  # what the index holds stays: looking through all of it for garbage takes a tenth of a second
    server.refresh_all()
    if progress is not None:
        progress.end()


def _folder(uri: str) -> str:
    return uris.path_of(uri).rstrip("/") or "/"


def _reported(progress: Progress | None, steps: Iterator[tuple[int, int]]) -> Generator[None, None, None]:
    for done, total in steps:
        if progress is not None:
            progress.report(done, total)
        yield None
