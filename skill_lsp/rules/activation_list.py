"""Activation lists: the table `[ai]` of a workflow or of `.oxo-flow/ai.toml`, its place, its keys and their types."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skill_lsp.rules.finding import Finding, Fix, merged
from skill_lsp.rules.registry import detects, reported
from skill_lsp.rules.values import replacing, root_of
from skill_lsp.syntax.activation import Activation
from skill_lsp.syntax.nodes import Mapping, Node, Scalar, Sequence, Style, entry_at
from skill_lsp.syntax.quoting import toml_quoted
from skill_lsp.text import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skill_lsp.hosts.host import Host
    from skill_lsp.rules.context import Context


def activating(context: Context) -> list[Host]:
    """The target hosts that have activation lists."""
    return [host for host in context.targets if host.activation_keys]


def node_at(root: Node | None, span: Span | None) -> Node | None:
    """The value that stands exactly at a span."""
    entry = entry_at(root, span) if span is not None else None
    if entry is None:
        return None
    items = entry.value.items if isinstance(entry.value, Sequence) else ()
    return next((node for node in (entry.value, *items) if node.span == span), None)


@detects("activation-table", kinds=(Activation,))
def activation_table(context: Context) -> Iterator[Finding]:
    """Activation list in a table that is not read.

    Why: oxo-flow reads the table `ai` at the top of the file. `[AI]`, `[[ai]]`, `[workflow.ai]`, a rule's own `ai` and
    a bare `skills` in ai.toml are passed over without a word.
    Source: Traitome/oxo-flow b936dc14, crates/oxo-flow-ai/src/config.rs (executed).
    Bad (flows/variants.oxoflow):
        [workflow]
        name = "variants"

        [AI]
        enabled = true
        skills = []
    Good (flows/variants.oxoflow):
        [workflow]
        name = "variants"

        [ai]
        enabled = true
        skills = []
    Fix: Calls the table `[ai]`, where the file has no other one.
    """
    document = context.document
    if isinstance(document, Activation):
        told = [
            (host.id, host.title, found) for host in activating(context) for found in host.activation_problems(document)
        ]
        yield from merged(context.place.path, told)


@activation_table.fixed_by
def _as_ai(finding: Finding, context: Context) -> Iterator[Fix]:
    document = context.document
    if not isinstance(document, Activation) or document.table is not None or finding.span is None:
        return
    root = document.toml.root
    if finding.data == "bare":
        alone = all(not isinstance(entry.value, Mapping) for entry in root.entries)
        start = context.text.line_at(root.entries[0].key.span.start).start
        if alone:
            known = {key.name for host in activating(context) for key in host.activation_keys}
            safe = all(entry.key.text in known for entry in root.entries)
            newline = context.text.newline
            yield replacing(Span(start, start), f"[ai]{newline}", "Add the header [ai]", safe=safe)
        return
    line = context.text.line_at(finding.span.start)
    before, bracket, _ = context.text[line].partition("[")
    header = (bracket + context.text[line].partition("[")[2]).partition("#")[0].rstrip()
    name = header.strip("[]").strip()
    if not bracket or before.strip() or _headers_of(root, finding) != 1:
        return
    if name.split(".")[-1].lower() == "ai" and all(part.isidentifier() for part in name.split(".")):
        start = line.start + len(before)
        safe = finding.data != "inner:rules"
        yield replacing(Span(start, start + len(header)), "[ai]", "Call the table [ai]", safe=safe)


def _headers_of(root: Mapping, finding: Finding) -> int:
    """How many tables of the document are meant as the one a finding stands on."""
    outer = (finding.data or "").removeprefix("inner:") if (finding.data or "").startswith("inner:") else None
    count = 0
    for entry in root.entries:
        tables = entry.value.items if isinstance(entry.value, Sequence) else (entry.value,)
        if outer is None and entry.key.text.lower() == "ai":
            count += len(tables)
        elif outer is not None and entry.key.text == outer:
            count += sum(1 for table in tables if isinstance(table, Mapping) and table.entry("ai"))
    return count


@reported("activation-type")
def activation_type(finding: Finding, context: Context) -> Iterator[Fix]:
    """Value of another type than the activation table takes.

    Why: `skills` must be a list of texts: anything else counts as an empty list, an entry that is no text is left out,
    and `enabled = "true"` counts as false, each without a word.
    Source: Traitome/oxo-flow b936dc14, config.rs, AiConfig::from_workflow_toml (executed).
    Bad (flows/variants.oxoflow):
        [ai]
        enabled = "true"
        skills = []
    Good (flows/variants.oxoflow):
        [ai]
        enabled = true
        skills = []
    Fix: Writes true or false without quotes; wraps one text in a list; puts an entry in quotes.
    """
    node = node_at(root_of(context), finding.span)
    if not isinstance(node, Scalar):
        return
    if finding.data == "list" and node.style is Style.STRING:
        yield replacing(node.span, f"[{context.text[node.span]}]", "Write it as a list")
    elif finding.data == "quote":
        yield replacing(node.span, toml_quoted(node.text), "Put it in quotes")
    elif finding.data == "flag" and node.text.strip().lower() in ("true", "false"):
        yield replacing(node.span, node.text.strip().lower(), f"Write {node.text.strip().lower()} without quotes")
    elif finding.data == "number" and node.style is Style.STRING and node.text.isascii() and node.text.isdigit():
        yield replacing(node.span, str(int(node.text[:9])), "Write it without quotes")


@reported("activation-key")
def activation_key(finding: Finding, context: Context) -> Iterator[Fix]:
    """Misspelt key in the activation table.

    Why: oxo-flow passes over keys that it does not know; with `skils` no skill is active.
    Source: Traitome/oxo-flow b936dc14, config.rs (executed).
    Bad (flows/variants.oxoflow):
        [ai]
        skils = []
    Good (flows/variants.oxoflow):
        [ai]
        skills = []
    Fix: Renames the key.
    """
    if finding.span is not None and finding.data:
        yield replacing(finding.span, finding.data, f"Rename to {finding.data}")


@reported("activation-inert")
def activation_inert(finding: Finding, context: Context) -> Iterator[Fix]:
    """Key in the activation table that has no effect.

    Why: `provider`, `model` and `auto_fix` are read and used nowhere, `api_url` and `temperature` are not even read
    (the latter is since 0.19). The provider comes from `OXO_FLOW_AI_PROVIDER` or `~/.oxo-flow/ai_config.json`.
    Source: Traitome/oxo-flow b936dc14, config.rs (executed); config.rs at 027be5da (read).
    Bad (flows/variants.oxoflow):
        [ai]
        provider = "claude"
        skills = []
    Good (flows/variants.oxoflow):
        [ai]
        skills = []
    Fix: None.
    """
    yield from ()


@reported("activation-secret")
def activation_secret(finding: Finding, context: Context) -> Iterator[Fix]:
    """Key for a model's service in an activation table, where nobody reads it.

    Why: `api_key` is not read from a workflow or from ai.toml. It does nothing but lie in a file that is shared.
    Source: Traitome/oxo-flow b936dc14, config.rs (executed).
    Bad (flows/variants.oxoflow):
        [ai]
        api_key = "0123456789"
        skills = []
    Good (flows/variants.oxoflow):
        [ai]
        skills = []
    Fix: None; the key must be replaced as well, not only removed.
    """
    yield from ()
