"""Keys, lists and tables of a TOML file that do not parse: one such place, and the whole file counts for nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skill_lsp.rules.registry import reported
from skill_lsp.rules.toml_values import in_quotes
from skill_lsp.rules.values import replacing, root_of
from skill_lsp.syntax.nodes import Mapping, Node, Sequence
from skill_lsp.text import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skill_lsp.rules.context import Context
    from skill_lsp.rules.finding import Finding, Fix


def nodes_of(node: Node | None) -> Iterator[Node]:
    """A tree's values, the outer ones first."""
    if node is not None:
        yield node
    if isinstance(node, Mapping):
        for entry in node.entries:
            yield from nodes_of(entry.value)
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from nodes_of(item)


def _node_from(context: Context, start: int) -> Node | None:
    """The value that begins at an offset."""
    return next((node for node in nodes_of(root_of(context)) if node.span.start == start), None)


def _closed(finding: Finding, context: Context, closer: str) -> Iterator[Fix]:
    node = _node_from(context, finding.span.start) if finding.span else None
    if node is not None and _alone(node.span, context):
        yield replacing(Span(node.span.end, node.span.end), closer, f"Add the missing `{closer}`")


def _alone(span: Span, context: Context) -> bool:
    """Whether a span holds one problem only: what ends where is not plain with more of them."""
    return sum(1 for found in context.document.toml.problems if span.covers(found.span)) == 1


@reported("toml-missing-key")
def missing_key(finding: Finding, context: Context) -> Iterator[Fix]:
    """Line without a key, table without a name, or a dot with nothing behind it.

    Why: Only keys, tables and comments may stand in a TOML file.
    Source: TOML 1.1, sections Keys and Table.
    Bad (.oxo-flow/skills/qc.skill.toml):
        = "qc"
        version = "1.0.0"
        description = "Advises on QC"
        skill_type = "knowledge"
    Good (.oxo-flow/skills/qc.skill.toml):
        name = "qc"
        version = "1.0.0"
        description = "Advises on QC"
        skill_type = "knowledge"
        prompt_additions = ["Ask for a report first."]
    Fix: None.
    """
    yield from ()


@reported("toml-missing-equals")
def missing_equals(finding: Finding, context: Context) -> Iterator[Fix]:
    """Key without `=`, or with a colon instead.

    Why: TOML wants `key = value`. The parser stops here and the whole file counts for nothing.
    Source: TOML 1.1, section Key/Value Pair.
    Bad (.oxo-flow/skills/qc.skill.toml):
        name: "qc"
        version = "1.0.0"
        description = "Advises on QC"
        skill_type = "knowledge"
        prompt_additions = ["Ask for a report first."]
    Good (.oxo-flow/skills/qc.skill.toml):
        name = "qc"
        version = "1.0.0"
        description = "Advises on QC"
        skill_type = "knowledge"
        prompt_additions = ["Ask for a report first."]
    Fix: Writes `=` for the colon.
    """
    if finding.span is not None and context.text[finding.span] == ":":
        before = "" if context.text.content[finding.span.start - 1 : finding.span.start] == " " else " "
        yield replacing(finding.span, f"{before}=", "Write = for the colon")


@reported("toml-bare-key")
def bare_key(finding: Finding, context: Context) -> Iterator[Fix]:
    """Key with characters that need quotes.

    Why: Without quotes a key has only A-Z, a-z, digits, `_` and `-`. The parser stops here.
    Source: TOML 1.1, section Keys; Traitome/oxo-flow b936dc14 with toml 1.1.4 (executed).
    Bad (.oxo-flow/skills/qc.skill.toml):
        name = "qc"
        version = "1.0.0"
        description = "Advises on QC"
        skill_type = "knowledge"
        prompt_additions = ["Ask for a report first."]
        prüfer = "Lab 4"
    Good (.oxo-flow/skills/qc.skill.toml):
        name = "qc"
        version = "1.0.0"
        description = "Advises on QC"
        skill_type = "knowledge"
        prompt_additions = ["Ask for a report first."]
        "prüfer" = "Lab 4"
    Fix: Puts the key in quotes.
    """
    yield from in_quotes(finding, context)


@reported("toml-missing-comma")
def missing_comma(finding: Finding, context: Context) -> Iterator[Fix]:
    """Two entries of a list or inline table without a comma between them.

    Why: The parser stops here and the whole file counts for nothing.
    Source: TOML 1.1, section Array.
    Bad (.oxo-flow/skills/qc.skill.toml):
        name = "qc"
        version = "1.0.0"
        description = "Advises on QC"
        skill_type = "knowledge"
        prompt_additions = [
          "Ask for a report first."
          "Name the thresholds."
        ]
    Good (.oxo-flow/skills/qc.skill.toml):
        name = "qc"
        version = "1.0.0"
        description = "Advises on QC"
        skill_type = "knowledge"
        prompt_additions = [
          "Ask for a report first.",
          "Name the thresholds."
        ]
    Fix: Adds the comma.
    """
    if finding.span is None:
        return
    line = context.text.line_at(finding.span.start)
    problems = context.document.toml.problems
    if not any(found.kind == "unclosed-string" and line.covers(found.span) for found in problems):
        yield replacing(finding.span, ",", "Add the comma")


