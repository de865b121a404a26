"""Xum's own code beside ours: arguments, directives, placeholders and limits of a body."""

from __future__ import annotations

from typing import Any

import pytest

from skill_lsp import hosts
from skill_lsp.features.subjects import references
from skill_lsp.hosts.body import Invocation
from skill_lsp.hosts.reading import Place, Plugin
from skill_lsp.syntax.skill import SkillMd
from skill_lsp.text import Text
from tests.conformance.cases import checked_by, rows
from tests.features.situation import situation

CASES = "xum.jsonl"
HEAD = "---\nname: log-kit\ndescription: Keeps logs.\n---\n"
PLACE = Place("/s/log-kit/SKILL.md")
IN_PLUGIN = Place("/p/skills/log-kit/SKILL.md", Plugin("kit", "/p", "/p/plugin.json", "xum"))
XUM = hosts.get("xum")


def expanded(body: str, arguments: str | None, by: str = "user", place: Place = PLACE) -> tuple[str, bool, list[str]]:
    """The text, whether anything was put in, and the commands that run."""
    document = SkillMd(Text(HEAD + body))
    expansion = XUM.expand(document, place, Invocation(arguments, by, "/s/log-kit", "/p"))
    put_in = any(XUM.meaning(token, document, place).takes_arguments for token in document.placeholders)
    return expansion.text, put_in, [one.command for one in expansion.directives if one.runs]


def as_xum_has_it(row: dict[str, Any]) -> dict[str, Any]:
    if row["kind"] == "arguments":
        text, put_in, _ = expanded(row["body"], row["args"])
        return {"body": text, "substituted": put_in}
    document = SkillMd(Text(HEAD + row["body"]))
    return {"commands": [document.text[one.command] for one in document.directives if XUM.runs(one, document)]}


@pytest.mark.parametrize("kind", ["arguments", "directives"])
def test_generated_bodies(kind: str) -> None:
    chosen = [row for row in rows("xum-bodies.jsonl") if row["kind"] == kind]
    assert chosen
    assert [row for row in chosen if as_xum_has_it(row) != row["xum"]] == []


@pytest.mark.parametrize("case", checked_by(CASES, "arguments"))
def test_arguments(case: dict[str, Any]) -> None:
    text, put_in, _ = expanded(case["input"]["body"], case["input"]["slash_args"])
    assert {"body": text, "substituted": put_in} == case["observed"]


@pytest.mark.parametrize("case", checked_by(CASES, "directives"))
def test_directives(case: dict[str, Any]) -> None:
    assert expanded(case["input"]["body"], "")[2] == case["observed"]["commands"]


@pytest.mark.parametrize("case", checked_by(CASES, "expansion"))
def test_expansion(case: dict[str, Any]) -> None:
    given, expected = case["input"], case["expect"]
    place = IN_PLUGIN if given["in_plugin"] else PLACE
    text, _, runs = expanded(given["body"], given["arguments"], given["by"], place)
    assert {"text": text, "runs": runs} | expected == {"text": text, "runs": runs}


@pytest.mark.parametrize("case", checked_by(CASES, "body_length"))
def test_where_a_body_is_cut(case: dict[str, Any]) -> None:
    given, expected = case["input"], case["expect"]
    document = SkillMd(Text(HEAD + "x" * given["length"]))
    for by in given["by"]:
        expansion = XUM.expand(document, PLACE, Invocation("", by))
        assert expansion.truncated == expected["cut"]
        assert expansion.text == "x" * expected["length"] + expected.get("note", "")


@pytest.mark.parametrize("case", checked_by(CASES, "condition"))
def test_directives_wait_for_a_switch(case: dict[str, Any]) -> None:
    document = SkillMd(Text(HEAD + case["input"]["body"]))
    assert [XUM.runs(one, document) for one in document.directives] == [True]
    assert case["expect"]["condition"] in XUM.body_language.directive_condition


@pytest.mark.parametrize("case", checked_by(CASES, "inline"))
def test_skills_named_inside_a_text(case: dict[str, Any]) -> None:
    """The cases are messages; a name in a body is found by the same form. `$kit:log-kit` is `kit` to the source of
    2026-08; the page, which counts, takes it for the skill `log-kit` of the plugin `kit`."""
    names = ("log-kit", "log", "kit")
    files = {f".xum/skills/{name}/SKILL.md": f"---\nname: {name}\ndescription: x\n---\n" for name in names}
    written = situation(".xum/skills/tide/SKILL.md", f"---\nname: tide\n---\n{case['input']['message']}\n", files)
    body = written.document.body.start
    content = written.document.text.content
    found = [one for one in references(written.snapshot, written.document) if one.span.start > body]
    dollars = [one.name for one in found if content[body : one.span.start].rpartition(" ")[2].lstrip("(")[:1] == "$"]
    assert dollars == case.get("expect", case["observed"])["candidates"]
