"""What the specification's validator says, beyond what the recorded readings show."""

from __future__ import annotations

import pytest

from tests.hosts.reading import Said, read, said, skill

NAMED = "name: tide-table\ndescription: Reads tide tables.\n"


@pytest.mark.parametrize(
    ("more", "problems"),
    [
        ("license: 2.0\nmetadata:\n  a: 1\nallowed-tools: Read\n", []),
        ("license:\n", []),
        ("version: 1\n", [Said("key-unknown", "version", "error")]),
        ("allowed-tools: [Read]\n", [Said("yaml-flow-style", "[Read]", "error")]),
        ("license: &x MIT\n", [Said("yaml-anchor", "&x ", "error")]),
        ("license: !!str MIT\n", [Said("yaml-tag", "!!str ", "error")]),
        ("license: a\nlicense: b\n", [Said("yaml-duplicate-key", "license", "error")]),
        ("license:\tMIT\n", [Said("yaml-tab-gap", "\t", "error")]),
        (f"compatibility: {'x' * 501}\n", [Said("value-length", "x" * 501, "error")]),
        ("compatibility: ''\n", [Said("value-length", "''", "info")]),
        ("compatibility:\n  a: b\n", [Said("value-type", "compatibility", "error")]),
    ],
)
def test_values(more: str, problems: list[Said]) -> None:
    text = skill(NAMED + more)
    reading = read("agent-skills", text)
    assert said(reading, text) == problems
    assert reading.loaded == all(problem.severity == "info" for problem in problems)


@pytest.mark.parametrize(
    ("name", "directory", "problems"),
    [
        ("技能", "技能", []),
        ("ﬁle", "file", []),
        ("'  tide  '", "tide", []),
        ("Tide", "tide", [Said("name-format", "Tide", "error")]),
        ("-tide", "-tide", [Said("name-format", "-tide", "error")]),
        ("ti--de", "ti--de", [Said("name-format", "ti--de", "error")]),
        ("ti_de", "ti_de", [Said("name-format", "ti_de", "error")]),
        ("tide", "ebb", [Said("name-directory", "tide", "error")]),
        ("''", "tide", [Said("name-length", "''", "error")]),
        ("42", "42", []),
    ],
)
def test_names(name: str, directory: str, problems: list[Said]) -> None:
    text = skill(f"name: {name}\ndescription: Reads tide tables.\n")
    assert said(read("agent-skills", text, directory), text) == problems


def test_name_and_description_are_stripped() -> None:
    reading = read("agent-skills", skill("name: ' tide '\ndescription: ' Reads. '\n"), "tide")
    assert (reading.name, reading.description) == ("tide", "Reads.")


@pytest.mark.parametrize(
    ("text", "rule", "characters"),
    [
        (f"\ufeff---\n{NAMED}---\n", "byte-order-mark", "\ufeff"),
        (f"\n---\n{NAMED}---\n", "frontmatter-displaced", "\n"),
        (f"---\n{NAMED}", "frontmatter-unclosed", "---"),
        ("Body.\n", "frontmatter-missing", "Body."),
    ],
)
def test_what_hides_the_frontmatter(text: str, rule: str, characters: str) -> None:
    assert said(read("agent-skills", text), text) == [Said(rule, characters, "error")]


def test_three_hyphens_end_the_frontmatter_wherever_they_stand() -> None:
    text = "---\nname: tide-table\ndescription: low --- and high\nlicense: MIT\n---\nBody.\n"
    reading = read("agent-skills", text)
    assert (reading.loaded, reading.description) == (True, "low")
    assert said(reading, text) == [Said("frontmatter-early-close", "---", "warning")]
