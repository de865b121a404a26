"""A check that was made before: the same call over the same files prints the same, without being made again."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING
from zlib import crc32

from skill_lsp import cache
from skill_lsp.record import NamedTuple
from skill_lsp.workspace import witness

if TYPE_CHECKING:
    import argparse

    from skill_lsp.workspace.witness import Witness

_KEPT = 64
"""Checks that are remembered; the oldest ones are forgotten."""


class Outcome(NamedTuple):
    """What a check printed and how it ended."""

    output: str
    status: int


class Call:
    """A call of `check`, by which its outcome is remembered: its options, its place, and all of this program."""

    def __init__(self, arguments: argparse.Namespace, directory: str, colour: object) -> None:
        self.tops = [os.path.abspath(path) for path in arguments.paths or ["."]]
        options = sorted(
            (name, str(value)) for name, value in vars(arguments).items() if name not in ("jobs", "output")
        )
        home = os.path.expanduser("~")
        self._key = (directory, home, str(colour), [list(one) for one in options], _program())
        self._name = f"check-{crc32(repr(self._key).encode('utf-8', 'surrogatepass')):08x}"

    def outcome(self) -> Outcome | None:
        """What the call printed last time, where everything that it looked at is the same."""
        value = cache.load(self._name, self._key)
        if not isinstance(value, tuple) or len(value) != 5:
            return None
        output, status, notes, own, trees = value
        if witness.trees(self.tops, own) != trees or not witness.same(notes):
            return None
        return Outcome(output, status)

    def remember(self, outcome: Outcome, files: Witness) -> None:
        """Keeps the outcome with what the files answered."""
        from skill_lsp import hosts

        own = [name for host in hosts.facts() for name in host.own_directories] + [".agents"]
        trees = witness.trees(self.tops, own)
        cache.store(self._name, self._key, (outcome.output, outcome.status, files.notes, own, trees))
        cache.prune("check-", _KEPT)


def _program() -> list[tuple[tuple[str, int, int], ...]]:
    """The state of all modules that a check depends on."""
    here = os.path.dirname(os.path.dirname(__file__))
    return [cache.stamp_of(f"{here}/{part}") for part in ("", "syntax", "hosts", "workspace", "rules", "report", "cli")]


def is_repeatable(arguments: argparse.Namespace) -> bool:
    """Whether the outcome of a call follows from the files it looks at."""
    if arguments.no_cache or arguments.fix or arguments.diff or arguments.changed or arguments.stdin_filename:
        return False
    if arguments.config or arguments.baseline or arguments.write_baseline:
        return False
    return arguments.format == "text" or not arguments.statistics
