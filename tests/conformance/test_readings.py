"""Generated and real SKILL.md texts with what Xum's and the specification's own readers made of them.

`skill-md.jsonl`: what a row's `xum` (coder/mux f2160b194), `agent-skills` (skills-ref 0.1.1) and `oxo-flow` (see
`test_oxo_flow`) have is what their own code has. `readings.jsonl` was made for this project: random frontmatters of odd
YAML, read by npm yaml 2.8.2 with zod 4.4.3 in the order of Xum's source, and by skills-ref; a row's reading is null
where the reader refused.
"""

from __future__ import annotations

from typing import Any

from skill_lsp import hosts
from skill_lsp.hosts.reading import Place, Reading
from skill_lsp.syntax.skill import SkillMd
from skill_lsp.text import Text
from tests.conformance.cases import corpus, rows

XUM_DIFFERS = {
    "\t\n[a]:": "npm yaml gives up (`IMPOSSIBLE`) on a bracketed key behind a line with a lone tab",
    "''\ncompatibility : '''\n": "npm yaml ends two values at quotes which libyaml takes for those of one value",
    "  .inf: --\n  [l]: x\n": "npm yaml makes no text of a bracketed key in `metadata`",
    "\n  &a: 1e3\n": "npm yaml takes `&a:` for an anchor, libyaml refuses it",
}
"""Where Xum's parser library has a quirk that no author meets: a mark of the text, and the reason."""
AGENT_SKILLS_DIFFERS = {
    "description: \x85- i": "strictyaml ends the line at U+0085, so that a list begins behind it",
    "log-kit\n\u2028\ndescription": "strictyaml takes a line of U+2028 alone for two empty lines",
}
"""The same for the specification's validator: characters that end a line in YAML 1.1 only."""


def xum(text: Text, directory: str) -> Reading:
    return hosts.get("xum", "2026-08").read(SkillMd(text), Place(f"{directory}/SKILL.md"))


def agent_skills(text: Text, directory: str) -> Reading:
    return hosts.get("agent-skills").read(SkillMd(text), Place(f"{directory}/SKILL.md"))


def xum_has(reading: Reading) -> dict[str, Any] | None:
    return {"frontmatter": dict(reading.values), "body": reading.body} if reading.loaded else None


def agent_skills_has(reading: Reading) -> dict[str, Any] | None:
    return {"name": reading.name, "description": reading.description} if reading.loaded else None


def test_own_rows_xum() -> None:
    own = rows("readings.jsonl")
    wrong = [row["text"] for row in own if xum_has(xum(Text(row["text"]), row["dir"])) != row["xum"]]
    assert [text for text in wrong if not any(mark in text for mark in XUM_DIFFERS)] == []
    assert len(wrong) == len(XUM_DIFFERS)


def test_own_rows_agent_skills() -> None:
    own = [row for row in rows("readings.jsonl") if "agent-skills" in row]
    wrong = [
        row["text"]
        for row in own
        if agent_skills_has(agent_skills(Text(row["text"]), row["dir"])) != row["agent-skills"]
    ]
    assert [text for text in wrong if not any(mark in text for mark in AGENT_SKILLS_DIFFERS)] == []
    assert len(wrong) == len(AGENT_SKILLS_DIFFERS)


def agrees(reading: Reading, has: dict[str, Any] | None, seen: dict[str, Any]) -> bool:
    """Whether a reading is what the host has; the rows of real texts have no body."""
    if not seen["loaded"] or has is None:
        return reading.loaded is bool(seen["loaded"])
    return {key: has[key] for key in has if key in seen} == {key: seen[key] for key in has if key in seen}


def agreement(texts: list[tuple[Text, str, dict[str, Any]]]) -> dict[str, float]:
    """Of 100 texts, how many are read as by the host itself."""
    same = {"xum": 0, "agent-skills": 0}
    for text, directory, row in texts:
        reading = xum(text, directory)
        same["xum"] += agrees(reading, xum_has(reading), row["xum"])
        reading = agent_skills(text, directory)
        same["agent-skills"] += agrees(reading, agent_skills_has(reading), row["agent-skills"])
    return {host: 100 * count / len(texts) for host, count in same.items()}


def test_generated_texts() -> None:
    texts = [(Text(row["text"]), row["dir"], row) for row in rows("skill-md.jsonl")]
    assert agreement(texts) == {"xum": 100, "agent-skills": 100}


def test_real_texts() -> None:
    texts = [(Text.decode(real), row["path"].split("/")[-2], row) for row, real in corpus()]
    assert agreement(texts) == {"xum": 100, "agent-skills": 100}
