"""The `paths` key: globs that tie a skill to files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skill_lsp.rules.registry import reported
from skill_lsp.rules.values import replacing, root_of
from skill_lsp.syntax import globs
from skill_lsp.syntax.nodes import Mapping, Scalar, Sequence, Style
from skill_lsp.syntax.quoting import yaml_quoted
from skill_lsp.text import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skill_lsp.rules.context import Context
    from skill_lsp.rules.finding import Finding, Fix
    from skill_lsp.syntax.nodes import Node


def _paths(context: Context) -> Node | None:
    root = root_of(context)
    return root.get("paths") if isinstance(root, Mapping) else None


def _as_list(node: Scalar, key: str) -> Iterator[Fix]:
    patterns = [pattern for _, pattern in globs.split(node.text) if pattern]
    if patterns and node.style in (Style.PLAIN, Style.SINGLE, Style.DOUBLE):
        listed = ", ".join(yaml_quoted(pattern) for pattern in patterns)
        yield replacing(node.span, f"[{listed}]", f"Write `{key}` as a list")


@reported("paths-empty")
def paths_empty(finding: Finding, context: Context) -> Iterator[Fix]:
    """Empty list of globs, or an empty entry in it.

    Why: Xum makes the whole skill invalid and shows it with an error in the skills indicator.
    Source: Xum's Agent Skills page, section on path-scoped skills.
    Targets: xum
    Bad (.xum/skills/ts-rules/SKILL.md):
        ---
        name: ts-rules
        description: Conventions for TypeScript.
        paths: "src/**/*.ts,,test/**/*.ts"
        ---
        Body.
    Good (.xum/skills/ts-rules/SKILL.md):
        ---
        name: ts-rules
        description: Conventions for TypeScript.
        paths: "src/**/*.ts,test/**/*.ts"
        ---
        Body.
    Fix: Removes the empty entry.
    """
    node = _paths(context)
    if isinstance(node, Scalar) and node.style in (Style.PLAIN, Style.SINGLE, Style.DOUBLE):
        patterns = [pattern for _, pattern in globs.split(node.text) if pattern]
        if patterns:
            joined = ", ".join(patterns)
            written = joined if node.style is Style.PLAIN else yaml_quoted(joined)
            yield replacing(node.span, written, "Remove the empty entry")
    elif isinstance(node, Sequence) and node.items:
        yield from _without_item(context, node, finding)


def _without_item(context: Context, node: Sequence, finding: Finding) -> Iterator[Fix]:
    """Removes the list item that the finding stands on."""
    number = next((n for n, item in enumerate(node.items) if item.span == finding.span), None)
    if number is None or len(node.items) < 2:
        return
    item = node.items[number]
    if node.flow:
        before = node.items[number - 1].span.end if number else item.span.start
        after = item.span.end if number else node.items[1].span.start
        yield replacing(Span(before, after), "", "Remove the empty entry")
        return
    line = context.text.line_at(item.span.start)
    if context.text.content[line.start : item.span.start].strip() == "-":
        position = context.text.position(item.span.start).line
        starts = context.text.line_starts
        end = starts[position + 1] if position + 1 < len(starts) else line.end
        yield replacing(Span(line.start, end), "", "Remove the empty entry")


@reported("paths-glob")
def paths_glob(finding: Finding, context: Context) -> Iterator[Fix]:
    r"""Glob that a host does not take: negated, absolute, with `..`, a backslash or an unclosed bracket.

    Why: In Xum one such entry makes the whole skill invalid. In Claude Code a pattern with a bad bracket matches
    nothing. In the comma form Xum allows neither `[` nor `(`; they need the list form.
    Source: Xum's Agent Skills page, section on path-scoped skills; code.claude.com/docs/en/skills of 2026-08-22 (bad
    bracket since 2.1.207).
    Targets: xum
    Bad (.xum/skills/ts-rules/SKILL.md):
        ---
        name: ts-rules
        description: Conventions for TypeScript.
        paths: ['src\**\*.ts']
        ---
        Body.
    Good (.xum/skills/ts-rules/SKILL.md):
        ---
        name: ts-rules
        description: Conventions for TypeScript.
        paths: ["src/**/*.ts"]
        ---
        Body.
    Fix: Writes `/` for a backslash; turns the comma form into a list where the pattern needs it.
    """
    node = _paths(context)
    if isinstance(node, Scalar):
        if finding.data == "list":
            yield from _as_list(node, "paths")
        return
    if not isinstance(node, Sequence):
        return
    item = next((item for item in node.items if finding.span and item.span.covers(finding.span)), None)
    if isinstance(item, Scalar) and "\\" in item.text:
        yield replacing(item.span, yaml_quoted(item.text.replace("\\", "/")), "Write / for the backslash")
