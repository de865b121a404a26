"""goose: any two `---`, typed serde_yaml, arguments from 1 and from 0. *Source*: aaif-goose/goose skills/*.rs."""

from __future__ import annotations

import pytest

from skill_lsp import hosts
from skill_lsp.hosts.body import Invocation
from skill_lsp.hosts.goose import split_at_quotes
from skill_lsp.hosts.reading import Place
from skill_lsp.syntax.skill import SkillMd
from skill_lsp.text import Text
from tests.hosts.reading import Said, read, said, skill

NAME = "name: tide-table\n"
DESCRIPTION = "description: Reads tide tables.\n"


@pytest.mark.parametrize(
    ("text", "name", "description"),
    [
        (skill(NAME + DESCRIPTION), "tide-table", "Reads tide tables."),
        (skill("name: 42\n" + DESCRIPTION), "42", "Reads tide tables."),
        ("\ufeff---\n" + NAME + DESCRIPTION + "---\n", "tide-table", "Reads tide tables."),
        ("<!-- tides -->\n\n---\n" + NAME + DESCRIPTION + "---\n", "tide-table", "Reads tide tables."),
        ("---\n" + NAME + "description: Sorts --- then prints\n---\n", "tide-table", "Sorts"),
        (skill("name: Any Name\n" + DESCRIPTION), "Any Name", "Reads tide tables."),
    ],
)
def test_loads(text: str, name: str, description: str) -> None:
    reading = read("goose", text)
    assert (reading.loaded, reading.name, reading.description) == (True, name, description)
    assert reading.index_entry == f"• {name} - {description}"


@pytest.mark.parametrize(
    ("frontmatter", "problem", "loaded"),
    [
        (NAME, Said("key-required", "name", "warning"), True),
        (DESCRIPTION, Said("key-required", "description", "error"), False),
        ("name: ''\n" + DESCRIPTION, Said("name-length", "''", "error"), False),
        ("name:\n" + DESCRIPTION, Said("value-null", "name", "error"), False),
        ("license: MIT\nname: ''\n" + DESCRIPTION, Said("name-length", "''", "error"), False),
        ("name: tides/table\n" + DESCRIPTION, Said("name-format", "tides/table", "error"), False),
        (NAME + DESCRIPTION + DESCRIPTION, Said("yaml-duplicate-key", "description", "error"), False),
        (NAME + "description: [a]\n", Said("value-type", "[a]", "error"), False),
        (NAME + DESCRIPTION + "metadata: [a]\n", Said("value-type", "[a]", "error"), False),
        (NAME + "description: Sorts --- then\n", Said("frontmatter-early-close", "---", "warning"), True),
    ],
)
def test_says(frontmatter: str, problem: Said, loaded: bool) -> None:
    text = skill(frontmatter)
    reading = read("goose", text)
    assert problem in said(reading, text)
    assert reading.loaded is loaded


BODIES = [
    ("Run $ARGUMENTS now.", "a b", "Run a b now."),
    ("$1 then $2", "north 'south east'", "north then south east"),
    ("[$5]", "one", "[]"),
    ("Sort $0 then $1", "north", "Sort  then north"),
    ("Item $10", "a b c d e f g h i j k", "Item j"),
    ("$ARGUMENTS[1]", "a b", "b"),
    ("$ARGUMENTS[9]", "a b", ""),
    ("Costs \\$1.00", "a", "Costs \\a.00"),
    ("Fix $harbour", "Hull", "Fix Hull"),
    ("Fix $ticket", "42", "Fix $ticket\n\nARGUMENTS: 42"),
    ("No placeholder.", "", "No placeholder.\n\nARGUMENTS: "),
    ("Run !`date` $1", "x", "Run !`date` x"),
    ("${CLAUDE_SKILL_DIR}/a $1", "x", "${CLAUDE_SKILL_DIR}/a x"),
]


@pytest.mark.parametrize(("body", "arguments", "result"), BODIES)
def test_body(body: str, arguments: str, result: str) -> None:
    text = skill(NAME + DESCRIPTION + "metadata:\n  arguments: [harbour]\n", body)
    expansion = hosts.get("goose").expand(SkillMd(Text(text)), Place("/s/SKILL.md"), Invocation(arguments))
    assert expansion.text == result
    assert not any(directive.runs for directive in expansion.directives)


def test_words_keep_what_quotes_hold_together() -> None:
    assert split_at_quotes("""a "b c" d'e f'g "C:\\p\\" """) == ["a", "b c", "de fg", "C:\\p\\"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [('"it\'s" fine', ["it's", "fine"]), ('an "open quote', ["an", '"open', "quote"]), ("", []), ('""', [""])],
)
def test_quotes_within_quotes_and_open_ones(arguments: str, words: list[str]) -> None:
    assert split_at_quotes(arguments) == words


def test_arguments_at_the_top_level_are_not_read() -> None:
    document = SkillMd(Text(skill(NAME + DESCRIPTION + "arguments: [harbour]\n")))
    assert hosts.get("goose").argument_names(document) == ()


@pytest.mark.parametrize(
    "text", ["# Tides\n\n---\n\nHigh water: noon\n\n---\nLow.\n", "# Tides\n\n---\n\nHigh\n\n---\n", "# Tides\n", ""]
)
def test_rules_of_a_body_are_no_frontmatter(text: str) -> None:
    assert [problem.rule for problem in read("goose", text).problems] == ["frontmatter-missing"]
