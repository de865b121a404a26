"""Commands that have the client apply an edit: a code action for a client without literal ones, a new skill."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException, JsonRpcInvalidParams

from skill_lsp.features import code_actions, new_skill
from skill_lsp.server.protocol import converter

if TYPE_CHECKING:
    from skill_lsp.server.server import Server


def register(server: Server) -> None:
    """Adds the handlers."""

    @server.command(code_actions.APPLY)
    async def apply_edit(*given: Any) -> bool:
        if len(given) != 2 or not isinstance(given[1], dict):
            raise JsonRpcInvalidParams(f"{code_actions.APPLY} wants a title and a workspace edit")
        return await applied(server, str(given[0]), converter().structure(given[1], lsp.WorkspaceEdit))

    @server.command(new_skill.COMMAND)
    async def new_skill_command(*given: Any) -> str | None:
        try:
            edit, uri = new_skill.proposal(server.session.snapshot, asked_for(server, given))
        except new_skill.RefusedError as refused:
            raise JsonRpcException(str(refused), lsp.LSPErrorCodes.RequestFailed) from None
        return await shown(server, uri) if await applied(server, "New skill", edit) else None


def asked_for(server: Server, given: tuple[Any, ...]) -> dict[str, Any]:
    """What a new skill is to be: an object, or a name and a host; in the first folder where none is named."""
    first = next(iter(server.workspace.folders.values()), None)
    wanted = given[0] if given and isinstance(given[0], dict) else dict(zip(("name", "host"), given, strict=False))
    return {"folder": first.uri if first else None, **wanted}


async def applied(server: Server, label: str, edit: lsp.WorkspaceEdit) -> bool:
    """Has the client apply an edit; whether it did."""
    if not server.session.snapshot.client.apply_edit:
        return False
    answer = await server.workspace_apply_edit_async(lsp.ApplyWorkspaceEditParams(edit, label=label))
    return answer.applied


async def shown(server: Server, uri: str) -> str:
    """Opens a file in a client that can; its address."""
    if server.session.snapshot.client.show_document:
        await server.window_show_document_async(lsp.ShowDocumentParams(uri, take_focus=True))
    return uri
