"""Formatting of a frontmatter or manifest: white space only, and only where no host reads anything else afterwards."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from skill_lsp import hosts
from skill_lsp.features import edits
from skill_lsp.syntax.nodes import Mapping, Scalar, Sequence, Style
from skill_lsp.syntax.skill import SkillMd, SkillToml
from skill_lsp.text import Edit, Span
from skill_lsp.workspace.documents import parse

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lsprotocol import types as lsp

    from skill_lsp.features.document import Document
    from skill_lsp.features.snapshot import Snapshot
    from skill_lsp.syntax.nodes import Node

_TRAILING = re.compile(r"[ \t]+\Z")


def formatting(snapshot: Snapshot, document: Document, within: Span | None = None) -> list[lsp.TextEdit]:
    """The edits that tidy a document, or the lines of a range; the body of a SKILL.md is never touched."""
    if isinstance(document.tree, SkillMd):
        wanted = _frontmatter(document)
    elif isinstance(document.tree, SkillToml):
        wanted = _manifest(document)
    else:
        return []
    if within is not None:
        wanted = [edit for edit in wanted if edit.span.start <= within.end and within.start <= edit.span.end]
    return edits.text_edits(document, _harmless(snapshot, document, wanted)) if wanted else []


def _harmless(snapshot: Snapshot, document: Document, wanted: list[Edit]) -> list[Edit]:
    """The edits after which every host reads the same: all of them as a rule, else those that are so by themselves."""
    if _reads_the_same(snapshot, document, wanted):
        return wanted
    alone = [edit for edit in wanted if _reads_the_same(snapshot, document, [edit])]
    return alone if _reads_the_same(snapshot, document, alone) else []


def _reads_the_same(snapshot: Snapshot, document: Document, wanted: list[Edit]) -> bool:
    """Whether every host has the same after the edits: the same values, problems of the same kind, the same body."""
    context = snapshot.context(document)
    kind = snapshot.workspace.kind(document.path)
    if context is None or kind is None:
        return False
    after = parse(kind, document.text.edited(wanted))
    for host_id, before in snapshot.readings(document).items():
        now = hosts.get(host_id).read(after, context.place)
        same = (before.loaded, before.name, before.description, before.values, before.body, before.index_entry)
        if same != (now.loaded, now.name, now.description, now.values, now.body, now.index_entry):
            return False
        if sorted(one.rule for one in now.problems) != sorted(one.rule for one in before.problems):
            return False
    return True


# ------------------------------------------------------------------------- YAML


def _frontmatter(document: Document) -> list[Edit]:
    frontmatter = document.frontmatter
    tree = document.tree.yaml
    if frontmatter is None or frontmatter.displacement or tree is None or tree.broken or document.root is None:
        return []
    found = [*_gaps(document, document.root), *_line_ends(document, frontmatter.opener.start, frontmatter.content.end)]
    if frontmatter.closer is not None:
        found += _line_ends(document, frontmatter.closer.start, frontmatter.closer.end)
    return _apart(found)


def _apart(found: list[Edit]) -> list[Edit]:
    """The edits in order, without those that reach into the one before."""
    chosen: list[Edit] = []
    for edit in sorted(set(found)):
        if not chosen or edit.span.start >= chosen[-1].span.end:
            chosen.append(edit)
    return chosen


def _gaps(document: Document, node: Node) -> Iterator[Edit]:
    """One space after a colon, a dash and a comma of a list on one line."""
    text = document.text
    if isinstance(node, Mapping) and not node.flow:
        for entry in node.entries:
            gap = Span(entry.key.span.end, entry.value.span.start)
            if re.fullmatch(r"[ \t]*:[ \t]+", text[gap]) and text[gap] != ": " and entry.value.span.end > gap.end:
                yield Edit(gap, ": ")
            yield from _gaps(document, entry.value)
    elif isinstance(node, Sequence) and node.flow:
        yield from _flow(document, node)
    elif isinstance(node, Sequence):
        for item in node.items:
            start = text.line_at(item.span.start).start
            dash = re.search(r"-([ \t]{2,})\Z", text.content[start : item.span.start])
            if dash and isinstance(item, Scalar):
                yield Edit(Span(item.span.start - len(dash[1]), item.span.start), " ")
            yield from _gaps(document, item)


def _flow(document: Document, node: Sequence) -> Iterator[Edit]:
    items = [document.text[item.span] for item in node.items if isinstance(item, Scalar)]
    source = document.text[node.span]
    plain = re.sub(r"[\s,]", "", source)
    if len(items) == len(node.items) and "\n" not in source and "\r" not in source:
        written = f"[{', '.join(items)}]"
        if plain == re.sub(r"[\s,]", "", written) and written != source:
            yield Edit(node.span, written)


def _line_ends(document: Document, start: int, end: int) -> Iterator[Edit]:
    """No white space at the end of lines, but inside texts over several lines it stays."""
    text = document.text
    texts = [scalar.span for scalar in _scalars(document.root) if _spans_lines(document, scalar)]
    for number in range(text.position(start).line, text.position(end).line + 1):
        line = text.line(number)
        trailing = _TRAILING.search(text[line])
        if trailing and line.end <= end and not any(span.start < line.end <= span.end for span in texts):
            yield Edit(Span(line.start + trailing.start(), line.end), "")


def _spans_lines(document: Document, scalar: Scalar) -> bool:
    return scalar.style in (Style.LITERAL, Style.FOLDED) or "\n" in document.text[scalar.span]


def _scalars(node: Node | None) -> Iterator[Scalar]:
    if isinstance(node, Scalar):
        yield node
    elif isinstance(node, Mapping):
        for entry in node.entries:
            yield from _scalars(entry.value)
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from _scalars(item)


# ------------------------------------------------------------------------- TOML


def _manifest(document: Document) -> list[Edit]:
    """One space around `=`, two before a comment, keys at the start of their line, no white space at its end."""
    tree = document.tree.toml
    if tree.problems or document.root is None:
        return []
    found = [*_assignments(document, document.root), *_comments(document, tree.comments)]
    return _apart([*found, *_line_ends(document, 0, len(document.text))])


def _assignments(document: Document, node: Mapping) -> Iterator[Edit]:
    text = document.text
    for entry in node.entries:
        key, value = entry.key.span, entry.value
        gap = Span(key.end, value.span.start)
        if re.fullmatch(r"[ \t]*=[ \t]*", text[gap]) and text[gap] != " = ":
            yield Edit(gap, " = ")
        line = text.line_at(key.start).start
        if not node.flow and line < key.start and not text.content[line : key.start].strip(" \t"):
            yield Edit(Span(line, key.start), "")
        if isinstance(value, Mapping) and not value.flow:
            yield from _assignments(document, value)


def _comments(document: Document, comments: tuple[Span, ...]) -> Iterator[Edit]:
    for comment in comments:
        line = document.text.line_at(comment.start).start
        before = document.text.content[line : comment.start]
        if before.strip(" \t\ufeff"):
            start = line + len(before.rstrip(" \t"))
            if before[start - line :] != "  ":
                yield Edit(Span(start, comment.start), "  ")
