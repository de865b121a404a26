"""libyaml's events to nodes, with notes on all that some other YAML parser may stumble over."""

from __future__ import annotations

from typing import Any

from skill_lsp.pattern import pattern
from skill_lsp.syntax.libyaml import Parser, libyaml
from skill_lsp.syntax.nodes import Alias, Entry, Mapping, Node, Scalar, Sequence, Style, SyntaxProblem
from skill_lsp.text import Span

MAX_DEPTH = 100
"""Nesting beyond this is reported and not read: no skill needs it, and readers recurse."""
MAX_UNFOLDED = 10_000
"""Nodes after unfolding every alias, where that multiplies them."""


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
_PROPERTIES = pattern(r"(?:[&!][^\s,\[\]{}]*\s*)+")
_GLUED_HEADER = pattern(r"[|>][-+0-9]*#")
_DASH_ITEM = pattern(r"[\[,]\s*(-)\s*(?=[,\]])")


class Builder:
    """Makes nodes of libyaml's events. `base` is where the source stands in the whole text, `limit` the length of it
    that is there (a line end may have been added)."""

    def __init__(
        self,
        source: str,
        base: int,
        problems: list[SyntaxProblem],
        originals: dict[int, str] | None = None,
        limit: int | None = None,
    ) -> None:
        self.source = source
        self.base = base
        self.limit = len(source) if limit is None else limit
        self.problems = problems
        self.originals = originals
        self.anchors: dict[str, Node] = {}

    def build(self) -> Node | None:
        """The root of the first document. Raises Unreadable."""
        known = len(self.problems)
        try:
            return self._documents(Parser(self.source))
        except libyaml.MarkedYAMLError as error:
            mark = error.problem_mark or error.context_mark
            del self.problems[known:]
            raise Unreadable(mark.index if mark else 0, str(error.problem or error.context or "")) from None
        except libyaml.YAMLError as error:
            del self.problems[known:]
            raise Unreadable(getattr(error, "position", 0), str(getattr(error, "reason", error))) from None

    def _documents(self, parser: Any) -> Node | None:
        root: Node | None = None
        documents = 0
        stack: list[tuple[Any, list[Node]]] = []
        children: list[Node] = []
        get_event = parser.get_event
        while (event := get_event()) is not None:
            kind = type(event)
            if kind is libyaml.ScalarEvent:
                children.append(self._scalar(event, stack))
            elif kind is libyaml.MappingStartEvent or kind is libyaml.SequenceStartEvent:
                if len(stack) >= MAX_DEPTH:
                    raise Unreadable(event.start_mark.index, "its values are nested too deeply")
                stack.append((event, children))
                children = []
            elif kind is libyaml.MappingEndEvent or kind is libyaml.SequenceEndEvent:
                start, around = stack.pop()
                around.append(self._collection(start, event, children, stack))
                children = around
            elif kind is libyaml.AliasEvent:
                children.append(self._alias(event))
            elif kind is libyaml.DocumentStartEvent:
                documents += 1
                self._document(event, documents)
            elif kind is libyaml.DocumentEndEvent:
                root = children[0] if documents == 1 and children else root
                children = []
        return root

    def _document(self, event: Any, number: int) -> None:
        at = event.start_mark.index
        if event.version is not None or event.tags:
            self._record("directive", at, at + 1, "a YAML directive")
        elif number == 2:
            self._record("documents", at, at + 3, "a second YAML document begins here")

    def _record(self, kind: str, start: int, end: int, message: str) -> None:
        self.problems.append(SyntaxProblem(kind, Span(self.base + start, self.base + end), message))

    def _scalar(self, event: Any, stack: list[tuple[Any, list[Node]]]) -> Scalar:
        start, end = event.start_mark.index, event.end_mark.index
        text: str = event.value if self.originals is None else event.value.translate(self.originals)
        style = _STYLES[event.style]
        tag, anchor = event.tag, event.anchor
        if tag is not None or anchor is not None:
            start = self._past_properties(start, end, tag, anchor)
        if style is Style.PLAIN:
            if end > self.limit:
                start, end = min(start, self.limit), self.limit
            node = Scalar(Span(self.base + start, self.base + end), text, style, tag, anchor)
        else:
            end = self._inspect_marked(style, start, end, stack)
            node = Scalar(Span(self.base + start, self.base + end), text, style, tag, anchor)
        if anchor is not None:
            self.anchors[anchor] = node
        return node

    def _inspect_marked(self, style: Style, start: int, end: int, stack: list[tuple[Any, list[Node]]]) -> int:
        """Notes what other parsers mind about a quoted or block scalar; returns where it ends."""
        if style is Style.LITERAL or style is Style.FOLDED:
            glued = _GLUED_HEADER.match(self.source, start, end)
            if glued is not None:
                self._record("header-comment", glued.end() - 1, glued.end(), _GLUED)
            return start + len(self.source[start:end].rstrip())
        if self.source[end : end + 1] == "#":
            self._record("comment-glued", end, end + 1, _GLUED)
        self._check_indentation(start, end, stack)
        return end

    def _check_indentation(self, start: int, end: int, stack: list[tuple[Any, list[Node]]]) -> None:
        """Lines of a quoted or bracketed value must be indented more than what holds it (npm yaml `lexer.ts`)."""
        if not stack or stack[-1][0].flow_style:
            return
        column = stack[-1][0].start_mark.column
        for line in _FURTHER_LINE.finditer(self.source, start, end):
            depth = line.end("blanks") - line.start("blanks")
            if depth <= column and not (depth == column and line.end() == end and line["first"] in "]}"):
                at = line.start("first")
                self._record("flow-indent", at, at + 1, "this line must be indented more than the key it belongs to")
                return

    def _past_properties(self, start: int, end: int, tag: str | None, anchor: str | None) -> int:
        found = _PROPERTIES.match(self.source, start)
        first = min(found.end(), end) if found else start
        if tag is not None:
            kind = "tag" if tag.startswith("tag:yaml.org,2002:") or tag == "!" else "own-tag"
            message = (
                "it takes no value with a tag"
                if kind == "tag"
                else "the word that begins with `!` is a tag that it does not know"
            )
            self._record(kind, start, max(first, start + 1), message)
        if anchor is not None:
            self._record("anchor", start, max(first, start + 1), "it takes no value with an anchor")
        return first

    def _collection(self, start: Any, end: Any, children: list[Node], stack: list[tuple[Any, list[Node]]]) -> Node:
        flow = bool(start.flow_style)
        first = start.start_mark.index
        tag, anchor = start.tag, start.anchor
        if tag is not None or anchor is not None:
            first = self._past_properties(first, start.end_mark.index, tag, anchor)
        if flow:
            last = end.end_mark.index
            self._inspect_flow(first, last, stack)
        else:
            last = children[-1].span.end - self.base if children else first
        span = Span(self.base + first, self.base + max(first, last))
        if type(start) is libyaml.SequenceStartEvent:
            node: Node = Sequence(span, tuple(children), flow, tag, anchor)
        else:
            entries = [self._entry(key, value) for key, value in zip(children[::2], children[1::2], strict=True)]
            node = Mapping(span, tuple(entries), flow, tag, anchor)
        if anchor is not None:
            self.anchors[anchor] = node
        return node

    def _inspect_flow(self, start: int, end: int, stack: list[tuple[Any, list[Node]]]) -> None:
        dash = _DASH_ITEM.search(self.source, start, end)
        if dash is not None:
            self._record("dash-in-flow", dash.start(1), dash.end(1), "a list item can't stand in brackets")
        if stack and stack[-1][0].flow_style:
            return
        self._record("flow-style", start, end, "it takes no list or map in brackets")
        if self.source[end : end + 1] == "#":
            self._record("comment-glued", end, end + 1, _GLUED)
        self._check_indentation(start, end, stack)

    def _entry(self, key: Node, value: Node) -> Entry:
        if type(key) is Scalar:
            return Entry(key, value)
        span = key.span
        source = self.source[span.start - self.base : span.end - self.base]
        return Entry(Scalar(span, source), value, key)

    def _alias(self, event: Any) -> Alias:
        start, end = event.start_mark.index, event.end_mark.index
        target = self.anchors.get(event.anchor)
        if target is None:
            message = f"`*{event.anchor}` is an alias, and nothing before it is called `&{event.anchor}`"
            self._record("alias", start, end, message)
        else:
            self._record("anchor", start, end, "an alias")
        return Alias(Span(self.base + start, self.base + end), event.anchor, target)


