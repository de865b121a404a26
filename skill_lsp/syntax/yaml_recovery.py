"""What can still be known of YAML that no longer parses: the keys around the broken place, and that place itself.

The text is split at the keys of its outermost level; libyaml reads each part alone. A part that does not parse either
is taken apart by `yaml_diagnosis`, or split again where its value is a nested block.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from skill_lsp.pattern import pattern
from skill_lsp.record import NamedTuple
from skill_lsp.syntax import yaml_diagnosis, yaml_lines, yaml_nodes
from skill_lsp.syntax.nodes import Entry, Mapping, Node, Scalar, Sequence, Style, SyntaxProblem
from skill_lsp.text import Span

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_LINE = pattern(r"(?P<blanks> *)(?P<tabs>[ \t]*)(?P<rest>[^\r\n]*)(?:\r\n|\n|\r|$)")
_KEY_REST = r"(?:[^ \t\r\n:#]|:(?=[^ \t\r\n])|(?<=[^ \t\r\n])\#|[ \t]+(?=[^ \t\r\n:#]))*"
_KEY = pattern(
    r"""(?:[&!]\S*[ \t]+)*(?P<key>"(?:[^"\\\r\n]|\\.)*"|'(?:[^'\r\n]|'')*'"""
    rf"""|[^ \t\r\n"'\[\]{{}}#&*!|>@`%,?:-]{_KEY_REST}|[-?:](?=[^ \t\r\n]){_KEY_REST})(?P<gap>[ \t]*):(?=[ \t\r\n]|$)"""
)
_MARKER = pattern(r"(?:---|\.\.\.)(?=[ \t\r\n]|$)")
_BLOCK_HEADER = pattern(r"(?:^|[:\-?] +|[ \t])(?:[&!]\S*[ \t]+)*[|>][-+0-9]*[ \t]*(?:[ \t]#.*)?$")
_REMARK = pattern(r"(?<=[ \t])#(?=[ \t]|$)", re.M)
"""A comment beyond doubt; `#12` in a value that does not parse is taken for part of the text."""
_TAB_MESSAGE = "a tab can't indent a line in YAML"
_TAB_ITEM = pattern(r"-(\t+)(?![^\r\n]*:(?:[ \t\r\n]|$))")
MAX_REPORTED = 200
"""Problems that are reported of one text; what stands behind them is not read."""
MAX_LEVELS = 10
"""Levels of nesting that are split; deeper ones are reported as a whole."""


class Line(NamedTuple):
    """A line of the source. `depth` counts its leading spaces; `tabs` spans white space with a tab behind them."""

    start: int
    end: int
    following: int
    depth: int
    tabs: Span | None
    blank: bool
    rest: int


def lines_of(source: str, start: int, end: int) -> Iterator[Line]:
    """The lines of a part of the source, whose start is a line's start."""
    at = start
    while at < end:
        found = _LINE.match(source, at, end)
        if found is None:  # it matches every line
            return
        rest = found["rest"]
        tabs = Span(*found.span("tabs")) if "\t" in found["tabs"] else None
        blank = not rest or rest[0] == "#"
        yield Line(at, found.end("rest"), found.end(), len(found["blanks"]), tabs, blank, found.start("rest"))
        if found.end() == at:
            return
        at = found.end()


def recover(
    source: str,
    base: int,
    error: yaml_nodes.Unreadable,
    problems: list[SyntaxProblem],
    originals: dict[int, str] | None,
) -> Node | None:
    """The tree of what could be read; adds at least one problem."""
    cleaned = _without_tab_lines(source, base, problems)
    recovery = Recovery(cleaned, base, problems, originals)
    if cleaned != source:
        try:
            return yaml_nodes.Builder(cleaned, base, problems, originals).build()
        except yaml_nodes.Unreadable as again:
            error = again
    root = recovery.region(0, len(source), 1)
    if not recovery.reported:
        recovery.report(*yaml_diagnosis.of_libyaml(cleaned, error))
    return root


