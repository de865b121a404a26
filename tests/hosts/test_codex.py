"""Codex: typed serde_yaml, one line of name and description, no rescue. *Source*: openai/codex 033d1d0, loader.rs."""

from __future__ import annotations

import pytest

from tests.hosts.reading import Said, read, said, skill

NAME = "name: tide-table\n"
DESCRIPTION = "description: Reads tide tables.\n"

LOADED = [
    (NAME + DESCRIPTION, "tide-table", "Reads tide tables."),
    (DESCRIPTION, "tide-table", "Reads tide tables."),
    ("name:\n" + DESCRIPTION, "tide-table", "Reads tide tables."),
    ('name: ""\n' + DESCRIPTION, "tide-table", "Reads tide tables."),
    ("name: other\n" + DESCRIPTION, "other", "Reads tide tables."),
    ("name: 42\n" + DESCRIPTION, "42", "Reads tide tables."),
    (NAME + "description: >-\n  Reads\n  tide   tables.\n", "tide-table", "Reads tide tables."),
    (NAME + DESCRIPTION + "argument-hint: [a]\n", "tide-table", "Reads tide tables."),
    (NAME + "description: " + "x" * 1024 + "\n", "tide-table", "x" * 1024),
    (NAME + DESCRIPTION + "tags: a\ntags: b\n", "tide-table", "Reads tide tables."),
]

LOST = [
    (NAME, Said("key-required", "name", "error")),
    (NAME + 'description: "  "\n', Said("description-length", '"  "', "error")),
    (NAME + "description: " + "x" * 1025 + "\n", Said("description-length", "x" * 1025, "error")),
    (NAME + DESCRIPTION + "argument-hint: [a] [b]\n", None),
    (NAME + "description: Use when: tides matter\n", None),
    (NAME + NAME + DESCRIPTION, Said("yaml-duplicate-key", "name", "error")),
    ("name: {a: b}\n" + DESCRIPTION, Said("value-type", "{a: b}", "error")),
    ("name: " + "a" * 65 + "\n" + DESCRIPTION, Said("name-length", "a" * 65, "error")),
    (NAME + DESCRIPTION + "metadata: text\n", Said("value-type", "text", "error")),
]


@pytest.mark.parametrize(("frontmatter", "name", "description"), LOADED)
def test_loads(frontmatter: str, name: str, description: str) -> None:
    text = skill(frontmatter)
    reading = read("codex", text)
    assert (reading.loaded, reading.name, reading.description) == (True, name, description)
    assert [one for one in said(reading, text) if one.severity == "error"] == []
    assert reading.index_entry == f"- {name}: {description} (file: /srv/skills/tide-table/SKILL.md)"


@pytest.mark.parametrize(("frontmatter", "problem"), LOST)
def test_loses(frontmatter: str, problem: Said | None) -> None:
    text = skill(frontmatter)
    reading = read("codex", text)
    assert reading.loaded is False
    if problem is None:
        assert {one.rule.partition("-")[0] for one in said(reading, text)} == {"yaml"}
    else:
        assert problem in said(reading, text)


@pytest.mark.parametrize(
    ("text", "loaded"),
    [
        (" ---\t\n" + NAME + DESCRIPTION + "  --- \nBody.", True),
        ("---\r\n" + NAME + DESCRIPTION + "---\r\nBody.", True),
        ("---\n" + NAME + "description: Sorts --- then prints\n---", True),
        ("\ufeff---\n" + NAME + DESCRIPTION + "---\n", False),
        ("\n---\n" + NAME + DESCRIPTION + "---\n", False),
        ("---\n---\n", False),
        ("---\n" + NAME + DESCRIPTION, False),
        ("", False),
    ],
)
def test_fences_are_trimmed_lines_from_the_first_one(text: str, loaded: bool) -> None:
    assert read("codex", text).loaded is loaded


def test_the_prefix_of_a_plugin_counts_in_the_name() -> None:
    text = skill("name: " + "a" * 60 + "\n" + DESCRIPTION)
    assert read("codex", text).loaded is True
    reading = read("codex", text, plugin="tides")
    assert said(reading, text) == [Said("name-length", "a" * 60, "error")]
    assert "66 characters with the plugin's prefix `tides:`" in reading.problems[0].cause
    assert read("codex", skill(NAME + DESCRIPTION), plugin="tides").name == "tides:tide-table"


def test_a_name_that_can_not_be_typed_is_a_hint() -> None:
    text = skill("name: Tide table\n" + DESCRIPTION)
    assert said(read("codex", text), text) == [Said("name-mention", "Tide table", "hint")]


def test_only_the_exact_file_name_is_found() -> None:
    reading = read("codex", skill(NAME + DESCRIPTION), file="skill.md")
    assert reading.loaded is False
    assert [problem.rule for problem in reading.problems] == ["file-name-case"]
