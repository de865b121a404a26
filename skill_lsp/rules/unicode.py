"""Characters that a person does not see and a model reads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skill_lsp.hosts.reading import Severity
from skill_lsp.pattern import pattern
from skill_lsp.rules.finding import FileEdit, Finding, Fix
from skill_lsp.rules.registry import NOT_ASCII, detects
from skill_lsp.rules.values import replacing
from skill_lsp.text import Edit, Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skill_lsp.rules.context import Context

_TAGS = pattern("[\U000e0000-\U000e007f]+")
_SELECTORS = pattern("[\ufe00-\ufe0f\U000e0100-\U000e01ef]{2,}")
"""Variation selectors one after the other: a character takes one at most."""
_FLAG = pattern("\U0001f3f4[\U000e0020-\U000e007e]{2,}\U000e007f")
_BIDI = pattern("[\u202a-\u202e\u2066-\u2069]")
_OVERRIDES = frozenset("\u202d\u202e")
_RIGHT_TO_LEFT = pattern("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
"""Letters that are written from right to left, between which the other controls have their use."""
_ZERO_WIDTH = pattern("[\u200b\u200c\u200d\u2060\ufeff\u00ad\u180e]+")
_JOINED = pattern(r"[^\x00-\x7f\u00a0-\u024f\u2000-\u206f]")
"""What a zero-width joiner may join: emoji, Arabic, Indic and other scripts that are written with it."""
_NAMES = {
    "\u200b": "zero-width space", "\u200c": "zero-width non-joiner", "\u200d": "zero-width joiner",
    "\u2060": "word joiner", "\ufeff": "zero-width no-break space", "\u00ad": "soft hyphen",
    "\u180e": "Mongolian vowel separator",
}  # fmt: skip


def _everyone(context: Context, severity: Severity) -> dict[str, Severity]:
    return {host.id: severity for host in context.targets if host.reads(context.document)}


def _removing(span: Span) -> tuple[Fix, ...]:
    return (replacing(span, "", "Remove what cannot be seen"),)


@detects("unicode-tag", trigger=NOT_ASCII)
def unicode_tag(context: Context) -> Iterator[Finding]:
    """Invisible tag characters, which carry text that only the model reads.

    Why: The characters U+E0000 to U+E007F are shown by no editor and read by models as the letters that they stand for.
    They have no use in a skill but to hide instructions. (The flags of England, Scotland and Wales are made of them and
    are left alone.)
    Source: Unicode 16, section 23.9; NVIDIA/SkillSpector 169.
    Bad:
        ---
        name: tide-table
        description: Reads tide tables.
        ---
        Body.\U000e0072\U000e0075\U000e006e
    Good:
        ---
        name: tide-table
        description: Reads tide tables.
        ---
        Body.
    Fix: Removes them.
    """
    content = context.text.content
    if content.isascii():
        return
    flags = [found.span() for found in _FLAG.finditer(content)]
    for found in _TAGS.finditer(content):
        if any(start <= found.start() and found.end() <= end for start, end in flags):
            continue
        hidden = "".join(chr(ord(char) - 0xE0000) for char in found.group() if 0xE0020 <= ord(char) < 0xE007F)
        shown = f" They spell `{hidden[:200]}`." if hidden.strip() else ""
        message = f"{len(found.group())} invisible tag characters stand here, and the model reads them.{shown}"
        span = Span(*found.span())
        hosts = _everyone(context, Severity.ERROR)
        yield context.finding("unicode-tag", span, message, Severity.ERROR, hosts, fixes=_removing(span))


@detects("unicode-selector", trigger=NOT_ASCII)
def unicode_selector(context: Context) -> Iterator[Finding]:
    """Several variation selectors in a row, which carry hidden bytes.

    Why: A variation selector says how the character before it is drawn, and one is all that a character takes. There
    are 256 of them, so a row of them is a text that nobody sees, one byte for each, and that models can read.
    Source: Unicode 16, section 23.4 (variation selectors).
    Bad:
        ---
        name: tide-table
        description: Reads tide tables.
        ---
        Body.\U000e0162\U000e0165\U000e015e
    Good:
        ---
        name: tide-table
        description: Reads tide tables.
        ---
        Body \u2764\ufe0f.
    Fix: Removes them.
    """
    content = context.text.content
    if content.isascii():
        return
    for found in _SELECTORS.finditer(content):
        hidden = "".join(chr(_byte(char)) for char in found.group())
        shown = f" As bytes they spell `{hidden[:200]}`." if hidden.isprintable() and hidden.strip() else ""
        message = f"{len(found.group())} variation selectors stand in a row here, and nobody sees them.{shown}"
        span = Span(*found.span())
        hosts = _everyone(context, Severity.ERROR)
        yield context.finding("unicode-selector", span, message, Severity.ERROR, hosts, fixes=_removing(span))


def _byte(selector: str) -> int:
    code = ord(selector)
    return code - 0xFE00 if code < 0xE0100 else code - 0xE0100 + 16


@detects("unicode-bidi", trigger=NOT_ASCII)
def unicode_bidi(context: Context) -> Iterator[Finding]:
    """Bidirectional control character, which shows text in another order than the model reads it.

    Why: U+202A to U+202E and U+2066 to U+2069 turn the order of what a person sees. Commands can be made to look like
    others with them (CVE-2021-42574, "Trojan Source").
    In lines with right-to-left letters only the overrides are reported.
    Source: Unicode Standard Annex 9; NVIDIA/SkillSpector 169.
    Bad:
        ---
        name: tide-table
        description: Reads tide tables.
        ---
        Run \u202eelbat\u202c now.
    Good:
        ---
        name: tide-table
        description: Reads tide tables.
        ---
        Run table now.
    Fix: Removes it.
    """
    if context.text.content.isascii():
        return
    for found in _BIDI.finditer(context.text.content):
        span = Span(*found.span())
        line = context.text.line_at(span.start)
        if found.group() not in _OVERRIDES and _RIGHT_TO_LEFT.search(context.text[line]):
            continue
        message = (
            f"U+{ord(found.group()):04X} turns the direction of the text: a person reads another order than the model."
        )
        hosts = _everyone(context, Severity.WARNING)
        controls = _BIDI.finditer(context.text.content, line.start, line.end)
        edits = tuple(FileEdit(None, Edit(Span(*control.span()), "")) for control in controls)
        fixes = (Fix("Remove what cannot be seen", edits),)
        yield context.finding("unicode-bidi", span, message, Severity.WARNING, hosts, fixes=fixes)


@detects("unicode-zero-width", trigger=NOT_ASCII)
def unicode_zero_width(context: Context) -> Iterator[Finding]:
    """Zero-width character between letters that do not need it.

    Why: It can't be seen, so that a name or a word with it matches nothing, and it can carry hidden marks. Between
    emoji and in scripts that are written with joiners it belongs to the text and is not reported.
    Source: Unicode 16, section 23.2; stacklok/toolhive 6178.
    Bad:
        ---
        name: tide-table
        description: Reads tide\u200b tables.
        ---
        Body.
    Good:
        ---
        name: tide-table
        description: Reads tide tables.
        ---
        Body.
    Fix: Removes it.
    """
    content = context.text.content
    if content.isascii():
        return
    for found in _ZERO_WIDTH.finditer(content):
        start, end = found.span()
        if start == 0 and found.group() == "\ufeff":
            continue
        if content[start - 1 : start] == ":" and content[end : end + 1] not in ("", " ", "\r", "\n"):
            continue  # behind a key's colon it is a blank that YAML does not know, and has a rule of its own
        if found.group() != "\u200b" and (_joins(content, start - 1) or _joins(content, end)):
            continue
        span = Span(start, end)
        name = _NAMES[found.group()[0]]
        message = f"An invisible {name} (U+{ord(found.group()[0]):04X}) stands here."
        hosts = _everyone(context, Severity.WARNING)
        yield context.finding("unicode-zero-width", span, message, Severity.WARNING, hosts, fixes=_removing(span))


def _joins(content: str, at: int) -> bool:
    return 0 <= at < len(content) and _JOINED.match(content, at) is not None
