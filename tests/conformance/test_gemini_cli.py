"""Gemini CLI's own loader (`@google/gemini-cli-core` 0.61.0, skillLoader.js over js-yaml 4.1.1) on generated texts.

A row's `gemini-cli` is the name, description and body that the loader gives, null where it gives nothing.
"""

from __future__ import annotations

from typing import Any

from skill_lsp import hosts
from skill_lsp.hosts.reading import Place
from skill_lsp.syntax.skill import SkillMd
from skill_lsp.text import Text
from tests.conformance.cases import rows

DIFFERS = {
    '\n"name": >-\n\nlicense: ': "js-yaml goes on behind a quoted text of several lines as if a line began there",
    '\n?:  "? k 1e3" # c\n': "js-yaml goes on behind a quoted text of several lines as if a line began there",
    '\r\r\n? a:"a: b ': "js-yaml goes on behind a quoted text of several lines as if a line began there",
    "\n  &a: --\n": "js-yaml takes `&a:` for an anchor, YAML 1.2 for a key behind one",
    "\n?\xa0: [:x]": "js-yaml takes a question mark before a no-break space for the beginning of a word",
}
"""Where the loader's YAML library has a quirk that no author meets: a mark of the text, and the reason."""


def as_gemini_cli_has_it(text: str) -> dict[str, Any] | None:
    reading = hosts.get("gemini-cli").read(SkillMd(Text(text)), Place("/srv/.gemini/skills/log-kit/SKILL.md"))
    if not reading.loaded:
        return None
    return {"name": reading.name, "description": reading.description, "body": reading.body}


def test_generated_texts() -> None:
    wrong = [row["text"] for row in rows("gemini-cli.jsonl") if as_gemini_cli_has_it(row["text"]) != row["gemini-cli"]]
    assert [text for text in wrong if not any(mark in text for mark in DIFFERS)] == []
    assert len(wrong) == len(DIFFERS)
