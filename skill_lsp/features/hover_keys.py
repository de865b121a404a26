"""Hover in a frontmatter or manifest: keys, names, descriptions, globs and the servers that `requires` names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skill_lsp import hosts
from skill_lsp.features import globs, hover_body, keys, listing, subjects
from skill_lsp.hosts import mcp_address
from skill_lsp.hosts.keys import Text
from skill_lsp.syntax.activation import Activation
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

_FILES = 10


def at(snapshot: Snapshot, document: Document, place: KeyAt, offset: int) -> tuple[Span, str] | None:
    """What to show for a place among the keys."""
    if place.on_key:
        is_outside = isinstance(document.tree, Activation) and place.names[0] != keys.ACTIVATION_TABLE
        if is_outside or (len(place.names) == 1 and not snapshot.readings(document)):
            return None
        return place.entry.key.span, "\n".join(key_lines(snapshot, document, place.names, place.entry.value))
    scalar = place.scalar
    if scalar is None:
        return hover_body.reference(snapshot, document, offset)
    if place.names == ("name",) and snapshot.readings(document):
        return scalar.span, "\n".join(_name_lines(snapshot, document))
    if place.names == ("description",) and snapshot.readings(document):
        return scalar.span, "\n".join(_description_lines(snapshot, document, scalar))
    if globs.holds_globs(document, place.names):
        return _pattern(snapshot, document, offset)
    if _holds(document, place.names, "addresses"):
        return _address(scalar)
    if any(offset in one.span for one in subjects.references(snapshot, document)):
        return hover_body.reference(snapshot, document, offset)
    told = hover_body.link(snapshot, document, offset)
    is_declared = any(key for _, key in keys.by_host(hosts.everyone(), document, place.names))
    if told is None and is_declared:
        return scalar.span, "\n".join(key_lines(snapshot, document, place.names, place.entry.value))
    return told


# ---------------------------------------------------------------------------- keys


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
    """The limits of a key, with the present length, or its values."""
    kind = key.kind
    if not isinstance(kind, Text) or kind.maximum is None:
        choices = ", ".join(f"`{choice}`" for choice in kind.choices[:12])
        return f"One of {choices}." if choices and kind.choices != ("true", "false") else ""
    if isinstance(value, Scalar):
        return f"{kind.unit.count(value.text)} of at most {kind.maximum} {kind.unit.name}."
    return f"At most {kind.maximum} {kind.unit.name}."


def _holds(document: Document, names: tuple[str, ...], what: str) -> bool:
    return any(key.kind.holds == what for _, key in keys.by_host(hosts.everyone(), document, names) if key)


# -------------------------------------------------------------------------- values


def _name_lines(snapshot: Snapshot, document: Document) -> Iterator[str]:
    """Who loads the skill, and under which name."""
    yield "**Who loads this skill, and as what**"
    yield ""
    targets = {host.id for host in snapshot.targets(document)}
    everyone = sorted(hosts.everyone(), key=lambda host: host.id not in targets)
    for host in everyone:
        reading = snapshot.readings(document).get(host.id)
        if reading is None:
            continue
        where = "" if snapshot.discovers(host, document) else " (not from where it lies)"
        if reading.loaded:
            yield f"- ✔ **{host.title}**: `{reading.name or ''}`{where}"
        else:
            gravest = max(reading.problems, key=lambda problem: problem.effect.severity, default=None)
            yield f"- ✖ **{host.title}**: {gravest.cause if gravest else 'not loaded'}"


def _description_lines(snapshot: Snapshot, document: Document, value: Node) -> Iterator[str]:
    """The entry that each target host shows its model, and where it is cut."""
    cuts = {cut.host.id: cut for cut in listing.cuts(snapshot, document)}
    yield "**What the model is shown before it loads the skill**"
    yield ""
    for host in snapshot.targets(document):
        reading = snapshot.readings(document).get(host.id)
        if reading is None:
            continue
        entry = " ".join((reading.index_entry or "").split())
        if not entry:
            yield f"- **{host.title}**: nothing"
            continue
        cut = f" (cut after {cuts[host.id].shown} characters)" if host.id in cuts else ""
        key = keys.of(host, document, ("description",))
        length = limits(key, value) if key is not None else ""
        yield f"- **{host.title}**{cut}: {entry}{f' ({length[:-1]})' if length else ''}"


def _pattern(snapshot: Snapshot, document: Document, offset: int) -> tuple[Span, str] | None:
    """A glob: how many files of the project match, and the first of them."""
    pattern = next((one for one in globs.patterns(document) if offset in one.span), None)
    if pattern is None:
        return None
    found = globs.matches(snapshot, document, pattern.text)
    number = f"{'' if found.complete else 'at least '}{len(found.files)}"
    lines = [f"`{pattern.text}` matches {number} file{'' if number == '1' else 's'}", ""]
    lines += [f"- `{path}`" for path in found.files[:_FILES]]
    if len(found.files) > _FILES:
        lines.append(f"- and {len(found.files) - _FILES} more")
    return pattern.span, "\n".join(lines)


def _address(scalar: Scalar) -> tuple[Span, str] | None:
    """A server: where it is spoken to, and what its tools are called."""
    address = mcp_address.parse(scalar.text)
    if address is None:
        return None
    lines = [f"**{address.shown}**", "", f"- requests go to `http://{address.shown.removeprefix(mcp_address.SCHEME)}`"]
    if address.user is None and address.query is None:
        lines.append(f"- its tools are called `{address.prefix}<tool>`")
    else:
        lines.append("- the names of its tools contain the user, password or query of this address")
    reason = mcp_address.unreachable(address) or mcp_address.local(address.host)
    if reason:
        lines.append(f"- {reason}")
    return scalar.span, "\n".join(lines)
