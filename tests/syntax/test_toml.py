"""TOML: what is accepted and what it says, and where each error of a broken text stands."""

from __future__ import annotations

from typing import Any

import pytest
import tomli
from hypothesis import given, settings
from hypothesis import strategies as st

from skill_lsp.syntax.nodes import Mapping, Node, Scalar, Sequence, Style
from skill_lsp.syntax.toml import KINDS, TomlTree, parse
from skill_lsp.text import Text


def of(text: str) -> TomlTree:
    return parse(Text(text))


def plain(node: Node) -> Any:
    if isinstance(node, Mapping):
        return {entry.key.text: plain(entry.value) for entry in node.entries}
    if isinstance(node, Sequence):
        return [plain(item) for item in node.items]
    assert isinstance(node, Scalar)
    return node.text if node.style is Style.STRING else (node.style.value, node.text)


BROKEN = [
    ("name: 'x'\n", "missing-equals", ":", {"name": "x"}),
    ("name\nb = 'c'\n", "missing-equals", "name", {"b": "c"}),
    ("name =\nb = 'c'\n", "missing-value", "=", {"b": "c"}),
    ("name = # c\nb = 'c'\n", "missing-value", "=", {"b": "c"}),
    ('name = "x\nb = "c"\n', "unclosed-string", '"x', {"name": "x", "b": "c"}),
    ('name = """x\nb = "c"\n', "unclosed-string", '"""', {"name": "x", "b": "c"}),
    ("name = Don't do it # c\nb = 'c'\n", "unquoted-value", "Don't do it", {"b": "c"}),
    ("name = tru\n", "unquoted-value", "tru", {}),
    ("version = 1.0.0\n", "number", "1.0.0", {}),
    ("version = 01\n", "number", "01", {}),
    ("when = 2026-02-30\n", "date", "2026-02-30", {}),
    ("when = 25:00\n", "date", "25:00", {}),
    ('a = ["x"\nb = "c"\n', "unclosed-array", "[", {"a": ["x"], "b": "c"}),
    ('a = [\n  "x",\n\n[t]\nb = "c"\n', "unclosed-array", "[", {"a": ["x"], "t": {"b": "c"}}),
    ('a = ["x" "y"]\n', "missing-comma", "", {"a": ["x", "y"]}),
    ('a = ["x",, "y"]\n', "missing-value", ",", {"a": ["x", "y"]}),
    ('a = {b = "c"\nd = "e"\n', "unclosed-table", "{", {"a": {"b": "c"}, "d": "e"}),
    ('[ai\nskills = ["x"]\n', "header", "[ai", {"ai": {"skills": ["x"]}}),
    ('[[ai]\nskills = ["x"]\n', "header", "[[ai", {"ai": [{"skills": ["x"]}]}),
    ("[]\nb = 'c'\n", "missing-key", "[]", {}),
    ("= 'x'\nb = 'c'\n", "missing-key", "= 'x'", {"b": "c"}),
    ("a. = 'x'\n", "missing-key", "", {"a": "x"}),
    ("é = 'x'\n", "bare-key", "é", {"é": "x"}),
    ("a = 'x' b = 'c'\n", "after-value", "b = 'c'", {"a": "x"}),
    ("a = 'x'\na = 'y'\n", "duplicate-key", "a", {"a": "y"}),
    ("a = 'x'\na.b = 'y'\n", "duplicate-key", "a", {"a": {"b": "y"}}),
    ("[t]\n[t]\nb = 'c'\n", "duplicate-table", "[t]", {"t": {"b": "c"}}),
    ('a = "\\d"\n', "escape", "\\d", {"a": "\\d"}),
    ('a = "\\ud800"\n', "escape", "\\ud800", {"a": "\\ud800"}),
    ("a = 'x\x01'\n", "control-character", "\x01", {"a": "x\x01"}),
    ("a = 1 # x\x01\n", "control-character", "\x01", {}),
    ("a = " + "[" * 81 + "]" * 81 + "\nb = 'c'\n", "nesting", "[", {"b": "c"}),
]


@pytest.mark.parametrize(
    ("text", "kind", "characters", "kept"), BROKEN, ids=[row[1] + repr(row[0])[:24] for row in BROKEN]
)
def test_one_error(text, kind, characters, kept):
    """It is located exactly, and the keys around it stay known."""
    tree = of(text)
    assert [problem.kind for problem in tree.problems] == [kind]
    span = tree.problems[0].span
    assert text[span.start : span.end] == characters
    values = plain(tree.root)
    assert {key: value for key, value in values.items() if not isinstance(value, tuple)} == kept


def test_every_kind_is_shown():
    assert {row[1] for row in BROKEN} == set(KINDS)


def test_several_errors_are_all_located():
    text = "name: x\nversion = 1.0.0\nrequires = ['a' 'b'\nentry =\n"
    assert [(problem.kind, text[problem.span.start : problem.span.end]) for problem in of(text).problems] == [
        ("missing-equals", ":"),
        ("unquoted-value", "x"),
        ("number", "1.0.0"),
        ("unclosed-array", "["),
        ("missing-comma", ""),
        ("missing-value", "="),
    ]


