"""A new skill in the workspace: the edit that writes it, for the host that it is meant for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from skill_lsp import hosts
from skill_lsp.config import unknown_name
from skill_lsp.features import edits, uris
from skill_lsp.hosts import new_skill
from skill_lsp.rules import inspection

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lsprotocol import types as lsp

    from skill_lsp.features.snapshot import Snapshot

COMMAND = "skillLsp.newSkill"
SPECIFICATION = "agent-skills"


class RefusedError(Exception):
    """A skill that cannot be made, with the reason for the user."""


def proposal(snapshot: Snapshot, wanted: Mapping[str, Any]) -> tuple[lsp.WorkspaceEdit, str]:
    """The edit, and the address of the new file. Raises RefusedError.

    wanted: `name`; `host` (the specification where none is given), `format` ("skill.toml" for a manifest),
    `description` and `folder`, the address of the project (the first folder of the workspace).
    """
    name, host_id = str(wanted.get("name") or ""), str(wanted.get("host") or SPECIFICATION)
    if not new_skill.is_name(name):
        raise RefusedError(f"{name!r} cannot be the name of a skill.")
    if host_id not in hosts.ids():
        raise RefusedError(f"{unknown_name('host', host_id, hosts.ids())}.")
    host = hosts.get(host_id)
    is_manifest = wanted.get("format") == "skill.toml"
    if is_manifest and not host.manifest_keys:
        raise RefusedError(f"{host.title} reads no .skill.toml.")
    write = new_skill.manifest if is_manifest else new_skill.skill_md
    made = write(host, name, wanted.get("description") or None)
    path = f"{_project(snapshot, wanted.get('folder'))}/{made.path}"
    reason = inspection.objection(made.content, path, host_id)
    if reason is not None:
        raise RefusedError(reason)
    if snapshot.files.exists(path):
        raise RefusedError(f"{made.path} is there already.")
    edit = edits.workspace_edit(snapshot, {}, created={path: made.content})
    if edit is None or edit.document_changes is None:
        raise RefusedError(f"This editor cannot make files for a language server: run `skill-lsp new {name}`.")
    return edit, snapshot.uri(path)


def _project(snapshot: Snapshot, folder: Any) -> str:
    if isinstance(folder, str):
        return uris.path_of(folder).rstrip("/")
    first = next(iter(snapshot.workspace.folders), None)
    if first is None:
        raise RefusedError("Open a folder first: a skill is made inside one.")
    return first.rstrip("/")
