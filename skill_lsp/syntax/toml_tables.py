"""How keys and headers of TOML grow into tables, and which of them define one thing twice."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Protocol

from skill_lsp.syntax.nodes import Entry, Mapping, Node, Scalar, Sequence
from skill_lsp.text import Span

if TYPE_CHECKING:
    from typing import TypeAlias

Slot: TypeAlias = "Node | Table | Tables"


class Notes(Protocol):
    """What takes note of problems."""

    def problem(self, kind: str, start: int, end: int, message: str) -> None: ...


class Table:
    """A table that is still growing.

    made_by: "root", "header" (`[a]`), "path" (the `a` of `[a.b]`), "dots" (the `a` of `a.b = 1`), "inline".
    """

    __slots__ = ("end", "entries", "made_by", "slots", "start")

    def __init__(self, start: int, made_by: str) -> None:
        self.start = start
        self.end = start
        self.made_by = made_by
        self.entries: list[tuple[Scalar, Slot]] = []
        self.slots: dict[str, Slot] = {}

    def add(self, key: Scalar, slot: Slot) -> None:
        """Puts something behind a key, also where the key is there already (the first stays the one that counts)."""
        self.entries.append((key, slot))
        self.slots.setdefault(key.text, slot)

    def frozen(self, end: int | None = None) -> Mapping:
        """The table as a node; without an `end` it ends where its last value does."""
        entries = tuple(
            Entry(key, slot if isinstance(slot, Scalar | Sequence | Mapping) else slot.frozen())  # type: ignore[union-attr]
            for key, slot in self.entries
        )
        if end is None:
            end = max([self.end, *(entry.span.end for entry in entries)])
        return Mapping(Span(self.start, end), entries)


class Tables:
    """`[[a]]`, one table more with each such header."""

    __slots__ = ("tables",)

    def __init__(self, first: Table) -> None:
        self.tables = [first]

    def frozen(self) -> Sequence:
        """The tables as a node."""
        items = tuple(table.frozen() for table in self.tables)
        return Sequence(Span(items[0].span.start, items[-1].span.end), items)


def put(notes: Notes, table: Table, parts: list[Scalar], value: Node) -> None:
    """`a.b.c = value` in a table."""
    *path, last = parts
    for part, inner in itertools.pairwise(parts):
        below = table.slots.get(part.text)
        if isinstance(below, Tables) and part is not path[-1]:
            below = below.tables[-1]  # toml 1.1 takes `b.c.d = 1` behind `[[b]]`, though not `b.c = 1`
        elif below is None:
            below = Table(inner.span.start, "dots")
            table.add(part, below)
        elif not isinstance(below, Table) or below.made_by in ("header", "inline"):
            notes.problem(
                "duplicate-key", *part.span, f"`{part.text}` is defined already and can't get further keys here"
            )
            below = Table(inner.span.start, "dots")
            table.add(part, below)
        table = below
    if last.text in table.slots:
        notes.problem("duplicate-key", *last.span, f"`{last.text}` is defined twice")
    table.add(last, value)


def open_table(notes: Notes, root: Table, parts: list[Scalar], header: Span) -> Table:
    """The table that `[a.b]` opens."""
    parent = _descend(notes, root, parts)
    last = parts[-1]
    there = parent.slots.get(last.text)
    if isinstance(there, Table) and there.made_by == "path":
        there.made_by = "header"
        there.end = max(there.end, header.end)
        return there
    if there is not None:
        notes.problem("duplicate-table", *header, f"`{last.text}` is defined already")
    table = Table(header.start, "header")
    table.end = header.end
    parent.add(last, table)
    return table


def append_table(notes: Notes, root: Table, parts: list[Scalar], header: Span) -> Table:
    """The table that `[[a.b]]` adds."""
    parent = _descend(notes, root, parts)
    last = parts[-1]
    there = parent.slots.get(last.text)
    table = Table(header.start, "header")
    table.end = header.end
    if isinstance(there, Tables):
        there.tables.append(table)
        return table
    if there is not None:
        notes.problem("duplicate-table", *header, f"`{last.text}` is defined already")
    parent.add(last, Tables(table))
    return table


def _descend(notes: Notes, table: Table, parts: list[Scalar]) -> Table:
    """The table that holds the last part of a header's path."""
    for part, inner in itertools.pairwise(parts):
        below = table.slots.get(part.text)
        if isinstance(below, Tables):
            below = below.tables[-1]
        if not isinstance(below, Table) or below.made_by == "inline":
            if below is not None:
                notes.problem("duplicate-table", *part.span, f"`{part.text}` is defined already and is no open table")
            below = Table(inner.span.start, "path")
            table.add(part, below)
        table = below
    return table
