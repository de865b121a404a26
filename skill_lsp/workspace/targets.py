"""Which hosts judge a file: the ones that were named, else the ones its place belongs to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skill_lsp import hosts
from skill_lsp.config import unknown_name
from skill_lsp.record import NamedTuple

if TYPE_CHECKING:
    from skill_lsp.config import Settings
    from skill_lsp.hosts.host import Host
    from skill_lsp.hosts.reading import Place

SPECIFICATION = "agent-skills"
"""Judges what lies in no host's place."""


class UnknownHostError(Exception):
    """A host of that name does not exist. The message suggests one."""


def named(names: list[str] | tuple[str, ...]) -> tuple[Host, ...]:
    """The hosts of a list of names; "all" stands for every one. Raises UnknownHostError."""
    if "all" in names:
        return hosts.everyone()
    known = hosts.ids()
    for name in names:
        if name not in known:
            raise UnknownHostError(unknown_name("host", name, known))
    return tuple(hosts.get(name) for name in dict.fromkeys(names))


class _Table(NamedTuple):
    """Host ids by directory name, those that read `.skill.toml`, and by the end of a file's name."""

    directories: dict[str, tuple[str, ...]]
    manifests: tuple[str, ...]
    suffixes: dict[str, tuple[str, ...]]


@hosts.derived
def _table() -> _Table:
    everyone = hosts.facts()
    own: dict[str, list[str]] = {}
    for host in everyone:
        for directory in host.own_directories:
            own.setdefault(directory, []).append(host.id)
    shared: dict[str, list[str]] = {}
    for host in everyone:
        for root, _, _ in host.roots if host.id != SPECIFICATION else ():  # a text loads nothing from anywhere
            above = root.removeprefix("~/").rpartition("/")[0]
            top = above if above.startswith(".config/") else above.partition("/")[0]
            if top.startswith(".") and top not in own and host.id not in shared.setdefault(top, []):
                shared[top].append(host.id)
    return _Table(
        {top: tuple(ids) for top, ids in {**shared, **own}.items()},
        tuple(host.id for host in everyone if host.reads_manifests),
        {suffix: (host.id,) for host in everyone for suffix in host.own_suffixes},
    )


def by_directory(directory: str) -> tuple[str, ...]:
    """The ids of the hosts that a directory belongs to: the innermost part of its path that is somebody's decides."""
    above, _, name = directory.rpartition("/")
    if name not in _parts():
        return _innermost(above)  # the same for all directories beside this one
    return _innermost(directory)


@hosts.derived
def _parts() -> frozenset[str]:
    """The names of directories that may make a path somebody's."""
    return frozenset(part for directory in _table().directories for part in directory.split("/"))


@hosts.derived
def _innermost(directory: str) -> tuple[str, ...]:
    directories = _table().directories
    parts = directory.split("/")
    for at in range(len(parts) - 1, -1, -1):
        found = directories.get(parts[at]) or directories.get("/".join(parts[at - 1 : at + 1]))
        if found:
            return found
    return ()


def judges(place: Place, settings: Settings) -> tuple[Host, ...]:
    """The hosts that judge a file under these settings, each at the version that is set for it."""
    chosen = named(settings.targets) if settings.targets else by_place(place)
    if not settings.versions:
        return chosen
    return tuple(hosts.get(host.id, settings.versions.get(host.id)) for host in chosen)


def by_place(place: Place) -> tuple[Host, ...]:
    """The hosts that judge a file where nobody named any."""
    directory, _, name = place.path.rpartition("/")
    if name.endswith(".skill.toml"):
        return _hosts(_table().manifests)
    own = _table().suffixes.get(f".{name.rpartition('.')[2]}".lower())
    if own:
        return _hosts(own)
    ids = by_directory(directory)
    if not ids and place.plugin is not None:
        ids = (place.plugin.kind,)
    return _hosts(ids or (SPECIFICATION,))


@hosts.derived
def _hosts(ids: tuple[str, ...]) -> tuple[Host, ...]:
    return tuple(map(hosts.get, ids))
