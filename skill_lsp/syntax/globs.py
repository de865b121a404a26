"""Glob patterns of a `paths` key: splitting the comma form, finding what is wrong in a pattern, and matching."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from skill_lsp.pattern import pattern
from skill_lsp.record import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_CLOSER = {"[": "]", "{": "}", "(": ")"}
_DRIVE = pattern(r"[A-Za-z]:[/\\]")
BRACE_LIMIT = 1000
"""Patterns that the braces of one list may expand to (Claude Code's documented budget)."""


class Defect(NamedTuple):
    """What is wrong in a pattern. kind: "empty", "negated", "backslash", "absolute", "parent", "unclosed" or "home";
    start and end are offsets in the pattern."""

    kind: str
    start: int
    end: int


def split(text: str) -> Iterator[tuple[int, str]]:
    """The patterns of a comma-separated text, each with its offset, trimmed; a comma inside braces does not split."""
    depth = start = 0
    for at, char in enumerate(text):
        if char == "{":
            depth += 1
        elif char == "}":
            depth = max(0, depth - 1)
        elif char == "," and not depth:
            yield _trimmed(text, start, at)
            start = at + 1
    yield _trimmed(text, start, len(text))


def _trimmed(text: str, start: int, end: int) -> tuple[int, str]:
    part = text[start:end]
    return start + len(part) - len(part.lstrip()), part.strip()


def defects(pattern: str) -> Iterator[Defect]:
    """What makes a pattern unusable somewhere, in order of importance."""
    if not pattern.strip():
        yield Defect("empty", 0, len(pattern))
        return
    if pattern.startswith("!") and not pattern.startswith("!("):
        yield Defect("negated", 0, 1)
    backslash = pattern.find("\\")
    if backslash >= 0:
        yield Defect("backslash", backslash, backslash + 1)
    drive = _DRIVE.match(pattern)
    if pattern.startswith("/") or drive:
        yield Defect("absolute", 0, drive.end() if drive else 1)
    if pattern.startswith("~"):
        yield Defect("home", 0, 1)
    at = 0
    for segment in re.split(r"[/\\]", pattern):
        if segment == "..":
            yield Defect("parent", at, at + 2)
        at += len(segment) + 1
    opened = unclosed(pattern)
    if opened is not None:
        yield Defect("unclosed", opened, opened + 1)


def unclosed(pattern: str) -> int | None:
    """The offset of the first bracket, brace or parenthesis that is never closed."""
    stack: list[tuple[int, str]] = []
    at = 0
    while at < len(pattern):
        char = pattern[at]
        if char == "[":
            # a `]` right after `[`, `[!` or `[^` belongs to the class
            first = at + 1 + (pattern[at + 1 : at + 2] in ("!", "^"))
            end = pattern.find("]", first + 1)
            if end < 0:
                return stack[0][0] if stack else at
            at = end
        elif char in "{(":
            stack.append((at, _CLOSER[char]))
        elif stack and char == stack[-1][1]:
            stack.pop()
        at += 1
    return stack[0][0] if stack else None


@lru_cache(maxsize=256)
def matcher(pattern: str) -> Callable[[str], bool]:
    """Whether a path (relative, with `/`) matches: `**`, braces, extglobs and classes, dot folders included.

    A pattern that can't be read matches nothing.
    """
    from wcmatch import glob

    flags = glob.GLOBSTAR | glob.BRACE | glob.EXTGLOB | glob.DOTGLOB | glob.FORCEUNIX
    try:
        compiled = glob.compile(pattern, flags=flags, limit=BRACE_LIMIT)
    except Exception:  # what an author typed must never stop the check; the limit's own exception is not public
        return lambda path: False
    return compiled.match
