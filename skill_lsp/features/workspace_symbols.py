"""Workspace symbols: all skills, found by the letters of their names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types as lsp

from skill_lsp.features.subjects import SKILL, Subject, places

if TYPE_CHECKING:
    from skill_lsp.features.snapshot import Snapshot

MOST = 500


def workspace_symbols(snapshot: Snapshot, query: str) -> list[lsp.WorkspaceSymbol]:
    """The skills whose name has the query's letters in this order."""
    found: list[lsp.WorkspaceSymbol] = []
    for entry in snapshot.workspace.skills():
        names = sorted(name for name in entry.names if _matches(query.lower(), name.lower()))
        declared = entry.declared.name if entry.declared else None
        if not names or len(found) >= MOST:
            continue
        name = declared if declared in names else names[0]
        document = snapshot.at(entry.path)
        if document is not None:
            spans = [place.span for place in places(snapshot, document, Subject(SKILL, name)) if place.declares]
            location = lsp.Location(document.uri, document.range(spans[0] if spans else document.text.line(0)))
            container = document.directory.rpartition("/")[0]
            found.append(lsp.WorkspaceSymbol(location, name, lsp.SymbolKind.Package, container_name=container))
    return found


def _matches(query: str, name: str) -> bool:
    letters = iter(name)
    return all(letter in letters for letter in query)
