"""What the MCP server of a tool skill answered, on the entry of `requires` that names it; and the lens that asks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types as lsp

from skill_lsp.hosts import skill_manifest
from skill_lsp.hosts.reading import Severity
from skill_lsp.rules.finding import Finding
from skill_lsp.syntax.skill import SkillToml

if TYPE_CHECKING:
    from skill_lsp.features.document import Document
    from skill_lsp.probe import ToolReport
    from skill_lsp.text import Span

COMMAND = "skillLsp.mcp"
RULE = "mcp-tools"


def server_span(document: Document) -> Span | None:
    """The entry of `requires` that names the server of a tool skill."""
    tree = document.tree
    if not isinstance(tree, SkillToml) or skill_manifest.skill_type(tree.toml.root) != "tool":
        return None
    entry = skill_manifest.server_entry(tree.toml.root)
    return entry.span if entry is not None else None


def lenses(document: Document) -> list[lsp.CodeLens]:
    """A lens on the server's entry. Nothing is connected before it is clicked."""
    span = server_span(document)
    if span is None:
        return []
    return [
        lsp.CodeLens(
            document.range(span), lsp.Command("Ask the server for its tools", COMMAND, arguments=[document.uri])
        )
    ]


def findings(document: Document, report: ToolReport) -> tuple[Finding, ...]:
    """The answer as informational findings."""
    span = server_span(document)
    if span is None:
        return ()
    told = [Finding(RULE, document.path, span, summary(report), Severity.INFO)]
    told += [
        Finding(RULE, document.path, span, remark.message, Severity.INFO)
        for remark in report.remarks
        if remark.tool is not None or not remark.message.startswith("oxo-flow ")
    ]
    return tuple(told)


def summary(report: ToolReport) -> str:
    """The answer in one paragraph."""
    if report.error is not None:
        return f"No tools: {report.error}."
    tools = [
        f"{tool.registered} ({'runs without asking' if tool.runs_unasked else 'asks first'})" for tool in report.tools
    ]
    number = f"{len(tools)} tool{'' if len(tools) == 1 else 's'}"
    return f"oxo-flow gets {number}: {', '.join(tools)}." if tools else "oxo-flow gets no tools: the server lists none."
