"""Characters that some YAML parsers refuse or end a line at, hidden from libyaml so that it reads the rest."""

from __future__ import annotations

from skill_lsp.pattern import pattern
from skill_lsp.syntax.nodes import SyntaxProblem
from skill_lsp.text import BOM, Span

_ORDINARY_ASCII = pattern("[\t\n\r\x20-\x7e]*")
_ORDINARY = pattern(
    "[\t\n\r\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]*",
)
_ODD = pattern(
    "[^\t\n\r\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]",
)
_ODD_KINDS = {**dict.fromkeys("\x85\u2028\u2029", "line-separator"), BOM: "inner-mark"}


def masked(source: str, base: int, problems: list[SyntaxProblem]) -> tuple[str, dict[int, str]]:
    """The source with private characters in place of those that libyaml refuses or breaks lines at, and the way back.

    Readers of YAML 1.2 take these characters as they are.
    """
    distinct = set(_ODD.findall(source))
    taken = set(source)
    free = (char for char in map(chr, range(0xF0000, 0xFFFFE)) if char not in taken)
    masks = dict(zip(sorted(distinct), free, strict=False))
    for found in _ODD.finditer(source):
        kind = _ODD_KINDS.get(found.group(), "control-character")
        message = f"U+{ord(found.group()):04X} is {_MEANING[kind]}"
        problems.append(SyntaxProblem(kind, Span(base + found.start(), base + found.end()), message))
        if len(problems) == _MAX_ODD:
            break
    table = {ord(char): mask for char, mask in masks.items()}
    return source.translate(table), {ord(mask): char for char, mask in masks.items()}


_MAX_ODD = 20
"""Odd characters reported; a file with more of them is no text."""


def ordinary(source: str) -> bool:
    """Whether every parser takes every character of the source."""
    usual = _ORDINARY_ASCII if source.isascii() else _ORDINARY  # the second one takes 5 ms to compile
    return usual.fullmatch(source) is not None


_MEANING = {
    "control-character": "a control character",
    "line-separator": "a character that ends a line for some readers only",
    "inner-mark": "a byte order mark that is not at the beginning",
}
