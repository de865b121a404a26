"""The expansion of a body by its host's `BodyLanguage`: arguments and variables, then directives, then the cut."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING

from skill_lsp.hosts.body import Expansion, Piece, ShownDirective
from skill_lsp.hosts.keys import first_units, utf16_length
from skill_lsp.record import NamedTuple
from skill_lsp.syntax import placeholders
from skill_lsp.syntax.skill import SkillMd
from skill_lsp.text import Span, Text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from skill_lsp.hosts.body import BodyLanguage, Invocation, Meaning
    from skill_lsp.hosts.host import Host
    from skill_lsp.hosts.reading import Place
    from skill_lsp.syntax.skill import Skill


def expand(host: Host, document: Skill, place: Place, invocation: Invocation) -> Expansion:
    """The default expansion, by the host's `body_language`: arguments and variables, then directives, then the cut."""
    reading = host.read(document, place)
    readable = reading.loaded and isinstance(document, SkillMd)
    if not readable or reading.body is None or reading.body_span is None or not isinstance(document, SkillMd):
        return Expansion(())
    language = host.body_language
    body = Aligned.of(reading.body, document.text, reading.body_span)
    pieces = list(_substituted(host, document, place, invocation, body))
    pieces, directives = _directed(host, document, invocation, pieces)
    truncated = False
    if language.limit is not None and invocation.by in language.limit_invocations:
        pieces, truncated = _cut(pieces, language.limit, language.limit_note)
    return Expansion(tuple(pieces), directives, truncated)


class Aligned(NamedTuple):
    """A body as a host keeps it, with the place of each run of its characters in the source.

    runs: (offset in the body, offset in the source) where the two go in step; between two runs stand folded line
    endings only.
    """

    text: Text
    runs: tuple[tuple[int, int], ...]

    @classmethod
    def of(cls, kept: str, source: Text, span: Span) -> Aligned:
        """Aligns what a host made of a body (folded line endings, trimmed ends) with its source."""
        original = source[span]
        at = original.find(kept)
        if at >= 0:
            return cls(Text(kept), ((0, span.start + at),))
        folded = original.replace("\r\n", "\n").replace("\r", "\n")
        skipped = max(folded.find(kept), 0)
        runs = []
        for behind, found in enumerate(re.finditer(r"\A|(?<=\r\n)", original)):
            runs.append((found.start() - behind - skipped, span.start + found.start()))
        first = max(index for index, run in enumerate(runs) if run[0] <= 0)
        head = (0, runs[first][1] - runs[first][0])
        return cls(Text(kept), (head, *runs[first + 1 :]))

    def source(self, span: Span) -> Span:
        """Where a span of the body stands in the source."""
        return Span(
            self._offset(span.start), self._offset(span.end) if span.end > span.start else self._offset(span.start)
        )

    def _offset(self, offset: int) -> int:
        here, there = self.runs[bisect_right(self.runs, (offset, 1 << 60)) - 1]
        return there + offset - here

    def pieces(self, span: Span, kind: str) -> Iterator[Piece]:
        """The span as pieces whose source has the same length each, except folded line endings."""
        content = self.text.content
        at = span.start
        first = bisect_right(self.runs, (at, 1 << 60))
        for here, there in self.runs[first:]:
            if here > span.end:
                break
            if here - 1 > at:
                yield Piece(content[at : here - 1], kind, Span(self._offset(at), there - 2))
            yield Piece("\n", kind, Span(there - 2, there))
            at = here
        if at < span.end:
            start = self._offset(at)
            yield Piece(content[at : span.end], kind, Span(start, start + span.end - at))


def _substituted(host: Host, document: SkillMd, place: Place, invocation: Invocation, body: Aligned) -> Iterator[Piece]:
    language = host.body_language
    arguments = (invocation.arguments or "").strip(placeholders.WHITE_SPACE)
    words = language.split(arguments)
    at = 0
    answered = False
    for token in placeholders.scan(body.text, Span(0, len(body.text))):
        source = body.source(token.span)
        meaning = host.meaning(token._replace(span=source), document, place)
        end = token.span.end if meaning.consumed is None else token.span.start + meaning.consumed
        value = _value(meaning, arguments, words, invocation, language)
        answered = answered or _answers(meaning, value, language.appends_without)
        if meaning.kind == "escaped":
            yield from body.pieces(Span(at, token.span.start - 1), "text")
            yield Piece(body.text.content[token.span.start : end], "literal", source._replace(start=source.start - 1))
        else:
            yield from body.pieces(Span(at, token.span.start), "text")
            if value is None:
                yield Piece(
                    body.text.content[token.span.start : end], "literal", body.source(Span(token.span.start, end))
                )
            else:
                yield Piece(value, "substituted", body.source(Span(token.span.start, end)))
        at = end
    yield from body.pieces(Span(at, len(body.text)), "text")
    asked = not answered and invocation.by in language.invocations
    if language.appends and asked and (arguments or language.appends_nothing):
        yield Piece(language.appends.replace("{}", arguments), "added", None)


def _answers(meaning: Meaning, value: str | None, wanted: str) -> bool:
    """Whether a placeholder is the one whose absence makes the host append the arguments."""
    if wanted == "all":
        return meaning.kind == "all"
    return meaning.takes_arguments and (wanted == "any" or value is not None)


