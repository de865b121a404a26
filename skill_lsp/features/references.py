"""References to a skill."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lsprotocol import types as lsp

    from skill_lsp.features.document import Document
    from skill_lsp.features.snapshot import Snapshot


def to_skill(snapshot: Snapshot, document: Document) -> list[lsp.Location]:
    """Where other files refer to a skill."""
    return []
