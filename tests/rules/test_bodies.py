"""The rules about bodies: which characters they stand on, which host gets which severity, and what they leave alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from skill_lsp.config import Settings
from skill_lsp.hosts.reading import Place, Plugin, Severity
from skill_lsp.rules import inspection
from skill_lsp.text import Text

if TYPE_CHECKING:
    from skill_lsp.rules.finding import Finding

HEAD = "---\nname: tide-table\ndescription: Reads tides.\n{}---\n"
SUBJECTS = (
    "invocation-",
    "key-ineffective",
    "argument-",
    "body-",
    "directive-",
    "listing-",
    "model-",
    "tool-",
    "variable-",
)
BOTH = ("xum", "claude-code")


def check(
    body: str, targets: tuple[str, ...], keys: str = "", plugin: Plugin | None = None
) -> tuple[str, list[Finding]]:
    content = HEAD.format(keys) + body
    place = Place("/w/.claude/skills/tide-table/SKILL.md", plugin)
    found = inspection.findings_of(Text(content), place, Settings(targets=targets))
    return content, [finding for finding in found if finding.rule.startswith(SUBJECTS)]


def said(body: str, targets: tuple[str, ...] = BOTH, keys: str = "", plugin: Plugin | None = None) -> list[object]:
    content, found = check(body, targets, keys, plugin)
    return [
        (
            one.rule,
            content[slice(*one.span)] if one.span else None,
            {host: level.word for host, level in one.hosts.items()},
        )
        for one in found
    ]


WARN, INFO, ERROR = "warning", "info", "error"


@pytest.mark.parametrize(
    ("body", "findings"),
    [
        ("Up to $5,000.", [("argument-price", "$5", {"xum": WARN, "claude-code": WARN})]),
        ("At $0.65 per km.", [("argument-price", "$0", {"claude-code": WARN})]),
        ("Up to $15,000.", [("argument-price", "$15", {"xum": WARN, "claude-code": INFO})]),
        ("Take $10.", [("argument-two-digits", "$10", {"xum": WARN, "claude-code": INFO})]),
        ("=B5*$B$6", [("argument-price", "$6", {"xum": WARN, "claude-code": WARN})]),
        ("`awk '{print $1}'`", [("argument-price", "$1", {"xum": WARN, "claude-code": WARN})]),
        ("Up to \\$5,000.", [("argument-escape", "$5", {"xum": WARN})]),
        (
            "Compare $1 with $2.\n\nThen $2.",
            [("argument-base", "$1", dict.fromkeys(BOTH, INFO)), ("argument-base", "$2", dict.fromkeys(BOTH, INFO))],
        ),
        ("Sort $0.", [("argument-base", "$0", {"xum": INFO, "claude-code": INFO})]),
        ("For $ARGUMENTS[0].", [("argument-form", "$ARGUMENTS[0]", {"xum": WARN})]),
        ("For ${ARGUMENTS}.", [("argument-form", "${ARGUMENTS}", {"xum": WARN, "claude-code": WARN})]),
        ("For ${1}.", [("argument-form", "${1}", {"xum": WARN, "claude-code": WARN})]),
        ("For $arguments.", [("argument-form", "$arguments", {"xum": WARN, "claude-code": WARN})]),
        ("${CLAUDE_PLUGIN_ROOT}", [("variable-plugin-root", "${CLAUDE_PLUGIN_ROOT}", dict.fromkeys(BOTH, WARN))]),
        ("${CLAUDE_SKILLS_DIR}/x", [("variable-misspelt", "${CLAUDE_SKILLS_DIR}", {"xum": WARN, "claude-code": WARN})]),
        ("${CLAUDE_PROJECT_DIR}/x", [("variable-host", "${CLAUDE_PROJECT_DIR}", {"xum": INFO})]),
        ("$CLAUDE_SKILL_DIR/x", [("variable-misspelt", "$CLAUDE_SKILL_DIR", {"xum": "hint", "claude-code": "hint"})]),
        ("${CLAUDE_SKILL_DIR:-.}/x", [("variable-misspelt", "${CLAUDE_SKILL_DIR:-.}", dict.fromkeys(BOTH, "hint"))]),
        ("```md\n!`a`\n```", [("directive-in-code", "!`a`", {"xum": WARN, "claude-code": WARN})]),
        ("```md\nLook: !`a`\n```", [("directive-in-code", "!`a`", {"claude-code": WARN})]),
        ("<!--\n!`a`\n-->", [("directive-in-code", "!`a`", {"xum": WARN, "claude-code": WARN})]),
        ("```\n!`a`\n```", [("directive-in-code", "!`a`", {"xum": INFO, "claude-code": INFO})]),
        ("- Diff: !`a`", [("directive-line", "!`a`", {"xum": INFO})]),
        ("```!\na\n```", [("directive-fenced", "```!", {"xum": INFO})]),
        (
            "!`git log $1`",
            [
                ("argument-base", "$1", dict.fromkeys(BOTH, INFO)),
                ("directive-argument-unquoted", "$1", dict.fromkeys(BOTH, INFO)),
            ],
        ),
    ],
)  # fmt: skip
def test_findings(body: str, findings: list[object]) -> None:
    assert said(body) == findings


@pytest.mark.parametrize(
    "body",
    [
        "Answer for $ARGUMENTS.",
        '```bash\necho "$HOME ${PATH} $(date) $$ $? $@ $# $USER"\nFOO=$BAR; echo ${1:-x} "$ARGUMENTSX"\n```',
        "Use `println!` and `vec![1]`; `!x` negates. KEY=!`date` stays. Wow!\n\n![diagram](d.png)",
        "!`git log -3`\n",
        "```bash\necho ${1} $arguments\n```",
        "Read ${CLAUDE_SKILL_DIR}/rules.md in ${CLAUDE_CONFIG_DIR}.",
        '!`git log "$ARGUMENTS"`',
        "$base and $HEAD",
        "KEY=!`a` in `!`b``",
    ],
)
def test_left_alone(body: str) -> None:
    assert said(body) == []


def test_one_host_alone_gets_what_it_loses_as_a_warning() -> None:
    assert said("- Diff: !`a`", ("xum",)) == [("directive-line", "!`a`", {"xum": WARN})]
    assert said("```!\na\n```", ("xum",)) == [("directive-fenced", "```!", {"xum": WARN})]
    assert said("Compare $1 with $2.", ("xum",)) == []


def test_a_directive_in_the_hosts_own_directory_is_meant_for_it() -> None:
    content = HEAD.format("") + "- Diff: !`a`"
    found = inspection.findings_of(Text(content), Place("/w/.xum/skills/tide-table/SKILL.md"), Settings(targets=BOTH))
    assert [one.hosts for one in found if one.rule == "directive-line"] == [{"xum": Severity.WARNING}]


def test_skills_that_nobody_calls() -> None:
    keys = "user-invocable: false\n"
    assert said("Up to $5,000.", ("xum",), keys) == []
    assert said("Up to $5,000.", ("claude-code",), keys) == [("argument-price", "$5", {"claude-code": WARN})]
    assert said("For $ARGUMENTS.", ("xum",), keys) == [("argument-host", "$ARGUMENTS", {"xum": WARN})]


def test_hosts_that_pass_the_body_on_are_told_once() -> None:
    body = "!`a`\n\n!`b`\n\nFor $ARGUMENTS and $ARGUMENTS in ${CLAUDE_SKILL_DIR} and ${CLAUDE_SKILL_DIR}.\n"
    assert said(body, ("codex", "gemini-cli")) == [
        ("directive-host", "!`a`", {"codex": INFO, "gemini-cli": INFO}),
        ("argument-host", "$ARGUMENTS", {"codex": INFO, "gemini-cli": INFO}),
        ("variable-host", "${CLAUDE_SKILL_DIR}", {"codex": INFO, "gemini-cli": INFO}),
    ]


def test_named_arguments() -> None:
    keys = "arguments: [base, head]\n"
    assert said("Diff $base against $hed.", ("claude-code", "codex"), keys) == [
        ("argument-unused", "head", {"claude-code": INFO}),
        ("argument-host", "$base", {"codex": INFO}),
        ("argument-unknown-name", "$hed", {"claude-code": WARN}),
    ]
    assert said("Diff $base against $head in $HOME.", ("claude-code",), keys) == []
    assert said("hed=1; Diff $base, $head and $hed", ("claude-code",), keys) == []
    assert said("All of $ARGUMENTS.", ("claude-code",), keys) == []
    assert said("Only $1 and $0.", ("claude-code",), keys) == []


def test_plugins_have_their_variables() -> None:
    plugin = Plugin("harbour", "/w", "/w/plugin.json", "claude-code")
    assert said("${CLAUDE_PLUGIN_ROOT}/x and ${user_config.PORT}", ("claude-code",), plugin=plugin) == []


def test_eleven_directives() -> None:
    body = "".join(f"!`c{number}`\n\n" for number in range(12))
    assert said(body, BOTH) == [("directive-limit", "!`c10`", {"xum": WARN})]


TOOLS = "allowed-tools: {}\n"


@pytest.mark.parametrize(
    ("rules", "body", "findings"),
    [
        ("Bash(git add *) Bash(git commit *) Read", "Body.", []),
        ("Raed, Grep", "Body.", [("tool-unknown", "Raed", {"claude-code": WARN})]),
        ("bash", "Body.", [("tool-unknown", "bash", {"claude-code": WARN})]),
        ("mcp__tides__read, TideTool", "Body.", []),
        ("Bash(git push:*, Read", "Body.", [("tool-parenthesis", "Bash(git push:*, Read", {"claude-code": ERROR})]),
        ("Bash(git push *)", "!`bun x.ts`", [("tool-directive", "!`bun x.ts`", {"claude-code": WARN})]),
        ("Bash(bun *)", "!`bun x.ts`", []),
        ("Bash(bun:*)", "!`bun x.ts`", []),
        ("Bash", "!`bun x.ts`", []),
        ("Bash(bun x.ts)", "!`bun x.ts`", []),
        (
            "Bash(bun x.ts)",
            "!`bun y.ts && bun x.ts`",
            [("tool-directive", "!`bun y.ts && bun x.ts`", {"claude-code": WARN})],
        ),
        ("Bash(bun ${CLAUDE_SKILL_DIR}/*)", "!`bun ${CLAUDE_SKILL_DIR}/x.ts 2>/dev/null || echo none`", []),
        ("Bash(git push *)", "!`git status`", []),
        ("Bash(bun*)", "!`bunx y`", []),
        ("Bash(bun *)", "!`bunx y`", [("tool-directive", "!`bunx y`", {"claude-code": WARN})]),
        ("Bash(bun a/*:*)", "!`bun a/x`", [("tool-directive", "!`bun a/x`", {"claude-code": WARN})]),
        ("Bash(bun a/*)", "!`bun a/x`", []),
        ("Read", "!`bun x.ts`", []),
    ],
)
def test_tools(rules: str, body: str, findings: list[object]) -> None:
    assert said(body, ("claude-code",), TOOLS.format(rules)) == findings


@pytest.mark.parametrize(
    ("model", "doubtful"),
    [
        ("claude-sonet", True),
        ("sonet", True),
        ("sonnet", False),
        ("Opus", False),
        ("inherit", False),
        ("claude-opus-4-5-20251101", False),
        ("opus[1m]", False),
        ("gpt", False),
    ],
)
def test_models(model: str, doubtful: bool) -> None:
    expected = [("model-unknown", model, {"claude-code": WARN})] if doubtful else []
    assert said("Body.", ("claude-code",), f"model: {model}\n") == expected


@pytest.mark.parametrize(
    ("keys", "findings"),
    [
        (
            "user-invocable: false\ndisable-model-invocation: true\n",
            [("invocation-nobody", "user-invocable: false", {"xum": WARN, "claude-code": WARN})],
        ),
        ("user-invocable: false\nadvertise: false\n", [("invocation-nobody", "user-invocable: false", {"xum": WARN})]),
        ("user-invocable: false\ndisable-model-invocation: false\n", []),
        ("agent: Explore\n", [("key-ineffective", "agent", {"claude-code": WARN})]),
        ("context: fork\nagent: Explore\nbackground: true\n", []),
        ("paths: a/**\nadvertise: false\n", [("key-ineffective", "paths", {"xum": WARN})]),
        ("paths: a/**\n", []),
    ],
)
def test_switches(keys: str, findings: list[object]) -> None:
    assert said("Body.", BOTH, keys) == findings


def test_a_long_body_is_cut_where_the_host_cuts_it() -> None:
    body = "🌊" * 24_998 + "\r\nThe end.\r\n"
    assert said(body, ("xum",)) == [("body-length", " end.", {"xum": WARN})]
    assert said("x" * 50_000, ("xum",)) == []


def test_long_bodies_are_advised_against() -> None:
    body = "line\n\n" * 250 + "one more\n"
    assert said(body, ("claude-code",)) == [("body-lines", "one more", {"claude-code": "hint"})]
    assert said("line\n\n" * 250, ("claude-code",)) == []


def test_the_listing_is_cut_in_the_key_where_it_overflows() -> None:
    keys = f"when_to_use: {'x' * 1525}\n"
    assert said("Body.", ("claude-code",), keys) == [("listing-cut", "when_to_use", {"claude-code": WARN})]
    assert said("Body.", ("claude-code",), f"when_to_use: {'x' * 1520}\n") == []


FIXES = [
    ("Up to $5,000.", ("claude-code",), "Up to \\$5,000."),
    ("```bash\n#!/bin/sh\necho $1\n```", BOTH, "```bash\n#!/bin/sh\necho ${1}\n```"),
    ("`awk '{print $1}'`", BOTH, "`awk '{print $(1)}'`"),
    ("For ${ARGUMENTS}.", BOTH, "For $ARGUMENTS."),
    ("For $ARGUMENTS[0].", ("xum",), "For $1."),
    ("${CLAUDE_SKILLS_DIR}/x", BOTH, "${CLAUDE_SKILL_DIR}/x"),
]
UNSAFE = [
    ("Take $10.", BOTH, "Take 10 dollars."),
    ("Of $1 $2 $3 $4 $5 take $12.", ("xum",), "Of $1 $2 $3 $4 $5 take $1 2."),
    ("Up to $5,000.", BOTH, "Up to 5,000 dollars."),
    ("Up to \\$5,000.", BOTH, "Up to 5,000 dollars."),
    ("Only \\$1.", ("xum",), "Only 1 dollar."),
    ("- Diff: !`a`", ("xum",), "- Diff:\n  !`a`"),
    ("Now !`a` here", ("xum",), "Now\n!`a`\nhere"),
    ("```!\na\n\nb\n```", ("xum",), "!`a`\n!`b`"),
    ("```md\n!`a`\n```", BOTH, "```md\n\\!`a`\n```"),
    ("${CLAUDE_PLUGIN_ROOT}/x", BOTH, "${CLAUDE_SKILL_DIR}/x"),
    ("In ${CLAUDE_SKILL_DIR}/x", ("codex",), "In x"),
]


@pytest.mark.parametrize(
    ("body", "targets", "fixed", "safe"), [*((*one, True) for one in FIXES), *((*one, False) for one in UNSAFE)]
)
def test_fixes(body: str, targets: tuple[str, ...], fixed: str, safe: bool) -> None:
    content, found = check(body, targets)
    fix = found[0].fixes[0]
    assert fix.safe is safe
    assert Text(content).edited(edit for _, edit in fix.edits).content == HEAD.format("") + fixed
    assert [one for one in check(fixed, targets)[1] if one.rule == found[0].rule] == []
