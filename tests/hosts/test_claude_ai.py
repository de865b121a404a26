"""claude.ai: six keys, plain names, no angle brackets. *Source*: quick_validate.py 9d2f1ae, platform.claude.com."""

from __future__ import annotations

import pytest

from tests.hosts.reading import Said, read, said, skill

NAME = "name: tide-table\n"
DESCRIPTION = "description: Reads tide tables.\n"


@pytest.mark.parametrize(
    "frontmatter",
    [
        NAME + DESCRIPTION,
        NAME + DESCRIPTION + "license: MIT\nmetadata: {version: 1.0}\nallowed-tools: [Read]\ncompatibility: Python\n",
        "name: anything-else\n" + DESCRIPTION,
        NAME + NAME + DESCRIPTION,
        NAME + DESCRIPTION + 'compatibility: ""\n',
        NAME + "description: >-\n  Reads\n  tides.\n",
    ],
)
def test_takes(frontmatter: str) -> None:
    text = skill(frontmatter)
    reading = read("claude-ai", text)
    assert (reading.loaded, said(reading, text)) == (True, [])


@pytest.mark.parametrize(
    ("frontmatter", "problem"),
    [
        (NAME, Said("key-required", "name", "error")),
        (DESCRIPTION, Said("key-required", "description", "error")),
        ("name: 42\n" + DESCRIPTION, Said("value-type", "42", "error")),
        ("name: no\n" + DESCRIPTION, Said("value-type", "no", "error")),
        (NAME + "description: 2026-08-22\n", Said("value-type", "2026-08-22", "error")),
        ("name: tide_table\n" + DESCRIPTION, Said("name-format", "tide_table", "error")),
        ("name: tide--table\n" + DESCRIPTION, Said("name-format", "tide--table", "error")),
        ("name: -tide\n" + DESCRIPTION, Said("name-format", "-tide", "error")),
        ("name: ebbe-und-flut-ü\n" + DESCRIPTION, Said("name-format", "ebbe-und-flut-ü", "error")),
        ("name: claude-tides\n" + DESCRIPTION, Said("name-reserved", "claude-tides", "error")),
        ("name: " + "a" * 65 + "\n" + DESCRIPTION, Said("name-length", "a" * 65, "error")),
        (NAME + "description: ''\n", Said("description-length", "''", "error")),
        (NAME + "description: " + "x" * 1025 + "\n", Said("description-length", "x" * 1025, "error")),
        (NAME + "description: a > b\n", Said("description-tags", ">", "error")),
        (NAME + "description: |\n  Fills <a-b>\n  in.\n", Said("description-tags", "<a-b>", "error")),
        (NAME + DESCRIPTION + "argument-hint: x\n", Said("key-unknown", "argument-hint", "error")),
        (NAME + DESCRIPTION + "compatibility: " + "c" * 501 + "\n", Said("value-length", "c" * 501, "error")),
    ],
)
def test_refuses(frontmatter: str, problem: Said) -> None:
    text = skill(frontmatter)
    reading = read("claude-ai", text)
    assert reading.loaded is False
    assert problem in said(reading, text)


@pytest.mark.parametrize(
    ("text", "loaded"),
    [
        ("---\r\n" + NAME + DESCRIPTION + "---\r\n", True),
        ("---\n" + NAME + DESCRIPTION + "--- \n", True),
        ("--- \n" + NAME + DESCRIPTION + "---\n", False),
        ("\ufeff---\n" + NAME + DESCRIPTION + "---\n", False),
    ],
)
def test_fences(text: str, loaded: bool) -> None:
    assert read("claude-ai", text).loaded is loaded
