"""Vim with ALE, typed into in a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from . import harbour, provision, terminal

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.editor

VIMRC = f"""
set nocompatible hidden nomore ttimeout ttimeoutlen=10
filetype plugin on
let g:ale_linters_explicit = 1
let g:ale_lint_delay = 0
let g:ale_virtualtext_cursor = 'all'
packadd! ale
source {provision.REPOSITORY / "editors" / "vim" / "ale.vim"}
"""


@pytest.fixture
def vim(
    workspace: Path, tmp_path: Path, server_environment: dict[str, str], request: pytest.FixtureRequest
) -> Iterator[terminal.Terminal]:
    (tmp_path / "vimrc").write_text(VIMRC, encoding="utf-8")
    command = ["vim.nox", "-Nu", str(tmp_path / "vimrc"), "-i", "NONE", "-n", str(workspace / request.param)]
    with terminal.running(command, tmp_path, server_environment) as screen:
        yield screen


@pytest.mark.parametrize("vim", [harbour.TIDES], indirect=True)
def test_diagnostics(vim: terminal.Terminal) -> None:
    vim.see(r"description: .*drop this skill")


@pytest.mark.parametrize("vim", [harbour.TIDES], indirect=True)
def test_hover(vim: terminal.Terminal) -> None:
    vim.see(r"drop this skill")
    at(vim, 2, 2)
    execute(vim, "ALEHover")
    vim.see(r"Xum: ")


@pytest.mark.parametrize("vim", [harbour.TIDES], indirect=True)
def test_completion_is_accepted(vim: terminal.Terminal, workspace: Path) -> None:
    vim.see(r"drop this skill")
    at(vim, 2, 1)
    vim.type("oallow")
    vim.keys("C-x", "C-o")
    vim.see(r"The only match|match 1 of")
    vim.keys("C-y", "Escape")
    vim.see(r"allowed-tools")
    execute(vim, "write")
    terminal.see_saved(workspace / harbour.TIDES, "\nallowed-tools:")


@pytest.mark.parametrize("vim", [harbour.MANIFEST], indirect=True)
def test_code_action_on_a_manifest(vim: terminal.Terminal, workspace: Path) -> None:
    vim.see(r"version = 1\.0 .*must be text")
    at(vim, 2, 12)
    execute(vim, "ALECodeAction")
    vim.see(r"1\) ?Quote|1\. ?Quote|Quote the value")
    vim.type("1")
    vim.keys("Enter")
    vim.see(r'version = "1\.0"')
    execute(vim, "write")
    vim.see_no_more(r"must be text")
    terminal.see_saved(workspace / harbour.MANIFEST, 'version = "1.0"\n')


def execute(vim: terminal.Terminal, command: str) -> None:
    """Runs an Ex command."""
    vim.type(f":{command}")
    vim.see(rf"^:{command}")
    vim.keys("Enter")


def at(vim: terminal.Terminal, line: int, column: int) -> None:
    """Puts the cursor there, both counted from 1."""
    vim.type(f"{line}G{column}|")
    vim.see(r"")
