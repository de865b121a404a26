"""Checking a large tree in several processes.

A `Team` is this process and helpers that were forked from it, so that all of them know the same. First each one reads
its share of the skills, and everybody gets to know what all skills say of themselves; then each one checks the files
whose documents it has, and helps the others when it is done. A helper that fails or dies costs time and nothing else:
what it did not do is done here.
"""

from __future__ import annotations

import os
import pickle
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from skill_lsp.record import NamedTuple
from skill_lsp.workspace.witness import Witness

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from io import BufferedReader, BufferedWriter
    from typing import NoReturn

    from skill_lsp.rules.finding import Finding
    from skill_lsp.rules.run import Run
    from skill_lsp.workspace.files import Found
    from skill_lsp.workspace.store import Declared

WORTH = 150
"""Files for which another process pays: starting one costs as much as checking thirty."""
PORTION = 8
"""Files that a process takes at a time; more where there would be too many portions for the queues."""
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


class _Member(NamedTuple):
    """A helper as the first process sees it: its id, and the pipes from and to it."""

    child: int
    answers: BufferedReader
    orders: BufferedWriter


class _Helped(NamedTuple):
    """What a helper tells at its end: the portions it took, what it found in them, whether a baseline counted, what its
    files were asked."""

    portions: list[int]
    findings: list[Finding]
    has_baseline: bool
    notes: dict[Any, Any]


class Team:
    """One process and its helpers. In a helper the constructor returns as well: what follows, up to `serve`, is done
    by all of them."""

    def __init__(self, run: Run, count: int) -> None:
        self.number = 0
        """Which one this process is; 0 is the first one."""
        self.count = count
        self.state = run.state
        """What the helpers know: the state of the run that they go on from."""
        self._run = run
        self._shares: dict[str, int] = {}
        self._queues = [os.pipe() for _ in range(count)]
        self._members: list[_Member] = []
        self._answers: BufferedWriter | None = None
        self._orders: BufferedReader | None = None
        for number in range(1, count):
            if not self._start(number):
                break

    def _start(self, number: int) -> bool:
        """Forks; whether this is the first process still."""
        answers, answering = os.pipe()
        orders, ordering = os.pipe()
        child = os.fork()
        if child:
            os.close(answering)
            os.close(orders)
            self._members.append(_Member(child, os.fdopen(answers, "rb"), os.fdopen(ordering, "wb")))
            return True
        for member in self._members:  # a pipe ends when nobody is left who could write into it
            member.answers.close()
            member.orders.close()
        for _, writing in self._queues:
            os.close(writing)
        os.close(answers)
        os.close(ordering)
        self.number = number
        self._members = []
        self._answers = os.fdopen(answering, "wb")
        self._orders = os.fdopen(orders, "rb")
        return False

    @property
    def is_helper(self) -> bool:
        """Whether this process is one of the helpers."""
        return self.number > 0

    # ------------------------------------------------------------------ reading

    def declared(self, files: list[Found], declare: Callable[[Found], Declared | None]) -> dict[str, Declared | None]:
        """What skills say of themselves: each process reads a share and tells the others."""
        for at, found in enumerate(files):
            self._shares[found.path] = at * self.count // len(files)
        mine = {found.path: declare(found) for found in files if self._shares[found.path] == self.number}
        if self._answers is not None and self._orders is not None:
            _write(self._answers, mine)
            everything: dict[str, Declared | None] = pickle.load(self._orders)  # noqa: S301 - our own process wrote it
            return everything
        for member in self._members:
            mine.update(_received(member) or {})
        for member in self._members:
            _send(member, mine)
        return mine

    # ----------------------------------------------------------------- checking

    def findings(self, paths: list[str]) -> list[Finding]:
        """The findings of the files and of the folders as a whole, in no order. It is the team's last work."""
        size = max(PORTION, -(-len(paths) // MOST_PORTIONS))
        portions = [paths[at : at + size] for at in range(0, len(paths), size)]
        queued: list[list[int]] = [[] for _ in self._queues]
        for number, portion in enumerate(portions):
            queued[self._shares.get(portion[0], number % self.count)].append(number)
        for (_, writing), numbers in zip(self._queues, queued, strict=True):
            os.write(writing, b"".join(number.to_bytes(_NUMBER, "big") for number in numbers))
            os.close(writing)
        for member in self._members:
            _send(member, portions)
        left = set(range(len(portions)))
        found = self._run.survey()  # which is not shared, so that the others may take more of the files
        for done, number in enumerate(self._taken(), 1):
            found += _findings(self._run, portions[number])
            left.discard(number)
            self._run.tell(min(done * self.count * size, len(paths)), len(paths))  # the others are about as far
        for member in self._members:
            helped = _received(member)
            if helped is not None:
                found += helped.findings
                left.difference_update(helped.portions)
                self._run.has_baseline |= helped.has_baseline
                if isinstance(self._run.files, Witness):
                    self._run.files.notes.update(helped.notes)
        self._end()
        return found + [finding for number in sorted(left) for finding in _findings(self._run, portions[number])]

    def dismiss(self) -> None:
        """Sends the helpers away without work; ends a helper."""
        if self.is_helper:
            self.abandon()
        for _, writing in self._queues:
            os.close(writing)
        self._end()

    def serve(self) -> NoReturn:
        """A helper's work on what the first process orders, and its end."""
        status = 1
        try:
            if self._orders is not None and self._answers is not None:
                portions = pickle.load(self._orders)  # noqa: S301 - our own process wrote it
                taken: list[int] = []
                found: list[Finding] = []
                for number in self._taken():
                    found += _findings(self._run, portions[number])
                    taken.append(number)
                notes = self._run.files.notes if isinstance(self._run.files, Witness) else {}
                _write(self._answers, _Helped(taken, found, self._run.has_baseline, notes))
            status = 0
        finally:
            self.abandon(status)

    @staticmethod
    def abandon(status: int = 1) -> NoReturn:
        """A helper's end: neither the caller's cleanup nor its buffers are this process's business."""
        os._exit(status)

    def _taken(self) -> Iterator[int]:
        """The numbers of portions that this process takes: first its own, then what the others have not come to."""
        for reading, _ in self._queues[self.number :] + self._queues[: self.number]:
            while data := os.read(reading, _NUMBER):
                yield int.from_bytes(data, "big")

    def _end(self) -> None:
        for reading, _ in self._queues:
            os.close(reading)
        for member in self._members:
            with suppress(BrokenPipeError):
                member.orders.close()
            member.answers.close()
            os.waitpid(member.child, 0)


def _findings(run: Run, portion: list[str]) -> list[Finding]:
    return [finding for path in portion for finding in run.findings(path)]


def _write(stream: BufferedWriter, value: object) -> None:
    pickle.dump(value, stream, pickle.HIGHEST_PROTOCOL)
    stream.flush()


def _send(member: _Member, value: object) -> None:
    with suppress(BrokenPipeError):  # it has died, and what it should do is done here
        _write(member.orders, value)


def _received(member: _Member) -> Any:
    """What a helper tells; None where it has died."""
    try:
        return pickle.load(member.answers)  # noqa: S301 - our own process wrote it
    except (EOFError, pickle.UnpicklingError):
        return None
