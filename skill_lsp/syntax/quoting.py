"""Writing a text as a YAML or TOML scalar that reads back as exactly that text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skill_lsp.pattern import pattern

if TYPE_CHECKING:
    import re

_NEEDS_ESCAPE = pattern(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff\ud800-\udfff]")
_SHORT = {"\0": "\\0", "\a": "\\a", "\b": "\\b", "\t": "\\t", "\n": "\\n", "\v": "\\v", "\f": "\\f", "\r": "\\r"}


def yaml_quoted(text: str) -> str:
    """A quoted YAML scalar on one line: double quotes, single ones where the text holds `"` or a backslash."""
    if _NEEDS_ESCAPE.search(text):
        return '"' + _escaped(text, _SHORT) + '"'
    if '"' not in text and "\\" not in text:
        return f'"{text}"'
    return "'" + text.replace("'", "''") + "'"


def toml_quoted(text: str) -> str:
    """A basic TOML string on one line."""
    short = {key: value for key, value in _SHORT.items() if key in "\b\t\n\f\r"}
    return '"' + _escaped(text, short) + '"'


def _escaped(text: str, short: dict[str, str]) -> str:
    def escape(match: re.Match[str]) -> str:
        char = match.group()
        return short.get(char) or (f"\\u{ord(char):04x}" if ord(char) < 0x10000 else f"\\U{ord(char):08x}")

    return _NEEDS_ESCAPE.sub(escape, text.replace("\\", "\\\\").replace('"', '\\"'))
