"""Where each host finds skills: from a working directory, in precedence order; and, for one path, whether any root of
the host covers it. What a host does is data (`Host.roots`); nothing here knows a host by name."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from skill_lsp.record import NamedTuple, dataclass
from skill_lsp.workspace.files import ancestors, joined, parent

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from skill_lsp.hosts.host import Host, Root
    from skill_lsp.hosts.reading import Plugin
    from skill_lsp.workspace.files import Files
    from skill_lsp.workspace.plugins import Claim, Plugins

MAX_DIRECTORIES = 2_000
"""Directories scanned below one recursive root, as Codex has it."""
_SKIPPED = frozenset({".git", ".hg", ".svn", "node_modules"})


class Candidate(NamedTuple):
    """A skill's document as a host comes across it.

    path: as the host opens it, links not resolved. directory: the entry's name in the root (a link's own name; the name
    of the file for a manifest). anchor: the directory that the root's path is relative to. outside: a link leads it out
    of the checkout or plugin, where the host refuses it.
    """

    path: str
    directory: str
    root: Root
    anchor: str
    plugin: Plugin | None = None
    outside: bool = False


class Spot(NamedTuple):
    """Where a path lies in a host's root. depth: directories between the root and the file (1: `<root>/<dir>/file`).
    miss: why the host does not see it, "" where it does: "depth", "case", "hidden", "flat"."""

    root: Root
    anchor: str
    depth: int
    miss: str


@dataclass(frozen=True)
class Start:
    """Where an agent is started.

    directory: the working directory. checkout: the root of the checkout around it, None without one. home: the user's,
    None leaves the user's roots out. below: directories further down that have roots of their own.
    """

    directory: str
    checkout: str | None = None
    home: str | None = None
    below: tuple[str, ...] = ()


def start_at(directory: str, files: Files, *, home: str | None = None, below: Iterable[str] = ()) -> Start:
    """A start in a directory, its checkout looked up on the disk."""
    for above in (directory, *ancestors(directory)):
        if files.exists(f"{above}/.git"):
            return Start(directory, above, home, tuple(below))
    return Start(directory, None, home, tuple(below))


# ------------------------------------------------------------------------ scanning


def candidates(host: Host, start: Start, files: Files, plugins: Plugins) -> list[Candidate]:
    """What the host comes across from a start, the winning copy of a name first."""
    scan = _Scan(host, start, files, plugins)
    found: list[Candidate] = []
    for anchor, root in _places(host.roots, start):
        found += scan.root(anchor, root)
    for anchor in start.below:
        for root in host.roots:
            if root.nested:
                found += scan.root(anchor, root)
    return found


def _places(roots: tuple[Root, ...], start: Start) -> Iterator[tuple[str, Root]]:
    """(anchor, root) in precedence order. Among neighbouring upward roots the nearer directory goes first."""
    upward: list[Root] = []
    for root in roots:
        if root.upward:
            upward.append(root)
            continue
        yield from _upward(upward, start)
        upward = []
        anchor = _anchor(root, start)
        if anchor is not None:
            yield anchor, root
    yield from _upward(upward, start)


def _upward(roots: list[Root], start: Start) -> Iterator[tuple[str, Root]]:
    for directory in _chain(start) if roots else ():
        for root in roots:
            yield directory, root


def _chain(start: Start) -> list[str]:
    """The working directory and those above it up to the checkout's root; alone where there is no checkout."""
    chain = [start.directory]
    if start.checkout is not None:
        for above in ancestors(start.directory):
            if chain[-1] == start.checkout:
                break
            chain.append(above)
    return chain


def _anchor(root: Root, start: Start) -> str | None:
    if root.path.startswith("~/"):
        return start.home
    if root.path.startswith("/"):
        return "" if start.home is not None else None
    return (start.checkout or start.directory) if root.checkout else start.directory


