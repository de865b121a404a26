"""The sections of a body: each heading with all that stands under it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skill_lsp.record import NamedTuple
from skill_lsp.text import Span

if TYPE_CHECKING:
    from collections.abc import Sequence

    from skill_lsp.syntax.markdown import Heading


class Section(NamedTuple):
    """A heading with its text up to the next heading of the same or a higher rank."""

    heading: Heading
    span: Span


def sections(headings: Sequence[Heading], end: int) -> list[Section]:
    """The sections of a body that ends at `end`, in order. One pass: a stack holds the open ones."""
    found: list[Section | None] = [None] * len(headings)
    waiting: list[int] = []
    for index, heading in enumerate(headings):
        while waiting and headings[waiting[-1]].level >= heading.level:
            closed = waiting.pop()
            found[closed] = Section(headings[closed], Span(headings[closed].span.start, heading.span.start))
        waiting.append(index)
    for index in waiting:
        found[index] = Section(headings[index], Span(headings[index].span.start, end))
    return [section for section in found if section is not None]
