"""The block structure of Markdown as CommonMark 0.31 has it: what is code, what is HTML, where text with links stands.

One pass over the lines with the containers (quotes, list items) that are open; plain lines cost next to nothing.
"""

from __future__ import annotations

import re

from skill_lsp.pattern import pattern
from skill_lsp.record import NamedTuple

_OPENING = pattern(r"(?P<mark>`{3,}|~{3,})(?P<info>[^\n]*)")
_ATX = pattern(r"#{1,6}(?=[ \t\n]|\Z)")
_SETEXT = pattern(r"(?P<mark>=+|-+)[ \t]*(?=\n|\Z)")
_RULE = pattern(r"(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})(?=\n|\Z)")
_ITEM = pattern(r"(?:[-+*]|(?P<number>[0-9]{1,9})[.)])(?=[ \t\n]|\Z)")
_BLOCK_TAGS = (
    "address article aside base basefont blockquote body caption center col colgroup dd details dialog dir div dl dt"
    " fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html iframe legend li link"
    " main menu menuitem nav noframes ol optgroup option p param search section summary table tbody td tfoot th thead"
    " title tr track ul"
)
_ATTRIBUTE = r"""[ \t]+[A-Za-z_:][\w:.-]*(?:[ \t]*=[ \t]*(?:[^\s"'=<>`]+|'[^'\n]*'|"[^"\n]*"))?"""
_RAW = r"(?:script|pre|style|textarea)"
_HTML = (
    (pattern(rf"<{_RAW}(?=[\s>]|\Z)", re.I), pattern(rf"</{_RAW}>", re.I)),
    (pattern(r"<!--"), pattern(r"-->")),
    (pattern(r"<\?"), pattern(r"\?>")),
    (pattern(r"<![A-Za-z]"), pattern(r">")),
    (pattern(r"<!\[CDATA\["), pattern(r"\]\]>")),
    (pattern(rf"</?(?:{'|'.join(_BLOCK_TAGS.split())})(?=[\s>]|/>|\Z)", re.I), None),
)
"""How an HTML block begins and where it ends; None: at the next empty line."""
_ANY_TAG = pattern(
    rf"(?:<[A-Za-z][A-Za-z0-9-]*(?:{_ATTRIBUTE})*[ \t]*/?>|</[A-Za-z][A-Za-z0-9-]*[ \t]*>)[ \t]*(?=\n|\Z)"
)
_DEFINITION = pattern(
    r"""[ ]{0,3}\[(?P<label>(?:[^\[\]\\]|\\.){1,999})\]:[ \t]*\n?[ \t]*
    (?P<target><[^<>\n]*>|[^\s<]\S*)
    (?P<title>(?:[ \t]*\n[ \t]*|[ \t]+)(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\((?:[^()\\]|\\.)*\)))?
    [ \t]*(?:\n|\Z)""",
    re.VERBOSE | re.DOTALL,
)
_SPECIAL = frozenset(" \t#>-+*_=`~<0123456789")
"""What a line begins with that may be more than the text of a paragraph."""
_PLAIN_LINES = pattern(r"(?:[^ \t\n#>\-+*_=`~<0-9][^\n]*(?:\n|\Z))+")
_DEEPEST = 100
"""Containers in one another; what goes deeper is text, as in markdown-it."""


class RawHeading(NamedTuple):
    """A heading: its whole span, its level and the span of its title."""

    start: int
    end: int
    level: int
    title: tuple[int, int]


class RawFence(NamedTuple):
    """A fenced code block, with the spans of its content and its info string."""

    start: int
    end: int
    content: tuple[int, int]
    info: str
    closed: bool


