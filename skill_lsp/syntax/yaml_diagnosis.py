"""What exactly is wrong with a line or a value that libyaml refuses, at the characters an author would look at."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from skill_lsp.record import NamedTuple
from skill_lsp.syntax.yaml_lines import COLON_MESSAGE

if TYPE_CHECKING:
    from skill_lsp.syntax.yaml_nodes import Unreadable


class Diagnosis(NamedTuple):
    """A problem's kind, its offsets in the source and its message."""

    kind: str
    start: int
    end: int
    message: str


ODD_SPACE = re.compile("[\u00a0\u1680\u2000-\u200d\u202f\u205f\u2060\u3000\ufeff]|[\U000f0000-\U000ffffd]")
_COLON = re.compile(r":(?=[ \t\r\n]|$)")
_COMMENT = re.compile(r"(?<=[ \t])#")
_DOUBLE = re.compile(r'"(?:[^"\\]|\\(?s:.))*"')
_SINGLE = re.compile(r"'(?:[^']|'')*'(?!')")
_ESCAPE = re.compile(
    r"\\(?:([0abt\tnvfre \"/\\N_LP\r\n])|x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|(?P<bad>(?s:.?)))"
)
_LIKE_KEY = re.compile(r"(?P<key>[A-Za-z_][\w-]*)(?P<colon>:)(?=[^ \t\r\n])")
_EQUALS = re.compile(r"(?P<key>[A-Za-z_][\w-]*)[ \t]*(?P<sign>\uff1a|=(?!=))")
_HEADER = re.compile(r"[|>](?P<flags>[-+0-9]*)(?P<rest>[^\r\n]*)")
_FURTHER_KEY = re.compile(r"(?:\r\n|\n|\r)(?P<blanks> +)(?P<key>[a-z_][\w-]*)(?P<colon>:)(?=[ \t\r\n]|$)")
_MARKS = re.compile(r"[\[\]{}\"'#\r\n]")
_PARTNER = {"[": "]", "{": "}"}


def of_line(rest: str, start: int) -> Diagnosis:
    """A line at the depth of a key that is neither a key nor part of a value."""
    equals = _EQUALS.match(rest)
    if equals is not None:
        at = start + equals.start("sign")
        sign = equals["sign"]
        what = "the full-width colon is none" if sign != "=" else "`=` is none"
        return Diagnosis("odd-colon", at, at + 1, f"a key ends with a colon, and {what}")
    glued = _LIKE_KEY.match(rest)
    odd = ODD_SPACE.match(rest, glued.end()) if glued else None
    if glued is not None and odd is not None:
        at = start + odd.start()
        name = f"U+{ord(odd.group()):04X}" if odd.group() < "\U000f0000" else "this invisible character"
        message = f"{name} is no blank for YAML, so this line has no key"
        return Diagnosis("odd-space", at, at + 1, message)
    if glued is not None and not rest.startswith("//", glued.end()):
        colon = start + glued.start("colon")
        message = f"a blank must stand behind the colon of `{glued['key']}`"
        return Diagnosis("missing-space", colon, colon + 1, message)
    if re.match(r"%[A-Z]+ ", rest):
        return Diagnosis("directive", start, start + 1, "a YAML directive can't stand in a frontmatter")
    if rest[:1] in _RESERVED:
        return Diagnosis("reserved-start", start, start + 1, f"`{rest[0]}` can't begin a line in YAML")
    message = "this line is neither a key with a value nor indented as part of the value above"
    return Diagnosis("bare-line", start, start + max(1, len(rest)), message)


def meant_key(rest: str) -> tuple[str, int] | None:
    """The key that a line without one was meant to have, and where its value begins."""
    found = _EQUALS.match(rest) or _LIKE_KEY.match(rest)
    if found is None or rest.startswith("//", found.end()):
        return None
    value = rest[found.end() :].lstrip().lstrip("\u00a0\u200b\u3000\ufeff")
    return found["key"], len(rest) - len(value)


_RESERVED = {"@": "`@`", "`": "a backtick", "%": "`%`", ",": "a comma", "]": "`]`", "}": "`}`"}


