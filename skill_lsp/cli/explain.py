"""The documentation of a rule: what it finds, why that matters, where it is known from, examples and fix.

Without a RULE: the list of all rules.
"""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING

from skill_lsp.cli import OK, WrongCallError
from skill_lsp.cli.check import in_colour
from skill_lsp.config import unknown_name
from skill_lsp.pattern import pattern
from skill_lsp.rules import documentation
from skill_lsp.rules.registry import rules

if TYPE_CHECKING:
    import argparse

_HEADING = pattern(r"^(Why|Source|Bad|Good|Fix)(?= ?[(:])", re.MULTILINE)


def configure(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    parser.add_argument("rule", nargs="?", metavar="RULE", help="the id of a rule, as in a finding")


def run(arguments: argparse.Namespace) -> int:
    """Prints the documentation."""
    known = rules()
    if arguments.rule is None:
        width = max(map(len, known))
        output = "".join(f"{rule.id:<{width}}  {documentation.of(rule).summary}\n" for rule in known.values())
    elif arguments.rule in known:
        output = _wrapped(documentation.plain(known[arguments.rule]))
    else:
        raise WrongCallError(unknown_name("rule", arguments.rule, known))
    if in_colour():
        output = _HEADING.sub("\033[1m\\1\033[0m", output)
    sys.stdout.buffer.write(output.encode("utf-8", "replace"))
    return OK


def _wrapped(text: str) -> str:
    """Prose in lines of at most 100 characters; examples stay as they are."""
    from textwrap import fill

    return "".join(
        line if line.startswith("    ") else fill(line, 100, break_long_words=False, break_on_hyphens=False) + "\n"
        for line in text.splitlines(keepends=True)
    )
