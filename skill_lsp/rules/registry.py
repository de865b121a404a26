"""How a rule is written: a function with an id, a docstring with fixed sections and, where one exists, a fix.

Three kinds: `@detects("id")` marks a function that looks at the context itself and yields findings; `@reported("id")`
marks one for problems that the hosts' readings report, whose body yields the fixes of such a finding; `@surveys("id")`
marks one that looks at the workspace as a whole, for what belongs to no document.
"""

from __future__ import annotations

import os
from functools import lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, TypeAlias

from skill_lsp import cache
from skill_lsp.record import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from skill_lsp.rules.context import Context
    from skill_lsp.rules.finding import Finding, Fix
    from skill_lsp.rules.survey import Survey

Detect: TypeAlias = "Callable[[Context], Iterable[Finding]]"
Repair: TypeAlias = "Callable[[Finding, Context], Iterable[Fix]]"
Look: TypeAlias = "Callable[[Survey], Iterable[Finding | None]]"

_HERE = os.path.dirname(__file__)
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
        "misfits",
        "parallel",
        "readers",
        "referring",
        "registry",
        "repair",
        "run",
        "survey",
    }
)


NOT_ASCII = "\x80"
"""A trigger: any character beyond ASCII."""


class Rule:
    """A rule.

    `doc` is its docstring: the first line says what it finds, then follow the sections *Why*, *Source*, *Bad*, *Good*
    and *Fix*. `trigger`: a text that must occur in the file for `detect` to be asked at all; `when`: the name of a
    property of the context that must hold for that; `kinds`: the names of the document classes that it is asked for,
    empty for all. `takes`: ids of problems which the readings report and which
    `detect` tells in its own words, seeing all hosts together.
    """

    def __init__(
        self,
        id: str,  # noqa: A002 - what everybody calls it
        doc: str,
        *,
        detect: Detect | None = None,
        repair: Repair | None = None,
        survey: Look | None = None,
        trigger: str = "",
        when: str = "",
        kinds: tuple[str, ...] = (),
        takes: tuple[str, ...] = (),
    ) -> None:
        self.id = id
        self.doc = doc
        self.detect = detect
        self.repair = repair
        self.survey = survey
        self.trigger = trigger
        self.when = when
        self.kinds = kinds
        self.takes = takes

    def fixed_by(self, repair: Repair) -> Repair:
        """Decorator: the function that yields the fixes of this rule's findings."""
        self.repair = repair
        return repair


_rules: dict[str, Rule] = {}


def detects(
    rule_id: str, *, trigger: str = "", when: str = "", kinds: Iterable[type] = (), takes: Iterable[str] = ()
) -> Callable[[Detect], Rule]:
    """Decorator of a function that finds a defect by itself."""
    names = tuple(kind.__name__ for kind in kinds)

    def declare(detect: Detect) -> Rule:
        doc = detect.__doc__ or ""
        rule = Rule(rule_id, doc, detect=detect, trigger=trigger, when=when, kinds=names, takes=tuple(takes))
        return _declare(rule)

    return declare


def reported(rule_id: str) -> Callable[[Repair], Rule]:
    """Decorator of a function that yields the fixes for a problem which the hosts' readings report."""

    def declare(repair: Repair) -> Rule:
        return _declare(Rule(rule_id, repair.__doc__ or "", repair=repair))

    return declare


def surveys(rule_id: str) -> Callable[[Look], Rule]:
    """Decorator of a function that looks at the workspace as a whole; it yields None where it worked for a while."""

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
    """All rules by id, in alphabetical order, with everything loaded that they need."""
    for name in sorted(os.listdir(_HERE)):
        if name.endswith(".py") and name[:-3] not in _MACHINERY:
            import_module(f"skill_lsp.rules.{name[:-3]}")
    return dict(sorted(_rules.items()))