def of_value(source: str, begin: int, line_end: int, end: int, error: Unreadable) -> Diagnosis | None:
    """A value that begins at `begin`; its line ends at `line_end`, what belongs to it at `end`."""
    char = source[begin : begin + 1]
    if begin >= line_end:
        return None
    if char in "\"'":
        return _quoted(source, begin, end)
    if char in "[{":
        return _flow(source, begin, end)
    if char in _RESERVED:
        return Diagnosis("reserved-start", begin, begin + 1, f"a plain value can't begin with {_RESERVED[char]}")
    if char == "*":
        return _alias(source, begin, line_end)
    if char in "|>":
        return _header(source, begin, line_end) or _shallow_line(source, line_end, end)
    if char in "-?" and source[begin + 1 : begin + 2] in ("", " ", "\t"):
        return Diagnosis("reserved-start", begin, begin + 1, f"a plain value can't begin with `{char}` and a blank")
    if char == "&" and re.match(r"[\w-]", source[begin + 1 : begin + 2]) is None:
        return Diagnosis("reserved-start", begin, begin + 1, "a plain value can't begin with `&`")
    if char in "!&":
        return None
    return _plain(source, begin, line_end, end, error)


def _plain(source: str, begin: int, line_end: int, end: int, error: Unreadable) -> Diagnosis | None:
    comment = _COMMENT.search(source, begin, line_end)
    stop = comment.start() if comment else line_end
    colon = _COLON.search(source, begin, stop)
    if colon is not None:
        return Diagnosis("plain-colon", colon.start(), colon.start() + 1, COLON_MESSAGE)
    further = _FURTHER_KEY.search(source, line_end, end)
    colon = _COLON.search(source, line_end, end)
    if further is not None and colon is not None and further.start("colon") == colon.start():
        message = f"this line is indented, so `{further['key']}` belongs to the value above it"
        return Diagnosis("indentation", further.start("blanks"), further.end("blanks"), message)
    if colon is not None and comment is None:
        return Diagnosis("plain-colon", colon.start(), colon.start() + 1, COLON_MESSAGE)
    return None


def second_colon(source: str, at: int) -> Diagnosis:
    """A key with a value where only a value may stand; `at` is the key's end. A key behind `?` needs no colon."""
    colon = source.find(":", at)
    if colon < 0:
        return Diagnosis("reserved-start", at - 1, at, "a plain value can't begin with `?` and a blank")
    return Diagnosis("plain-colon", colon, colon + 1, COLON_MESSAGE)


def _quoted(source: str, begin: int, end: int) -> Diagnosis | None:
    pattern = _DOUBLE if source[begin] == '"' else _SINGLE
    found = pattern.match(source, begin, end)
    if found is None:
        last = len(source[:end].rstrip("\r\n")) - 1
        if (
            last > begin
            and source[last] == source[begin]
            and _seems_closed(source, last + 1, pattern.match(source, begin))
        ):
            message = f"the last `{source[begin]}` belongs to the text, so the quote is never closed"
            return Diagnosis("quote-at-end", last, last + 1, message)
        return Diagnosis("unclosed-quote", begin, begin + 1, f"the quote `{source[begin]}` is never closed")
    if source[begin] == '"':
        for escape in _ESCAPE.finditer(source, begin + 1, found.end() - 1):
            if escape["bad"] is not None:
                message = f"`{escape.group()}` is no escape sequence of YAML; a backslash is written `\\\\`"
                return Diagnosis("bad-escape", escape.start(), escape.end(), message)
    return _text_after(source, found.end(), end, "text-after-quote", "the quote")


def _seems_closed(source: str, after: int, whole: re.Match[str] | None) -> bool:
    """Whether a parser that looks for the quote's end first, then at the lines' depths, takes the value to end here:
    nothing follows, or at once a line that is no part of it, and a quote further down (npm yaml 2.8.2, lexer)."""
    return not source[after:].strip("\r\n") or (whole is not None and _ONE_END.match(source, after) is not None)


def _text_after(source: str, at: int, end: int, kind: str, closed: str) -> Diagnosis | None:
    found = _text_on_line(source, at, kind, closed)
    while found is None and (at := _next_line(source, at)) < end:
        found = _text_on_line(source, at, kind, closed)
    return found


def _next_line(source: str, at: int) -> int:
    end = _line_end(source, at)
    return end + (2 if source.startswith("\r\n", end) else 1)