@reported("toml-unclosed-array")
def unclosed_array(finding: Finding, context: Context) -> Iterator[Fix]:
    """List whose `]` is missing.

    Why: Everything up to the next bracket would belong to the list. The parser stops, and the whole file counts for
    nothing.
    Source: TOML 1.1, section Array; Traitome/oxo-flow b936dc14 with toml 1.1.4 (executed).
    Bad (.oxo-flow/skills/qc.skill.toml):
        name = "qc"
        version = "1.0.0"
        prompt_additions = ["Ask for a report first."
        description = "Advises on QC"
        skill_type = "knowledge"
    Good (.oxo-flow/skills/qc.skill.toml):
        name = "qc"
        version = "1.0.0"
        prompt_additions = ["Ask for a report first."]
        description = "Advises on QC"
        skill_type = "knowledge"
    Fix: Adds the bracket after the last entry.
    """
    yield from _closed(finding, context, "]")


@reported("toml-unclosed-table")
def unclosed_table(finding: Finding, context: Context) -> Iterator[Fix]:
    """Inline table whose `}` is missing.

    Why: The parser stops here and the whole file counts for nothing.
    Source: TOML 1.1, section Inline Table.
    Bad (.oxo-flow/skills/qc.skill.toml):
        name = "qc"
        version = "1.0.0"
        lab = { room = "4"
        description = "Advises on QC"
        skill_type = "knowledge"
        prompt_additions = ["Ask for a report first."]
    Good (.oxo-flow/skills/qc.skill.toml):
        name = "qc"
        version = "1.0.0"
        lab = { room = "4"}
        description = "Advises on QC"
        skill_type = "knowledge"
        prompt_additions = ["Ask for a report first."]
    Fix: Adds the bracket after the last key.
    """
    yield from _closed(finding, context, "}")


@reported("toml-header")
def header(finding: Finding, context: Context) -> Iterator[Fix]:
    """Table name whose `]` is missing.

    Why: The parser stops here and the whole file counts for nothing.
    Source: TOML 1.1, sections Table and Array of Tables.
    Bad (.oxo-flow/skills/qc.skill.toml):
        name = "qc"
        version = "1.0.0"
        description = "Advises on QC"
        skill_type = "knowledge"
        prompt_additions = ["Ask for a report first."]
        [lab
        room = "4"
    Good (.oxo-flow/skills/qc.skill.toml):
        name = "qc"
        version = "1.0.0"
        description = "Advises on QC"
        skill_type = "knowledge"
        prompt_additions = ["Ask for a report first."]
        [lab]
        room = "4"
    Fix: Adds what is missing.
    """
    if finding.span is None or not _alone(finding.span, context):
        return
    end = finding.span.end
    brackets = 2 if context.text[finding.span].startswith("[[") else 1
    there = 1 if context.text.content[end:].lstrip(" \t").startswith("]") else 0
    yield replacing(Span(end, end), "]" * (brackets - there), "Close the table's name")


@reported("toml-after-value")
def after_value(finding: Finding, context: Context) -> Iterator[Fix]:
    """Something behind a value or a table's name on the same line.

    Why: One line takes one key. The parser stops here and the whole file counts for nothing.
    Source: TOML 1.1, section Key/Value Pair.
    Bad (.oxo-flow/skills/qc.skill.toml):
        name = "qc" version = "1.0.0"
        description = "Advises on QC"
        skill_type = "knowledge"
        prompt_additions = ["Ask for a report first."]
    Good (.oxo-flow/skills/qc.skill.toml):
        name = "qc"
        version = "1.0.0"
        description = "Advises on QC"
        skill_type = "knowledge"
        prompt_additions = ["Ask for a report first."]
    Fix: None.
    """
    yield from ()


@reported("toml-duplicate-key")
def duplicate_key(finding: Finding, context: Context) -> Iterator[Fix]:
    """Key that is defined twice.

    Why: TOML forbids it. The parser stops and the whole file counts for nothing.
    Source: TOML 1.1, section Keys; Traitome/oxo-flow b936dc14 with toml 1.1.4 (executed).
    Bad (.oxo-flow/skills/qc.skill.toml):
        name = "qc"
        version = "1.0.0"
        description = "Advises on QC"
        skill_type = "knowledge"
        prompt_additions = ["Ask for a report first."]
        name = "qc-helper"
    Good (.oxo-flow/skills/qc.skill.toml):
        name = "qc"
        version = "1.0.0"
        description = "Advises on QC"
        skill_type = "knowledge"
        prompt_additions = ["Ask for a report first."]
    Fix: None; only the author knows which one is meant.
    """
    yield from ()


@reported("toml-duplicate-table")
def duplicate_table(finding: Finding, context: Context) -> Iterator[Fix]:
    """Table that is defined twice, or that is something else already.

    Why: TOML forbids it. The parser stops and the whole file counts for nothing.
    Source: TOML 1.1, section Table; toml 1.1 (executed).
    Bad (.oxo-flow/skills/qc.skill.toml):
        name = "qc"
        version = "1.0.0"
        description = "Advises on QC"
        skill_type = "knowledge"
        prompt_additions = ["Ask for a report first."]
        [lab]
        room = "4"
        [lab]
        floor = "2"
    Good (.oxo-flow/skills/qc.skill.toml):
        name = "qc"
        version = "1.0.0"
        description = "Advises on QC"
        skill_type = "knowledge"
        prompt_additions = ["Ask for a report first."]
        [lab]
        room = "4"
        floor = "2"
    Fix: None.
    """
    yield from ()
