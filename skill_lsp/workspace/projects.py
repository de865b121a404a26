"""What a host with activation lists finds from one directory: its skills by name and by server, and what is activated.

Readings are kept by path until the file changes; what follows from them is put together anew after every change.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from skill_lsp.hosts import mcp_address
from skill_lsp.record import NamedTuple, replace
from skill_lsp.syntax.activation import Activation
from skill_lsp.workspace import discovery
from skill_lsp.workspace.files import Kind, home_directory, kind_of, parent, within

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skill_lsp.hosts.host import Host
    from skill_lsp.hosts.reading import Reading
    from skill_lsp.workspace.index import Workspace


class Found(NamedTuple):
    """A skill that a host comes across, with what it made of it (the body left out)."""

    path: str
    reading: Reading


class Project(NamedTuple):
    """What a host finds from a directory.

    found: every skill in the order of discovery, whatever the host makes of it. by_name: the ones that it loads.
    by_server: the tool skills that it loads, by the name of their MCP server. activated: the names in all activation
    lists of the directory; lists: how many there are.
    """

    found: tuple[Found, ...]
    by_name: dict[str, list[Found]]
    by_server: dict[str, list[Found]]
    activated: frozenset[str]
    lists: int


def directory_of(path: str, kind: Kind | None) -> str:
    """The directory whose skills an activation list names: the workflow's own, or the one that holds `.oxo-flow`."""
    return parent(parent(path)) if kind is Kind.ACTIVATION else parent(path)


def server_of(reading: Reading) -> str | None:
    """The name of the MCP server of a tool skill."""
    requires = reading.values.get("requires")
    if reading.values.get("skill_type") != "tool" or not isinstance(requires, list):
        return None
    entry = next((entry for entry in requires if entry.startswith(mcp_address.SCHEME)), None)
    return mcp_address.server_name(entry) if entry is not None else None


class Projects:
    """The projects of a workspace, put together when they are asked for."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._readings: dict[tuple[str, str], Reading | None] = {}
        self._projects: dict[tuple[str, str], Project] = {}

    def forget(self, path: str | None = None) -> None:
        """A file or directory changed; many files did, where none is given."""
        self._projects.clear()
        if path is None:
            self._readings.clear()
        for key in [key for key in self._readings if within(key[1], path or "")]:
            del self._readings[key]

    def of(self, host: Host, directory: str) -> Project:
        """What a host finds from a directory, the skills of the user's home included."""
        key = (f"{host.id} {host.version}", directory)
        known = self._projects.get(key)
        if known is None:
            known = self._projects[key] = self._put_together(host, directory)
        return known

    def lists(self, directory: str) -> Iterator[Activation]:
        """The activation lists whose project is a directory: the workflows in it, and its ai.toml."""
        items = self._workspace.files.items(directory)
        for path in (*(f"{directory}/{item.name}" for item in items if item.is_file), f"{directory}/.oxo-flow/ai.toml"):
            if kind_of(path) in (Kind.WORKFLOW, Kind.ACTIVATION):
                document = self._workspace.document(path)
                if isinstance(document, Activation):
                    yield document

    def _put_together(self, host: Host, directory: str) -> Project:
        found = tuple(self._found(host, directory))
        by_name: dict[str, list[Found]] = {}
        by_server: dict[str, list[Found]] = {}
        for one in found:
            if one.reading.loaded:
                by_name.setdefault(one.reading.name or "", []).append(one)
                server = server_of(one.reading)
                if server is not None:
                    by_server.setdefault(server, []).append(one)
        lists = list(self.lists(directory))
        activated = frozenset(name for document in lists for name in document.names)
        return Project(found, by_name, by_server, activated, len(lists))

    def _found(self, host: Host, directory: str) -> Iterator[Found]:
        workspace = self._workspace
        home = home_directory()
        start = discovery.Start(home, None, home)
        at_home = discovery.candidates(host, start, workspace.files, workspace.plugins)
        paths = dict.fromkeys(candidate.path for candidate in (*at_home, *workspace.found_by(host, directory)))
        for path in paths:
            reading = self._reading(host, path) if path in workspace else self._read(host, path)
            if reading is not None:
                yield Found(path, reading)

    def _reading(self, host: Host, path: str) -> Reading | None:
        key = (f"{host.id} {host.version}", path)
        if key not in self._readings:
            self._readings[key] = self._read(host, path)
        return self._readings[key]

    def _read(self, host: Host, path: str) -> Reading | None:
        reading = self._workspace.reading(host, path)
        return replace(reading, body=None) if reading is not None else None
