"""Claude Code: nothing loses a skill. *Source*: code.claude.com/docs/en/skills, changelog to 2.1.239."""

from __future__ import annotations

import pytest

from skill_lsp import hosts
from tests.hosts.reading import Said, read, said, skill

NAME = "name: tide-table\n"
DESCRIPTION = "description: Reads tide tables.\n"


@pytest.mark.parametrize(
    ("text", "description"),
    [
        (skill(NAME + DESCRIPTION), "Reads tide tables."),
        (skill(NAME), "Body."),
        (skill(""), "Body."),
        (skill(NAME, "# Head\n\nOne\ntwo.\n\nThree.\n"), "One two."),
        (skill(NAME + "description:\n"), "Body."),
        (skill(NAME + "description: 42\n"), "42"),
        (skill(NAME + "description: [a]\n"), "Body."),
        ("\ufeff" + skill(NAME + DESCRIPTION), "Reads tide tables."),
        ("Only a body.\n", "Only a body."),
        ("", None),
        (skill("description: Use when: tides\n"), "Body."),
        (skill("- a\n"), "Body."),
    ],
)
def test_always_loads(text: str, description: str | None) -> None:
    reading = read("claude-code", text)
    assert (reading.loaded, reading.name, reading.description) == (True, "tide-table", description)


def test_broken_yaml_leaves_the_body() -> None:
    text = skill(NAME + "description: Use when: tides matter\nuser-invocable: false\n")
    reading = read("claude-code", text)
    assert (reading.body, reading.values, reading.by_user) == ("Body.\n", {}, True)
    assert said(reading, text) == [Said("yaml-plain-colon", ":", "warning")]


def test_a_byte_order_mark_hid_the_frontmatter_before_2_1_239() -> None:
    text = "\ufeff" + skill(NAME + DESCRIPTION)
    assert read("claude-code", text).description == "Reads tide tables."
    assert said(read("claude-code", text), text) == [Said("byte-order-mark", "\ufeff", "warning")]
    assert read("claude-code", text, version="2.1.210").values == {}


@pytest.mark.parametrize(
    ("directory", "plugin", "name"),
    [("tides", None, "tides"), ("tides", "harbour", "harbour:tide-table"), ("tide-table", None, "tide-table")],
)
def test_the_command_is_the_directory_or_the_label_in_a_plugin(directory: str, plugin: str | None, name: str) -> None:
    assert read("claude-code", skill(NAME + DESCRIPTION), directory, plugin=plugin).name == name


def test_another_label_is_a_remark() -> None:
    text = skill(NAME + DESCRIPTION)
    assert said(read("claude-code", text, "tides"), text) == [Said("name-directory", "tide-table", "info")]


@pytest.mark.parametrize("word", ["true", "True", "yes", "ON", "1", '"yes"'])
def test_true_in_many_words(word: str) -> None:
    reading = read("claude-code", skill(NAME + DESCRIPTION + f"disable-model-invocation: {word}\n"))
    assert (reading.by_model, reading.index_entry, reading.problems) == (False, None, ())


@pytest.mark.parametrize("word", ["false", "No", "off", "0"])
def test_false_in_many_words(word: str) -> None:
    reading = read("claude-code", skill(NAME + DESCRIPTION + f"user-invocable: {word}\n"))
    assert (reading.by_user, reading.by_model, reading.problems) == (False, True, ())


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("user-invocable: maybe", Said("value-boolean", "maybe", "warning")),
        ("effort: extreme", Said("value-choice", "extreme", "warning")),
        ("context: inline", Said("value-choice", "inline", "warning")),
        ("shell: zsh", Said("value-choice", "zsh", "warning")),
        ("model: claude-sonet", Said("model-unknown", "claude-sonet", "warning")),
        ("argument-hint: [a]", Said("value-type", "[a]", "info")),
        ("metadata: text", Said("value-type", "text", "warning")),
        ("hooks: [a]", Said("value-type", "[a]", "warning")),
        ("allowed-tools: {a: b}", Said("value-type", "{a: b}", "warning")),
        ("paths: {a: b}", Said("value-type", "{a: b}", "warning")),
    ],
)
def test_what_does_not_fit_is_left_out(line: str, problem: Said) -> None:
    text = skill(NAME + DESCRIPTION + line + "\n")
    reading = read("claude-code", text)
    assert (reading.loaded, said(reading, text)) == (True, [problem])


@pytest.mark.parametrize(
    "line",
    [
        "allowed-tools: Read, Grep",
        "allowed-tools: Bash(git add *) Read",
        "allowed-tools: [Read, Grep]",
        "argument-hint: 42",
        "arguments: base head",
        "arguments: [base, head]",
        "paths: a/**,b",
        "license:",
        "model: opus",
        "version: 1",
        "compatibility: " + "x" * 501,
    ],
)
def test_what_fits(line: str) -> None:
    assert read("claude-code", skill(NAME + DESCRIPTION + line + "\n")).problems == ()


def test_the_listing() -> None:
    entry = read("claude-code", skill(NAME + DESCRIPTION + "when_to_use: At low tide.\n")).index_entry
    assert entry == "- tide-table: Reads tide tables. - At low tide."
    cut = read("claude-code", skill(NAME + f"description: {'x' * 1537}\n"))
    assert cut.index_entry == "- tide-table: " + "x" * 1535 + "…"
    assert [problem.rule for problem in cut.problems] == ["listing-cut"]
    assert read("claude-code", skill(NAME + f"description: {'x' * 1536}\n")).problems == ()


def test_names_of_arguments() -> None:
    from skill_lsp.syntax.skill import SkillMd
    from skill_lsp.text import Text

    host = hosts.get("claude-code")
    for written in ("[base, head, 1]", "base head 1", "\n  - base\n  - head\n", '"base head"'):
        document = SkillMd(Text(skill(f"arguments: {written}\n")))
        assert host.argument_names(document) == ("base", "head")