class _Scan:
    """One host's look at the disk."""

    def __init__(self, host: Host, start: Start, files: Files, plugins: Plugins) -> None:
        self.host = host
        self.files = files
        self.plugins = plugins
        self.checkout = start.checkout or start.directory
        self.plugin_names: set[tuple[str, str]] = set()
        self.left = MAX_DIRECTORIES

    def root(self, anchor: str, root: Root) -> Iterator[Candidate]:
        directory = joined(anchor, root.path.removeprefix("~/")) if not root.path.startswith("/") else root.path
        if not self.files.is_directory(directory):
            return
        if root.plugins:
            yield from self.plugin_root(anchor, root, directory)
            return
        self.left = MAX_DIRECTORIES
        if root.manifests:
            for item in self.files.items(directory):
                if item.is_file and is_manifest_name(item.name):
                    yield self.candidate(f"{directory}/{item.name}", item.name, root, anchor)
        if root.flat or root.depth is None:
            yield from self.document(directory, directory.rpartition("/")[2], root, anchor)
        yield from self.below(directory, root, anchor, 1, frozenset())

    def below(
        self, directory: str, root: Root, anchor: str, depth: int, seen: frozenset[str], plugin: Plugin | None = None
    ) -> Iterator[Candidate]:
        """The skills in the directories of a directory, and further down as far as the root goes."""
        if root.depth is not None and depth > root.depth:
            return
        items = self.files.items(directory)
        for item in reversed(items) if self.host.later_wins else items:
            hidden = item.name.startswith(".")
            if not item.is_directory or item.name in _SKIPPED or (hidden and not root.hidden) or self.left <= 0:
                continue
            self.left -= 1
            path = f"{directory}/{item.name}"
            real = self.files.real(path) if item.link else path
            if real in seen or (path.startswith(real + "/") and item.link):
                continue
            yield from self.document(path, item.name, root, anchor, plugin)
            if root.depth is None or depth < root.depth:
                yield from self.below(path, root, anchor, depth + 1, seen | {real}, plugin)

    def document(
        self, directory: str, name: str, root: Root, anchor: str, plugin: Plugin | None = None
    ) -> Iterator[Candidate]:
        """The SKILL.md of a directory, by the exact case of the name."""
        names = {item.name: item for item in self.files.items(directory)}
        for wanted in self.host.file_names:
            if wanted in names and names[wanted].is_file:
                yield self.candidate(f"{directory}/{wanted}", name, root, anchor, plugin)
                return

    def candidate(self, path: str, name: str, root: Root, anchor: str, plugin: Plugin | None = None) -> Candidate:
        outside = False
        if root.contained:
            limit = self.files.real(plugin.root if plugin else self.checkout)
            outside = not self.files.real(path).startswith(limit.rstrip("/") + "/")
        return Candidate(path, name, root, anchor, plugin, outside)

    def plugin_root(self, anchor: str, root: Root, directory: str) -> Iterator[Candidate]:
        """The skills of every plugin in a directory. A second plugin directory of the host's own with the same name is
        left aside (coder/mux f2160b194, agentPlugins: `.mux/plugins/X` behind `.xum/plugins/X`)."""
        own = root.path.removeprefix("~/").partition("/")[0] in self.host.own_directories
        for item in self.files.items(directory):
            if not item.is_directory or (own and (anchor, item.name) in self.plugin_names):
                continue
            for claim in self.plugins.at(f"{directory}/{item.name}"):
                if claim.plugin.kind == self.host.id and claim.plugin.root == f"{directory}/{item.name}":
                    if own:
                        self.plugin_names.add((anchor, item.name))
                    yield from self.plugin_skills(claim, root, anchor)

    def plugin_skills(self, claim: Claim, root: Root, anchor: str) -> Iterator[Candidate]:
        for directory in claim.skill_directories_of(self.host.explicit_skills_replace):
            if not self.host.explicit_skills_replace:
                yield from self.document(directory, directory.rpartition("/")[2], root, anchor, claim.plugin)
            yield from self.below(directory, root, anchor, 1, frozenset(), claim.plugin)


def is_manifest_name(name: str) -> bool:
    """Whether oxo-flow takes a file of this name for a manifest: extension exactly `toml`, a stem that ends in `.skill`
    (b936dc14, `discover_skills_from` in skill.rs; executed)."""
    return name.endswith(".skill.toml")


# --------------------------------------------------------------------- one path


def spots(host: Host, path: str, *, manifest: bool = False) -> tuple[Spot, ...]:
    """The roots of the host that a path lies in or beside, whatever the working directory; those that see it first."""
    directory, _, name = path.rpartition("/")
    above, _, own = directory.rpartition("/")
    if own[:1] == "." or own in _root_parts(host):
        return _spots(host, path, manifest)
    return _spots(host, f"{above}/*/{name}", manifest)  # all directories beside it are alike


@lru_cache(maxsize=4096)
def _spots(host: Host, path: str, manifest: bool) -> tuple[Spot, ...]:  # noqa: FBT001 - a fact
    found = []
    directory, _, name = path.rpartition("/")
    for root, tail in _tails(host):
        at = (directory + "/").rfind(f"/{tail}/")
        if at < 0:
            continue
        inner = directory[at + len(tail) + 2 :]
        between = inner.split("/") if inner else []
        found.append(Spot(root, directory[:at], len(between), _miss(host, root, between, name, manifest)))
    return tuple(sorted(found, key=lambda spot: bool(spot.miss)))


def _miss(host: Host, root: Root, between: list[str], name: str, manifest: bool) -> str:  # noqa: FBT001 - a fact
    if manifest:
        if not is_manifest_name(name):
            return "case" if is_manifest_name(name.lower()) else "suffix"
        return "depth" if between else ""
    if root.depth is not None and len(between) > root.depth:
        return "depth"
    if not between and not root.flat and root.depth is not None:
        return "flat"
    if not root.hidden and any(part.startswith(".") for part in between):
        return "hidden"
    return "" if name in host.file_names else "case"


@lru_cache(maxsize=64)
def _root_parts(host: Host) -> frozenset[str]:
    """The names of directories that say something about a path that they are part of."""
    return frozenset(part for _, tail in _tails(host) for part in tail.split("/"))


@lru_cache(maxsize=64)
def _tails(host: Host) -> tuple[tuple[Root, str], ...]:
    """Each skills root once, with its path without the home; the project's root speaks for the one in the home."""
    found: dict[str, Root] = {}
    for root in sorted(host.roots, key=lambda root: root.path.startswith("~/")):
        if not root.plugins and not root.path.startswith("/"):
            found.setdefault(root.path.removeprefix("~/"), root)
    return tuple((root, tail) for tail, root in found.items())


def plugin_miss(host: Host, path: str, claim: Claim) -> str:
    """Why the host does not see a file as a skill of the plugin; "" where it does."""
    directory, _, name = path.rpartition("/")
    wanted = "" if name in host.file_names else "case"
    if directory in claim.explicit or (directory == claim.plugin.root and not claim.explicit):
        return wanted
    if parent(directory) in claim.skill_directories_of(host.explicit_skills_replace):
        return wanted
    return "depth"


def discovered(host: Host, path: str, claim: Claim | None, *, manifest: bool = False) -> bool:
    """Whether the host finds the file where it lies, from some working directory."""
    if manifest and not host.manifest_keys:
        return False
    if any(not spot.miss for spot in spots(host, path, manifest=manifest)):
        return not manifest or any(spot.root.manifests for spot in spots(host, path, manifest=True))
    return claim is not None and claim.plugin.kind == host.id and not plugin_miss(host, path, claim)
