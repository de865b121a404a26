"""The file as bytes: byte order mark, size, line endings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skill_lsp.hosts.reading import Severity
from skill_lsp.pattern import pattern
from skill_lsp.rules.finding import FileEdit, Finding, Fix
from skill_lsp.rules.registry import detects, reported
from skill_lsp.rules.values import replacing
from skill_lsp.syntax.skill import SkillMd
from skill_lsp.text import BOM, Edit, Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skill_lsp.rules.context import Context


@reported("byte-order-mark")
def byte_order_mark(finding: Finding, context: Context) -> Iterator[Fix]:
    """Byte order mark before the frontmatter.

    Why: Hosts that look for `---` at the first character find the mark instead and see no frontmatter. Windows editors
    write it ("UTF-8 with BOM"). Xum drops one.
    Source: skills-ref 0.1.1 parser.py (executed); Traitome/oxo-flow b936dc14, skill.rs; Claude Code changelog 2.1.239;
    bytedance/deer-flow 5587.
    Bad (.claude/skills/tide-table/SKILL.md):
        \ufeff---
        name: tide-table
        description: Reads tide tables.
        ---
        Body.
    Good (.claude/skills/tide-table/SKILL.md):
        ---
        name: tide-table
        description: Reads tide tables.
        ---
        Body.
    Fix: Removes the mark.
    """
    if context.text.content.startswith(BOM):
        yield replacing(Span(0, 1), "", "Remove the byte order mark")


@reported("file-size")
def file_size(finding: Finding, context: Context) -> Iterator[Fix]:
    r"""File that is larger than a host reads.

    Why: The host skips the skill before it looks inside.
    Source: coder/mux f2160b194, fileCommon.ts (1,048,576 bytes).
    Targets: xum
    Bad (.xum/skills/tide-table/SKILL.md):
        ---
        name: tide-table
        description: Reads tide tables.
        ---
        ⟨17000 × Low water at six, high water at noon, and so on for every day.\n⟩
    Good (.xum/skills/tide-table/SKILL.md):
        ---
        name: tide-table
        description: Reads tide tables.
        ---
        The tables are in [tables.csv](tables.csv).
    Fix: None; put what is long into files beside it and link them.
    """
    yield from ()


_LINE_END = pattern(r"\r\n|\n|\r")


@detects("file-line-endings", trigger="\r")
def file_line_endings(context: Context) -> Iterator[Finding]:
    """Line endings of more than one kind in a file.

    Why: Every known host takes CRLF as well as LF. A file that mixes them was edited by tools that disagree: scripts
    taken from it fail, and a reader that looks for `---` with one kind misses the other.
    Source: Gentleman-Programming/gentle-ai 678.
    Bad:
        ---
        name: tide-table
        description: Reads tide tables.
        ---
        Low water.\r
        High water.
        Slack.
    Good:
        ---
        name: tide-table
        description: Reads tide tables.
        ---
        Low water.
        High water.
        Slack.
    Fix: Writes the kind that most lines have.
    """  # noqa: D301 - the example needs the character
    content = context.text.content
    if not isinstance(context.document, SkillMd) or context.text.undecodable is not None:
        return
    counts = {"\r\n": content.count("\r\n")}
    counts["\n"] = content.count("\n") - counts["\r\n"]
    counts["\r"] = content.count("\r") - counts["\r\n"]
    if sum(1 for count in counts.values() if count) < 2:
        return
    usual = max(counts, key=lambda end: (counts[end], end == "\n"))
    others = [found for found in _LINE_END.finditer(content) if found.group() != usual]
    edits = tuple(FileEdit(None, Edit(Span(*found.span()), usual)) for found in others)
    first = others[0]
    number = context.text.position(first.start()).line + 1
    message = f"Line {number} ends with {_NAMES[first.group()]}, most lines of this file with {_NAMES[usual]}."
    fix = Fix(f"End every line with {_NAMES[usual]}", edits)
    line = context.text.line(number - 1)
    span = line if line.end > line.start else Span(*first.span())
    yield context.finding("file-line-endings", span, message, Severity.INFO, fixes=(fix,))


_NAMES = {"\r\n": "CRLF", "\n": "LF", "\r": "CR"}
