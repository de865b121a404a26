"""Markdown for clients that draw it, plain text for the others."""

from __future__ import annotations

import re

from lsprotocol import types as lsp

_MARKS = re.compile(r"\*\*|`")


def content(markdown: str, *, markdown_is_drawn: bool) -> lsp.MarkupContent:
    """Markdown, without its marks where the client shows them as they are."""
    if markdown_is_drawn:
        return lsp.MarkupContent(lsp.MarkupKind.Markdown, markdown)
    return lsp.MarkupContent(lsp.MarkupKind.PlainText, _MARKS.sub("", markdown))
