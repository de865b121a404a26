"""Completion in a body: placeholders, bundled files, anchors and names of skills."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lsprotocol import types as lsp

    from skill_lsp.features.document import Document
    from skill_lsp.features.snapshot import Snapshot


def items(snapshot: Snapshot, document: Document, offset: int) -> list[lsp.CompletionItem]:
    """What fits at an offset of a body."""
    return []
