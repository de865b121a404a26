"""Half-typed documents: for every prefix of some documents, every feature answers at several places."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lsprotocol import types as lsp

from skill_lsp.features import (
    code_actions,
    code_lens,
    completion,
    definition,
    diagnostics,
    folding,
    formatting,
    hover,
    inlay_hints,
    links,
    preview,
    references,
    rename,
    selection,
    semantic_tokens,
    symbols,
)  # fmt: skip
from skill_lsp.text import Span

from .situation import COMPLETE, Situation, situation

if TYPE_CHECKING:
    from collections.abc import Callable

FILES = {
    ".xum/skills/moon-phase/SKILL.md": "---\nname: moon-phase\ndescription: Moon.\n---\nUse /tide-table.\n",
    ".xum/skills/tide-table/references/sea.md": "# The sea\n\n## Low water\n",
}
DOCUMENTS = {
    ".xum/skills/tide-table/SKILL.md": """\
---
name: tide-table
description: >-
  Reads tides: when
  asked.
paths: ["src/**/*.py", 'docs/**']
metadata: {owner: me}
hooks:
  - a: b
---
# Tides 🌊

Of $1 and ${CLAUDE_SKILL_DIR}/references/sea.md see [low](references/sea.md#low-water).

```sh
echo $ARGUMENTS
```

- /moon-phase

!`date $2`

<!-- end -->
""",
    ".oxo-flow/skills/qc.skill.toml": """\
name = "read-qc"
version = '1.0'
description = "Checks \\"reads\\""
skill_type = "tool"
domains = ["qc", "reads"]
requires = [
  "mcp://127.0.0.1:5050/mcp",
]
prompt_additions = [\"\"\"
Use it.
\"\"\"]
[x.y]
z = 1
""",
    ".oxo-flow/ai.toml": '[ai]\nenabled = true\nskills = ["read-qc", "other"]\n',
    "kit/.claude-plugin/plugin.json": '{"name": "kit", "skills": ["./skills/knot"], "x": {"y": [1, null]}}\n',
}

FEATURES: dict[str, Callable[[Situation], object]] = {
    "diagnostics": lambda here: diagnostics.diagnostics(here.snapshot, here.document),
    "completion": lambda here: completion.completion(here.snapshot, here.document, here.position),
    "hover": lambda here: hover.hover(here.snapshot, here.document, here.position),
    "actions": lambda here: code_actions.code_actions(
        here.snapshot, here.document, lsp.Range(here.position, here.position)
    ),
    "fix all": lambda here: code_actions.code_actions(here.snapshot, here.document, here.everything, ["source"]),
    "definition": lambda here: definition.definition(here.snapshot, here.document, here.position),
    "references": lambda here: references.references(
        here.snapshot, here.document, here.position, lsp.ReferenceContext(include_declaration=True)
    ),
    "highlights": lambda here: references.highlights(here.snapshot, here.document, here.position),
    "prepare rename": lambda here: rename.prepare(here.snapshot, here.document, here.position),
    "symbols": lambda here: symbols.document_symbols(here.snapshot, here.document),
    "folding": lambda here: folding.folding_ranges(here.document),
    "selection": lambda here: selection.selection_ranges(here.document, [here.position]),
    "links": lambda here: links.document_links(here.snapshot, here.document),
    "tokens": lambda here: semantic_tokens.semantic_tokens(here.snapshot, here.document),
    "hints": lambda here: inlay_hints.inlay_hints(here.snapshot, here.document, here.everything),
    "lenses": lambda here: code_lens.code_lenses(here.snapshot, here.document),
    "formatting": lambda here: formatting.formatting(here.snapshot, here.document),
    "preview": lambda here: [
        preview.preview(here.snapshot, here.document, host.id, "a b", "user")
        for host in here.snapshot.targets(here.document)
    ],
}


def ask_everything(here: Situation) -> None:
    """Asks each feature at the start, the middle, the end and around it; the answers lie inside the document."""
    length = len(here.document.text)
    for place in sorted({0, length // 3, length // 2, max(length - 1, 0), length}):
        here.cursor = place
        for feature in FEATURES.values():
            feature(here)
    for symbol in symbols.document_symbols(here.snapshot, here.document):
        assert isinstance(symbol, lsp.DocumentSymbol)
        assert here.document.span(symbol.range).covers(here.document.span(symbol.selection_range))
    tokens = semantic_tokens.tokens(here.snapshot, here.document)
    assert all(one.span.end <= other.span.start for one, other in pairwise(tokens))


@pytest.mark.parametrize("path", DOCUMENTS)
def test_every_prefix_is_answered(path: str) -> None:
    whole = DOCUMENTS[path]
    for length in range(0, len(whole), 3):
        ask_everything(situation(path, whole[:length], FILES))


@pytest.mark.parametrize("path", DOCUMENTS)
@pytest.mark.parametrize("newline", ["\r\n", "\r"])
def test_other_line_endings_are_answered(path: str, newline: str) -> None:
    ask_everything(situation(path, DOCUMENTS[path].replace("\n", newline), FILES))


PIECES = [*":=[]{}'\"#\n\r\t\0 ", "---", ": ", "- ", "$1", "!`", "```", "é🌊"]


@given(st.sampled_from(sorted(DOCUMENTS)), st.lists(st.sampled_from(PIECES), max_size=25))
@settings(max_examples=60, deadline=None)
def test_anything_is_answered(path: str, pieces: list[str]) -> None:
    ask_everything(situation(path, "".join(pieces), FILES))


def test_a_document_of_no_known_kind_is_left_alone() -> None:
    here = situation("notes.txt", "---\nname: x\n---\n", client=COMPLETE)
    ask_everything(here)
    assert diagnostics.diagnostics(here.snapshot, here.document) == []
    assert here.document.span(here.everything) == Span(0, len(here.document.text))
