"""YAML to nodes with exact spans, kept usable while the YAML is broken.

Knows no host: `YamlTree.problems` records everything that some YAML parser may stumble over; which of it a given host
refuses is said in `hosts/dialects.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from skill_lsp.pattern import pattern
from skill_lsp.syntax import yaml_characters, yaml_gaps
from skill_lsp.syntax.libyaml import Parser, libyaml
from skill_lsp.syntax.nodes import Alias, Entry, Mapping, Node, Scalar, Sequence, Style, SyntaxProblem
from skill_lsp.text import Span

if TYPE_CHECKING:
    from skill_lsp.text import Text

KINDS = {
    # what breaks the document for every parser
    "plain-colon": "a colon and a blank inside a plain value",
    "reserved-start": "a plain value that begins with a reserved character",
    "text-after-quote": "text behind the closing quote of a value",
    "text-after-flow": "text behind the closing bracket of a value",
    "unclosed-quote": "a quote that is never closed",
    "quote-at-end": "a quote that only an escaped one at the very end seems to close",
    "unclosed-flow": "a bracket that is never closed",
    "bare-line": "a line that is neither a key with a value nor part of one",
    "missing-space": "no blank behind the colon of a key",
    "odd-colon": "`=` or a full-width colon behind a key",
    "odd-space": "a blank that is none for YAML, where one must stand",
    "bad-escape": "a backslash sequence that double quotes do not have",
    "block-header": "text behind the `|` or `>` of a block",
    "alias": "an alias without an anchor (also a glob that begins with `*`)",
    "tab": "a tab where YAML wants spaces",
    "indentation": "a line at a depth that fits nothing before it",
    "documents": "a second document",
    "directive": "a `%` line",
    "depth": "nested more deeply than any reader follows",
    "alias-bomb": "aliases that unfold to more than a reader takes",
    "syntax": "anything else",
    # what some parsers take and others do not
    "duplicate-key": "a key that stands twice in one mapping",
    "flow-style": "a list or map in brackets",
    "anchor": "an anchor or an alias to one",
    "tag": "a tag of YAML itself",
    "own-tag": "a tag that YAML does not have",
    "tab-line": "a tab in a line that is empty or a comment",
    "tab-gap": "a tab outside quotes that indents nothing",
    "comment-glued": "a `#` directly behind a quote or a bracket",
    "header-comment": "a `#` directly behind a block indicator",
    "flow-indent": "a line of a quoted or bracketed value that is not indented",
    "dash-in-flow": "a list item in brackets",
    "empty-key": "a colon without a key",
    "flow-key": "a bracketed value that is itself a key",
    "inner-mark": "a byte order mark that is not at the beginning",
    "control-character": "a control character",
    "line-separator": "a character that ends a line for some readers only",
}
"""The kinds of problems, each with what it is."""

MAX_DEPTH = 100
"""Nesting beyond this is reported and not read: no skill needs it, and readers recurse."""
MAX_UNFOLDED = 10_000
"""Nodes after unfolding every alias, where that multiplies them."""


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


class Unreadable(Exception):  # noqa: N818 - it is an outcome, not an error of the program
    """libyaml gave up: at which offset of the source, and why."""

    def __init__(self, offset: int, reason: str) -> None:
        super().__init__(reason)
        self.offset = offset
        self.reason = reason


def parse(text: Text, span: Span) -> YamlTree:
    """The tree of one part of a text. Linear in its length; never raises."""
    source = text.content[span.start : span.end]
    if source.endswith(("\n\n", "\r\n\r\n", "\r\r")):
        # the last empty line ends at the closing `---`; only `|+` would see it, and hosts join the lines without it
        source = source.removesuffix("\n").removesuffix("\r")
    problems: list[SyntaxProblem] = []
    masked, originals = (
        (source, None) if yaml_characters.ordinary(source) else yaml_characters.masked(source, span.start, problems)
    )
    broken = False
    if not masked.endswith(("\n", "\r")):
        masked += "\n"  # npm yaml and js-yaml end a block's last line also where the text ends without
    try:
        root = Builder(masked, span.start, problems, originals, len(source)).build()
        if (
            isinstance(root, Scalar)
            and root.style is Style.PLAIN
            and root.text[:1].isalpha()
            and _KEYLIKE.search(root.text)
        ):
            raise Unreadable(0, "this is one text and no map")
    except Unreadable as error:
        from skill_lsp.syntax import yaml_recovery

        broken = True
        root = yaml_recovery.recover(masked, span.start, error, problems, originals)
    if "*" in source and root is not None:
        _check_unfolding(root, problems)
    comments = yaml_gaps.comments(source, span.start, root) if "#" in source else ()
    if "\t" in source and all(problem.kind != "tab" for problem in problems):
        problems += yaml_gaps.tabs(source, span.start, root, [*comments, *(problem.span for problem in problems)])
    if problems:
        problems.sort(key=lambda problem: problem.span)
    return YamlTree(root, broken, tuple(problems), comments)


# ------------------------------------------------------------------------- nodes

_STYLES = {
    None: Style.PLAIN,
    "": Style.PLAIN,
    "'": Style.SINGLE,
    '"': Style.DOUBLE,
    "|": Style.LITERAL,
    ">": Style.FOLDED,
}
_KEYLIKE = pattern(r"^[\w-]+[ \t]*[:=\uff1a]")
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


def _check_unfolding(root: Node, problems: list[SyntaxProblem]) -> None:
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
