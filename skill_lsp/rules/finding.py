"""A finding: one defect on one range, with what each host does about it, and its fixes."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from skill_lsp.hosts.reading import Effect, Problem, Severity, listed
from skill_lsp.record import NamedTuple, dataclass, field, replace

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from skill_lsp.text import Edit, Span


class Related(NamedTuple):
    """A further place that belongs to a finding. `path` None means the finding's own file."""

    path: str | None
    span: Span
    message: str


class FileEdit(NamedTuple):
    """An edit in a file; `path` None means the finding's own file."""

    path: str | None
    edit: Edit


class Rename(NamedTuple):
    """A file or directory that gets another name."""

    old: str
    new: str


@dataclass(frozen=True)
class Fix:
    """Edits that solve a finding. A safe fix never changes what the author meant. `renames` happen after the edits."""

    title: str
    edits: tuple[FileEdit, ...] = ()
    safe: bool = True
    renames: tuple[Rename, ...] = ()


@dataclass(frozen=True)
class Finding:
    """One defect.

    `hosts` maps host ids to severities, empty where it concerns no host in particular. `span` is None for a finding
    about a file or directory as a whole (reported at its first character).
    """

    rule: str
    path: str
    span: Span | None
    message: str
    severity: Severity
    hosts: Mapping[str, Severity] = field(default_factory=dict)
    related: tuple[Related, ...] = ()
    data: str | None = None
    """What the rule's fix needs to know."""
    fixes: tuple[Fix, ...] = ()
    """The preferred one first."""
    unnecessary: bool = False
    """The range has no effect (an editor fades it)."""

    def with_severity(self, severity: Severity) -> Finding:
        """The finding as a setting wants it."""
        return replace(self, severity=severity, hosts=dict.fromkeys(self.hosts, severity))


def merged(path: str, problems: Iterable[tuple[str, str, Problem]]) -> list[Finding]:
    """One finding for each defect, whose message says who does what.

    Problems of several hosts (id, title, problem) with the same rule and span are one defect.
    """
    groups: dict[tuple[str, Span], list[tuple[str, str, Problem]]] = {}
    for host_id, title, problem in problems:
        groups.setdefault((problem.rule, problem.span), []).append((host_id, title, problem))
    findings = []
    for (rule, span), group in groups.items():
        hosts: dict[str, Severity] = {}
        for host_id, _, problem in group:
            hosts[host_id] = max(problem.effect.severity, hosts.get(host_id, Severity.HINT))
        related = tuple(dict.fromkeys(Related(None, *one) for _, _, problem in group for one in problem.related))
        findings.append(
            Finding(
                rule,
                path,
                span,
                sentence(group),
                max(hosts.values()),
                hosts,
                related,
                next((problem.data for _, _, problem in group if problem.data is not None), None),
            )
        )
    return findings


def sentence(group: list[tuple[str, str, Problem]]) -> str:
    """Who does what and why: "Xum and Codex drop this skill: <cause>. Claude Code ignores this: <cause>."

    Hosts that do the same for the same cause are named together, the gravest effect first; a cause is said once.
    """
    return _sentence(tuple([(title, problem.effect, problem.cause) for _, title, problem in group]))


@lru_cache(maxsize=1024)
def _sentence(said: tuple[tuple[str, Effect, str], ...]) -> str:
    """The same from titles, effects and causes: many files have the same defect."""
    clauses: dict[tuple[Effect, str], list[str]] = {}
    for title, effect, cause in said:
        titles = clauses.setdefault((effect, cause), [])
        if title not in titles:
            titles.append(title)
    told: set[str] = set()
    sentences = []
    for ((one, many, _), cause), titles in sorted(clauses.items(), key=lambda item: -item[0][0][2]):
        who = listed(titles)
        does = one if len(titles) == 1 else many
        if who.startswith("the "):
            who = f"T{who[1:]}"
        if cause and cause not in told:
            sentences.append(f"{who} {does}: {cause}.")
        else:
            sentences.append(f"{who} {does}.")
        told.add(cause)
    return " ".join(sentences)
