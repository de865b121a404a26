"""Which plugin a file belongs to, found upwards from it: by manifests of every host, and by marketplaces."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skill_lsp import hosts
from skill_lsp.hosts.reading import Plugin
from skill_lsp.record import NamedTuple
from skill_lsp.syntax.nodes import Mapping, Node, Scalar, Sequence, Style
from skill_lsp.text import Text
from skill_lsp.workspace.files import ancestors, home_directory, joined, parent

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from skill_lsp.workspace.files import Files


class Claim(NamedTuple):
    """A plugin with the places where it has skills. `explicit` are directories that its manifest names, `standard` the
    one that counts without being named. All are absolute."""

    plugin: Plugin
    standard: str
    explicit: tuple[str, ...]

    def skill_directories_of(self, explicit_replaces: bool) -> tuple[str, ...]:  # noqa: FBT001 - a host's trait
        """The directories whose children are skills (or which are a skill)."""
        if explicit_replaces and self.explicit:
            return self.explicit
        return tuple(dict.fromkeys((self.standard, *self.explicit)))

    def names(self, path: str) -> bool:
        """Whether the manifest names a directory that the path lies in, or that directory itself."""
        return any(path == one or path.startswith(one + "/") for one in self.explicit)


class Plugins:
    """The plugins and checkouts around some files. What a directory holds is looked up once, until `forget`.

    `holds` says whether a directory holds a manifest, None where only the disk can tell.
    """

    def __init__(self, files: Files, holds: Callable[[str], bool | None] = lambda directory: None) -> None:
        self._files = files
        self._holds = holds
        self._claims: dict[str, tuple[Claim, ...]] = {}
        self._checkouts: dict[str, bool] = {}
        self._around: dict[str, Claim | None] = {}
        self._home = home_directory()
        self._bare: set[str] = set()
        """Directories that no plugin begins at or above."""

    def forget(self, manifest: str) -> None:
        """Takes a changed, new or deleted manifest into account."""
        directory = parent(manifest)
        self._around.clear()
        self._bare.clear()
        self._claims.pop(directory, None)
        self._claims.pop(parent(directory), None)

    def forget_all(self) -> None:
        """Takes it into account that anything may have changed."""
        self._claims.clear()
        self._checkouts.clear()
        self._around.clear()
        self._bare.clear()

    def is_checkout(self, directory: str) -> bool:
        """Whether a directory is the root of a checkout."""
        known = self._checkouts.get(directory)
        if known is None:
            known = self._checkouts[directory] = self._files.exists(f"{directory}/.git")
        return known

    def checkout_of(self, path: str) -> str | None:
        """The root of the checkout that a file lies in, None without one."""
        return next((above for above in ancestors(path) if self.is_checkout(above)), None)

    def of(self, path: str) -> Plugin | None:
        """The plugin that a file belongs to.

        A file in a host's own directory (`.claude/skills`) belongs to the plugin around it only where the manifest
        names that directory; the search ends at the checkout's root and below the home.
        """
        claim = self.claim_of(path)
        return claim.plugin if claim else None

    def claim_of(self, path: str) -> Claim | None:
        """The same with the plugin's skill directories."""
        directory = parent(path)
        if directory not in self._around:
            self._around[directory] = self._claim_around(path)
        return self._around[directory]

    def around(self, path: str) -> list[Claim]:
        """Every plugin that a file lies in the tree of: marketplaces may name one tree several times."""
        found = []
        for directory in ancestors(path):
            found += [claim for claim in self.at(directory) if path.startswith(claim.plugin.root + "/")]
            if self.is_checkout(directory):
                break
        return found

    def _claim_around(self, path: str) -> Claim | None:
        here = parent(path)
        if parent(here) in self._bare and not self.at(here):
            return None
        own, plugin_roots = _host_directories()
        crossed = False
        below = ""
        bare = True
        for directory in ancestors(path):
            if directory == self._home:
                break
            for claim in self.at(directory):
                bare = False
                if path.startswith(claim.plugin.root + "/") and (not crossed or claim.names(parent(path))):
                    return claim
            name = directory.rpartition("/")[2]
            if name in own and f"{name}/{below}" not in plugin_roots:
                crossed = True
            if self.is_checkout(directory):
                break
            below = name
        if bare:
            self._bare.add(parent(here))
        return None

    def at(self, directory: str) -> tuple[Claim, ...]:
        """The plugins whose files begin at a directory: its own manifest's, else what marketplaces above say."""
        found = self._claims.get(directory)
        if found is None and self._holds(directory) is False:
            return ()
        if found is None:
            found = self._claims[directory] = tuple(self._look(directory))
        return found

    def _look(self, directory: str) -> Iterator[Claim]:
        for manifest, host_id, schema in _manifests():
            path = f"{directory}/{manifest}"
            if self._files.is_file(path):
                root = self._root(path)
                if manifest != "plugin.json" or self._in_plugin_root(directory) or _is_of(schema, root):
                    yield _claim(root, directory, path, host_id)
        for marketplace, host_id in _marketplaces():
            path = f"{directory}/{marketplace}"
            if self._files.is_file(path):
                yield from self._listed(directory, path, host_id)

    def _listed(self, directory: str, path: str, host_id: str) -> Iterator[Claim]:
        root = self._root(path)
        entries = root.get("plugins") if isinstance(root, Mapping) else None
        metadata = root.get("metadata") if isinstance(root, Mapping) else None
        base = joined(directory, _names(metadata, "pluginRoot") or ".")
        for entry in entries.items if isinstance(entries, Sequence) else ():
            source = _names(entry, "source")
            if source is not None and not source.startswith("/"):
                start = directory if source.startswith("./") else base
                yield _claim(entry, joined(start, source), path, host_id)

    def _root(self, path: str) -> Node | None:
        from skill_lsp.syntax import json

        text = self._files.read(path)
        return json.parse(text).root if isinstance(text, Text) else None

    def _in_plugin_root(self, directory: str) -> bool:
        _, plugin_roots = _host_directories()
        return "/".join(directory.split("/")[-3:-1]) in plugin_roots


