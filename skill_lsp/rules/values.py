"""Values that a host can't take: wrong type, nothing at all, too long, not one of the words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skill_lsp.rules.finding import FileEdit, Finding, Fix
from skill_lsp.rules.registry import reported
from skill_lsp.syntax.nodes import Entry, Mapping, Node, Scalar, Sequence, Style, entry_at
from skill_lsp.syntax.quoting import toml_quoted, yaml_quoted
from skill_lsp.syntax.skill import SkillMd
from skill_lsp.text import Edit, Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skill_lsp.rules.context import Context

_BRACKETED_TEXT = frozenset({"argument-hint"})
"""Keys whose documented values look like a YAML list."""


def root_of(context: Context) -> Node | None:
    """The tree of keys and values of a document under check."""
    document = context.document
    if isinstance(document, SkillMd):
        return document.yaml.root if document.yaml else None
    return document.toml.root if _is_toml(document) else None


def _is_toml(document: object) -> bool:
    """Whether it is a `.skill.toml` or an activation list."""
    return hasattr(type(document), "toml")


def quoted(context: Context, text: str) -> str:
    """A text as a quoted scalar in the document's format."""
    return toml_quoted(text) if _is_toml(context.document) else yaml_quoted(text)


def replacing(span: Span, text: str, title: str, *, safe: bool = True) -> Fix:
    """A fix that writes `text` in place of what stands in `span` of the finding's file."""
    return Fix(title, (FileEdit(None, Edit(span, text)),), safe=safe)


def without_line(context: Context, entry: Entry) -> Span | None:
    """The span that removes an entry with its whole line; None where it shares the line with something else."""
    content = context.text.content
    first, last = context.text.line_at(entry.span.start), context.text.line_at(entry.span.end)
    if content[first.start : entry.span.start].strip() or content[entry.span.end : last.end].strip():
        return None
    number = context.text.position(last.start).line
    starts = context.text.line_starts
    return Span(first.start, starts[number + 1] if number + 1 < len(starts) else last.end)


def _node_at(entry: Entry, span: Span) -> Node:
    """The value, or the list item of it, that stands at `span`."""
    if isinstance(entry.value, Sequence):
        return next((item for item in entry.value.items if item.span == span), entry.value)
    return entry.value


@reported("value-type")
def value_type(finding: Finding, context: Context) -> Iterator[Fix]:
    """Value of another type than the host reads: a number or a list where it wants text, or the reverse.

    Why: Hosts with a strict schema do not turn a number into text. One such value and the whole skill is gone.
    Source: coder/mux f2160b194, src/common/orpc/schemas/agentSkill.ts (zod, no coercion); skills-ref 0.1.1
    validator.py; Traitome/oxo-flow b936dc14, skill.rs (serde).
    Bad:
        ---
        name: tide-table
        description: Reads tide tables.
        license: 2.0
        ---
        Body.
    Good:
        ---
        name: tide-table
        description: Reads tide tables.
        license: "2.0"
        ---
        Body.
    Fix: Writes the same characters as quoted text; wraps a single text in a list where a list is wanted.
    """
    entry = entry_at(root_of(context), finding.span) if finding.span else None
    if entry is None:
        return
    node = _node_at(entry, finding.span or entry.value.span)
    source = context.text[node.span]
    if finding.data == "list" and isinstance(node, Scalar) and node.style not in (Style.PLAIN, Style.INTEGER):
        yield replacing(node.span, f"[{source}]", "Write it as a list")
    elif isinstance(node, Scalar) and finding.data == "quote":
        yield replacing(node.span, quoted(context, node.text), "Quote the value")
    elif isinstance(node, Sequence) and node.flow and "\n" not in source and isinstance(context.document, SkillMd):
        yield replacing(node.span, yaml_quoted(source), "Quote the value", safe=entry.key.text in _BRACKETED_TEXT)
    elif isinstance(node, Mapping) and node.flow and "\n" not in source and isinstance(context.document, SkillMd):
        yield replacing(node.span, yaml_quoted(source), "Quote the value", safe=False)


