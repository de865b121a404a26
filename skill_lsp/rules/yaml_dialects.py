"""What YAML has and some hosts' parsers do not, or what each of them reads differently."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from skill_lsp.rules.registry import reported
from skill_lsp.rules.values import replacing, root_of, without_line
from skill_lsp.rules.yaml import LIST_KEYS
from skill_lsp.syntax.nodes import Scalar, Sequence, entries, entry_at
from skill_lsp.syntax.quoting import yaml_quoted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skill_lsp.rules.context import Context
    from skill_lsp.rules.finding import Finding, Fix


@reported("yaml-duplicate-key")
def yaml_duplicate_key(finding: Finding, context: Context) -> Iterator[Fix]:
    """Key that stands twice.

    Why: YAML 1.2 forbids it. Most parsers refuse the frontmatter; PyYAML silently keeps the last one.
    Source: npm yaml 2.8.2, js-yaml 4.1, strictyaml 1.7.3 and PyYAML 6.0.3 (executed); laurigates/claude-plugins 1702.
    Bad:
        ---
        name: tide-table
        description: Reads tide tables.
        license: MIT
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
    Fix: Removes the second one; safe where both have the same value.
    """
    entry = next((one for one in entries(root_of(context)) if one.key.span == finding.span), None)
    if entry is None:
        return
    first = next(
        (one for one in entries(root_of(context)) if any(one.key.span == r.span for r in finding.related)), None
    )
    span = without_line(context, entry)
    if span is not None:
        same = first is not None and context.text[first.span] == context.text[entry.span]
        yield replacing(span, "", f"Remove this `{entry.key.text}`", safe=same)


@reported("yaml-flow-style")
def yaml_flow_style(finding: Finding, context: Context) -> Iterator[Fix]:
    """List or map in brackets, which the specification's validator does not take.

    Why: skills-ref reads the frontmatter with strictyaml, and that refuses every `[a, b]` and `{a: b}`. Hosts with an
    ordinary YAML parser read them.
    Source: skills-ref 0.1.1 over strictyaml 1.7.3 (executed).
    Targets: agent-skills
    Bad (skills/tide-table/SKILL.md):
        ---
        name: tide-table
        description: Reads tide tables.
        allowed-tools: [Read, Grep]
        ---
        Body.
    Good (skills/tide-table/SKILL.md):
        ---
        name: tide-table
        description: Reads tide tables.
        allowed-tools: Read Grep
        ---
        Body.
    Fix: Quotes a text in brackets such as an argument hint; writes a list with one entry a line.
    """
    entry = entry_at(root_of(context), finding.span) if finding.span else None
    if entry is None or entry.value.span != finding.span:
        return
    source = context.text[entry.value.span]
    if "\n" in source or "\r" in source:
        return
    if entry.key.text == "argument-hint" or not isinstance(entry.value, Sequence):
        yield replacing(
            entry.value.span, yaml_quoted(source), "Quote the value", safe=entry.key.text == "argument-hint"
        )
    elif entry.value.items and all(isinstance(item, Scalar) for item in entry.value.items):
        words = [context.text[item.span] for item in entry.value.items]
        if entry.key.text == "allowed-tools" and not any(re.search(r"[\s\"']", word) for word in words):
            yield replacing(entry.value.span, " ".join(words), "Write it as one text", safe=False)
            return
        line = context.text.line_at(entry.key.span.start)
        indent = " " * (entry.key.span.start - line.start)
        items = "".join(f"{context.text.newline}{indent}  - {word}" for word in words)
        gap = entry.value.span._replace(start=context.text.content.index(":", entry.key.span.end) + 1)
        yield replacing(gap, items, "Write one entry a line", safe=False)


@reported("yaml-anchor")
def yaml_anchor(finding: Finding, context: Context) -> Iterator[Fix]:
    """Anchor or alias, which the specification's validator does not take.

    Why: strictyaml refuses `&name` and `*name`. Hosts with an ordinary YAML parser follow them.
    Source: skills-ref 0.1.1 over strictyaml 1.7.3 (executed).
    Targets: agent-skills
    Bad (skills/tide-table/SKILL.md):
        ---
        name: tide-table
        description: &text Reads tide tables.
        ---
        Body.
    Good (skills/tide-table/SKILL.md):
        ---
        name: tide-table
        description: Reads tide tables.
        ---
        Body.
    Fix: None.
    """
    yield from ()


@reported("yaml-tag")
def yaml_tag(finding: Finding, context: Context) -> Iterator[Fix]:
    """Tag such as `!!str`, which the specification's validator does not take.

    Why: strictyaml refuses every tag. Quotes say the same to every parser.
    Source: skills-ref 0.1.1 over strictyaml 1.7.3 (executed).
    Targets: agent-skills
    Bad (skills/tide-table/SKILL.md):
        ---
        name: tide-table
        description: !!str 12 tide tables.
        ---
        Body.
    Good (skills/tide-table/SKILL.md):
        ---
        name: tide-table
        description: "12 tide tables."
        ---
        Body.
    Fix: None.
    """
    yield from ()


@reported("yaml-own-tag")
def yaml_own_tag(finding: Finding, context: Context) -> Iterator[Fix]:
    """Value that begins with `!`: YAML takes the word for a tag, and the text loses it.

    Why: js-yaml and PyYAML refuse a tag that they do not know, strictyaml any tag. npm yaml goes on without the word,
    so that the model is shown the rest only.
    Source: js-yaml 4.1, PyYAML 6.0.3, npm yaml 2.8.2 (executed).
    Bad:
        ---
        name: tide-table
        description: !important Reads tide tables.
        ---
        Body.
    Good:
        ---
        name: tide-table
        description: "!important Reads tide tables."
        ---
        Body.
    Fix: Quotes the value together with the word; only the author knows whether it was meant as a tag.
    """
    entry = next(
        (one for one in entries(root_of(context)) if finding.span and one.value.span.start == finding.span.end), None
    )
    if entry is not None and finding.span is not None and isinstance(entry.value, Scalar):
        span = finding.span._replace(end=entry.value.span.end)
        source = context.text[span]
        if source.startswith("!") and "\n" not in source and "\r" not in source:
            yield replacing(span, yaml_quoted(source), "Quote the value", safe=False)


@reported("yaml-dash-in-flow")
def yaml_dash_in_flow(finding: Finding, context: Context) -> Iterator[Fix]:
    """Single dash as an entry in brackets.

    Why: npm yaml and js-yaml take it for the beginning of a list item and refuse the frontmatter.
    Source: npm yaml 2.8.2 and js-yaml 4.1 (executed).
    Targets: xum
    Bad (.xum/skills/tide-table/SKILL.md):
        ---
        name: tide-table
        description: Reads tide tables.
        tags: [-]
        ---
        Body.
    Good (.xum/skills/tide-table/SKILL.md):
        ---
        name: tide-table
        description: Reads tide tables.
        tags: ["-"]
        ---
        Body.
    Fix: Quotes the dash.
    """
    if finding.span is not None:
        yield replacing(finding.span, '"-"', "Quote the dash")


@reported("yaml-flow-key")
def yaml_flow_key(finding: Finding, context: Context) -> Iterator[Fix]:
    """Colon behind a bracketed value, which makes a key of it.

    Why: Hardly a parser takes it, and none reads the text that was meant.
    Source: libyaml 0.2, js-yaml 4.1, PyYAML 6.0.3 (executed).
    Targets: codex
    Bad:
        ---
        name: tide-table
        description: Reads tide tables.
        argument-hint: [harbour]: where
        ---
        Body.
    Good:
        ---
        name: tide-table
        description: Reads tide tables.
        argument-hint: "[harbour]: where"
        ---
        Body.
    Fix: Quotes the whole line.
    """
    entry = entry_at(root_of(context), finding.span) if finding.span else None
    if finding.span is None:
        return
    line = context.text.line_at(finding.span.start)
    entry = next((one for one in entries(root_of(context)) if line.start <= one.key.span.start <= line.end), entry)
    if entry is None or entry.value.span.start < line.start:
        return
    span = entry.value.span._replace(end=line.start + len(context.text[line].rstrip()))
    yield replacing(span, yaml_quoted(context.text[span]), "Quote the value", safe=entry.key.text not in LIST_KEYS)


@reported("yaml-merge-key")
def yaml_merge_key(finding: Finding, context: Context) -> Iterator[Fix]:
    """Key `<<` whose value is no map.

    Why: YAML 1.1 parsers merge the map that stands there into the one around it, and fail on anything else.
    Source: PyYAML 6.0.3, js-yaml 4.1, strictyaml 1.7.3 (executed).
    Targets: claude-ai, agent-skills
    Bad:
        ---
        name: tide-table
        description: Reads tide tables.
        <<: more
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


