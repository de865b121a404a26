"""Code lenses above a skill: who loads it, a preview, how many directives run, who refers to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types as lsp

from skill_lsp.features import hosts_table, references, tool_report

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skill_lsp.features.document import Document
    from skill_lsp.features.snapshot import Snapshot

HOSTS = "skillLsp.hosts"
PREVIEW = "skillLsp.preview"
REFERENCES = "skillLsp.references"


def code_lenses(snapshot: Snapshot, document: Document) -> list[lsp.CodeLens]:
    """The lenses of a document; none where the user's settings turn them off."""
    if not snapshot.preferences.code_lens or not snapshot.readings(document):
        return []
    start = document.frontmatter.opener if document.frontmatter else document.text.line(0)
    place = document.range(start)
    lenses = [lsp.CodeLens(place, command) for command in _commands(snapshot, document)]
    return [*lenses, *tool_report.lenses(document)]


def _commands(snapshot: Snapshot, document: Document) -> Iterator[lsp.Command]:
    yield lsp.Command(hosts_table.title(snapshot, document), HOSTS, arguments=[document.uri])
    yield lsp.Command("Preview", PREVIEW, arguments=[document.uri])
    for host in snapshot.targets(document):
        limit = host.body_language.directive_limit
        running = sum(1 for directive in document.directives if host in snapshot.runners(document, directive))
        if running:
            of = f" of {limit}" if limit else ""
            many = "" if running == 1 and not limit else "s"
            yield lsp.Command(
                f"{host.title}: {running}{of} directive{many}", PREVIEW, arguments=[document.uri, host.id]
            )
    found = references.to_skill(snapshot, document)
    if found:
        title = f"{len(found)} reference{'' if len(found) == 1 else 's'}"
        yield lsp.Command(title, REFERENCES, arguments=[document.uri])