class Outline(NamedTuple):
    """What is to be known of a rule before its module is loaded. The fields are those of `Rule`."""

    id: str
    module: str
    detects: bool
    surveys: bool
    trigger: str
    when: str
    kinds: tuple[str, ...]
    takes: tuple[str, ...]

    def rule(self) -> Rule:
        """The rule itself."""
        if self.id not in _rules:
            import_module(self.module)
        return _rules.get(self.id) or rules()[self.id]


@lru_cache(maxsize=1)
def outlines() -> dict[str, Outline]:
    """The outlines of all rules by id, in alphabetical order."""
    stored = cache.of_package("rules", _HERE, lambda: [tuple(one) for one in _outlines()])
    return {one[0]: Outline(*one) for one in stored}


def _outlines() -> Iterator[Outline]:
    for rule in rules().values():
        function = rule.detect or rule.survey or rule.repair
        module = getattr(function, "__module__", "")
        yield Outline(
            rule.id,
            module,
            rule.detect is not None,
            rule.survey is not None,
            rule.trigger,
            rule.when,
            rule.kinds,
            rule.takes,
        )


def ids() -> Iterable[str]:
    """The ids of all rules, in alphabetical order."""
    return outlines().keys()


def get(rule_id: str) -> Rule | None:
    """The rule of that id."""
    found = outlines().get(rule_id)
    return found.rule() if found else None


def detecting(context: Context) -> list[Detect]:
    """What is to look at a document."""
    kind, content = type(context.document).__name__, context.text.content
    looking = list(_always(kind))
    for mark, trigger, waiting in _triggered(kind):
        if (mark in content and trigger in content) or (trigger == NOT_ASCII and not content.isascii()):
            looking += _loaded(waiting)
    for when, waiting in _waiting(kind):
        if getattr(context, when):
            looking += _loaded(waiting)
    return looking


_MARKS = "\\{!(#"
"""Characters of triggers, those first that the fewest texts have."""


@lru_cache(maxsize=32)
def _always(kind: str) -> tuple[Detect, ...]:
    """Those that are always asked."""
    return _loaded(tuple(one for one in _detecting(kind) if not one.trigger and not one.when))


@lru_cache(maxsize=32)
def _triggered(kind: str) -> tuple[tuple[str, str, tuple[Outline, ...]], ...]:
    """Those that wait for their trigger: a character of it (one is found ten times as fast as two), it, and they."""
    waiting_for = _grouped((one.trigger, one) for one in _detecting(kind))
    return tuple(
        (next((mark for mark in _MARKS if mark in trigger), trigger[0]), trigger, waiting)
        for trigger, waiting in waiting_for.items()
    )


@lru_cache(maxsize=32)
def _waiting(kind: str) -> tuple[tuple[str, tuple[Outline, ...]], ...]:
    """Those that wait for a property of the context, by its name."""
    return tuple(_grouped((one.when, one) for one in _detecting(kind)).items())


def _grouped(outlines: Iterable[tuple[str, Outline]]) -> dict[str, tuple[Outline, ...]]:
    """Those that wait for the same, by that; without those that wait for nothing."""
    found: dict[str, tuple[Outline, ...]] = {}
    for awaited, outline in outlines:
        if awaited:
            found[awaited] = (*found.get(awaited, ()), outline)
    return found


@lru_cache(maxsize=256)
def _loaded(waiting: tuple[Outline, ...]) -> tuple[Detect, ...]:
    """The functions themselves, whose modules are loaded now."""
    return tuple(rule.detect for one in waiting if (rule := one.rule()).detect is not None)


def _detecting(kind: str) -> Iterator[Outline]:
    return (one for one in outlines().values() if one.detects and (not one.kinds or kind in one.kinds))


def surveying() -> Iterator[Rule]:
    """The rules that look at the workspace as a whole."""
    return (one.rule() for one in outlines().values() if one.surveys)


@lru_cache(maxsize=1)
def taken() -> frozenset[str]:
    """The ids of problems that rules tell in their own words."""
    return frozenset(problem for one in outlines().values() for problem in one.takes)
