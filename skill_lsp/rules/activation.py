"""The skills that an activation list names: unknown ones, tool skills, lists that few commands read, skills in none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skill_lsp.hosts.reading import Effect, Problem, Severity, listed
from skill_lsp.record import replace
from skill_lsp.rules.activation_list import activating, node_at
from skill_lsp.rules.finding import Finding, Fix, Related, merged
from skill_lsp.rules.registry import detects
from skill_lsp.rules.values import replacing, root_of
from skill_lsp.spelling import meant
from skill_lsp.syntax.activation import PROJECT, Activation
from skill_lsp.syntax.nodes import Scalar
from skill_lsp.syntax.quoting import toml_quoted
from skill_lsp.text import Span
from skill_lsp.workspace.files import parent
from skill_lsp.workspace.projects import directory_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skill_lsp.hosts.host import Host
    from skill_lsp.rules.context import Context
    from skill_lsp.workspace.projects import Project

NOTHING = Effect("activates nothing for this", "activate nothing for this", Severity.WARNING)
SOURCE = "Traitome/oxo-flow b936dc14, crates/oxo-flow-cli/src/commands/ai_check.rs"
_MOST = 50
"""Unknown names that are told of one list."""
_NO_TOOLS = Effect("connects no tools from here", "connect no tools from here", Severity.WARNING)
_ONE_READER = Effect("reads this in one command only", "read this in one command only", Severity.HINT)


@detects("activation-unknown", kinds=(Activation,))
def activation_unknown(context: Context) -> Iterator[Finding]:
    """Name in an activation list that no skill has.

    Why: oxo-flow compares letter by letter, capitals and blanks included, with the skills in `~/.oxo-flow/skills` and
    in `.oxo-flow/skills` of the workflow's own directory (not of a directory above it). A name that fits none is passed
    over without a word.
    Source: Traitome/oxo-flow b936dc14, skill.rs and ai_check.rs (executed, read).
    Bad (variants.oxoflow):
        [ai]
        skills = ["QC"]
    Bad (.oxo-flow/skills/qc.skill.toml):
        name = "qc"
        version = "1.0.0"
        description = "Advises on QC"
        skill_type = "knowledge"
        prompt_additions = ["Ask for a report first."]
    Good (variants.oxoflow):
        [ai]
        skills = ["qc"]
    Good (.oxo-flow/skills/qc.skill.toml):
        name = "qc"
        version = "1.0.0"
        description = "Advises on QC"
        skill_type = "knowledge"
        prompt_additions = ["Ask for a report first."]
    Fix: Writes the name that was meant; safe where only capitals, blanks, `_` or `-` differ.
    """
    document = context.document
    if not isinstance(document, Activation) or context.workspace is None or not document.names:
        return
    for host in activating(context):
        directory = directory_of(context.place.path, context.workspace.kind(context.place.path))
        project = context.workspace.projects.of(host, directory)
        unknown = [item for item in document.items if item.text not in project.by_name]
        for item in unknown[:_MOST]:
            yield _unknown(context, host, item, project)


def _unknown(context: Context, host: Host, item: Scalar, project: Project) -> Finding:
    near = meant(item.text, sorted(project.by_name))
    known = project.found
    cause = f"no skill that it finds from here is called `{item.text}`"
    related: tuple[Related, ...] = ()
    dropped = [found for found in known if not found.reading.loaded and _bears(context, found.path, item.text)]
    elsewhere = [path for path in context.workspace.named(item.text) if path not in {found.path for found in known}]
    if dropped:
        first = dropped[0].reading.problems[:1]
        cause = f"it drops the skill `{item.text}`"
        span = first[0].span if first else Span(0, 0)
        related = (Related(dropped[0].path, span, first[0].cause if first else "this skill is dropped"),)
    elif near is not None:
        cause += f"; `{near}` is probably meant"
    elif elsewhere:
        roots = listed([f"`{root.path}`" for root in host.roots if root.scope == "project"])
        cause += f", and it looks in {roots} beside this file and in the home only"
        related = tuple(
            Related(path, Span(0, 0), f"a skill `{item.text}` that is not found from here") for path in elsewhere
        )
    problem = Problem("activation-unknown", item.span, NOTHING, cause, SOURCE, data=near)
    (finding,) = merged(context.place.path, [(host.id, host.title, problem)])
    return finding if not related else _with(finding, related)


def _with(finding: Finding, related: tuple[Related, ...]) -> Finding:
    return replace(finding, related=related)


def _bears(context: Context, path: str, name: str) -> bool:
    entry = context.workspace.entry(path)
    if entry is not None and entry.names:
        return name in entry.names
    return parent(path).rpartition("/")[2] == name or path.endswith(f"/{name}.skill.toml")


@activation_unknown.fixed_by
def _right_name(finding: Finding, context: Context) -> Iterator[Fix]:
    node = node_at(root_of(context), finding.span)
    if finding.data and isinstance(node, Scalar):
        from skill_lsp.spelling import folded

        safe = folded(node.text) == folded(finding.data)
        yield replacing(node.span, toml_quoted(finding.data), f"Write {finding.data}", safe=safe)


@detects("activation-tool", kinds=(Activation,))
def activation_tool(context: Context) -> Iterator[Finding]:
    """Tool skill in the list of a workflow, where its tools are never connected.

    Why: Only `oxo-flow template --ai` connects MCP servers, and it reads `.oxo-flow/ai.toml`, never a workflow. In
    dry-run, validate and lint a tool skill adds its `prompt_additions` and no tool.
    Source: Traitome/oxo-flow b936dc14, crates/oxo-flow-cli/src/commands/ai_check.rs (read).
    Bad (variants.oxoflow):
        [ai]
        skills = ["variants"]
    Bad (.oxo-flow/skills/variants.skill.toml):
        name = "variants"
        version = "1.0.0"
        description = "Queries the variant server"
        skill_type = "tool"
        requires = ["mcp://variants.example:5050/mcp"]
    Good (.oxo-flow/ai.toml):
        [ai]
        skills = ["variants"]
    Good (.oxo-flow/skills/variants.skill.toml):
        name = "variants"
        version = "1.0.0"
        description = "Queries the variant server"
        skill_type = "tool"
        requires = ["mcp://variants.example:5050/mcp"]
    Fix: None; the name belongs into `.oxo-flow/ai.toml`.
    """
    document = context.document
    if (
        not isinstance(document, Activation)
        or document.kind == PROJECT
        or context.workspace is None
        or not document.names
    ):
        return
    for host in activating(context):
        project = context.workspace.projects.of(host, parent(context.place.path))
        for item in document.items[:_MOST]:
            if any(found.reading.values.get("skill_type") == "tool" for found in project.by_name.get(item.text, ())):
                cause = f"`{item.text}` is a tool skill, and only ai.toml with `template --ai` connects tools"
                problem = Problem("activation-tool", item.span, _NO_TOOLS, cause, SOURCE)
                yield from merged(context.place.path, [(host.id, host.title, problem)])


@detects("activation-scope", kinds=(Activation,))
def activation_scope(context: Context) -> Iterator[Finding]:
    """Activation list in `.oxo-flow/ai.toml`, which one command alone reads.

    Why: The documentation calls ai.toml another place for the list of the workflow. In the code only `template --ai`
    reads it; dry-run, validate and lint read the `[ai]` of the workflow and nothing else.
    Source: Traitome/oxo-flow b936dc14, ai_runtime.rs and ai_check.rs (read); documentation, Custom Skills.
    Bad (.oxo-flow/ai.toml):
        [ai]
        skills = ["qc"]
    Bad (.oxo-flow/skills/qc.skill.toml):
        name = "qc"
        version = "1.0.0"
        description = "Advises on QC"
        skill_type = "knowledge"
        prompt_additions = ["Ask for a report first."]
    Good (variants.oxoflow):
        [ai]
        skills = ["qc"]
    Good (.oxo-flow/skills/qc.skill.toml):
        name = "qc"
        version = "1.0.0"
        description = "Advises on QC"
        skill_type = "knowledge"
        prompt_additions = ["Ask for a report first."]
    Fix: None.
    """
    document = context.document
    if (
        not isinstance(document, Activation)
        or document.kind != PROJECT
        or not document.names
        or document.skills is None
    ):
        return
    cause = "only `template --ai` reads ai.toml; dry-run, validate and lint read the `[ai]` of the workflow"
    for host in activating(context):
        effect = _ONE_READER
        if _left_out(context, document):
            effect = effect._replace(severity=Severity.INFO)
        problem = Problem("activation-scope", document.skills.key.span, effect, cause, SOURCE)
        yield from merged(context.place.path, [(host.id, host.title, problem)])


def _left_out(context: Context, document: Activation) -> bool:
    """Whether a workflow beside lists skills, and not all that ai.toml does."""
    if context.workspace is None:
        return False
    lists = context.workspace.projects.lists(parent(parent(context.place.path)))
    return any(one.kind != PROJECT and one.names and not document.names <= one.names for one in lists)