@reported("value-null")
def value_null(finding: Finding, context: Context) -> Iterator[Fix]:
    """Key without a value.

    Why: YAML reads nothing, `~` and `null` as null. A strict host wants a text or a boolean there and refuses the
    whole skill, even where the key is optional.
    Source: coder/mux f2160b194, agentSkill.ts, executed with zod 4.4.3 (no optional field accepts null).
    Bad:
        ---
        name: tide-table
        description: Reads tide tables.
        license:
        ---
        Body.
    Good:
        ---
        name: tide-table
        description: Reads tide tables.
        ---
        Body.
    Fix: Removes an optional key that has no value; takes the name from the directory.
    """
    entry = entry_at(root_of(context), finding.span) if finding.span else None
    if entry is None or not isinstance(entry.value, Scalar):
        return
    required = {key.name for host in context.targets for key in host.keys if key.required}
    directory = context.place.directory
    if entry.key.text == "name" and directory and entry.value.is_empty_plain:
        from skill_lsp.rules.name import is_portable

        if is_portable(directory):
            yield replacing(entry.value.span, f" {directory}", f"Take the name from the directory: {directory}")
    elif entry.key.text not in required:
        span = without_line(context, entry)
        if span is not None:
            yield replacing(span, "", f"Remove the empty `{entry.key.text}`")


@reported("value-boolean")
def value_boolean(finding: Finding, context: Context) -> Iterator[Fix]:
    """Word or quoted text where a host reads only `true` or `false`.

    Why: In YAML 1.2 `yes`, `no`, `on` and `off` are texts, and so is `"true"`. Xum refuses the skill; hosts that
    compare with `true` act as if the switch were off, so that a skill which was to be hidden is not.
    Source: coder/mux f2160b194, agentSkill.ts (zod boolean over npm yaml 2.8.2); code.claude.com/docs/en/skills of
    2026-08-22 (yes/no/on/off/1/0 since 2.1.218).
    Bad:
        ---
        name: tide-table
        description: Reads tide tables.
        disable-model-invocation: yes
        ---
        Body.
    Good:
        ---
        name: tide-table
        description: Reads tide tables.
        disable-model-invocation: true
        ---
        Body.
    Fix: Writes true or false, where the word plainly means it.
    """
    entry = entry_at(root_of(context), finding.span) if finding.span else None
    if entry is not None and finding.data in ("true", "false"):
        yield replacing(entry.value.span, finding.data, f"Write {finding.data}")


@reported("value-length")
def value_length(finding: Finding, context: Context) -> Iterator[Fix]:
    """Value that is empty or longer than a host takes.

    Why: A host that limits a key refuses the whole skill, it does not cut the value.
    Source: coder/mux f2160b194, agentSkill.ts (compatibility 500, argument-hint 200, when_to_use 1,024, counted in
    UTF-16 units); agentskills.io specification of 2026-08-04 (compatibility 500).
    Bad:
        ---
        name: tide-table
        description: Reads tide tables.
        argument-hint: ""
        ---
        Body.
    Good:
        ---
        name: tide-table
        description: Reads tide tables.
        argument-hint: "[harbour]"
        ---
        Body.
    Fix: None; only the author knows what to leave out.
    """
    yield from ()


@reported("value-choice")
def value_choice(finding: Finding, context: Context) -> Iterator[Fix]:
    """Word that is not one of those which a host knows for this key.

    Why: The host falls back to its default, and the skill runs in another way than written.
    Source: code.claude.com/docs/en/skills of 2026-08-22 (effort, context, shell).
    Bad:
        ---
        name: tide-table
        description: Reads tide tables.
        effort: hihg
        ---
        Body.
    Good:
        ---
        name: tide-table
        description: Reads tide tables.
        effort: high
        ---
        Body.
    Fix: Writes the nearest word that the host knows (unsafe: only the author knows which one was meant).
    """
    entry = entry_at(root_of(context), finding.span) if finding.span else None
    if entry is not None and finding.data and isinstance(entry.value, Scalar):
        same_word = entry.value.text.lower() == finding.data.lower()
        written = finding.data if entry.value.style is Style.PLAIN else quoted(context, finding.data)
        yield replacing(entry.value.span, written, f"Write {finding.data}", safe=same_word)
