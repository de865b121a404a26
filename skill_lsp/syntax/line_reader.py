"""Frontmatter as a reader has it that splits lines at their first colon and knows nothing of YAML.

The reader of oxo-flow works like this (Traitome/oxo-flow b936dc14, `crates/oxo-flow-ai/src/skill.rs`,
`parse_skill_md`): the text must begin with `---`, the next `---` wherever it stands ends the frontmatter, each line
between them is a key, a colon and a value, all trimmed, and quotes at the value's ends go.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from skill_lsp.pattern import pattern
from skill_lsp.record import NamedTuple
from skill_lsp.text import Span

if TYPE_CHECKING:
    from skill_lsp.text import Text

WHITE_SPACE = (
    "\t\n\v\f\r \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000"
)
"""What Rust's `trim` removes: Unicode's White_Space, which differs from Python's `strip` in U+001C to U+001F."""
_QUOTES = "\"'"


class Field(NamedTuple):
    """One line with a colon. `value` is what the reader has after trimming and taking quotes off; `written` is the span
    of the trimmed value with its quotes, `line` that of the line without its line ending."""

    key: str
    key_span: Span
    value: str
    written: Span
    line: Span

    @property
    def indented(self) -> bool:
        """Whether white space stands before the key."""
        return self.key_span.start > self.line.start


class Lines(NamedTuple):
    """A frontmatter read by lines. closer: the `---` that ends it, None where there is none (the rest is then empty).
    body: the trimmed text after it."""

    fields: tuple[Field, ...]
    content: Span
    closer: Span | None
    body: Span

    def last(self, key: str) -> Field | None:
        """The field that counts: the last one with that key."""
        return next((field for field in reversed(self.fields) if field.key == key), None)


def read(text: Text) -> Lines | None:
    """Reads a text; None where it does not begin with `---`."""
    content = text.content
    if not content.startswith("---"):
        return None
    end = content.find("---", 3)
    if end < 0:
        return Lines((), Span(3, len(content)), None, Span(len(content), len(content)))
    return Lines(
        tuple(_fields(content, 3, end)), Span(3, end), Span(end, end + 3), _trimmed(content, end + 3, len(content))
    )


def _fields(content: str, start: int, end: int) -> list[Field]:
    fields = []
    while start <= end:
        stop = content.find("\n", start, end)
        stop = end if stop < 0 else stop
        colon = content.find(":", start, stop)
        if colon >= 0:
            key = _trimmed(content, start, colon)
            written = _trimmed(content, colon + 1, stop)
            value = content[written.start : written.end].strip(_QUOTES)
            line_end = stop - 1 if stop > start and content[stop - 1] == "\r" else stop
            fields.append(Field(content[key.start : key.end], key, value, written, Span(start, line_end)))
        start = stop + 1
    return fields


def _trimmed(content: str, start: int, end: int) -> Span:
    """The span without white space at its ends."""
    while start < end and content[start] in WHITE_SPACE:
        start += 1
    while end > start and content[end - 1] in WHITE_SPACE:
        end -= 1
    return Span(start, end)


_PLAIN = pattern(r"[A-Za-z(][^\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff]*")
_TYPED = pattern(r"(?i:true|false|null|yes|no|on|off|y|n)")
_UNPRINTABLE = pattern(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff\ud800-\udfff\ufffe\uffff]")


def one_line(text: str) -> str | None:
    """A text as a value on one line that YAML and this reader both take for exactly that text: plain, else in quotes.

    None where there is no such form: it holds `---` or line ends, begins or ends with a quote or blank, or has a
    character that needs an escape.
    """
    if not text or "---" in text or _UNPRINTABLE.search(text) or text[0] in WHITE_SPACE or text[-1] in WHITE_SPACE:
        return None
    if text[0] in _QUOTES or text[-1] in _QUOTES:
        return None
    if _PLAIN.fullmatch(text) and not _TYPED.fullmatch(text) and not re.search(r":(?:\s|$)|\s#", text):
        return text
    if '"' not in text and "\\" not in text:
        return f'"{text}"'
    return f"'{text}'" if "'" not in text else None
