"""Hover in a body: placeholders, directives, links and references to other skills."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from skill_lsp.features.document import Document
    from skill_lsp.features.snapshot import Snapshot
    from skill_lsp.text import Span


def directive(snapshot: Snapshot, document: Document, offset: int) -> tuple[Span, str] | None:
    """A directive: which hosts run it, and when."""
    return None


def placeholder(snapshot: Snapshot, document: Document, offset: int) -> tuple[Span, str] | None:
    """A placeholder: what each host puts in."""
    return None


def link(snapshot: Snapshot, document: Document, offset: int) -> tuple[Span, str] | None:
    """A link: the first lines of its target."""
    return None


def reference(snapshot: Snapshot, document: Document, offset: int) -> tuple[Span, str] | None:
    """A reference to another skill: its description."""
    return None
