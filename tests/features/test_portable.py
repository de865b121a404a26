"""The list of what keeps a skill from being the same everywhere, in the editor."""

from __future__ import annotations

from skill_lsp.features import portable

from .situation import situation

PATH = ".claude/skills/tide-table/SKILL.md"
HEAD = "---\nname: tide-table\ndescription: Reads tides.\n"


def test_nothing_in_the_way() -> None:
    here = situation(PATH, HEAD + "---\nBody.\n")
    assert portable.report(here.snapshot, here.document)["skills"][0]["portable"] is True
    assert portable.words(here.snapshot, here.document) == "This skill is the same in all 11 hosts."


def test_each_line_has_its_step() -> None:
    here = situation(PATH, HEAD + "moon-phase: full\n---\nBody.\n")
    told = portable.words(here.snapshot, here.document)
    assert told.startswith("4: No host that is known reads `moon-phase`.")
    assert told.endswith("→ Move `moon-phase` under `metadata`")
    (skill,) = portable.report(here.snapshot, here.document)["skills"]
    (finding,) = skill["findings"]
    assert finding["range"] == {"start": {"line": 4, "column": 1}, "end": {"line": 4, "column": 11}}
    assert finding["fixes"] == [{"title": "Move `moon-phase` under `metadata`", "safe": False}]
