"""Files and directories that the user moves in the explorer: the edits that keep everything pointing at them."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING

from skill_lsp.features import edits, moves, uris
from skill_lsp.rules.finding import Rename

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lsprotocol import types as lsp

    from skill_lsp.features.snapshot import Snapshot
    from skill_lsp.text import Edit


def will_rename(snapshot: Snapshot, files: Iterable[lsp.FileRename]) -> lsp.WorkspaceEdit | None:
    """What is to be written before the client moves the files itself."""
    renames = [Rename(_path(one.old_uri), _path(one.new_uri)) for one in files]
    changes = moves.pointers(snapshot, renames)
    for rename in renames:
        for path, found in _names(snapshot, rename).items():
            changes.setdefault(path, []).extend(found)
    return edits.workspace_edit(snapshot, changes) if changes else None


def _names(snapshot: Snapshot, rename: Rename) -> dict[str, list[Edit]]:
    """A skill's directory or manifest that gets another name gives the skill that name, where it bore the old one."""
    old, new = posixpath.basename(rename.old), posixpath.basename(rename.new)
    if old.endswith(".skill.toml") and new.endswith(".skill.toml"):
        old, new = old.removesuffix(".skill.toml"), new.removesuffix(".skill.toml")
        bearers = [rename.old]
    else:
        bearers = [path for path in snapshot.workspace.named(old) if posixpath.dirname(path) == rename.old]
    declared = [entry.declared.name for path in bearers if (entry := snapshot.workspace.entry(path)) and entry.declared]
    return moves.names(snapshot, old, new) if old != new and old in declared else {}


def _path(uri: str) -> str:
    return uris.path_of(uri).rstrip("/")
