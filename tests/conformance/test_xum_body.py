"""Xum's own code beside ours: arguments, directives, placeholders, limits and the index entry."""

from __future__ import annotations

from typing import Any

import pytest

from skill_lsp import hosts
from skill_lsp.hosts.body import Invocation
from skill_lsp.hosts.reading import Place, Plugin
from skill_lsp.syntax.skill import SkillMd
from skill_lsp.text import Text
from tests.conformance.shared_cases import needed, of_area, rows

HEAD = "---\nname: log-kit\ndescription: Keeps logs.\n---\n"
PLACE = Place("/s/log-kit/SKILL.md")
XUM = hosts.get("xum")


def expanded(body: str, arguments: str, by: str = "user", place: Place = PLACE) -> tuple[str, bool, list[str]]:
    """The text, whether anything was put in, and the commands that run."""
    document = SkillMd(Text(HEAD + body))
    expansion = XUM.expand(document, place, Invocation(arguments, by, "/s/log-kit", "/p"))
    put_in = any(XUM.meaning(token, document, place).takes_arguments for token in document.placeholders)
    return expansion.text, put_in, [one.command for one in expansion.directives if one.runs]


@needed
@pytest.mark.parametrize("kind", ["arguments", "directives"])
def test_generated_bodies(kind: str) -> None:
    differing = []
    for row in rows("differential-body.jsonl"):
        if row["kind"] != kind:
            continue
        if kind == "arguments":
            text, put_in, _ = expanded(row["body"], row["args"])
            got: dict[str, Any] = {"body": text, "substituted": put_in}
        else:
            document = SkillMd(Text(HEAD + row["body"]))
            got = {"commands": [document.text[one.command] for one in document.directives if XUM.runs(one, document)]}
        if got != row["xum"]:
            differing.append((row, got))
    assert differing == []


@needed
@pytest.mark.parametrize("case", of_area("xum.json", "args"))
def test_arguments(case: dict[str, Any]) -> None:
    text, put_in, _ = expanded(case["input"]["body"], case["input"]["slash_args"])
    assert {"body": text, "substituted": put_in} == case["observed"]


@needed
@pytest.mark.parametrize(
    "case", [case for case in of_area("xum.json", "dynamic") if "commands" in case.values[0]["observed"]]
)
def test_directives(case: dict[str, Any]) -> None:
    assert expanded(case["input"]["body"], "")[2] == case["observed"]["commands"]


def test_directives_see_arguments_and_never_run_for_the_model() -> None:
    assert expanded("!`git log $1`", "v8; id")[2] == ["git log v8;"]
    assert expanded("!`git log $ARGUMENTS`", "v8; id")[2] == ["git log v8; id"]
    assert expanded("!`uname`", "", by="model")[2] == []


def test_variables() -> None:
    plugin = Place("/p/skills/log-kit/SKILL.md", Plugin("kit", "/p", "/p/plugin.json", "xum"))
    assert expanded('sh "${CLAUDE_SKILL_DIR}/go.sh"', "")[0] == 'sh "/s/log-kit/go.sh"'
    assert expanded("${CLAUDE_PLUGIN_ROOT}/x", "", place=plugin)[0] == "/p/x"
    assert expanded("${CLAUDE_PLUGIN_ROOT}/x", "")[0] == "${CLAUDE_PLUGIN_ROOT}/x"
    assert expanded("$CLAUDE_SKILL_DIR/x", "")[0] == "$CLAUDE_SKILL_DIR/x"
