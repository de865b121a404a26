"""Which host loads a skill: the answer to `skillLsp/hosts`, the code lens and the reasons in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from skill_lsp import hosts
from skill_lsp.hosts.reading import Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skill_lsp.features.document import Document
    from skill_lsp.features.snapshot import Snapshot
    from skill_lsp.hosts.reading import Problem


def report(snapshot: Snapshot, document: Document) -> dict[str, Any]:
    """Version 1 of the `hosts` report for one skill."""
    table = {host_id: _row(snapshot, document, host_id) for host_id in hosts.ids()}
    return {"version": 1, "skills": [{"path": document.path, "hosts": table}]}


def _row(snapshot: Snapshot, document: Document, host_id: str) -> dict[str, Any]:
    reading = snapshot.readings(document).get(host_id)
    if reading is None:
        nothing = dict.fromkeys(("name", "description", "index_entry"))
        return {"loaded": False, "discovered": False, **nothing, "problems": []}
    return {
        "loaded": reading.loaded,
        "discovered": snapshot.discovers(hosts.get(host_id), document),
        "name": reading.name,
        "description": reading.description,
        "index_entry": reading.index_entry,
        "problems": [_problem(document, problem) for problem in reading.problems],
    }


def _problem(document: Document, problem: Problem) -> dict[str, Any]:
    start, end = document.text.position(problem.span.start), document.text.position(problem.span.end)
    return {
        "rule": problem.rule,
        "message": problem.cause,
        "range": {
            "start": {"line": start.line + 1, "column": start.column + 1},
            "end": {"line": end.line + 1, "column": end.column + 1},
        },
    }


def title(snapshot: Snapshot, document: Document) -> str:
    """The hosts in one line: the targets first, then how many of the others load the skill."""
    readings = snapshot.readings(document)
    targets = [host for host in snapshot.targets(document) if host.id in readings]
    parts = [f"{host.title} {'✔' if readings[host.id].loaded else '✖'}" for host in targets]
    others = [reading for host_id, reading in readings.items() if host_id not in {host.id for host in targets}]
    if others:
        loading = sum(1 for reading in others if reading.loaded)
        parts.append(f"{loading} of {len(others)} others ✔")
    return " · ".join(parts)


def reasons(snapshot: Snapshot, document: Document) -> Iterator[str]:
    """One line for each host: loaded and under which name, or why not."""
    readings = snapshot.readings(document)
    for host in hosts.everyone():
        reading = readings.get(host.id)
        if reading is None:
            yield f"– {host.title} does not read such files."
        elif reading.loaded:
            yield f"✔ {host.title} loads it as `{reading.name}`."
        else:
            cause = next((one for one in reading.problems if one.effect.severity is Severity.ERROR), None)
            yield f"✖ {host.title} {cause.effect.one}: {cause.cause}." if cause else f"✖ {host.title} does not load it."
