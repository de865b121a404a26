"""Checking the files of a large tree in several processes. Each one begins with all that the first one knows, and takes
the next portion of files from a common queue whenever it is done with one."""

from __future__ import annotations

import os
import pickle
from typing import TYPE_CHECKING, Any, NamedTuple

from skill_lsp.workspace.witness import Witness

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skill_lsp.rules.finding import Finding
    from skill_lsp.rules.run import Run

WORTH = 150
"""Files for which another process pays: starting one costs as much as checking thirty."""
PORTION = 8
"""Files that a process takes at a time; more where there would be too many portions for the queue."""
MOST_PORTIONS = 1000
_NUMBER = 2
"""Bytes of a portion's number. All numbers must fit into a pipe, which holds 4,096 bytes at least."""


def processes(wanted: int | None, files: int) -> int:
    """How many processes to use for that many files, this one included."""
    if not hasattr(os, "fork"):
        return 1
    if wanted is not None:
        return max(1, min(wanted, files))
    available = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, min(available, files // WORTH))


def findings(run: Run, paths: list[str], count: int) -> list[Finding]:
    """The findings of the files and of the folders as a whole, in no order. What goes wrong in another process is done
    here."""
    found = run.findings(paths[0])  # which loads the rules, once for all processes
    size = max(PORTION, -(-len(paths) // MOST_PORTIONS))
    portions = [paths[at : at + size] for at in range(1, len(paths), size)]
    queue = _queue(len(portions))
    helpers = [_start(run, portions, queue) for _ in range(count - 1)]
    found += run.survey()
    left = set(range(len(portions)))
    for done, number in enumerate(_taken(queue), 1):
        found += _findings(run, portions[number])
        left.discard(number)
        run.tell(min(done * count * size, len(paths)), len(paths))  # the others are about as far
    os.close(queue)
    for helper in helpers:
        outcome = _outcome(*helper)
        if outcome is not None:
            found += outcome.findings
            left.difference_update(outcome.portions)
            if isinstance(run.files, Witness):
                run.files.notes.update(outcome.notes)
    return found + [finding for number in sorted(left) for finding in _findings(run, portions[number])]


def _findings(run: Run, portion: list[str]) -> list[Finding]:
    return [finding for path in portion for finding in run.findings(path)]


def _queue(count: int) -> int:
    """A pipe from which each number below this one can be taken once, by whichever process comes first."""
    reading, writing = os.pipe()
    os.write(writing, b"".join(number.to_bytes(_NUMBER, "big") for number in range(count)))
    os.close(writing)
    return reading


def _taken(queue: int) -> Iterator[int]:
    while data := os.read(queue, _NUMBER):
        yield int.from_bytes(data, "big")


class _Outcome(NamedTuple):
    """What a process tells: the portions it took, what it found in them, what its files were asked."""

    portions: list[int]
    findings: list[Finding]
    notes: dict[Any, Any]


def _start(run: Run, portions: list[list[str]], queue: int) -> tuple[int, int]:
    """A process that helps: its id, and where its outcome can be read."""
    reading, writing = os.pipe()
    child = os.fork()
    if child:
        os.close(writing)
        return child, reading
    status = 1
    try:
        os.close(reading)
        taken: list[int] = []
        found: list[Finding] = []
        for number in _taken(queue):
            found += _findings(run, portions[number])
            taken.append(number)
        notes = run.files.notes if isinstance(run.files, Witness) else {}
        with os.fdopen(writing, "wb") as stream:
            pickle.dump((taken, found, notes), stream, pickle.HIGHEST_PROTOCOL)
        status = 0
    finally:
        os._exit(status)  # neither the caller's cleanup nor its buffers are this process's business


def _outcome(child: int, reading: int) -> _Outcome | None:
    """What a process tells; None where it did not end well."""
    with os.fdopen(reading, "rb") as stream:
        data = stream.read()
    _, status = os.waitpid(child, 0)
    return _Outcome(*pickle.loads(data)) if status == 0 else None  # noqa: S301 - our own process wrote it
