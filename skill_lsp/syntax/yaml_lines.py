"""Lines of `key: value` to nodes without a YAML parser: what most frontmatter is.

A regular expression for one line leaves out every character to which a YAML parser gives a meaning at its place. A
second one takes a plain value with a colon that makes a map of it, the most frequent defect: libyaml refuses it for
certain, and the recovery reads each such line alone. What neither matches in full goes to libyaml and the recovery,
which make the same nodes and problems of the rest.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from skill_lsp.pattern import pattern
from skill_lsp.syntax import yaml_characters
from skill_lsp.syntax.nodes import Entry, Mapping, Scalar, Style, SyntaxProblem
from skill_lsp.text import Span

if TYPE_CHECKING:
    import re

_LINE = pattern(
    r"""([A-Za-z_][A-Za-z0-9_.-]{0,99}):
    (?:[ ]+(?:
        ([^\x00-\x20\x7f=?:,\[\]{}\#&*!|>'"%@`-]            # plain: no indicator, then neither `: ` nor ` #`
         [^\x00-\x1f\x7f:\#]*(?:(?::(?![ \r\n])|(?<![ ])\#)[^\x00-\x1f\x7f:\#]*)*(?<![ ]))
        |"([^\x00-\x1f\x7f"\\]*)"
        |'([^\x00-\x1f\x7f']*)'
    ))?\r?\n""",
    0x40,  # re.VERBOSE
)
_COLON_LINE = pattern(
    r"""([A-Za-z_][A-Za-z0-9_.-]{0,99}):[ ]+
    ([^\x00-\x20\x7f=?:,\[\]{}\#&*!|>'"%@`-]                 # plain, up to the first colon before a blank
     [^\x00-\x1f\x7f:\#]*(?:(?::(?![ \r\n])|(?<![ ])\#)[^\x00-\x1f\x7f:\#]*)*
     (:)(?=[ \r\n])
     [^\x00-\x1f\x7f\#]*(?:(?<![ ])\#[^\x00-\x1f\x7f\#]*)*)    # no ` #`: it may begin a comment or belong to the text
    \r?\n""",
    0x40,  # re.VERBOSE
)
COLON_MESSAGE = "a colon and a blank inside a plain value make a map of it"
_MAX_COLONS = 100
"""Lines with such a colon that are read here; the recovery gives up somewhere above."""
_PLAIN = (Style.PLAIN, None, None)
_MARKS = (_PLAIN, _PLAIN, _PLAIN, (Style.DOUBLE, None, None), (Style.SINGLE, None, None))
"""Style, tag and anchor of a value by the last group of its line."""


def mapping(source: str, base: int, problems: list[SyntaxProblem]) -> Mapping | None:
    """The map of a source that is nothing but such lines and begins at `base` in its text; None for all others.

    Adds a `plain-colon` for each value with a colon and a blank. What it added means nothing where it returns None.
    """
    if not source.isascii() and not yaml_characters.ordinary(source):
        return None
    if not source.endswith("\n"):
        source += "\n"
    elif source.endswith("\n\n"):
        source = source[:-1]
    entries = []
    at, length = 0, len(source)
    match, new = _LINE.match, tuple.__new__  # a node's own constructor takes three times as long
    while at < length:
        line = match(source, at)
        if line is None:
            line = _COLON_LINE.match(source, at)
            if line is None or len(problems) == _MAX_COLONS:
                return None
            entries.append(_with_colon(line, base, problems))
            at = line.end()
            continue
        start, end = line.span(1)
        key = new(Scalar, (new(Span, (base + start, base + end)), line[1], *_PLAIN))
        kind = line.lastindex or 0
        if kind == 1:
            value = new(Scalar, (new(Span, (base + end + 1, base + end + 1)), "", *_PLAIN))
        else:
            start, end = line.span(kind)
            quote = kind > 2
            span = new(Span, (base + start - quote, base + end + quote))
            value = new(Scalar, (span, line[kind], *_MARKS[kind]))
        entries.append(new(Entry, (key, value, None)))
        at = line.end()
    return Mapping(Span(base, entries[-1].value.span.end), tuple(entries)) if entries else None


def _with_colon(line: re.Match[str], base: int, problems: list[SyntaxProblem]) -> Entry:
    """The entry as its author means it: all of the line behind the key is the value."""
    colon = base + line.start(3)
    problems.append(SyntaxProblem("plain-colon", Span(colon, colon + 1), COLON_MESSAGE))
    text, start = line[2].rstrip(), base + line.start(2)
    key = Scalar(Span(*line.span(1)).moved(base), line[1])
    return Entry(key, Scalar(Span(start, start + len(text)), text))
