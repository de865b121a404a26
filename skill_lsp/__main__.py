"""Entry point of the `skill-lsp` command: a language server on stdio, or one of the headless verbs."""

from __future__ import annotations

import sys


def main() -> int:
    """Runs the command line; returns the exit status."""
    from skill_lsp.cli import run

    return run(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