def _value(
    meaning: Meaning, arguments: str, words: list[str], invocation: Invocation, language: BodyLanguage
) -> str | None:
    """What a placeholder becomes; None: it stays as it is."""
    if meaning.takes_arguments:
        if invocation.by not in language.invocations:
            return None
        if meaning.kind == "all":
            return arguments
        index = meaning.number or 0
        if index >= len(words):
            return meaning.absent
        return words[index] if meaning.kind == "argument" else " ".join(words[index:])
    known = {
        "directory": invocation.skill_directory,
        "plugin": invocation.plugin_root,
        "project": invocation.project,
    }
    return known.get(meaning.kind) or None


def _directed(
    host: Host, document: SkillMd, invocation: Invocation, pieces: list[Piece]
) -> tuple[list[Piece], tuple[ShownDirective, ...]]:
    """The pieces with the directives among them as pieces of their own."""
    language = host.body_language
    output = Text("".join(piece.text for piece in pieces))
    directives = placeholders.scan_directives(output, Span(0, len(output)))
    if not directives:
        return pieces, ()
    ruler = _Ruler(pieces)
    shown: list[ShownDirective] = []
    live: list[tuple[Span, str]] = []
    count = 0
    for directive in directives:
        if not language.arguments_may_direct and ruler.kind_at(directive.span.start) != "text":
            continue
        runs = invocation.by in language.directive_invocations and host.runs(directive, document)
        count += runs
        over = runs and language.directive_limit is not None and count > language.directive_limit
        if over:
            end = output.content.find("\n", directive.span.end)
            directive = directive._replace(span=Span(directive.span.start, end if end >= 0 else len(output)))
        source = ruler.source(directive.span)
        line = document.text.position(source.start if source else len(document.text)).line + 1
        shown.append(ShownDirective(output[directive.command], runs and not over, line))
        if runs:
            live.append((directive.span, language.directive_note if over else ""))
    return list(ruler.with_directives(live)), tuple(shown)


class _Ruler:
    """Finds the pieces under spans of the output."""

    def __init__(self, pieces: Iterable[Piece]) -> None:
        self.pieces = [piece for piece in pieces if piece.text or piece.kind != "text"]
        self.starts: list[int] = []
        at = 0
        for piece in self.pieces:
            self.starts.append(at)
            at += len(piece.text)

    def kind_at(self, offset: int) -> str:
        return self.pieces[bisect_right(self.starts, offset) - 1].kind

    def source(self, span: Span) -> Span | None:
        """The hull of the sources under a span of the output."""
        first = bisect_right(self.starts, span.start) - 1
        hull: Span | None = None
        for index in range(first, len(self.pieces)):
            start = self.starts[index]
            if start >= span.end:
                break
            piece = part(self.pieces[index], span.start - start, span.end - start)
            if piece.source is not None:
                hull = piece.source if hull is None else Span(hull.start, piece.source.end)
        return hull

    def with_directives(self, live: list[tuple[Span, str]]) -> Iterator[Piece]:
        """All pieces in order, each live directive as a piece of its own, with its note after it."""
        upcoming = 0
        for index, piece in enumerate(self.pieces):
            start = self.starts[index]
            end = start + len(piece.text)
            at = start
            while upcoming < len(live) and live[upcoming][0].start < end and live[upcoming][0].end > start:
                span, note = live[upcoming]
                if span.start > at:
                    yield part(piece, at - start, span.start - start)
                if span.start >= start:
                    yield self._directive(span, note)
                    if note:
                        yield Piece(note, "added", None)
                at = min(span.end, end)
                if span.end > end:
                    break
                upcoming += 1
            inside = upcoming < len(live) and live[upcoming][0].start < start < live[upcoming][0].end
            if at < end or (start == end and not inside):
                yield part(piece, at - start, end - start)

    def _directive(self, span: Span, note: str) -> Piece:
        first = bisect_right(self.starts, span.start) - 1
        texts = []
        for index in range(first, len(self.pieces)):
            start = self.starts[index]
            if start >= span.end:
                break
            texts.append(self.pieces[index].text[max(span.start - start, 0) : span.end - start])
        return Piece("".join(texts), "literal" if note else "directive", self.source(span))


def part(piece: Piece, start: int, end: int) -> Piece:
    """A part of a piece. Of a text put in, the first part has the whole source and what follows the place behind it."""
    start, end = max(start, 0), min(end, len(piece.text))
    if (start, end) == (0, len(piece.text)):
        return piece
    source = piece.source
    if source is not None and source.end - source.start == len(piece.text):
        source = Span(source.start + start, source.start + end)
    elif source is not None and start > 0:
        source = Span(source.end, source.end)
    return Piece(piece.text[start:end], piece.kind, source)


def _cut(pieces: list[Piece], limit: int, note: str) -> tuple[list[Piece], bool]:
    """The pieces up to a number of UTF-16 units, and whether something was lost."""
    left = limit
    kept: list[Piece] = []
    for piece in pieces:
        length = utf16_length(piece.text)
        if length > left:
            kept += part(piece, 0, len(first_units(piece.text, left))), Piece(note, "added", None)
            return kept, True
        kept.append(piece)
        left -= length
    return kept, False
