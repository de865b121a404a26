"""The shared cases on how Xum reads a file: delimiters, YAML, fields, booleans and names, executed in its source."""

from __future__ import annotations

from typing import Any

import pytest

from skill_lsp import hosts
from skill_lsp.hosts.reading import Place
from skill_lsp.syntax.skill import SkillMd
from skill_lsp.text import Text
from tests.conformance import shared_cases

SHORTENED = "…("
"""A long value of the cases is cut and ends with its length."""


@pytest.mark.parametrize("case", shared_cases.of_area("xum.json", "file", "yaml", "field", "bool", "name"))
def test_as_xum_reads_it(case: dict[str, Any]) -> None:
    given = case["input"]
    if "skill_md" not in given or "observed" not in case:
        pytest.fail("a case without a file or without what was seen")
    content = given["skill_md"].encode()
    size = given.get("byte_size", len(content))
    place = Place(f"{given.get('skill_dir', 'x')}/SKILL.md")
    reading = hosts.get("xum", "2026-08").read(SkillMd(Text(content.decode(), size=size)), place)
    seen = case["observed"]
    assert reading.loaded == (seen["result"] == "valid")
    if reading.loaded:
        whole = {key: value for key, value in seen["frontmatter"].items() if SHORTENED not in str(value)}
        assert {key: reading.values.get(key) for key in whole} == whole
        assert reading.values.keys() == seen["frontmatter"].keys()
        if SHORTENED not in seen["body"]:
            assert reading.body == seen["body"]
