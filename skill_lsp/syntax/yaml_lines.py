"""Lines of `key: value` to nodes without a YAML parser: what most frontmatter is.

A regular expression for one line leaves out every character to which a YAML parser gives a meaning at its place; what
it does not match in full goes to libyaml, which makes the same nodes of the rest.
"""

from __future__ import annotations

from skill_lsp.pattern import pattern
from skill_lsp.syntax import yaml_characters
from skill_lsp.syntax.nodes import Entry, Mapping, Scalar, Style
from skill_lsp.text import Span

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
_PLAIN = (Style.PLAIN, None, None)
_MARKS = (_PLAIN, _PLAIN, _PLAIN, (Style.DOUBLE, None, None), (Style.SINGLE, None, None))
"""Style, tag and anchor of a value by the last group of its line."""


def mapping(source: str, base: int) -> Mapping | None:
    """The map of a source that is nothing but such lines and begins at `base` in its text; None for all others."""
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
            return None
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
