"""The cases and rows: inputs, and what real hosts did with them. A new case is a new line in `cases/` or `rows/`.

A case has an `id`, an `area`, the `check` that runs it, `input`, and what the host did: `observed` where its own code
was run, else `expect`; `note` says it in words. `basis` is how it is known: executed, read (in the source), doc,
inferred. A case without a `check` is about something that the product does not model; `test_completeness` has the
reason.
"""

from __future__ import annotations

import ast
import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent
BESIDE = HERE.parents[2] / "shared"
"""Real files and what hosts made of them, laid beside a checkout. They are other people's, and not part of this one."""
FILES = ("xum.jsonl", "oxo-flow.jsonl", "other-hosts.jsonl")
CHECKED: set[str] = set()
"""The ids of all cases that a test asked for."""


@cache
def _lines(path: Path) -> tuple[dict[str, Any], ...]:
    return tuple(json.loads(line) for line in path.read_text(encoding="utf-8").splitlines())


def rows(name: str) -> tuple[dict[str, Any], ...]:
    """The generated texts of a file."""
    return _lines(HERE / "rows" / name)


def cases(name: str) -> tuple[dict[str, Any], ...]:
    """The cases of a file."""
    return _lines(HERE / "cases" / name)


def checked_by(name: str, *checks: str) -> list[Any]:
    """The cases of a file that are for some checks, as parameters of a test."""
    chosen = [case for case in cases(name) if case.get("check") in checks]
    CHECKED.update(case["id"] for case in chosen)
    assert {case["check"] for case in chosen} == set(checks), "a check without a case"
    return [pytest.param(case, id=case["id"]) for case in chosen]


def content(written: str) -> bytes:
    """A case's input as bytes; some are written as a Python bytes literal."""
    return ast.literal_eval(written) if written.startswith("b'") else written.encode()


def corpus() -> list[tuple[dict[str, Any], bytes]]:
    """Real files beside the checkout, with what the hosts made of each; skips the test where they are not there."""
    listed = BESIDE / "conformance" / "differential-corpus.jsonl"
    if not listed.is_file():
        pytest.skip(f"other people's files are not part of this repository, and do not lie in {BESIDE.name}/ beside it")
    return [(row, (BESIDE / "corpus" / "files" / row["path"]).read_bytes()) for row in _lines(listed)]
