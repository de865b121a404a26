"""Asking the MCP server of a tool skill for its tools: only where somebody says so, with the optional extra `mcp`.

    report = await inspect("mcp://127.0.0.1:5050/mcp")     # what the host would get, or why it gets nothing
    report = await inspect_skill(document)                 # the same for a `.skill.toml`

Nothing is kept, nothing is written, and no credential of an address gets into a report. Neither function raises on
anything that a server does; cancelling them closes the connection.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING

from skill_lsp.hosts import mcp_address, skill_manifest
from skill_lsp.hosts.reading import Severity
from skill_lsp.probe.report import LIMITS, Limits, Remark, Tool, ToolReport, judged, payload, shown

if TYPE_CHECKING:
    from skill_lsp.syntax.skill import SkillToml

__all__ = [
    "LIMITS",
    "MISSING",
    "Limits",
    "Remark",
    "Tool",
    "ToolReport",
    "available",
    "inspect",
    "inspect_skill",
    "payload",
    "shown",
]

MISSING = (
    "This needs the official MCP client, which does not come with skill-lsp by itself. "
    "Install it with: pip install 'skill-lsp[mcp]'"
)


def available() -> bool:
    """Whether the optional extra is installed."""
    return find_spec("mcp") is not None and find_spec("httpx2") is not None


async def inspect(entry: str, version: str = "0.14", limits: Limits = LIMITS) -> ToolReport:
    """What oxo-flow of that version gets from the server that an entry of `requires` names."""
    address = mcp_address.parse(entry)
    if address is None:
        return ToolReport("", "", error="this is no `mcp://` address")
    why = mcp_address.unreachable(address)
    if why is not None:
        return judged(address, version, [], why)
    if not available():
        return judged(address, version, [], MISSING)
    from skill_lsp.probe.connection import tools_of

    tools, error = await tools_of(address, version, limits)
    return judged(address, version, tools, error)


async def inspect_skill(document: SkillToml, version: str = "0.14", limits: Limits = LIMITS) -> ToolReport:
    """The same for the server of a tool skill, with what its manifest says about the address."""
    root = document.toml.root
    entry = skill_manifest.server_entry(root)
    remarks = tuple(
        Remark(found.effect.severity, f"oxo-flow {found.effect.one}: {found.cause}")
        for found in (*skill_manifest.dropping(document.toml, ""), *skill_manifest.remarks(root, version))
        if found.rule.startswith(("requires-", "skill-type")) or found.effect.severity is Severity.ERROR
    )
    if entry is None:
        return ToolReport("", "", remarks=remarks, error="no entry of `requires` begins with `mcp://`")
    report = await inspect(entry.text, version, limits)
    return report.with_remarks(remarks)