def _without_tab_lines(source: str, base: int, problems: list[SyntaxProblem]) -> str:
    """Spaces for the tabs of lines that are empty or a comment: YAML 1.2 readers take them, libyaml does not."""
    if "\t" not in source:
        return source
    pieces: list[str] = []
    block = -1
    for line in lines_of(source, 0, len(source)):
        text = source[line.start : line.following]
        empty = line.rest == line.end
        if block >= 0 and (line.depth > block or empty):
            pieces.append(text)
            continue
        if block >= 0 and line.blank and line.tabs is not None:
            first = base + source.index("\t", line.start)
            problems.append(SyntaxProblem("tab", Span(first, line.tabs.end + base), _TAB_MESSAGE))
            pieces.append(text.replace("\t", " ", line.rest - line.start))
            continue
        if not line.blank:
            item = _TAB_ITEM.match(source, line.rest, line.end)
            if item is not None:
                tab = Span(*item.span(1)).moved(base)
                problems.append(SyntaxProblem("tab-line", tab, "a tab behind the dash of a list item"))
                text = text.replace("\t", " ", item.end(1) - item.start(1))
            block = line.depth if _BLOCK_HEADER.search(source[line.rest : line.end]) else -1
        elif line.tabs is not None:
            problems.append(
                SyntaxProblem(
                    "tab-line", line.tabs.moved(base), "a tab stands in a line that is otherwise empty or a comment"
                )
            )
            text = text.replace("\t", " ", line.tabs.end - line.start)
        pieces.append(text)
    return "".join(pieces)


