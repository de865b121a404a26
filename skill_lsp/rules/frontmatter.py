"""Frontmatter that stands where a host does not look, or that is not delimited as it wants."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skill_lsp.hosts.reading import Severity
from skill_lsp.pattern import pattern
from skill_lsp.rules.finding import FileEdit, Finding, Fix
from skill_lsp.rules.registry import detects, reported
from skill_lsp.rules.values import replacing
from skill_lsp.syntax.skill import SkillMd
from skill_lsp.text import Edit, Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skill_lsp.rules.context import Context
    from skill_lsp.syntax.frontmatter import Frontmatter
    from skill_lsp.text import Text


def _found(context: Context) -> Frontmatter | None:
    return context.document.frontmatter if isinstance(context.document, SkillMd) else None


@reported("frontmatter-missing")
def frontmatter_missing(finding: Finding, context: Context) -> Iterator[Fix]:
    """Skill without a frontmatter.

    Why: Hosts take name and description from the block between two `---` lines at the beginning of the file. Without
    it they drop the skill; Claude Code takes the directory's name and the first paragraph.
    Source: coder/mux f2160b194, markdownFrontmatter.ts; skills-ref 0.1.1 parser.py; code.claude.com/docs/en/skills.
    Bad (.claude/skills/tide-table/SKILL.md):
        # Tide table

        Reads tide tables.
    Good (.claude/skills/tide-table/SKILL.md):
        ---
        name: tide-table
        description: Reads tide tables.
        ---
        # Tide table
    Fix: None; only the author knows the description.
    """
    yield from ()


@reported("frontmatter-displaced")
def frontmatter_displaced(finding: Finding, context: Context) -> Iterator[Fix]:
    """Frontmatter that does not begin at the first character of the file.

    Why: A blank line, a comment, a heading or a code fence before the `---` makes the whole file plain text for most
    hosts, and the skill disappears.
    Source: coder/mux f2160b194, markdownFrontmatter.ts; skills-ref 0.1.1 parser.py; vercel-labs/skills 1324.
    Bad (.claude/skills/tide-table/SKILL.md):
        <!-- generated, do not edit -->
        ---
        name: tide-table
        description: Reads tide tables.
        ---
        Body.
    Good (.claude/skills/tide-table/SKILL.md):
        ---
        name: tide-table
        description: Reads tide tables.
        ---
        <!-- generated, do not edit -->
        Body.
    Fix: Removes blank lines; moves a comment, a heading or text below the frontmatter; removes a code fence around it.
    """
    found = _found(context)
    if found is None or found.closer is None:
        return
    text = context.text
    if found.displacement == "blank":
        yield replacing(found.before, "", "Begin the file with the frontmatter")
    elif found.displacement in ("comment", "heading", "text"):
        moved = text[found.before].strip()
        at = found.body.start
        lead = "" if at > found.closer.end else text.newline
        edits = (
            FileEdit(None, Edit(found.before, "")),
            FileEdit(None, Edit(Span(at, at), f"{lead}{moved}{text.newline}")),
        )
        what = {"comment": "comment", "heading": "heading"}.get(found.displacement, "text")
        yield Fix(f"Move the {what} below the frontmatter", edits, safe=found.displacement != "text")
    elif found.displacement == "code-fence":
        yield from _unfenced(text, found)


def _unfenced(text: Text, found: Frontmatter) -> Iterator[Fix]:
    """Without the code fence around the frontmatter, or around the whole file."""
    mark = text[found.before].strip()[:3]
    if "\n" in text[found.before].strip() or "\r" in text[found.before].strip():
        return
    lines = [number for number, start in enumerate(text.line_starts) if start >= found.body.start]
    written = [number for number in lines if text[text.line(number)].strip()]
    if not written:
        return
    for number in (written[0], written[-1]):
        if text[text.line(number)].strip().startswith(mark) and not text[text.line(number)].strip().strip(mark[0]):
            starts = text.line_starts
            end = starts[number + 1] if number + 1 < len(starts) else len(text)
            edits = (FileEdit(None, Edit(found.before, "")), FileEdit(None, Edit(Span(starts[number], end), "")))
            yield Fix("Remove the code fence", edits)
            return


_NEARLY = pattern(r"[ \t]*-{3,}[ \t]*(?:#[^\r\n]*)?")
"""A line that was meant to close the frontmatter: indented, with more hyphens, or with a comment behind them."""


@reported("frontmatter-unclosed")
def frontmatter_unclosed(finding: Finding, context: Context) -> Iterator[Fix]:
    """Frontmatter without a closing `---` line.

    Why: The host finds no end, so it takes the whole file for text, or the whole text for settings.
    Source: coder/mux f2160b194, markdownFrontmatter.ts; skills-ref 0.1.1 parser.py.
    Bad (.claude/skills/tide-table/SKILL.md):
        ---
        name: tide-table
        description: Reads tide tables.

        # Steps
    Good (.claude/skills/tide-table/SKILL.md):
        ---
        name: tide-table
        description: Reads tide tables.
        ---

        # Steps
    Fix: Closes the frontmatter after its last key; makes a closing line of one that is nearly one.
    """
    found = _found(context)
    if found is None or found.closer is not None:
        return
    text, at = context.text, found.content.end
    if found.content.end == found.content.start:
        return
    dots = text.line_at(at)
    if text[dots].rstrip() == "...":  # the other end of a document in YAML
        yield replacing(dots, "---", "Write `---` for the dots")
        return
    before = text.line_at(max(at - len(text.newline), 0))
    for line in (dots, before):
        if _NEARLY.fullmatch(text[line]):
            yield replacing(line, "---", "Write three hyphens and nothing else")
            return
    lead = "" if text.content[at - 1] in "\r\n" else text.newline
    yield replacing(Span(at, at), f"{lead}---{text.newline}", "Close the frontmatter")


@reported("frontmatter-unopened")
def frontmatter_unopened(finding: Finding, context: Context) -> Iterator[Fix]:
    """Frontmatter without an opening `---` line.

    Why: The file must begin with three hyphens. Keys on the first line are text for a host.
    Source: coder/mux f2160b194, markdownFrontmatter.ts; skills-ref 0.1.1 parser.py.
    Bad (.claude/skills/tide-table/SKILL.md):
        name: tide-table
        description: Reads tide tables.
        ---
        Body.
    Good (.claude/skills/tide-table/SKILL.md):
        ---
        name: tide-table
        description: Reads tide tables.
        ---
        Body.
    Fix: Writes the opening line.
    """
    found = _found(context)
    if found is not None and found.displacement == "missing-opener":
        span = Span(found.before.start, found.content.start)
        yield replacing(span, f"---{context.text.newline}", "Open the frontmatter")


@reported("frontmatter-fence")
def frontmatter_fence(finding: Finding, context: Context) -> Iterator[Fix]:
    """Line of three hyphens that a host does not take for the beginning or end of the frontmatter.

    Why: Some readers compare the line exactly, so that a blank behind the hyphens, or before them, hides the
    frontmatter. Others trim the line and see no difference.
    Source: google-gemini/gemini-cli 5411f11, skillLoader.ts; sickn33/agentic-awesome-skills 1218.
    Bad (.claude/skills/tide-table/SKILL.md):
        ---\x20
        name: tide-table
        description: Reads tide tables.
        ---
        Body.
    Good (.claude/skills/tide-table/SKILL.md):
        ---
        name: tide-table
        description: Reads tide tables.
        ---
        Body.
    Fix: Leaves the three hyphens alone on the line.
    """  # noqa: D301 - the example needs the blank
    found = _found(context)
    if found is None:
        return
    lines = [line for line in (found.opener, found.closer) if line is not None and context.text[line] != "---"]
    if lines:
        yield Fix("Write three hyphens", tuple(FileEdit(None, Edit(line, "---")) for line in lines))
    elif context.text.newline == "\r":
        content = context.text.content
        ends = [at for at, char in enumerate(content) if char == "\r" and content[at + 1 : at + 2] != "\n"]
        edits = tuple(FileEdit(None, Edit(Span(at, at + 1), "\n")) for at in ends)
        yield Fix("End every line with LF", edits)


@detects("frontmatter-second", trigger="---")
def frontmatter_second(context: Context) -> Iterator[Finding]:
    """Second block of keys right after the frontmatter.

    Why: Hosts read the first block only. What stands in the second goes into the prompt as text, and its settings
    have no effect.
    Source: coder/mux f2160b194, markdownFrontmatter.ts; skills-ref 0.1.1 parser.py.
    Bad:
        ---
        name: tide-table
        description: Reads tide tables.
        ---
        ---
        license: MIT
        ---
        Body.
    Good:
        ---
        name: tide-table
        description: Reads tide tables.
        license: MIT
        ---
        Body.
    Fix: None; the keys may contradict one another.
    """
    found = _found(context)
    if found is not None and found.second is not None:
        hosts = {name: Severity.WARNING for name, reading in context.readings.items() if reading.loaded}
        if hosts:
            message = "This second block of keys is text: hosts read only the first one."
            yield context.finding("frontmatter-second", found.second, message, hosts=hosts)
