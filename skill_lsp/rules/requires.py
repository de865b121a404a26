"""What a tool skill requires: the MCP server that oxo-flow connects to, and the names that its tools get."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skill_lsp.hosts import mcp_address, skill_manifest
from skill_lsp.hosts.reading import Effect, Problem, Severity
from skill_lsp.record import replace
from skill_lsp.rules.finding import Related, merged
from skill_lsp.rules.registry import detects, reported
from skill_lsp.rules.values import replacing
from skill_lsp.syntax.nodes import Scalar, Sequence
from skill_lsp.syntax.quoting import toml_quoted
from skill_lsp.syntax.skill import SkillToml
from skill_lsp.text import Span
from skill_lsp.workspace import discovery
from skill_lsp.workspace.projects import server_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skill_lsp.hosts.host import Host
    from skill_lsp.rules.context import Context
    from skill_lsp.rules.finding import Finding, Fix
    from skill_lsp.workspace.projects import Found


def _item(finding: Finding, context: Context) -> Scalar | None:
    """The entry of `requires` that a finding stands on."""
    if not isinstance(context.document, SkillToml) or finding.span is None:
        return None
    node = context.document.toml.root.get("requires")
    items = node.items if isinstance(node, Sequence) else ()
    return next((item for item in items if isinstance(item, Scalar) and item.span.covers(finding.span)), None)


@reported("requires-missing")
def requires_missing(finding: Finding, context: Context) -> Iterator[Fix]:
    """Tool skill that names no MCP server.

    Why: oxo-flow looks for an entry of `requires` that begins with exactly `mcp://`. Without one it warns when the
    skill is activated, and connects nothing.
    Source: Traitome/oxo-flow b936dc14, crates/oxo-flow-cli/src/commands/ai_runtime.rs (read).
    Bad (.oxo-flow/skills/variants.skill.toml):
        name = "variants"
        version = "1.0.0"
        description = "Queries the variant server"
        skill_type = "tool"
        requires = ["https://variants.example/mcp"]
    Good (.oxo-flow/skills/variants.skill.toml):
        name = "variants"
        version = "1.0.0"
        description = "Queries the variant server"
        skill_type = "tool"
        requires = ["mcp://variants.example:5050/mcp"]
    Fix: None; see requires-unused for entries that are nearly right.
    """
    yield from ()


@reported("requires-knowledge")
def requires_knowledge(finding: Finding, context: Context) -> Iterator[Fix]:
    """MCP server required by a skill that is no tool skill.

    Why: oxo-flow reads `requires` only where `skill_type` is `"tool"`; no tool is connected, and nothing is said.
    Source: Traitome/oxo-flow b936dc14, ai_runtime.rs (read).
    Bad (.oxo-flow/skills/variants.skill.toml):
        name = "variants"
        version = "1.0.0"
        description = "Queries the variant server"
        skill_type = "knowledge"
        requires = ["mcp://variants.example:5050/mcp"]
        prompt_additions = ["Ask the variant server first."]
    Good (.oxo-flow/skills/variants.skill.toml):
        name = "variants"
        version = "1.0.0"
        description = "Queries the variant server"
        skill_type = "tool"
        requires = ["mcp://variants.example:5050/mcp"]
        prompt_additions = ["Ask the variant server first."]
    Fix: Makes it a tool skill (unsafe: its tools will then be connected).
    """
    document = context.document
    entry = document.toml.root.entry("skill_type") if isinstance(document, SkillToml) else None
    if entry is not None:
        yield replacing(entry.value.span, '"tool"', "Make it a tool skill", safe=False)


@reported("requires-unused")
def requires_unused(finding: Finding, context: Context) -> Iterator[Fix]:
    """Entry of `requires` that is never used.

    Why: oxo-flow connects to the first entry that begins with `mcp://`, in small letters and without a blank before it.
    A second one, `https://` and commands (`stdio`) are passed over without a word.
    Source: Traitome/oxo-flow b936dc14, ai_runtime.rs (read); mcp.rs (executed).
    Bad (.oxo-flow/skills/variants.skill.toml):
        name = "variants"
        version = "1.0.0"
        description = "Queries the variant server"
        skill_type = "tool"
        requires = ["MCP://variants.example:5050/mcp"]
    Good (.oxo-flow/skills/variants.skill.toml):
        name = "variants"
        version = "1.0.0"
        description = "Queries the variant server"
        skill_type = "tool"
        requires = ["mcp://variants.example:5050/mcp"]
    Fix: Writes `mcp://` where only capitals or a blank are wrong; `mcp://` for `http://` (unsafe), and for `https://`
    (unsafe: oxo-flow has no TLS).
    """
    item = _item(finding, context)
    if item is None or skill_manifest.server_entry(context.document.toml.root) is not None:
        return
    text = item.text.strip()
    scheme, slashes, rest = text.partition("://")
    if slashes and rest and scheme.lower() in ("mcp", "http", "https"):
        title = "Begin it with mcp://" + (", which is plain HTTP" if scheme.lower() == "https" else "")
        yield replacing(item.span, toml_quoted(f"mcp://{rest}"), title, safe=scheme.lower() == "mcp")


@reported("requires-address")
def requires_address(finding: Finding, context: Context) -> Iterator[Fix]:
    """Address of an MCP server to which no request can succeed.

    Why: oxo-flow checks nothing when it loads the skill. An address without a host, with a second scheme or with a port
    that is none fails with the first request, in the middle of a run.
    Source: Traitome/oxo-flow b936dc14, mcp.rs (executed); documentation: `mcp://host:port[/path]`.
    Bad (.oxo-flow/skills/variants.skill.toml):
        name = "variants"
        version = "1.0.0"
        description = "Queries the variant server"
        skill_type = "tool"
        requires = ["mcp://http://variants.example:5050/mcp"]
    Good (.oxo-flow/skills/variants.skill.toml):
        name = "variants"
        version = "1.0.0"
        description = "Queries the variant server"
        skill_type = "tool"
        requires = ["mcp://variants.example:5050/mcp"]
    Fix: Removes a second `mcp://` or `http://`.
    """
    item = _item(finding, context)
    if item is None:
        return
    rest = item.text
    while rest.startswith(("mcp://", "http://")):
        rest = rest.partition("://")[2]
    address = mcp_address.parse(f"mcp://{rest}")
    if f"mcp://{rest}" != item.text and address is not None and mcp_address.unreachable(address) is None:
        yield replacing(item.span, toml_quoted(f"mcp://{rest}"), "Remove the second scheme")


@reported("requires-secret")
def requires_secret(finding: Finding, context: Context) -> Iterator[Fix]:
    """Credentials or a query in the address of an MCP server.

    Why: oxo-flow makes the whole address into the server's name, so that user, password and token become a part of
    every tool's name: the model sees them, and so does the log.
    Source: Traitome/oxo-flow b936dc14, mcp.rs (executed).
    Bad (.oxo-flow/skills/variants.skill.toml):
        name = "variants"
        version = "1.0.0"
        description = "Queries the variant server"
        skill_type = "tool"
        requires = ["mcp://lab:s3cret@variants.example:5050/mcp"]
    Good (.oxo-flow/skills/variants.skill.toml):
        name = "variants"
        version = "1.0.0"
        description = "Queries the variant server"
        skill_type = "tool"
        requires = ["mcp://variants.example:5050/mcp"]
    Fix: Takes it out (unsafe: the server may want it).
    """
    item = _item(finding, context)
    if item is not None and finding.span is not None and finding.span != item.span:
        yield replacing(finding.span, "", "Take it out of the address", safe=False)


@reported("requires-name-length")
def requires_name_length(finding: Finding, context: Context) -> Iterator[Fix]:
    """Address so long that the names of its tools exceed 64 characters.

    Why: A tool is called `mcp_<address>_<tool>`. Model providers take 64 characters (inferred), and oxo-flow 0.19 cuts
    the name there, so that all tools of the server get the same one.
    Source: Traitome/oxo-flow b936dc14, mcp.rs (executed); mcp.rs at 3a95aa5e (read).
    Bad (.oxo-flow/skills/variants.skill.toml):
        name = "variants"
        version = "1.0.0"
        description = "Queries the variant server"
        skill_type = "tool"
        requires = ["mcp://variants.somatic.clinical-genomics.example:5050/services/mcp/v1"]
    Good (.oxo-flow/skills/variants.skill.toml):
        name = "variants"
        version = "1.0.0"
        description = "Queries the variant server"
        skill_type = "tool"
        requires = ["mcp://variants.example:5050/mcp"]
    Fix: None.
    """
    yield from ()


@reported("requires-local")
def requires_local(finding: Finding, context: Context) -> Iterator[Fix]:
    """MCP server on this machine or in the local network, which newer versions refuse.

    Why: Since 0.19 oxo-flow connects to loopback, private and link-local addresses, `localhost`, `.local` and
    `.internal` only where `OXO_FLOW_AI_FETCH_ALLOW` names exactly this host. The address in its own
    documentation is one of them.
    Source: oxo-flow documentation at 0dbb88f6 (issue 518); the code of that change was not seen.
    Bad (.oxo-flow/skills/variants.skill.toml):
        name = "variants"
        version = "1.0.0"
        description = "Queries the variant server"
        skill_type = "tool"
        requires = ["mcp://127.0.0.1:5050/mcp"]
    Good (.oxo-flow/skills/variants.skill.toml):
        name = "variants"
        version = "1.0.0"
        description = "Queries the variant server"
        skill_type = "tool"
        requires = ["mcp://variants.example:5050/mcp"]
    Fix: None; the allow list is set where oxo-flow runs.
    """
    yield from ()


@detects("requires-collision", trigger="mcp://", kinds=(SkillToml,))
def requires_collision(context: Context) -> Iterator[Finding]:
    """Two tool skills whose servers get the same name.

    Why: oxo-flow makes the server's name of its address and drops dots and other characters on the way: `ab:80` and
    `a.b:80` are both `ab_80`. Where two tools then have one name, the last one registered is kept without a word. Two
    skills with one address connect twice.
    Source: Traitome/oxo-flow b936dc14, mcp.rs (executed) and ai_runtime.rs (read).
    Bad (.oxo-flow/skills/variants.skill.toml):
        name = "variants"
        version = "1.0.0"
        description = "Queries the variant server"
        skill_type = "tool"
        requires = ["mcp://db.lab.example:80"]
    Bad (.oxo-flow/skills/reads.skill.toml):
        name = "reads"
        version = "1.0.0"
        description = "Queries the read server"
        skill_type = "tool"
        requires = ["mcp://dblab.example:80"]
    Good (.oxo-flow/skills/variants.skill.toml):
        name = "variants"
        version = "1.0.0"
        description = "Queries the variant server"
        skill_type = "tool"
        requires = ["mcp://db.lab.example:80/variants"]
    Good (.oxo-flow/skills/reads.skill.toml):
        name = "reads"
        version = "1.0.0"
        description = "Queries the read server"
        skill_type = "tool"
        requires = ["mcp://dblab.example:80/reads"]
    Fix: None.
    """
    if not isinstance(context.document, SkillToml) or context.workspace is None:
        return
    entry = skill_manifest.server_entry(context.document.toml.root)
    for host in (host for host in context.targets if host.activation_keys):
        reading = context.readings.get(host.id)
        server = server_of(reading) if reading is not None and reading.loaded else None
        if entry is None or server is None:
            continue
        bearers = [
            found
            for anchor in _projects(context, host)
            for found in context.workspace.projects.of(host, anchor).by_server.get(server, ())
            if found.path != context.place.path
        ]
        if bearers:
            yield _collision(context, host, entry, bearers)


def _collision(context: Context, host: Host, entry: Scalar, bearers: list[Found]) -> Finding:
    address = mcp_address.parse(entry.text)
    prefix = f"mcp_{address.shown_server}_…" if address is not None else ""
    does = Effect("gives both servers one name", "give both servers one name", Severity.WARNING)
    cause = f"the tools of {len(bearers) + 1} skills are called `{prefix}`, and of two equal names the last wins"
    problem = Problem("requires-collision", entry.span, does, cause, "mcp.rs, ai_runtime.rs of b936dc14")
    (finding,) = merged(context.place.path, [(host.id, host.title, problem)])
    related = tuple(Related(found.path, _entry_span(context, found.path), "the same name") for found in bearers[:5])
    return replace(finding, related=related)


def _entry_span(context: Context, path: str) -> Span:
    document = context.workspace.document(path)
    entry = skill_manifest.server_entry(document.toml.root) if isinstance(document, SkillToml) else None
    return entry.span if entry is not None else Span(0, 0)


def _projects(context: Context, host: Host) -> set[str]:
    return {spot.anchor for spot in discovery.spots(host, context.place.path, manifest=True) if not spot.miss}


@reported("mcp-tools")
def mcp_tools(finding: Finding, context: Context) -> Iterator[Fix]:
    """What the MCP server of a tool skill answered when somebody asked it (`skill-lsp mcp`, or the lens on `requires`).

    Why: Whether the server answers, what its tools will be called and which of them run without a question shows in
    oxo-flow only when the skill is activated. Shown until the file changes; nothing is asked without a command.
    Source: Traitome/oxo-flow b936dc14, mcp.rs and ai_runtime.rs (read); documentation, Custom Skills.
    Fix: None.
    """
    yield from ()
