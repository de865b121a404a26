"""Values of a TOML file that do not parse: one of them, and the manifest or the whole activation list is lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skill_lsp.rules.registry import reported
from skill_lsp.rules.values import replacing
from skill_lsp.syntax.quoting import toml_quoted
from skill_lsp.text import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skill_lsp.rules.context import Context
    from skill_lsp.rules.finding import Finding, Fix


def in_quotes(finding: Finding, context: Context) -> Iterator[Fix]:
    """What stands there as a quoted text."""
    if finding.span is None:
        return
    text = context.text[finding.span]
    if text and not any(character in text for character in "\"'\r\n\t"):
        yield replacing(finding.span, toml_quoted(text), "Put it in quotes")


@reported("toml-unquoted-value")
def unquoted_value(finding: Finding, context: Context) -> Iterator[Fix]:
    """Text without quotes.

    Why: TOML, unlike YAML, has no text without quotes. The parser stops here and the whole file counts for nothing.
    Source: TOML 1.1, section String; Traitome/oxo-flow b936dc14 with toml 1.1.4 (executed).
    Bad (.oxo-flow/skills/qc.skill.toml):
        name = qc
        version = "1.0.0"
        description = "Advises on QC"
        skill_type = "knowledge"
        prompt_additions = ["Ask for a report first."]
    Good (.oxo-flow/skills/qc.skill.toml):
        name = "qc"
        version = "1.0.0"
        description = "Advises on QC"
        skill_type = "knowledge"
        prompt_additions = ["Ask for a report first."]
    Fix: Puts it in quotes.
    """
    yield from in_quotes(finding, context)


@reported("toml-number")
def number(finding: Finding, context: Context) -> Iterator[Fix]:
    """Value that begins like a number or date and is none, such as a version without quotes.

    Why: `1.0.0` is no TOML value. The parser stops here and the whole file counts for nothing.
    Source: TOML 1.1, sections Integer, Float, Offset Date-Time; Traitome/oxo-flow b936dc14 with toml 1.1.4 (executed).
    Bad (.oxo-flow/skills/qc.skill.toml):
        name = "qc"
        version = 1.0.0
        description = "Advises on QC"
        skill_type = "knowledge"
        prompt_additions = ["Ask for a report first."]
    Good (.oxo-flow/skills/qc.skill.toml):
        name = "qc"
        version = "1.0.0"
        description = "Advises on QC"
        skill_type = "knowledge"
        prompt_additions = ["Ask for a report first."]
    Fix: Puts it in quotes.
    """
    yield from in_quotes(finding, context)


@reported("toml-missing-value")
def missing_value(finding: Finding, context: Context) -> Iterator[Fix]:
    """Key or list entry without a value.

    Why: TOML has no empty values. The parser stops here and the whole file counts for nothing.
    Source: TOML 1.1, section Key/Value Pair.
    Bad (.oxo-flow/skills/qc.skill.toml):
        name = "qc"
        version = "1.0.0"
        author =
        description = "Advises on QC"
        skill_type = "knowledge"
        prompt_additions = ["Ask for a report first."]
    Good (.oxo-flow/skills/qc.skill.toml):
        name = "qc"
        version = "1.0.0"
        description = "Advises on QC"
        skill_type = "knowledge"
        prompt_additions = ["Ask for a report first."]
    Fix: None.
    """
    yield from ()


@reported("toml-date")
def date(finding: Finding, context: Context) -> Iterator[Fix]:
    """Date or time that does not exist.

    Why: The parser stops at a 13th month or a 25th hour, also under a key that nobody reads.
    Source: TOML 1.1, sections Offset Date-Time to Local Time.
    Bad (.oxo-flow/skills/qc.skill.toml):
        name = "qc"
        version = "1.0.0"
        description = "Advises on QC"
        skill_type = "knowledge"
        prompt_additions = ["Ask for a report first."]
        reviewed = 2026-02-30
    Good (.oxo-flow/skills/qc.skill.toml):
        name = "qc"
        version = "1.0.0"
        description = "Advises on QC"
        skill_type = "knowledge"
        prompt_additions = ["Ask for a report first."]
        reviewed = 2026-02-28
    Fix: None.
    """
    yield from ()


@reported("toml-unclosed-string")
def unclosed_string(finding: Finding, context: Context) -> Iterator[Fix]:
    """Text whose closing quote is missing.

    Why: A text in one pair of quotes must end on its line. The parser stops here.
    Source: TOML 1.1, section String.
    Bad (.oxo-flow/skills/qc.skill.toml):
        name = "qc
        version = "1.0.0"
        description = "Advises on QC"
        skill_type = "knowledge"
        prompt_additions = ["Ask for a report first."]
    Good (.oxo-flow/skills/qc.skill.toml):
        name = "qc"
        version = "1.0.0"
        description = "Advises on QC"
        skill_type = "knowledge"
        prompt_additions = ["Ask for a report first."]
    Fix: Adds the quote at the line's end (unsafe where a comma, bracket or `#` stands in the line: the text may end
    before it).
    """
    span = finding.span
    if span is None or context.text[span].startswith(('"""', "'''")):
        return
    source = context.text[span].rstrip()
    end = span.start + len(source)
    safe = not any(character in source for character in ",#]}\\")
    yield replacing(Span(end, end), source[0], f"Add the missing `{source[0]}`", safe=safe)


