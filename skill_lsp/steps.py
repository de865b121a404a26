"""Long work in steps: a generator that yields where its caller may do other things, and returns its outcome."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Generator
    from typing import TypeVar

    Outcome = TypeVar("Outcome")


def finished(steps: Generator[Any, None, Outcome]) -> Outcome:
    """The outcome, for a caller that has nothing else to do."""
    try:
        while True:
            next(steps)
    except StopIteration as end:
        outcome: Outcome = end.value
        return outcome
