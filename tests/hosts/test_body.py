"""Expansion of bodies: what each host puts in, leaves, runs and cuts, and the map back to the source."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skill_lsp import hosts
from skill_lsp.hosts.body import Expansion, Invocation, ordinal, split_at_white_space, split_like_a_shell
from skill_lsp.hosts.host import Host
from skill_lsp.hosts.reading import Place, Plugin
from skill_lsp.syntax.skill import SkillMd
from skill_lsp.text import Text

HEAD = "---\nname: tide-table\ndescription: Reads tides.\n---\n"
PLUGIN = Plugin("harbour", "/p", "/p/plugin.json", "xum")


def expand(host: str, body: str, arguments: str | None = None, *, head: str = HEAD, **more: object) -> Expansion:
    invocation = Invocation(arguments, str(more.get("by", "user")), "/s/tide-table", "/p", "/project")
    plugin = PLUGIN if more.get("plugin") else None
    place = Place("/s/tide-table/SKILL.md", plugin)
    return hosts.get(host, more.get("version")).expand(SkillMd(Text(head + body)), place, invocation)  # type: ignore[arg-type]


def pieces(expansion: Expansion) -> list[tuple[str, str]]:
    return [(piece.kind, piece.text) for piece in expansion.pieces]


@pytest.mark.parametrize(
    ("body", "arguments", "kinds"),
    [
        ("a $1 b", "x", [("text", "a "), ("substituted", "x"), ("text", " b")]),
        ("$2", "x", [("substituted", "")]),
        ("$10", "x", [("substituted", "x"), ("text", "0")]),
        ("\\$1", "x", [("text", "\\"), ("substituted", "x")]),
        ("$0 ${1}", "x", [("literal", "$0"), ("text", " "), ("literal", "${1}")]),
        ("$ARGUMENTS[0]", "x y", [("substituted", "x y"), ("text", "[0]")]),
        ("$ARGUMENTS", " \u00a0x\ty\ufeff", [("substituted", "x\ty")]),
        ("${CLAUDE_SKILL_DIR}/a", None, [("substituted", "/s/tide-table"), ("text", "/a")]),
        ("${CLAUDE_PLUGIN_ROOT}", None, [("literal", "${CLAUDE_PLUGIN_ROOT}")]),
        ("!`git log $1`", "x", [("directive", "!`git log x`")]),
        ("- !`git log`", None, [("text", "- !`git log`")]),
        ("a\r\n!`b`\r\n", None, [("text", "a"), ("text", "\n"), ("directive", "!`b`"), ("text", "\n")]),
        ("$ARGUMENTS", "!`rm x`", [("directive", "!`rm x`")]),
    ],
)
def test_xum(body: str, arguments: str | None, kinds: list[tuple[str, str]]) -> None:
    assert pieces(expand("xum", body, arguments)) == kinds


@pytest.mark.parametrize(
    ("body", "arguments", "kinds"),
    [
        ("$0 $1", '"a b" c', [("substituted", "a b"), ("text", " "), ("substituted", "c")]),
        ("$0 $1", "a", [("substituted", "a"), ("text", " "), ("literal", "$1")]),
        ("\\$0 $0", "a", [("literal", "$0"), ("text", " "), ("substituted", "a")]),
        ("\\\\$0", "a", [("text", "\\\\"), ("substituted", "a")]),
        ("\\${CLAUDE_SKILL_DIR}", None, [("text", "\\"), ("substituted", "/s/tide-table")]),
        ("$ARGUMENTS[1]", "a b", [("substituted", "b")]),
        ("Body.", "a b", [("text", "Body."), ("added", "\n\nARGUMENTS: a b")]),
        ("Body.", None, [("text", "Body.")]),
        ("- !`a`", None, [("text", "- "), ("directive", "!`a`")]),
        ("K=!`a`", None, [("text", "K=!`a`")]),
        ("```!\na\n```", None, [("directive", "```!\na\n```")]),
        ("$ARGUMENTS", "!`rm x`", [("substituted", "!`rm x`")]),
    ],
)
def test_claude_code(body: str, arguments: str | None, kinds: list[tuple[str, str]]) -> None:
    assert pieces(expand("claude-code", body, arguments)) == kinds


def test_claude_code_names_its_arguments() -> None:
    head = HEAD.replace("---\n", "---\narguments: [base, head]\n", 1)
    expansion = expand("claude-code", "$base-x $head $tip \\$base", "v1", head=head)
    assert expansion.text == "v1-x  $tip $base"


def test_claude_code_by_version() -> None:
    assert expand("claude-code", "\\$0 $1", "a", version="2.1.210").text == "$0 $1\n\nARGUMENTS: a"
    assert expand("claude-code", "\\$0 $1", "a", version="2.1.163").text == "$0 "
    assert expand("claude-code", "\\$0 $1", "a", version="2.1.105").text == "\\a "


def test_who_gets_what_in_xum() -> None:
    body = "$1\n!`date`\n${CLAUDE_SKILL_DIR}\n"
    assert expand("xum", body, "x", by="user").text == "x\n!`date`\n/s/tide-table\n"
    assert expand("xum", body, "x", by="model").text == "$1\n!`date`\n/s/tide-table\n"
    assert [one.runs for one in expand("xum", body, "x", by="inline").directives] == [True]
    assert [one.runs for one in expand("xum", body, "x", by="model").directives] == [False]


def test_plugin_root_only_in_plugins() -> None:
    for host in ("xum", "claude-code"):
        assert expand(host, "${CLAUDE_PLUGIN_ROOT}/x", plugin=True).text == "/p/x"
        assert expand(host, "${CLAUDE_PLUGIN_ROOT}/x").text == "${CLAUDE_PLUGIN_ROOT}/x"


def test_xum_runs_ten_directives() -> None:
    expansion = expand("xum", "".join(f"  !`c{number}` \n" for number in range(12)))
    assert [one.runs for one in expansion.directives] == [True] * 10 + [False] * 2
    note = "[skill dynamic context: directive limit (10) reached; not executed]"
    assert expansion.text.splitlines()[10:] == ["  !`c10` ", note, "  !`c11` ", note]
    assert expansion.directives[10].line == 15


@pytest.mark.parametrize(
    ("body", "kept"),
    [
        ("x" * 50_000, None),
        ("x" * 50_001, "x" * 50_000),
        ("🌊" * 25_001, "🌊" * 25_000),
        ("x" + "🌊" * 25_000, "x" + "🌊" * 24_999),
    ],
)
def test_xum_cuts_at_50000_units(body: str, kept: str | None) -> None:
    expansion = expand("xum", body)
    note = "\n\n[Skill body truncated to 50000 characters]"
    assert expansion.text == (body if kept is None else kept + note)
    assert expansion.truncated is (kept is not None)
    assert not expand("xum", body, by="model").truncated


def test_lost_skills_expand_to_nothing() -> None:
    assert expand("xum", "Body.", head="---\nname: tide-table\n---\n").pieces == ()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [('a  "b c"\td', ["a", "b c", "d"]), ("it's", ["it's"]), ("'a b' c", ["a b", "c"]), ("", [])],
)
def test_shell_words(arguments: str, words: list[str]) -> None:
    assert split_like_a_shell(arguments) == words


def test_words_without_quotes() -> None:
    assert split_at_white_space('"a b"\u00a0c\u2028d\x1fe') == ['"a', 'b"', "c", "d\x1fe"]


def test_ordinals() -> None:
    assert [ordinal(index) for index in (0, 10, 11, 20, 21, 22, 23, 111)] == [
        "first", "eleventh", "12th", "21st", "22nd", "23rd", "24th", "112th",
    ]  # fmt: skip


# ------------------------------------------------------------------- for every host

LOADING = [host for host in hosts.ids() if type(hosts.get(host)).expand is Host.expand]
"""The hosts that pass on the body itself, by the language that they declare."""
_PLAIN = st.text(alphabet="ab \n\t`*#-[]()é🌊", max_size=60)
_RICH = st.lists(
    st.sampled_from(
        ["$1", "$0", "$10", "$ARGUMENTS", "$ARGUMENTS[0]", "\\$1", "${CLAUDE_SKILL_DIR}", "\n", "\r\n", "\r", " ", "x",
         "🌊", "!`a`", "!`a $1`", "```!\nb\n```\n", "- ", "`"]
    ),
    max_size=14,
).map("".join)  # fmt: skip


@pytest.mark.parametrize("host", LOADING)
@settings(max_examples=40, deadline=None)
@given(body=_PLAIN)
def test_a_body_without_placeholders_stays_as_it_is(host: str, body: str) -> None:
    document, place = SkillMd(Text(HEAD + body)), Place("/s/tide-table/SKILL.md")
    assert expand(host, body).text.removesuffix("\n\nARGUMENTS: ") == hosts.get(host).read(document, place).body


@pytest.mark.parametrize("host", LOADING)
@settings(max_examples=60, deadline=None)
@given(body=_RICH, arguments=st.sampled_from([None, "a", "a b c", '"x y" $1', "!`z`"]))
def test_the_map_is_monotone_and_true(host: str, body: str, arguments: str | None) -> None:
    source = HEAD + body
    expansion = expand(host, body, arguments)
    at = 0
    for piece in expansion.pieces:
        if piece.source is None:
            assert piece.kind in {"added", "directive"} or piece.text == ""
            continue
        assert at <= piece.source.start <= piece.source.end <= len(source)
        at = piece.source.end
        written = source[slice(*piece.source)]
        if piece.kind == "text":
            assert piece.text in (written, written.replace("\r\n", "\n").replace("\r", "\n"))
        if piece.kind == "literal":
            assert written.removeprefix("\\") == piece.text
    lines = body.count("\n") + HEAD.count("\n") + body.count("\r") + 1
    assert all(1 <= one.line <= lines for one in expansion.directives)
