"""What makes a frontmatter no single map: further documents, depth, aliases without end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skill_lsp.rules.registry import reported
from skill_lsp.rules.values import replacing, root_of
from skill_lsp.syntax.nodes import Mapping

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skill_lsp.rules.context import Context
    from skill_lsp.rules.finding import Finding, Fix
    from skill_lsp.text import Span


@reported("yaml-documents")
def yaml_documents(finding: Finding, context: Context) -> Iterator[Fix]:
    """Second YAML document within the frontmatter.

    Why: `...` ends a document. A frontmatter holds one, and what follows makes it invalid.
    Source: YAML 1.2.2, section 9.2; npm yaml 2.8.2 and js-yaml 4.1 (executed).
    Bad:
        ---
        name: tide-table
        description: Reads tide tables.
        ...
        license: MIT
        ---
        Body.
    Good:
        ---
        name: tide-table
        description: Reads tide tables.
        license: MIT
        ---
        Body.
    Fix: Removes the line.
    """
    if finding.span is not None and context.text[context.text.line_at(finding.span.start)].strip() == "...":
        yield from _without_line(finding.span, context, safe=False)


def _without_line(span: Span, context: Context, *, safe: bool) -> Iterator[Fix]:
    line = context.text.line_at(span.start)
    number = context.text.position(line.start).line
    starts = context.text.line_starts
    if number + 1 < len(starts):
        yield replacing(line._replace(end=starts[number + 1]), "", "Remove the line", safe=safe)


@reported("yaml-directive")
def yaml_directive(finding: Finding, context: Context) -> Iterator[Fix]:
    """YAML directive (`%YAML`) in a frontmatter.

    Why: A directive must stand before a `---`, and that line ends the frontmatter for a host.
    Source: YAML 1.2.2, section 6.8.
    Bad:
        ---
        %YAML 1.2
        name: tide-table
        description: Reads tide tables.
        ---
        Body.
    Good:
        ---
        name: tide-table
        description: Reads tide tables.
        ---
        Body.
    Fix: Removes the line.
    """
    if finding.span is not None:
        yield from _without_line(finding.span, context, safe=True)


@reported("yaml-depth")
def yaml_depth(finding: Finding, context: Context) -> Iterator[Fix]:
    """Lists or maps nested more deeply than any reader needs.

    Why: Parsers have limits of their own or run out of memory. Nothing below a hundred levels is read here.
    Source: skill-lsp's own limit.
    Bad:
        ---
        name: tide-table
        description: Reads tide tables.
        levels: ⟨150 × [⟩⟨150 × ]⟩
        ---
        Body.
    Good:
        ---
        name: tide-table
        description: Reads tide tables.
        levels: "150"
        ---
        Body.
    Fix: None.
    """
    yield from ()


@reported("yaml-alias-bomb")
def yaml_alias_bomb(finding: Finding, context: Context) -> Iterator[Fix]:
    r"""Aliases that unfold to more than a reader takes.

    Why: An alias of lists of aliases grows beyond memory; npm yaml refuses it by counting.
    Source: npm yaml 2.8.2, `maxAliasCount`.
    Bad:
        ---
        name: tide-table
        description: Reads tide tables.
        more:
          - &a [low, high]
        ⟨20 ×   - &a [*a, *a]\n⟩
        ---
        Body.
    Good:
        ---
        name: tide-table
        description: Reads tide tables.
        more: "low, high"
        ---
        Body.
    Fix: None.
    """
    yield from ()


@reported("yaml-syntax")
def yaml_syntax(finding: Finding, context: Context) -> Iterator[Fix]:
    """Frontmatter that is no YAML for a reason without a rule of its own.

    Why: A host that can't parse the frontmatter drops the skill, or loads it without its settings.
    Source: libyaml's own message and place.
    Bad:
        ---
        name: tide-table
        description: !<note Reads tide tables.
        ---
        Body.
    Good:
        ---
        name: tide-table
        description: "!<note Reads tide tables."
        ---
        Body.
    Fix: None.
    """
    yield from ()


@reported("frontmatter-not-a-map")
def frontmatter_not_a_map(finding: Finding, context: Context) -> Iterator[Fix]:
    """Frontmatter that is a list, a single text, or empty.

    Why: A host looks for keys with values.
    Source: coder/mux f2160b194, parseSkillMarkdown.ts; skills-ref 0.1.1 parser.py.
    Bad (.claude/skills/tide-table/SKILL.md):
        ---
        - tide-table
        ---
        Body.
    Good (.claude/skills/tide-table/SKILL.md):
        ---
        name: tide-table
        description: Reads tide tables.
        ---
        Body.
    Fix: None.
    """
    root = root_of(context)
    if isinstance(root, Mapping):
        yield from ()
