"""The ways in which hosts find the frontmatter: each returns where the YAML and the body stand, or what is missing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skill_lsp.pattern import pattern
from skill_lsp.record import NamedTuple
from skill_lsp.syntax.frontmatter import Cut
from skill_lsp.text import BOM, Span

if TYPE_CHECKING:
    import re

    from skill_lsp.hosts.host import Host
    from skill_lsp.hosts.reading import Problem
    from skill_lsp.syntax.frontmatter import Frontmatter
    from skill_lsp.syntax.skill import SkillMd

JS_SPACE = "\t\v\f \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"
"""What JavaScript's `trim()` removes beside line ends, as the inside of a character class."""
_JS_TRIMMED = "\r\n\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009" + JS_SPACE.replace("-", "")


def js_trim(text: str) -> str:
    """A text as JavaScript's `trim()` leaves it: a byte order mark is white space there."""
    return text.strip(_JS_TRIMMED)


class Missing(NamedTuple):
    """The frontmatter is not there for a host. part: "opener" or "closer"; span: where it was expected."""

    part: str
    span: Span


_NEXT_LINE = pattern(r"[^\r\n]*(?:\r\n|\n|\r|$)")


def _first_line(content: str, start: int) -> Span:
    end = start
    while end < len(content) and content[end] not in "\r\n":
        end += 1
    return Span(start, end)


_TRIMMED_OPENER = pattern(rf"---[{JS_SPACE}]*(?:\r\n|\n|\r|$)")
_TRIMMED_CLOSER = pattern(rf"(?:^|(?<=[\r\n]))[{JS_SPACE}]*---[{JS_SPACE}]*(?=[\r\n]|$)")


def trimmed_lines(content: str, start: int) -> Cut | Missing:
    """Lines that are `---` after trimming; the opener must begin at `start`. An indented `---` closes.

    *Source*: coder/mux f2160b194, `markdownFrontmatter.ts`.
    """
    opener = _TRIMMED_OPENER.match(content, start)
    if opener is None:
        return Missing("opener", _first_line(content, start))
    closer = _TRIMMED_CLOSER.search(content, opener.end())
    if closer is None:
        return Missing("closer", Span(start, start + 3))
    line = _NEXT_LINE.match(content, closer.end())
    return Cut(Span(opener.end(), closer.start()), Span(line.end() if line else len(content), len(content)))


_REST_OF_OPENER = pattern(r" *(?:\r\n|\n|\r)")
"""A blank first line, left out so that all hosts share one parse of the same characters."""


def first_dashes(content: str, start: int) -> Cut | Missing:
    """`content.split("---", 2)`: the YAML ends at the next three hyphens wherever they stand, also within a value.

    *Source*: skills-ref 0.1.1 `parser.py`.
    """
    if not content.startswith("---", start):
        return Missing("opener", _first_line(content, start))
    end = content.find("---", start + 3)
    if end < 0:
        return Missing("closer", Span(start, start + 3))
    line = _REST_OF_OPENER.match(content, start + 3, end)
    return Cut(Span(line.end() if line else start + 3, end), Span(end + 3, len(content)))


def early_end(host: Host, document: SkillMd) -> Span | None:
    """The three hyphens at which a host ends the frontmatter although its author goes on, as in `a --- b`."""
    if document.plain_cut is not None:
        return None
    cut, meant = host.cut(document), document.frontmatter
    if not isinstance(cut, Cut) or meant is None or not meant.content.start <= cut.content.end < meant.content.end:
        return None
    hyphens = document.text.content.find("---", cut.content.end)
    return Span(hyphens, hyphens + 3)


def matched(content: str, pattern: re.Pattern[str], start: int = 0) -> Cut | Missing:
    """A regular expression with the groups `yaml` and, where the host has one, `body`."""
    found = pattern.match(content, start)
    if found is None:
        part = "closer" if content.startswith("---", start) else "opener"
        return Missing(part, _first_line(content, start))
    body = Span(found.end(), len(content))
    if "body" in pattern.groupindex:
        body = Span(*found.span("body")) if found["body"] is not None else Span(len(content), len(content))
    return Cut(Span(*found.span("yaml")), body)


def after_mark(content: str) -> int:
    """Where the text begins for a reader that drops one byte order mark."""
    return 1 if content.startswith(BOM) else 0


def or_unclosed(host: Host, document: SkillMd, problems: list[Problem]) -> list[Problem]:
    """The problems of a host to which an unclosed frontmatter goes on to the file's end: where its author has not
    closed it, that is the defect, and not that the body is no YAML."""
    found = document.frontmatter
    if found is None or found.displacement != "missing-closer":
        return problems
    return [problem(host, document, Missing("closer", found.opener))]


def problem(host: Host, document: SkillMd, missing: Missing) -> Problem:
    """The problem of a host that finds no frontmatter, on what its author wrote: the id says what is in the way.

    frontmatter-missing: there is none. frontmatter-displaced: it does not begin where this host looks.
    frontmatter-unclosed, frontmatter-unopened: no closing, no opening line. frontmatter-fence: a `---` line that this
    host does not take for one (blanks behind it, indented). `data` is the displacement.
    """
    found = document.frontmatter
    if found is None:
        return host.problem("frontmatter-missing", missing.span, "it has no frontmatter between two `---` lines")
    where = found.displacement
    if where == "missing-closer":
        return host.problem("frontmatter-unclosed", found.opener, "no `---` line closes the frontmatter", data=where)
    if where == "missing-opener":
        cause = "no `---` line opens the frontmatter"
        return host.problem("frontmatter-unopened", Span(found.content.start, found.content.start), cause, data=where)
    if where == "fence":
        return misspelt_fence(host, found)
    if where is not None:
        cause = f"its frontmatter must begin at the first character, and {_IN_THE_WAY[where]} before it"
        span = Span(found.before.start, found.before.end) if found.before.end > found.before.start else found.opener
        return host.problem("frontmatter-displaced", span, cause, data=where)
    content = document.text.content
    if content.startswith(BOM):
        cause = "it begins with a byte order mark, so the `---` is not at the first character there"
        return host.problem("byte-order-mark", Span(0, 1), cause)
    line = found.opener if missing.part == "opener" or found.closer is None else found.closer
    for fence in (found.opener, found.closer):
        if fence is not None and content[fence.start : fence.end] != "---":
            line = fence
            break
    return host.problem(
        "frontmatter-fence",
        line,
        f"it does not take this line for the `---` that {_DOES['opener' if line is found.opener else 'closer']}",
    )


def misspelt_fence(host: Host, found: Frontmatter) -> Problem:
    """The problem of a first line that is meant as a fence and is not three hyphens."""
    cause = "the frontmatter must begin with a line of three hyphens, and this is another one"
    return host.problem("frontmatter-fence", found.opener, cause, data="fence")


_DOES = {"opener": "opens the frontmatter", "closer": "closes the frontmatter"}
_IN_THE_WAY = {
    "blank": "blanks or empty lines stand",
    "comment": "a comment stands",
    "heading": "a heading stands",
    "code-fence": "a code fence opens",
    "text": "text stands",
}
