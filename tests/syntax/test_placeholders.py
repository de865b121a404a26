"""Tokens of a body: every form of a placeholder and of a directive, with its span."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skill_lsp.syntax import placeholders
from skill_lsp.text import Span, Text

if TYPE_CHECKING:
    from skill_lsp.syntax.placeholders import Placeholder


def scan(content: str) -> tuple[Placeholder, ...]:
    return placeholders.scan(Text(content), Span(0, len(content)))


@pytest.mark.parametrize(
    ("content", "tokens"),
    [
        ("$ARGUMENTS", [("arguments", "$ARGUMENTS", "ARGUMENTS")]),
        ("$ARGUMENTS-now", [("arguments", "$ARGUMENTS", "ARGUMENTS")]),
        ("$ARGUMENTSé", [("arguments", "$ARGUMENTS", "ARGUMENTS")]),
        ("$ARGUMENTS[12]x", [("indexed", "$ARGUMENTS[12]", "12")]),
        ("$ARGUMENTS[a]", [("arguments", "$ARGUMENTS", "ARGUMENTS")]),
        ("$ARGUMENTSX $ARGUMENTS_2", [("name", "$ARGUMENTSX", "ARGUMENTSX"), ("name", "$ARGUMENTS_2", "ARGUMENTS_2")]),
        ("$1$10", [("position", "$1", "1"), ("position", "$10", "10")]),
        ("$B$6", [("name", "$B", "B"), ("position", "$6", "6")]),
        ("$$1", [("position", "$1", "1")]),
        ("$base-ref-.", [("name", "$base-ref", "base-ref")]),
        ("${CLAUDE_SKILL_DIR}/x", [("variable", "${CLAUDE_SKILL_DIR}", "CLAUDE_SKILL_DIR")]),
        ("${user_config.KEY}", [("variable", "${user_config.KEY}", "user_config.KEY")]),
        ("${1:-x} ${1}", [("defaulted", "${1:-x}", "1:-x"), ("defaulted", "${1}", "1")]),
        ("${x:-$1}", [("position", "$1", "1")]),
        ("$ $( $? ${ $é", []),
    ],
)
def test_forms(content: str, tokens: list[tuple[str, str, str]]) -> None:
    assert [(token.kind, content[slice(*token.span)], token.name) for token in scan(content)] == tokens


@pytest.mark.parametrize(
    ("content", "escaped"), [("\\$1", True), ("\\\\$1", False), ("$1", False), ("\\\\\\$1", False)]
)
def test_one_backslash_escapes(content: str, escaped: bool) -> None:
    assert [token.escaped for token in scan(content)] == [escaped]


def test_the_longest_declared_name_counts() -> None:
    (token,) = scan("$base-ref-x")
    assert token.declared(["base", "base-ref", "ba"]) == "base-ref"
    assert token.declared(["ref"]) is None


@pytest.mark.parametrize(
    ("content", "directives"),
    [
        ("!`a b`", [("inline", "!`a b`", "a b", True, True)]),
        ("\u00a0 !`a` \t", [("inline", "!`a`", "a", True, True)]),
        ("- !`a`", [("inline", "!`a`", "a", False, True)]),
        ("K=!`a`", [("inline", "!`a`", "a", False, False)]),
        ("!`a` b", [("inline", "!`a`", "a", False, True)]),
        ("!`a`!`b`", [("inline", "!`a`", "a", False, True), ("inline", "!`b`", "b", False, False)]),
        ("x\r\n!`a`\r\ny", [("inline", "!`a`", "a", True, True)]),
        ("!`` !`\nb`", []),
        ("!` `", [("inline", "!` `", " ", True, True)]),
        ("```!\ndate\nls\n```\n", [("fenced", "```!\ndate\nls\n```", "date\nls", True, True)]),
        ("  ```` !\n", []),
        ("```!\r\ndate\r\n```\r\n", [("fenced", "```!\r\ndate\r\n```", "date", True, True)]),
        ("```!\n```", [("fenced", "```!\n```", "", True, True)]),
        ("```!\ndate\n", []),
        ("````!\n```\n````", [("fenced", "````!\n```\n````", "```", True, True)]),
    ],
)
def test_directives(content: str, directives: list[tuple[str, str, str, bool, bool]]) -> None:
    found = placeholders.scan_directives(Text(content), Span(0, len(content)))
    assert [
        (one.kind, content[slice(*one.span)], content[slice(*one.command)], one.whole_line, one.after_space)
        for one in found
    ] == directives


@given(st.text(alphabet="$\\{}[]ARGUMENTS019a-_. !`\n"))
def test_tokens_are_in_order_and_begin_with_a_dollar_sign(content: str) -> None:
    tokens = scan(content)
    assert all(content[token.span.start] == "$" for token in tokens)
    assert all(one.span.end <= other.span.start for one, other in pairwise(tokens))
