"""Keys and values of TOML 1.1: a scanner that locates every error and reads on after it.

Kinds of problems found here: see `KINDS` in `skill_lsp.syntax.toml`.
"""

from __future__ import annotations

import re
from calendar import monthrange

from skill_lsp.syntax.nodes import Mapping, Node, Scalar, Sequence, Style, SyntaxProblem
from skill_lsp.syntax.toml_tables import Table, put
from skill_lsp.text import Span

DEEPEST = 80
"""Levels of nesting that the toml crate takes (toml 1.1.4, its recursion guard)."""

_SPACE = re.compile(r"[ \t]*")
_BLANK = re.compile(r"(?:[ \t\n]|\r\n)*")
_COMMENT = re.compile(r"#[^\n]*")
_REST = re.compile(r"[^\n]*")
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_ANY_KEY = re.compile(r"[^\s=:.\[\]{}#\"',]+")
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]|\r(?!\n)")
_PLAIN_BASIC = re.compile(r'"([^"\\\x00-\x08\x0a-\x1f\x7f]*)"(?!")')
_BASIC = re.compile(r'(?:[^"\\\n]+|\\[^\n])*')
_LITERAL = re.compile(r"[^'\n]*")
_LONG_BASIC = re.compile(r'(?:[^"\\]+|\\[\s\S]|"(?!""))*')
_LONG_LITERAL = re.compile(r"(?:[^']+|'(?!''))*")
_ESCAPE = re.compile(
    r"\\(?:x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|([btnfre\"\\])"
    r"|([ \t]*\r?\n(?:[ \t\n]|\r\n)*)|([\s\S]|$))"
)
_LETTERS = {"b": "\b", "t": "\t", "n": "\n", "f": "\f", "r": "\r", "e": "\x1b", '"': '"', "\\": "\\"}
_DATE_TIME = re.compile(
    r"(?:(\d{4})-(\d\d)-(\d\d)(?:[Tt ](?=\d\d:))?)?"
    r"(?:(?<![-0-9])(\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?)?([Zz]|[+-](\d\d):(\d\d))?"
)
_DIGITS = r"[0-9](?:_?[0-9])*"
_INTEGER = re.compile(
    r"[+-]?(?:0|[1-9](?:_?[0-9])*)|0x[0-9A-Fa-f](?:_?[0-9A-Fa-f])*|0o[0-7](?:_?[0-7])*|0b[01](?:_?[01])*"
)
_FLOAT = re.compile(
    rf"[+-]?(?:(?:0|[1-9](?:_?[0-9])*)(?:\.{_DIGITS}(?:[eE][+-]?{_DIGITS})?|[eE][+-]?{_DIGITS})|inf|nan)"
)
_TOKEN = re.compile(r"[^\s,\[\]{}#\"'=]+")
_LOOSE_IN_LIST = re.compile(r"[^\n,\]}#]+")
LOOSE = re.compile(r"[^\n#]+(?:(?<![ \t])#[^\n#]*)*")
STATEMENT = re.compile(
    r"^[ \t]*(?:[A-Za-z0-9_-]+[ \t]*(?:\.[ \t]*[A-Za-z0-9_-]+[ \t]*)*=|\[\[?[A-Za-z_][A-Za-z0-9_.-]*\]\]?[ \t]*\r?$)",
    re.M,
)
"""What plainly begins a key or table: where to read on after something that was not closed."""


class NestingError(Exception):
    """Values are nested more deeply than the format's readers take."""


