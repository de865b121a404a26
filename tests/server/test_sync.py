"""Documents over the wire: edits in every position encoding, versions, and diagnostics pushed and pulled."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING

import pytest
from lsprotocol import types as lsp

from .conftest import FULL

if TYPE_CHECKING:
    from .conftest import Editor, Start

SKILL = ".xum/skills/tide-table/SKILL.md"
CLEAN = "---\nname: tide-table\ndescription: Reads tide tables.\n---\nBody.\n"


async def test_a_finding_stands_on_its_characters(editor: Editor) -> None:
    uri = editor.open(SKILL, CLEAN.replace("Reads tide tables.", "Use when: tides matter"))
    found = await editor.diagnostics(uri)
    assert [one.code for one in found] == ["yaml-plain-colon"]
    assert found[0].range == lsp.Range(lsp.Position(2, 21), lsp.Position(2, 22))


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
