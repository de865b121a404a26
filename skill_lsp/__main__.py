"""Entry point of the `skill-lsp` command: a language server on stdio, or one of the headless verbs."""

from __future__ import annotations

import os
import sys
from typing import NoReturn


def main() -> NoReturn:
    """Runs the command line and ends the process with its exit status.

    Python would free every object first, one after the other, which takes as long as checking a hundred files.
    """
    from skill_lsp.cli import run

    os._exit(run(sys.argv[1:]))


if __name__ == "__main__":
    main()
