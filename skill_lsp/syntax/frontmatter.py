"""Where the frontmatter of a SKILL.md stands, also where its author put it in a place that hosts do not look at."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from skill_lsp.pattern import pattern
from skill_lsp.record import NamedTuple
from skill_lsp.text import BOM, Span

if TYPE_CHECKING:
    from skill_lsp.text import Text


class Frontmatter(NamedTuple):
    """A block between two `---` lines.

    opener: the opening line without its line ending. content: the YAML between. closer: the closing line without its
    line ending, None where the block is not closed (content then ends where the YAML plainly does). body: what follows.
    displacement: None where it starts at the first character; else what keeps hosts from seeing it: "blank" (empty
    lines or spaces), "comment" (an HTML comment), "heading", "code-fence" (the whole file, or the block, stands in a
    code fence), "text", "missing-opener" (keys begin on line 1 and a `---` closes them), "missing-closer", "fence" (the
    first line is meant as one and is not three hyphens: `----`, `---yaml`, `***`).
    before: the span of what stands before the opener (empty mostly). second: a further block that follows at once,
    whose keys nobody reads.
    """

    opener: Span
    content: Span
    closer: Span | None
    body: Span
    displacement: str | None
    before: Span
    second: Span | None = None


class Cut(NamedTuple):
    """Where a host sees the frontmatter's YAML and where the body begins."""

    content: Span
    body: Span


def plain_cut(content: str) -> Cut | None:
    """The cut of a text that no host can cut in another place: it begins with the line `---`, the next three hyphens
    are the next such line, and something stands between them."""
    if not content.startswith("---\n"):
        return None
    at = content.find("---", 4)
    if at < 5 or content[at - 1] != "\n":
        return None
    if content.startswith("\n", at + 3):
        return Cut(Span(4, at), Span(at + 4, len(content)))
    return Cut(Span(4, at), Span(at + 3, at + 3)) if len(content) == at + 3 else None


_FENCE = pattern(r"(?:(?<=[\r\n])|^)---[^\S\r\n]*(?=[\r\n]|$)")
_OPENER = pattern(r"[^\S\r\n]*---[^\S\r\n]*(?=[\r\n]|$)")
_LINE = pattern(r"[^\r\n]*(\r\n|\n|\r|$)")
_KEY_LINE = pattern(r"[A-Za-z_][\w-]*[ \t]*:(?:[ \t]|[\r\n]|$)")
_COMMENT = pattern(r"\s*(?:<!--(?s:.*?)-->\s*)+")
_LIKE_FENCE = pattern(
    r"(?:-{4,}|--|---[ \t]*\w[^\r\n]*|--- +#[^\r\n]*|[*_=~]{3,}|[\u2013\u2014]{1,3}-?)[ \t]*(?=[\r\n]|$)"
)
_YAML_LINE = pattern(r"[ \t]*(?:#|-[ \t]|[\w.\"'-]+[ \t]*:(?:\s|$))|[ \t]+\S")


def find(text: Text) -> Frontmatter | None:
    """The frontmatter as its author means it; None where the text has none. A byte order mark is not a displacement."""
    content = text.content
    plain = plain_cut(content)
    if plain is not None:
        yaml, body = plain
        closer = Span(yaml.end, yaml.end + 3)
        return Frontmatter(Span(0, 3), yaml, closer, body, None, Span(0, 0), _second(content, body.start))
    begin = 1 if content.startswith(BOM) else 0
    opener = _OPENER.match(content, begin)
    if opener is not None:
        indented = content[begin] != "-"
        return _block(
            content, begin, opener.start() + (opener.group().index("-")), opener.end(), "blank" if indented else None
        )
    return _misspelt(content, begin) or _displaced(content, begin)


def _misspelt(content: str, begin: int) -> Frontmatter | None:
    """Keys between lines that look like fences and are none."""
    opener = _LIKE_FENCE.match(content, begin)
    first = _next_line(content, opener.end()) if opener else 0
    if opener is None or not _KEY_LINE.match(content, first):
        return None
    at = first
    while at < len(content):
        following = _next_line(content, at)
        line = content[at:following].strip()
        if line in ("---", opener.group().strip()) or (line.startswith("----") and not line.strip("-")):
            start = content.index(line, at)
            closer = Span(start, start + len(line))
            body = Span(following, len(content))
            span = Span(opener.start(), opener.start() + len(opener.group().rstrip()))
            return Frontmatter(span, Span(first, at), closer, body, "fence", Span(begin, begin))
        if line and not _YAML_LINE.match(content, at):
            return None
        at = following
    return None