class Blocks:
    """Scans the lines of a body. All fields are offsets; `regions` are paragraphs and titles of headings."""

    def __init__(self, content: str, start: int, end: int) -> None:
        self.text = content.replace("\r\n", " \n").replace("\r", "\n") if "\r" in content else content
        self.end = end
        self.headings: list[RawHeading] = []
        self.fences: list[RawFence] = []
        self.indented: list[tuple[int, int]] = []
        self.html: list[tuple[int, int]] = []
        self.regions: list[tuple[int, int]] = []
        self.definitions: list[re.Match[str]] = []
        """Reference definitions, with the groups label, target and title."""
        self._carriage = "\r" in content
        self._content = content
        self._stack: list[int] = []
        """Open containers: the content's column of a list item, -1 for a quote."""
        self._paragraph: tuple[int, int] | None = None
        self._code: tuple[int, int] | None = None
        self._fence: tuple[int, str, str, int] | None = None
        """Start, mark, info string and start of the content of the open fence."""
        self._html: tuple[int, re.Pattern[str] | None] | None = None
        self._last = start
        self._bare_item = False
        self._scan(start)
        self._close()

    def _scan(self, at: int) -> None:
        text, end = self.text, self.end
        while at < end:
            run = None
            if not self._stack and self._fence is None and self._html is None:
                if text[at] == "\n":
                    self._end_paragraph()
                    at += 1
                    continue
                run = _PLAIN_LINES.match(text, at, end)
            following = run.end() if run else text.find("\n", at, end) + 1 or end
            stop = following - 1 if text[following - 1] == "\n" else following
            if self._carriage and stop > at and self._content[stop - 1] == "\r":
                stop -= 1
            if run:
                self._text_line(at, stop)
            else:
                self._line(at, stop)
            self._last = stop
            at = following

    # ------------------------------------------------------------------ one line

    def _line(self, start: int, stop: int) -> None:
        at, column, matched = self._continued(start, stop)
        everything = matched == len(self._stack)
        if everything and self._fence is not None:
            self._fence_line(at, column, stop)
        elif everything and self._html is not None:
            self._html_line(at, stop)
        else:
            if self._fence is not None or self._html is not None:
                self._close()
            self._opened(at, column, stop, matched)

    def _continued(self, at: int, stop: int) -> tuple[int, int, int]:
        """Matches the open containers: where the rest of the line begins, its column, and how many matched."""
        column = matched = 0
        for container in self._stack:
            behind, indented = self._blanks(at, column, stop)
            if container < 0:
                if indented - column > 3 or behind >= stop or self.text[behind] != ">":
                    break
                at, column = self._after_marker(behind + 1, indented + 1, stop)
            elif behind >= stop:
                if self._bare_item and matched == len(self._stack) - 1:
                    break
                at, column = behind, indented
            elif indented >= container:
                at, column = self._at_column(at, column, container)
            else:
                break
            matched += 1
        return at, column, matched

    def _blanks(self, at: int, column: int, stop: int) -> tuple[int, int]:
        """Where the blanks from here end, and the column of that place; a tab goes to the next multiple of four."""
        text = self.text
        while at < stop:
            char = text[at]
            if char == " ":
                column += 1
            elif char == "\t":
                column += 4 - column % 4
            else:
                break
            at += 1
        return at, column

    def _at_column(self, at: int, column: int, wanted: int) -> tuple[int, int]:
        """Goes on to a column; of a tab that reaches beyond it, the rest is left."""
        while column < wanted:
            width = 4 - column % 4 if self.text[at] == "\t" else 1
            if column + width > wanted:
                return at, wanted
            column += width
            at += 1
        return at, column

    def _after_marker(self, at: int, column: int, stop: int) -> tuple[int, int]:
        """Behind a quote's marker one column of blanks belongs to it."""
        return self._at_column(at, column, column + 1) if at < stop and self.text[at] in " \t" else (at, column)

    # ----------------------------------------------------------------- openings

    def _opened(self, at: int, column: int, stop: int, matched: int) -> None:
        """Opens the containers and the block that the rest of a line begins, or goes on with the text."""
        text = self.text
        while True:
            behind, indented = self._blanks(at, column, stop)
            lazy = self._paragraph is not None
            whole = matched == len(self._stack)
            if behind >= stop:
                self._blank_line(matched)
                return
            if indented - column > 3:
                if lazy and not (whole and self._only_defines()):
                    self._text_line(behind, stop)
                else:
                    self._end_paragraph()
                    self._shrink(matched)
                    self._code = (self._code[0] if self._code else at, stop)
                return
            char = text[behind]
            if char not in _SPECIAL or len(self._stack) > _DEEPEST:
                break
            if char == ">":
                self._shrink(matched, close=True)
                at, column = self._after_marker(behind + 1, indented + 1, stop)
                self._push(-1)
            elif self._leaf(char, behind, stop, whole=whole, matched=matched):
                return
            else:
                found = self._item(behind, indented, stop, interrupts=lazy and whole)
                if found is None:
                    break
                self._shrink(matched, close=True)
                at, column, inner = found
                self._push(inner)
                self._bare_item = self._blanks(at, column, stop)[0] >= stop
                if self._bare_item:
                    return
            matched = len(self._stack)
        if self._paragraph is None:
            self._shrink(matched, close=True)
        self._text_line(behind, stop)

    def _push(self, container: int) -> None:
        self._stack.append(container)
        self._bare_item = False

    def _item(self, at: int, column: int, stop: int, *, interrupts: bool) -> tuple[int, int, int] | None:
        """A list item's marker: where its content begins, the column there, and the column it must keep to."""
        found = _ITEM.match(self.text, at, stop)
        if found is None:
            return None
        behind = column + found.end() - at
        after, inner = self._blanks(found.end(), behind, stop)
        if interrupts and (after >= stop or found["number"] not in (None, "1")):
            return None
        if after >= stop:
            return after, inner, behind + 1
        if inner - behind > 4:
            return *self._at_column(found.end(), behind, behind + 1), behind + 1
        return after, inner, inner

    def _leaf(self, char: str, at: int, stop: int, *, whole: bool, matched: int) -> bool:
        """Opens a fence, heading, rule or HTML block where one begins here."""
        text = self.text
        if char in "`~":
            found = _OPENING.match(text, at, stop)
            if found is None or (char == "`" and "`" in found["info"]):
                return False
            self._shrink(matched, close=True)
            self._fence = (at, found["mark"], found["info"].strip(), text.find("\n", stop, self.end) + 1 or self.end)
            return True
        if char == "#":
            found = _ATX.match(text, at, stop)
            if found is not None:
                self._shrink(matched, close=True)
                title = _title(text, found.end(), stop)
                self.headings.append(RawHeading(at, stop, found.end() - at, title))
                self.regions.append(title)
            return found is not None
        if char == "<":
            return self._html_opened(at, stop, matched)
        underlined = char in "=-" and whole and self._paragraph is not None and _SETEXT.match(text, at, stop)
        if underlined and self._paragraph is not None and not self._only_defines():
            start, end = self._paragraph
            start = self._defined(start, end, self.definitions)
            title = _stripped(text, start, end)
            self._paragraph = None
            self.headings.append(RawHeading(title[0], stop, 1 if char == "=" else 2, title))
            self.regions.append(title)
            return True
        if char in "*-_" and _RULE.match(text, at, stop):
            self._shrink(matched, close=True)
            return True
        return False

    # ------------------------------------------------------------- lines of blocks

    def _text_line(self, start: int, stop: int) -> None:
        self._bare_item = False
        if self._paragraph is not None:
            self._paragraph = (self._paragraph[0], stop)
            return
        self._end_code()
        self._paragraph = (start, stop)

    def _blank_line(self, matched: int) -> None:
        self._end_paragraph()
        quotes = next((index for index in range(matched, len(self._stack)) if self._stack[index] < 0), None)
        if quotes is not None:
            self._shrink(quotes, close=True)
        elif matched < len(self._stack) and self._bare_item:
            self._shrink(matched, close=True)

    def _fence_line(self, at: int, column: int, stop: int) -> None:
        assert self._fence is not None  # noqa: S101 - the caller has looked
        mark = self._fence[1]
        behind, indented = self._blanks(at, column, stop)
        if indented - column <= 3 and self.text.startswith(mark, behind):
            rest = self.text[behind:stop].strip(" \t")
            if not rest.strip(mark[0]):
                self._end_fence(stop, (self._fence[3], self.text.rfind("\n", 0, at) + 1), closed=True)

    def _html_opened(self, at: int, stop: int, matched: int) -> bool:
        for opening, closing in _HTML:
            if opening.match(self.text, at, stop):
                self._shrink(matched, close=True)
                self._html = (at, closing)
                self._html_line(at, stop)
                return True
        if self._paragraph is None and _ANY_TAG.match(self.text, at, stop):
            self._shrink(matched, close=True)
            self._html = (at, None)
            return True
        return False

    def _html_line(self, at: int, stop: int) -> None:
        assert self._html is not None  # noqa: S101 - the caller has looked
        start, closing = self._html
        if closing is None:
            if not self.text[at:stop].strip():
                self.html.append((start, self._last))
                self._html = None
        elif closing.search(self.text, max(at, start + 2), stop):
            self.html.append((start, stop))
            self._html = None

    # -------------------------------------------------------------------- closing

    def _shrink(self, matched: int, *, close: bool = False) -> None:
        """Closes the containers beyond the matched ones; the open block goes with them, or in any case."""
        if close or matched < len(self._stack):
            self._end_paragraph()
            self._end_code()
            self._bare_item = False
        del self._stack[matched:]

    def _close(self) -> None:
        self._end_paragraph()
        self._end_code()
        if self._fence is not None:
            end = max(self._last, self._fence[0])
            start = min(self._fence[3], self.end)
            self._end_fence(end, (start, max(end, start)), closed=False)
        if self._html is not None:
            self.html.append((self._html[0], self._last))
            self._html = None

    def _end_fence(self, stop: int, content: tuple[int, int], *, closed: bool) -> None:
        assert self._fence is not None  # noqa: S101 - the caller has looked
        self.fences.append(RawFence(self._fence[0], stop, content, self._fence[2], closed))
        self._fence = None

    def _end_paragraph(self) -> None:
        if self._paragraph is not None:
            start, end = self._paragraph
            start = self._defined(start, end, self.definitions)
            if start < end:
                self.regions.append((start, end))
            self._paragraph = None

    def _defined(self, start: int, end: int, found: list[re.Match[str]]) -> int:
        """Takes the definitions at the beginning of a paragraph; where its text begins."""
        while start < end and self.text[start : start + 4].lstrip().startswith("["):
            definition = _DEFINITION.match(self.text, start, end)
            if definition is None or not definition["label"].strip():
                break
            found.append(definition)
            start = definition.end()
        return start

    def _only_defines(self) -> bool:
        """Whether the open paragraph holds nothing but definitions, so that nothing can go on with it."""
        if self._paragraph is None or self.text[self._paragraph[0]] != "[":
            return False
        return self._defined(*self._paragraph, []) >= self._paragraph[1]

    def _end_code(self) -> None:
        if self._code is not None:
            self.indented.append(self._code)
            self._code = None


def _stripped(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start] in " \t\n":
        start += 1
    while end > start and text[end - 1] in " \t\n":
        end -= 1
    return start, end


def _title(text: str, start: int, end: int) -> tuple[int, int]:
    """The title of an ATX heading without the `#` that may close it."""
    start, end = _stripped(text, start, end)
    bare = len(text[start:end].rstrip("#"))
    if bare < end - start and (bare == 0 or text[start + bare - 1] in " \t"):
        return _stripped(text, start, start + bare)
    return start, end
