"""Which hosts read a key, over all hosts that are known, and how a sentence names them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skill_lsp import hosts
from skill_lsp.hosts.reading import listed
from skill_lsp.record import NamedTuple
from skill_lsp.syntax.skill import SkillToml

if TYPE_CHECKING:
    from collections.abc import Iterable

    from skill_lsp.hosts import KeyFacts
    from skill_lsp.hosts.host import Host


class Reader(NamedTuple):
    """A host that reads a key, with what is known of the key there."""

    id: str
    title: str
    key: KeyFacts


@hosts.derived
def readers_of(document: type) -> dict[str, tuple[Reader, ...]]:
    """Every key that some known host reads in documents of this type (`metadata.arguments`: under another key), with
    those hosts."""
    found: dict[str, list[Reader]] = {}
    for host in hosts.facts():
        for key in host.manifest_keys if document is SkillToml else host.keys:
            name = f"{key.within}.{key.name}" if key.within else key.name
            found.setdefault(name, []).append(Reader(host.id, host.title, key))
    return {name: tuple(readers) for name, readers in found.items()}


@hosts.derived
def ids_of_readers(document: type) -> dict[str, frozenset[str]]:
    """The ids of the hosts that read a key, by its name."""
    return {name: frozenset(reader.id for reader in readers) for name, readers in readers_of(document).items()}


def titles(names: Iterable[str]) -> str:
    """The titles of hosts as the beginning of a sentence: Codex, Gemini CLI and Xum."""
    words = sorted(dict.fromkeys(names), key=str.lower)
    text = listed(words)
    return f"T{text[1:]}" if text.startswith("the ") else text


def who(named: Iterable[Host | Reader], one: str, many: str) -> str:
    """The hosts with the verb for one or for several."""
    names = {host.title for host in named}
    return f"{titles(names)} {one if len(names) == 1 else many}"
