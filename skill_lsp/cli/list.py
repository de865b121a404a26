"""Every skill that a host discovers from a directory, in precedence order, with what shadows what.

The directory is where the agent is started. The user's own skills are looked at too, in the host's places in the home.
"""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

from skill_lsp.cli import OK, WrongCallError
from skill_lsp.cli.check import write
from skill_lsp.workspace import discovery, targets
from skill_lsp.workspace.files import absolute, home_directory
from skill_lsp.workspace.index import Workspace
from skill_lsp.workspace.standing import Standing, nested_anchors, standings

if TYPE_CHECKING:
    import argparse

    from skill_lsp.hosts.host import Host

_NOTES = {
    "used": "",
    "qualified": "bare name: {by}",
    "kept": "same name as {by}",
    "shadowed": "shadowed by {by}",
    "invalid": "not loaded: {reason}",
    "outside": "not loaded: {reason}",
}


def configure(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    add = parser.add_argument
    add("path", nargs="?", metavar="PATH", default=".", help="the directory to start from (default: .)")
    add("--host", metavar="HOST", required=True, help="the host whose eyes to look through")
    add("--format", choices=("text", "json"), default="text", help="output format (default: text)")
    add("--output", metavar="FILE", help="write to a file instead of stdout")


def run(arguments: argparse.Namespace) -> int:
    """Prints the list."""
    try:
        (host,) = targets.named([arguments.host])
    except targets.UnknownHostError as error:
        raise WrongCallError(f"--host: {error}") from None
    except ValueError:
        raise WrongCallError("--host: one host, please") from None
    directory = absolute(arguments.path)
    if not os.path.isdir(directory):
        raise WrongCallError(f"no such directory: {arguments.path}")
    found = listed(host, directory, home_directory())
    render = as_json if arguments.format == "json" else as_text
    write(render(host, directory, found), arguments.output)
    return OK


def listed(host: Host, directory: str, home: str | None) -> list[Standing]:
    """What the host discovers from a directory."""
    workspace = Workspace(home=home)
    below: list[str] = []
    if any(root.nested for root in host.roots):
        workspace.add_folder(directory)
        below = nested_anchors(host, directory, workspace)
    start = discovery.start_at(directory, workspace.files, home=home, below=below)
    return standings(host, start, workspace)


def builtin(host: Host, found: list[Standing]) -> list[tuple[str, str | None]]:
    """The host's own skills with the path of the skill that replaces each."""
    replaced = {standing.name: standing.candidate.path for standing in found if standing.state == "used"}
    return [(name, replaced.get(name)) for name in sorted(host.bundled_skills)]


def as_json(host: Host, directory: str, found: list[Standing]) -> str:
    """The list as JSON."""
    skills: list[dict[str, Any]] = [
        {
            "name": standing.name,
            "state": standing.state,
            "scope": standing.candidate.root.scope,
            "path": shown(standing.candidate.path),
            "plugin": standing.candidate.plugin.name if standing.candidate.plugin else None,
            "shadowed_by": shown(standing.by) if standing.by else None,
            "shadows": [shown(path) for path in standing.shadows],
            "condition": standing.candidate.root.condition or None,
            "reason": standing.reason or None,
        }
        for standing in found
    ]
    skills += [
        {
            "name": name,
            "state": "used" if by is None else "shadowed",
            "scope": "built-in",
            "path": None,
            "plugin": None,
            "shadowed_by": shown(by) if by else None,
            "shadows": [],
            "condition": None,
            "reason": None,
        }
        for name, by in builtin(host, found)
    ]
    report = {"version": 1, "host": host.id, "directory": shown(directory), "skills": skills}
    return json.dumps(report, indent=2, ensure_ascii=False) + "\n"


def as_text(host: Host, directory: str, found: list[Standing]) -> str:
    """The list for a terminal: name, scope, place, and what there is to say."""
    rows = []
    for standing in found:
        note = _NOTES[standing.state].format(by=shown(standing.by or ""), reason=standing.reason)
        if standing.candidate.root.condition:
            note = "; ".join(filter(None, (note, f"needs {standing.candidate.root.condition}")))
        rows.append((standing.name or "-", standing.candidate.root.scope, shown(standing.candidate.path), note))
    for name, by in builtin(host, found):
        rows.append((name, "built-in", "", f"shadowed by {shown(by)}" if by else ""))
    if not rows:
        return (
            f"{host.title} discovers no skill from here.\n"
            if shown(directory) == "."
            else f"{host.title} discovers no skill from {shown(directory)}.\n"
        )
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    lines = ("  ".join(cell.ljust(width) for cell, width in zip(row, [*widths, 0], strict=True)) for row in rows)
    return "".join(line.rstrip() + "\n" for line in lines)


def shown(path: str) -> str:
    """A path relative to the working directory; one in the home begins with `~`."""
    relative = os.path.relpath(path).replace(os.sep, "/") if path else ""
    home = home_directory()
    if relative.startswith("../") and path.startswith(home + "/"):
        return "~" + path[len(home) :]
    return relative
