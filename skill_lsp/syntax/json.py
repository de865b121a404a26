"""JSON to the same nodes as YAML and TOML, kept usable while it is broken."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from skill_lsp.pattern import pattern
from skill_lsp.record import NamedTuple
from skill_lsp.syntax.nodes import Entry, Mapping, Node, Scalar, Sequence, Style, SyntaxProblem
from skill_lsp.text import BOM, Span

if TYPE_CHECKING:
    from skill_lsp.text import Text

KINDS = (
    "byte-order-mark",
    "comment",
    "content-after-end",
    "control-character",
    "duplicate-key",
    "empty",
    "escape",
    "key",
    "missing-colon",
    "missing-comma",
    "missing-value",
    "number",
    "stray",
    "trailing-comma",
    "unclosed",
    "unclosed-string",
    "word",
)
"""The words that `problems` use."""

_TOKEN = pattern(
    r"""(?P<blank>[ \t\r\n]+)
    | (?P<string>"(?:[^"\\\r\n]|\\[^\r\n])*"?)
    | (?P<mark>[{}\[\],:])
    | (?P<comment>//[^\r\n]*|/\*(?:[^*]|\*(?!/))*(?:\*/)?)
    | (?P<word>[^\s{}\[\],:"]+|.)""",
    re.VERBOSE | re.DOTALL,
)
_NUMBER = pattern(r"-?(?:0|[1-9][0-9]*)(?P<fraction>\.[0-9]+)?(?P<exponent>[eE][-+]?[0-9]+)?\Z")
_ESCAPES = pattern(r'\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})|\\.|[\x00-\x1f]', re.DOTALL)


class JsonTree(NamedTuple):
    """A JSON document. `root` holds what could be read, also of a broken text; None where there is nothing. `problems`
    is empty exactly where `JSON.parse` accepts the text and no key stands twice."""

    root: Node | None
    problems: tuple[SyntaxProblem, ...]

    @property
    def broken(self) -> bool:
        """Whether a JSON parser refuses the text."""
        return any(problem.kind != "duplicate-key" for problem in self.problems)


def parse(text: Text) -> JsonTree:
    """The tree of a text. Linear in its length; never raises."""
    return _Parser(text).tree()


class _Frame:
    """An object or list under construction."""

    def __init__(self, opener: str, start: int) -> None:
        self.opener = opener
        self.start = start
        self.entries: list[Entry] = []
        self.items: list[Node] = []
        self.key: Scalar | None = None
        self.colon = False
        self.comma: Span | None = None
        """The comma after the last value."""
        self.end = start + 1
        """The end of the last value."""

    @property
    def is_object(self) -> bool:
        return self.opener == "{"

    @property
    def filled(self) -> bool:
        return bool(self.entries or self.items)

    def node(self, end: int) -> Node:
        span = Span(self.start, end)
        if self.is_object:
            return Mapping(span, tuple(self.entries), flow=True)
        return Sequence(span, tuple(self.items), flow=True)


class _Parser:
    def __init__(self, text: Text) -> None:
        self.content = text.content
        self.problems: list[SyntaxProblem] = []
        self.frames: list[_Frame] = []
        self.open = {"{": 0, "[": 0}
        self.root: Node | None = None

    def tree(self) -> JsonTree:
        at = 0
        if self.content.startswith(BOM):
            self.problem("byte-order-mark", Span(0, 1), "a byte order mark stands before the JSON")
            at = 1
        for match in _TOKEN.finditer(self.content, at):
            if match.lastgroup != "blank":
                self.token(match.lastgroup or "", match.group(), Span(*match.span()))
        for frame in reversed(self.frames):
            what = "object" if frame.is_object else "list"
            self.problem("unclosed", Span(frame.start, frame.start + 1), f"this {what} is not closed")
        while self.frames:
            self.close(len(self.content))
        if self.root is None and not self.problems:
            self.problem("empty", Span(0, 0), "the file holds no JSON value")
        self.problems.sort(key=lambda problem: problem.span)
        return JsonTree(self.root, tuple(self.problems))

    def token(self, kind: str, source: str, span: Span) -> None:
        if kind == "comment":
            self.problem("comment", span, "JSON has no comments")
        elif kind == "string":
            self.value(self.string(source, span))
        elif kind == "word":
            self.value(self.word(source, span))
        elif source in "{[":
            self.frames.append(_Frame(source, span.start))
            self.open[source] += 1
        elif source in "}]":
            self.closer(source, span)
        elif not self.frames:
            self.problem("stray", span, f"`{source}` stands outside of the value")
        elif source == ",":
            self.comma(span)
        else:
            self.colon(span)

    def comma(self, span: Span) -> None:
        frame = self.frames[-1]
        if frame.key is not None:
            self.without_value(frame)
        elif frame.comma is not None or not frame.filled:
            self.problem("stray", span, "a value is missing before this comma")
        frame.comma = span

    def colon(self, span: Span) -> None:
        frame = self.frames[-1]
        if frame.key is None or frame.colon:
            self.problem("stray", span, "this colon follows no key")
        else:
            frame.colon = True

    def closer(self, source: str, span: Span) -> None:
        opener = "{" if source == "}" else "["
        if not self.open[opener]:
            self.problem("stray", span, f"`{source}` closes nothing")
            return
        while self.frames[-1].opener != opener:
            frame = self.frames[-1]
            what = "object" if frame.is_object else "list"
            self.problem("unclosed", Span(frame.start, frame.start + 1), f"this {what} is not closed")
            self.close(span.start)
        comma = self.frames[-1].comma
        if comma is not None:
            self.problem("trailing-comma", comma, "JSON allows no comma after the last value")
        self.close(span.end)

    def close(self, end: int) -> None:
        frame = self.frames.pop()
        self.open[frame.opener] -= 1
        if frame.key is not None:
            self.without_value(frame)
        node = frame.node(end)
        if isinstance(node, Mapping):
            for first, again in node.duplicates():
                message = f"`{first.key.text}` stands twice; the last value counts"
                self.problem("duplicate-key", again.key.span, message)
        self.value(node)

    def without_value(self, frame: _Frame) -> None:
        key = frame.key
        if key is not None:
            self.problem("missing-value", key.span, f"`{key.text}` has no value")
            frame.entries.append(Entry(key, Scalar(Span(key.span.end, key.span.end), "")))
        frame.key, frame.colon = None, False

    def value(self, node: Node) -> None:
        """Puts a finished value where it belongs."""
        if not self.frames:
            if self.root is not None:
                self.problem("content-after-end", node.span, "something stands after the end of the JSON value")
            else:
                self.root = node
            return
        frame = self.frames[-1]
        if frame.key is None and frame.filled and frame.comma is None:
            self.problem("missing-comma", Span(frame.end - 1, frame.end), "a comma is missing after this value")
        frame.comma = None
        if not frame.is_object:
            frame.items.append(node)
        elif frame.key is None:
            frame.key = self.as_key(node)
            return
        else:
            if not frame.colon:
                self.problem("missing-colon", frame.key.span, f"a colon is missing after `{frame.key.text}`")
            frame.entries.append(Entry(frame.key, node))
            frame.key, frame.colon = None, False
        frame.end = node.span.end

    def as_key(self, node: Node) -> Scalar:
        if isinstance(node, Scalar) and node.style is Style.STRING:
            return node
        self.problem("key", node.span, "a key must be a string in double quotes")
        return Scalar(node.span, node.text if isinstance(node, Scalar) else "", Style.STRING)

    def string(self, source: str, span: Span) -> Scalar:
        closed = len(source) > 1 and source.endswith('"') and not _ends_escaped(source)
        if not closed:
            self.problem("unclosed-string", span, "this string is not closed on its line")
            source += '"'
        inner = source[1:-1]
        if "\\" in inner or not inner.isprintable():
            for match in _ESCAPES.finditer(inner):
                at = Span(span.start + 1 + match.start(), span.start + 1 + match.end())
                if match.group() < " ":
                    self.problem("control-character", at, "a tab or other control character must be escaped in JSON")
                elif len(match.group()) == 2 and match.group()[1] not in '"\\/bfnrt':
                    self.problem("escape", at, f"`{match.group()}` is no JSON escape")
            try:
                inner = json.loads(source, strict=False)
            except ValueError:
                inner = source[1:-1]
        return Scalar(span, inner, Style.STRING)

    def word(self, source: str, span: Span) -> Scalar:
        if source in ("true", "false"):
            return Scalar(span, source, Style.BOOLEAN)
        if source == "null":
            return Scalar(span, source, Style.NULL)
        match = _NUMBER.match(source)
        if match:
            whole = match["fraction"] is None and match["exponent"] is None
            return Scalar(span, source, Style.INTEGER if whole else Style.FLOAT)
        if source[0] in "-+.0123456789":
            self.problem("number", span, f"`{source}` is no JSON number")
            return Scalar(span, source, Style.FLOAT)
        self.problem("word", span, f"`{source}` must stand in double quotes")
        return Scalar(span, source.strip("'"), Style.STRING)

    def problem(self, kind: str, span: Span, message: str) -> None:
        self.problems.append(SyntaxProblem(kind, span, message))


def _ends_escaped(source: str) -> bool:
    """Whether the final quote belongs to an escape."""
    before = source[:-1]
    return (len(before) - len(before.rstrip("\\"))) % 2 == 1