def tree_of(manifest: str) -> str:
    """The directory whose files a manifest speaks of."""
    directory = parent(manifest)
    return parent(directory) if directory.rpartition("/")[2].startswith(".") else directory


def _claim(root: Node | None, directory: str, manifest: str, host_id: str) -> Claim:
    name = _names(root, "name") or directory.rpartition("/")[2]
    plugin = Plugin(name, directory, manifest, host_id)
    return Claim(plugin, f"{directory}/skills", tuple(joined(directory, path) for path, _ in skill_paths(root)))


def skill_paths(root: Node | None) -> Iterator[tuple[str, Scalar]]:
    """The paths of skills that a manifest names, with their nodes: `skills` (text or list), `contributes.skills`."""
    if not isinstance(root, Mapping):
        return
    contributes = root.get("contributes")
    for holder in (root, contributes):
        value = holder.get("skills") if isinstance(holder, Mapping) else None
        for item in value.items if isinstance(value, Sequence) else (value,):
            if isinstance(item, Scalar) and item.style is Style.STRING:
                yield item.text, item


def _names(node: Node | None, key: str) -> str | None:
    value = node.get(key) if isinstance(node, Mapping) else None
    return value.text if isinstance(value, Scalar) and value.style is Style.STRING else None


def _is_of(schema: str, root: Node | None) -> bool:
    """Whether a manifest names this schema, in whatever version: `…/schemas/1.0.0/plugin.schema.json`."""
    written = _names(root, "$schema")
    if not schema or written is None:
        return False
    family, _, rest = schema.partition("/schemas/")
    return written.startswith(f"{family}/schemas/") and written.endswith(rest.partition("/")[2])


@hosts.derived
def _manifests() -> tuple[tuple[str, str, str], ...]:
    """(manifest, host id, schema) of every host that has plugins; those in a directory of their own first."""
    found = [(path, host.id, host.plugin_schema) for host in hosts.facts() for path in host.plugin_manifests]
    return tuple(sorted(found, key=lambda one: "/" not in one[0]))


@hosts.derived
def _marketplaces() -> tuple[tuple[str, str], ...]:
    return tuple((path, host.id) for host in hosts.facts() for path in host.marketplaces)


@hosts.derived
def _host_directories() -> tuple[frozenset[str], frozenset[str]]:
    """The hidden directories that hosts look into, and which of their children hold plugins (`.xum/plugins`)."""
    own: set[str] = set()
    plugin_roots: set[str] = set()
    for host in hosts.facts():
        own.update(host.own_directories)
        for root, _, plugins in host.roots:
            path = root.removeprefix("~/")
            if path.startswith("."):
                own.add(path.partition("/")[0])
            if plugins:
                plugin_roots.add(path)
    return frozenset(own), frozenset(plugin_roots)
