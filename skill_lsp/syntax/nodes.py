"""One node shape for YAML, TOML and JSON, so that a frontmatter key and a manifest key are the same thing to all above.

Nodes hold what was written, with exact spans. What a value *means* (is `yes` a boolean?) depends on the host's dialect
and is resolved there.
"""

from __future__ import annotations

from bisect import bisect_right
from enum import Enum
from typing import TYPE_CHECKING, TypeAlias

from skill_lsp.record import NamedTuple
from skill_lsp.text import Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


class Style(Enum):
    """How a scalar is written."""

    PLAIN = "plain"
    """YAML without quotes. Its type is for the dialect to say; an empty value is PLAIN with an empty span."""
    SINGLE = "single-quoted"
    DOUBLE = "double-quoted"
    LITERAL = "literal block"
    FOLDED = "folded block"
    # TOML and JSON know the type from the text
    STRING = "string"
    INTEGER = "integer"
    FLOAT = "float"
    BOOLEAN = "boolean"
    DATETIME = "date or time"
    NULL = "null"


class Scalar(NamedTuple):
    """A single value. `text` is the content after unquoting, unescaping and folding; for TOML and JSON numbers,
    booleans and dates it is the source text. `span` includes quotes and block indicators."""

    span: Span
    text: str
    style: Style = Style.PLAIN
    tag: str | None = None
    anchor: str | None = None

    @property
    def is_empty_plain(self) -> bool:
        """Nothing was written at all (`key:`)."""
        return self.style is Style.PLAIN and not self.text and self.span.start == self.span.end


class Alias(NamedTuple):
    """`*name` in YAML. `target` is the anchored node, None where no such anchor stands before."""

    span: Span
    name: str
    target: Node | None


class Sequence(NamedTuple):
    """A list. `flow` is true for `[a, b]` (always so in TOML and JSON, except TOML's arrays of tables)."""

    span: Span
    items: tuple[Node, ...]
    flow: bool = False
    tag: str | None = None
    anchor: str | None = None


class Entry(NamedTuple):
    """A key with its value. For TOML a dotted key makes nested mappings, each with the span of its own part."""

    key: Scalar
    value: Node
    complex_key: Node | None = None
    """Set where YAML's key is not a scalar (`[a]: b`); `key` then holds its source text."""

    @property
    def span(self) -> Span:
        """From the key's start to the value's end."""
        return Span(self.key.span.start, max(self.key.span.end, self.value.span.end))

    @property
    def is_unwritten(self) -> bool:
        """Whether nothing is written as the value."""
        return isinstance(self.value, Scalar) and self.value.is_empty_plain

    @property
    def value_span(self) -> Span:
        """The value's characters; the key's where no value is written."""
        return self.value.span if self.value.span.end > self.value.span.start else self.key.span


class Mapping(NamedTuple):
    """Keys and values in the order written, duplicates included."""

    span: Span
    entries: tuple[Entry, ...]
    flow: bool = False
    tag: str | None = None
    anchor: str | None = None

    def entry(self, key: str) -> Entry | None:
        """The first entry with that key."""
        for entry in self.entries:
            if entry.key.text == key:
                return entry
        return None

    def get(self, key: str) -> Node | None:
        """The value of the first entry with that key."""
        found = self.entry(key)
        return found.value if found else None

    def duplicates(self) -> Iterator[tuple[Entry, Entry]]:
        """(first, repeated) for each key that stands again in this mapping."""
        seen: dict[str, Entry] = {}
        for entry in self.entries:
            first = seen.setdefault(entry.key.text, entry)
            if first is not entry:
                yield first, entry


Node: TypeAlias = Scalar | Sequence | Mapping | Alias


def dereferenced(node: Node) -> Node:
    """The node that an alias stands for; an alias without target is itself."""
    while isinstance(node, Alias) and node.target is not None:
        node = node.target
    return node


def is_text(node: Node) -> bool:
    """Whether the node is written as text beyond doubt: quoted, block, or a TOML or JSON string."""
    return isinstance(node, Scalar) and node.style in _TEXT_STYLES


def entries(root: Node | None) -> Iterator[Entry]:
    """Every entry of a tree, nested ones after the one that holds them. An alias is not followed."""
    if isinstance(root, Mapping):
        for entry in root.entries:
            yield entry
            yield from entries(entry.value)
    elif isinstance(root, Sequence):
        for item in root.items:
            yield from entries(item)


def entry_at(root: Node | None, span: Span) -> Entry | None:
    """The innermost entry whose key, value or whole is exactly `span`, or whose value holds it."""
    return _entry_below(root, span) or _innermost(entries(root), span)


def _entry_below(node: Node | None, span: Span) -> Entry | None:
    """The same, looked up from the root downwards: found at once where keys and values stand in the order of the text,
    as they do in YAML and JSON, not always in TOML, where a table may be taken up again."""
    found = None
    while isinstance(node, Mapping | Sequence):
        if isinstance(node, Sequence):
            at = bisect_right(node.items, span.start, key=lambda item: item.span.start)
            node = node.items[at - 1] if at else None
            continue
        at = bisect_right(node.entries, span.start, key=lambda entry: entry.key.span.start)
        innermost = _innermost(node.entries[at - 1 : at], span)
        found = innermost or found
        node = innermost.value if innermost is not None else None
    return found


def _innermost(candidates: Iterable[Entry], span: Span) -> Entry | None:
    found = None
    for entry in candidates:
        if span in (entry.key.span, entry.value.span, entry.span) or entry.value.span.covers(span):
            found = entry
    return found


_TEXT_STYLES = frozenset({Style.SINGLE, Style.DOUBLE, Style.LITERAL, Style.FOLDED, Style.STRING})


class SyntaxProblem(NamedTuple):
    """A place where a text does not follow its format. `kind` is a word that the layers above can act on (each parser
    lists its own), `span` the exact characters, `message` what is wrong in the format's terms."""

    kind: str
    span: Span
    message: str
    related: tuple[tuple[Span, str], ...] = ()
    """Further places that belong to it, each with what it is."""


def mappings(root: Mapping) -> Iterator[Mapping]:
    """The mapping and those nested in it, also within lists."""
    pending: list[Node] = [root]
    while pending:
        node = pending.pop()
        if isinstance(node, Mapping):
            yield node
            pending += [entry.value for entry in node.entries if not isinstance(entry.value, Scalar)]
        elif isinstance(node, Sequence):
            pending += [item for item in node.items if not isinstance(item, Scalar)]


def scalars(root: Node | None) -> Iterator[Scalar]:
    """All scalars of a tree, keys among them, in no order."""
    pending = [root] if root is not None else []
    while pending:
        node = pending.pop()
        if isinstance(node, Scalar):
            yield node
        elif isinstance(node, Mapping):
            pending += [part for entry in node.entries for part in (entry.key, entry.value)]
        elif isinstance(node, Sequence):
            pending += node.items
