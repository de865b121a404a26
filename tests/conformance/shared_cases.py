"""The inputs that real hosts were run on, laid beside a checkout (`../shared/conformance`)."""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).resolve().parents[2].parent / "shared"

needed = pytest.mark.skipif(not HERE.is_dir(), reason="the shared conformance cases do not lie beside the checkout")


def rows(name: str) -> list[dict[str, Any]]:
    """The rows of a file of cases or generated texts; none where it is not there."""
    path = HERE / "conformance" / name
    if not path.is_file():
        return []
    text = path.read_text(encoding="utf-8")
    return json.loads(text) if name.endswith(".json") else [json.loads(line) for line in text.splitlines()]


def of_area(name: str, *areas: str) -> list[Any]:
    """The executed cases of some areas, as parameters of a test."""
    return [
        pytest.param(case, id=case["id"])
        for case in rows(name)
        if case["area"] in areas and case["basis"] == "executed"
    ]


def content(written: str) -> bytes:
    """A case's input as bytes; some are written as a Python bytes literal."""
    return ast.literal_eval(written) if written.startswith("b'") else written.encode()


def corpus(path: str) -> bytes:
    """A file of the corpus."""
    return (HERE / "corpus" / "files" / path).read_bytes()
