"""Emacs with eglot, typed into in a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from . import harbour, provision, terminal

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.editor

INIT = f"""
(setq package-directory-list '("/usr/share/emacs/site-lisp/elpa" "/usr/share/emacs/site-lisp/elpa-src"))
(package-initialize)
(add-to-list 'load-path "{provision.REPOSITORY / "editors" / "emacs"}")
(require 'eglot)
(require 'skill-lsp)
(setq inhibit-startup-screen t create-lockfiles nil make-backup-files nil auto-save-default nil
      suggest-key-bindings nil native-comp-async-report-warnings-errors nil)
"""


class Emacs:
    """Emacs as its user has it."""

    def __init__(self, screen: terminal.Terminal) -> None:
        self.screen = screen

    def command(self, name: str) -> None:
        """Runs a command by M-x."""
        self.screen.keys("M-x")
        self.screen.see(r"^M-x")
        self.screen.type(name)
        self.screen.keys("Enter")

    def go_to(self, line: int, column: int = 1) -> None:
        """Puts the cursor there, both counted from 1."""
        self.screen.keys("M-g", "g")
        self.screen.see(r"^Goto line")
        self.screen.type(str(line))
        self.screen.keys("Enter", "C-a", *["C-f"] * (column - 1))


@pytest.fixture
def emacs(
    workspace: Path, tmp_path: Path, server_environment: dict[str, str], request: pytest.FixtureRequest
) -> Iterator[Emacs]:
    (tmp_path / "init.el").write_text(INIT, encoding="utf-8")
    command = ["emacs", "-nw", "-Q", "-l", str(tmp_path / "init.el"), str(workspace / request.param)]
    with terminal.running(command, tmp_path, server_environment) as screen:
        screen.see(r"\[eglot:")
        yield Emacs(screen)


@pytest.mark.parametrize("emacs", [harbour.TIDES], indirect=True)
def test_diagnostics(emacs: Emacs) -> None:
    emacs.command("flymake-show-buffer-diagnostics")
    emacs.screen.see(r"3 +\d+ +error +.*drop this skill")


@pytest.mark.parametrize("emacs", [harbour.MOORING], indirect=True)
def test_hover(emacs: Emacs) -> None:
    emacs.go_to(3, 3)
    emacs.command("eldoc")
    emacs.screen.see(r"^description . text")


@pytest.mark.parametrize("emacs", [harbour.MOORING], indirect=True)
def test_completion_is_accepted(emacs: Emacs, workspace: Path) -> None:
    emacs.go_to(3)
    emacs.screen.keys("C-o")
    emacs.screen.type("allowed")
    emacs.command("completion-at-point")
    emacs.screen.see(r"^allowed-tools:")
    emacs.screen.keys("C-x", "C-s")
    terminal.see_saved(workspace / harbour.MOORING, "\nallowed-tools:")


@pytest.mark.parametrize("emacs", [harbour.MANIFEST], indirect=True)
def test_code_action_on_a_manifest(emacs: Emacs, workspace: Path) -> None:
    emacs.command("flymake-show-buffer-diagnostics")
    emacs.screen.see(r"2 +\d+ +error +.*`version` must be text")
    emacs.go_to(2, 12)
    emacs.command("eglot-code-actions")
    emacs.screen.see(r"Pick an action.*Quote the value")
    emacs.screen.keys("Enter")
    emacs.screen.see(r'^version = "1\.0"')
    emacs.screen.see_no_more(r"`version` must be text")
    emacs.screen.keys("C-x", "C-s")
    terminal.see_saved(workspace / harbour.MANIFEST, 'version = "1.0"\n')
