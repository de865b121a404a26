"""Settings, files and folders around the open documents."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types as lsp

if TYPE_CHECKING:
    from skill_lsp.server.server import Server

SECTION = "skillLsp"


def register(server: Server) -> None:
    """Adds the handlers."""
    session = server.session

    @server.feature(lsp.WORKSPACE_DID_CHANGE_CONFIGURATION)
    async def did_change_configuration(params: lsp.DidChangeConfigurationParams) -> None:
        given = params.settings.get(SECTION, params.settings) if isinstance(params.settings, dict) else None
        if session.snapshot.client.configuration:
            item = lsp.ConfigurationItem(section=SECTION)
            given = (await server.workspace_configuration_async(lsp.ConfigurationParams([item])))[0]
        if session.configure(given):
            server.refresh_all()
