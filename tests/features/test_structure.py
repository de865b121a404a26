"""Outline, folding, selection, links, semantic tokens."""

from __future__ import annotations

from dataclasses import replace

import pytest
from lsprotocol import types as lsp

from skill_lsp.features import folding, links, selection, semantic_tokens, symbols, workspace_symbols
from skill_lsp.features.uris import path_of

from .situation import COMPLETE, Situation, situation

XUM = ".xum/skills/tide-table/SKILL.md"
MANIFEST = ".oxo-flow/skills/qc.skill.toml"

DOCUMENT = """\
---
name: tide-table
description: >-
  Reads
  tides.
metadata:
  owner: me
---
# Tides

Text.

## Low

!`date`

```sh
ls
```

## High

<!-- a
comment -->
"""


def tree(found: list[lsp.DocumentSymbol]) -> list[object]:
    return [(one.name, tree(list(one.children))) if one.children else one.name for one in found]


def test_the_outline_is_a_tree_of_keys_and_sections() -> None:
    here = situation(XUM, DOCUMENT)
    found = symbols.document_symbols(here.snapshot, here.document)
    assert tree(found) == [  # type: ignore[arg-type]
        ("frontmatter", ["name", "description", ("metadata", ["owner"])]),
        ("Tides", [("Low", ["!`date`"]), "High"]),
    ]
    for one in found:
        assert isinstance(one, lsp.DocumentSymbol)
        span, own = here.document.span(one.range), here.document.span(one.selection_range)
        assert span.covers(own)


def test_the_outline_is_flat_for_a_client_without_trees() -> None:
    here = situation(XUM, DOCUMENT, client=replace(COMPLETE, symbol_tree=False))
    found = symbols.document_symbols(here.snapshot, here.document)
    assert [(one.name, one.container_name) for one in found if isinstance(one, lsp.SymbolInformation)][-2:] == [
        ("!`date`", "Low"),
        ("High", "Tides"),
    ]


def test_workspace_symbols_are_the_skills() -> None:
    files = {MANIFEST: 'name = "read-qc"\n'}
    here = situation(XUM, DOCUMENT, files)
    names = [one.name for one in workspace_symbols.workspace_symbols(here.snapshot, "")]
    assert sorted(names) == ["read-qc", "tide-table"]
    assert [one.name for one in workspace_symbols.workspace_symbols(here.snapshot, "rdqc")] == ["read-qc"]


def test_folding() -> None:
    here = situation(XUM, DOCUMENT)
    found = [(one.start_line, one.end_line) for one in folding.folding_ranges(here.document)]
    assert found == [(0, 7), (2, 4), (5, 6), (8, 23), (12, 18), (16, 18), (20, 23), (22, 23)]


def chain(here: Situation) -> list[str]:
    found = []
    one: lsp.SelectionRange | None = selection.selection_ranges(here.document, [here.position])[0]
    while one is not None:
        found.append(here.document.text[here.document.span(one.range)])
        one = one.parent
    return found


@pytest.mark.parametrize(
    ("marked", "first"),
    [
        ("---\nname: 'tide-ta▮ble'\n---\n", ["tide-table", "'tide-table'", "name: 'tide-table'"]),
        ("---\nname: a\n---\nOne [li▮nk](x.md) here.\n", ["link", "[link](x.md)", "One [link](x.md) here."]),
        ("---\nname: a\n---\nRun !`da▮te` now.\n", ["date", "`date`", "!`date`", "Run !`date` now."]),
    ],
)
def test_a_selection_grows(marked: str, first: list[str]) -> None:
    found = chain(situation(XUM, marked))
    assert found[: len(first)] == first
    assert len(found[-1]) == len(marked) - 1


def test_links_lead_to_files_headings_and_pages() -> None:
    marked = (
        "---\nname: tide-table\nhomepage: https://tides.example/a.\n---\n# Up\n\n"
        "[a](ref/sea.md) [b](ref/sea.md#low) [c](#up)\n"
        "[d](gone.md) <https://x.example> ${CLAUDE_SKILL_DIR}/ref/sea.md\n"
    )
    here = situation(XUM, marked, {".xum/skills/tide-table/ref/sea.md": "# Sea\n\n## Low\n"})
    found = links.document_links(here.snapshot, here.document)
    skill = f"{here.root}/.xum/skills/tide-table"
    assert [(here.document.text[here.document.span(one.range)], path_of(one.target or "")) for one in found] == [
        ("ref/sea.md", f"{skill}/ref/sea.md"),
        ("ref/sea.md#low", f"{skill}/ref/sea.md"),
        ("#up", f"{skill}/SKILL.md"),
        ("https://x.example", ""),
        ("ref/sea.md", f"{skill}/ref/sea.md"),
        ("https://tides.example/a", "/a"),
    ]
    assert [(one.target or "").partition("#")[2] for one in found[:3]] == ["", "L3", "L5"]


def test_tokens_fade_keys_without_effect() -> None:
    marked = "---\nname: tide-table\nhooks: {}\n---\nFor $1 and $HOME.\n\n!`ls $2`\n"
    here = situation(XUM, marked)
    found = [(here.document.text[one.span], one.kind) for one in semantic_tokens.tokens(here.snapshot, here.document)]
    assert found == [
        ("name", "property"),
        ("hooks", "comment"),
        ("$1", "parameter"),
        ("!`ls ", "macro"),
        ("$2", "parameter"),
        ("`", "macro"),
    ]


def test_tokens_are_sent_in_relative_numbers() -> None:
    here = situation(XUM, "---\nname: a\nhooks: {}\n---\n🌊 $1\n", client=replace(COMPLETE, encoding="utf-16"))
    types = semantic_tokens.LEGEND.token_types
    assert list(semantic_tokens.semantic_tokens(here.snapshot, here.document).data) == [
        1, 0, 4, types.index("property"), 0,
        1, 0, 5, types.index("comment"), 0,
        2, 3, 2, types.index("parameter"), 0,
    ]  # fmt: skip
