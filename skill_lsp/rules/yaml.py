"""Values that YAML does not take as their author wrote them, with the quotes that make them text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from skill_lsp.pattern import pattern
from skill_lsp.rules.finding import FileEdit, Finding, Fix
from skill_lsp.rules.registry import reported
from skill_lsp.rules.values import replacing, root_of
from skill_lsp.syntax.nodes import Scalar, Sequence, Style, entry_at
from skill_lsp.syntax.quoting import yaml_quoted
from skill_lsp.text import Edit, Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skill_lsp.rules.context import Context

LIST_KEYS = frozenset({"allowed-tools", "disallowed-tools", "paths", "tools", "domains"})
"""Keys where brackets are plainly meant as a list."""


def recovered(finding: Finding, context: Context) -> Scalar | None:
    """The value, or list item, that a finding on broken YAML lies in, as its author wrote it."""
    if finding.span is None:
        return None
    entry = entry_at(root_of(context), finding.span)
    node = entry.value if entry is not None else root_of(context)
    while isinstance(node, Sequence):
        node = next((item for item in node.items if item.span.covers(finding.span)), None)
    return node if isinstance(node, Scalar) else None


def quoting(context: Context, value: Scalar, title: str = "Quote the value", *, safe: bool = True) -> Fix:
    """Quotes around a value that keep every character of it, over several lines too."""
    source = context.text[value.span]
    if "\n" not in source and "\r" not in source:
        return replacing(value.span, yaml_quoted(source), title, safe=safe)
    if '"' not in source and "\\" not in source:
        edits = [Edit(Span(at, at), '"') for at in value.span]
    else:
        doubled = [value.span.start + found.start() for found in re.finditer("'", source)]
        edits = [Edit(Span(at, at), "'") for at in (value.span.start, *doubled, value.span.end)]
    return Fix(title, tuple(FileEdit(None, edit) for edit in edits), safe=safe)


def straightened(context: Context, value: Scalar) -> Fix | None:
    """Straight quotes for typographic ones around a value."""
    source = context.text[value.span]
    if len(source) > 1 and CURLY.get(source[0]) == source[-1] and "\n" not in source and "\r" not in source:
        return replacing(value.span, yaml_quoted(source[1:-1]), "Write straight quotes")
    return None


CURLY = {"“": "”", "‘": "’", "„": "“", "«": "»", "”": "”", "’": "’"}


@reported("yaml-plain-colon")
def yaml_plain_colon(finding: Finding, context: Context) -> Iterator[Fix]:
    """Plain value with a colon and a blank: YAML reads a map where text is meant.

    Why: A colon followed by a blank ends a key. A second one on the same line makes the whole frontmatter invalid, so
    that most hosts drop the skill without a word. It is the most frequent reason for a skill that vanished.
    Source: YAML 1.2.2, section 7.3.3; npm yaml 2.8.2, js-yaml 4.1, serde_yaml, PyYAML 6.0 and strictyaml 1.7.3 refuse
    it (executed); mattpocock/skills 908.
    Bad:
        ---
        name: tide-table
        description: Use when: the tide matters.
        ---
        Body.
    Good:
        ---
        name: tide-table
        description: "Use when: the tide matters."
        ---
        Body.
    Fix: Quotes the value, every character of it stays.
    """
    value = recovered(finding, context)
    if value is None or value.style is not Style.PLAIN:
        return
    straight = straightened(context, value)
    if straight is not None:
        yield straight
    yield quoting(context, value)


@reported("yaml-reserved-start")
def yaml_reserved_start(finding: Finding, context: Context) -> Iterator[Fix]:
    """Plain value that begins with a character which YAML keeps for itself.

    Why: A backtick, `@` and `%` can't begin a plain value, and neither can a comma or a closing bracket. No YAML parser
    reads the frontmatter then.
    Source: YAML 1.2.2, sections 5.3 and 7.3.3.
    Bad:
        ---
        name: tide-table
        description: `tide` reads tide tables.
        ---
        Body.
    Good:
        ---
        name: tide-table
        description: "`tide` reads tide tables."
        ---
        Body.
    Fix: Quotes the value.
    """
    value = recovered(finding, context)
    if value is not None and finding.span is not None and value.span.start == finding.span.start:
        yield quoting(context, value)


@reported("yaml-text-after-quote")
def yaml_text_after_quote(finding: Finding, context: Context) -> Iterator[Fix]:
    """Text behind the closing quote of a value.

    Why: A value that begins with a quote ends at the next one. What follows makes the frontmatter invalid.
    Source: YAML 1.2.2, section 7.3; forjd/browse 39.
    Bad:
        ---
        name: tide-table
        description: "Low water" and how to find it.
        ---
        Body.
    Good:
        ---
        name: tide-table
        description: '"Low water" and how to find it.'
        ---
        Body.
    Fix: Quotes the whole value.
    """
    value = recovered(finding, context)
    if value is None:
        return
    source = context.text[value.span]
    if "\n" in source or "\r" in source:
        return
    inner = source[1:-1]
    if len(source) > 2 and source[0] == source[-1] and re.search(rf"(?<=\w){source[0]}\w|(?<!\w){source[0]}\w", inner):
        yield replacing(value.span, yaml_quoted(inner), "Quote the whole value")
    else:
        yield replacing(value.span, yaml_quoted(source), "Quote the whole value")


@reported("yaml-text-after-flow")
def yaml_text_after_flow(finding: Finding, context: Context) -> Iterator[Fix]:
    """Text behind the closing bracket of a value.

    Why: A value that begins with `[` or `{` is a list or a map and ends at the closing bracket. The usual case is
    `argument-hint: [a] [b]`; no YAML parser takes it.
    Source: YAML 1.2.2, section 7.4; forge-council 8.
    Bad:
        ---
        name: tide-table
        description: Reads tide tables.
        argument-hint: [harbour] [date]
        ---
        Body.
    Good:
        ---
        name: tide-table
        description: Reads tide tables.
        argument-hint: "[harbour] [date]"
        ---
        Body.
    Fix: Quotes the value.
    """
    entry = entry_at(root_of(context), finding.span) if finding.span else None
    if entry is not None and isinstance(entry.value, Scalar):
        yield quoting(context, entry.value, safe=entry.key.text not in LIST_KEYS)


@reported("yaml-unclosed-quote")
def yaml_unclosed_quote(finding: Finding, context: Context) -> Iterator[Fix]:
    """Quote that is never closed.

    Why: Everything up to the next quote, or to the end, belongs to the value then, and the frontmatter is invalid.
    Source: YAML 1.2.2, section 7.3.
    Bad:
        ---
        name: tide-table
        description: "Reads tide tables.
        license: MIT
        ---
        Body.
    Good:
        ---
        name: tide-table
        description: "Reads tide tables."
        license: MIT
        ---
        Body.
    Fix: Closes the quote at the end of the line.
    """
    value = recovered(finding, context)
    if value is None or finding.span is None or value.span.start != finding.span.start:
        return
    source = context.text[value.span]
    if "\n" not in source and "\r" not in source:
        yield replacing(value.span, yaml_quoted(source[1:]), "Close the quote")


@reported("yaml-quote-at-end")
def yaml_quote_at_end(finding: Finding, context: Context) -> Iterator[Fix]:
    """Value that ends with a doubled or escaped quote, at the end of the frontmatter or above another value in quotes.

    Why: Two single quotes stand for one in the text, and so does a backslash with a double quote. The value is not
    closed then. Xum's parser takes the end of the line for its end, all others refuse.
    Source: npm yaml 2.8.2, `resolve-flow-scalar` (executed); libyaml 0.2, js-yaml 4.1, PyYAML 6.0.3 (executed).
    Targets: codex
    Bad:
        ---
        name: tide-table
        description: 'Reads tide tables.''
        ---
        Body.
    Good:
        ---
        name: tide-table
        description: 'Reads tide tables.'
        ---
        Body.
    Fix: Removes the second quote; only the author knows whether it belongs to the text.
    """
    if finding.span is not None and context.text[finding.span] == "'":
        yield replacing(finding.span, "", "Remove the second quote", safe=False)


@reported("yaml-unclosed-flow")
def yaml_unclosed_flow(finding: Finding, context: Context) -> Iterator[Fix]:
    """Bracket that is never closed.

    Why: A value that begins with `[` or `{` lasts until the bracket is closed, over all lines that follow.
    Source: YAML 1.2.2, section 7.4.
    Bad:
        ---
        name: tide-table
        description: Reads tide tables.
        argument-hint: [harbour
        ---
        Body.
    Good:
        ---
        name: tide-table
        description: Reads tide tables.
        argument-hint: "[harbour"
        ---
        Body.
    Fix: Quotes the value, or closes the bracket of a list; only the author knows which is meant.
    """
    entry = entry_at(root_of(context), finding.span) if finding.span else None
    if entry is None or not isinstance(entry.value, Scalar):
        return
    source = context.text[entry.value.span]
    if source.count("[") == source.count("]") + 1 and "{" not in source:
        close = replacing(Span(entry.value.span.end, entry.value.span.end), "]", "Close the bracket", safe=False)
        if entry.key.text in LIST_KEYS:
            yield close
            return
    yield quoting(context, entry.value, safe=False)


@reported("yaml-alias")
def yaml_alias(finding: Finding, context: Context) -> Iterator[Fix]:
    """Value that begins with `*`: YAML looks for an anchor of that name.

    Why: Globs are the usual case. `paths: **/*.ts` is no text for YAML, it makes the whole frontmatter invalid.
    Source: YAML 1.2.2, section 7.1; anthropics/claude-code 13905.
    Bad:
        ---
        name: ts-rules
        description: Conventions for TypeScript.
        paths: **/*.ts
        ---
        Body.
    Good:
        ---
        name: ts-rules
        description: Conventions for TypeScript.
        paths: "**/*.ts"
        ---
        Body.
    Fix: Quotes the value.
    """
    value = recovered(finding, context)
    if finding.span is None:
        return
    entry = entry_at(root_of(context), finding.span)
    if entry is not None and entry.key.text == "<<":
        return
    if value is not None and value.span.start == finding.span.start:
        yield quoting(context, value)
    elif context.text[finding.span].startswith("*") and finding.span.end - finding.span.start > 1:
        yield replacing(finding.span, yaml_quoted(context.text[finding.span]), "Quote the value")


_BAD_ESCAPE = pattern(r"\\(?:[0abt\tnvfre \"/\\N_LP\r\n]|x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|())")


@reported("yaml-bad-escape")
def yaml_bad_escape(finding: Finding, context: Context) -> Iterator[Fix]:
    r"""Backslash in double quotes that begins no escape sequence.

    Why: In double quotes a backslash begins an escape sequence, and YAML has a fixed set of them. Any other makes the
    frontmatter invalid.
    Source: YAML 1.2.2, section 5.7.
    Bad:
        ---
        name: tide-table
        description: "Reads C:\data and \d+ patterns."
        ---
        Body.
    Good:
        ---
        name: tide-table
        description: 'Reads C:\data and \d+ patterns.'
        ---
        Body.
    Fix: Writes single quotes, where a backslash stands for itself; doubles it where the value has other escapes.
    """
    value = recovered(finding, context)
    if value is None:
        return
    source = context.text[value.span]
    escapes = list(_BAD_ESCAPE.finditer(source))
    if all(found[1] is not None for found in escapes) and "\n" not in source and "\r" not in source:
        yield replacing(value.span, yaml_quoted(source[1:-1]), "Write single quotes")
        return
    places = [value.span.start + found.start() for found in escapes if found[1] is not None]
    if places:
        edits = tuple(FileEdit(None, Edit(Span(at, at), "\\")) for at in places)
        yield Fix("Double the backslash" if len(places) == 1 else "Double the backslashes", edits, safe=False)


@reported("yaml-block-header")
def yaml_block_header(finding: Finding, context: Context) -> Iterator[Fix]:
    """Text behind the `|` or `>` that begins a block.

    Why: The text of a block begins on the next line. YAML takes nothing but `+`, `-` and a digit behind the sign.
    Source: YAML 1.2.2, section 8.1.1.
    Bad:
        ---
        name: tide-table
        description: > Reads tide tables.
        ---
        Body.
    Good:
        ---
        name: tide-table
        description: >
          Reads tide tables.
        ---
        Body.
    Fix: Moves the text to the next line.
    """
    if finding.span is not None:
        line = context.text.line_at(finding.span.start)
        words = context.text[line]
        indent = words[: len(words) - len(words.lstrip(" "))]
        before = context.text[Span(line.start, finding.span.start)]
        gap = Span(line.start + len(before.rstrip()), finding.span.start)
        yield replacing(gap, f"{context.text.newline}{indent}  ", "Move the text to the next line", safe=False)
