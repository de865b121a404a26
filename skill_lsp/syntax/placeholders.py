"""Placeholders and directives of a body as tokens, with spans and without meaning: that is each host's to say."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from skill_lsp.text import Span, Text


class Placeholder(NamedTuple):
    """A form that some host may replace.

    kind: "arguments" (`$ARGUMENTS`), "indexed" (`$ARGUMENTS[0]`), "position" (`$1`, `$10`: all digits), "name" (`$word`),
    "variable" (`${WORD}`), "defaulted" (`${WORD:-x}`, `${1}` and other braced forms that no host replaces).
    name: the digits or the word. escaped: exactly one backslash stands before it (or an odd number). span: from `$` on.
    """

    kind: str
    span: Span
    name: str
    escaped: bool


class Directive(NamedTuple):
    """A form that some host may run as a shell command.

    kind: "inline" (``!`cmd` ``) or "fenced" (a code fence with the info string `!`). span: from `!` (or the fence's
    first character) to its end. command: the span of the command. whole_line: only white space stands beside it on
    its line. after_space: it begins its line or follows white space.
    """

    kind: str
    span: Span
    command: Span
    whole_line: bool
    after_space: bool


def scan(text: Text, body: Span) -> tuple[Placeholder, ...]:
    """All placeholder forms of a body, in order, in code as well."""
    raise NotImplementedError


def scan_directives(text: Text, body: Span) -> tuple[Directive, ...]:
    """All directive forms of a body, in order, in code and comments as well."""
    raise NotImplementedError
