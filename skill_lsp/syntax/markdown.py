"""The Markdown of a body: fences, code, headings, links and comments, found in one linear pass.

It follows CommonMark 0.31, so that what is code or a link here is so in every renderer.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING

from skill_lsp.pattern import pattern
from skill_lsp.record import NamedTuple
from skill_lsp.syntax.blocks import Blocks
from skill_lsp.text import Span

if TYPE_CHECKING:
    from collections.abc import Sequence

    from skill_lsp.text import Text


class Heading(NamedTuple):
    """An ATX or setext heading. `slug` is GitHub's anchor, made unique within the document."""

    span: Span
    level: int
    title: Span
    text: str
    slug: str


class Fence(NamedTuple):
    """A fenced code block. `content` is what stands between the fence lines; `info` the info string (`sh`, `!`)."""

    span: Span
    content: Span
    info: str
    closed: bool


class Link(NamedTuple):
    """A link or image. `kind` is "inline", "reference", "image", "definition" (`[a]: target`) or "autolink".
    `target` is the span of the destination without `<>`; for a reference it is that of its label, and `destination` is
    what its definition says (None where no definition exists). `title` is the span of the link's text."""

    kind: str
    span: Span
    title: Span
    target: Span
    destination: str | None


class Markdown(NamedTuple):
    """What stands in a body, each in order of appearance; every span is in offsets of the whole text."""

    headings: tuple[Heading, ...]
    fences: tuple[Fence, ...]
    indented_code: tuple[Span, ...]
    code_spans: tuple[Span, ...]
    links: tuple[Link, ...]
    comments: tuple[Span, ...]

    def code_at(self, offset: int) -> Span | None:
        """The fence, indented code or code span that an offset lies in."""
        fence = self.fence_at(offset)
        return fence.span if fence else _at(self.indented_code, offset) or _at(self.code_spans, offset)

    def fence_at(self, offset: int) -> Fence | None:
        """The fenced code block that an offset lies in."""
        at = bisect_right(self.fences, offset, key=lambda fence: fence.span.start) - 1
        return self.fences[at] if at >= 0 and self.fences[at].span.end > offset else None

    def comment_at(self, offset: int) -> Span | None:
        """The HTML comment that an offset lies in."""
        return _at(self.comments, offset)


def _at(spans: Sequence[Span], offset: int) -> Span | None:
    at = bisect_right(spans, (offset, 1 << 60)) - 1
    return spans[at] if at >= 0 and spans[at].end > offset else None


def scan(text: Text, body: Span) -> Markdown:
    """Scans a body. Linear in its length; never raises."""
    blocks = Blocks(text.content, body.start, body.end)
    targets, definitions = _definitions(blocks)
    inline = _Inline(blocks.text, targets)
    for start, end in blocks.regions:
        inline.scan(start, end)
    comments = inline.comments + [
        Span(*found.span()) for html in blocks.html for found in _COMMENT.finditer(blocks.text, *html)
    ]
    return Markdown(
        _headings(blocks),
        tuple(Fence(Span(one.start, one.end), Span(*one.content), one.info, one.closed) for one in blocks.fences),
        tuple(Span(*one) for one in blocks.indented),
        tuple(inline.code_spans),
        tuple(sorted(definitions + inline.links, key=lambda link: link.span)),
        tuple(sorted(comments)),
    )