def _text_on_line(source: str, at: int, kind: str, closed: str) -> Diagnosis | None:
    line_end = _line_end(source, at)
    comment = _COMMENT.search(source, at, line_end)
    rest = source[at : comment.start() if comment else line_end]
    text = rest.strip()
    if not text:
        return None
    start = at + len(rest) - len(rest.lstrip())
    if kind == "text-after-flow" and re.match(r":(?:[ \t]|$)", text):
        return Diagnosis("flow-key", start, start + 1, "a bracketed value can't be a key here")
    return Diagnosis(kind, start, start + len(text), f"text stands behind {closed} that ends the value")


def _line_end(source: str, at: int) -> int:
    found = _LINE_END.search(source, at)
    return found.start() if found else len(source)


_LINE_END = re.compile(r"[\r\n]")
_ONE_END = re.compile(r"(?:\r\n|\r|\n) *[^\s]")


def _flow(source: str, begin: int, end: int) -> Diagnosis | None:
    """A bracket that is never closed, closed by another one, or followed by text."""
    opened: list[int] = []
    at = begin
    while (mark := _MARKS.search(source, at, end)) is not None:
        char, at = mark.group(), mark.end()
        if char in "[{":
            opened.append(mark.start())
        elif char in "]}":
            if _PARTNER[source[opened[-1]]] != char:
                return Diagnosis("unclosed-flow", opened[-1], opened[-1] + 1, _UNCLOSED.format(source[opened[-1]]))
            opened.pop()
            if not opened:
                return _text_after(source, at, end, "text-after-flow", "the bracket")
        elif char == "#":
            if source[mark.start() - 1] in " \t\r\n":
                at = _line_end(source, at)
        elif char in "\"'" and source[mark.start() - 1] in "[{,: \t\r\n":
            quoted = (_DOUBLE if char == '"' else _SINGLE).match(source, mark.start(), end)
            if quoted is None:
                return Diagnosis("unclosed-quote", mark.start(), mark.end(), f"the quote `{char}` is never closed")
            at = quoted.end()
    return Diagnosis("unclosed-flow", opened[0], opened[0] + 1, _UNCLOSED.format(source[opened[0]]))


_UNCLOSED = "the bracket `{}` is never closed"


def _alias(source: str, begin: int, line_end: int) -> Diagnosis:
    word = source[begin:line_end].split("#")[0].rstrip()
    if re.search(r"\*[*/.]|[/.][*\w]", word) and " " not in word:
        message = "a value that begins with `*` is an alias for YAML, not a glob"
    else:
        message = "a value that begins with `*` is an alias for YAML"
    return Diagnosis("alias", begin, begin + 1, message)


def _header(source: str, begin: int, line_end: int) -> Diagnosis | None:
    found = _HEADER.match(source, begin, line_end)
    if found is None or not found["rest"].strip():
        return None
    rest = found["rest"]
    start = found.start("rest") + len(rest) - len(rest.lstrip())
    message = f"text stands behind the `{source[begin]}` that begins a block"
    return Diagnosis("block-header", start, start + len(rest.strip()), message)


def _shallow_line(source: str, line_end: int, end: int) -> Diagnosis | None:
    """A line of a block that is indented less than the first one."""
    depth = None
    for line in _INDENTED.finditer(source, line_end, end):
        blanks = line.end("blanks") - line.start("blanks")
        depth = blanks if depth is None else depth
        if blanks < depth:
            message = "this line is indented less than the block that it stands in"
            return Diagnosis(
                "indentation", line.start("blanks"), max(line.end("blanks"), line.start("blanks") + 1), message
            )
    return None


_INDENTED = re.compile(r"(?:\r\n|\n|\r)(?P<blanks> *)(?=[^ \r\n])")
_LIBYAML = (
    ("nested too deeply", "depth"),
    ("nesting depth", "depth"),
    ("cannot start any token", "reserved-start"),
    ("tab", "tab"),
    ("mapping values are not allowed", "plain-colon"),
    ("block mapping", "indentation"),
    ("expected <block end>", "indentation"),
    ("did not find expected '-' indicator", "indentation"),
    ("escape", "bad-escape"),
)


def of_libyaml(source: str, error: Unreadable) -> Diagnosis:
    """The words and the place of libyaml, where nothing better is known."""
    at = min(error.offset, max(0, len(source) - 1))
    while at > 0 and source[at : at + 1] in ("", "\r", "\n"):
        at -= 1
    kind = next((kind for words, kind in _LIBYAML if words in error.reason), "syntax")
    words = f"this is no YAML: {error.reason}" if error.reason and kind == "syntax" else error.reason
    return Diagnosis(kind, at, min(at + 1, len(source)), words or "this is no YAML")
