"""Asks the MCP server of a tool skill for its tools, as command and as request: the only thing here that connects."""

from __future__ import annotations

import asyncio
import uuid
from typing import TYPE_CHECKING, Any

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcInvalidParams

from skill_lsp import hosts, probe
from skill_lsp.features import tool_report
from skill_lsp.server.commands import asked
from skill_lsp.syntax.skill import SkillToml

if TYPE_CHECKING:
    from skill_lsp.features.document import Document
    from skill_lsp.probe import ToolReport
    from skill_lsp.server.server import Server

_HOST = "oxo-flow"


def register(server: Server) -> None:
    """Adds the handlers."""

    @server.feature("skillLsp/mcp")
    async def mcp_request(params: dict[str, Any]) -> dict[str, Any] | None:
        document = _tool_skill(server, params.get("uri"))
        report = await _report(server, document)
        return None if report is None else _kept(server, document, report)

    @server.command(tool_report.COMMAND)
    async def mcp_command(*given: Any) -> dict[str, Any] | None:
        document = _tool_skill(server, *given[:1])
        report = await _report(server, document)
        if report is None:
            return None
        server.say(tool_report.summary(report))
        return _kept(server, document, report)


def _tool_skill(server: Server, uri: Any = None) -> Document:
    """The document that is asked about, where it names a server."""
    document = asked(server, uri)
    if tool_report.server_span(document) is None:
        raise JsonRpcInvalidParams("skillLsp.mcp wants a tool skill whose `requires` names an mcp:// address")
    return document


async def _report(server: Server, document: Document) -> ToolReport | None:
    """What the server answers; None where the extra is missing, which is said, and where the user cancels."""
    if not probe.available():
        server.say(probe.MISSING, lsp.MessageType.Warning)
        return None
    return await _asking(server, document)


def _kept(server: Server, document: Document, report: ToolReport) -> dict[str, Any]:
    """Keeps the answer as findings until the file changes; its JSON."""
    found = tool_report.findings(document, report)
    server.check_again(server.session.answer(document.path, document.text, found))
    name = getattr(document.tree.toml.root.get("name"), "text", "")
    return probe.payload(document.path, name, report)


async def _asking(server: Server, document: Document) -> ToolReport | None:
    """The report, with progress; None where the user cancels."""
    tree = document.tree
    assert isinstance(tree, SkillToml)  # noqa: S101 - `server_span` found an entry in it
    version = server.session.snapshot.settings(document.path).versions.get(_HOST) or hosts.get(_HOST).version
    token = str(uuid.uuid4())
    progress = server.work_done_progress if server.session.snapshot.client.progress else None
    if progress is not None:
        await progress.create_async(token)
        progress.begin(token, lsp.WorkDoneProgressBegin("Asking the MCP server", cancellable=True))
    task = asyncio.create_task(probe.inspect_skill(tree, version))
    if progress is not None:
        loop = asyncio.get_running_loop()
        progress.tokens[token].add_done_callback(lambda _: loop.call_soon_threadsafe(task.cancel))
    try:
        return await task
    except asyncio.CancelledError:
        task.cancel()
        own = asyncio.current_task()
        if own is not None and getattr(own, "cancelling", int)():
            raise
        return None
    finally:
        if progress is not None:
            progress.end(token, lsp.WorkDoneProgressEnd())
