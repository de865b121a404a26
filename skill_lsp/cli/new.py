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
from skill_lsp.config import Settings, unknown_name
from skill_lsp.hosts.reading import Place, Severity
from skill_lsp.rules import inspection
from skill_lsp.syntax.quoting import yaml_quoted
from skill_lsp.text import Text
from skill_lsp.workspace.files import absolute

if TYPE_CHECKING:
    import argparse

    from skill_lsp.hosts.host import Host


def configure(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    parser.add_argument("name", metavar="NAME", help="the skill's name: a-z, 0-9 and single hyphens")
    parser.add_argument("path", nargs="?", default=".", metavar="PATH", help="the project (default: .)")
    parser.add_argument("--host", metavar="HOST", help="the host to write for (default: the specification)")
    parser.add_argument("--description", metavar="TEXT", help="what the skill does and when to use it")


def run(arguments: argparse.Namespace) -> int:
    """Writes the skill; nothing where it would not check clean or is there already."""
    host_id = arguments.host or "agent-skills"
    if host_id not in hosts.ids():
        raise WrongCallError(f"--host: {unknown_name('host', host_id, hosts.ids())}")
    host = hosts.get(host_id)
    name = arguments.name
    path = f"{absolute(arguments.path)}/{_root(host)}{name}/SKILL.md"
    content = skill(name, arguments.description)
    for finding in inspection.findings_of(Text(content), Place(path), Settings(targets=(host_id,))):
        if finding.severity >= Severity.WARNING:
            raise WrongCallError(finding.message)
    if os.path.lexists(path):
        raise WrongCallError(f"{_shown(path)} is there already")
    from skill_lsp.workspace import writing

    try:
        os.makedirs(path.rpartition("/")[0], exist_ok=True)
        writing.write(path, content.encode())
    except OSError as error:
        raise WrongCallError(f"cannot write {_shown(path)}: {error.strerror}") from None
    print(_shown(path), file=sys.stdout)
    return OK


def _root(host: Host) -> str:
    """The host's own directory of skills in a project, with a final `/`; none where it has none."""
    own = [
        root.path
        for root in host.roots
        if root.scope == "project" and root.path.partition("/")[0] in host.own_directories
    ]
    return f"{own[0]}/" if own else ""


def _shown(path: str) -> str:
    return os.path.relpath(path)


def skill(name: str, description: str | None) -> str:
    """The text of a new skill."""
    title = name.replace("-", " ").capitalize()
    said = description or f"{title}. Say here what the skill does, then when to use it."
    return (
        f"---\nname: {name}\ndescription: {_scalar(said)}\n---\n\n# {title}\n\n"
        "Steps for the agent, in the order in which they are to be done:\n\n1. …\n"
    )


def _scalar(text: str) -> str:
    """Text as a YAML value, quoted where it is anything but plain words."""
    plain = all(word.isascii() and word.rstrip(".,").replace("-", "").isalpha() for word in text.split())
    return text if plain and text == " ".join(text.split()) else yaml_quoted(" ".join(text.split()))
