"""A position in a TOML text: white space, comments, keys and strings, with every error located."""

from __future__ import annotations

import re

from skill_lsp.pattern import pattern
from skill_lsp.syntax.nodes import Scalar, Style, SyntaxProblem
from skill_lsp.text import Span

DEEPEST = 80
"""Levels of nesting that the toml crate takes (toml 1.1.4, its recursion guard)."""

_SPACE = pattern(r"[ \t]*")
_BLANK = pattern(r"(?:[ \t\n]|\r\n)*")
_COMMENT = pattern(r"#[^\n]*")
_BARE_KEY = pattern(r"[A-Za-z0-9_-]+")
ANY_KEY = pattern(r"[^\s=:.\[\]{}#\"',]+")
_CONTROL = pattern(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]|\r(?!\n)")
_PLAIN_BASIC = pattern(r'"([^"\\\x00-\x08\x0a-\x1f\x7f]*)"(?!")')
_BASIC = pattern(r'(?:[^"\\\n]+|\\[^\n])*')
_LITERAL = pattern(r"[^'\n]*")
_LONG_BASIC = pattern(r'(?:[^"\\]+|\\[\s\S]|"(?!""))*')
_LONG_LITERAL = pattern(r"(?:[^']+|'(?!''))*")
_ESCAPE = pattern(
    r"\\(?:x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|([btnfre\"\\])"
    r"|([ \t]*\r?\n(?:[ \t\n]|\r\n)*)|([\s\S]|$))"
)
_LETTERS = {"b": "\b", "t": "\t", "n": "\n", "f": "\f", "r": "\r", "e": "\x1b", '"': '"', "\\": "\\"}

STATEMENT = pattern(
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

    def back(self, to: int) -> None:
        """Moves back over what was blank."""
        self.at = to
        while self.comments and self.comments[-1].start >= to:
            self.comments.pop()

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
            loose = ANY_KEY.match(self.content, found.end())
            if loose is None:
                self.at = found.end()
                return Scalar(Span(found.start(), found.end()), found.group(), Style.PLAIN)
        span = self.skip(ANY_KEY)
        if span.start == span.end:
            return None
        text = self.content[span.start : span.end]
        self.problem("bare-key", *span, f"`{text}` must be quoted: a bare key has only A-Z, a-z, 0-9, `_` and `-`")
        return Scalar(span, text, Style.PLAIN)

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
            self.problem("unclosed-string", start, self.at, f"the text is not closed: `{quote}` is missing")
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
            self.problem("unclosed-string", start, start + 3, f"the text is not closed: `{quote * 3}` is missing")
        for newline in ("\n", "\r\n"):
            if self.content.startswith(newline, inner.start) and inner.start + len(newline) <= inner.end:
                inner = Span(inner.start + len(newline), inner.end)
                break
        return Scalar(Span(start, self.at), self.content_of(inner, quote, long=True), Style.STRING)

    def content_of(self, inner: Span, quote: str, *, long: bool = False) -> str:
        """What a string says, its escapes decoded. Line ends in it stay as they are (toml 1.1, `decoder/string.rs`)."""
        self.controls(inner, "text")
        text = self.content[inner.start : inner.end]
        if quote == "'" or "\\" not in text:
            return text

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

        return _ESCAPE.sub(decode, text)
