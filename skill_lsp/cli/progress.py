"""A progress bar on stderr for checks that take long: on a terminal only, and drawn after a second."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import TracebackType

    from rich.progress import Progress

PATIENCE = 1.0
"""Seconds before there is anything to see. rich is imported only then."""


class Bar:
    """Shows how many files are done. Used in a `with`, so that nothing of it stays behind."""

    def __init__(self) -> None:
        self._started = time.monotonic()
        self._bar: Progress | None = None

    def __enter__(self) -> Bar:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar is not None:
            self._bar.stop()

    def __call__(self, done: int, total: int) -> None:
        """Tells that so many files of all are done."""
        if self._bar is None:
            if time.monotonic() - self._started < PATIENCE:
                return
            from rich.console import Console
            from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

            columns = ("skill-lsp", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
            self._bar = Progress(*columns, console=Console(stderr=True), transient=True)
            self._bar.add_task("", total=total)
            self._bar.start()
        self._bar.update(self._bar.task_ids[0], completed=done)


def is_wanted(quiet: bool) -> bool:  # noqa: FBT001 - the option's own value
    """Whether somebody watches."""
    return not quiet and sys.stderr.isatty()
