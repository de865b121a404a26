"""The short way through simple lines gives the very tree that libyaml's events give."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skill_lsp.syntax import yaml, yaml_lines
from skill_lsp.syntax.frontmatter import find
from skill_lsp.syntax.nodes import Style
from skill_lsp.text import Span, Text
from tests.conformance.cases import HERE

if TYPE_CHECKING:
    from collections.abc import Iterator


def compare(source: str, base: int = 0) -> bool:
    """Whether the short way takes a source; both ways must agree where it does."""
    taken = yaml_lines.mapping(source, base, []) is not None
    if taken:
        text = Text("x" * base + source)
        assert yaml.parse(text, Span(base, len(text))) == yaml.parse_events(source, base)
    return taken


SIMPLE = [
    "name: x\ndescription: Does this, and that (or [so]).\n",
    "name: x\r\ndescription: y\r\n",
    "name: x\n\n",
    "name: x",
    "a:\nb: c\n",
    "a:",
    "a:   wide\n",
    'a: "quoted: # \' text"\n',
    "a: 'quoted: # \" text'\n",
    'a: ""\n',
    "a: b:c#d *e &f !g\n",
    "a: 日本 🌊 \u00a0 é\n",
    "a: ~\nb: 1.5\nc: <<\nd: x=\n",
    "a: x\na: y\n",
    "a_b.c-d: x\n",
    f"{'k' * 100}: x\n",
    f"a: {'long ' * 2000}x\n",
]
COLONS = [
    "name: x\ndescription: Use when: the tide turns\n",
    "name: a: b\ndescription: y\n",
    "a: b: c\n",
    "a: b: c",
    "a: b:\n",
    "a: b:",
    "a: b:  \n",
    "a: b: c  \n",
    "a: b: c\n\n",
    "a: b: c\r\n\n",
    "a: b: c\r\nd: e:\r\n",
    "a: b:\r",
    "a:    b : c\n",
    "a: b:: c\n",
    "a: b::\n",
    "a: b:: \n",
    "a: x:y http://z at 12:30: go\n",
    "a: b: http://c#d:e\n",
    "a: b:#c: d\n",
    "a: b: c#d\n",
    "a: b: 'c': \"d\" - e\n",
    "a: b: [c, {d: e}]: *f &g !h | > %i @j `k`\n",
    "a: it's: so\n",
    "a: \u00a0b: c\u00a0\n",
    "a: b:\u3000c: d\u3000:\n",
    "a: \u00e9\u65e5: \U0001f30a\n",
    "a: b: c\na: d: e\na: f\n",
    "a: b: c\nd: \"e: f # g\"\nh: 'i: j'\nk:\n",
    "a: b: c\nd:",
    "a.b-c_d: e: f\n",
    f"a: {'long ' * 400}: x\n",
    f"a: {'x' * 1100}: y\n",
    f"{'k' * 100}: x: y\n",
    "a: b: c\n" * 100,
]
OTHERS = [
    "",
    "\n",
    "a: b \n",
    "a: b # c\n",
    "a:\tb\n",
    "a: b\tc\n",
    "a: b\n\nc: d\n",
    "a: b\n c\n",
    "a:\n  b: c\n",
    "a:\n- b\n",
    "a: b\rc: d\n",
    "a: b\n---\n",
    "a: b\n...\n",
    "# c\na: b\n",
    "a: [b]\n",
    "a: - b\n",
    "a: 'it''s'\n",
    'a: "\\n"\n',
    'a: "b" c\n',
    "a: |\n",
    "a: *b\n",
    "a: @b\n",
    "a: =\n",
    "? a\n",
    "<<: a\n",
    "a b: c\n",
    "a: x\u2028y\n",
    "a: x\x85y\n",
    "a: x\ufeff\n",
    "a: x\x7f\n",
    "a: \ud800\n",
    f"{'k' * 101}: x\n",
    "a: b: # c\n",
    "a: b: c # d\n",
    "a: b: c #12\n",
    "a: b #c: d\n",
    "a: b: c\td\n",
    "a: b:\tc\n",
    "a: - b: c\n",
    "a: : b\n",
    "a: ? b: c\n",
    "a: -b: c\n",
    'a: "b": c\n',
    "a: 'b: c\n",
    "a: [b]: c\n",
    "a: *b: c\n",
    "a: b: c\n  more\n",
    "a: b: c\n\nd: e\n",
    "a: b: c\n---\n",
    "a: b: c\rd: e\n",
    "a: b: c\nd: [e]\n",
    "a: b: c\nd: e \n",
    "a: b: c\x85\n",
    "a: b: c\u2028\n",
    "a b: c: d\n",
    "a : b: c\n",
    "a:b: c: d\n",
    " a: b: c\n",
    '"a": b: c\n',
    f"{'k' * 101}: x: y\n",
    "a: b: c\n" * 101,
]


@pytest.mark.parametrize("source", SIMPLE)
def test_simple_lines_are_taken(source: str) -> None:
    assert compare(source)
    assert compare(source, 5)


@pytest.mark.parametrize("source", COLONS)
def test_colons_in_plain_values_are_taken(source: str) -> None:
    assert compare(source)
    assert compare(source, 5)
    assert yaml.parse(Text(source), Span(0, len(source))).broken


@pytest.mark.parametrize("source", OTHERS)
def test_everything_else_is_left_to_libyaml(source: str) -> None:
    assert not compare(source)


def test_styles_and_spans() -> None:
    root = yaml_lines.mapping("a: b\nc: \"d\"\ne: 'f'\ng:\n", 10, [])
    assert root is not None
    found = [(entry.key.span, entry.value.span, entry.value) for entry in root.entries]
    assert [(key, span) for key, span, _ in found] == [
        ((10, 11), (13, 14)),
        ((15, 16), (18, 21)),
        ((22, 23), (25, 28)),
        ((29, 30), (31, 31)),
    ]
    assert [getattr(value, "style", None) for _, _, value in found] == [
        Style.PLAIN,
        Style.DOUBLE,
        Style.SINGLE,
        Style.PLAIN,
    ]
    assert root.span == (10, 31)


_PIECES = [
    *"abz019 _-?:,[]{}#&*!|>'\"%@`~=<\\/$.+^;()",
    *(": ", " #", "::", ":a", "#b", "  ", "---", "...", "true", "null", "1.5", "word "),
    *(
        "é",
        "\u00a0",
        "\u2003",
        "\u2028",
        "\x85",
        "\ufeff",
        "\t",
        "\x07",
        "\x7f",
        "\x9f",
        "😀",
        "\r",
        "\ud800",
        "\ufffe",
    ),
]
_KEYS = [
    *("name", "description", "a", "a", "_x", "x.y", "x-", "k" * 99, "k" * 100, "k" * 101, "k" * 1030),
    *(
        "<<",
        "=",
        "a b",
        "é",
        "1",
        "-",
        "?",
        '"q"',
        "- a",
        "? k",
        "---",
        "...",
        "%Y",
        "#c",
        " i",
        "\ta",
        "null",
        "a:b",
        "",
    ),
]
_TEXTS = st.lists(st.sampled_from(_PIECES), max_size=6).map("".join)
_VALUES = st.one_of(st.just("plain text"), _TEXTS, _TEXTS.map('"{}"'.format), _TEXTS.map("'{}'".format))
_SEPARATORS = st.sampled_from([": ", ": ", ": ", ":  ", ":", ":\t", " : ", "\uff1a", ": \t"])
_ENDS = st.sampled_from(["\n"] * 4 + ["\r\n", "\r", "\n\n", "\n ", "", "\n---\n", "\n  more\n", "\n# c\n"])
_SOURCES = st.lists(
    st.tuples(st.sampled_from(_KEYS), _SEPARATORS, _VALUES, _ENDS).map("".join), min_size=1, max_size=4
).map("".join)


@settings(max_examples=400)
@given(_SOURCES, st.sampled_from([0, 7]))
def test_both_ways_give_the_same_tree(source: str, base: int) -> None:
    compare(source, base)


_WORDS = st.sampled_from(
    [
        *("Use when", "word ", "a", "x:y", "http://z", "12:30", "::", ":", ": ", " : ", ":a", ":#", "#", "  ", " - "),
        *(
            "'",
            '"',
            "it's",
            '"b"',
            "'c'",
            "[d]",
            "{e: f}",
            ", ",
            "name:",
            "true",
            "é",
            "日本",
            "😀",
            "\u00a0",
            "\u3000",
        ),
    ]
)
_ODD_PIECES = st.sampled_from(
    [
        *(" #", ": #", "# ", "- ", "*", "&g", "!h", "|", ">", "%", "@", "`", "?", "=", "~", "<<", "---", "...", "\\"),
        *("x" * 1030, "\u2003", "\uff1a", "\u2028", "\x85", "\ufeff", "\t", "\x07", "\r", ""),
    ]
)
_COLON_PIECES = st.integers(0, 11).flatmap(lambda drawn: _WORDS if drawn else _ODD_PIECES)
_COLON_TEXTS = st.lists(_COLON_PIECES, min_size=1, max_size=6).map("".join)
_COLON_VALUES = st.one_of(
    st.just("plain text"),
    st.just("Use when: the tide turns"),
    _COLON_TEXTS,
    _COLON_TEXTS.map("Use {}".format),
    st.tuples(_COLON_TEXTS, st.sampled_from([": ", ":", " :", ": b", ":  ", ": 'q'"]), _COLON_TEXTS).map("".join),
    _COLON_TEXTS.map('"{}"'.format),
)
_COLON_KEYS = st.integers(0, 15).flatmap(
    lambda drawn: st.sampled_from(["name", "description", "a", "x.y-", "k" * 100] if drawn else _KEYS)
)
_COLON_ENDS = st.sampled_from(["\n"] * 40 + ["\r\n"] * 10 + ["\r", "\n\n", " \n", "\n  more\n", "\n# c\n", "\n- i\n"])
_COLON_SOURCES = st.tuples(
    st.lists(
        st.tuples(_COLON_KEYS, st.sampled_from([": "] * 12 + [":  "] * 3 + [":", ""]), _COLON_VALUES, _COLON_ENDS).map(
            "".join
        ),
        min_size=1,
        max_size=4,
    ).map("".join),
    st.sampled_from([0, 0, 0, 1]),
).map(lambda drawn: drawn[0].rstrip("\r\n") if drawn[1] else drawn[0])


@settings(max_examples=400)
@given(_COLON_SOURCES, st.sampled_from([0, 7]))
def test_both_ways_give_the_same_tree_of_values_with_colons(source: str, base: int) -> None:
    compare(source, base)


def _texts(value: object) -> Iterator[str]:
    """All texts of more than one line in a case or row."""
    if isinstance(value, str) and "\n" in value:
        yield value
    elif isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            yield from _texts(part)


def test_both_ways_give_the_same_tree_for_what_hosts_were_given() -> None:
    taken = colons = 0
    for file in sorted(HERE.glob("*/*.jsonl")):
        for line in file.read_text(encoding="utf-8").splitlines():
            for written in _texts(json.loads(line)):
                found = find(Text(written))
                if found is None:
                    continue
                source = written[found.content.start : found.content.end]
                if compare(source):
                    taken += 1
                    colons += yaml.parse(Text(source), Span(0, len(source))).broken
    assert taken > 200
    assert colons > 5