def _next_line(content: str, at: int) -> int:
    """The start of the next line after the one whose text ends at `at`."""
    found = _LINE.match(content, at)
    return found.end() if found else len(content)


def _closer(content: str, start: int) -> tuple[Span, int] | None:
    """The first closing line from a line start on, with the start of what follows."""
    at = start
    while True:
        at = content.find("---", at)
        if at < 0:
            return None
        if at == start or content[at - 1] in "\r\n":
            end = at + 3
            while end < len(content) and content[end] not in "\r\n" and content[end].isspace():
                end += 1
            if end == len(content) or content[end] in "\r\n":
                return Span(at, end), _next_line(content, end)
        at += 3


def _block(content: str, begin: int, start: int, end: int, displacement: str | None) -> Frontmatter:
    first = _next_line(content, end)
    closing = _closer(content, first)
    before = Span(begin, start)
    opener = Span(start, end)
    if closing is None:
        stop = _yaml_end(content, first)
        return Frontmatter(
            opener, Span(first, stop), None, Span(stop, len(content)), displacement or "missing-closer", before
        )
    closer, body = closing
    return Frontmatter(
        opener,
        Span(first, closer.start),
        closer,
        Span(body, len(content)),
        displacement,
        before,
        _second(content, body),
    )


def _yaml_end(content: str, at: int) -> int:
    """Where an unclosed block plainly ends: at the first line that is no YAML of a frontmatter.

    A line that begins with `#` is a comment if a key follows it, else a heading of the body.
    """
    end = at
    while at < len(content):
        following = _next_line(content, at)
        line = content[at:following]
        if line.strip() and not line.startswith("#"):
            if not _YAML_LINE.match(line) or _FENCE.match(line):
                return end
            end = following
        at = following
    return end


def _second(content: str, body: int) -> Span | None:
    """A further block that begins at once after the first (only blank lines between)."""
    at = body
    while at < len(content) and content[at].isspace():
        at += 1
    opener = _OPENER.match(content, at)
    if opener is None or opener.end() == len(content):
        return None
    first = _next_line(content, opener.end())
    closing = _closer(content, first)
    if closing is None or not _KEY_LINE.match(content, first):
        return None
    lines = content[first : closing[0].start].splitlines()
    if not all(not line.strip() or _YAML_LINE.match(line) for line in lines):
        return None
    return Span(at, closing[0].end)


def _displaced(content: str, begin: int) -> Frontmatter | None:
    at = begin
    while at < len(content) and content[at].isspace():
        at += 1
    if at == len(content):
        return None
    opener = _OPENER.match(content, at)
    if opener is not None and at > begin:
        return _block(content, begin, at, opener.end(), "blank")
    comment = _COMMENT.match(content, begin)
    if comment is not None:
        opener = _OPENER.match(content, comment.end())
        if opener is not None:
            return _block(content, begin, comment.end(), opener.end(), "comment")
    if _KEY_LINE.match(content, at):
        return _missing_opener(content, begin, at)
    kind = "code-fence" if content.startswith(("```", "~~~"), at) else "heading" if content[at] == "#" else "text"
    return _later(content, begin, at, kind)


def _missing_opener(content: str, begin: int, at: int) -> Frontmatter | None:
    closing = _closer(content, at)
    if closing is None:
        return None
    closer, body = closing
    if not all(not line.strip() or _YAML_LINE.match(line) for line in content[at : closer.start].splitlines()):
        return None
    return Frontmatter(
        Span(at, at), Span(at, closer.start), closer, Span(body, len(content)), "missing-opener", Span(begin, at)
    )


def _later(content: str, begin: int, at: int, kind: str) -> Frontmatter | None:
    """A block further down: a `---` line followed by a `name` or `description` key, and closed."""
    for opener in _FENCE.finditer(content, at):
        first = _next_line(content, opener.end())
        if re.compile(r"(?:[ \t]*#.*\s+)*(?:name|description)[ \t]*:").match(content, first):
            block = _block(content, begin, opener.start(), opener.end(), kind)
            return block if block.closer is not None else None
    return None
