"""The command that asks an MCP server, over the wire: its answer, its findings, its end; nothing else connects."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

import pytest
from lsprotocol import types as lsp

from tests.probe.servers import behaving, hanging, running, tide_server

if TYPE_CHECKING:
    from .conftest import Editor

PATH = ".oxo-flow/skills/tides.skill.toml"


def manifest(port: int, kind: str = "tool") -> str:
    return (
        f'name = "tides"\nversion = "1.0.0"\ndescription = "d"\nskill_type = "{kind}"\n'
        f'requires = ["mcp://127.0.0.1:{port}/mcp"]\n'
    )


def ask(editor: Editor, uri: str) -> asyncio.Future[Any]:
    params = lsp.ExecuteCommandParams("skillLsp.mcp", [uri])
    return asyncio.ensure_future(editor.client.workspace_execute_command_async(params))


def of_rule(told: list[lsp.Diagnostic]) -> list[str]:
    return [one.message for one in told if one.code == "mcp-tools"]


async def test_the_answer_is_shown_until_the_file_changes(editor: Editor) -> None:
    with running(tide_server()) as port:
        uri = editor.open(PATH, manifest(port), "toml")
        await editor.diagnostics(uri)
        answer = await ask(editor, uri)
    tools = answer["tools"] if isinstance(answer, dict) else answer.tools
    names = [tool["registered"] if isinstance(tool, dict) else tool.registered for tool in tools]
    prefix = f"mcp_127001_{port}_mcp_"
    assert names == [f"{prefix}read_table", f"{prefix}book_berth"]
    told = await editor.told(lambda one: one.uri == uri and bool(of_rule(list(one.diagnostics))))
    shown = [one for one in told.diagnostics if one.code == "mcp-tools"]
    assert [one.severity for one in shown] == [lsp.DiagnosticSeverity.Information]
    assert shown[0].range == lsp.Range(lsp.Position(4, 12), lsp.Position(4, 12 + len(f'"mcp://127.0.0.1:{port}/mcp"')))
    assert shown[0].message == (
        f"oxo-flow gets 2 tools: {prefix}read_table (runs without asking), {prefix}book_berth (asks first)."
    )
    version = editor.replace(uri, manifest(port) + "# changed\n")
    assert of_rule(await editor.diagnostics(uri, version)) == []


async def test_a_client_with_a_list_of_its_own_gets_the_answer_without_a_message(editor: Editor) -> None:
    with running(tide_server()) as port:
        uri = editor.open(PATH, manifest(port), "toml")
        await editor.diagnostics(uri)
        answer = await editor.client.protocol.send_request_async("skillLsp/mcp", {"uri": uri})
    tools = [(one["registered"], one["runs_unasked"]) for one in answer["tools"]]
    prefix = f"mcp_127001_{port}_mcp_"
    assert tools == [(f"{prefix}read_table", True), (f"{prefix}book_berth", False)]
    await editor.told(lambda one: one.uri == uri and bool(of_rule(list(one.diagnostics))))
    assert editor.client.messages == []


async def test_a_server_that_hangs_leaves_the_editor_its_answers_and_can_be_cancelled(editor: Editor) -> None:
    async with behaving(hanging) as port:
        uri = editor.open(PATH, manifest(port), "toml")
        await editor.diagnostics(uri)
        asking = ask(editor, uri)
        token = await begun(editor, "Asking the MCP server")
        position = lsp.TextDocumentPositionParams(lsp.TextDocumentIdentifier(uri), lsp.Position(4, 16))
        hover = await editor.client.text_document_hover_async(
            lsp.HoverParams(position.text_document, position.position)
        )
        assert hover is not None
        assert not asking.done()
        editor.client.window_work_done_progress_cancel(lsp.WorkDoneProgressCancelParams(token))
        assert await asyncio.wait_for(asking, 10) is None


async def begun(editor: Editor, title: str) -> lsp.ProgressToken:
    async def arrive() -> lsp.ProgressToken:
        while True:
            for token, reports in editor.client.progress_reports.items():
                if any(isinstance(one, lsp.WorkDoneProgressBegin) and one.title == title for one in reports):
                    return token
            await asyncio.sleep(0.01)

    return await asyncio.wait_for(arrive(), 20)


async def test_a_refused_connection_is_told_in_one_sentence(editor: Editor) -> None:
    uri = editor.open(PATH, manifest(1), "toml")
    await editor.diagnostics(uri)
    await ask(editor, uri)
    told = await editor.told(lambda one: one.uri == uri and bool(of_rule(list(one.diagnostics))))
    assert of_rule(list(told.diagnostics)) == ["No tools: nothing answers at `127.0.0.1`, port 1."]


async def test_only_a_tool_skill_with_a_server_can_be_asked(editor: Editor) -> None:
    uri = editor.open(PATH, manifest(1, "knowledge"), "toml")
    with pytest.raises(Exception, match="wants a tool skill"):
        await ask(editor, uri)


async def test_nothing_but_the_command_connects(editor: Editor) -> None:
    connections = 0

    async def counting(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal connections
        connections += 1

    async with behaving(counting) as port:
        uri = editor.open(PATH, manifest(port), "toml")
        await editor.diagnostics(uri)
        document = lsp.TextDocumentIdentifier(uri)
        at = lsp.Position(4, 16)
        client = editor.client
        everything = lsp.Range(lsp.Position(0, 0), lsp.Position(5, 0))
        await client.text_document_hover_async(lsp.HoverParams(document, at))
        await client.text_document_completion_async(lsp.CompletionParams(document, at))
        context = lsp.CodeActionContext([])
        await client.text_document_code_action_async(lsp.CodeActionParams(document, everything, context))
        lenses = await client.text_document_code_lens_async(lsp.CodeLensParams(document)) or []
        commands = [lens.command for lens in lenses if lens.command and lens.command.command == "skillLsp.mcp"]
        assert [json.loads(json.dumps(command.arguments)) for command in commands] == [[uri]]
        await client.protocol.send_request_async("skillLsp/hosts", {"uri": uri})
        await client.protocol.send_request_async("skillLsp/preview", {"uri": uri, "host": "oxo-flow"})
        editor.replace(uri, manifest(port) + "# changed\n")
        await editor.diagnostics(uri, 2)
        assert connections == 0
        await ask(editor, uri)
        assert connections == 1
