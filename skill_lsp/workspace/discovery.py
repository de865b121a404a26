"""Finding the files worth checking in a tree: by name, without what .gitignore leaves out."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING

from skill_lsp.workspace import files

if TYPE_CHECKING:
    from collections.abc import Iterator

NEVER_ENTERED = frozenset({".git", ".hg", ".svn", "node_modules", "__pycache__", ".venv"})
MANIFESTS = frozenset({"plugin.json", "marketplace.json"})
_SKILL = re.compile(r"skill\.md\Z", re.IGNORECASE)


def kind_of(path: str) -> str | None:
    """What a file is by its name: "skill-md", "skill-toml", "activation", "plugin", "marketplace", or None."""
    directory, _, name = path.rpartition("/")
    if _SKILL.match(name):
        return "skill-md"
    if name.endswith(".skill.toml"):
        return "skill-toml"
    if name.endswith(".oxoflow") or (name == "ai.toml" and directory.endswith(".oxo-flow")):
        return "activation"
    if name in MANIFESTS:
        return name.removesuffix(".json")
    return None


class _Ignores:
    """The patterns of one .gitignore, for the tree below it."""

    def __init__(self, directory: str, patterns: str) -> None:
        from pathspec import GitIgnoreSpec

        self.start = len(directory) + 1
        self.spec = GitIgnoreSpec.from_lines(patterns.splitlines())

    def verdict(self, path: str) -> bool | None:
        """True: ignored; False: taken back by a `!` pattern; None: not mentioned."""
        return self.spec.check_file(path[self.start :]).include


def find(directory: str) -> Iterator[str]:
    """The files below a directory that a check looks at, in order of their path. `directory` is absolute."""
    yield from _below(directory.rstrip("/"), _inherited(directory))


def _inherited(directory: str) -> tuple[_Ignores, ...]:
    """The .gitignore files above a directory, up to the checkout's root, the outermost first."""
    found: list[_Ignores] = []
    at = directory.rstrip("/")
    while at and not os.path.exists(f"{at}/.git"):
        at = at.rpartition("/")[0]
        found += _own_ignores(at)
    return tuple(reversed(found)) if at else ()


def _own_ignores(directory: str) -> list[_Ignores]:
    try:
        patterns = files.read(f"{directory}/.gitignore").decode("utf-8", "replace")
    except OSError:
        return []
    return [_Ignores(directory, patterns)]


def _below(directory: str, ignores: tuple[_Ignores, ...]) -> Iterator[str]:
    entries = files.entries(directory)
    if any(entry.name == ".gitignore" for entry in entries):
        ignores = (*ignores, *_own_ignores(directory))
    for entry in entries:
        path = f"{directory}/{entry.name}"
        if entry.is_dir(follow_symlinks=False):
            if entry.name not in NEVER_ENTERED and not _ignored(f"{path}/", ignores):
                yield from _below(path, ignores)
        elif kind_of(path) is not None and not _ignored(path, ignores):
            yield path


def _ignored(path: str, ignores: tuple[_Ignores, ...]) -> bool:
    for level in reversed(ignores):
        verdict = level.verdict(path)
        if verdict is not None:
            return verdict
    return False
