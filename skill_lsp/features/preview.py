"""What the agent receives from a skill: the answer to `skillLsp/preview`, with a map from its lines to the source."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from skill_lsp import hosts
from skill_lsp.hosts.body import Expansion, Invocation

if TYPE_CHECKING:
    from skill_lsp.features.document import Document
    from skill_lsp.features.snapshot import Snapshot


def preview(
    snapshot: Snapshot, document: Document, host_id: str, arguments: str | None, by: str
) -> dict[str, Any] | None:
    """Version 1 of the `render` report, with `lines`: for each line of the body the line of the source that it comes
    from, counted from 0, null for the host's own words. None for a host that is not known or a document that is no
    skill."""
    context = snapshot.context(document)
    if context is None or host_id not in hosts.ids():
        return None
    host = hosts.get(host_id)
    reading = host.read(context.document, context.place) if host.reads(context.document) else None
    invocation = Invocation(
        arguments, by, document.directory, _plugin_root(snapshot, document), snapshot.project(document) or ""
    )
    expansion = host.expand(context.document, context.place, invocation) if reading else Expansion(())
    return {
        "version": 1,
        "host": host_id,
        "index_entry": reading.index_entry if reading else None,
        "body": expansion.text,
        "truncated": expansion.truncated,
        "directives": [
            {"command": one.command, "runs": one.runs, "line": one.line} for one in expansion.directives
        ],
        "lines": source_lines(document, expansion),
    }  # fmt: skip


def source_lines(document: Document, expansion: Expansion) -> list[int | None]:
    """For each line of an expansion the line of the source that its first character from there stands on."""
    lines: list[int | None] = [None]
    for piece in expansion.pieces:
        at = piece.source.start if piece.source else None
        copied = piece.source is not None and piece.source.end - piece.source.start == len(piece.text)
        for index, part in enumerate(piece.text.split("\n")):
            if index:
                lines.append(None)
            if at is not None and lines[-1] is None and (part or copied):
                lines[-1] = document.text.position(at).line
            if copied and at is not None:
                at += len(part) + 1
    return lines


def _plugin_root(snapshot: Snapshot, document: Document) -> str:
    context = snapshot.context(document)
    plugin = context.place.plugin if context else None
    return plugin.root if plugin else ""
