"""Asks the MCP server of a tool skill for its tools, and tells what oxo-flow would make of them.

This is the one verb that connects to anything: to the address in `requires`, over plain HTTP, as oxo-flow does. It
needs the optional extra: pip install 'skill-lsp[mcp]'.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections import Counter
from typing import TYPE_CHECKING, Any

from skill_lsp import hosts, probe
from skill_lsp.cli import FOUND, OK, WrongCallError
from skill_lsp.cli.check import write
from skill_lsp.hosts import skill_manifest
from skill_lsp.hosts.reading import Severity
from skill_lsp.probe import Remark, ToolReport
from skill_lsp.record import NamedTuple
from skill_lsp.rules.run import Run
from skill_lsp.syntax.skill import SkillToml
from skill_lsp.workspace.files import Kind, absolute

if TYPE_CHECKING:
    import argparse

_HOST = "oxo-flow"


class Asked(NamedTuple):
    """A tool skill with what its server said."""

    path: str
    name: str
    report: ToolReport


def configure(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    add = parser.add_argument
    add("path", metavar="PATH", help="a .skill.toml, or a directory with some")
    add("--format", choices=("text", "json"), default="text", help="output format (default: text)")


def run(arguments: argparse.Namespace) -> int:
    """Asks, prints, and returns 1 where a server gives no tools or the host would refuse them."""
    run = Run()
    path = absolute(arguments.path)
    if not run.files.exists(path):
        raise WrongCallError(f"no such file or directory: {arguments.path}")
    found = {
        path: run.workspace.document(path) for path in run.found([path]) if run.workspace.kind(path) is Kind.MANIFEST
    }
    skills = {path: document for path, document in found.items() if _is_tool(document)}
    if not skills:
        raise WrongCallError(f'no tool skill in {arguments.path}: a .skill.toml with `skill_type = "tool"` is wanted')
    if not probe.available():
        raise WrongCallError(probe.MISSING)
    versions = {path: run.settings(path).versions.get(_HOST) or hosts.get(_HOST).versions[0] for path in skills}
    asked = _compared(asyncio.run(_all(skills, versions)))
    if arguments.format == "json":
        output = json.dumps(
            {"version": 1, "skills": [probe.payload(*one) for one in asked]}, indent=2, ensure_ascii=False
        )
    else:
        output = "\n".join(as_text(one) for one in asked)
    write(output + ("\n" if arguments.format == "json" else ""), None)
    grave = any(remark.severity is Severity.ERROR for one in asked for remark in one.report.remarks)
    return FOUND if grave or not all(one.report.connected for one in asked) else OK


def _is_tool(document: Any) -> bool:
    return isinstance(document, SkillToml) and skill_manifest.skill_type(document.toml.root) == "tool"


async def _all(skills: dict[str, SkillToml], versions: dict[str, str]) -> list[Asked]:
    """All servers, at the same time."""
    if sys.stderr.isatty():
        print(f"Asking {len(skills)} MCP server{'s' if len(skills) > 1 else ''} …", file=sys.stderr)
    reports = await asyncio.gather(*(probe.inspect_skill(skills[path], versions[path]) for path in skills))
    return [Asked(path, _name(skills[path]), report) for path, report in zip(skills, reports, strict=True)]


def _name(document: SkillToml) -> str:
    node = document.toml.root.get("name")
    return getattr(node, "text", "") or "(no name)"


def _compared(asked: list[Asked]) -> list[Asked]:
    """The same with a remark where the tools of two skills get names that begin alike."""
    count = Counter(one.report.prefix for one in asked)
    message = "Another skill's tools get the same prefix; where two names are equal, oxo-flow keeps the last one only."
    clash = (Remark(Severity.WARNING, message),)
    return [
        one._replace(report=one.report.with_remarks(clash))
        if one.report.prefix and count[one.report.prefix] > 1
        else one
        for one in asked
    ]


def as_text(one: Asked) -> str:
    """One skill for a person."""
    report = one.report
    lines = [f"{probe.shown(one.name)}  {report.address or one.path}"]
    if report.error is not None:
        lines.append(f"  no tools: {report.error}")
    width = max((len(tool.registered) for tool in report.tools), default=0)
    for tool in report.tools:
        how = "runs without asking" if tool.runs_unasked else "asks before it runs"
        lines.append(f"  {tool.registered:<{width}}  {how}" + (f"  {tool.description}" if tool.description else ""))
    lines += [f"  {remark.severity.word}: {remark.message}" for remark in report.remarks]
    return "\n".join(lines) + "\n"