_GLUED = "a blank must stand before the `#` of a comment"
_FURTHER_LINE = pattern(r"(?:\r\n|\n|\r)(?P<blanks> *)(?P<first>[^ \r\n#]|#)")


def check_unfolding(root: Node, problems: list[SyntaxProblem]) -> None:
    """Reports aliases that multiply, or nest, beyond what a reader takes."""
    sizes: dict[int, tuple[int, int]] = {}
    pending: list[tuple[Node, bool]] = [(root, False)]
    while pending:
        node, ready = pending.pop()
        if id(node) in sizes:
            continue
        below = children_of(node)
        if not ready:
            pending.append((node, True))
            pending += [(child, False) for child in below]
            continue
        measured = [sizes[id(child)] for child in below]
        size, depth = 1 + sum(one for one, _ in measured), 1 + max((deep for _, deep in measured), default=0)
        sizes[id(node)] = size, depth
        if (size > MAX_UNFOLDED and size > 4 * len(sizes)) or depth > MAX_DEPTH + 1:
            problems.append(SyntaxProblem("alias-bomb", node.span, "these aliases unfold to more than a reader takes"))
            return


def children_of(node: Node) -> list[Node]:
    """The nodes directly below, the target of an alias included."""
    if isinstance(node, Mapping):
        return [entry.value for entry in node.entries]
    if isinstance(node, Sequence):
        return list(node.items)
    return [node.target] if isinstance(node, Alias) and node.target is not None else []
