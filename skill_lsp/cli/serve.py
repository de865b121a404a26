"""The language server: LSP on stdin and stdout, or on a TCP port for debugging."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skill_lsp.cli import WrongCallError

if TYPE_CHECKING:
    import argparse


def configure(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    parser.add_argument("--stdio", action="store_true", help="speak on stdin and stdout (the default)")
    parser.add_argument("--tcp", metavar="HOST:PORT", help="listen on a TCP port instead")


def run(arguments: argparse.Namespace) -> int:
    """Serves until the client leaves."""
    from skill_lsp import server

    if arguments.tcp is None:
        return int(server.main() or 0)
    host, _, port = arguments.tcp.rpartition(":")
    if not port.isdecimal() or int(port) > 65535:
        raise WrongCallError(f"--tcp wants HOST:PORT, not {arguments.tcp!r}")
    return int(server.main((host or "127.0.0.1", int(port))) or 0)
