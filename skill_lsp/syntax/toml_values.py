"""Values of TOML 1.1, read on after every error."""

from __future__ import annotations

from calendar import monthrange
from typing import TYPE_CHECKING

from skill_lsp.pattern import pattern
from skill_lsp.syntax.nodes import Mapping, Node, Scalar, Sequence, Style
from skill_lsp.syntax.toml_scanner import DEEPEST, STATEMENT, NestingError, Scanner
from skill_lsp.syntax.toml_tables import Table, put
from skill_lsp.text import Span

if TYPE_CHECKING:
    import re

_DATE_TIME = pattern(
    r"(?:([0-9]{4})-([0-9][0-9])-([0-9][0-9])(?:[Tt ](?=[0-9][0-9]:))?)?"
    r"(?:(?<![-0-9])([0-9][0-9]):([0-9][0-9])(?::([0-9][0-9])(?:\.[0-9]+)?)?)?([Zz]|[+-]([0-9][0-9]):([0-9][0-9]))?"
)
_DIGITS = r"[0-9](?:_?[0-9])*"
_INTEGER = pattern(
    r"[+-]?(?:0|[1-9](?:_?[0-9])*)|0x[0-9A-Fa-f](?:_?[0-9A-Fa-f])*|0o[0-7](?:_?[0-7])*|0b[01](?:_?[01])*"
)
_FLOAT = pattern(rf"[+-]?(?:(?:0|[1-9](?:_?[0-9])*)(?:\.{_DIGITS}(?:[eE][+-]?{_DIGITS})?|[eE][+-]?{_DIGITS})|inf|nan)")
_TOKEN = pattern(r"[^\s,\[\]{}#\"'=]+")
_LOOSE_IN_LIST = pattern(r"[^\n,\]}#]+")
LOOSE = pattern(r"[^\n#]+(?:(?<![ \t])#[^\n#]*)*")


