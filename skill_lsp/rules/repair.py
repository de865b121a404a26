"""Applying fixes to texts: each fix wholly or not at all, never two on one place in a round."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from skill_lsp.record import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from skill_lsp.rules.finding import Finding, Fix, Rename
    from skill_lsp.rules.run import Run
    from skill_lsp.text import Edit, Span, Text


class Round(NamedTuple):
    """What one round of fixing does: the edits in each file and its new text, the renames, and the findings it
    solves."""

    edits: dict[str, list[Edit]]
    texts: dict[str, Text]
    renames: tuple[Rename, ...]
    solved: tuple[Finding, ...]


def safe(finding: Finding) -> Fix | None:
    """The finding's preferred safe fix."""
    return next((fix for fix in finding.fixes if fix.safe), None)


def unsafe_too(finding: Finding) -> Fix | None:
    """The finding's safe fix, else its preferred one."""
    return safe(finding) or next(iter(finding.fixes), None)


def one_round(
    findings: Iterable[Finding], choose: Callable[[Finding], Fix | None], text_of: Callable[[str], Text | None]
) -> Round:
    """Applies the chosen fixes that do not touch one another's places; the gravest findings come first. What is left
    out gets its turn in the next round, after a new check."""
    accepted: dict[str, list[Edit]] = {}
    renames: list[Rename] = []
    solved: list[Finding] = []
    for finding in sorted(findings, key=lambda one: (-one.severity, one.path, one.span or (0, 0))):
        fix = choose(finding)
        if fix is None or not (fix.edits or fix.renames) or any(_nested(one, renames) for one in fix.renames):
            continue
        edits = [(path or finding.path, edit) for path, edit in fix.edits]
        if all(_fits(edit, accepted.get(path, []), text_of(path)) for path, edit in edits):
            for path, edit in edits:
                _accept(edit, accepted.setdefault(path, []))
            renames += fix.renames
            solved.append(finding)
    texts = {}
    for path, edits_here in accepted.items():
        text = text_of(path)
        if text is not None:
            texts[path] = text.edited(edits_here)
    return Round(accepted, texts, tuple(renames), tuple(solved))


def _fits(edit: Edit, accepted: list[Edit], text: Text | None) -> bool:
    """Whether an edit can be made beside the accepted ones, which are in order: apart from each, or the same as one."""
    if text is None or text.undecodable is not None or not 0 <= edit.span.start <= edit.span.end <= len(text):
        return False
    at = bisect_left(accepted, edit)
    return all(edit == other or _apart(edit.span, other.span) for other in accepted[max(at - 1, 0) : at + 1])


def _accept(edit: Edit, accepted: list[Edit]) -> None:
    at = bisect_left(accepted, edit)
    if accepted[at : at + 1] != [edit]:
        accepted.insert(at, edit)


def _nested(rename: Rename, others: list[Rename]) -> bool:
    """Whether a rename has to wait for another one of this round: one lies in the other, or both end at one place."""
    return any(
        rename.new == other.new
        or f"{rename.old}/".startswith(f"{other.old}/")
        or f"{other.old}/".startswith(f"{rename.old}/")
        for other in others
    )


def _apart(one: Span, other: Span) -> bool:
    """Whether two places neither overlap nor touch: what is inserted at a place may be meant for what the other one
    changes there."""
    return one.end < other.start or other.end < one.start


ROUNDS = 30
"""How often a tree is checked and fixed again at most: what has not settled by then never will."""


class Repaired(NamedTuple):
    """The outcome of repairing: old and new text by path, the renames that are to follow, the findings that all this
    solves and those that are left."""

    changes: dict[str, tuple[Text, Text]]
    renames: tuple[Rename, ...]
    solved: tuple[Finding, ...]
    left: list[Finding]


def until_stable(run: Run, paths: list[str], choose: Callable[[Finding], Fix | None]) -> Repaired:
    """Fixes files in memory, again and again until nothing more can be fixed. Nothing is written: the new texts lie
    over the files of the run. Fixes that rename come once, at the end. A file whose text comes round again stays."""
    originals: dict[str, Text] = {}
    seen: dict[str, set[str]] = {}
    solved: list[Finding] = []
    pending = paths
    for _ in range(ROUNDS):
        done = one_round(run.all_findings(pending), lambda finding: _in_place(choose(finding)), run.text_of)
        pending = []
        for path, text in done.texts.items():
            before = run.text_of(path)
            originals.setdefault(path, before or text)
            known = seen.setdefault(path, {originals[path].content})
            if text.content not in known:
                known.add(text.content)
                run.workspace.open(path, text)
                pending.append(path)
        if not pending:
            break
        solved += done.solved
    left = run.all_findings(paths)
    last = one_round(left, lambda finding: _renaming(choose(finding)), run.text_of)
    for path, text in last.texts.items():
        originals.setdefault(path, run.text_of(path) or text)
        run.workspace.open(path, text)
    changes = {
        path: (old, new)
        for path, old in originals.items()
        if (new := run.text_of(path)) is not None and new.content != old.content
    }
    return Repaired(changes, last.renames, (*solved, *last.solved), left)


def _in_place(fix: Fix | None) -> Fix | None:
    return None if fix is None or fix.renames else fix


def _renaming(fix: Fix | None) -> Fix | None:
    return fix if fix is not None and fix.renames else None
