"""A new skill is an edit that makes one clean file, or a reason."""

from __future__ import annotations

from dataclasses import replace

import pytest
from lsprotocol import types as lsp

from skill_lsp.features import new_skill

from .situation import COMPLETE, situation

OTHER = ".xum/skills/moon-phase/SKILL.md"
TEXT = "---\nname: moon-phase\ndescription: Reads the moon.\n---\nBody.\n"


@pytest.mark.parametrize(
    ("wanted", "path", "line"),
    [
        ({"name": "tide-table", "host": "xum"}, ".xum/skills/tide-table/SKILL.md", "name: tide-table"),
        ({"name": "tide-table"}, "tide-table/SKILL.md", "name: tide-table"),
        ({"name": "tides", "host": "oxo-flow"}, ".oxo-flow/skills/tides/SKILL.md", "name: tides"),
        (
            {"name": "tides", "host": "oxo-flow", "format": "skill.toml"},
            ".oxo-flow/skills/tides.skill.toml",
            'name = "tides"',
        ),
        ({"name": "tides", "host": "xum", "description": "Use: now"}, ".xum/skills/tides/SKILL.md", '"Use: now"'),
    ],
)
def test_the_file_lies_where_the_host_reads_it(wanted: dict[str, str], path: str, line: str) -> None:
    here = situation(OTHER, TEXT)
    edit, uri = new_skill.proposal(here.snapshot, wanted)
    made, filled = edit.document_changes or []
    assert isinstance(made, lsp.CreateFile)
    assert isinstance(filled, lsp.TextDocumentEdit)
    assert made.uri == filled.text_document.uri == uri == f"file://{here.root}/{path}"
    assert line in filled.edits[0].new_text  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("wanted", "reason"),
    [
        ({}, "cannot be the name"),
        ({"name": "../tides"}, "cannot be the name"),
        ({"name": "Tide Table", "host": "xum"}, "name"),
        ({"name": "tides", "host": "xmu"}, "xum"),
        ({"name": "tides", "host": "xum", "format": "skill.toml"}, "reads no .skill.toml"),
        ({"name": "moon-phase", "host": "xum"}, "is there already"),
    ],
)
def test_what_cannot_be_made_has_a_reason(wanted: dict[str, str], reason: str) -> None:
    with pytest.raises(new_skill.RefusedError, match=reason):
        new_skill.proposal(situation(OTHER, TEXT).snapshot, wanted)


def test_a_client_that_makes_no_files_is_told_how_else() -> None:
    here = situation(OTHER, TEXT, client=replace(COMPLETE, create_files=False))
    with pytest.raises(new_skill.RefusedError, match="skill-lsp new tides"):
        new_skill.proposal(here.snapshot, {"name": "tides"})
