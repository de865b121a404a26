"""Writes a skill that checks clean, for one host or for all of them.

The skill is NAME, in the host's own directory of skills below the working directory, or below PATH. What it does and
when to use it is yours to say: pass --description, or edit the file.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from skill_lsp import hosts
from skill_lsp.cli import OK, WrongCallError
from skill_lsp.config import unknown_name
from skill_lsp.hosts import new_skill
from skill_lsp.rules import inspection
from skill_lsp.workspace.files import absolute

if TYPE_CHECKING:
    import argparse

    from skill_lsp.hosts.host import Host


def configure(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    parser.add_argument("name", metavar="NAME", help="the skill's name: a-z, 0-9 and single hyphens")
    parser.add_argument("path", nargs="?", default=".", metavar="PATH", help="the project (default: .)")
    parser.add_argument("--host", metavar="HOST", help="the host to write for (default: the specification)")
    parser.add_argument(
        "--manifest", action="store_true", help="NAME.skill.toml instead of a SKILL.md, for a host that reads both"
    )
    parser.add_argument("--description", metavar="TEXT", help="what the skill does and when to use it")


def run(arguments: argparse.Namespace) -> int:
    """Writes the skill; nothing where it would not check clean or is there already."""
    host = _host(arguments.host or "agent-skills")
    if arguments.manifest and not host.manifest_keys:
        reading = ", ".join(one.id for one in hosts.everyone() if one.manifest_keys)
        raise WrongCallError(f"--manifest: {host.title} reads no .skill.toml; write it with --host {reading}")
    if not new_skill.is_name(arguments.name):
        raise WrongCallError(f"{arguments.name!r} cannot be the name of a file")
    write = new_skill.manifest if arguments.manifest else new_skill.skill_md
    made = write(host, arguments.name, arguments.description)
    path = f"{absolute(arguments.path)}/{made.path}"
    reason = inspection.objection(made.content, path, host.id)
    if reason is not None:
        raise WrongCallError(reason)
    if os.path.lexists(path):
        raise WrongCallError(f"{_shown(path)} is there already")
    from skill_lsp.workspace import writing

    try:
        os.makedirs(path.rpartition("/")[0], exist_ok=True)
        writing.write(path, made.content.encode())
    except OSError as error:
        raise WrongCallError(f"cannot write {_shown(path)}: {error.strerror}") from None
    print(_shown(path), file=sys.stdout)
    return OK


def _host(host_id: str) -> Host:
    if host_id not in hosts.ids():
        raise WrongCallError(f"--host: {unknown_name('host', host_id, hosts.ids())}")
    return hosts.get(host_id)


def _shown(path: str) -> str:
    return os.path.relpath(path)
