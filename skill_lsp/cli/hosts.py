"""Which host loads which skill, and the first reason why not.

Every skill below the PATHs is read as if it lay in one of the host's own directories. A third mark tells that the host
would load it, and does not find it where it lies.
"""

from __future__ import annotations

import json
import os
import sys
from typing import TYPE_CHECKING, Any

from skill_lsp.cli import OK, WrongCallError
from skill_lsp.cli.check import in_colour, write
from skill_lsp.hosts.reading import Severity
from skill_lsp.record import NamedTuple
from skill_lsp.workspace import targets
from skill_lsp.workspace.files import absolute
from skill_lsp.workspace.index import Workspace

if TYPE_CHECKING:
    import argparse

    from skill_lsp.hosts.host import Host
    from skill_lsp.hosts.reading import Problem, Reading
    from skill_lsp.text import Span, Text

LOADED, UNFOUND, LOST, NOT_READ = "yes", "not here", "no", "-"
_STYLES = {LOADED: "green", UNFOUND: "yellow", LOST: "bold red", NOT_READ: "dim"}


class Row(NamedTuple):
    """A skill with what each host makes of it; None where the host does not read such files."""

    path: str
    text: Text
    readings: dict[str, Reading | None]
    discovered: dict[str, bool]

    def mark(self, host: Host) -> str:
        """The cell of a host in the table."""
        reading = self.readings[host.id]
        if reading is None:
            return NOT_READ
        if not reading.loaded:
            return LOST
        return LOADED if self.discovered[host.id] else UNFOUND

    def reason(self, host: Host) -> str | None:
        """Why the host does not load the skill, as a sentence."""
        reading = self.readings[host.id]
        if reading is None or reading.loaded:
            return None
        first = next((one for one in reading.problems if one.effect.severity is Severity.ERROR), None)
        return f"{host.title} {first.effect.one}: {first.cause}." if first else f"{host.title} does not load it."


def configure(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    add = parser.add_argument
    add("paths", nargs="*", metavar="PATH", default=["."], help="files and directories (default: .)")
    add("--target", metavar="HOST[,HOST…]|all", default="all", help="only these hosts (default: all)")
    add("--format", choices=("text", "json"), default="text", help="output format (default: text)")
    add("--output", metavar="FILE", help="write to a file instead of stdout")
    add("--portable", action="store_true", help="what keeps each skill from being the same everywhere, and the fixes")


def run(arguments: argparse.Namespace) -> int:
    """Prints the table. Whether skills load does not change the exit status; that is for `check`."""
    try:
        chosen = targets.named([name.strip() for name in arguments.target.split(",") if name.strip()])
    except targets.UnknownHostError as error:
        raise WrongCallError(f"--target: {error}") from None
    if arguments.portable:
        from skill_lsp.cli import portable

        return portable.run(workspace_of(arguments.paths), chosen, arguments)
    table = rows(arguments.paths, chosen)
    if arguments.format == "json":
        output = json.dumps({"version": 1, "skills": [as_json(row) for row in table]}, indent=2, ensure_ascii=False)
        write(output + "\n", arguments.output)
    elif arguments.output is None and in_colour():
        draw(table, chosen)
    else:
        write(plain(table, chosen), arguments.output)
    return OK


def workspace_of(paths: list[str]) -> Workspace:
    """The files below some paths. Raises WrongCallError where one does not exist."""
    workspace = Workspace()
    for path in paths:
        full = absolute(path)
        if os.path.isdir(full):
            workspace.add_folder(full)
        elif os.path.lexists(full):
            workspace.add_file(full)
        else:
            raise WrongCallError(f"no such file or directory: {path}")
    return workspace


def rows(paths: list[str], chosen: tuple[Host, ...]) -> list[Row]:
    """The skills below some paths with their readings."""
    workspace = workspace_of(paths)
    found = []
    for entry in workspace.skills():
        document = workspace.document(entry.path)
        if document is not None:
            found.append(
                Row(
                    entry.path,
                    document.text,
                    {host.id: workspace.reading(host, entry.path) for host in chosen},
                    {host.id: workspace.discovered(host, entry.path) for host in chosen},
                )
            )
    return found


def shown(path: str) -> str:
    """A path relative to the working directory."""
    return os.path.relpath(path).replace(os.sep, "/")


def as_json(row: Row) -> dict[str, Any]:
    """A skill as the report has it."""
    return {
        "path": shown(row.path),
        "hosts": {host: _as_json(row, reading, row.discovered[host]) for host, reading in row.readings.items()},
    }


def _as_json(row: Row, reading: Reading | None, found: bool) -> dict[str, Any]:  # noqa: FBT001 - a fact to report
    if reading is None:
        nothing = dict.fromkeys(("name", "description", "index_entry"))
        return {"loaded": False, "discovered": False, **nothing, "problems": []}
    return {
        "loaded": reading.loaded,
        "discovered": found,
        "name": reading.name,
        "description": reading.description,
        "index_entry": reading.index_entry,
        "problems": [_problem(row.text, problem) for problem in reading.problems],
    }


def _problem(text: Text, problem: Problem) -> dict[str, Any]:
    return {"rule": problem.rule, "message": problem.cause, "range": as_range(text, problem.span)}


def as_range(text: Text, span: Span) -> dict[str, dict[str, int]]:
    """A span as reports have it: lines and columns from 1."""
    ends = {"start": text.position(span.start), "end": text.position(span.end)}
    return {name: {"line": end.line + 1, "column": end.column + 1} for name, end in ends.items()}


def plain(table: list[Row], chosen: tuple[Host, ...]) -> str:
    """The table as text: a line for each skill, then its reasons."""
    paths = [shown(row.path) for row in table]
    first = max(map(len, paths), default=0)
    lines = [" " * first + "".join(f"  {host.id}" for host in chosen)] if table else ["no skills"]
    for row, path in zip(table, paths, strict=True):
        cells = "".join(f"  {row.mark(host):<{len(host.id)}}" for host in chosen)
        lines.append(f"{path:<{first}}{cells}".rstrip())
        lines += [f"    {reason}" for host in chosen if (reason := row.reason(host))]
    return "\n".join(lines) + "\n"


def draw(table: list[Row], chosen: tuple[Host, ...]) -> None:
    """The table on a terminal."""
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text as Styled

    console = Console(file=sys.stdout)
    drawn = Table(box=SIMPLE_HEAD, pad_edge=False, show_edge=False)
    drawn.add_column("skill", overflow="fold", min_width=16)
    for host in chosen:
        drawn.add_column(host.id, justify="center")
    for row in table:
        marks = [row.mark(host) for host in chosen]
        drawn.add_row(shown(row.path), *(Styled(mark, _STYLES[mark]) for mark in marks))
    console.print(drawn)
    for row in table:
        reasons = [reason for host in chosen if (reason := row.reason(host))]
        if reasons:
            console.print(Styled(f"\n{shown(row.path)}", "bold"))
            for reason in dict.fromkeys(reasons):
                console.print(Styled(f"  {reason}"))
