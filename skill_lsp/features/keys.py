"""Which keys each host declares for a place in a document."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skill_lsp.hosts.keys import TextMap
from skill_lsp.syntax.activation import Activation
from skill_lsp.syntax.skill import SkillMd, SkillToml

if TYPE_CHECKING:
    from collections.abc import Iterable

    from skill_lsp.features.document import Document
    from skill_lsp.hosts.host import Host
    from skill_lsp.hosts.keys import Key

ACTIVATION_TABLE = "ai"
"""The table of an activation list that hosts read."""


def readers(hosts: Iterable[Host], document: Document) -> list[Host]:
    """Those of the hosts that read documents of this kind."""
    tree = document.tree
    if isinstance(tree, Activation):
        return [host for host in hosts if host.activation_keys]
    return [host for host in hosts if host.reads(tree)] if isinstance(tree, SkillMd | SkillToml) else []


def declared(host: Host, document: Document, parents: tuple[str, ...]) -> tuple[Key, ...]:
    """The keys that a host declares below the given ones (none: at the top) in documents of this kind."""
    if isinstance(document.tree, Activation):
        return host.activation_keys if parents == (ACTIVATION_TABLE,) else ()
    known = host.keys if document.is_skill_md else host.manifest_keys
    for name in parents:
        kind = next((key.kind for key in known if key.name == name), None)
        known = kind.keys if isinstance(kind, TextMap) else ()
    return known


def of(host: Host, document: Document, names: tuple[str, ...]) -> Key | None:
    """What a host declares for the key that the names lead to."""
    return next((key for key in declared(host, document, names[:-1]) if key.name == names[-1]), None)


def by_host(hosts: Iterable[Host], document: Document, names: tuple[str, ...]) -> list[tuple[Host, Key | None]]:
    """What each of the hosts that read such documents declares for a key."""
    return [(host, of(host, document, names)) for host in readers(hosts, document)]
