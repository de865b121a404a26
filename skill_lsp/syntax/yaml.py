"""YAML to nodes with exact spans, kept usable while the YAML is broken.

Knows no host: `YamlTree.problems` records everything that some YAML parser may stumble over; which of it a given host
refuses is said in `hosts/dialects.py`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

import yaml as libyaml

from skill_lsp.syntax.nodes import Alias, Entry, Mapping, Node, Scalar, Sequence, Style, SyntaxProblem
from skill_lsp.text import Span

if TYPE_CHECKING:
    from skill_lsp.text import Text

_Parser: Any = getattr(libyaml, "CSafeLoader", libyaml.SafeLoader)
"""libyaml; PyYAML's own parser, 30 times slower, where PyYAML was built without it."""

MAX_DEPTH = 100
"""Nesting beyond this is reported and not read: no skill needs it, and readers recurse."""


class YamlTree(NamedTuple):
    """A YAML document.

    root: the tree, None for an empty document. Where the text is broken it is the tree of what could be recovered: the
    keys before and after the broken place are in it. broken: libyaml did not accept the text.
    problems: in order, each with a `kind` (see `KINDS`). comments: the spans of comments, `#` included.
    """

    root: Node | None
    broken: bool
    problems: tuple[SyntaxProblem, ...]
    comments: tuple[Span, ...]


def parse(text: Text, span: Span) -> YamlTree:
    """The tree of one part of a text. Linear in its length; never raises."""
    source = text.content[span.start : span.end]
    problems: list[SyntaxProblem] = []
    builder = Builder(source, span.start, problems)
    try:
        root = builder.build()
        broken = False
    except Unreadable as error:
        from skill_lsp.syntax import yaml_recovery

        root = yaml_recovery.recover(source, span.start, error, problems)
        broken = True
    comments = find_comments(source, span.start, root) if "#" in source else ()
    problems.sort(key=lambda problem: problem.span)
    return YamlTree(root, broken, tuple(problems), comments)


class Unreadable(Exception):  # noqa: N818 - it is an outcome, not an error of the program
    """libyaml gave up: at which offset of the source, and why."""

    def __init__(self, offset: int, reason: str) -> None:
        super().__init__(reason)
        self.offset = offset
        self.reason = reason


_STYLES = {
    None: Style.PLAIN,
    "": Style.PLAIN,
    "'": Style.SINGLE,
    '"': Style.DOUBLE,
    "|": Style.LITERAL,
    ">": Style.FOLDED,
}


