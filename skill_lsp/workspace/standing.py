"""How the skills that a host discovers stand to each other: which bears its name, and which one it hides."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skill_lsp.hosts.host import Collision
from skill_lsp.hosts.reading import Severity
from skill_lsp.record import NamedTuple
from skill_lsp.workspace import discovery

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skill_lsp.hosts.host import Host
    from skill_lsp.hosts.reading import Reading
    from skill_lsp.workspace.discovery import Candidate, Start
    from skill_lsp.workspace.index import Workspace


class Standing(NamedTuple):
    """One skill in a host's eyes.

    name: what it is called by, None where the host can't take it. state: "used"; "qualified" (another skill has the
    bare name, and this one is reached as `plugin:skill`); "kept" (one of several of this name); "shadowed"; "invalid";
    "outside" (a link leads out of the checkout). by: the path of the skill that has the name instead. shadows: the
    paths of those that it hides. reason: why the host can't take it.
    """

    candidate: Candidate
    name: str | None
    state: str
    by: str | None = None
    shadows: tuple[str, ...] = ()
    reason: str = ""


def standings(host: Host, start: Start, workspace: Workspace) -> list[Standing]:
    """The skills that a host discovers from a start, in precedence order."""
    found = [
        (candidate, workspace.reading(host, candidate.path, candidate.plugin))
        for candidate in discovery.candidates(host, start, workspace.files, workspace.plugins)
    ]
    taken = list(_judged(host, found))
    hidden: dict[str, list[str]] = {}
    for standing in taken:
        if standing.by is not None and standing.state in ("shadowed", "qualified"):
            hidden.setdefault(standing.by, []).append(standing.candidate.path)
    return [standing._replace(shadows=tuple(hidden.get(standing.candidate.path, ()))) for standing in taken]


def _judged(host: Host, found: list[tuple[Candidate, Reading | None]]) -> Iterator[Standing]:
    bearers: dict[str, str] = {}
    for candidate, reading in found:
        if candidate.outside:
            yield Standing(candidate, None, "outside", reason="a link leads out of the checkout")
            continue
        name = reading.name if reading is not None else None
        if reading is None or not reading.loaded or name is None:
            if host.invalid_shadows and name is not None:
                bearers.setdefault(name, candidate.path)
            yield Standing(candidate, None, "invalid", reason=_reason(reading))
            continue
        first = bearers.setdefault(name, candidate.path)
        if first == candidate.path:
            yield Standing(candidate, name, "used")
        elif host.collision is not Collision.FIRST_WINS:
            yield Standing(candidate, name, "kept", by=first)
        elif candidate.plugin is not None and host.plugins_have_bare_names:
            yield Standing(candidate, f"{candidate.plugin.name}:{name}", "qualified", by=first)
        else:
            yield Standing(candidate, name, "shadowed", by=first)


def _reason(reading: Reading | None) -> str:
    if reading is None:
        return "the file can't be read"
    first = next((one for one in reading.problems if one.effect.severity is Severity.ERROR), None)
    return first.cause if first is not None else "it does not load it"


def nested_anchors(host: Host, directory: str, workspace: Workspace) -> list[str]:
    """The directories below one that have skills roots of their own, which the host looks into once it works there."""
    if not any(root.nested for root in host.roots):
        return []
    anchors = {
        spot.anchor
        for entry in workspace.skills()
        for spot in discovery.spots(host, entry.path)
        if spot.root.nested and not spot.miss and spot.anchor.startswith(directory.rstrip("/") + "/")
    }
    return sorted(anchors)
