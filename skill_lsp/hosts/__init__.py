"""The hosts that this product knows. A new host is a new module here, found by its name."""

from __future__ import annotations

import os
from functools import lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, ParamSpec, TypeVar, cast

from skill_lsp import cache
from skill_lsp.record import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from skill_lsp.hosts.host import Host
    from skill_lsp.hosts.keys import Key

_MACHINERY = frozenset(
    {
        "__init__", "ai_table", "body", "companions", "delimiters", "dialects", "expansion", "host", "keys",
        "line_frontmatter", "mcp_address", "new_skill", "objections", "reading", "skill_manifest",
    }
)  # fmt: skip
"""Modules of this package that are no host."""
_registered: dict[str, type[Host]] = {}
_derived: list[Callable[[], None]] = []
"""What forgets a result that depends on which hosts there are."""

_Given = ParamSpec("_Given")
_Made = TypeVar("_Made")


def derived(function: Callable[_Given, _Made]) -> Callable[_Given, _Made]:
    """Decorator of a function of all known hosts: its results are remembered until another host is registered."""
    cached = lru_cache(maxsize=4096)(function)
    _derived.append(cached.cache_clear)
    return cast("Callable[_Given, _Made]", cached)


def register(host: type[Host]) -> None:
    """Adds a host that lives in no module of this package (a test, an extension)."""
    _registered[host.id] = host
    _forget_derived()


def unregister(host: type[Host]) -> None:
    """Takes such a host away again."""
    _registered.pop(host.id, None)
    _forget_derived()


def _forget_derived() -> None:
    for forget in _derived:
        forget()


@derived
def ids() -> tuple[str, ...]:
    """The names of all known hosts, in alphabetical order."""
    modules = {name[:-3] for name in os.listdir(__path__[0]) if name.endswith(".py")} - _MACHINERY
    return tuple(sorted({module.replace("_", "-") for module in modules} | set(_registered)))


@derived
def get(host_id: str, version: str | None = None) -> Host:
    """The host of that name. Raises KeyError where there is none."""
    if host_id not in ids():
        raise KeyError(host_id)
    kind = _registered.get(host_id)
    if kind is None:
        kind = import_module(f"skill_lsp.hosts.{host_id.replace('-', '_')}").HOST
    return kind(version)


def everyone() -> tuple[Host, ...]:
    """All known hosts at their default version."""
    return tuple(get(host_id) for host_id in ids())


class KeyFacts(NamedTuple):
    """What is to be known of a key of a host without the host. The fields are those of `Key`; `within` is the key that
    it stands under, "" for the outermost ones."""

    name: str
    inert: bool
    guards: str
    default: str
    aliases: tuple[str, ...]
    within: str = ""


class Facts(NamedTuple):
    """What is to be known of a host before it is asked anything: where its files lie, which keys it reads. The fields
    are those of `Host`; `roots` holds path and scope of each root, and whether it holds plugins."""

    id: str
    title: str
    own_directories: tuple[str, ...]
    own_suffixes: tuple[str, ...]
    roots: tuple[tuple[str, str, bool], ...]
    plugin_manifests: tuple[str, ...]
    plugin_schema: str
    marketplaces: tuple[str, ...]
    reads_manifests: bool
    keys: tuple[KeyFacts, ...]
    manifest_keys: tuple[KeyFacts, ...]


@derived
def facts() -> tuple[Facts, ...]:
    """The facts of every known host. Their modules are loaded only where they have changed since the last time."""
    if _registered:
        return _facts()
    stored = cache.of_package("hosts", __path__[0], lambda: [_plain(one) for one in _facts()])
    return tuple(Facts(*one[:-2], *(tuple(KeyFacts(*key) for key in keys) for keys in one[-2:])) for one in stored)


def _facts() -> tuple[Facts, ...]:
    return tuple(
        Facts(
            host.id,
            host.title,
            tuple(host.own_directories),
            tuple(host.own_suffixes),
            tuple((root.path, root.scope, bool(root.plugins)) for root in host.roots),
            tuple(host.plugin_manifests),
            host.plugin_schema,
            tuple(host.marketplaces),
            bool(host.manifest_keys),
            tuple(_key_facts(host.keys)),
            tuple(_key_facts(host.manifest_keys)),
        )
        for host in everyone()
    )


def _key_facts(keys: tuple[Key, ...], within: str = "") -> Iterator[KeyFacts]:
    for key in keys:
        yield KeyFacts(key.name, key.inert, key.guards, key.default, key.aliases, within)
        if not within:
            yield from _key_facts(getattr(key.kind, "keys", ()), key.name)


def _plain(facts: Facts) -> tuple[object, ...]:
    """The facts as the cache takes them."""
    return (*facts[:-2], *(tuple(tuple(key) for key in keys) for keys in facts[-2:]))
