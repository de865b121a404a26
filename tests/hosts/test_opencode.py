"""OpenCode: gray-matter, a second try for colons, slash commands. *Source*: anomalyco/opencode skill/index.ts."""

from __future__ import annotations

import pytest

from skill_lsp import hosts
from skill_lsp.hosts.body import Invocation
from skill_lsp.hosts.reading import Place
from skill_lsp.syntax.skill import SkillMd
from skill_lsp.text import Text
from tests.hosts.reading import Said, read, said, skill

NAME = "name: tide-table\n"
DESCRIPTION = "description: Reads tide tables.\n"


@pytest.mark.parametrize(
    ("text", "description"),
    [
        (skill(NAME + DESCRIPTION), "Reads tide tables."),
        ("\ufeff---\n" + NAME + DESCRIPTION + "---\n", "Reads tide tables."),
        ("--- \n" + NAME + DESCRIPTION + "---\n", "Reads tide tables."),
        ("---\n" + NAME + DESCRIPTION, "Reads tide tables."),
        (skill(NAME + "description: Use when: tides matter\n"), "Use when: tides matter"),
        (skill(NAME + "description: Use when: tides\n  matter\n"), "Use when: tides\nmatter"),
        (skill(NAME + "description: >\n  Folded\n"), "Folded\n"),
    ],
)
def test_loads_without_a_word(text: str, description: str) -> None:
    reading = read("opencode", text)
    assert (reading.loaded, reading.name, reading.description) == (True, "tide-table", description)
    assert reading.problems == ()
    assert reading.index_entry == f"- **tide-table**: {description}"


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        (skill(NAME), "key-required"),
        (skill(DESCRIPTION), "key-required"),
        (skill("name: 42\n" + DESCRIPTION), "value-type"),
        (skill(NAME + NAME + DESCRIPTION), "yaml-duplicate-key"),
        (skill(NAME + DESCRIPTION + "argument-hint: a: b\n"), "yaml-plain-colon"),
        ("--- \n" + NAME + "description: Use when: tides matter\n---\n", "yaml-plain-colon"),
        ("\n" + skill(NAME + DESCRIPTION), "frontmatter-displaced"),
        ("----\n" + NAME + DESCRIPTION + "----\n", "frontmatter-fence"),
    ],
)
def test_loses(text: str, rule: str) -> None:
    reading = read("opencode", text)
    assert reading.loaded is False
    assert reading.problems[0].rule == rule


@pytest.mark.parametrize(
    ("frontmatter", "problem"),
    [
        ("name: Tide_Table\n" + DESCRIPTION, Said("name-format", "Tide_Table", "warning")),
        ("name: other\n" + DESCRIPTION, Said("name-directory", "other", "warning")),
        (NAME + "description: " + "x" * 1025 + "\n", Said("description-length", "x" * 1025, "warning")),
    ],
)
def test_what_only_the_documentation_forbids_still_loads(frontmatter: str, problem: Said) -> None:
    text = skill(frontmatter)
    reading = read("opencode", text)
    assert (reading.loaded, said(reading, text)) == (True, [problem])


def test_in_v2_the_name_is_a_label() -> None:
    text = skill(DESCRIPTION)
    reading = read("opencode", text, version="v2")
    assert (reading.loaded, reading.name, reading.problems) == (True, "tide-table", ())


BODIES = [
    ("Sort $0 then $1", 'north "south east"', "Sort $0 then north south east"),
    ("$1 and $2", "a b c d", "a and b c d"),
    ("$2 only", "a", " only"),
    ("All: $ARGUMENTS[0]", "a b", "All: a b[0]"),
    ("Nothing", "a b", "Nothing\n\na b"),
    ("Nothing", "", "Nothing"),
]


@pytest.mark.parametrize(("body", "arguments", "result"), BODIES)
def test_body(body: str, arguments: str, result: str) -> None:
    document = SkillMd(Text(skill(NAME + DESCRIPTION, body)))
    assert hosts.get("opencode").expand(document, Place("/s/SKILL.md"), Invocation(arguments)).text == result


def test_the_model_gets_the_body_as_it_stands() -> None:
    document = SkillMd(Text(skill(NAME + DESCRIPTION, "Use $1 and !`date`")))
    expansion = hosts.get("opencode").expand(document, Place("/s/SKILL.md"), Invocation("x", by="model"))
    assert (expansion.text, [directive.runs for directive in expansion.directives]) == ("Use $1 and !`date`", [False])


def test_directives_run_anywhere_on_a_slash_command() -> None:
    document = SkillMd(Text(skill(NAME + DESCRIPTION, "K=!`date` and !`pwd`\n```!\nls\n```\n")))
    expansion = hosts.get("opencode").expand(document, Place("/s/SKILL.md"), Invocation(""))
    assert [(one.command, one.runs) for one in expansion.directives] == [("date", True), ("pwd", True), ("ls", False)]


def test_an_unclosed_frontmatter_is_said_once() -> None:
    text = "---\n" + NAME + DESCRIPTION + "\nRead the table.\n"
    assert [problem.rule for problem in read("opencode", text).problems] == ["frontmatter-unclosed"]
