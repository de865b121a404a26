"""Work on many files, done in slices between the client's messages, all in one thread: nothing is looked at in the
middle of a change."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable
    from typing import TypeVar

    Outcome = TypeVar("Outcome")

SLICE = 0.001
"""Seconds of work before the client's messages get their turn."""
_log = logging.getLogger(__name__)


async def in_slices(steps: Generator[Any, None, Outcome]) -> Outcome:
    """The outcome of a generator; messages are let through in between."""
    since = time.monotonic()
    try:
        while True:
            next(steps)
            if time.monotonic() - since > SLICE:
                await asyncio.sleep(0)
                since = time.monotonic()
    except StopIteration as end:
        outcome: Outcome = end.value
        return outcome


class Background:
    """Files that wait for a check, each once; those that were named last go first."""

    def __init__(self, check: Callable[[str], None]) -> None:
        self._check = check
        self._paths: dict[str, None] = {}
        self._task: asyncio.Task[None] | None = None

    def add(self, paths: Iterable[str]) -> None:
        """Checks these files too."""
        self._paths = {**dict.fromkeys(paths), **self._paths}
        if self._paths and (self._task is None or self._task.done()):
            self._task = asyncio.get_running_loop().create_task(in_slices(self._steps()))

    def _steps(self) -> Generator[str, None, None]:
        while self._paths:
            path = next(iter(self._paths))
            del self._paths[path]
            try:
                self._check(path)
            except Exception:
                _log.exception("%s was not checked", path)
            yield path
