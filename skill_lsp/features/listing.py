"""Where each host cuts a description in the list that its model sees."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skill_lsp.record import NamedTuple
from skill_lsp.syntax.nodes import Scalar

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skill_lsp.features.document import Document
    from skill_lsp.features.snapshot import Snapshot
    from skill_lsp.hosts.host import Host

CHARACTERS_PER_TOKEN = 4
"""A rule of thumb for English text: every tokenizer counts differently."""


class ListingCut(NamedTuple):
    """A host shows only the first `shown` characters of a description; `offset` is where the source is cut."""

    host: Host
    shown: int
    offset: int


def cuts(snapshot: Snapshot, document: Document) -> Iterator[ListingCut]:
    """The cuts of the target hosts."""
    node = document.root.get("description") if document.root else None
    if not isinstance(node, Scalar):
        return
    readings = snapshot.readings(document)
    for host in snapshot.targets(document):
        reading = readings.get(host.id)
        if reading is None or not reading.index_entry or not reading.description:
            continue
        shown = _shown(reading.description, reading.index_entry)
        if shown < len(reading.description.strip()):
            yield ListingCut(host, shown, _source_offset(document, node, reading.description, shown))


def tokens(text: str) -> int:
    """About how many tokens a text is."""
    return -(-len(text) // CHARACTERS_PER_TOKEN)


def _shown(description: str, entry: str) -> int:
    """How many characters of a description an index entry holds, white space folded or not."""
    for text in (description.strip(), " ".join(description.split())):
        if text in entry:
            return len(description)
    low, high = 0, len(description)
    while low < high:
        middle = (low + high + 1) // 2
        start = description[:middle]
        if start.strip() in entry or " ".join(start.split()) in entry:
            low = middle
        else:
            high = middle - 1
    return low


def _source_offset(document: Document, node: Scalar, description: str, shown: int) -> int:
    """Where the character after the first `shown` ones stands: white space and quotes of the source are passed over."""
    content, at = document.text.content, node.span.start
    for character in description[:shown]:
        if character.isspace():
            continue
        found = content.find(character, at, node.span.end)
        if found < 0:
            break
        at = found + 1
    return at
