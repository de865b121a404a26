"""The server against what real editors announce: features degrade, none breaks."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest
from lsprotocol import converters
from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcMethodNotFound

from skill_lsp.server import create

from .clients import CLIENTS
from .conftest import write

if TYPE_CHECKING:
    from pathlib import Path

    from .conftest import Editor, Start

Asked = lsp.RegistrationParams | lsp.WorkDoneProgressCreateParams
SKILL = ".xum/skills/tide-table/SKILL.md"
CONTENT = """\
---
name: tide-tables
description: Use when: tides matter
adv
hooks: {}
---
# Tides

Of $1, see [sea](references/sea.md).

!`date`
"""


def whole(content: str) -> lsp.Range:
    """The range of a document that ends with a line ending."""
    return lsp.Range(lsp.Position(0, 0), lsp.Position(content.count("\n"), 0))


async def everything(editor: Editor, uri: str, content: str) -> dict[str, Any]:
    """Asks all that the server offers, at every line."""
    client, document = editor.client, lsp.TextDocumentIdentifier(uri)
    answers: dict[str, Any] = {
        "symbols": await client.text_document_document_symbol_async(lsp.DocumentSymbolParams(document)),
        "folding": await client.text_document_folding_range_async(lsp.FoldingRangeParams(document)),
        "links": await client.text_document_document_link_async(lsp.DocumentLinkParams(document)),
        "lenses": await client.text_document_code_lens_async(lsp.CodeLensParams(document)),
        "hints": await client.text_document_inlay_hint_async(lsp.InlayHintParams(document, whole(content))),
        "tokens": await client.text_document_semantic_tokens_full_async(lsp.SemanticTokensParams(document)),
        "formatting": await client.text_document_formatting_async(
            lsp.DocumentFormattingParams(document, lsp.FormattingOptions(tab_size=2, insert_spaces=True))
        ),
        "actions": await client.text_document_code_action_async(
            lsp.CodeActionParams(document, whole(content), lsp.CodeActionContext([]))
        ),
    }
    for line in range(content.count("\n") + 1):
        here = lsp.Position(line, 3)
        at = lsp.TextDocumentPositionParams(document, here)
        answers[f"hover {line}"] = await client.text_document_hover_async(
            lsp.HoverParams(at.text_document, at.position)
        )
        answers[f"completion {line}"] = await client.text_document_completion_async(
            lsp.CompletionParams(at.text_document, at.position)
        )
        answers[f"definition {line}"] = await client.text_document_definition_async(
            lsp.DefinitionParams(at.text_document, at.position)
        )
        answers[f"highlight {line}"] = await client.text_document_document_highlight_async(
            lsp.DocumentHighlightParams(at.text_document, at.position)
        )
        answers[f"selection {line}"] = await client.text_document_selection_range_async(
            lsp.SelectionRangeParams(document, [here])
        )
    return answers


@pytest.mark.parametrize("name", CLIENTS)
async def test_every_feature_answers_every_client(start: Start, name: str) -> None:
    capabilities = CLIENTS[name]
    editor = await start(capabilities)
    uri = editor.open(SKILL, CONTENT)
    answers = await everything(editor, uri, CONTENT)
    text = capabilities.get("textDocument", {})

    drawn = "markdown" in text.get("hover", {}).get("contentFormat", [])
    hover = answers["hover 2"].contents
    assert hover.kind == ("markdown" if drawn else "plaintext")
    assert ("**" in hover.value) == drawn

    items = {item.label: item for item in answers["completion 3"].items}
    snippets = text.get("completion", {}).get("completionItem", {}).get("snippetSupport", False)
    new_text = items["advertise"].text_edit.new_text
    assert ("$" in new_text) == snippets
    assert new_text.startswith("advertise: ")

    is_tree = text.get("documentSymbol", {}).get("hierarchicalDocumentSymbolSupport", False)
    assert isinstance(answers["symbols"][0], lsp.DocumentSymbol if is_tree else lsp.SymbolInformation)

    operations = capabilities.get("workspace", {}).get("workspaceEdit", {})
    # resource operations are document changes, and Neovim announces just them
    in_documents = operations.get("documentChanges", False) or bool(operations.get("resourceOperations"))
    moves = "rename" in operations.get("resourceOperations", []) and in_documents
    literal = "codeActionLiteralSupport" in text.get("codeAction", {})
    assert all(isinstance(action, lsp.CodeAction if literal else lsp.Command) for action in answers["actions"])
    assert bool(answers["actions"]) == capabilities.get("workspace", {}).get("applyEdit", False)
    for action in answers["actions"]:
        edit = action.edit if isinstance(action, lsp.CodeAction) else None
        changes = edit.document_changes if edit is not None and edit.document_changes else []
        assert in_documents or not changes
        assert moves or not any(isinstance(change, lsp.RenameFile) for change in changes)

    ask = lsp.RenameParams(lsp.TextDocumentIdentifier(uri), lsp.Position(6, 3), "Ebb")
    renamed = await editor.client.text_document_rename_async(ask)
    assert renamed is not None
    assert renamed.changes or renamed.document_changes


@pytest.mark.parametrize("name", CLIENTS)
async def test_diagnostics_reach_every_client(start: Start, name: str) -> None:
    editor = await start(CLIENTS[name])
    uri = editor.open(SKILL, CONTENT)
    if "diagnostic" in CLIENTS[name].get("textDocument", {}):
        ask = lsp.DocumentDiagnosticParams(lsp.TextDocumentIdentifier(uri))
        report = await editor.client.text_document_diagnostic_async(ask)
        assert isinstance(report, lsp.RelatedFullDocumentDiagnosticReport)
        found = list(report.items)
        assert [one for one in editor.published if one.uri == uri] == []
    else:
        found = await editor.diagnostics(uri)
    assert "yaml-plain-colon" in [one.code for one in found]


def test_a_client_that_pulls_is_only_called_for_other_documents(monkeypatch: pytest.MonkeyPatch) -> None:
    server = create()
    capabilities = converters.get_converter().structure(CLIENTS["vscode"], lsp.ClientCapabilities)
    server.session.start(lsp.InitializeParams(capabilities), "utf-16")
    calls: list[object] = []
    monkeypatch.setattr(server, "workspace_diagnostic_refresh", calls.append)
    paths = ["/w/.xum/skills/tide-table/SKILL.md", "/w/.xum/skills/moon/SKILL.md"]
    for path in paths:
        again = server.session.open(lsp.TextDocumentItem(f"file://{path}", "markdown", 1, CONTENT))
        server.check_again(again, path)
    calls.clear()
    server.check_again({paths[0]}, paths[0])
    assert calls == []
    server.check_again(set(paths), paths[0])
    assert len(calls) == 1


@pytest.mark.parametrize("name", ["vscode", "helix"])
async def test_a_client_that_answers_nothing_is_served(start: Start, tmp_path: Path, name: str) -> None:
    """Neither a registration nor a progress is waited for."""
    write(tmp_path, {SKILL: CONTENT, "skills/moon/SKILL.md": CONTENT})
    asked: list[str] = []
    answered = asyncio.Event()

    async def unanswered(params: Asked) -> None:
        asked.append(type(params).__name__)
        await answered.wait()

    silent = dict.fromkeys((lsp.CLIENT_REGISTER_CAPABILITY, lsp.WINDOW_WORK_DONE_PROGRESS_CREATE), unanswered)
    editor = await start(CLIENTS[name], features=silent)
    if "diagnostic" in CLIENTS[name]["textDocument"]:
        ask = lsp.WorkspaceDiagnosticParams([])
        while not (report := await editor.client.workspace_diagnostic_async(ask)).items:
            await asyncio.sleep(0.01)
        assert {one.uri for one in report.items} == {editor.uri(SKILL), editor.uri("skills/moon/SKILL.md")}
    else:
        await editor.told(lambda one: one.uri == editor.uri("skills/moon/SKILL.md") and bool(one.diagnostics))
    uri = editor.open("skills/tide/SKILL.md", CONTENT)
    found = await editor.client.text_document_diagnostic_async(
        lsp.DocumentDiagnosticParams(lsp.TextDocumentIdentifier(uri))
    )
    assert isinstance(found, lsp.RelatedFullDocumentDiagnosticReport)
    assert found.items
    assert asked == ["RegistrationParams", "WorkDoneProgressCreateParams"]
    assert editor.client.progress_reports == {}
    answered.set()
    await editor.settled()  # a progress that the client agrees to at last is not left open


async def test_a_client_that_refuses_is_served(start: Start, tmp_path: Path) -> None:
    write(tmp_path, {SKILL: CONTENT})

    def refused(params: Asked) -> None:
        raise JsonRpcMethodNotFound

    refusing = dict.fromkeys((lsp.CLIENT_REGISTER_CAPABILITY, lsp.WINDOW_WORK_DONE_PROGRESS_CREATE), refused)
    editor = await start(CLIENTS["helix"], features=refusing)
    await editor.told(lambda one: one.uri == editor.uri(SKILL) and bool(one.diagnostics))


async def test_a_server_without_folders_or_files_still_checks(start: Start) -> None:
    editor = await start({}, folders=False)
    content = CONTENT.replace("Use when:", "Use when").replace("adv\n", "")
    uri = editor.open(SKILL, content)
    assert "name-directory" in await editor.rules(uri)