class Reader(Scanner):
    """Reads values where a scanner stands."""

    def value(self, loose: re.Pattern[str] = LOOSE) -> Node:
        """The value that stands here; `loose` takes what is none."""
        character = self.peek()
        if character == '"' or character == "'":
            return self.string()
        if character == "[" or character == "{":
            self.depth += 1
            if self.depth > DEEPEST:
                raise NestingError
            node = self.array() if character == "[" else self.inline_table()
            self.depth -= 1
            return node
        return self.token(loose)

    def token(self, loose: re.Pattern[str]) -> Scalar:
        """A number, date or boolean, or what stands in the place of one."""
        start = self.at
        found = _DATE_TIME.match(self.content, start)
        if found and (found[1] or found[4]) and not _TOKEN.match(self.content, found.end()):
            return self.date_time(found)
        token = _TOKEN.match(self.content, start)
        text = token.group() if token else ""
        style = _style(text)
        if style is None:
            return self.unquoted(loose)
        self.at = start + len(text)
        return Scalar(Span(start, self.at), text, style)

    def date_time(self, found: re.Match[str]) -> Scalar:
        """A date, a time or both."""
        self.at = found.end()
        span = Span(found.start(), found.end())
        if not _in_range(found):
            self.problem("date", *span, f"`{found.group()}` is no date or time that exists")
        return Scalar(span, found.group(), Style.DATETIME)

    def unquoted(self, loose: re.Pattern[str]) -> Scalar:
        """Text that is no TOML value: taken as far as its author probably means it."""
        start = self.at
        span = self.skip(loose)
        text = self.content[span.start : span.end].rstrip()
        self.at = start + len(text) if text else span.end
        span = Span(start, start + len(text))
        if not text:
            self.problem("missing-value", start, start, "a value is missing here")
        elif text[:1].isdigit() or (text[:1] in "+-." and text[1:2].isdigit()):
            self.problem("number", *span, f"`{text}` is neither a number nor a date; text needs quotes")
        else:
            self.problem("unquoted-value", *span, f"`{text}` needs quotes: TOML has no text without them")
        return Scalar(span, text, Style.PLAIN)

    def array(self) -> Sequence:
        """`[a, b]`, over several lines if so written."""
        start = self.at
        self.at += 1
        items: list[Node] = []
        while True:
            before = self.at
            self.blank()
            character = self.peek()
            if character == "]":
                self.at += 1
                break
            if character and character in ",}=":
                self.stray(character)
                continue
            if not character or self.new_statement(before):
                self.unclosed("unclosed-array", start, before, "the list is not closed: `]` is missing")
                break
            items.append(self.value(_LOOSE_IN_LIST))
            self.separator("]")
        return Sequence(Span(start, self.at), tuple(items), flow=True)

    def stray(self, character: str) -> None:
        """Notes a character that stands where an item belongs."""
        self.problem("missing-value", self.at, self.at + 1, f"an item is missing before `{character}`")
        self.at += 1

    def separator(self, closer: str) -> bool:
        """The comma after an item, and whether there was one; notes where two items follow each other without."""
        end = self.at
        self.blank()
        character = self.peek()
        if character == ",":
            self.at += 1
            return True
        if not character or character == closer or self.new_statement(end):
            self.back(end)
            return False
        self.problem("missing-comma", end, end, "a comma is missing here")
        if character in "]}=":
            self.at += 1
        return True

    def new_statement(self, since: int) -> bool:
        """Whether a line that plainly is another key or table begins here, behind what was blank since an offset."""
        newline = self.content.rfind("\n", since, self.at)
        return newline >= 0 and STATEMENT.match(self.content, newline + 1) is not None

    def unclosed(self, kind: str, start: int, end: int, message: str) -> None:
        """Notes what was opened at `start` and reads on at the end of its last item."""
        self.back(end)
        self.problem(kind, start, start + 1, message)

    def inline_table(self) -> Mapping:
        """`{a = 1, b = 2}`, over several lines if so written (TOML 1.1)."""
        start = self.at
        self.at += 1
        table = Table(start, "inline")
        comma = True
        while True:
            before = self.at
            self.blank()
            character = self.peek()
            if character == "}":
                self.at += 1
                break
            if character == ",":
                self.stray(character)
                continue
            if not character or (not comma and self.new_statement(before)) or not self.pair(table):
                self.unclosed("unclosed-table", start, before, "the table is not closed: `}` is missing")
                break
            comma = self.separator("}")
        return table.frozen(self.at)._replace(flow=True)

    def pair(self, table: Table) -> bool:
        """One `key = value` of an inline table; whether one stood here."""
        parts = self.keys()
        if not parts:
            return False
        self.space()
        self.depth += len(parts) - 1
        put(self, table, parts, self.after_equals(parts, _LOOSE_IN_LIST))
        self.depth -= len(parts) - 1
        return True

    def after_equals(self, parts: list[Scalar], loose: re.Pattern[str]) -> Node:
        """`=` and the value after it; an empty value where they are missing."""
        key = parts[-1]
        character = self.peek()
        if character == ":":
            self.problem("missing-equals", self.at, self.at + 1, f"`=` must stand between `{key.text}` and its value")
        elif character != "=":
            self.problem("missing-equals", *key.span, f"`{key.text}` has no value: `=` is missing")
            self.skip(loose) if character not in "\n\r" else None
            return Scalar(Span(key.span.end, key.span.end), "", Style.PLAIN)
        equals = self.at
        self.at += 1
        self.space()
        if self.at == self.line_end() or self.peek() == "#":
            self.problem("missing-value", equals, equals + 1, f"`{key.text}` has no value")
            return Scalar(Span(equals + 1, equals + 1), "", Style.PLAIN)
        return self.value(loose)


def _style(text: str) -> Style | None:
    """What a token without quotes is, None where it is no value."""
    if text in ("true", "false"):
        return Style.BOOLEAN
    if _INTEGER.fullmatch(text):
        return Style.INTEGER
    return Style.FLOAT if _FLOAT.fullmatch(text) else None


def _in_range(found: re.Match[str]) -> bool:
    """Whether the numbers of a date or time are ones that exist."""
    year, month, day, hour, minute, second, offset, ahead, past = found.groups()
    if year:
        if not 1 <= int(month) <= 12 or not 1 <= int(day) <= monthrange(max(int(year), 4), int(month))[1]:
            return False
        if offset and not hour:
            return False
    elif offset:
        return False
    if hour and not (int(hour) < 24 and int(minute) < 60 and int(second or 0) <= 60):
        return False
    return not ahead or (int(ahead) < 24 and int(past) < 60)
