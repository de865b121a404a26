"""How Xum reads a file: delimiters, YAML, fields, booleans, names, globs, the index entry."""

from __future__ import annotations

from typing import Any

import pytest

from skill_lsp import hosts
from skill_lsp.hosts.reading import Place
from skill_lsp.syntax import globs
from skill_lsp.syntax.skill import SkillMd
from skill_lsp.text import Text
from tests.conformance.cases import checked_by

CASES = "xum.jsonl"
SHORTENED = "…("
"""A long value of the cases is cut and ends with its length."""


@pytest.mark.parametrize("case", checked_by(CASES, "reading"))
def test_as_xum_reads_it(case: dict[str, Any]) -> None:
    given, seen = case["input"], case["observed"]
    content = given["skill_md"].encode()
    size = given.get("byte_size", len(content))
    place = Place(f"{given.get('skill_dir', 'x')}/SKILL.md")
    reading = hosts.get("xum", "2026-08").read(SkillMd(Text(content.decode(), size=size)), place)
    assert reading.loaded == (seen["result"] == "valid")
    if reading.loaded:
        whole = {key: value for key, value in seen["frontmatter"].items() if SHORTENED not in str(value)}
        assert {key: reading.values.get(key) for key in whole} == whole
        assert reading.values.keys() == seen["frontmatter"].keys()
        if SHORTENED not in seen["body"]:
            assert reading.body == seen["body"]


@pytest.mark.parametrize("case", checked_by(CASES, "frontmatter"))
def test_one_more_key(case: dict[str, Any]) -> None:
    text = f"---\nname: log-kit\ndescription: Keeps logs.\n{case['input']['frontmatter']}\n---\n"
    reading = hosts.get("xum", case["input"]["version"]).read(
        SkillMd(Text(text)), Place(".xum/skills/log-kit/SKILL.md")
    )
    expected = dict(case["expect"])
    rules = expected.pop("rules", None)
    patterns = expected.pop("patterns", None)
    assert {name: getattr(reading, name) for name in expected} == expected
    if rules is not None:
        assert [problem.rule for problem in reading.problems] == rules
    if patterns is not None:
        assert [pattern for _, pattern in globs.split(str(reading.values["paths"]))] == patterns


@pytest.mark.parametrize("case", checked_by(CASES, "index_length"))
def test_how_much_of_a_description_the_index_shows(case: dict[str, Any]) -> None:
    text = f"---\nname: log-kit\ndescription: {'x' * case['input']['description_length']}\n---\n"
    for version, shown in case["expect"].items():
        reading = hosts.get("xum", version).read(SkillMd(Text(text)), Place("log-kit/SKILL.md"))
        assert reading.index_entry == f"- log-kit: {shown} (scope: project)"


@pytest.mark.parametrize("case", checked_by(CASES, "glob"))
def test_what_a_glob_matches(case: dict[str, Any]) -> None:
    matches = globs.matcher(case["input"]["glob"])
    assert [path for path in case["input"]["files"] if matches(path)] == case["expect"]["matches"]


@pytest.mark.parametrize("case", checked_by(CASES, "taken"))
def test_names_that_mean_something_else(case: dict[str, Any]) -> None:
    taken = hosts.get("xum").taken_names
    assert {taken.get(name) for name in case["input"]["names"]} == {case["expect"]["taken"]}
