"""The custom requests and commands over the wire."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .conftest import Editor

SKILL = ".xum/skills/tide-table/SKILL.md"
CLEAN = "---\nname: tide-table\ndescription: Reads tide tables.\n---\nFor $1.\n"


async def test_preview_is_the_expanded_body_with_its_source_lines(editor: Editor) -> None:
    uri = editor.open(SKILL, CLEAN)
    ask = {"uri": uri, "host": "xum", "arguments": "Oslo Bergen", "as": "user"}
    shown = await editor.client.protocol.send_request_async("skillLsp/preview", ask)
    assert shown["version"] == 1
    assert shown["host"] == "xum"
    assert "For Oslo." in shown["body"]
    lines = shown["body"].split("\n")
    assert shown["lines"][lines.index("For Oslo.")] == 4


async def test_hosts_says_who_loads_the_skill(editor: Editor) -> None:
    uri = editor.open(SKILL, CLEAN.replace("name: tide-table", "name: other-name"))
    report = await editor.client.protocol.send_request_async("skillLsp/hosts", {"uri": uri})
    hosts = report["skills"][0]["hosts"]
    assert (hosts["xum"]["loaded"], hosts["xum"]["discovered"]) == (False, True)
    assert (hosts["claude-code"]["loaded"], hosts["claude-code"]["discovered"]) == (True, False)
    assert hosts["xum"]["problems"][0]["range"]["start"] == {"line": 2, "column": 7}


async def test_portable_says_what_differs_and_the_steps_against_it(editor: Editor) -> None:
    uri = editor.open(SKILL, CLEAN)
    report = await editor.client.protocol.send_request_async("skillLsp/portable", {"uri": uri})
    (skill,) = report["skills"]
    assert skill["portable"] is False
    found = next(one for one in skill["findings"] if one["rule"] == "argument-base")
    assert found["range"]["start"] == {"line": 5, "column": 5}
    assert found["fixes"][0] == {"title": "Write $ARGUMENTS, which all hosts with arguments share", "safe": False}
    assert editor.client.messages == []
