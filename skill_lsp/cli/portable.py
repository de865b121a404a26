"""`skill-lsp hosts --portable`: what keeps each skill from being the same in every host, with a step against each."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from skill_lsp.cli import OK
from skill_lsp.cli.check import in_colour, write
from skill_lsp.report import Report, text
from skill_lsp.report.json import finding_of
from skill_lsp.rules.portability import portability
from skill_lsp.workspace.files import absolute

if TYPE_CHECKING:
    import argparse

    from skill_lsp.hosts.host import Host
    from skill_lsp.rules.finding import Finding
    from skill_lsp.text import Text
    from skill_lsp.workspace.index import Workspace


def run(workspace: Workspace, chosen: tuple[Host, ...], arguments: argparse.Namespace) -> int:
    """Prints the list. What stands in it does not change the exit status; that is for `check`."""
    found = findings(workspace, chosen)
    texts: dict[str, Text | None] = {}
    for path in found:
        document = workspace.document(path)
        texts[path] = None if document is None else document.text
    report = Report([one for some in found.values() for one in some], list(found), texts.get, absolute("."))
    if arguments.format == "json":
        write(as_json(report, found), arguments.output)
        return OK
    palette = text.COLOURS if arguments.output is None and in_colour() else text.PLAIN
    same = [path for path, some in found.items() if not some]
    lines = "".join(f"{report.shown(path)}: the same in all {len(chosen)} hosts\n" for path in same)
    write(text.findings(report, palette) + lines, arguments.output)
    return OK


def findings(workspace: Workspace, chosen: tuple[Host, ...]) -> dict[str, list[Finding]]:
    """By the path of each skill what these hosts take in different ways."""
    found: dict[str, list[Finding]] = {}
    for entry in workspace.skills():
        document = workspace.document(entry.path)
        if document is not None:
            found[entry.path] = portability(document, workspace.place(entry.path), chosen, workspace)
    return found


def as_json(report: Report, found: dict[str, list[Finding]]) -> str:
    """The list as a document: for each skill its findings as the JSON report of `check` has them."""
    skills = [
        {"path": report.shown(path), "portable": not some, "findings": [finding_of(report, one) for one in some]}
        for path, some in found.items()
    ]
    return json.dumps({"version": 1, "skills": skills}, indent=2, ensure_ascii=False) + "\n"
