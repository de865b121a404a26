"""Inlay hints and code lenses."""

from __future__ import annotations

from dataclasses import replace

import pytest

from skill_lsp.features import code_lens, inlay_hints
from skill_lsp.features.client import InlayHints, Preferences

from .situation import situation

XUM = ".xum/skills/tide-table/SKILL.md"
HEAD = "---\nname: tide-table\ndescription: Reads tide tables.\n"
ALL = Preferences(targets=("xum", "claude-code"))
OFF = InlayHints(*[False] * 4)


def hints(marked: str, preferences: Preferences, files: dict[str, str] | None = None) -> list[tuple[str, str]]:
    """What stands before each hint on its line, and the hint."""
    here = situation(XUM, marked, files, preferences=preferences)
    found = []
    for one in inlay_hints.inlay_hints(here.snapshot, here.document, here.everything):
        offset = here.document.offset(one.position)
        line = here.document.text.line_at(offset)
        found.append((here.document.text.content[line.start : offset], str(one.label)))
    return found


@pytest.mark.parametrize(
    ("kind", "marked", "files", "wanted"),
    [
        (
            "arguments",
            HEAD + "---\nFor $1.\n",
            {},
            [("For $1", "Xum: the first argument · Claude Code: the second argument")],
        ),
        ("arguments", HEAD + "---\nFor $ARGUMENTS.\n", {}, []),
        ("globs", HEAD + "paths: [src/*.py]\n---\n", {"src/a.py": ""}, [("paths: [src/*.py", "1 file")]),
        (
            "description",
            "---\nname: tide-table\ndescription: " + "x" * 300 + "\n---\n",
            {},
            [("description: " + "x" * 279, "✂ Xum")],
        ),
        (
            "tokens",
            HEAD + "---\n" + "word " * 80 + "\n",
            {},
            [("description: Reads tide tables.", "≈ 5 tokens"), ("---", "≈ 100 tokens")],
        ),
    ],
)
def test_each_hint_and_its_switch(kind: str, marked: str, files: dict[str, str], wanted: list[tuple[str, str]]) -> None:
    assert hints(marked, replace(ALL, inlay_hints=replace(OFF, **{kind: True})), files) == wanted
    assert hints(marked, replace(ALL, inlay_hints=OFF), files) == []


def test_lenses_tell_who_loads_the_skill() -> None:
    marked = HEAD.replace("name: tide-table", "name: other") + "---\n!`date`\n"
    here = situation(XUM, marked, {"x/SKILL.md": "---\nname: x\ndescription: y\n---\nUse /other.\n"}, preferences=ALL)
    lenses = code_lens.code_lenses(here.snapshot, here.document)
    titles = [lens.command.title for lens in lenses if lens.command]
    assert titles[0].startswith("Xum ✖ · Claude Code ✔ · ")
    assert titles[1] == "Preview"
    assert "Xum: 1 of 10 directives" in titles
    assert titles[-1] == "1 reference"
    assert {here.document.text[here.document.span(lens.range)] for lens in lenses} == {"---"}


def test_lenses_can_be_turned_off() -> None:
    here = situation(XUM, HEAD + "---\n", preferences=replace(ALL, code_lens=False))
    assert code_lens.code_lenses(here.snapshot, here.document) == []
