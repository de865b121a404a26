"""Hover in a frontmatter or manifest: keys, names, descriptions, globs and the servers that `requires` names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skill_lsp import hosts
from skill_lsp.features import keys
from skill_lsp.hosts.keys import Text
from skill_lsp.syntax.nodes import Scalar

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skill_lsp.features.cursor import KeyAt
    from skill_lsp.features.document import Document
    from skill_lsp.features.snapshot import Snapshot
    from skill_lsp.hosts.host import Host
    from skill_lsp.hosts.keys import Key
    from skill_lsp.syntax.nodes import Node
    from skill_lsp.text import Span


def at(snapshot: Snapshot, document: Document, place: KeyAt, offset: int) -> tuple[Span, str] | None:
    """What to show for a place among the keys."""
    if place.on_key:
        return place.entry.key.span, "\n".join(key_lines(snapshot, document, place.names, place.entry.value))
    return None


def key_lines(snapshot: Snapshot, document: Document, names: tuple[str, ...], value: Node | None) -> Iterator[str]:
    """A key: its type, then what each target host does with it, then who else reads it; `value` is the present one."""
    targets = snapshot.targets(document)
    told = keys.by_host(targets, document, names)
    others = keys.by_host([one for one in hosts.everyone() if one not in targets], document, names)
    known = [key for _, key in (*told, *others) if key is not None]
    name = ".".join(names)
    if not known:
        yield f"**{name}**: no known host reads this key."
        return
    yield f"**{name}** — {known[0].kind.label}"
    yield ""
    for host, key in told:
        yield f"- **{host.title}**: {effect(host, key, value)}"
    reading = [host.title for host, key in others if key is not None and not key.inert]
    if reading:
        yield f"- also read by {', '.join(reading)}"
    sources = list(dict.fromkeys(key.source for _, key in told if key is not None and key.source))
    if sources:
        yield ""
        yield f"Source: {'; '.join(sources)}"


def effect(host: Host, key: Key | None, value: Node | None) -> str:
    """What one host does with a key, in a sentence or two."""
    if key is None:
        return host.unknown_key.one + "." if host.unknown_key else "leaves this key aside."
    parts = [key.doc or "reads it."]
    if key.inert:
        parts.append("Without effect there.")
    if key.required:
        parts.append("Required.")
    if key.default:
        parts.append(f"Default: `{key.default}`.")
    parts.append(limits(key, value))
    if key.since:
        parts.append(f"Since {key.since}.")
    return " ".join(part for part in parts if part)


def limits(key: Key, value: Node | None) -> str:
    """Type and limits of a key, with the present length."""
    kind = key.kind
    if not isinstance(kind, Text) or kind.maximum is None:
        choices = ", ".join(f"`{choice}`" for choice in kind.choices[:12])
        return f"One of {choices}." if choices and kind.label != "true or false" else ""
    if isinstance(value, Scalar):
        return f"{kind.unit.count(value.text)} of at most {kind.maximum} {kind.unit.name}."
    return f"At most {kind.maximum} {kind.unit.name}."