class Scanner:
    """A position in a text, with what was noted on the way."""

    def __init__(self, content: str, at: int) -> None:
        self.content = content
        self.at = at
        self.problems: list[SyntaxProblem] = []
        self.comments: list[Span] = []
        self.depth = 0

    def problem(self, kind: str, start: int, end: int, message: str) -> None:
        """Notes a place that does not follow the format."""
        self.problems.append(SyntaxProblem(kind, Span(start, end), message))

    def peek(self) -> str:
        """The character here, `""` at the end."""
        return self.content[self.at : self.at + 1]

    def skip(self, pattern: re.Pattern[str]) -> Span:
        """Moves behind what the pattern matches here."""
        found = pattern.match(self.content, self.at)
        start = self.at
        if found:
            self.at = found.end()
        return Span(start, self.at)

    def space(self) -> None:
        """Moves behind spaces and tabs."""
        self.skip(_SPACE)

    def comment(self) -> None:
        """Moves behind a comment, if one stands here."""
        if self.content.startswith("#", self.at):
            span = self.skip(_COMMENT)
            if self.content.endswith("\r", span.start, span.end) and self.content.startswith("\n", span.end):
                span = Span(span.start, span.end - 1)
                self.at = span.end
            self.comments.append(span)
            self.controls(span, "a comment")

    def blank(self) -> None:
        """Moves behind white space, line ends and comments."""
        while True:
            self.skip(_BLANK)
            if not self.content.startswith("#", self.at):
                return
            self.comment()

    def line_end(self) -> int:
        """Where the line ends, its line ending not included."""
        end = self.content.find("\n", self.at)
        end = len(self.content) if end < 0 else end
        return end - 1 if end > self.at and self.content[end - 1] == "\r" and end < len(self.content) else end

    def controls(self, span: Span, where: str) -> None:
        """Notes the first control character of a span that may hold none."""
        if found := _CONTROL.search(self.content, span.start, span.end):
            code = f"U+{ord(found.group()):04X}"
            self.problem("control-character", found.start(), found.end(), f"{where} can't hold the character {code}")

    # ---------------------------------------------------------------------- keys

    def keys(self) -> list[Scalar]:
        """A key with its dotted parts; what is no key is noted. Empty where nothing like a key stands here."""
        parts: list[Scalar] = []
        while True:
            self.space()
            start = self.at
            part = self.key()
            if part is None:
                if parts:
                    self.problem("missing-key", start, start, "a key must follow the dot")
                return parts
            parts.append(part)
            if len(parts) == DEEPEST + 1:
                raise NestingError
            self.space()
            if self.peek() != ".":
                return parts
            self.at += 1

    def key(self) -> Scalar | None:
        """One part of a key."""
        quote = self.peek()
        if quote in ('"', "'") and quote:
            if self.content.startswith(quote * 3, self.at):
                start = self.at
                value = self.string()
                self.problem("bare-key", start, value.span.end, "a key can't be a multi-line string")
                return value
            return self.string()
        if found := _BARE_KEY.match(self.content, self.at):
            loose = _ANY_KEY.match(self.content, found.end())
            if loose is None:
                self.at = found.end()
                return Scalar(Span(found.start(), found.end()), found.group(), Style.PLAIN)
        span = self.skip(_ANY_KEY)
        if span.start == span.end:
            return None
        text = self.content[span.start : span.end]
        self.problem("bare-key", *span, f"`{text}` must be quoted: a bare key has only A-Z, a-z, 0-9, `_` and `-`")
        return Scalar(span, text, Style.PLAIN)

    # -------------------------------------------------------------------- values

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
            if not character or (self.at > before and self.new_statement()):
                self.unclosed("unclosed-array", start, before, "the list is not closed: `]` is missing")
                break
            items.append(self.value(_LOOSE_IN_LIST))
            self.separator("]", "unclosed-array")
        return Sequence(Span(start, self.at), tuple(items), flow=True)

    def stray(self, character: str) -> None:
        """Notes a character that stands where an item belongs."""
        self.problem("missing-value", self.at, self.at + 1, f"an item is missing before `{character}`")
        self.at += 1

    def separator(self, closer: str, kind: str) -> None:
        """The comma after an item; notes where two items follow each other without one."""
        end = self.at
        self.blank()
        character = self.peek()
        if character == ",":
            self.at += 1
        elif character and character != closer and not (self.at > end and self.new_statement()):
            self.problem("missing-comma", end, end, "a comma is missing here")
            if character in "]}=":
                self.at += 1
        elif character != closer:
            self.at = end

    def new_statement(self) -> bool:
        """Whether a line begins here that plainly is another key or table."""
        start = self.content.rfind("\n", 0, self.at) + 1
        return not self.content[start : self.at].strip() and STATEMENT.match(self.content, start) is not None

    def unclosed(self, kind: str, start: int, end: int, message: str) -> None:
        """Notes what was opened at `start` and reads on at the end of its last item."""
        self.at = end
        self.problem(kind, start, start + 1, message)

    def inline_table(self) -> Mapping:
        """`{a = 1, b = 2}`, over several lines if so written (TOML 1.1)."""
        start = self.at
        self.at += 1
        table = Table(start, "inline")
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
            if not character or (self.at > before and "\n" in self.content[before : self.at] and not self.pair_ahead()):
                self.unclosed("unclosed-table", start, before, "the table is not closed: `}` is missing")
                break
            if not self.pair(table):
                self.unclosed("unclosed-table", start, self.at, "the table is not closed: `}` is missing")
                break
            self.separator("}", "unclosed-table")
        mapping = table.frozen(self.at)
        return mapping._replace(flow=True)

    def pair_ahead(self) -> bool:
        """Whether something like a key stands here."""
        return _ANY_KEY.match(self.content, self.at) is not None or self.peek() in ('"', "'")

    def pair(self, table: Table) -> bool:
        """One `key = value` of an inline table; whether one stood here."""
        parts = self.keys()
        if not parts:
            return False
        self.space()
        put(self, table, parts, self.after_equals(parts, _LOOSE_IN_LIST))
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

    # ------------------------------------------------------------------- strings

    def string(self) -> Scalar:
        """A string in any of the four forms."""
        plain = _PLAIN_BASIC.match(self.content, self.at)
        if plain and (plain[1] or not self.content.startswith('"""', self.at)):
            self.at = plain.end()
            return Scalar(Span(plain.start(), plain.end()), plain[1], Style.STRING)
        quote = self.peek()
        if self.content.startswith(quote * 3, self.at):
            return self.long_string(quote)
        start = self.at
        self.at += 1
        inner = self.skip(_BASIC if quote == '"' else _LITERAL)
        if self.peek() == quote:
            self.at += 1
        else:
            if self.content.endswith("\r", inner.start, inner.end):
                inner = Span(inner.start, inner.end - 1)
            self.at = inner.end
            self.problem("unclosed-string", start, self.at, f"the text is not closed: {quote} is missing")
        return Scalar(Span(start, self.at), self.content_of(inner, quote), Style.STRING)

    def long_string(self, quote: str) -> Scalar:
        """Text between three quotes."""
        start = self.at
        self.at += 3
        inner = self.skip(_LONG_BASIC if quote == '"' else _LONG_LITERAL)
        if self.content.startswith(quote * 3, self.at):
            more = 0
            while more < 2 and self.content.startswith(quote, self.at + 3 + more):
                more += 1
            inner = Span(inner.start, self.at + more)
            self.at = inner.end + 3
        else:
            resume = STATEMENT.search(self.content, inner.start)
            self.at = max(resume.start() - 1, inner.start) if resume else len(self.content)
            inner = Span(inner.start, self.at)
            self.problem("unclosed-string", start, start + 3, f"the text is not closed: {quote * 3} is missing")
        for newline in ("\n", "\r\n"):
            if self.content.startswith(newline, inner.start) and inner.start + len(newline) <= inner.end:
                inner = Span(inner.start + len(newline), inner.end)
                break
        return Scalar(Span(start, self.at), self.content_of(inner, quote, long=True), Style.STRING)

    def content_of(self, inner: Span, quote: str, *, long: bool = False) -> str:
        """What a string says, its escapes decoded."""
        self.controls(inner, "text")
        text = self.content[inner.start : inner.end]
        if quote == "'" or "\\" not in text:
            return text.replace("\r\n", "\n") if long else text

        def decode(found: re.Match[str]) -> str:
            digits = found[1] or found[2] or found[3]
            if digits:
                code = int(digits, 16)
                if code < 0xD800 or 0xDFFF < code <= 0x10FFFF:
                    return chr(code)
            elif found[4]:
                return _LETTERS[found[4]]
            elif found[5] and long:
                return ""
            start, end = found.start() + inner.start, found.end() + inner.start
            if not digits:
                end = min(start + 2, inner.end)
            self.problem("escape", start, end, f"`{self.content[start:end].rstrip()}` is no escape that TOML has")
            return found.group()

        return _ESCAPE.sub(decode, text).replace("\r\n", "\n")


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
