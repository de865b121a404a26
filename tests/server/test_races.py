"""A server under which each of a thousand files is edited, renamed or deleted, in random order and with requests in
between, says at the end what one does that starts then, over the same files."""

from __future__ import annotations

import asyncio
import copy
import random
from typing import TYPE_CHECKING, Any

import pytest
from lsprotocol import types as lsp

from .conftest import FULL, write
from .life import Life
from .thousand import COUNT, NAMES, tree

if TYPE_CHECKING:
    from pathlib import Path

    from .conftest import Editor, Start

PULLING = copy.deepcopy(FULL)
PULLING["textDocument"]["diagnostic"] = {}
ACROSS = {
    "activation-unknown",
    "description-similar",
    "file-unmentioned",
    "link-missing",
    "plugin-same-skill",
    "reference-missing",
    "skill-reference",
    "skill-shadowed",
}
"""Rules that look at other files than the one they report."""


async def known(editor: Editor) -> dict[str, Any]:
    """All that a server knows of the workspace and has told its client, whichever way that takes."""
    client = editor.client
    symbols = await client.workspace_symbol_async(lsp.WorkspaceSymbolParams("")) or []
    report = await client.workspace_diagnostic_async(lsp.WorkspaceDiagnosticParams([]))
    return {
        "skills": sorted((one.location.uri, one.name, str(getattr(one.location, "range", ""))) for one in symbols),
        "closed": {
            one.uri: shown(one.items)
            for one in report.items
            if isinstance(one, lsp.WorkspaceFullDocumentDiagnosticReport) and one.items
        },
        "published": {
            one.uri: shown(one.diagnostics)
            for one in {one.uri: one for one in editor.published}.values()
            if one.diagnostics
        },
    }


def shown(found: Any) -> list[str]:
    return sorted(f"{one.range} {one.code} {one.severity} {one.message}" for one in found)


async def of_each(editor: Editor, uris: list[str]) -> dict[str, Any]:
    """What is answered about single skills from all there are: who discovers them, who names them."""
    answers: dict[str, Any] = {}
    for uri in uris:
        document = lsp.TextDocumentIdentifier(uri)
        ask = lsp.ReferenceParams(lsp.ReferenceContext(include_declaration=True), document, lsp.Position(1, 8))
        places = await editor.client.text_document_references_async(ask) or []
        hosts = await editor.client.protocol.send_request_async("skillLsp/hosts", {"uri": uri})
        pulled = await editor.client.text_document_diagnostic_async(lsp.DocumentDiagnosticParams(document))
        answers[uri] = sorted(map(str, places)), hosts, shown(getattr(pulled, "items", ()))
    return answers


async def agreed(editor: Editor, fresh: Editor) -> dict[str, Any]:
    """What both say, once they say the same; the differences where that does not come to be."""
    for _ in range(60):
        one, other = await known(editor), await known(fresh)
        if one == other:
            return one
        await asyncio.sleep(0.5)
    assert differences(one, other) == {}
    raise AssertionError("no difference at last")


def differences(one: Any, other: Any) -> dict[Any, Any]:
    """By key what stands in just one of two, or differently."""
    if isinstance(one, dict) and isinstance(other, dict):
        keys = [key for key in {*one, *other} if one.get(key) != other.get(key)]
        return {key: differences(one.get(key), other.get(key)) for key in keys}
    if isinstance(one, list) and isinstance(other, list):
        return {"lived": [it for it in one if it not in other], "fresh": [it for it in other if it not in one]}
    return {"lived": one, "fresh": other}


@pytest.mark.parametrize(("capabilities", "seed"), [(FULL, 0), (PULLING, 2)], ids=["pushed", "pulled"])
async def test_it_ends_where_a_fresh_start_does(
    start: Start, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, capabilities: dict[str, Any], seed: int
) -> None:
    (tmp_path / ".git").mkdir()
    other = tmp_path_factory.mktemp("other")
    files = tree(random.Random(seed))
    assert len(files) == COUNT
    write(tmp_path, files)
    editor: Editor = await start(capabilities)
    life = Life(editor, tmp_path, other, seed)
    life.begins_with([tmp_path / path for path in files])
    await life.live()
    assert life.left == set()
    for name, text in {".gitignore": "vendor/\n", "pyproject.toml": "", "plugins/.skill-lsp.toml": ""}.items():
        life.put(tmp_path / name, text)
        life.type(tmp_path / name, text)

    fresh: Editor = await start(capabilities)
    for path, content in life.buffers.items():
        fresh.open(str(path), content)
    again = Life(fresh, tmp_path, other, seed)
    for folder, is_there in life.folders.items():
        if is_there:
            await again.folder(folder)
    found = await agreed(editor, fresh)
    reported = [line for said in (found["closed"], found["published"]) for lines in said.values() for line in lines]
    assert {code for code in ACROSS if any(f" {code} " in line for line in reported)} == ACROSS
    assert len(found["skills"]) > len(NAMES)
    uris = random.Random(seed).sample([uri for uri, *_ in found["skills"]], 25)
    assert await of_each(editor, uris) == await of_each(fresh, uris)
    await asyncio.gather(*life.asked)
