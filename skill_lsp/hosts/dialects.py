"""The YAML dialects of the hosts: which texts each parser refuses and what a plain scalar means to it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from skill_lsp.syntax.nodes import Scalar, Style, SyntaxProblem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skill_lsp.syntax.yaml import YamlTree


class Dialect:
    """A parser's view of a YAML tree. The base class is YAML 1.2 core."""

    name = "YAML 1.2"

    def value(self, scalar: Scalar) -> object:
        """The value of a scalar: str, bool, int, float or None."""
        raise NotImplementedError

    def type_of(self, scalar: Scalar) -> str:
        """The type of a scalar in words: "text", "a number", "a boolean", "nothing" …"""
        value = self.value(scalar)
        if value is None:
            return "nothing"
        if isinstance(value, bool):
            return "a boolean"
        if isinstance(value, int | float):
            return "a number"
        return "text" if isinstance(value, str) else "a date"

    def refuses(self, tree: YamlTree) -> Iterator[SyntaxProblem]:
        """The places that make this parser give up, in order; nothing where it parses."""
        raise NotImplementedError


def rule_of(problem: SyntaxProblem) -> str:
    """The id of the rule that documents a syntax problem."""
    return f"yaml-{problem.kind}"
