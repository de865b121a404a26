"""What keeps a skill from being the same everywhere, gravest first, each with a step that helps."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from skill_lsp import hosts
from skill_lsp.hosts.reading import Place, Severity
from skill_lsp.rules.portability import portability
from skill_lsp.syntax.skill import SkillMd
from skill_lsp.text import Text

if TYPE_CHECKING:
    from skill_lsp.rules.finding import Finding, Fix

PLACE = Place("/srv/skills/tide-table/SKILL.md")
HEAD = "---\nname: tide-table\ndescription: Reads tides.\n"


def found_in(text: str) -> list[Finding]:
    return portability(SkillMd(Text(text)), PLACE, hosts.everyone())


def applied(text: str, fix: Fix) -> str:
    return Text(text).edited(edit for _, edit in fix.edits).content


def test_a_plain_skill_has_nothing_in_its_way() -> None:
    assert found_in(HEAD + "license: MIT\nmetadata:\n  author: pilots\n---\nRead the table.\n") == []


@pytest.mark.parametrize(
    ("text", "rule", "title", "result"),
    [
        (
            "---\nname: tide-table\ndescription: Use when: tides matter\n---\nBody.\n",
            "yaml-plain-colon",
            "Quote",
            '---\nname: tide-table\ndescription: "Use when: tides matter"\n---\nBody.\n',
        ),
        (
            "---\nname: harbour\ndescription: Reads tides.\n---\nBody.\n",
            "name-directory",
            "Name it after its directory",
            "---\nname: tide-table\ndescription: Reads tides.\n---\nBody.\n",
        ),
        (
            HEAD + "moon-phase: full\n---\nBody.\n",
            "key-unknown",
            "Move `moon-phase` under `metadata`",
            HEAD + "metadata:\n  moon-phase: full\n---\nBody.\n",
        ),
        (
            HEAD + "moon-phase:\n  - full\nmetadata:\n  author: pilots\n---\nBody.\n",
            "key-unknown",
            "Move `moon-phase` under `metadata`",
            HEAD + "metadata:\n  moon-phase:\n    - full\n  author: pilots\n---\nBody.\n",
        ),
        (
            HEAD + "---\nRead $1.\n",
            "argument-base",
            "Write $ARGUMENTS",
            HEAD + "---\nRead $ARGUMENTS.\n",
        ),
        (
            f"---\nname: tide-table\ndescription: Reads tides. {'x' * 500}. {'y' * 600}.\n---\nBody.\n",
            "description-length",
            "Keep the first 2 of 3 sentences",
            f'---\nname: tide-table\ndescription: "Reads tides. {"x" * 500}."\n---\nBody.\n',
        ),
    ],
)
def test_each_step(text: str, rule: str, title: str, result: str) -> None:
    found = next(one for one in found_in(text) if one.rule == rule)
    fix = next(fix for fix in found.fixes if fix.title.startswith(title))
    assert applied(text, fix) == result
    assert rule not in [one.rule for one in found_in(result)]


def test_the_gravest_comes_first() -> None:
    found = found_in("---\nname: harbour\ndescription: Reads tides.\n---\nRead $1.\n")
    assert [one.severity for one in found] == sorted((one.severity for one in found), reverse=True)
    assert found[0].severity is Severity.ERROR


def test_a_switch_is_never_moved_under_metadata() -> None:
    text = HEAD + "disable-model-invocation: true\n---\nBody.\n"
    found = next(one for one in found_in(text) if one.rule == "key-unread")
    assert found.fixes == ()


def test_a_key_whose_line_is_shared_stays() -> None:
    text = "---\n{name: tide-table, description: Reads tides., moon-phase: full}\n---\nBody.\n"
    found = next(one for one in found_in(text) if one.rule == "key-unknown")
    assert found.fixes == ()


def test_moving_keeps_line_ends() -> None:
    text = (HEAD + "moon-phase: full\n---\nBody.\n").replace("\n", "\r\n")
    (fix,) = next(one for one in found_in(text) if one.rule == "key-unknown").fixes
    assert applied(text, fix) == (HEAD + "metadata:\n  moon-phase: full\n---\nBody.\n").replace("\n", "\r\n")


def test_a_line_with_a_comment_is_left_to_its_author() -> None:
    found = next(one for one in found_in(HEAD + "moon-phase: full # waxing\n---\nBody.\n") if one.rule == "key-unknown")
    assert found.fixes == ()
