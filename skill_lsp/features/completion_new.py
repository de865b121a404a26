"""Completion in an empty file: a whole new skill."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lsprotocol import types as lsp

if TYPE_CHECKING:
    from skill_lsp.features.document import Document
    from skill_lsp.features.snapshot import Snapshot

_MARKDOWN = """---
name: ${1:%s}
description: ${2:What it does. Use when …}
---

# ${3:%s}

$0
"""
_MANIFEST = """name = "${1:%s}"
version = "0.1.0"
description = "${2:What it does}"
skill_type = "${3|knowledge,tool|}"
prompt_additions = [
  \"\"\"
$0
\"\"\",
]
"""


def is_wanted(document: Document, offset: int) -> bool:
    """Whether nothing but a first word, or the first dashes, stands in the file."""
    content = document.text.content.strip()
    return offset <= len(document.text.content.rstrip()) and (content.isalpha() or set(content) == {"-"})


def items(snapshot: Snapshot, document: Document, offset: int) -> list[lsp.CompletionItem]:
    """The skeleton of a skill in the format of the file."""
    directory = document.directory.rpartition("/")[2]
    if document.is_skill_md:
        title = directory.replace("-", " ").replace("_", " ").capitalize()
        skeleton = _MARKDOWN % (_escaped(directory), _escaped(title))
    elif document.name.endswith(".skill.toml"):
        skeleton = _MANIFEST % _escaped(document.name.removesuffix(".skill.toml"))
    else:
        return []
    typed = document.text.content.strip()
    return [
        lsp.CompletionItem(
            label="skill",
            kind=lsp.CompletionItemKind.Snippet,
            detail="a whole new skill",
            filter_text=typed or "skill",
            insert_text_format=lsp.InsertTextFormat.Snippet if snapshot.client.snippets else None,
            text_edit=lsp.TextEdit(
                document.range(document.text.line_at(offset)),
                skeleton if snapshot.client.snippets else _plain(skeleton),
            ),
        )
    ]


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("$", "\\$").replace("}", "\\}")


def _plain(skeleton: str) -> str:
    """The skeleton for a client without snippets: the first of each choice, nothing for the end of the cursor."""
    chosen = re.sub(r"\$\{\d\|([^,|]*)[^|]*\|\}", r"\1", skeleton)
    return re.sub(r"\$\{\d:((?:[^}\\]|\\.)*)\}", r"\1", chosen).replace("$0", "")
