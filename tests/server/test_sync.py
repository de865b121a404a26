"""Documents over the wire: edits in every position encoding, versions, and diagnostics pushed and pulled."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING

import pytest
from lsprotocol import types as lsp

from .conftest import FULL, write

if TYPE_CHECKING:
    from pathlib import Path

    from .conftest import Editor, Start

SKILL = ".xum/skills/tide-table/SKILL.md"
CLEAN = "---\nname: tide-table\ndescription: Reads tide tables.\n---\nBody.\n"


async def test_a_finding_stands_on_its_characters(editor: Editor) -> None:
    uri = editor.open(SKILL, CLEAN.replace("Reads tide tables.", "Use when: tides matter"))
    found = await editor.diagnostics(uri)
    assert [one.code for one in found] == ["yaml-plain-colon"]
    assert found[0].range == lsp.Range(lsp.Position(2, 21), lsp.Position(2, 22))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
async def test_a_byte_order_mark_that_the_editor_hides_still_counts(
    start: Start, tmp_path: Path, encoding: str
) -> None:
    name = ".oxo-flow/skills/tide-table/SKILL.md"
    write(tmp_path, {name: "\ufeff" + CLEAN})
    capabilities = copy.deepcopy(FULL)
    capabilities["general"]["positionEncodings"] = [encoding]
    editor: Editor = await start(capabilities)
    uri = editor.open(name, CLEAN)
    assert await editor.rules(uri) == ["byte-order-mark"]
    ask = lsp.CodeActionParams(
        lsp.TextDocumentIdentifier(uri), lsp.Range(lsp.Position(0, 0), lsp.Position(0, 0)), lsp.CodeActionContext([])
    )
    actions = await editor.client.text_document_code_action_async(ask) or []
    assert [one.title for one in actions if "byte order mark" in one.title.lower()] == []
    lines = CLEAN.split("\n")
    at = lsp.Position(0, 3)
    version = editor.change(
        uri,
        lsp.TextDocumentContentChangePartial(range=lsp.Range(at, at), text="-"),
        lsp.TextDocumentContentChangePartial(range=lsp.Range(at, lsp.Position(0, 4)), text=""),
    )
    hover = lsp.HoverParams(lsp.TextDocumentIdentifier(uri), lsp.Position(1, 1))
    told = await editor.client.text_document_hover_async(hover)
    assert told is not None
    assert told.range == lsp.Range(lsp.Position(1, 0), lsp.Position(1, 4))
    folding = await editor.client.text_document_folding_range_async(
        lsp.FoldingRangeParams(lsp.TextDocumentIdentifier(uri))
    )
    assert folding
    assert folding[0].end_line == lines.index("---", 1)
    assert await editor.rules(uri, version) == ["byte-order-mark"]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32"])
async def test_edits_are_understood_in_the_clients_units(start: Start, encoding: str) -> None:
    capabilities = copy.deepcopy(FULL)
    capabilities["general"]["positionEncodings"] = [encoding]
    editor: Editor = await start(capabilities)
    assert editor.capabilities.position_encoding == encoding
    uri = editor.open(SKILL, CLEAN.replace("Reads", "🌊 é Reads"))
    assert await editor.rules(uri) == []
    width = {"utf-8": 4 + 1 + 2, "utf-16": 2 + 1 + 1, "utf-32": 3}[encoding]
    at = lsp.Position(2, len("description: ") + width)
    version = editor.change(uri, lsp.TextDocumentContentChangePartial(range=lsp.Range(at, at), text=": x"))
    found = await editor.diagnostics(uri, version)
    assert [one.code for one in found] == ["yaml-plain-colon"]
    assert found[0].range.start == at
