"""Entry point of the `skill-lsp` command: a language server on stdio, or one of the headless verbs."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import NoReturn


def main() -> NoReturn:
    """Runs the command line and ends the process with its exit status.

    Python would free every object first, one after the other, which takes as long as checking a hundred files.
    """
    from skill_lsp.cli import run

    status = run(sys.argv[1:])
    with suppress(OSError):
        sys.stdout.flush()
        sys.stderr.flush()
    os._exit(status)


if __name__ == "__main__":
    main()
