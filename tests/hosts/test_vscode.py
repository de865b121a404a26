"""VS Code: the directory's name wins, descriptions lose tags and length. *Source*: vscode PR 311797 and its page."""

from __future__ import annotations

import pytest

from tests.hosts.reading import Said, read, said, skill

NAME = "name: tide-table\n"
DESCRIPTION = "description: Reads tide tables.\n"

SAID = [
    (NAME + DESCRIPTION, []),
    (DESCRIPTION, []),
    (NAME, [Said("key-required", "name", "warning")]),
    (NAME + 'description: ""\n', [Said("description-length", '""', "warning")]),
    ("name: other\n" + DESCRIPTION, [Said("name-directory", "other", "warning")]),
    ("name: Tide-Table\n" + DESCRIPTION, [Said("name-format", "Tide-Table", "error")]),
    ("name: <b>tide-table</b>\n" + DESCRIPTION, [Said("name-format", "<b>tide-table</b>", "warning")]),
    ("name: " + "a" * 65 + "\n" + DESCRIPTION, [Said("name-length", "a" * 65, "warning")]),
    (NAME + "description: " + "x" * 1025 + "\n", [Said("description-length", "x" * 1025, "warning")]),
    (NAME + "description: Fills <a-b> in\n", [Said("description-tags", "<a-b>", "warning")]),
    (NAME + "description: a < b\n", []),
    (NAME + DESCRIPTION + "user-invocable: no\n", [Said("value-boolean", "no", "warning")]),
    (NAME + DESCRIPTION + "user-invocable: True\n", [Said("value-boolean", "True", "warning")]),
    (NAME + DESCRIPTION + "user-invocable: 'false'\n", []),
    (NAME + DESCRIPTION + "context: spoon\n", [Said("value-choice", "spoon", "warning")]),
    (NAME + DESCRIPTION + "license: {name: MIT}\n", []),
    (NAME + DESCRIPTION + "argument-hint: [a]\n", [Said("value-type", "[a]", "warning")]),
]


@pytest.mark.parametrize(("frontmatter", "problems"), SAID)
def test_says(frontmatter: str, problems: list[Said]) -> None:
    text = skill(frontmatter)
    reading = read("vscode", text)
    assert said(reading, text) == problems
    assert reading.loaded is not any(problem.severity == "error" for problem in problems)


def test_is_called_by_its_directory() -> None:
    assert read("vscode", skill("name: other\n" + DESCRIPTION)).name == "tide-table"


def test_description_without_tags_and_cut() -> None:
    text = skill(NAME + "description: a <b>" + "x" * 1100 + "\n")
    assert read("vscode", text).description == "a " + "x" * 1022


@pytest.mark.parametrize(
    ("text", "by_model", "by_user"),
    [
        (skill(NAME + DESCRIPTION), True, True),
        (skill(NAME), False, True),
        (skill(NAME + DESCRIPTION + "disable-model-invocation: true\n"), False, True),
        (skill(NAME + DESCRIPTION + "user-invocable: false\n"), True, False),
        (skill(NAME + DESCRIPTION + "user-invokable: false\n"), True, False),
        (skill(NAME + DESCRIPTION + 'disable-model-invocation: "true"\n'), False, True),
        (skill(NAME + DESCRIPTION + "disable-model-invocation: True\n"), True, True),
        ("# Only a body\n", False, True),
    ],
)
def test_who_sees_it(text: str, by_model: bool, by_user: bool) -> None:
    reading = read("vscode", text)
    assert (reading.loaded, reading.by_model, reading.by_user) == (True, by_model, by_user)
    assert (reading.index_entry is not None) is by_model


def test_broken_yaml_is_never_more_than_a_hint() -> None:
    text = skill(NAME + "description: Use when: tides matter\n")
    assert {problem.severity for problem in said(read("vscode", text), text)} <= {"hint"}


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        (skill(DESCRIPTION), "key-required"),
        (skill(NAME), "key-required"),
        (skill("name: other\n" + DESCRIPTION), "name-directory"),
        ("# Only a body\n", "frontmatter-missing"),
    ],
)
def test_builds_before_april_2026_skip_what_later_ones_mend(text: str, rule: str) -> None:
    old = read("vscode", text, version="2026-03")
    assert (old.loaded, [problem.rule for problem in old.problems]) == (False, [rule])
    assert read("vscode", text).loaded is True


def test_an_unclosed_frontmatter_is_said_once() -> None:
    text = "---\n" + NAME + DESCRIPTION + "\nRead the table.\n"
    assert [problem.rule for problem in read("vscode", text).problems] == ["frontmatter-unclosed"]
