"""The extension in a real VS Code, by what is on the screen."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from . import harbour, workbench

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.editor


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("vscode")


@pytest.fixture(scope="module")
def bench(home: Path) -> Iterator[workbench.Workbench]:
    """One VS Code for all the tests here; the server is the one bundled in the .vsix."""
    workspace = harbour.write_to(home / "harbour")
    with (
        workbench.started(home, workspace, python=workbench.base_python()) as address,
        workbench.window(address, home) as bench,
    ):
        yield bench


def test_diagnostic(bench: workbench.Workbench) -> None:
    bench.open(harbour.TIDES)
    expect(bench.page.locator(".monaco-editor .squiggly-error")).not_to_have_count(0)
    bench.picture(Path("/tmp/shot1.png"))
    expect(bench.ours("yaml-plain-colon")).to_have_count(1)
    bench.picture(Path("/tmp/shot2.png"))
