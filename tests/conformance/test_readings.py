"""Generated and real SKILL.md texts with what Xum's and the specification's own readers made of them.

`readings.jsonl` was made for this project: random frontmatters of odd YAML, read by npm yaml 2.8.2 with zod 4.4.3 in
the order of Xum's source (coder/mux f2160b194), and by skills-ref 0.1.1. A row's reading is null where the reader
refused.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from skill_lsp import hosts
from skill_lsp.hosts.reading import Place, Reading
from skill_lsp.syntax.skill import SkillMd
from skill_lsp.text import Text
from tests.conformance import shared_cases

KNOWN = {
    "\t\n[a]:": "npm yaml gives up (`IMPOSSIBLE`) on a bracketed key behind a line with a lone tab",
}
"""Where Xum's parser library has a defect that no author meets: a mark of the text, and the reason."""

OWN = [json.loads(line) for line in (Path(__file__).parent / "readings.jsonl").read_text("utf-8").splitlines()]


def xum(text: Text, directory: str) -> Reading:
    return hosts.get("xum", "2026-08").read(SkillMd(text), Place(f"{directory}/SKILL.md"))


def agent_skills(text: Text, directory: str) -> Reading:
    return hosts.get("agent-skills").read(SkillMd(text), Place(f"{directory}/SKILL.md"))


def xum_has(reading: Reading) -> dict[str, Any] | None:
    return {"frontmatter": dict(reading.values), "body": reading.body} if reading.loaded else None


def agent_skills_has(reading: Reading) -> dict[str, Any] | None:
    return {"name": reading.name, "description": reading.description} if reading.loaded else None


def test_own_rows_xum() -> None:
    wrong = [row["text"] for row in OWN if xum_has(xum(Text(row["text"]), row["dir"])) != row["xum"]]
    assert [text for text in wrong if not any(mark in text for mark in KNOWN)] == []
    assert len(wrong) == len(KNOWN)


def test_own_rows_agent_skills() -> None:
    rows = [row for row in OWN if "agent-skills" in row]
    wrong = [
        row["text"]
        for row in rows
        if agent_skills_has(agent_skills(Text(row["text"]), row["dir"])) != row["agent-skills"]
    ]
    assert wrong == []


@shared_cases.needed
@pytest.mark.parametrize("name", ["differential-md.jsonl", "differential-corpus.jsonl"])
def test_shared_rows(name: str) -> None:
    wrong = []
    for row in shared_cases.rows(name):
        text = Text(row["text"]) if "text" in row else Text.decode(shared_cases.corpus(row["path"]))
        directory = row["dir"] if "dir" in row else row["path"].split("/")[-2]
        expected, reading = row["xum"], xum(text, directory)
        known = {key: expected[key] for key in ("frontmatter", "body") if key in expected}
        got = xum_has(reading)
        if reading.loaded != expected["loaded"] or (got is not None and known != {key: got[key] for key in known}):
            wrong.append(("xum", row))
        expected, reading = row["agent-skills"], agent_skills(text, directory)
        if "crash" not in expected:
            same = not reading.loaded or (reading.name, reading.description) == (
                expected.get("name"),
                expected.get("description"),
            )
            if reading.loaded != expected["loaded"] or not same:
                wrong.append(("agent-skills", row))
    assert wrong == []
