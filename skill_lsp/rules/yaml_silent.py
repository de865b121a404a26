"""Values that load and are another text than their author wrote."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skill_lsp.hosts.reading import Severity
from skill_lsp.rules.registry import NOT_ASCII, detects
from skill_lsp.rules.values import replacing, root_of
from skill_lsp.rules.yaml import CURLY, straightened
from skill_lsp.syntax.nodes import Alias, Entry, Mapping, Scalar, Style, dereferenced, entries
from skill_lsp.syntax.quoting import yaml_quoted
from skill_lsp.syntax.skill import SkillMd
from skill_lsp.text import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skill_lsp.hosts.reading import Reading
    from skill_lsp.rules.context import Context
    from skill_lsp.rules.finding import Finding, Fix

FREE_TEXT = ("description", "when_to_use", "when-to-use", "argument-hint", "compatibility")


@detects("yaml-comment-cut", trigger=" #", kinds=(SkillMd,))
def yaml_comment_cut(context: Context) -> Iterator[Finding]:
    """Value that YAML cuts at a `#`.

    Why: A `#` behind a blank begins a comment. The skill loads, and the model is shown the first half of its text.
    Source: YAML 1.2.2, section 6.6; npm yaml 2.8.2, js-yaml 4.1, PyYAML 6.0 (executed).
    Bad:
        ---
        name: tide-table
        description: Closes issue #12 when the tide is out.
        ---
        Body.
    Good:
        ---
        name: tide-table
        description: "Closes issue #12 when the tide is out."
        ---
        Body.
    Fix: Quotes the value together with what stands behind the `#`.
    """
    document = context.document
    tree = document.yaml if isinstance(document, SkillMd) else None
    if tree is None or tree.broken or not isinstance(tree.root, Mapping):
        return
    for entry in tree.root.entries:
        if entry.key.text in FREE_TEXT and isinstance(entry.value, Scalar) and entry.value.style is Style.PLAIN:
            line = context.text.line_at(entry.value.span.end)
            comment = next((one for one in tree.comments if line.start <= one.start <= line.end), None)
            if comment is not None:
                yield from _cut(context, entry, comment)


def _cut(context: Context, entry: Entry, comment: Span) -> Iterator[Finding]:
    assert isinstance(entry.value, Scalar)  # noqa: S101 - the caller has asked
    words = context.text[comment]
    glued = len(words) > 1 and not words[1].isspace() and words[1] != "#"
    if words.startswith("# skill-lsp:") or not (glued or entry.key.text in FREE_TEXT[:3]):
        return
    if not entry.value.text and glued:
        yield from _all_cut(context, entry, comment)
        return
    hosts = {
        host_id: Severity.WARNING
        for host_id, reading in context.readings.items()
        if _has(reading, entry.key.text, entry.value.text)
    }
    if hosts and entry.value.text:
        message = f"YAML takes this for a comment: `{entry.key.text}` ends before the `#`."
        whole = Span(entry.value.span.start, comment.end)
        text = context.text[whole]
        fixes = () if "\n" in text or "\r" in text else (_quoting_all(whole, text.rstrip(), safe=glued),)
        yield context.finding("yaml-comment-cut", comment, message, hosts=hosts, fixes=fixes)


def _all_cut(context: Context, entry: Entry, comment: Span) -> Iterator[Finding]:
    """Nothing is left of the value. Told for hosts that do without it; the others say that it is missing."""
    hosts = {
        host_id: Severity.WARNING
        for host_id, reading in context.readings.items()
        if reading.loaded
        and reading.values.get(entry.key.text) is None
        and not any(entry.span.start <= problem.span.start <= comment.end for problem in reading.problems)
    }
    if hosts:
        message = f"YAML takes this for a comment, and `{entry.key.text}` is empty."
        fixes = (_quoting_all(comment, context.text[comment].rstrip(), safe=True),)
        yield context.finding("yaml-comment-cut", comment, message, hosts=hosts, fixes=fixes)


def _is_several_lines(context: Context, span: Span) -> bool:
    return context.text.line_at(span.start) != context.text.line_at(span.end)


def _quoting_all(span: Span, text: str, *, safe: bool) -> Fix:
    return replacing(span, yaml_quoted(text), "Quote the whole text", safe=safe)


def _has(reading: Reading, key: str, text: str) -> bool:
    """Whether a host has exactly this text for a key."""
    value = reading.description if key == "description" else reading.values.get(key)
    return isinstance(value, str) and value.strip() == text.strip()


@detects("yaml-anchor-unused", trigger="&", kinds=(SkillMd,))
def yaml_anchor_unused(context: Context) -> Iterator[Finding]:
    """Value that begins with `&`: YAML takes the word for an anchor, and the text loses it.

    Why: An anchor names a value so that another one can repeat it. Where nothing does, the word was meant as text; the
    skill loads, and the model is shown the rest only.
    Source: YAML 1.2.2, section 6.9.2; npm yaml 2.8.2, js-yaml 4.1, PyYAML 6.0 (executed).
    Targets: claude-code, xum
    Bad:
        ---
        name: tide-table
        description: &more Reads tide tables.
        ---
        Body.
    Good:
        ---
        name: tide-table
        description: "&more Reads tide tables."
        ---
        Body.
    Fix: Quotes the value together with the word; only the author knows whether it was meant as an anchor.
    """
    root = root_of(context)
    found = list(entries(root)) if isinstance(root, Mapping) else []
    aliases = {entry.value.name for entry in found if isinstance(entry.value, Alias)}
    for entry in found:
        value = entry.value
        if not isinstance(value, Scalar) or value.anchor is None or value.anchor in aliases:
            continue
        hosts = {
            host_id: Severity.WARNING
            for host_id, reading in context.readings.items()
            if entry.key.text in FREE_TEXT and _has(reading, entry.key.text, value.text)
        }
        start = context.text.content.rfind("&", entry.key.span.end, value.span.start)
        whole = Span(start, value.span.end)
        if hosts and start >= 0 and value.style is Style.PLAIN and not _is_several_lines(context, whole):
            message = f"YAML takes `&{value.anchor}` for an anchor, and `{entry.key.text}` begins behind it."
            anchor = Span(start, start + 1 + len(value.anchor))
            fixes = (_quoting_all(whole, context.text[whole], safe=False),)
            yield context.finding("yaml-anchor-unused", anchor, message, hosts=hosts, fixes=fixes)


@detects("yaml-smart-quotes", trigger=NOT_ASCII)
def yaml_smart_quotes(context: Context) -> Iterator[Finding]:
    """Value in typographic quotes, which YAML takes for part of the text.

    Why: Only straight quotes quote. Typographic ones, mostly the work of a word processor, are shown to the model as
    part of the value, and a name with them matches nothing.
    Source: YAML 1.2.2, section 7.3.
    Bad:
        ---
        name: tide-table
        description: “Reads tide tables.”
        ---
        Body.
    Good:
        ---
        name: tide-table
        description: "Reads tide tables."
        ---
        Body.
    Fix: Writes straight quotes.
    """
    content = context.text.content
    tree = context.document.yaml if isinstance(context.document, SkillMd) else None
    if tree is None or not any(quote in content for quote in CURLY):
        return
    for entry in entries(root_of(context)):
        value = dereferenced(entry.value)
        if not isinstance(value, Scalar) or value.style is not Style.PLAIN or value.text[:1] not in CURLY:
            continue
        if tree.broken and any(value.span.covers(problem.span) for problem in tree.problems):
            continue  # that finding has the same fix
        fix = straightened(context, value)
        if fix is not None:
            hosts = dict.fromkeys(context.readings, Severity.WARNING)
            message = f"Typographic quotes do not quote: they are part of `{entry.key.text}`."
            yield context.finding("yaml-smart-quotes", value.span, message, hosts=hosts, fixes=(fix,))
