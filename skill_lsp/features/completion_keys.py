"""Completion in a frontmatter or manifest: keys that are not there yet and values where there is a set of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types as lsp

from skill_lsp import hosts
from skill_lsp.features import hover_keys, keys, markup, typed
from skill_lsp.features.completion_values import values
from skill_lsp.features.cursor import key_at
from skill_lsp.hosts.keys import TextList, TextMap
from skill_lsp.record import NamedTuple
from skill_lsp.syntax.nodes import Mapping, is_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skill_lsp.features.document import Document
    from skill_lsp.features.snapshot import Snapshot
    from skill_lsp.hosts.host import Host
    from skill_lsp.hosts.keys import Key


class _Offer(NamedTuple):
    """A key that some host reads: its declaration for the first of them, all that do, and how well it fits."""

    key: Key
    readers: tuple[Host, ...]
    rank: int


def items(snapshot: Snapshot, document: Document, offset: int) -> list[lsp.CompletionItem]:
    """The keys or values that fit at an offset."""
    if _in_long_text(document, offset):
        return []
    place = typed.at(document, offset)
    if place.key is not None:
        return list(values(snapshot, document, place))
    return list(_keys(snapshot, document, place)) if place.at_line_start else []


def _in_long_text(document: Document, offset: int) -> bool:
    """Whether an offset lies inside a quoted or block text over several lines, where lines are no keys."""
    place = key_at(document.root, offset)
    scalar = place.scalar if place is not None and not place.on_key else None
    if scalar is None or not is_text(scalar) or not scalar.span.start < offset < scalar.span.end:
        return False
    line = document.text.line_at(offset)
    return scalar.span.start < line.start


def _keys(snapshot: Snapshot, document: Document, place: typed.Typed) -> Iterator[lsp.CompletionItem]:
    present = _present(document, place)
    follows = document.text.content[place.span.end : place.span.end + 40].lstrip(" \t-_abcdefghijklmnopqrstuvwxyz")
    separated = follows.startswith((":", "="))
    span = place.span
    while span.end < len(document.text) and _is_word(document.text.content[span.end]):
        span = span._replace(end=span.end + 1)
    where = document.range(span)
    for index, offer in enumerate(_offers(snapshot, document, place.parents)):
        name = offer.key.name
        if name in present and name != document.text[span]:
            continue
        text, is_snippet = _insertion(snapshot, document, offer.key, bare=separated)
        item = lsp.CompletionItem(
            label=name,
            kind=lsp.CompletionItemKind.Property,
            detail=_detail(offer),
            sort_text=f"{offer.rank}{index:03}",
            insert_text_format=lsp.InsertTextFormat.Snippet if is_snippet else None,
            text_edit=lsp.TextEdit(where, text),
            data={"uri": document.uri, "names": [*place.parents, name]},
        )
        if not snapshot.client.completion_resolve:
            item.documentation = documentation(snapshot, document, (*place.parents, name))
        yield item


def documentation(snapshot: Snapshot, document: Document, names: tuple[str, ...]) -> lsp.MarkupContent | str:
    """What each target host does with a key."""
    lines = hover_keys.key_lines(snapshot, document, names, None)
    text = "\n".join(lines)
    return markup.drawn(text) if snapshot.client.markdown_completion else markup.plain(text)


def _offers(snapshot: Snapshot, document: Document, parents: tuple[str, ...]) -> list[_Offer]:
    """The keys that hosts read here: first what the targets require, then what they all read, then the rest."""
    targets = keys.readers(snapshot.targets(document), document)
    found: dict[str, list[tuple[Host, Key]]] = {}
    others = [host for host in keys.readers(hosts.everyone(), document) if host not in targets]
    for host in (*targets, *others):
        for key in keys.declared(host, document, parents):
            found.setdefault(key.name, []).append((host, key))
    offers = []
    for declarations in found.values():
        readers = tuple(host for host, _ in declarations)
        fitting = sum(1 for host in readers if host in targets)
        key = declarations[0][1]
        required = any(one.required for host, one in declarations if host in targets)
        rank = 0 if required else 1 if fitting and fitting == len(targets) else 2 if fitting else 3
        offers.append(_Offer(key, readers, rank + (2 if key.inert and rank < 3 else 0)))
    return sorted(offers, key=lambda offer: offer.rank)


def _insertion(snapshot: Snapshot, document: Document, key: Key, *, bare: bool) -> tuple[str, bool]:
    """What a key inserts, and whether it is a snippet."""
    if bare:
        return key.name, False
    separator = ": " if document.is_skill_md else " = "
    if not snapshot.client.snippets:
        return key.name + separator, False
    skeleton = _skeleton(document, key)
    return key.name + (separator.rstrip() if skeleton.startswith("\n") else separator) + skeleton, True


def _skeleton(document: Document, key: Key) -> str:
    if key.name == "name" and document.is_skill_md:
        directory = document.directory.rpartition("/")[2].replace("\\", "\\\\").replace("$", "\\$").replace("}", "\\}")
        return f"${{1:{directory}}}" if directory else "$1"
    skeleton = key.kind.skeleton
    if document.is_skill_md:
        return skeleton
    if isinstance(key.kind, TextList):
        return '["$1"]'
    if isinstance(key.kind, TextMap):
        return "{ $1 }"
    if key.kind.label.startswith("true") or "number" in key.kind.label:
        return skeleton
    return f'"{skeleton}"'


def _present(document: Document, place: typed.Typed) -> set[str]:
    """The keys that stand beside the place already."""
    node = document.root
    for name in place.parents:
        value = node.get(name) if node else None
        node = value if isinstance(value, Mapping) else None
    return {entry.key.text for entry in node.entries if place.span.start not in entry.key.span} if node else set()


def _detail(offer: _Offer) -> str:
    names = [host.title for host in offer.readers]
    return f"{offer.key.kind.label} · {', '.join(names[:4])}{' …' if len(names) > 4 else ''}"


def _is_word(character: str) -> bool:
    return character.isalnum() or character in "_-"