_COMMENT = pattern(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_LABEL_MAXIMUM = 999

# ----------------------------------------------------------------------- headings

_SHOWN = pattern(r"!?\[([^\[\]]*)\](?:\([^()]*\)|\[[^\[\]]*\])|[`*]+|<[^<>]*>|\\(?=[!-/:-@\[-`{-~])")
_NO_SLUG = pattern(r"[^\w\- ]")


def _headings(blocks: Blocks) -> tuple[Heading, ...]:
    headings = []
    taken: dict[str, int] = {}
    for one in blocks.headings:
        raw = " ".join(blocks.text[slice(*one.title)].split())
        shown = _SHOWN.sub(r"\1", raw).strip()
        slug = _NO_SLUG.sub("", shown.lower()).replace(" ", "-")
        count = taken.get(slug, 0)
        taken[slug] = count + 1
        unique = f"{slug}-{count}" if count else slug
        headings.append(Heading(Span(one.start, one.end), one.level, Span(*one.title), shown, unique))
    return tuple(headings)


# ------------------------------------------------------------------- definitions


def _definitions(blocks: Blocks) -> tuple[dict[str, str], list[Link]]:
    """The targets by label, the first one of a label, and all definitions as links."""
    by_label: dict[str, str] = {}
    links = []
    for found in blocks.definitions:
        target = Span(*found.span("target"))
        if found["target"].startswith("<"):
            target = Span(target.start + 1, target.end - 1)
        written = found.string[slice(*target)]
        by_label.setdefault(normalised(found["label"]), written)
        end = found.end("title") if found["title"] is not None else found.end("target")
        span = Span(found.start("label") - 1, end)
        links.append(Link("definition", span, Span(*found.span("label")), target, written))
    return by_label, links


def normalised(label: str) -> str:
    """A reference's label as references are compared: without regard to case and white space."""
    return " ".join(label.split()).casefold()


# ------------------------------------------------------------------------ inlines

_TOKEN = pattern(r"\\[!-/:-@\[-`{-~]|`+|<|!?\[|\]")
_TICKS = pattern(r"`+")
_AUTOLINK = pattern(
    r"<(?P<target>[A-Za-z][A-Za-z0-9.+-]{1,31}:[^\s<>\x00-\x20]*"
    r"|[\w.!#$%&'*+/=?^`{|}~-]+@[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*)>"
)
_TAG = pattern(
    r"""<(?:[A-Za-z][A-Za-z0-9-]*(?:\s+[A-Za-z_:][\w:.-]*(?:\s*=\s*(?:[^\s"'=<>`]+|'[^']*'|"[^"]*"))?)*\s*/?>
    |/[A-Za-z][A-Za-z0-9-]*\s*>)""",
    re.VERBOSE,
)
_ENCLOSED = (("<!--", "-->"), ("<?", "?>"), ("<![CDATA[", "]]>"), ("<!", ">"))
"""HTML that ends where its closing text stands."""
_SPACE = pattern(r"[ \t]*\n?[ \t]*")
_ANGLE_TARGET = pattern(r"<(?:[^<>\n\\]|\\.)*>")
_TITLE = pattern(r"""\s+(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\((?:[^()\\]|\\.)*\))""", re.DOTALL)
_LABEL = pattern(r"\[((?:[^\[\]\\]|\\.){0,999})\]", re.DOTALL)
_TARGET_STEP = pattern(r"\\[!-/:-@\[-`{-~]|[()]|[^\s()\\\x00-\x1f\x7f]+|\\")
_DEEPEST = 32
"""Nested parentheses in a target."""


class _Opener(NamedTuple):
    """A `[` or `![` that waits for its bracket: where it begins, and where its text does."""

    start: int
    text: int
    image: bool


class _Inline:
    """Finds code spans, links and comments in regions of text."""

    def __init__(self, text: str, definitions: dict[str, str]) -> None:
        self.text = text
        self.definitions = definitions
        self.code_spans: list[Span] = []
        self.links: list[Link] = []
        self.comments: list[Span] = []

    def scan(self, start: int, end: int) -> None:
        """Scans one region: a paragraph or a heading's title."""
        found = _TOKEN.search(self.text, start, end)
        ticks: dict[int, list[int]] = {}
        missing: set[str] = set()
        openers: list[_Opener] = []
        inactive = 0  # the number of openers at the bottom that a link has made literal
        while found is not None:
            token, at = found.group(), found.end()
            if token[0] == "`":
                ticks = ticks or _runs(self.text, found.start(), end)
                at = self._code_span(found, ticks)
            elif token == "<":  # noqa: S105 - not that kind of token
                at = self._angle(found.start(), end, missing)
            elif token[-1] == "[" and token[0] != "\\":
                openers.append(_Opener(found.start(), at, token[0] == "!"))
            elif token == "]" and openers:  # noqa: S105
                opener = openers.pop()
                live = opener.image or len(openers) >= inactive
                inactive = min(inactive, len(openers))
                behind = self._link(opener, found.start(), end) if live else None
                if behind is not None:
                    at = behind
                    inactive = inactive if opener.image else len(openers)
            found = _TOKEN.search(self.text, at, end)

    def _code_span(self, opening: re.Match[str], ticks: dict[int, list[int]]) -> int:
        """Notes a code span where the ticks are closed; where to go on."""
        length = len(opening.group())
        runs = ticks.get(length, [])
        at = bisect_right(runs, opening.start())
        if at == len(runs):
            return opening.end()
        self.code_spans.append(Span(opening.start(), runs[at] + length))
        return runs[at] + length

    def _angle(self, start: int, end: int, missing: set[str]) -> int:
        """Notes an autolink or a comment, skips other HTML; where to go on. `missing`: closings that do not follow."""
        found = _AUTOLINK.match(self.text, start, end)
        if found is not None:
            target = Span(*found.span("target"))
            self.links.append(Link("autolink", Span(*found.span()), target, target, found["target"]))
            return found.end()
        found = _TAG.match(self.text, start, end)
        if found is not None:
            return found.end()
        for opening, closing in _ENCLOSED:
            if self.text.startswith(opening, start) and closing not in missing:
                stop = self.text.find(closing, start + 2, end)
                if stop < 0:
                    missing.add(closing)
                    continue
                if opening == "<!--":
                    self.comments.append(Span(start, stop + 3))
                elif opening == "<!" and not self.text[start + 2].isalpha():
                    continue
                return stop + len(closing)
        return start + 1

    # ------------------------------------------------------------------- links

    def _link(self, opener: _Opener, close: int, end: int) -> int | None:
        """Notes a link whose text ends at `close`; where to go on, None where there is no link."""
        if self.text.startswith("(", close + 1):
            target, behind = self._resource(close + 2, end)
            if target is not None:
                kind = "image" if opener.image else "inline"
                self._add(kind, opener, close, target, self.text[slice(*target)], behind)
                return behind
        return self._reference(opener, close, end)

    def _resource(self, at: int, end: int) -> tuple[Span | None, int]:
        """The target between parentheses (None where it is none) and the place behind them."""
        at = _skipped(self.text, at, end)
        angle = _ANGLE_TARGET.match(self.text, at, end)
        if angle is not None:
            target, at = Span(at + 1, angle.end() - 1), angle.end()
        elif self.text.startswith("<", at):
            return None, at
        else:
            depth, start = 0, at
            while step := _TARGET_STEP.match(self.text, at, end):
                depth += {"(": 1, ")": -1}.get(step.group(), 0)
                if depth < 0 or depth > _DEEPEST:
                    break
                at = step.end()
            if depth > 0:
                return None, at
            target = Span(start, at)
        title = _TITLE.match(self.text, at, end)
        at = _skipped(self.text, title.end() if title else at, end)
        return (target, at + 1) if at < end and self.text[at] == ")" else (None, at)

    def _reference(self, opener: _Opener, close: int, end: int) -> int | None:
        """A link by a label: `[text][label]`, `[label][]`, `[label]`. One whose label is not defined is noted too."""
        label = _LABEL.match(self.text, close + 1, end)
        if label is not None and label[1]:
            target, behind = Span(*label.span(1)), label.end()
        else:
            target, behind = Span(opener.text, close), label.end() if label else close + 1
        if target.end - target.start > _LABEL_MAXIMUM or not (self.definitions or (label and label[1])):
            return None
        key = normalised(self.text[slice(*target)])
        destination = self.definitions.get(key)
        if destination is None and not (label and label[1].strip() and close > opener.text):
            return None
        self._add("reference", opener, close, target, destination, behind)
        return behind if destination is not None else None

    def _add(self, kind: str, opener: _Opener, close: int, target: Span, destination: str | None, behind: int) -> None:
        self.links.append(Link(kind, Span(opener.start, behind), Span(opener.text, close), target, destination))


def _runs(text: str, start: int, end: int) -> dict[int, list[int]]:
    """The starts of all runs of ticks by their length."""
    runs: dict[int, list[int]] = {}
    for found in _TICKS.finditer(text, start, end):
        runs.setdefault(found.end() - found.start(), []).append(found.start())
    return runs


def _skipped(text: str, at: int, end: int) -> int:
    found = _SPACE.match(text, at, end)
    return found.end() if found else at
