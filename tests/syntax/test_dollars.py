"""What an author means by `$` and a number."""

from __future__ import annotations

import pytest

from skill_lsp.syntax.dollars import Dollars
from skill_lsp.syntax.skill import SkillMd
from skill_lsp.text import Text


def purposes(content: str) -> list[str]:
    document = SkillMd(Text(content))
    dollars = Dollars(document.text, document.markdown, document.placeholders)
    return [dollars.purpose(token) for token in document.placeholders if token.kind == "position"]


@pytest.mark.parametrize(
    "content",
    [
        "Compare $1 with $2.",
        "Sort $0, then $1.",
        "Read `$1` and fix it.",
        "```sh\ngh issue view $1\n```",
        "Ask about $1/src.",
        "Say $1: hello",
        "costs of $name and $1",
        "- $1-$2",
        "Use $1 per file",
    ],
)
def test_arguments(content: str) -> None:
    assert set(purposes(content)) == {"argument"}


@pytest.mark.parametrize(
    "content",
    [
        "$5,000",
        "$0.65 per km",
        "$15,000",
        "$1M",
        "$2k",
        "It costs $5.",
        "a fee of $3",
        "US$5",
        "~$8",
        "$3/month",
        "$2 per user",
        "$1 million",
        "budget: $4",
        "a minimum $5",
    ],
)
def test_prices(content: str) -> None:
    assert purposes(content) == ["price"]


@pytest.mark.parametrize("content", ["=B5*(1+$B$6)", "='Input'!$C$2", "A$1"])
def test_cells(content: str) -> None:
    assert purposes(content) == ["cell"]


@pytest.mark.parametrize(
    ("content", "count"),
    [
        ("```sh\nawk '{print $1, $2}' x\n```", 2),
        ("Run `awk -F, '$3 > 1'`.", 1),
        ("```sh\nawk -F'\\t' -v x=\"1\" '$2 < 0 || $3' in.bed\n```", 2),
        ("```sh\nperl -pe 's/(a)/$1/' x\n```", 1),
        ("```bash\n#!/bin/sh\necho $1\n```", 1),
        ("```bash\ngreet() {\n  echo $1\n}\n```", 1),
        ('```bash\nfor x in "$@"; do echo $1; done\n```', 1),
        ("```sql\nSELECT * FROM t WHERE id = $1\n```", 1),
        ("```js\ns.replace(/(a)/, '$1')\n```", 1),
    ],
)
def test_scripts(content: str, count: int) -> None:
    assert purposes(content) == ["script"] * count


def test_two_digits_are_an_amount_unless_there_are_many_arguments() -> None:
    assert purposes("Take $10.") == ["amount"]
    assert purposes("$1 $2 $3 $4 $5 $6 $7 $8 $9 $10") == ["argument"] * 10


def test_the_language_of_a_script() -> None:
    content = "```bash\nset -- a\necho $1\nawk '{print $2}' x\necho $3\n```\n"
    document = SkillMd(Text(content))
    dollars = Dollars(document.text, document.markdown, document.placeholders)
    assert [dollars.language_at(token.span.start) for token in document.placeholders] == ["shell", "awk", "shell"]
