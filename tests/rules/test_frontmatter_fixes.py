"""What the fixes of broken frontmatters write, to the character."""

from __future__ import annotations

import pytest

from skill_lsp import hosts
from skill_lsp.hosts.reading import Place
from skill_lsp.rules import engine
from skill_lsp.rules.context import Context
from skill_lsp.syntax.skill import SkillMd
from skill_lsp.text import Text

HEAD = "---\nname: tide-table\ndescription: Reads tide tables.\n"
SAFE, UNSAFE = "safe", "unsafe"


def fixed(rule: str, text: str) -> tuple[str, str]:
    """Whether the preferred fix of the first finding of a rule is safe, and the text that it makes."""
    targets = tuple(hosts.get(host) for host in ("xum", "codex", "gemini-cli", "agent-skills"))
    context = Context(SkillMd(Text(text)), Place(".agents/skills/tide-table/SKILL.md"), targets)
    finding = next(finding for finding in engine.check(context) if finding.rule == rule)
    fix = finding.fixes[0]
    return SAFE if fix.safe else UNSAFE, context.text.edited([edit for _, edit in fix.edits]).content


LINES = [
    ("yaml-plain-colon", "a: b: c", SAFE, 'a: "b: c"'),
    ("yaml-plain-colon", 'a: say "b": c', SAFE, "a: 'say \"b\": c'"),
    ("yaml-plain-colon", 'a: it\'s "b": c', SAFE, "a: 'it''s \"b\": c'"),
    ("yaml-plain-colon", "a: b: c # note", SAFE, 'a: "b: c" # note'),
    ("yaml-plain-colon", "a: b: c #12", SAFE, 'a: "b: c #12"'),
    ("yaml-plain-colon", "a: one: two\n  three\nc: d", SAFE, 'a: "one: two\n  three"\nc: d'),
    ("yaml-plain-colon", 'a: one\n  Two: "it\'s"\nc: d', SAFE, "a: 'one\n  Two: \"it''s\"'\nc: d"),
    ("yaml-plain-colon", "a: “b: c”", SAFE, 'a: "b: c"'),
    ("yaml-plain-colon", "a:\n  - b: c: d", SAFE, 'a:\n  - b: "c: d"'),
    ("yaml-reserved-start", "a: `b` c", SAFE, 'a: "`b` c"'),
    ("yaml-reserved-start", "a:\n  - @b", SAFE, 'a:\n  - "@b"'),
    ("yaml-text-after-quote", 'a: "b" c', SAFE, "a: '\"b\" c'"),
    ("yaml-text-after-quote", "a: 'it's b'", SAFE, 'a: "it\'s b"'),
    ("yaml-text-after-flow", "argument-hint: [a] [b]", SAFE, 'argument-hint: "[a] [b]"'),
    ("yaml-text-after-flow", "allowed-tools: [Read] Grep", UNSAFE, 'allowed-tools: "[Read] Grep"'),
    ("yaml-unclosed-quote", 'a: "b c', SAFE, 'a: "b c"'),
    ("yaml-unclosed-quote", 'a: \'b "c"', SAFE, "a: 'b \"c\"'"),
    ("yaml-unclosed-flow", "allowed-tools: [a, b", UNSAFE, "allowed-tools: [a, b]"),
    ("yaml-alias", "paths: **/*.ts", SAFE, 'paths: "**/*.ts"'),
    ("yaml-alias", "paths:\n  - *.ts\n", SAFE, 'paths:\n  - "*.ts"\n'),
    ("yaml-bad-escape", 'a: "C:\\data"', SAFE, "a: 'C:\\data'"),
    ("yaml-bad-escape", 'a: "\\"b\\" \\d"', UNSAFE, 'a: "\\"b\\" \\\\d"'),
    ("yaml-block-header", "a: | b c", UNSAFE, "a: |\n  b c"),
    ("yaml-missing-space", "a:b c", SAFE, "a: b c"),
    ("yaml-odd-space", "a:\u00a0 b", SAFE, "a: b"),
    ("yaml-odd-colon", "a = b", SAFE, "a: b"),
    ("yaml-odd-colon", "a\uff1a b", SAFE, "a: b"),
    ("yaml-bare-line", "a: b\nc d", UNSAFE, "a: b\n  c d"),
    ("yaml-tab", "a:\n\tb: c\n\t\td", SAFE, "a:\n  b: c\n    d"),
    ("yaml-tab-line", "\t# a\n", SAFE, "# a\n"),
    ("yaml-tab-gap", "license:\tb", SAFE, "license: b"),
    ("yaml-tab-gap", "license: b \t\n", SAFE, "license: b\n"),
    ("yaml-indentation", "a: b\n  license: c", SAFE, "a: b\nlicense: c"),
    ("yaml-flow-indent", 'a: "b\nc\n\nd"', SAFE, 'a: "b\n  c\n\n  d"'),
    ("yaml-comment-glued", 'a: "b"#c', SAFE, 'a: "b" #c'),
    ("yaml-duplicate-key", "a: b\na: b", SAFE, "a: b"),
    ("yaml-duplicate-key", "a: b\na: c", UNSAFE, "a: b"),
    ("yaml-flow-style", "argument-hint: [a]", SAFE, 'argument-hint: "[a]"'),
    ("yaml-flow-style", "tags: [a, b]", UNSAFE, "tags:\n  - a\n  - b"),
    ("yaml-own-tag", "a: !b c", UNSAFE, 'a: "!b c"'),
    ("yaml-anchor-unused", "compatibility: &b c", UNSAFE, 'compatibility: "&b c"'),
    ("yaml-smart-quotes", "a: “b”", SAFE, 'a: "b"'),
    ("yaml-comment-cut", "compatibility: needs issue #12", SAFE, 'compatibility: "needs issue #12"'),
]


