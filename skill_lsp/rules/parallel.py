"""Checking the files of a large tree in several processes. Each one begins with all that the first one knows."""

from __future__ import annotations

import os
import pickle
from typing import TYPE_CHECKING, Any

from skill_lsp.workspace.witness import Witness

if TYPE_CHECKING:
    from skill_lsp.rules.finding import Finding
    from skill_lsp.rules.run import Run

WORTH = 150
"""Files for which another process pays: starting one costs as much as checking thirty."""


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
    size = -(-len(paths) // count)
    parts = [paths[at : at + size] for at in range(0, len(paths), size)]
    helpers = [(part, _start(run, part)) for part in parts[1:]]
    found: list[Finding] = []
    for done, path in enumerate(parts[0], 1):
        found += run.findings(path)
        run.tell(done * count, len(paths))  # the others are about as far
    found += run.survey()
    for part, helper in helpers:
        outcome = _outcome(*helper)
        if outcome is None:
            found += [finding for path in part for finding in run.findings(path)]
            continue
        found += outcome[0]
        if isinstance(run.files, Witness):
            run.files.notes.update(outcome[1])
    return found


def _start(run: Run, part: list[str]) -> tuple[int, int]:
    """A process that checks some files: its id, and where its outcome can be read."""
    reading, writing = os.pipe()
    child = os.fork()
    if child:
        os.close(writing)
        return child, reading
    status = 1
    try:
        os.close(reading)
        found = [finding for path in part for finding in run.findings(path)]
        notes = run.files.notes if isinstance(run.files, Witness) else {}
        with os.fdopen(writing, "wb") as stream:
            pickle.dump((found, notes), stream, pickle.HIGHEST_PROTOCOL)
        status = 0
    finally:
        os._exit(status)  # neither the caller's cleanup nor its buffers are this process's business


def _outcome(child: int, reading: int) -> tuple[list[Finding], dict[Any, Any]] | None:
    """What a process found; None where it did not end well."""
    with os.fdopen(reading, "rb") as stream:
        data = stream.read()
    _, status = os.waitpid(child, 0)
    return pickle.loads(data) if status == 0 else None  # noqa: S301 - our own process wrote it
