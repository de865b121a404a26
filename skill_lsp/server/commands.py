"""The commands and custom requests of the server."""

from __future__ import annotations

import asyncio
import uuid
from typing import TYPE_CHECKING, Any

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcInvalidParams

from skill_lsp.features import code_actions, code_lens, edits, hosts_table, portable, preview, references
from skill_lsp.rules.registry import rules
from skill_lsp.server.proposals import applied

if TYPE_CHECKING:
    from collections.abc import Iterable

    from skill_lsp.features.document import Document
    from skill_lsp.server.server import Server

_SHOWN = 2_000
"""Characters of a message that clients without a preview of their own show."""


def register(server: Server) -> None:
    """Adds the handlers."""
    session = server.session

    @server.feature("skillLsp/preview")
    def preview_request(params: dict[str, Any]) -> dict[str, Any]:
        return previewed(server, *map(params.get, ("uri", "host", "arguments", "as")))

    @server.feature("skillLsp/hosts")
    def hosts_request(params: dict[str, Any]) -> dict[str, Any]:
        return hosts_table.report(session.snapshot, asked(server, params.get("uri")))

    @server.feature("skillLsp/portable")
    def portable_request(params: dict[str, Any]) -> dict[str, Any]:
        return portable.report(session.snapshot, asked(server, params.get("uri")))

    @server.command(code_lens.PREVIEW)
    def preview_command(*given: Any) -> dict[str, Any]:
        shown = previewed(server, *[*given, None, None, None][:4])
        server.say(shown["body"][:_SHOWN] or "The agent receives nothing.")
        return shown

    @server.command(code_lens.HOSTS)
    def hosts_command(*given: Any) -> dict[str, Any]:
        document = asked(server, *given[:1])
        server.say("\n".join(hosts_table.reasons(session.snapshot, document)))
        return hosts_table.report(session.snapshot, document)

    @server.command(portable.COMMAND)
    def portable_command(*given: Any) -> dict[str, Any]:
        document = asked(server, *given[:1])
        server.say(portable.words(session.snapshot, document)[:_SHOWN])
        return portable.report(session.snapshot, document)

    @server.command(code_lens.REFERENCES)
    def references_command(*given: Any) -> list[lsp.Location]:
        found = references.to_skill(session.snapshot, asked(server, *given[:1]))
        server.say(
            "\n".join(f"{one.uri}:{one.range.start.line + 1}" for one in found) or "Nothing refers to this skill."
        )
        return found

    @server.command("skillLsp.explain")
    def explain(*given: Any) -> str:
        rule = rules().get(str(given[0])) if given else None
        if rule is None:
            raise JsonRpcInvalidParams("skillLsp.explain wants the id of a rule")
        server.say(rule.doc)
        return rule.doc

    @server.command("skillLsp.fixAll")
    async def fix_all(*given: Any) -> bool:
        return await apply_fixes(server, [asked(server, *given[:1])])

    @server.command("skillLsp.fixWorkspace")
    async def fix_workspace(*given: Any) -> bool:
        snapshot = session.snapshot
        return await apply_fixes(server, filter(None, (snapshot.at(path) for path in session.workspace.paths)))


def asked(server: Server, uri: Any = None) -> Document:
    """The document that a request is about."""
    document = server.session.snapshot.document(uri) if isinstance(uri, str) else None
    if document is None:
        raise JsonRpcInvalidParams(f"no such document: {uri}")
    return document


def previewed(server: Server, uri: Any, host: Any, arguments: Any, by: Any) -> dict[str, Any]:
    """What the agent receives from a skill; without a host in the first one that the skill is written for."""
    snapshot = server.session.snapshot
    document = asked(server, uri)
    chosen = host or next((one.id for one in snapshot.targets(document)), None)
    text = arguments if isinstance(arguments, str) else None
    shown = preview.preview(snapshot, document, str(chosen), text, "model" if by == "model" else "user")
    if shown is None:
        raise JsonRpcInvalidParams(f"no preview of {uri} for host {chosen}")
    return shown


async def apply_fixes(server: Server, documents: Iterable[Document]) -> bool:
    """Has the client apply all safe fixes of some documents as one edit, with progress, until it is cancelled."""
    snapshot = server.session.snapshot
    token = str(uuid.uuid4())
    if snapshot.client.progress:
        await server.work_done_progress.create_async(token)
        server.work_done_progress.begin(token, lsp.WorkDoneProgressBegin("Fixing skills", cancellable=True))
    changes = {}
    for document in documents:
        changes[document.path] = code_actions.safe_edits(snapshot, document)
        await asyncio.sleep(0)
        if snapshot.client.progress and server.work_done_progress.tokens[token].cancelled():
            changes = {}
            break
    edit = edits.workspace_edit(snapshot, {path: found for path, found in changes.items() if found})
    if snapshot.client.progress:
        server.work_done_progress.end(token, lsp.WorkDoneProgressEnd())
    if edit is None or not (edit.changes or edit.document_changes):
        return False
    return await applied(server, "Apply safe fixes", edit)
