"""The hosts that this product knows. A new host is a new module here, found by its name."""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from skill_lsp.hosts.host import Host

_MACHINERY = frozenset(
    {
        "__init__", "ai_table", "body", "delimiters", "dialects", "expansion", "host", "keys", "line_frontmatter",
        "mcp_address", "reading", "skill_manifest",
    }
)  # fmt: skip
"""Modules of this package that are no host."""
_registered: dict[str, type[Host]] = {}


def register(host: type[Host]) -> None:
    """Adds a host that lives in no module of this package (a test, an extension)."""
    _registered[host.id] = host
    ids.cache_clear()
    get.cache_clear()


@lru_cache(maxsize=1)
def ids() -> tuple[str, ...]:
    """The names of all known hosts, in alphabetical order."""
    modules = {path.stem for path in Path(__file__).parent.glob("*.py")} - _MACHINERY
    return tuple(sorted({module.replace("_", "-") for module in modules} | set(_registered)))


@lru_cache(maxsize=64)
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
