"""Texts that a host cuts: the entry in its list of skills, and the body."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skill_lsp.hosts.keys import first_units, utf16_length
from skill_lsp.hosts.reading import Severity
from skill_lsp.rules.bodies import Said, bodies
from skill_lsp.rules.registry import detects, reported
from skill_lsp.syntax.skill import SkillMd
from skill_lsp.text import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skill_lsp.rules.context import Context
    from skill_lsp.rules.finding import Finding, Fix


@reported("listing-cut")
def listing_cut(finding: Finding, context: Context) -> Iterator[Fix]:
    """Description and `when_to_use` that are longer together than the list of skills shows.

    Why: The model chooses a skill by that text. What is cut off can't be what makes it choose.
    Source: Claude Code changelog 2.1.105 (1,536 characters); anthropics/claude-code 64606.
    Targets: claude-code
    Bad:
        ---
        name: garden-year
        description: >-
          Sowing dates, frost risk, seed depth, spacing, companion plants, rotation, watering and harvest windows.
          Sowing dates, frost risk, seed depth, spacing, companion plants, rotation, watering and harvest windows.
          Sowing dates, frost risk, seed depth, spacing, companion plants, rotation, watering and harvest windows.
          Sowing dates, frost risk, seed depth, spacing, companion plants, rotation, watering and harvest windows.
          Sowing dates, frost risk, seed depth, spacing, companion plants, rotation, watering and harvest windows.
          Sowing dates, frost risk, seed depth, spacing, companion plants, rotation, watering and harvest windows.
          Sowing dates, frost risk, seed depth, spacing, companion plants, rotation, watering and harvest windows.
          Sowing dates, frost risk, seed depth, spacing, companion plants, rotation, watering and harvest windows.
          Sowing dates, frost risk, seed depth, spacing, companion plants, rotation, watering and harvest windows.
          Sowing dates, frost risk, seed depth, spacing, companion plants, rotation, watering and harvest windows.
          Sowing dates, frost risk, seed depth, spacing, companion plants, rotation, watering and harvest windows.
          Sowing dates, frost risk, seed depth, spacing, companion plants, rotation, watering and harvest windows.
          Sowing dates, frost risk, seed depth, spacing, companion plants, rotation, watering and harvest windows.
          Sowing dates, frost risk, seed depth, spacing, companion plants, rotation, watering and harvest windows.
          Sowing dates, frost risk, seed depth, spacing, companion plants, rotation, watering and harvest windows.
        ---
        Ask for the zone.
    Good:
        ---
        name: garden-year
        description: >-
          Sowing dates, frost risk, seed depth, spacing, companion plants, rotation, watering and harvest windows.
        ---
        Ask for the zone.
    """
    return iter(())


@detects("body-length", when="is_long", kinds=(SkillMd,))
def body_length(context: Context) -> Iterator[Finding]:
    """Body that the host cuts.

    Why: What a person's call puts into the conversation ends at the host's limit; the rest of the body is lost.
    Source: coder/mux f2160b194, skillSnapshot.ts: 50,000 UTF-16 units, after arguments and directives.
    """
    if len(context.text) < 10_000:
        return
    body = bodies(context)
    for host, reader in body.readers.items() if body else ():
        reading, limit = context.readings[host], reader.host.body_language.limit
        length = utf16_length(reading.body or "")
        if body and limit is not None and length > limit and reading.body_span and reading.body:
            start = reading.body_span.start + len(first_units(reading.body, limit))
            start += context.text.content.count("\r\n", reading.body_span.start, start)
            line = context.text.line_at(start)
            cause = f"the body has {length:,} UTF-16 units, and a call puts in {limit:,}"
            said = Said(host, "cuts the body here", "cut the body here", Severity.WARNING, cause)
            yield from body.finding("body-length", Span(start, max(line.end, start)), [said])


@detects("body-lines", when="is_long", kinds=(SkillMd,))
def body_lines(context: Context) -> Iterator[Finding]:
    """Body with more lines than the host's documentation advises.

    Why: The whole body stays in the conversation. Reference material belongs into files that are read when needed.
    Source: agentskills 69ef37e, docs/specification.mdx (500 lines); code.claude.com/docs/en/skills.
    """
    document = context.document
    if context.text.content.count("\n") < 500:
        return
    body = bodies(context)
    lines = context.text[document.body].count("\n") if body else 0
    for host, reader in body.readers.items() if body else ():
        advised = reader.host.advised_lines
        if body and advised is not None and lines > advised:
            start = context.text.position(document.body.start).line
            span = context.text.line(min(start + advised, len(context.text.line_starts) - 1))
            end = f"at most {advised} lines, and this body has {lines}"
            yield from body.finding("body-lines", span, [Said(host, f"advises {end}", f"advise {end}", Severity.HINT)])