class Recovery:
    """Reads the parts of a broken source that can be read."""

    def __init__(self, source: str, base: int, problems: list[SyntaxProblem], originals: dict[int, str] | None) -> None:
        self.source = source
        self.base = base
        self.problems = problems
        self.originals = originals
        self.reported = 0
        """How many of the problems explain why the text does not parse."""
        self.meant: list[Entry] = []
        """Entries of lines that are no keys and were meant as such."""

    def report(self, kind: str, start: int, end: int, message: str) -> None:
        """Notes a problem at offsets of the source."""
        self.reported += 1
        if self.reported > MAX_REPORTED:
            return
        self.problems.append(SyntaxProblem(kind, Span(self.base + start, self.base + end), message))

    def scalar(self, start: int, end: int, text: str | None = None) -> Scalar:
        """What stands between two offsets, as text."""
        text = self.source[start:end] if text is None else text
        if self.originals is not None:
            text = text.translate(self.originals)
        return Scalar(Span(self.base + start, self.base + end), text, Style.PLAIN)

    # ------------------------------------------------------------------ splitting

    def region(self, start: int, end: int, level: int) -> Node | None:
        """The mapping or list whose entries begin at the outermost depth of a part of the source."""
        lines = list(lines_of(self.source, start, end))
        content = [line for line in lines if not line.blank]
        if not content:
            return None
        depth = min((line.depth for line in content if self._begins_entry(line)), default=content[0].depth)
        first = content[0]
        if first.depth > depth and self._begins_entry(first):
            self.report("indentation", first.start, first.rest, "this line is indented, the lines after it are not")
        entries: list[Entry] = []
        items: list[Node] = []
        begins = self._begins_key
        if self._is_item(next((line for line in content if self._begins_entry(line)), first)):
            begins = self._is_item
        for block in self._blocks(lines, depth, begins):
            self._read(block, depth, level, entries, items)
            if self.reported > MAX_REPORTED:
                break  # no author's text: the rest would only cost time
        if self.meant and not items:
            entries = sorted([*entries, *self.meant], key=lambda entry: entry.key.span)
            self.meant = []
        if entries:
            return Mapping(Span(entries[0].span.start, max(entry.span.end for entry in entries)), tuple(entries))
        if items:
            return Sequence(Span(items[0].span.start, items[-1].span.end), tuple(items))
        return None

    def _begins_entry(self, line: Line) -> bool:
        return self._is_item(line) or self._begins_key(line)

    def _begins_key(self, line: Line) -> bool:
        return _KEY.match(self.source, line.rest, line.end) is not None or self._lacks_key(line)

    def _lacks_key(self, line: Line) -> bool:
        return self.source[line.rest : line.rest + 2] in (": ", ":\t") or self.source[line.rest : line.end] == ":"

    def _is_item(self, line: Line) -> bool:
        return self.source[line.rest : line.rest + 2] in ("- ", "-\t") or self.source[line.rest : line.end] == "-"

    def _blocks(self, lines: list[Line], depth: int, begins: Callable[[Line], bool]) -> Iterator[list[Line]]:
        """Each entry's first line with the lines that belong to it; other lines at its depth are reported."""
        block: list[Line] = []
        last = next((line for line in reversed(lines) if not line.blank), None)
        for line in lines:
            if self.reported > MAX_REPORTED:
                return
            if line.blank or line.depth > depth or (line.tabs is not None and block):
                if block:
                    block.append(line)
                elif not line.blank:
                    block = [line]
                continue
            if line.depth == 0 and _MARKER.match(self.source, line.start, line.end):
                self._marker(line, further=last is not line)
            elif self._is_item(line) and block and self._awaits_value(block[0]):
                block.append(line)
            elif begins(line):
                if block:
                    yield block
                block = [line]
            else:
                self._stray(line)
        if block:
            yield block

    def _stray(self, line: Line) -> None:
        """A line at the depth of keys that is none; where a key was plainly meant it becomes one."""
        rest = self.source[line.rest : line.end].rstrip()
        self.report(*yaml_diagnosis.of_line(rest, line.rest))
        meant = yaml_diagnosis.meant_key(rest)
        if meant is not None:
            key, value = meant
            name = self.scalar(line.rest, line.rest + len(key))
            self.meant.append(Entry(name, self.scalar(line.rest + value, line.rest + len(rest))))

    def _awaits_value(self, line: Line) -> bool:
        key = _KEY.match(self.source, line.rest, line.end)
        rest = self.source[key.end() : line.end].strip() if key else "x"
        return not rest or rest[0] in "#&!"

    def _marker(self, line: Line, *, further: bool) -> None:
        if further or line.end - line.start > 3:
            message = f"`{self.source[line.start : line.start + 3]}` ends the document, and more follows"
            self.report("documents", line.start, line.start + 3, message)

    # -------------------------------------------------------------------- reading

    def _read(self, block: list[Line], depth: int, level: int, entries: list[Entry], items: list[Node]) -> None:
        start, end = block[0].start, block[-1].following
        source = self._without_leading_tabs(block)
        if self._lacks_key(block[0]):
            self._read_keyless(source, block, level, entries)
            return
        try:
            colons: list[SyntaxProblem] = []
            node: Node | None = None
            if self.originals is None:
                node = yaml_lines.mapping(source, self.base + start, colons)
            if node is None or colons:
                node = yaml_nodes.Builder(source, self.base + start, self.problems, self.originals).build()
        except yaml_nodes.Unreadable as error:
            known = len(self.problems)
            self._taken_apart(block, level, start + error.offset, error.reason, entries, items)
            if self._indents_with_tabs(block):
                del self.problems[known:]  # the tab is the reason, and how deep it goes is anyone's guess
            return
        if isinstance(node, Mapping):
            entries += node.entries
        elif isinstance(node, Sequence):
            items += node.items
        elif node is not None and end > start:
            self.report(*yaml_diagnosis.of_line(self.source[block[0].rest : block[0].end].rstrip(), block[0].rest))

    def _indents_with_tabs(self, block: list[Line]) -> bool:
        return any(line.tabs is not None and not line.blank for line in block)

    def _read_keyless(self, source: str, block: list[Line], level: int, entries: list[Entry]) -> None:
        """An entry that begins with its colon: YAML 1.2 readers take its key for an empty one."""
        start, colon = block[0].start, block[0].rest
        self.report("empty-key", colon, colon + 1, "no key stands before this colon")
        at = colon - start
        value = source[:at] + " " + source[at + 1 :]
        try:
            node = yaml_nodes.Builder(value, self.base + start, self.problems, self.originals).build()
        except yaml_nodes.Unreadable as error:
            node = self._value(block, colon + 1, level, start + error.offset, error.reason)
        if isinstance(node, Mapping) and node.span.start - self.base < block[0].end and not node.flow:
            self.report(*yaml_diagnosis.second_colon(self.source, node.entries[0].key.span.end - self.base))
        entries.append(Entry(self.scalar(colon, colon), node or self.scalar(colon + 1, colon + 1)))

    def _without_leading_tabs(self, block: list[Line]) -> str:
        """The block's text with spaces for the tabs of its indentation, the first of which is reported."""
        start, end = block[0].start, block[-1].following
        if not self._indents_with_tabs(block):
            return self.source[start:end]
        tabs = next(line.tabs for line in block if line.tabs is not None and not line.blank)
        first = self.source.index("\t", tabs.start, tabs.end)
        self.report("tab", first, tabs.end, _TAB_MESSAGE)
        pieces = []
        for line in block:
            text = self.source[line.start : line.following]
            pieces.append(text.replace("\t", " ", line.rest - line.start) if line.tabs is not None else text)
        return "".join(pieces)

    def _taken_apart(
        self, block: list[Line], level: int, offset: int, reason: str, entries: list[Entry], items: list[Node]
    ) -> None:
        first = block[0]
        key = _KEY.match(self.source, first.rest, first.end)
        if self._is_item(first):
            items.append(self._value(block, first.rest + 1, level, offset, reason))
        elif key is not None:
            name = self.scalar(*key.span("key"), text=_unquoted(key["key"]))
            entries.append(Entry(name, self._value(block, key.end(), level, offset, reason)))
        else:
            self.report(*yaml_diagnosis.of_line(self.source[first.rest : first.end].rstrip(), first.rest))

    def _value(self, block: list[Line], at: int, level: int, offset: int, reason: str) -> Node:
        """The value that begins after `at` in a block that does not parse; says what is wrong with it."""
        first, end = block[0], block[-1].end
        rest = self.source[at : first.end]
        begin = at + len(rest) - len(rest.lstrip(" \t"))
        nested = begin == first.end or self.source[begin] == "#"
        known = self.reported
        if nested and level < MAX_LEVELS and len(block) > 1:
            node = self.region(block[1].start, block[-1].following, level + 1)
            if self.reported > known and node is not None:
                return node
        if not nested and self._is_item(first) and level < MAX_LEVELS and _KEY.match(self.source, begin, first.end):
            node = self._item_mapping(block, level)
            if self.reported > known and node is not None:
                return node
        found = yaml_diagnosis.of_value(self.source, begin, first.end, end, yaml_nodes.Unreadable(offset, reason))
        if found is None:
            found = yaml_diagnosis.of_libyaml(self.source, yaml_nodes.Unreadable(offset, reason))
        self.report(*found)
        if found.kind == "flow-key":
            flow = self.source[begin : found.start]
            return self._built(flow, self.base + begin) or self.scalar(begin, begin)
        if found.kind == "quote-at-end":
            closed = self._built(self.source[begin : found.end] + self.source[begin], 0)
            if isinstance(closed, Scalar):
                span = Span(self.base + begin, self.base + found.end)
                return closed._replace(span=span)
        return self._raw(begin, first.end, block)

    def _built(self, source: str, base: int) -> Node | None:
        """The node of a part cut out of the source, None where it does not parse by itself either."""
        try:
            return yaml_nodes.Builder(source, base, [], self.originals).build()
        except yaml_nodes.Unreadable:
            return None

    def _item_mapping(self, block: list[Line], level: int) -> Node | None:
        """The mapping of a list item (`- key: value`), its first line read as if the dash were a blank."""
        start, dash, end = block[0].start, block[0].rest, block[-1].following
        source = f"{self.source[start:dash]} {self.source[dash + 1 : end]}"
        inner = Recovery(source, self.base + start, self.problems, self.originals)
        node = inner.region(0, len(source), level + 1)
        self.reported += inner.reported
        return node

    def _raw(self, begin: int, line_end: int, block: list[Line]) -> Scalar:
        """The value as its author means it: the rest of the line, and the lines that go on with it."""
        remark = _REMARK.search(self.source, begin, line_end)
        first = self.source[begin : remark.start() if remark else line_end].rstrip()
        pieces, end = [first], begin + len(first)
        if first and first[0] not in "|>" and remark is None:
            for line in block[1:]:
                text = self.source[line.rest : line.end].rstrip()
                if line.blank or line.depth <= block[0].depth:
                    break
                pieces.append(text)
                end = line.rest + len(text)
        text = " ".join(pieces)
        if len(text) > 1 and text[0] in "\"'" and text.find(text[0], 1) in (-1, len(text) - 1):
            text = text.strip(text[0])
        return self.scalar(begin, end, text)


def _unquoted(key: str) -> str:
    return key[1:-1] if len(key) > 1 and key[0] in "\"'" and key[0] == key[-1] else key
