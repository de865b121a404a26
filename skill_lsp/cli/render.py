"""What the agent receives from a skill: the entry in its list of skills, then the body after the host's expansion.

Directives are shown, never run. On a terminal colours tell what was put in, what stays as it is and what was cut;
several hosts stand side by side.
"""

from __future__ import annotations

import json
import os
import sys
from typing import TYPE_CHECKING, Any

from skill_lsp.cli import FOUND, OK, WrongCallError
from skill_lsp.cli.check import in_colour, write
from skill_lsp.hosts.body import Expansion, Invocation
from skill_lsp.hosts.reading import Severity
from skill_lsp.record import NamedTuple
from skill_lsp.workspace import targets
from skill_lsp.workspace.discovery import start_at
from skill_lsp.workspace.files import absolute, parent
from skill_lsp.workspace.index import Workspace

if TYPE_CHECKING:
    import argparse

    from rich.console import Group

    from skill_lsp.hosts.host import Host
    from skill_lsp.hosts.reading import Reading

STYLES = {
    "text": "",
    "substituted": "bold green",
    "literal": "yellow",
    "directive": "bold magenta",
    "added": "italic cyan",
}
"""Colours of the kinds of pieces."""
WORDS = {
    "substituted": "put in",
    "literal": "stays as it is",
    "directive": "run by the host",
    "added": "added by the host",
}


class Rendered(NamedTuple):
    """One host's view of the skill. `reading` is None where the host does not read such files."""

    host: Host
    reading: Reading | None
    expansion: Expansion

    @property
    def loaded(self) -> bool:
        """Whether the agent gets anything at all."""
        return self.reading is not None and self.reading.loaded

    @property
    def reason(self) -> str:
        """Why the host does not load the skill."""
        if self.reading is None:
            return f"{self.host.title} does not read such files."
        first = next((one for one in self.reading.problems if one.effect.severity is Severity.ERROR), None)
        return f"{self.host.title} {first.effect.one}: {first.cause}." if first else f"{self.host.title} drops it."


def configure(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    add = parser.add_argument
    add("path", metavar="PATH", help="a skill's file or directory")
    add("--host", metavar="HOST[,HOST…]", required=True, help="the host; several are shown side by side")
    add("--args", metavar="TEXT", help="what is typed after the skill's name")
    add("--as", dest="by", choices=("user", "model"), default="user", help="who calls the skill (default: user)")
    add("--format", choices=("text", "json"), default="text", help="output format (default: text)")


def run(arguments: argparse.Namespace) -> int:
    """Prints what the agent receives; status 1 where a host does not load the skill."""
    try:
        chosen = targets.named([name.strip() for name in arguments.host.split(",") if name.strip()])
    except targets.UnknownHostError as error:
        raise WrongCallError(f"--host: {error}") from None
    views = rendered(_document(arguments.path), chosen, arguments.args, arguments.by)
    if arguments.format == "json":
        payload = [as_json(view) for view in views]
        write(json.dumps(payload[0] if len(payload) == 1 else payload, indent=2, ensure_ascii=False) + "\n", None)
    elif in_colour():
        draw(views)
    else:
        write(plain(views), None)
    return OK if all(view.loaded for view in views) else FOUND


def _document(path: str) -> str:
    full = absolute(path)
    if os.path.isdir(full):
        full = f"{full}/SKILL.md"
    if not os.path.isfile(full):
        raise WrongCallError(f"no skill at {path}")
    return full


def rendered(path: str, chosen: tuple[Host, ...], words: str | None, by: str) -> list[Rendered]:
    """A skill as each host passes it on."""
    workspace = Workspace()
    workspace.add_file(path)
    document, place = workspace.document(path), workspace.place(path)
    if document is None:
        raise WrongCallError(f"cannot read {path}")
    directory = parent(path)
    project = start_at(absolute("."), workspace.files).checkout or absolute(".")
    invocation = Invocation(words, by, directory, place.plugin.root if place.plugin else "", project)
    views = []
    for host in chosen:
        reading = workspace.reading(host, path)
        loaded = reading is not None and reading.loaded
        views.append(Rendered(host, reading, host.expand(document, place, invocation) if loaded else Expansion(())))
    return views


def as_json(view: Rendered) -> dict[str, Any]:
    """A view as the report has it."""
    return {
        "version": 1,
        "host": view.host.id,
        "index_entry": view.reading.index_entry if view.reading else None,
        "body": view.expansion.text,
        "truncated": view.expansion.truncated,
        "directives": [
            {"command": one.command, "runs": one.runs, "line": one.line} for one in view.expansion.directives
        ],
    }


def plain(views: list[Rendered]) -> str:
    """The views as text, one after the other."""
    parts = []
    for view in views:
        entry = view.reading.index_entry if view.reading else None
        head = f"# {view.host.title}\n\n" if len(views) > 1 else ""
        if view.loaded:
            listed = entry if entry is not None else f"({view.host.title} does not list this skill)"
            parts.append(f"{head}{listed}\n\n{view.expansion.text.rstrip()}\n")
        else:
            parts.append(f"{head}{view.reason}\n")
    return "\n".join(parts)


def draw(views: list[Rendered]) -> None:
    """The views on a terminal."""
    from rich.columns import Columns
    from rich.console import Console
    from rich.panel import Panel

    console = Console(file=sys.stdout)
    if len(views) == 1:
        console.print(_drawn(views[0]))
        return
    width = max(console.width // len(views) - 1, 30)
    console.print(Columns([Panel(_drawn(view), title=view.host.title, width=width) for view in views], padding=0))


def _drawn(view: Rendered) -> Group:
    from rich.console import Group
    from rich.text import Text

    if not view.loaded:
        return Group(Text(view.reason, "bold red"))
    entry = view.reading.index_entry if view.reading else None
    listed = Text(entry, "bold") if entry is not None else Text(f"{view.host.title} does not list this skill", "dim")
    body = Text()
    for piece in view.expansion.pieces:
        body.append(piece.text, STYLES.get(piece.kind, ""))
    body.rstrip()
    kinds = dict.fromkeys(piece.kind for piece in view.expansion.pieces if piece.kind in WORDS)
    legend = Text("  ").join(Text(WORDS[kind], STYLES[kind]) for kind in kinds)
    return Group(listed, Text(), body, Text(), legend) if kinds else Group(listed, Text(), body)