@reported("toml-escape")
def escape(finding: Finding, context: Context) -> Iterator[Fix]:
    r"""Backslash in a text that begins no escape.

    Why: In double quotes a backslash must be followed by b, t, n, f, r, e, a quote, a backslash, xHH, uHHHH or
    UHHHHHHHH. A path or a regular expression with single backslashes makes the parser stop.
    Source: TOML 1.1, section String; Traitome/oxo-flow b936dc14 with toml 1.1.4 (executed).
    Bad (.oxo-flow/skills/qc.skill.toml):
        name = "qc"
        version = "1.0.0"
        description = "Advises on QC"
        skill_type = "knowledge"
        prompt_additions = ["Match read names with \d+."]
    Good (.oxo-flow/skills/qc.skill.toml):
        name = "qc"
        version = "1.0.0"
        description = "Advises on QC"
        skill_type = "knowledge"
        prompt_additions = ["Match read names with \\d+."]
    Fix: Doubles the backslash.
    """
    if finding.span is not None and context.text[finding.span].startswith("\\"):
        safe = context.text[finding.span][1:2] not in ("u", "U", "x", "")
        start = finding.span.start
        yield replacing(Span(start, start), "\\", "Double the backslash", safe=safe)


@reported("toml-control-character")
def control_character(finding: Finding, context: Context) -> Iterator[Fix]:
    """Control character, or a lone carriage return, in a text or comment.

    Why: TOML takes none but the tab and line ends. The character is invisible in most editors.
    Source: TOML 1.1, sections Comment and String; toml 1.1 decoder/string.rs.
    Bad (.oxo-flow/skills/qc.skill.toml):
        name = "qc"
        version = "1.0.0"
        description = "Advises\x07 on QC"
        skill_type = "knowledge"
        prompt_additions = ["Ask for a report first."]
    Good (.oxo-flow/skills/qc.skill.toml):
        name = "qc"
        version = "1.0.0"
        description = "Advises on QC"
        skill_type = "knowledge"
        prompt_additions = ["Ask for a report first."]
    Fix: None.
    """  # noqa: D301 - the example needs the character itself
    yield from ()


@reported("toml-nesting")
def nesting(finding: Finding, context: Context) -> Iterator[Fix]:
    """Values nested more than 80 levels deep.

    Why: The parser stops there to protect its stack.
    Source: toml 1.1 (recursion guard of 80).
    Bad (.oxo-flow/skills/qc.skill.toml):
        name = "qc"
        version = "1.0.0"
        description = "Advises on QC"
        skill_type = "knowledge"
        prompt_additions = ["Ask for a report first."]
        tree = [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[
          [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[
          ]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]
          ]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]
    Good (.oxo-flow/skills/qc.skill.toml):
        name = "qc"
        version = "1.0.0"
        description = "Advises on QC"
        skill_type = "knowledge"
        prompt_additions = ["Ask for a report first."]
        tree = [[[[]]]]
    Fix: None.
    """
    yield from ()