@pytest.mark.parametrize("newline", ["\n", "\r\n"], ids=["lf", "crlf"])
@pytest.mark.parametrize(
    ("rule", "before", "safety", "after"), LINES, ids=[f"{rule}-{number}" for number, (rule, *_) in enumerate(LINES)]
)
def test_lines(rule: str, before: str, safety: str, after: str, newline: str) -> None:
    text = f"{HEAD}{before.rstrip()}\n---\nBody.\n" if not before.endswith(" \t\n") else f"{HEAD}{before}---\nBody.\n"
    wanted = f"{HEAD}{after.rstrip()}\n---\nBody.\n"
    assert fixed(rule, text.replace("\n", newline)) == (safety, wanted.replace("\n", newline))


GOOD = f"{HEAD}---\nBody.\n"


@pytest.mark.parametrize("newline", ["\n", "\r\n"], ids=["lf", "crlf"])
@pytest.mark.parametrize(
    ("rule", "before", "after"),
    [
        ("frontmatter-displaced", f"\n\n{GOOD}", GOOD),
        ("frontmatter-displaced", f"  {GOOD}", GOOD),
        ("frontmatter-displaced", f"<!-- a -->\n\n{GOOD}", f"{HEAD}---\n<!-- a -->\nBody.\n"),
        ("frontmatter-displaced", f"# Tide\n\n{GOOD}", f"{HEAD}---\n# Tide\nBody.\n"),
        ("frontmatter-displaced", f"```md\n{GOOD}```\n", GOOD),
        ("frontmatter-displaced", f"```yaml\n{HEAD}---\n```\nBody.\n", GOOD),
        ("frontmatter-unclosed", f"{HEAD}\n# Tide\n", f"{HEAD}---\n\n# Tide\n"),
        ("frontmatter-unclosed", HEAD.rstrip("\n"), f"{HEAD}---\n"),
        ("frontmatter-unclosed", f"{HEAD}...\nBody.\n", GOOD),
        ("frontmatter-unopened", GOOD.removeprefix("---\n"), GOOD),
        ("frontmatter-fence", GOOD.replace("---\n", "--- \n"), GOOD),
        ("frontmatter-fence", GOOD.replace("---\n", "----\n"), GOOD),
        ("frontmatter-fence", f"---yaml\n{GOOD[4:]}", GOOD),
        ("byte-order-mark", f"\ufeff{GOOD}", GOOD),
    ],
)
def test_places(rule: str, before: str, after: str, newline: str) -> None:
    assert fixed(rule, before.replace("\n", newline)) == (SAFE, after.replace("\n", newline))


def test_mixed_line_endings_become_those_of_most_lines() -> None:
    assert fixed("file-line-endings", GOOD.replace("Body.\n", "A.\r\nB.\rC.\n")) == (
        SAFE,
        GOOD.replace("Body.\n", "A.\nB.\nC.\n"),
    )


@pytest.mark.parametrize("written", ["#5 of the tide tables", "Closes #5 of the tide tables"])
def test_oxo_flow_has_the_text_that_is_meant_where_yaml_takes_it_for_a_comment(written: str) -> None:
    text = Text(f"---\nname: tide-table\ndescription: {written}\n---\nBody.\n")
    context = Context(SkillMd(text), Place(".oxo-flow/skills/tide-table/SKILL.md"), (hosts.get("oxo-flow"),))
    assert context.readings["oxo-flow"].description == written
    assert not [finding for finding in engine.check(context) if finding.severity.word in ("warning", "error")]


def test_an_anchor_that_something_repeats_is_one() -> None:
    text = Text(f"{HEAD}compatibility: &b c\nlicense: *b\n---\nBody.\n")
    context = Context(SkillMd(text), Place(".xum/skills/tide-table/SKILL.md"), (hosts.get("xum"),))
    assert [finding.rule for finding in engine.check(context)] == []


@pytest.mark.parametrize("codec", ["utf-16-le", "utf-16-be"])
def test_utf_16_is_recognised_without_a_byte_order_mark(codec: str) -> None:
    context = Context(
        SkillMd(Text.decode(GOOD.encode(codec))), Place(".xum/skills/tide-table/SKILL.md"), (hosts.get("xum"),)
    )
    found = next(finding for finding in engine.check(context) if finding.rule == "file-encoding")
    assert found.message.startswith("This file is UTF-16 without a byte order mark.")
    assert found.severity.word == "error"


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("closer", ["  ---", "--- # end", "---- "])
def test_a_line_that_nearly_closes_the_frontmatter_becomes_one_that_does(closer: str, newline: str) -> None:
    source = f"---\nname: tide-table\ndescription: Reads tides.\n{closer}\n\nBody.\n".replace("\n", newline)
    text = Text(source)
    context = Context(SkillMd(text), Place(".claude/skills/tide-table/SKILL.md"), (hosts.get("claude-code"),))
    (fix,) = next(finding for finding in engine.check(context) if finding.rule.startswith("frontmatter-")).fixes
    assert text.edited([edit for _, edit in fix.edits]).content == source.replace(closer, "---")
