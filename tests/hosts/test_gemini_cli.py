"""Gemini CLI: exact fences, js-yaml, then a scan for two lines. *Source*: gemini-cli 5411f11, skillLoader.ts."""

from __future__ import annotations

import pytest

from tests.hosts.reading import Said, read, said, skill

NAME = "name: tide-table\n"
DESCRIPTION = "description: Reads tide tables.\n"

QUIET = [
    (NAME + DESCRIPTION, "tide-table", "Reads tide tables."),
    (NAME + 'description: ""\n', "tide-table", ""),
    (NAME + "description: Use when: tides matter\n", "tide-table", "Use when: tides matter"),
    (NAME + NAME + DESCRIPTION, "tide-table", "Reads tide tables."),
    ("name: 42\n" + DESCRIPTION, "42", "Reads tide tables."),
    (NAME + "description: a: b\n  and more\n\tstill\n", "tide-table", "a: b and more still"),
    (NAME + "description: >\n  Folded\n  text\n", "tide-table", "Folded text\n"),
    ("- x\n" + NAME + DESCRIPTION, "tide-table", "Reads tide tables."),
]


@pytest.mark.parametrize(("frontmatter", "name", "description"), QUIET)
def test_loads_without_a_word(frontmatter: str, name: str, description: str) -> None:
    reading = read("gemini-cli", skill(frontmatter))
    assert (reading.loaded, reading.name, reading.description) == (True, name, description)
    assert reading.problems == ()
    assert reading.body == "Body."


SCANNED = [
    ("name: {{ tides }}\n" + DESCRIPTION, "{{ tides }}", "name", "{{ tides }}"),
    ('name: "tide-table"\ndescription: a: b\n', '"tide-table"', "name", "-tide-table-"),
    (NAME + "description: >-\n  a: b\nlicense: [\n", ">-\n  a: b", "description", ">- a: b"),
    (NAME + "metadata:\n  description: x: y\n", "x: y", "description", "x: y"),
]


@pytest.mark.parametrize(("frontmatter", "characters", "key", "value"), SCANNED)
def test_says_where_the_scan_has_something_else_than_written(
    frontmatter: str, characters: str, key: str, value: str
) -> None:
    text = skill(frontmatter)
    reading = read("gemini-cli", text)
    assert reading.loaded is True
    assert Said("yaml-scanned", characters, "warning") in said(reading, text)
    assert getattr(reading, key) == value


@pytest.mark.parametrize(
    ("frontmatter", "problem"),
    [
        (NAME, Said("key-required", "name", "error")),
        (DESCRIPTION, Said("key-required", "description", "error")),
        ("- a\n- b\n", Said("frontmatter-not-a-map", "- a\n- b", "error")),
    ],
)
def test_loses(frontmatter: str, problem: Said) -> None:
    text = skill(frontmatter)
    reading = read("gemini-cli", text)
    assert reading.loaded is False
    assert problem in said(reading, text)


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("--- \n" + NAME + DESCRIPTION + "---\n", "frontmatter-fence"),
        ("\ufeff---\n" + NAME + DESCRIPTION + "---\n", "byte-order-mark"),
        ("\n---\n" + NAME + DESCRIPTION + "---\n", "frontmatter-displaced"),
        ("---\n" + NAME + DESCRIPTION, "frontmatter-unclosed"),
        ("# Tides\n", "frontmatter-missing"),
    ],
)
def test_fences_are_exact(text: str, rule: str) -> None:
    reading = read("gemini-cli", text)
    assert reading.loaded is False
    assert [(problem.rule, problem.effect.severity.word) for problem in reading.problems] == [(rule, "error")]


def test_characters_of_file_names_become_hyphens() -> None:
    text = skill("name: git:co\n" + DESCRIPTION)
    reading = read("gemini-cli", text, directory="git-co")
    assert (reading.name, said(reading, text)) == ("git-co", [Said("name-format", "git:co", "info")])


def test_text_behind_the_closing_fence_costs_the_body() -> None:
    text = "---\n" + NAME + DESCRIPTION + "--- end\nBody.\n"
    reading = read("gemini-cli", text)
    assert (reading.loaded, reading.body) == (True, "")
    assert said(reading, text) == [Said("frontmatter-fence", "--- end", "warning")]
