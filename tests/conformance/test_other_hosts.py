"""What the hosts were seen or read to do with one small skill in many variations, and with arguments in a body."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from skill_lsp import hosts
from skill_lsp.hosts.body import Invocation
from skill_lsp.hosts.reading import Place
from skill_lsp.syntax.skill import SkillMd
from skill_lsp.text import Text

CASES = json.loads((Path(__file__).parent / "other-hosts.json").read_text(encoding="utf-8"))["cases"]
ROWS = [(case, host, loaded) for case in CASES for host, loaded in case["loaded"].items()]


@pytest.mark.parametrize(("case", "host", "loaded"), ROWS, ids=[f"{case['id']}-{host}" for case, host, _ in ROWS])
def test_loads(case: dict[str, Any], host: str, loaded: bool) -> None:
    place = Place(f"/work/skills/{case['directory']}/{case['file']}")
    reading = hosts.get(host).read(SkillMd(Text(case["text"])), place)
    assert reading.loaded is loaded, [problem.cause for problem in reading.problems]


NAMES = {"claude-code": "tides", "codex": "tide-table", "vscode": "tides", "opencode": "tide-table"}


@pytest.mark.parametrize("host", NAMES)
def test_which_name_counts_where_name_and_directory_differ(host: str) -> None:
    case = next(case for case in CASES if case["id"] == "N09")
    reading = hosts.get(host).read(SkillMd(Text(case["text"])), Place("/work/skills/tides/SKILL.md"))
    assert reading.name == NAMES[host]


def test_description_steps_in() -> None:
    case = next(case for case in CASES if case["id"] == "D01")
    readings = {
        host: hosts.get(host).read(SkillMd(Text(case["text"])), Place("/work/skills/tide-table/SKILL.md"))
        for host in ("claude-code", "vscode", "goose")
    }
    assert readings["claude-code"].description == "Read the table."
    assert (readings["vscode"].description, readings["vscode"].by_model) == (None, False)
    assert readings["goose"].description == ""


EXPANSIONS = [
    ("Sort $0 then $1", 'north "south east"', "claude-code", "Sort north then south east"),
    ("Sort $0 then $1", 'north "south east"', "xum", "Sort $0 then north"),
    ("Sort $0 then $1", 'north "south east"', "goose", "Sort  then north"),
    ("Sort $0 then $1", 'north "south east"', "opencode", "Sort $0 then north south east"),
    ("Use $2 $0", "a", "claude-code", "Use $2 a"),
    ("Use $2", "a", "xum", "Use "),
    ("Use $2", "a", "goose", "Use "),
    ("Item $10", "a b c d e f g h i j k", "xum", "Item a0"),
    ("Item $10", "a b c d e f g h i j k", "goose", "Item j"),
    ("Item $10", "a b c d e f g h i j k", "claude-code", "Item k"),
    ("Costs \\$1.00 $0", "a", "claude-code", "Costs $1.00 a"),
    ("Costs \\$1.00", "a", "goose", "Costs \\a.00"),
    ("Costs \\$1.00", "a", "xum", "Costs \\a.00"),
    ("$ARGUMENTS[1]", "a b", "claude-code", "b"),
    ("$ARGUMENTS[1]", "a b", "goose", "b"),
    ("$ARGUMENTS[1]", "a b", "xum", "a b[1]"),
    ("Fix $harbour", "Hull", "claude-code", "Fix Hull"),
    ("Fix $harbour", "Hull", "xum", "Fix $harbour"),
    ("${CLAUDE_SKILL_DIR}/a.sh", None, "claude-code", "/abs/a.sh"),
    ("${CLAUDE_SKILL_DIR}/a.sh", None, "xum", "/abs/a.sh"),
    ("${CLAUDE_SKILL_DIR}/a.sh", None, "codex", "${CLAUDE_SKILL_DIR}/a.sh"),
    ("${CLAUDE_SKILL_DIR}/a.sh", None, "gemini-cli", "${CLAUDE_SKILL_DIR}/a.sh"),
    ("${CLAUDE_SKILL_DIR}/a.sh", None, "vscode", "${CLAUDE_SKILL_DIR}/a.sh"),
    ("${CLAUDE_PLUGIN_ROOT}/x", None, "claude-code", "${CLAUDE_PLUGIN_ROOT}/x"),
    ("${CLAUDE_PLUGIN_ROOT}/x", None, "xum", "${CLAUDE_PLUGIN_ROOT}/x"),
]


@pytest.mark.parametrize(("body", "arguments", "host", "result"), EXPANSIONS)
def test_expands(body: str, arguments: str | None, host: str, result: str) -> None:
    frontmatter = "---\nname: tide-table\ndescription: Reads tides.\narguments: [harbour]\n---\n"
    expansion = hosts.get(host).expand(
        SkillMd(Text(frontmatter + body)),
        Place("/work/skills/tide-table/SKILL.md"),
        Invocation(arguments, skill_directory="/abs"),
    )
    assert expansion.text == result


DIRECTIVES = [
    ("- Diff: !`git diff`", {"claude-code": True, "opencode": True, "xum": False, "codex": False, "gemini-cli": False}),
    ("K=!`date`", {"claude-code": False, "xum": False, "opencode": True}),
    ("```!\ndate\n```", {"claude-code": True, "xum": False, "opencode": False}),
]


@pytest.mark.parametrize(("body", "runs"), DIRECTIVES)
def test_runs_directives(body: str, runs: dict[str, bool]) -> None:
    document = SkillMd(Text(f"---\nname: tide-table\ndescription: Reads tides.\n---\n{body}"))
    for host, expected in runs.items():
        expansion = hosts.get(host).expand(document, Place("/work/skills/tide-table/SKILL.md"), Invocation(""))
        assert [directive.runs for directive in expansion.directives] == [expected], host