class Builder:
    """Makes nodes of libyaml's events. `base` is where the source stands in the whole text."""

    def __init__(self, source: str, base: int, problems: list[SyntaxProblem]) -> None:
        self.source = source
        self.base = base
        self.problems = problems
        self.anchors: dict[str, Node] = {}

    def build(self) -> Node | None:
        """The root of the first document. Raises Unreadable."""
        try:
            return self._documents(_Parser(self.source))
        except libyaml.MarkedYAMLError as error:
            mark = error.problem_mark or error.context_mark
            raise Unreadable(mark.index if mark else 0, str(error.problem or error.context or "")) from None
        except libyaml.YAMLError as error:
            raise Unreadable(getattr(error, "position", 0), str(getattr(error, "reason", error))) from None

    def _documents(self, parser: Any) -> Node | None:
        root: Node | None = None
        documents = 0
        stack: list[tuple[Any, list[Node]]] = []
        while True:
            event = parser.get_event()
            if event is None:
                return root
            kind = type(event)
            if kind is libyaml.ScalarEvent:
                node: Node = self._scalar(event)
            elif kind is libyaml.MappingStartEvent or kind is libyaml.SequenceStartEvent:
                if len(stack) >= MAX_DEPTH:
                    raise Unreadable(event.start_mark.index, "nested too deeply")
                stack.append((event, []))
                continue
            elif kind is libyaml.MappingEndEvent or kind is libyaml.SequenceEndEvent:
                start, children = stack.pop()
                node = self._collection(start, event, children)
            elif kind is libyaml.AliasEvent:
                node = self._alias(event)
            else:
                if kind is libyaml.DocumentStartEvent:
                    documents += 1
                    self._directives(event, documents)
                continue
            if stack:
                stack[-1][1].append(node)
            elif documents == 1:
                root = node

    def _span(self, start: int, end: int) -> Span:
        return Span(self.base + start, self.base + end)

    def _directives(self, event: Any, number: int) -> None:
        if number == 2:
            at = event.start_mark.index
            self.problems.append(
                SyntaxProblem("documents", self._span(at, at + 3), "a second YAML document begins here")
            )

    def _scalar(self, event: Any) -> Scalar:
        start, end = event.start_mark.index, event.end_mark.index
        style = _STYLES[event.style]
        if style in (Style.LITERAL, Style.FOLDED):
            end = start + len(self.source[start:end].rstrip())
        if event.tag is not None or event.anchor is not None:
            start = self._past_properties(start, end)
        node = Scalar(self._span(start, end), event.value, style, event.tag, event.anchor)
        if event.anchor is not None:
            self.anchors[event.anchor] = node
        return node

    def _past_properties(self, start: int, end: int) -> int:
        found = _PROPERTIES.match(self.source, start, end)
        return found.end() if found else start

    def _collection(self, start: Any, end: Any, children: list[Node]) -> Node:
        flow = bool(start.flow_style)
        first, last = start.start_mark.index, end.end_mark.index
        if not flow:
            last = max(first, children[-1].span.end - self.base) if children else first
            if children and (start.anchor or start.tag):
                first = children[0].span.start - self.base
        span = self._span(first, last)
        if type(start) is libyaml.SequenceStartEvent:
            node: Node = Sequence(span, tuple(children), flow, start.tag, start.anchor)
        else:
            pairs = zip(children[::2], children[1::2], strict=True)
            entries = tuple(self._entry(key, value) for key, value in pairs)
            if not flow and entries:
                span = Span(span.start, max(span.end, entries[-1].span.end))
            node = Mapping(span, entries, flow, start.tag, start.anchor)
        if start.anchor is not None:
            self.anchors[start.anchor] = node
        return node

    def _entry(self, key: Node, value: Node) -> Entry:
        if type(key) is Scalar:
            return Entry(key, value)
        span = key.span
        source = self.source[span.start - self.base : span.end - self.base]
        return Entry(Scalar(span, source), value, key)

    def _alias(self, event: Any) -> Alias:
        target = self.anchors.get(event.anchor)
        span = self._span(event.start_mark.index, event.end_mark.index)
        if target is None:
            message = f"`*{event.anchor}` refers to an anchor that does not stand before it"
            self.problems.append(SyntaxProblem("undefined-alias", span, message))
        return Alias(span, event.anchor, target)


_PROPERTIES = re.compile(r"(?:[&!][^\s,\[\]{}]*\s*)+")
_COMMENT = re.compile(r"(?:^|(?<=[ \t\r\n]))#[^\r\n]*")


def find_comments(source: str, base: int, root: Node | None) -> tuple[Span, ...]:
    """The spans of the comments: what begins with a `#` after white space and lies in no scalar."""
    scalars = iter(sorted(_scalars(root)))
    current = next(scalars, None)
    comments = []
    for found in _COMMENT.finditer(source):
        start = found.start() + base
        while current is not None and current.end <= start:
            current = next(scalars, None)
        if current is None or start < current.start:
            comments.append(Span(start, found.end() + base))
    return tuple(comments)


def _scalars(root: Node | None) -> list[Span]:
    spans: list[Span] = []
    pending = [root] if root is not None else []
    while pending:
        node = pending.pop()
        if type(node) is Scalar:
            spans.append(node.span)
        elif type(node) is Sequence:
            pending += node.items
        elif type(node) is Mapping:
            for entry in node.entries:
                spans.append(entry.key.span)
                pending.append(entry.value)
    return spans