def test_spans_are_exact():
    text = "# c\n[ai.x]\nskills = [\"qc\", 'b'] # two\nd.e = 1\n"
    tree = of(text)
    inner = tree.root.get("ai")
    assert isinstance(inner, Mapping)
    table = inner.get("x")
    assert isinstance(table, Mapping)
    entry = table.entry("skills")
    assert entry is not None
    assert isinstance(entry.value, Sequence)
    shown = {
        "header part": inner.entries[0].key.span,
        "key": entry.key.span,
        "list": entry.value.span,
        "item": entry.value.items[1].span,
        "table": table.span,
        "comments": tree.comments[1],
    }
    assert {name: text[span.start : span.end] for name, span in shown.items()} == {
        "header part": "x",
        "key": "skills",
        "list": "[\"qc\", 'b']",
        "item": "'b'",
        "table": text[4:-1],
        "comments": "# two",
    }
    dotted = table.get("d")
    assert isinstance(dotted, Mapping)
    assert text[dotted.span.start : dotted.span.end] == "e = 1"


ACCEPTED = {
    'a = "\\e\\x41"\n': {"a": "\x1bA"},
    "a = {\n  b = 'c', # d\n  e = 'f',\n}\n": {"a": {"b": "c", "e": "f"}},
    "a = 07:32\n": {"a": ("date or time", "07:32")},
    "\ufeffa = 'b'\n": {"a": "b"},
    'a = """\nb\r\nc"""\r\n': {"a": "b\r\nc"},
    'a = """b \\\n   c"""\n': {"a": "b c"},
    'a = """""b"""""\n': {"a": '""b""'},
    "[[a.b]]\n[a]\nb.c.d = 'e'\n": {"a": {"b": [{"c": {"d": "e"}}]}},
    "[a.b.c]\n[a]\nb.d = 'e'\n": {"a": {"b": {"c": {}, "d": "e"}}},
    "": {},
}


@pytest.mark.parametrize("text", ACCEPTED)
def test_accepted_as_the_toml_crate_does(text):
    tree = of(text)
    assert tree.problems == ()
    assert plain(tree.root) == ACCEPTED[text]


PIECES = [
    "a",
    "b",
    "a.b",
    "'a'",
    '"b"',
    "=",
    "[",
    "]",
    "[[",
    "]]",
    "{",
    "}",
    ",",
    ".",
    ":",
    "#",
    "\\",
    '"',
    "'",
    "'''",
    "1",
    "01",
    "1.5",
    "1e5",
    "0x1F",
    "inf",
    "true",
    "tru",
    "1979-05-27",
    "07:32",
    "x",
    "é",
    "\x01",
    "1979-05-27T07:32:00Z",
    "1979-13-01",
    "[a]",
    "[a.b]",
    "[[a]]",
    "[1,2]",
    "{a=1}",
    '"x\\n"',
    '"\\q"',
]
BLANKS = ["\n", "\r\n", "\t", " ", '"""']
LINES = [
    "a = 1",
    "a.b = 1",
    "b.c = 1",
    "[a]",
    "[a.b]",
    "[[a]]",
    "[b]",
    "b = {c=1}",
    "c = [1, 'x']",
    "a.b.c = 1",
    "b = 1",
]
texts = st.one_of(
    st.lists(st.sampled_from([*PIECES, *BLANKS]), max_size=14).map("".join),
    st.lists(st.sampled_from(LINES), max_size=6).map("\n".join),
    st.text(st.sampled_from("ab=[]{}.,'\"#\\\n 1"), max_size=24),
    st.text(max_size=30),
)
KNOWN_DIFFERENCES = ("[[a]]", "[[a.b]]")
"""Dotted keys behind an array of tables: the toml crate takes some that tomli refuses (see `ACCEPTED`)."""


def same(node: Node, value: object) -> bool:
    if isinstance(value, dict):
        entries = node.entries if isinstance(node, Mapping) else ()
        return {entry.key.text for entry in entries} == set(value) and all(
            same(entry.value, value[entry.key.text]) for entry in entries
        )
    if isinstance(value, list):
        items = node.items if isinstance(node, Sequence) else ()
        return len(items) == len(value) and all(map(same, items, value))
    if isinstance(value, str):
        return isinstance(node, Scalar) and node.style is Style.STRING and node.text.replace("\r\n", "\n") == value
    return isinstance(node, Scalar) and node.style not in (Style.STRING, Style.PLAIN)


@settings(max_examples=600, deadline=None)
@given(texts)
def test_accepts_what_tomli_accepts(text):
    tree = of(text)
    for problem in tree.problems:
        assert problem.kind in KINDS
        assert 0 <= problem.span.start <= problem.span.end <= len(text)
    if any(piece in text for piece in KNOWN_DIFFERENCES) or ":60" in text or "0000-" in text:
        return
    try:
        value = tomli.loads(text.removeprefix("\ufeff"))
    except tomli.TOMLDecodeError:
        assert tree.problems
        return
    assert tree.problems == ()
    assert same(tree.root, value)
