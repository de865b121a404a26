"""Work on many files, done in slices between the client's messages."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

SLICE = 0.008
"""Seconds of work before the client's messages get their turn."""


async def in_slices(steps: Iterator[object]) -> None:
    """Runs an iterator to its end and lets messages through in between."""
    since = time.monotonic()
    for _ in steps:
        if time.monotonic() - since > SLICE:
            await asyncio.sleep(0)
            since = time.monotonic()


class Background:
    """Files that wait for a check, each once."""

    def __init__(self, check: Callable[[str], None]) -> None:
        self._check = check
        self._paths: dict[str, None] = {}
        self._task: asyncio.Task[None] | None = None

    def add(self, paths: Iterable[str]) -> None:
        """Checks these files too."""
        self._paths.update(dict.fromkeys(paths))
        if self._paths and (self._task is None or self._task.done()):
            self._task = asyncio.get_running_loop().create_task(in_slices(self._steps()))

    def _steps(self) -> Iterator[str]:
        while self._paths:
            path = next(iter(self._paths))
            del self._paths[path]
            self._check(path)
            yield path
