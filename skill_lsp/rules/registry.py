"""How a rule is written: a function with an id, a docstring with fixed sections and, where one exists, a fix.

Three kinds: `@detects("id")` marks a function that looks at the context itself and yields findings; `@reported("id")`
marks one for problems that the hosts' readings report, whose body yields the fixes of such a finding; `@surveys("id")`
marks one that looks at the workspace as a whole, for what belongs to no document.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from skill_lsp.rules.context import Context
    from skill_lsp.rules.finding import Finding, Fix
    from skill_lsp.rules.survey import Survey

Detect: TypeAlias = "Callable[[Context], Iterable[Finding]]"
Repair: TypeAlias = "Callable[[Finding, Context], Iterable[Fix]]"
Look: TypeAlias = "Callable[[Survey], Iterable[Finding]]"

_MACHINERY = frozenset(
    {
        "__init__",
        "baseline",
        "bodies",
        "context",
        "documentation",
        "engine",
        "finding",
        "inspection",
        "referring",
        "registry",
        "repair",
        "run",
        "spelling",
        "survey",
    }
)


@dataclass
class Rule:
    """A rule.

    `doc` is its docstring: the first line says what it finds, then follow the sections *Why*, *Source*, *Bad*, *Good*
    and *Fix*. `trigger`: a text that must occur in the file for `detect` to be asked at all. `takes`: ids of problems
    which the readings report and which `detect` tells in its own words, seeing all hosts together.
    """

    id: str
    doc: str
    detect: Detect | None = None
    repair: Repair | None = None
    trigger: str = ""
    takes: frozenset[str] = frozenset()
    survey: Look | None = None

    def fixed_by(self, repair: Repair) -> Repair:
        """Decorator: the function that yields the fixes of this rule's findings."""
        self.repair = repair
        return repair


_rules: dict[str, Rule] = {}


def detects(rule_id: str, *, trigger: str = "", takes: Iterable[str] = ()) -> Callable[[Detect], Rule]:
    """Decorator of a function that finds a defect by itself."""

    def declare(detect: Detect) -> Rule:
        return _declare(Rule(rule_id, detect.__doc__ or "", detect=detect, trigger=trigger, takes=frozenset(takes)))

    return declare


def reported(rule_id: str) -> Callable[[Repair], Rule]:
    """Decorator of a function that yields the fixes for a problem which the hosts' readings report."""

    def declare(repair: Repair) -> Rule:
        return _declare(Rule(rule_id, repair.__doc__ or "", repair=repair))

    return declare


def surveys(rule_id: str) -> Callable[[Look], Rule]:
    """Decorator of a function that looks at the workspace as a whole."""

    def declare(look: Look) -> Rule:
        return _declare(Rule(rule_id, look.__doc__ or "", survey=look))

    return declare


def _declare(rule: Rule) -> Rule:
    if rule.id in _rules:
        raise ValueError(f"two rules are called {rule.id}")
    _rules[rule.id] = rule
    return rule


@lru_cache(maxsize=1)
def rules() -> dict[str, Rule]:
    """All rules by id, in alphabetical order."""
    for path in sorted(Path(__file__).parent.glob("*.py")):
        if path.stem not in _MACHINERY:
            import_module(f"skill_lsp.rules.{path.stem}")
    return dict(sorted(_rules.items()))
