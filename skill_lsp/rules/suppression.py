"""Comments that suppress findings: `# skill-lsp: ignore[rule] reason`, and `<!-- … -->` in a body."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skill_lsp.config import unknown_name
from skill_lsp.hosts.reading import Severity
from skill_lsp.pattern import pattern
from skill_lsp.record import dataclass, field
from skill_lsp.rules import engine, registry
from skill_lsp.rules.finding import FileEdit, Fix
from skill_lsp.rules.registry import reported
from skill_lsp.syntax.nodes import Mapping
from skill_lsp.syntax.skill import SkillMd
from skill_lsp.text import Edit, Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skill_lsp.rules.context import Context
    from skill_lsp.rules.finding import Finding
    from skill_lsp.syntax.nodes import Node

_MARK = "skill-lsp: ignore"
_DIRECTIVE = pattern(r"(?:#|<!--)\s*skill-lsp: ignore(?:\[([^\]\r\n]*)\])?")


@dataclass
class Suppression:
    """A comment that suppresses findings. `line` is the line it speaks of, `own` its own (both from 0)."""

    span: Span
    rules: tuple[str, ...]
    own: int
    line: int
    used: set[str] = field(default_factory=set)


def applied(findings: list[Finding], context: Context) -> list[Finding]:
    """The findings that no comment suppresses, and one for each comment that suppresses nothing."""
    if _MARK not in context.text.content:
        return findings
    found = list(suppressions(context))
    if not found:
        return findings
    kept = [finding for finding in findings if not _suppressed(finding, found, context)]
    kept += [_unused(one, context) for one in found if _is_unused(one, context)]
    kept.sort(key=lambda finding: (finding.span or (0, 0), finding.rule))
    return kept


def suppressions(context: Context) -> Iterator[Suppression]:
    """The suppressing comments of a document, in order of appearance."""
    text = context.text
    comments = sorted(_comments(context.document))
    lines = {text.position(comment.start).line: comment for comment in comments}
    for own, comment in lines.items():
        match = _DIRECTIVE.match(text.content, comment.start, comment.end)
        if not match:
            continue
        names = tuple(name.strip() for name in (match[1] or "").split(",") if name.strip())
        line = own
        if _stands_alone(comment, context):
            line = text.position(comment.end).line + 1
            while line in lines and _stands_alone(lines[line], context):
                line += 1  # several comments above one line all speak of it
        yield Suppression(comment, names, own, line)


def _comments(document: object) -> tuple[Span, ...]:
    if isinstance(document, SkillMd):
        tree = document.yaml
        return (*(tree.comments if tree else ()), *document.markdown.comments)
    for name in ("toml", "yaml"):
        tree = getattr(document, name, None)
        if tree is not None:
            return tuple(tree.comments)
    return ()


def _stands_alone(comment: Span, context: Context) -> bool:
    text = context.text
    before = text.content[text.line_at(comment.start).start : comment.start]
    after = text.content[comment.end : text.line_at(comment.end).end]
    return not before.strip() and not after.strip()


def _suppressed(finding: Finding, found: list[Suppression], context: Context) -> bool:
    lines = _lines_of(finding, context)
    hit = False
    for suppression in found:
        if finding.rule in suppression.rules and (
            lines is None or suppression.line in lines or suppression.own in lines
        ):
            suppression.used.add(finding.rule)
            hit = True
    return hit


def _lines_of(finding: Finding, context: Context) -> frozenset[int] | None:
    """The lines at which a comment speaks of a finding; None for one about the whole file, which any comment may mean.

    Besides its own first line these are the first line of the key and of the code block that it lies in: no comment
    fits inside a block value or a fence.
    """
    span = finding.span
    if finding.path != context.place.path:
        return frozenset()
    if span is None:
        return None
    text = context.text
    starts = [span.start]
    document = context.document
    if isinstance(document, SkillMd):
        if document.frontmatter is None or document.frontmatter.opener.covers(span):
            return None
        if span.start < document.frontmatter.body.start:
            root = document.yaml.root if document.yaml else None
            starts += _key_starts(root, span)
        else:
            starts += [fence.span.start for fence in document.markdown.fences if fence.span.covers(span)]
    return frozenset(text.position(start).line for start in starts)


def _key_starts(node: Node | None, span: Span) -> Iterator[int]:
    if isinstance(node, Mapping):
        for entry in node.entries:
            if entry.span.covers(span):
                yield entry.key.span.start


def _is_unused(suppression: Suppression, context: Context) -> bool:
    if suppression.rules and suppression.used.issuperset(suppression.rules):
        return False
    document = context.document
    tree = document.yaml if isinstance(document, SkillMd) else None
    # what a broken frontmatter hides can't be told: its findings come back when it is mended
    return not (tree is not None and tree.broken and all(name in registry.ids() for name in suppression.rules))


def _unused(suppression: Suppression, context: Context) -> Finding:
    known = registry.ids()
    unused = [name for name in suppression.rules if name not in suppression.used]
    unknown = [unknown_name("rule", name, known) for name in unused if name not in known]
    if not suppression.rules:
        message = "This comment names no rule and suppresses nothing: write `ignore[rule]`."
    elif unknown:
        message = f"This comment suppresses nothing: {'; '.join(unknown)}."
    else:
        message = f"No finding of {' or '.join(f'`{name}`' for name in unused)} is here to suppress."
    data = "whole" if len(unused) == len(suppression.rules) else None
    finding = context.finding(
        "suppression-unused", suppression.span, message, Severity.INFO, data=data, unnecessary=True
    )
    return engine.with_fixes(finding, context)


@reported("suppression-unused")
def remove_comment(finding: Finding, context: Context) -> Iterator[Fix]:
    """A comment that suppresses findings where there are none.

    Why: What it was written for has gone, or its rule is misspelt. Left in place it would hide the next defect that
        comes to this line.
    Source: skill-lsp.
    Bad:
        ---
        # skill-lsp: ignore[name-format] as the vendor wants it
        name: tide-table
        description: Looks up tides. Use when planning a crossing.
        ---
        Body.
    Good:
        ---
        name: tide-table
        description: Looks up tides. Use when planning a crossing.
        ---
        Body.
    Fix: Removes the comment.
    """
    if finding.span is None or finding.data is None:
        return
    text = context.text
    start, end = finding.span
    if _stands_alone(finding.span, context):
        start = text.line_at(start).start
        last = text.position(end).line
        end = text.line_starts[last + 1] if last + 1 < len(text.line_starts) else end
    else:
        start = len(text.content[:start].rstrip(" \t"))
    yield Fix("Remove the comment", (FileEdit(None, Edit(Span(start, end), "")),))
