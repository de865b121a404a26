"""What the hosts were seen or read to do with one small skill in many variations, and with arguments in a body.

skills-ref 0.1.1 (`agent-skills`) and quick_validate.py (`claude-ai`) were run on these; the others were read.
"""

from __future__ import annotations

from typing import Any

import pytest

from skill_lsp import hosts
from skill_lsp.hosts.body import Invocation
from skill_lsp.hosts.reading import Place, Plugin
from skill_lsp.syntax.skill import SkillMd
from skill_lsp.text import Text
from tests.conformance.cases import checked_by

CASES = "other-hosts.jsonl"
RULES = {
    # what skills-ref complains about, and our rule for it
    "name.case": "name-format",
    "name.charset": "name-format",
    "name.edge-hyphen": "name-format",
    "name.length": "name-length",
    "name.directory": "name-directory",
    "description.missing": "key-required",
    "compatibility.length": "value-length",
    "frontmatter.unclosed": "frontmatter-unclosed",
    "frontmatter.not-mapping": "frontmatter-not-a-map",
    "yaml.parse": "yaml-",
    "frontmatter.missing": "",
}


@pytest.mark.parametrize("case", checked_by(CASES, "loads"))
def test_what_loads(case: dict[str, Any]) -> None:
    given, expected = case["input"], case["expect"]
    place = Place(f"/srv/skills/{given['directory']}/{given['file']}")
    readings = {host: hosts.get(host).read(SkillMd(Text(given["text"])), place) for host in expected["loaded"]}
    assert {host: reading.loaded for host, reading in readings.items()} == expected["loaded"]
    for what in ("name", "description", "by_model"):
        for host, value in expected.get(what, {}).items():
            assert getattr(readings[host], what) == value
    said = [problem.rule for problem in readings["agent-skills"].problems]
    for code in expected["codes"]:
        assert any(rule.startswith(RULES[code]) for rule in said)


def test_description_steps_in() -> None:
    text = "---\nname: post-sorter\n---\n# Steps\n\n1. Do it.\n"
    readings = {
        host: hosts.get(host).read(SkillMd(Text(text)), Place("/srv/skills/post-sorter/SKILL.md"))
        for host in ("claude-code", "vscode", "goose")
    }
    assert readings["claude-code"].description == "1. Do it."
    assert (readings["vscode"].description, readings["vscode"].by_model) == (None, False)
    assert readings["goose"].description == ""


@pytest.mark.parametrize("case", checked_by(CASES, "expands"))
def test_what_becomes_of_a_body(case: dict[str, Any]) -> None:
    given = case["input"]
    more = given["frontmatter"] and given["frontmatter"] + "\n"
    document = SkillMd(Text(f"---\nname: tide\ndescription: Reads tides.\n{more}---\n{given['body']}"))
    invocation = Invocation(given["arguments"], skill_directory="/abs", plugin_root="/plug")
    alone = Place("/srv/skills/tide/SKILL.md")
    for host, text in case["expect"].get("text", {}).items():
        appended = hosts.get(host).body_language.appends.replace("{}", given["arguments"])
        assert hosts.get(host).expand(document, alone, invocation).text.removesuffix(appended) == text, host
    for host, text in case["expect"].get("in_plugin", {}).items():
        place = Place("/plug/skills/tide/SKILL.md", Plugin("plug", "/plug", "/plug/plugin.json", host))
        assert hosts.get(host).expand(document, place, invocation).text == text, host
    for host, runs in case["expect"].get("runs", {}).items():
        shown = hosts.get(host).expand(document, alone, invocation).directives
        assert [directive.runs for directive in shown] == [runs], host
