"""What Xum makes of a frontmatter, beyond what the recorded readings show: places, versions, globs, the index."""

from __future__ import annotations

import pytest

from skill_lsp import hosts
from skill_lsp.hosts.reading import Place
from skill_lsp.hosts.xum import index_text, slug
from skill_lsp.syntax.skill import SkillMd
from skill_lsp.text import Text
from tests.hosts.reading import Said, read, said, skill

NAMED = "name: tide-table\ndescription: Reads tide tables.\n"


@pytest.mark.parametrize(
    ("more", "problems"),
    [
        ("", []),
        ("license:\n", [Said("value-null", "license", "error")]),
        ("license: 2.0\n", [Said("value-type", "2.0", "error")]),
        ("compatibility: ''\n", [Said("value-length", "''", "error")]),
        ("metadata:\n  a: 1\n  b: c\n", [Said("value-type", "1", "error")]),
        ("metadata: text\n", [Said("value-type", "text", "error")]),
        ("advertise: yes\n", [Said("value-boolean", "yes", "error")]),
        ("user-invocable: 'true'\n", [Said("value-boolean", "'true'", "error")]),
        ("argument-hint: [harbour]\n", [Said("value-type", "[harbour]", "error")]),
        (f"argument-hint: {'x' * 201}\n", [Said("value-length", "x" * 201, "error")]),
        ("when-to-use: ''\nwhen_to_use: a\n", [Said("value-length", "''", "error")]),
        ("unknown: [1, {2: 3}]\nallowed-tools:\n", []),
        ("license: a\nlicense: b\n", [Said("yaml-duplicate-key", "license", "error")]),
    ],
)
def test_values(more: str, problems: list[Said]) -> None:
    text = skill(NAMED + more)
    reading = read("xum", text)
    assert said(reading, text) == problems
    assert reading.loaded == (not problems)


@pytest.mark.parametrize(
    ("paths", "problems"),
    [
        ('["src/**/*.ts", "*.{ts,tsx}"]', []),
        ("src/**/*.ts, *.{ts,tsx}", []),
        ('["src/[ab].ts", "a/@(b|c)"]', []),
        ("[]", [Said("paths-empty", "[]", "error")]),
        ('[""]', [Said("paths-empty", '""', "error")]),
        ("a,,b", [Said("paths-empty", "paths", "error")]),
        ('["a", "!b"]', [Said("paths-glob", "!", "error")]),
        ("['src\\*.ts']", [Said("paths-glob", "\\", "error")]),
        ('["/etc/x"]', [Said("paths-glob", "/", "error")]),
        ('["C:/x"]', [Said("paths-glob", "C:/", "error")]),
        ('["src/../x"]', [Said("paths-glob", "..", "error")]),
        ('["src/{a,b"]', [Said("paths-glob", "{", "error")]),
        ('"src/[ab].ts, x"', [Said("paths-glob", "[", "error")]),
        ("[1]", [Said("value-type", "1", "error")]),
        ("{a: b}", [Said("value-type", "{a: b}", "error")]),
        ("true", [Said("value-type", "true", "error")]),
    ],
)
def test_paths(paths: str, problems: list[Said]) -> None:
    text = skill(f"{NAMED}paths: {paths}\n")
    reading = read("xum", text)
    assert said(reading, text) == problems
    assert read("xum", text, version="2026-08").loaded


@pytest.mark.parametrize(
    ("name", "directory", "problems"),
    [
        ("tide-table", "tide-table", []),
        ("Tide-Table", "tide-table", [Said("name-format", "Tide-Table", "error")]),
        ("tide_table", "tide-table", [Said("name-format", "tide_table", "error")]),
        ("tide-tables", "tide-table", [Said("name-directory", "tide-tables", "error")]),
        ("Tide Table", "tide-table", [Said("name-display", "Tide Table", "warning")]),
        ("Tide Table", "ebb", [Said("name-format", "Tide Table", "error")]),
        ("42", "42", [Said("value-type", "42", "error")]),
        ("'42'", "42", [Said("name-mention", "'42'", "hint")]),
    ],
)
def test_names(name: str, directory: str, problems: list[Said]) -> None:
    text = skill(f"name: {name}\ndescription: Reads tide tables.\n")
    assert said(read("xum", text, directory), text) == problems


def test_a_display_name_is_a_label_or_the_end_of_the_skill() -> None:
    text = skill("name: Tide Table\ndescription: Reads tide tables.\n")
    reading = read("xum", text)
    assert (reading.loaded, reading.name) == (True, "tide-table")
    assert not read("xum", text, version="2026-08").loaded
    assert slug("Tide  Table (new)") == "tide-table-new"


