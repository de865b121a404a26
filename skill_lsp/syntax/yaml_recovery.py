"""What can still be known of YAML that no longer parses: each top-level key on its own, and where exactly it is wrong."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from skill_lsp.syntax.nodes import Entry, Mapping, Node, Scalar, Style, SyntaxProblem
from skill_lsp.text import Span

if TYPE_CHECKING:
    from skill_lsp.syntax.yaml import Unreadable

_TOP_KEY = re.compile(r"^(?P<key>[A-Za-z_][\w.-]*|\"[^\"\r\n]*\"|'[^'\r\n]*')(?P<gap>[ \t]*):(?=[ \t\r\n]|$)", re.M)


def recover(source: str, base: int, error: Unreadable, problems: list[SyntaxProblem]) -> Node | None:
    """The tree of what could be read; adds at least one problem."""
    from skill_lsp.syntax import yaml

    heads = list(_TOP_KEY.finditer(source))
    entries: list[Entry] = []
    found = len(problems)
    for number, head in enumerate(heads):
        end = heads[number + 1].start() if number + 1 < len(heads) else len(source)
        block = source[head.start() : end]
        builder = yaml.Builder(block, base + head.start(), problems)
        try:
            node = builder.build()
        except yaml.Unreadable as broken:
            at = base + head.start() + min(broken.offset, len(block))
            problems.append(SyntaxProblem("syntax", Span(at, min(at + 1, base + end)), broken.reason))
            entries.append(_raw(source, base, head, end))
            continue
        if isinstance(node, Mapping):
            entries += node.entries
    if len(problems) == found:
        at = base + min(error.offset, len(source))
        problems.append(SyntaxProblem("syntax", Span(at, min(at + 1, base + len(source))), error.reason))
    if not entries:
        return None
    return Mapping(Span(entries[0].span.start, entries[-1].span.end), tuple(entries))


def _raw(source: str, base: int, head: re.Match[str], end: int) -> Entry:
    key = Scalar(Span(base + head.start("key"), base + head.end("key")), head["key"].strip("\"'"))
    line_end = re.compile(r"[\r\n]|$").search(source, head.end(), end)
    raw = source[head.end() : line_end.start() if line_end else end]
    start = head.end() + len(raw) - len(raw.lstrip())
    text = raw.strip()
    return Entry(key, Scalar(Span(base + start, base + start + len(text)), text, Style.PLAIN))
