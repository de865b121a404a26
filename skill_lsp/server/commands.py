"""The commands and custom requests of the server."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from skill_lsp.server.server import Server


def register(server: Server) -> None:
    """Adds the handlers."""
