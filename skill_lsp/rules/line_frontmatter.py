"""A SKILL.md for a host that reads lines instead of YAML: what such a reader has other than everybody else."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from skill_lsp.rules.finding import FileEdit, Finding, Fix
from skill_lsp.rules.registry import reported
from skill_lsp.rules.values import replacing, root_of, without_line
from skill_lsp.syntax import line_reader
from skill_lsp.syntax.nodes import Entry, Mapping, Scalar, Style, entry_at
from skill_lsp.syntax.skill import SkillMd
from skill_lsp.text import Edit, Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skill_lsp.rules.context import Context


def _entry(finding: Finding, context: Context) -> Entry | None:
    """The outermost key that a finding speaks of."""
    root = root_of(context)
    return root.entry(finding.data) if isinstance(root, Mapping) and finding.data else None


def _on_one_line(finding: Finding, context: Context) -> Iterator[Fix]:
    """The value that YAML has, written so that a reader of lines has it as well."""
    root, span = root_of(context), finding.span
    if not isinstance(root, Mapping) or span is None:
        return
    entry = next((entry for entry in root.entries if entry.key.text == finding.data and span.start in entry.span), None)
    if entry is None or not isinstance(entry.value, Scalar):
        return
    text = entry.value.text
    flat = " ".join(text.split())
    written = line_reader.one_line(flat)
    source = context.text[Span(entry.key.span.end, entry.value.span.end)]
    if written is None or entry.value.tag or entry.value.anchor or _has_comment(entry.value, source):
        return
    colon = entry.key.span.end + source.index(":") + 1
    old = Span(colon, entry.key.span.end + len(source.rstrip()))
    yield replacing(old, f" {written}", "Write it on one line", safe=text.strip() == flat)


def _has_comment(value: Scalar, source: str) -> bool:
    if value.style in (Style.LITERAL, Style.FOLDED):
        return "#" in source.partition("\n")[0]
    return any(line.lstrip().startswith("#") for line in source.split("\n")) or " #" in source.partition("\n")[0]


@reported("line-block-scalar")
def line_block_scalar(finding: Finding, context: Context) -> Iterator[Fix]:
    """Block text (`|`, `>-`) where a host reads one line at a time.

    Why: oxo-flow does not read YAML. It takes what stands behind the colon on the same line, so that the description is
    the mark `>-` and nothing else.
    Source: Traitome/oxo-flow b936dc14, crates/oxo-flow-ai/src/skill.rs, parse_skill_md (executed).
    Bad:
        ---
        name: tide-table
        description: >-
          Reads tide tables and tells when
          a harbour can be entered.
        ---
        Body.
    Good:
        ---
        name: tide-table
        description: Reads tide tables and tells when a harbour can be entered.
        ---
        Body.
    Fix: Writes the same text on one line; not safe where the text has line breaks that YAML keeps.
    """
    yield from _on_one_line(finding, context)


@reported("line-wrapped-value")
def line_wrapped_value(finding: Finding, context: Context) -> Iterator[Fix]:
    """Value that goes on, or only begins, on the next line where a host reads one line at a time.

    Why: Formatters wrap long descriptions. YAML joins the lines; oxo-flow keeps the first one, or nothing at all.
    Source: Traitome/oxo-flow b936dc14, skill.rs, parse_skill_md (executed).
    Bad:
        ---
        name: tide-table
        description:
          Reads tide tables and tells when
          a harbour can be entered.
        ---
        Body.
    Good:
        ---
        name: tide-table
        description: Reads tide tables and tells when a harbour can be entered.
        ---
        Body.
    Fix: Writes the same text on one line.
    """
    yield from _on_one_line(finding, context)


@reported("line-comment")
def line_comment(finding: Finding, context: Context) -> Iterator[Fix]:
    """Comment behind a value where a host knows no comments.

    Why: To oxo-flow the comment is a part of the value. With `name: qc # the id` the skill is called `qc # the id`, and
    `skills = ["qc"]` activates nothing.
    Source: Traitome/oxo-flow b936dc14, skill.rs, parse_skill_md (executed).
    Bad:
        ---
        name: tide-table # the directory's name
        description: Reads tide tables.
        ---
        Body.
    Good:
        ---
        # the directory's name
        name: tide-table
        description: Reads tide tables.
        ---
        Body.
    Fix: Puts the comment on a line above.
    """
    if finding.span is None:
        return
    line = context.text.line_at(finding.span.start)
    comment = context.text[finding.span]
    before = context.text[Span(line.start, finding.span.start)]
    if not comment.startswith("#") or "---" in comment:
        return
    indent = before[: len(before) - len(before.lstrip())]
    above = Edit(Span(line.start, line.start), f"{indent}{comment}{context.text.newline}")
    gone = Edit(Span(line.start + len(before.rstrip()), finding.span.end), "")
    yield Fix("Put the comment on a line above", (FileEdit(None, above), FileEdit(None, gone)))


@reported("line-escape")
def line_escape(finding: Finding, context: Context) -> Iterator[Fix]:
    """Escape in a quoted value where a host knows none.

    Why: YAML reads a doubled quote in single quotes as one, and a backslash in double quotes as the beginning of an
    escape. oxo-flow keeps the characters as they stand.
    Source: Traitome/oxo-flow b936dc14, skill.rs, parse_skill_md (executed).
    Bad:
        ---
        name: tide-table
        description: 'Reads the harbour''s tide tables.'
        ---
        Body.
    Good:
        ---
        name: tide-table
        description: Reads the harbour's tide tables.
        ---
        Body.
    Fix: Writes the same text without escapes.
    """
    yield from _on_one_line(finding, context)


@reported("line-quotes")
def line_quotes(finding: Finding, context: Context) -> Iterator[Fix]:
    """Quotes at the end of a value where a host takes every quote off.

    Why: oxo-flow removes all `"` and `'` from both ends of a value, also those that belong to the text.
    Source: Traitome/oxo-flow b936dc14, skill.rs, parse_skill_md (executed).
    Bad:
        ---
        name: tide-table
        description: 'Answers the question "when is it high?"'
        ---
        Body.
    Good:
        ---
        name: tide-table
        description: Answers the question "when is it high?" for any harbour.
        ---
        Body.
    Fix: None; no form keeps a quote there.
    """
    yield from ()


@reported("line-literal")
def line_literal(finding: Finding, context: Context) -> Iterator[Fix]:
    """Anchor, tag, alias, null or bracket that a host keeps as text.

    Why: oxo-flow does not read YAML, so `name: {{ name }}` loads under exactly these characters and `description: ~` is
    described by a tilde.
    Source: Traitome/oxo-flow b936dc14, skill.rs, parse_skill_md (executed).
    Bad:
        ---
        name: { skill-name }
        description: Reads tide tables.
        ---
        Body.
    Good:
        ---
        name: tide-table
        description: Reads tide tables.
        ---
        Body.
    Fix: None.
    """
    yield from ()


@reported("line-nested-key")
def line_nested_key(finding: Finding, context: Context) -> Iterator[Fix]:
    """Indented `name`, `description` or `version` that a host takes for the skill's own.

    Why: oxo-flow trims every line before it looks for a key. A `name` under `metadata`, in a list or within a block
    text overrides the one at the margin if it stands further down.
    Source: Traitome/oxo-flow b936dc14, skill.rs, parse_skill_md (executed; its comment says the opposite).
    Bad:
        ---
        name: tide-table
        description: Reads tide tables.
        metadata:
          name: harbour
        ---
        Body.
    Good:
        ---
        description: Reads tide tables.
        metadata:
          name: harbour
        name: tide-table
        ---
        Body.
    Fix: Moves the skill's own key behind the other one, where it wins; or removes the other one (unsafe).
    """
    own = _entry(finding, context)
    if own is not None:
        yield from _moved_down(own, context)
    if finding.span is None:
        return
    nested = entry_at(root_of(context), finding.span)
    if nested is not None and nested.key.span == finding.span:
        span = without_line(context, nested)
        if span is not None:
            yield replacing(span, "", f"Remove the indented `{nested.key.text}`", safe=False)


def _moved_down(own: Entry, context: Context) -> Iterator[Fix]:
    """The key with its line at the end of the frontmatter: the order of keys means nothing to YAML."""
    document = context.document
    block = document.frontmatter if isinstance(document, SkillMd) else None
    line = without_line(context, own)
    root = root_of(context)
    if block is None or block.closer is None or line is None or not isinstance(root, Mapping) or root.flow:
        return
    first = context.text.line_at(own.key.span.start)
    source = context.text[line]
    if "\n" in source.rstrip("\r\n") or own.key.span.start != first.start or not source.endswith(("\n", "\r")):
        return
    if list(root.duplicates()) or line.end > block.closer.start:
        return
    below = Edit(Span(block.closer.start, block.closer.start), source)
    title = f"Move the skill's own `{own.key.text}` to the end, where it wins"
    yield Fix(title, (FileEdit(None, Edit(line, "")), FileEdit(None, below)))


@reported("line-key")
def line_key(finding: Finding, context: Context) -> Iterator[Fix]:
    """Key in quotes or in a flow map where a host wants it bare at the start of a line.

    Why: oxo-flow compares the text before the first colon of a line with `name` and `description`; `"name"` is neither.
    Source: Traitome/oxo-flow b936dc14, skill.rs, parse_skill_md (executed).
    Bad:
        ---
        "name": tide-table
        description: Reads tide tables.
        ---
        Body.
    Good:
        ---
        name: tide-table
        description: Reads tide tables.
        ---
        Body.
    Fix: Takes the quotes off.
    """
    if finding.span is not None and finding.data and context.text[finding.span].strip("\"' ") == finding.data:
        yield replacing(finding.span, finding.data, f"Write {finding.data} without quotes")


@reported("frontmatter-early-close")
def frontmatter_early_close(finding: Finding, context: Context) -> Iterator[Fix]:
    """Three hyphens inside the frontmatter that a host takes for its end.

    Why: oxo-flow, goose and the specification's validator end the frontmatter at the next `---` wherever it stands,
    also within a value or a comment. The keys after it are lost and their text becomes body.
    Source: Traitome/oxo-flow b936dc14, skill.rs, parse_skill_md (executed); aaif-goose/goose 2533f35, sources.rs;
    skills-ref 0.1.1, parser.py (executed).
    Targets: oxo-flow
    Bad:
        ---
        # ------- who and what -------
        name: tide-table
        description: Reads tide tables.
        ---
        Body.
    Good:
        ---
        # ======= who and what =======
        name: tide-table
        description: Reads tide tables.
        ---
        Body.
    Fix: Draws a comment's rule with `=`; writes a dash for the hyphens in a value (unsafe).
    """
    if finding.span is None:
        return
    line = context.text.line_at(finding.span.start)
    source = context.text[line]
    if source.lstrip().startswith("#"):
        yield replacing(line, re.sub(r"-{3,}", lambda rule: "=" * len(rule.group()), source), "Draw the rule with =")
    elif finding.span.start > 0:
        yield replacing(finding.span, "\N{EM DASH}", "Write a dash", safe=False)


@reported("body-empty")
def body_empty(finding: Finding, context: Context) -> Iterator[Fix]:
    """Skill without any text after its frontmatter.

    Why: There is nothing that the skill could tell. oxo-flow drops it; elsewhere it loads and says nothing.
    Source: Traitome/oxo-flow b936dc14, skill.rs, parse_skill_md (executed).
    Bad:
        ---
        name: tide-table
        description: Reads tide tables.
        ---
    Good:
        ---
        name: tide-table
        description: Reads tide tables.
        ---
        Look the harbour up in the almanac.
    Fix: None.
    """
    yield from ()


@reported("manifest-key")
def manifest_key(finding: Finding, context: Context) -> Iterator[Fix]:
    """Key of a `.skill.toml` in a SKILL.md, where it does nothing.

    Why: oxo-flow reads only name, description and version from a SKILL.md, which is always a knowledge skill: tools can
    be connected from a `.skill.toml` alone.
    Source: Traitome/oxo-flow b936dc14, skill.rs, parse_skill_md (executed).
    Targets: oxo-flow
    Bad (.oxo-flow/skills/variants/SKILL.md):
        ---
        name: variants
        description: Queries the variant server.
        requires: mcp://variants.example:5050/mcp
        ---
        Body.
    Good (.oxo-flow/skills/variants.skill.toml):
        name = "variants"
        version = "1.0.0"
        description = "Queries the variant server"
        skill_type = "tool"
        requires = ["mcp://variants.example:5050/mcp"]
    Fix: None; a manifest is another file.
    """
    yield from ()
