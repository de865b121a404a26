"""What an editor's configuration needs to start the language server. Without a NAME: the editors there is one for."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from skill_lsp.cli import OK, WrongCallError
from skill_lsp.config import unknown_name
from skill_lsp.record import NamedTuple

if TYPE_CHECKING:
    import argparse


class Snippet(NamedTuple):
    """A file of `editors/`, and where its text belongs."""

    file: str
    place: str


SNIPPETS = {
    "vscode": Snippet("vscode/settings.json", "settings.json, with the extension from editors/vscode installed"),
    "neovim": Snippet("neovim/lsp/skill_lsp.lua", "~/.config/nvim/lsp/skill_lsp.lua"),
    "emacs": Snippet("emacs/skill-lsp.el", "a directory of load-path as skill-lsp.el; it serves eglot and lsp-mode"),
    "vim-ale": Snippet("vim/ale.vim", "your vimrc"),
    "vim-lsp": Snippet("vim/vim-lsp.vim", "your vimrc"),
    "coc": Snippet("vim/coc-settings.json", "coc-settings.json (:CocConfig)"),
    "helix": Snippet("helix/languages.toml", "~/.config/helix/languages.toml"),
    "zed": Snippet("zed/settings.json", "settings.json, with the extension from editors/zed installed"),
    "kate": Snippet("kate/settings.json", "Settings, LSP Client, User Server Settings"),
    "sublime": Snippet("sublime/LSP.sublime-settings", "Preferences, Package Settings, LSP, Settings"),
    "jetbrains": Snippet(
        "jetbrains/template.json", "LSP4IJ, New Language Server, Import from directory (template.json)"
    ),
    "copilot-cli": Snippet("copilot-cli/lsp-config.json", "~/.copilot/lsp-config.json or .github/lsp.json"),
    "claude-code": Snippet("claude-code/.lsp.json", ".lsp.json of a plugin; editors/claude-code is one"),
}


def configure(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    parser.add_argument("name", nargs="?", metavar="NAME", help="the editor")


def run(arguments: argparse.Namespace) -> int:
    """Prints what belongs into an editor's configuration, and on stderr where; or the names of all editors."""
    if arguments.name is None:
        sys.stdout.write("".join(f"{name}\n" for name in SNIPPETS))
        return OK
    if arguments.name not in SNIPPETS:
        raise WrongCallError(unknown_name("editor", arguments.name, SNIPPETS))
    snippet = SNIPPETS[arguments.name]
    if sys.stderr.isatty():
        print(f"This belongs into {snippet.place}:\n", file=sys.stderr)
    sys.stdout.write(text(snippet))
    return OK


def text(snippet: Snippet) -> str:
    """The text of a snippet. A wheel has the files of `editors/` in the package, a working copy beside it."""
    package = Path(__file__).parent.parent
    carried = package / "editors" / snippet.file
    return (carried if carried.exists() else package.parent / "editors" / snippet.file).read_text(encoding="utf-8")