@reported("yaml-control-character")
def yaml_control_character(finding: Finding, context: Context) -> Iterator[Fix]:
    """Control character in the frontmatter.

    Why: YAML allows none but tab and line ends. libyaml, PyYAML, js-yaml and strictyaml refuse the frontmatter.
    Source: YAML 1.2.2, section 5.1; the four parsers (executed).
    Targets: codex, agent-skills
    Bad:
        ---
        name: tide-table
        description: Reads\x07 tide tables.
        ---
        Body.
    Good:
        ---
        name: tide-table
        description: Reads tide tables.
        ---
        Body.
    Fix: Removes it.
    """  # noqa: D301 - the example needs the character
    if finding.span is not None:
        glued = context.text.content[finding.span.start - 1 : finding.span.start] == ":"
        yield replacing(finding.span, " " if glued else "", "Remove the character")


@reported("yaml-line-separator")
def yaml_line_separator(finding: Finding, context: Context) -> Iterator[Fix]:
    """Character that ends a line for YAML 1.1 and is a letter for YAML 1.2.

    Why: U+0085, U+2028 and U+2029 break the line for libyaml and PyYAML, so that the rest of a value becomes a line of
    its own and the frontmatter invalid.
    Source: YAML 1.1, section 4.1.4; libyaml 0.2 and PyYAML 6.0.3 (executed).
    Targets: codex
    Bad:
        ---
        name: tide-table
        description: Reads\u2028tide tables.
        ---
        Body.
    Good:
        ---
        name: tide-table
        description: Reads tide tables.
        ---
        Body.
    Fix: Writes a blank.
    """
    if finding.span is not None:
        yield replacing(finding.span, " ", "Write a blank")
