"""Placeholders and directives of a body as tokens, with spans and without meaning: that is each host's to say."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from skill_lsp.pattern import pattern
from skill_lsp.record import NamedTuple
from skill_lsp.text import Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from skill_lsp.text import Text

WHITE_SPACE = (
    "\t\n\v\f\r \u00a0\u1680" + "".join(map(chr, range(0x2000, 0x200B))) + "\u2028\u2029\u202f\u205f\u3000\ufeff"
)
"""What JavaScript takes for white space. Python also takes U+001C to U+001F and U+0085, and not U+FEFF."""

_TOKEN = pattern(
    r"""\$(?:
        (?P<arguments>ARGUMENTS)\b (?:\[(?P<index>[0-9]+)\])?
      | (?P<digits>[0-9]+)
      | (?P<word>[A-Za-z_]\w*(?:-\w+)*)
      | \{(?P<variable>[A-Za-z_]\w*(?:\.\w+)*)\}
      | \{(?P<braced>[^{}$\r\n]*)\}
    )""",
    re.ASCII | re.VERBOSE,
)
_INLINE = pattern(r"!`([^`\r\n]+)`")
_FENCE = pattern(r"^[ \t]*(?P<ticks>`{3,})![ \t]*(?=\r?$)", re.MULTILINE)
_BLANK_AFTER = pattern(rf"[{WHITE_SPACE}]*")
_SPACE = pattern(f"[{WHITE_SPACE}]")


class Placeholder(NamedTuple):
    """A form that some host may replace.

    kind: "arguments" (`$ARGUMENTS`), "indexed" (`$ARGUMENTS[0]`), "position" (`$1`, `$10`: all digits), "name"
    (`$word`, `$two-words`), "variable" (`${WORD}`, `${word.KEY}`), "defaulted" (`${WORD:-x}`, `${1}` and other braced
    forms that no host replaces). name: the digits, the word, or what stands in the braces. escaped: exactly one
    backslash stands before it. span: from `$` on.
    """

    kind: str
    span: Span
    name: str
    escaped: bool

    def declared(self, names: Iterable[str]) -> str | None:
        """The longest of these names that the token begins with: `$base-ref` is `$base` and `-ref` where only `base` is
        declared."""
        fitting = [name for name in names if name and self._begins_with(name)]
        return max(fitting, key=len, default=None)

    def _begins_with(self, name: str) -> bool:
        rest = self.name[len(name) :]
        return self.name.startswith(name) and (not rest or rest[0] == "-")


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
    content = text.content
    if content.find("$", body.start, body.end) < 0:
        return ()
    return tuple(_placeholder(found, body.start) for found in _TOKEN.finditer(content, body.start, body.end))


def _placeholder(found: re.Match[str], start: int) -> Placeholder:
    at = found.start()
    content = found.string
    escaped = at > start and content[at - 1] == "\\" and not (at - 1 > start and content[at - 2] == "\\")
    span = Span(at, found.end())
    match found.lastgroup:
        case "arguments":
            return Placeholder("arguments", span, "ARGUMENTS", escaped)
        case "index":
            return Placeholder("indexed", span, found["index"], escaped)
        case "digits":
            return Placeholder("position", span, found["digits"], escaped)
        case "word":
            return Placeholder("name", span, found["word"], escaped)
        case "variable":
            return Placeholder("variable", span, found["variable"], escaped)
        case _:
            return Placeholder("defaulted", span, found["braced"], escaped)


def scan_directives(text: Text, body: Span) -> tuple[Directive, ...]:
    """All directive forms of a body, in order, in code and comments as well."""
    content = text.content
    if content.find("!", body.start, body.end) < 0:
        return ()
    found: list[Directive] = []
    if content.find("!`", body.start, body.end) >= 0:
        found += _inline(content, body)
    if content.find("`!", body.start, body.end) >= 0:
        found += _fenced(content, body)
        found.sort(key=lambda directive: directive.span)
    return tuple(found)


def _inline(content: str, body: Span) -> Iterator[Directive]:
    for found in _INLINE.finditer(content, body.start, body.end):
        start, end = found.span()
        after_space = start == body.start or _SPACE.match(content, start - 1) is not None
        yield Directive(
            "inline",
            Span(start, end),
            Span(*found.span(1)),
            after_space and _stands_alone(content, start, end, body),
            after_space,
        )


def _stands_alone(content: str, start: int, end: int, body: Span) -> bool:
    while start > body.start and content[start - 1] not in "\r\n":
        start -= 1
        if not _SPACE.match(content, start):
            return False
    after = _BLANK_AFTER.match(content, end, body.end)
    stop = after.end() if after else end
    return stop == body.end or any(mark in content[end:stop] for mark in "\r\n")


def _fenced(content: str, body: Span) -> Iterator[Directive]:
    at = body.start
    while opening := _FENCE.search(content, at, body.end):
        inside = min(content.find("\n", opening.end()) + 1 or body.end, body.end)
        closing = re.compile(rf"^[ \t]*{opening['ticks']}`*[ \t]*(?=\r?$)", re.MULTILINE).search(
            content, inside, body.end
        )
        if closing is None:
            return
        command = Span(inside, max(inside, closing.start() - (2 if content[closing.start() - 2] == "\r" else 1)))
        yield Directive(
            "fenced", Span(opening.start("ticks"), closing.end()), command, whole_line=True, after_space=True
        )
        at = closing.end()
