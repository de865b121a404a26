"""What stands at an offset of a tree of keys: the entries that lead there, the key or the value."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skill_lsp.record import NamedTuple
from skill_lsp.syntax.nodes import Entry, Mapping, Node, Scalar, Sequence

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skill_lsp.text import Span, Text


class KeyAt(NamedTuple):
    """A place in a tree. entries: from the root's entry down to the innermost; on_key: the offset lies on the key of
    the innermost, else in its value; item: the list item that it lies in."""

    entries: tuple[Entry, ...]
    on_key: bool
    item: Node | None = None

    @property
    def entry(self) -> Entry:
        """The innermost entry."""
        return self.entries[-1]

    @property
    def names(self) -> tuple[str, ...]:
        """The keys from the root down."""
        return tuple(entry.key.text for entry in self.entries)

    @property
    def scalar(self) -> Scalar | None:
        """The scalar that the offset lies in: the value, or an item of it."""
        node = self.item if self.item is not None else self.entry.value
        return node if isinstance(node, Scalar) else None


def key_at(root: Node | None, offset: int) -> KeyAt | None:
    """The place in a tree that an offset lies in or touches."""
    found: tuple[Entry, ...] = ()
    node = root
    while isinstance(node, Mapping):
        entry = next((one for one in node.entries if offset in one.key.span or offset in one.value.span), None)
        if entry is None:
            return KeyAt(found, on_key=False) if found else None
        found = (*found, entry)
        if offset in entry.key.span:
            return KeyAt(found, on_key=True)
        node = entry.value
        if isinstance(node, Sequence):
            item = next((one for one in node.items if offset in one.span), None)
            if not isinstance(item, Mapping):
                return KeyAt(found, on_key=False, item=item)
            node = item
    return KeyAt(found, on_key=False) if found else None


def nodes_around(root: Node | None, offset: int) -> Iterator[Span]:
    """The spans of all nodes and entries that an offset lies in, the widest first."""
    node = root
    while node is not None:
        yield node.span
        if isinstance(node, Mapping):
            entry = next((one for one in node.entries if offset in one.span), None)
            if entry is None:
                return
            yield entry.span
            if offset in entry.key.span:
                yield entry.key.span
                return
            node = entry.value
        elif isinstance(node, Sequence):
            node = next((one for one in node.items if offset in one.span), None)
        else:
            return


def content_span(scalar: Scalar, text: Text) -> Span:
    """The span of a scalar's content, without quotes."""
    span = scalar.span
    source = text[span]
    for quotes in ('"""', "'''", '"', "'"):
        if len(source) >= 2 * len(quotes) and source.startswith(quotes) and source.endswith(quotes):
            return span._replace(start=span.start + len(quotes), end=span.end - len(quotes))
    return span
