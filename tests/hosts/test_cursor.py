"""Cursor: documented wishes are warnings, everything inferred is a hint. *Source*: cursor.com/docs/context/skills."""

from __future__ import annotations

import pytest

from tests.hosts.reading import Said, read, said, skill

NAME = "name: tide-table\n"
DESCRIPTION = "description: Reads tide tables.\n"


@pytest.mark.parametrize(
    ("frontmatter", "problems", "loaded"),
    [
        (NAME + DESCRIPTION, [], True),
        (NAME, [Said("key-required", "name", "warning")], False),
        ("name: other\n" + DESCRIPTION, [Said("name-directory", "other", "warning")], True),
        ("name: Tide\n" + DESCRIPTION, [Said("name-format", "Tide", "warning")], True),
        (
            NAME + DESCRIPTION + 'disable-model-invocation: "true"\n',
            [Said("value-boolean", '"true"', "warning")],
            True,
        ),
        (NAME + DESCRIPTION + "paths: '*.ts'\n", [], True),
    ],
)
def test_says(frontmatter: str, problems: list[Said], loaded: bool) -> None:
    text = skill(frontmatter)
    reading = read("cursor", text)
    assert (said(reading, text), reading.loaded) == (problems, loaded)


def test_what_is_inferred_is_a_hint() -> None:
    text = skill(NAME + "description: Use when: tides matter\n")
    assert {problem.severity for problem in said(read("cursor", text), text)} == {"hint"}


def test_a_switched_off_skill_is_not_listed() -> None:
    reading = read("cursor", skill(NAME + DESCRIPTION + "disable-model-invocation: true\n"))
    assert (reading.by_model, reading.by_user, reading.index_entry) == (False, True, None)
