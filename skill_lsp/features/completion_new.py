"""Completion in an empty file: a whole new skill."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lsprotocol import types as lsp

    from skill_lsp.features.document import Document
    from skill_lsp.features.snapshot import Snapshot


def is_wanted(document: Document, offset: int) -> bool:
    """Whether nothing but a first word was typed."""
    return False


def items(snapshot: Snapshot, document: Document, offset: int) -> list[lsp.CompletionItem]:
    """Skeletons of whole skills."""
    return []
