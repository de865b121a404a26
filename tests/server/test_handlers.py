"""The server only decodes, calls a feature and encodes: no handler is longer than ten lines."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import skill_lsp.server

MODULES = sorted(Path(skill_lsp.server.__file__).parent.glob("*.py"))


def handlers(module: Path) -> list[ast.FunctionDef | ast.AsyncFunctionDef]:
    """The functions of a module that are registered for a request, notification or command."""
    tree = ast.parse(module.read_text(encoding="utf-8"))
    functions = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
    return [
        one
        for one in functions
        if any(".feature(" in ast.unparse(by) or ".command(" in ast.unparse(by) for by in one.decorator_list)
    ]


def test_there_are_handlers_to_look_at() -> None:
    assert sum(len(handlers(module)) for module in MODULES) > 20


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.stem)
def test_handlers_are_short(module: Path) -> None:
    long = {one.name: (one.end_lineno or 0) - one.lineno for one in handlers(module)}
    assert {name: lines for name, lines in long.items() if lines > 10} == {}
