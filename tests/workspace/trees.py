"""Directory trees written as data: a path and what lies there."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

PLUGIN = '{"$schema": "https://agent-plugins.org/schemas/1.0.0/plugin.schema.json", "name": "%s"}'


def skill(name: str, description: str = "Reads tables.") -> str:
    """A SKILL.md."""
    return f"---\nname: {name}\ndescription: {description}\n---\nBody.\n"


def manifest(name: str) -> str:
    """A .skill.toml."""
    return (
        f'name = "{name}"\nversion = "1.0.0"\ndescription = "d"\nskill_type = "knowledge"\nprompt_additions = ["x"]\n'
    )


def plant(top: Path, tree: Mapping[str, str]) -> Path:
    """Writes a tree. A path that ends in `/` is a directory; content `-> x` makes a symbolic link to x; content `*`
    is a skill called like its directory, or a manifest called like its file."""
    for path, content in tree.items():
        target = top / path
        target.parent.mkdir(parents=True, exist_ok=True)
        if path.endswith("/"):
            target.mkdir(parents=True, exist_ok=True)
        elif content.startswith("-> "):
            os.symlink(content[3:], target)
        else:
            target.write_text(_written(path, content), encoding="utf-8")
    return top


def _written(path: str, content: str) -> str:
    if content != "*":
        return content
    if path.endswith(".toml"):
        return manifest(path.rpartition("/")[2].removesuffix(".skill.toml"))
    return skill(path.split("/")[-2])