@pytest.mark.parametrize(
    ("more", "by_model", "by_user", "listed"),
    [
        ("", True, True, True),
        ("advertise: false\n", False, True, False),
        ("disable-model-invocation: true\n", False, True, False),
        ("advertise: false\ndisable-model-invocation: false\n", False, True, False),
        ("advertise: true\ndisable-model-invocation: true\n", False, True, False),
        ("user-invocable: false\n", True, False, True),
        ("paths: src/**\n", True, True, False),
    ],
)
def test_who_finds_it(more: str, by_model: bool, by_user: bool, listed: bool) -> None:
    reading = read("xum", skill(NAMED + more))
    assert (reading.by_model, reading.by_user, reading.index_entry is not None) == (by_model, by_user, listed)


@pytest.mark.parametrize(
    ("more", "entry"),
    [
        ("", "- tide-table: Reads tide tables. (scope: project)"),
        ("when-to-use: a\n", "- tide-table: Reads tide tables. (scope: project) When to use: a"),
        ("when-to-use: a\nwhen_to_use: b\n", "- tide-table: Reads tide tables. (scope: project) When to use: b"),
    ],
)
def test_index_entry(more: str, entry: str) -> None:
    assert read("xum", skill(NAMED + more)).index_entry == entry


def test_the_index_shows_280_units_on_one_line() -> None:
    assert index_text("one\n  two") == "one two"
    assert index_text("x" * 280) == "x" * 280
    assert index_text("x" * 281) == "x" * 279 + "…"
    assert index_text("🌊" * 141) == "🌊" * 139 + "…"


def test_the_limit_counts_bytes() -> None:
    head = skill(NAMED).encode()
    for size, loaded in ((1_048_576, True), (1_048_577, False)):
        text = Text.decode(head + b"x" * (size - len(head)))
        assert hosts.get("xum").read(SkillMd(text), Place("tide-table/SKILL.md")).loaded is loaded


def test_lengths_count_utf_16_units() -> None:
    for waves, loaded in ((512, True), (513, False)):
        assert read("xum", skill(f"name: tide-table\ndescription: {'🌊' * waves}\n")).loaded is loaded


@pytest.mark.parametrize(
    ("text", "rule", "characters"),
    [
        ("Body.\n", "frontmatter-missing", "Body."),
        (f"\n---\n{NAMED}---\n", "frontmatter-displaced", "\n"),
        (f"<!-- x -->\n---\n{NAMED}---\n", "frontmatter-displaced", "<!-- x -->\n"),
        (f"# T\n---\n{NAMED}---\n", "frontmatter-displaced", "# T\n"),
        (f"---\n{NAMED}", "frontmatter-unclosed", "---"),
        (f"{NAMED}---\nBody.\n", "frontmatter-unopened", ""),
        ("---\n- a\n---\n", "frontmatter-not-a-map", "- a"),
        ("---\nname: tide-table\n---\n", "key-required", "name"),
    ],
)
def test_what_is_missing(text: str, rule: str, characters: str) -> None:
    reading = read("xum", text)
    assert said(reading, text) == [Said(rule, characters, "error")]


def test_an_indented_line_of_hyphens_ends_the_frontmatter() -> None:
    text = skill("name: tide-table\ndescription: |\n  Low:\n  ---\n  high\n")
    reading = read("xum", text)
    assert (reading.description, reading.body) == ("Low:\n", "  high\n---\nBody.\n")
    assert said(reading, text) == [Said("frontmatter-early-close", "---", "warning")]


def test_a_word_that_yaml_takes_for_a_tag_is_said_to_be_lost() -> None:
    text = skill("name: tide-table\ndescription: !low Reads tide tables.\n")
    reading = read("xum", text)
    assert reading.description == "Reads tide tables."
    assert said(reading, text) == [Said("yaml-own-tag", "!low ", "warning")]


def test_broken_yaml_brings_no_missing_keys() -> None:
    text = skill("name: tide-table\ndescription: Use when: low\n")
    assert said(read("xum", text), text) == [Said("yaml-plain-colon", ":", "error")]


def test_every_problem_has_its_source() -> None:
    for more in ("license:\n", "paths: []\n", "a: b: c\n", "name: x\n"):
        assert all(problem.source for problem in read("xum", skill(NAMED + more)).problems)
