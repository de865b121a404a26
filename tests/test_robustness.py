"""Whatever bytes come in: findings or silence, never an exception and never a hang."""

from __future__ import annotations

import faulthandler
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skill_lsp import hosts
from skill_lsp.config import Settings
from skill_lsp.hosts.body import Invocation
from skill_lsp.hosts.reading import Place
from skill_lsp.rules.inspection import context_of, findings_in
from skill_lsp.text import Text

if TYPE_CHECKING:
    from collections.abc import Iterator

PATHS = [".claude/skills/tide-table/SKILL.md", ".oxo-flow/skills/tide-table.skill.toml"]
EVERYONE = Settings(targets=("all",))

SKILL_MD = """\
---
name: tide-table
description: "Reads tide tables. Use when: a harbour is mentioned."
argument-hint: "[harbour]"
allowed-tools: Bash(git status:*), Read
disable-model-invocation: true
metadata:
  version: "1.0"
  tags: [a, b]
paths:
  - "src/**/*.{ts,tsx}"
---

# Tide table

Read [the table](references/table.md#harbour) of $1 for $ARGUMENTS, costs \\$5.

```sh
!`git log $1`
sh "${CLAUDE_SKILL_DIR}/run.sh" | awk '{print $2}'
```
"""
SKILL_TOML = """\
name = "tide-table"
version = "1.0.0"
description = "Reads tide tables"
skill_type = "tool"
requires = ["mcp://127.0.0.1:5050/mcp"]
prompt_additions = [
  "One.",
  '''Two
lines''',
]
[extra]
when = 2031-05-06T07:32:00Z
"""
SAMPLES = dict(zip(PATHS, (SKILL_MD, SKILL_TOML), strict=True))
FRAGMENTS = [
    "---\n", ": ", "'", '"', "[", "]", "{", "}", "`", "\t", "*", "&a ", "\r", "\r\n", "\0", "\ufeff", "#", "$1", "!`",
    "|\n", ">-\n", "\u00a0", "\U000e0041", "<!--", "[[x]]\n", "='''", "\\", "- ", "? ", "%", "...",
]  # fmt: skip


def everything(path: str, text: Text) -> None:
    """All that the product makes of one text: findings of every host, readings and expansions."""
    context = context_of(text, Place(path), EVERYONE)
    assert context is not None
    for finding in findings_in(context, EVERYONE):
        assert finding.span is None or 0 <= finding.span.start <= finding.span.end <= len(text)
        for fix in finding.fixes:
            text.edited(one.edit for one in fix.edits if one.path is None)
    for host in hosts.everyone():
        if host.reads(context.document):
            host.expand(context.document, context.place, Invocation("a 'b c"))


@st.composite
def mutated(draw: st.DrawFn) -> tuple[str, str]:
    path = draw(st.sampled_from(PATHS))
    text = SAMPLES[path]
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(text)))
        cut = draw(st.integers(0, 8))
        text = text[:at] + draw(st.sampled_from(FRAGMENTS) | st.text(max_size=3)) + text[at + cut :]
    return path, text


@given(mutated())
@settings(max_examples=300, deadline=None)
def test_mutated_samples(sample):
    path, text = sample
    everything(path, Text(text))


@given(st.sampled_from(PATHS), st.binary(max_size=300))
@settings(deadline=None)
def test_random_bytes(path, data):
    everything(path, Text.decode(data))


@pytest.mark.parametrize("path", PATHS)
def test_every_prefix_of_the_samples(path):
    for end in range(len(SAMPLES[path])):
        everything(path, Text(SAMPLES[path][:end]))


LARGE = {
    "brackets": lambda n: "---\nname: a\ndescription: " + "[" * n,
    "closing brackets": lambda n: "---\nname: a\ndescription: b\n---\n" + "]" * n,
    "nested flow": lambda n: "---\nname: a\nx: " + "[" * (n // 2) + "]" * (n // 2) + "\n---\nBody\n",
    "alias bomb": lambda n: (
        "---\na0: &a0 [x]\n"
        + "".join(f"a{i}: &a{i} [*a{i - 1}, *a{i - 1}]\n" for i in range(1, n // 30))
        + "---\nBody\n"
    ),
    "NUL": lambda n: "---\nname: a\n---\n" + "\0" * n,
    "one long line": lambda n: "---\nname: a\ndescription: b\n---\n" + "a $1 `x` [y](z) " * (n // 16),
    "long value": lambda n: "---\nname: a\ndescription: " + "a: b # " * (n // 7) + "\n---\nBody\n",
    "backticks": lambda n: "---\nname: a\ndescription: b\n---\n" + " ".join("`" * (i % 50) for i in range(n // 25)),
    "open links": lambda n: "---\nname: a\ndescription: b\n---\n" + "[a](" * (n // 4),
    "open comments": lambda n: "---\nname: a\ndescription: b\n---\n" + "<!-- " * (n // 5),
    "dashes": lambda n: "---\n" * (n // 4),
    "keys": lambda n: "---\n" + "".join(f"k{i}: v\n" for i in range(n // 9)) + "---\nBody\n",
    "blank": lambda n: "\n" * n,
}  # fmt: skip


SIZE = 1 << 18


@pytest.fixture
def hang_guard() -> Iterator[None]:
    """Ends the run with a traceback where a step is quadratic: a quarter of a mebibyte would take hours."""
    faulthandler.dump_traceback_later(240, exit=True)
    yield
    faulthandler.cancel_dump_traceback_later()


@pytest.mark.usefixtures("hang_guard")
@pytest.mark.parametrize("shape", LARGE)
@pytest.mark.parametrize("path", PATHS)
def test_large_texts_of_one_kind(path, shape):
    everything(path, Text(LARGE[shape](SIZE)))
