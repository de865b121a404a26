"""Every problem of every host says where it is known from, and a guess is never more than a hint."""

from __future__ import annotations

import pytest

from skill_lsp import hosts
from skill_lsp.hosts.reading import Place, Severity
from skill_lsp.syntax.skill import SkillMd
from skill_lsp.text import Text
from tests.conformance.cases import cases

CASES = [case["input"] for case in cases("other-hosts.jsonl") if case["check"] == "loads"]
HEAD = "---\nname: tide-table\ndescription: Reads tides.\n"
MORE = [
    "",
    "# Tides\n",
    "--- \n" + HEAD[4:] + "---\n",
    HEAD,
    HEAD + "license:\n---\n",
    HEAD + "metadata: text\ncontext: spoon\nuser-invocable: perhaps\n---\n",
    "---\nname: {a: b}\ndescription: [c]\n---\n",
    "---\nname: a/b c\ndescription: <x> --- y\n---\n",
    "---\nname: claude--\ndescription: ''\n---\n",
    "---\nname: a: b\ndescription: 'c\n---\n",
]
TEXTS = [(case["directory"], case["text"]) for case in CASES] + [("tide-table", text) for text in MORE]


@pytest.mark.parametrize("host_id", hosts.ids())
def test_problems_have_sources_and_guesses_are_hints(host_id: str) -> None:
    host = hosts.get(host_id)
    said = 0
    for directory, text in TEXTS:
        for problem in host.read(SkillMd(Text(text)), Place(f"/srv/skills/{directory}/SKILL.md")).problems:
            said += 1
            assert problem.source, (problem.rule, text)
            assert "inferred" not in problem.source or problem.effect.severity is Severity.HINT, problem
            assert problem.cause
            assert not problem.cause.endswith(".")
            assert text[problem.span.start : problem.span.end] or problem.span.start == problem.span.end
    assert said > 5
