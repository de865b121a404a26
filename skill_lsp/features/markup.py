"""Markdown for clients that draw it, plain text for the others."""

from __future__ import annotations

import re

from lsprotocol import types as lsp

_MARKS = re.compile(r"\*\*|`")


def drawn(markdown: str) -> lsp.MarkupContent:
    """Markdown for a client that draws it."""
    return lsp.MarkupContent(lsp.MarkupKind.Markdown, markdown)


def plain(markdown: str) -> str:
    """Markdown without its marks, for a client that shows them as they are."""
    return _MARKS.sub("", markdown)
