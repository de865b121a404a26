"""The language server: decodes what a client asks, calls a feature, encodes the answer."""

from __future__ import annotations

import gc
import logging
import sys
from typing import TYPE_CHECKING

from skill_lsp.server.server import Server, create
from skill_lsp.server.stdio import Input

if TYPE_CHECKING:
    from typing import BinaryIO

__all__ = ["Server", "create", "main"]


def main(address: tuple[str, int] | None = None) -> int:
    """Serves one client on stdio, or on a TCP address for debugging."""
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    server = create()
    sys.setswitchinterval(0.0005)  # the thread that reads messages waits that long for its turn, several times for each
    gc.freeze()
    gc.set_threshold(700, 10, 10_000)  # the young garbage as usual, the old one hardly ever: that holds everything up
    if address is not None:
        server.start_tcp(*address)
    else:
        server.serve(Input(sys.stdin.fileno()), _only_protocol())
    return 0


def _only_protocol() -> BinaryIO:
    """Takes stdout for the protocol alone: whoever prints from now on prints to stderr."""
    output = sys.stdout.buffer
    sys.stdout = sys.stderr
    return output
