"""What keeps a skill from being the same skill in every host, and the steps that bring the hosts together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from skill_lsp.hosts.keys import utf16_length
from skill_lsp.hosts.reading import Severity
from skill_lsp.pattern import pattern
from skill_lsp.record import replace
from skill_lsp.rules.finding import FileEdit, Finding, Fix
from skill_lsp.rules.readers import readers_of, who
from skill_lsp.rules.registry import detects, reported
from skill_lsp.rules.values import replacing, root_of, without_line
from skill_lsp.syntax.nodes import Entry, Mapping, Scalar, Style, dereferenced, entry_at
from skill_lsp.syntax.quoting import yaml_quoted
from skill_lsp.syntax.skill import SkillMd
from skill_lsp.text import Edit, Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skill_lsp.hosts.host import Host
    from skill_lsp.hosts.reading import Place
    from skill_lsp.rules.context import Context
    from skill_lsp.syntax.skill import Skill


def portability(document: Skill, place: Place, hosts: tuple[Host, ...], workspace: Any = None) -> list[Finding]:
    """What these hosts take in different ways, the gravest first, each with its fixes.

    A finding that concerns no host in particular is left out: it is as wrong in one as in the other.
    """
    from skill_lsp.rules import engine
    from skill_lsp.rules.context import Context

    context = Context(document, place, hosts, workspace)
    found = [finding for finding in engine.check(context) if finding.hosts and finding.severity > Severity.HINT]
    found.sort(key=lambda finding: (-finding.severity, finding.span or (0, 0)))
    return [replace(finding, fixes=(*finding.fixes, *_further(finding, context))) for finding in found]


def _further(finding: Finding, context: Context) -> Iterator[Fix]:
    """Fixes that only make sense for a skill that is to go everywhere."""
    if finding.span is None or not isinstance(context.document, SkillMd):
        return
    if _ARGUMENT.fullmatch(context.text[finding.span]):
        yield replacing(
            finding.span, "$ARGUMENTS", "Write $ARGUMENTS, which all hosts with arguments share", safe=False
        )
    if finding.rule == "description-length":
        yield from _shortened(finding.span, context)


_DESCRIPTION_LIMIT = 1024
_ARGUMENT = pattern(r"\$(?:\d+|ARGUMENTS\[\d+\])")
_SENTENCE_END = pattern(r"[.!?。！？](?=\s|\Z)")


def _shortened(span: Span, context: Context) -> Iterator[Fix]:
    """The sentences of a description that fit everywhere, as a quoted text. The rest is for the body."""
    entry = entry_at(root_of(context), span)
    value = dereferenced(entry.value) if entry is not None else None
    if not isinstance(value, Scalar) or utf16_length(value.text) <= _DESCRIPTION_LIMIT:
        return
    ends = [found.end() for found in _SENTENCE_END.finditer(value.text)]
    kept = [end for end in ends if utf16_length(value.text[:end]) <= _DESCRIPTION_LIMIT]
    if kept:
        text = value.text[: kept[-1]]
        title = f"Keep the first {len(kept)} of {len(ends)} sentences ({len(text)} characters)"
        yield replacing(span, yaml_quoted(text), title, safe=False)


# ------------------------------------------------------------------- a key under metadata


_MOST_KEYS = 200
"""A frontmatter with more keys was not written by a person; looking for `metadata` once for each takes too long."""


def under_metadata(context: Context, entry: Entry, *, safe: bool) -> Iterator[Fix]:
    """Moves an entry of the frontmatter under `metadata`, its text unchanged but for the indentation."""
    root = root_of(context)
    if not isinstance(root, Mapping) or root.flow or len(root.entries) > _MOST_KEYS or entry.key.text == "metadata":
        return
    line = without_line(context, entry)
    if line is None:
        return
    source = context.text.content[line.start : line.end]
    if not source.endswith("\n"):
        source += context.text.newline
    metadata = root.entry("metadata")
    title = f"Move `{entry.key.text}` under `metadata`"
    moved = "".join(f"  {part}" if part.strip() else part for part in source.splitlines(keepends=True))
    if metadata is None:
        text = f"metadata:{context.text.newline}{moved}"
        yield Fix(title, (FileEdit(None, Edit(line, text)),), safe=safe)
        return
    held = dereferenced(metadata.value)
    if not isinstance(held, Mapping) or held.flow or not held.entries or held.entry(entry.key.text) is not None:
        return
    first = held.entries[0].key.span.start
    start = context.text.line_at(first).start
    indent = context.text.content[start:first]
    if indent.strip() or not indent:
        return
    moved = "".join(f"{indent}{part}" if part.strip() else part for part in source.splitlines(keepends=True))
    yield Fix(title, (FileEdit(None, Edit(Span(start, start), moved)), FileEdit(None, Edit(line, ""))), safe=safe)


@detects("key-nested", trigger="metadata", kinds=(SkillMd,))
def key_nested(context: Context) -> Iterator[Finding]:
    """Switch under `metadata` that a host reads at the top level only.

    Why: `metadata` is data for others; the host does not look for its own keys in it. A switch that was to keep the
    model or people from the skill does nothing there. goose is the exception: it reads `arguments` and `argument-hint`
    under `metadata`, and only there.
    Source: code.claude.com/docs/en/skills of 2026-08-22 (the advice against host keys in metadata); aaif-goose/goose
    c8ee88a, skills/mod.rs.
    Bad:
        ---
        name: tide-table
        description: Reads tide tables.
        metadata:
          disable-model-invocation: "true"
        ---
        Body.
    Good:
        ---
        name: tide-table
        description: Reads tide tables.
        disable-model-invocation: true
        ---
        Body.
    Fix: None; the value may have to change with the place.
    """
    root = root_of(context) if isinstance(context.document, SkillMd) else None
    node = root.get("metadata") if isinstance(root, Mapping) else None
    held = dereferenced(node) if node is not None else None
    if not isinstance(root, Mapping) or not isinstance(held, Mapping):
        return
    known = readers_of(SkillMd)
    targets = {host.id for host in context.targets}
    for entry in held.entries:
        name = entry.key.text
        if root.entry(name) is not None:
            continue
        nested = known.get(f"metadata.{name}", ())
        readers = [reader for reader in known.get(name, ()) if reader.id in targets]
        guards = next((reader.key.guards for reader in readers if reader.key.guards), "")
        if not readers or not (guards or nested):
            continue
        message = f"{who(readers, 'reads', 'read')} `{name}` at the top level only" + (
            f", so {guards}." if guards else "."
        )
        here = [reader for reader in nested if reader.id in targets]
        if here:
            message += f" {who(here, 'reads', 'read')} it here."
        severity = Severity.WARNING if guards else Severity.INFO
        severities = {reader.id: severity for reader in readers}
        yield context.finding("key-nested", entry.key.span, message, hosts=severities, data=name)


# ------------------------------------------------------------------- what single hosts do


@reported("name-reserved")
def name_reserved(finding: Finding, context: Context) -> Iterator[Fix]:
    """Name with a word that an upload keeps for itself.

    Why: claude.ai and the Skills API refuse a name that contains `claude` or `anthropic`.
    Source: platform.claude.com, agent-skills overview of 2026-08-21.
    Targets: claude-ai
    Bad:
        ---
        name: claude-tides
        description: Reads tide tables.
        ---
        Body.
    Good:
        ---
        name: tide-table
        description: Reads tide tables.
        ---
        Body.
    Fix: None; the directory would have to be renamed with it.
    """
    yield from ()


@reported("name-mention")
def name_mention(finding: Finding, context: Context) -> Iterator[Fix]:
    """Name that can't be typed to call the skill.

    Why: In Codex a skill is called by `$name`, and what follows `$` ends at the first character that is no letter,
    digit, `_`, `-` or `:`. The model still finds the skill in its list. (Inferred from the source.) In Xum a name after
    `$` begins with a letter; one that begins with a digit is called by `/name` only.
    Source: openai/codex d1056ef, core-skills/src/injection.rs; coder/mux f2160b194, inlineSkillReferences.ts.
    Targets: codex
    Bad (.codex/skills/tide/SKILL.md):
        ---
        name: Tide table
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


@reported("description-tags")
def description_tags(finding: Finding, context: Context) -> Iterator[Fix]:
    """Description with `<` or `>`.

    Why: An upload to claude.ai refuses it, since the description becomes part of a prompt in tags. VS Code takes out
    everything from `<` to `>` and shows the model the rest. Other hosts keep it as it is.
    Source: platform.claude.com, agent-skills overview of 2026-08-21; anthropics/skills 9d2f1ae quick_validate.py;
    microsoft/vscode promptsServiceImpl.ts (2026).
    Bad:
        ---
        name: tide-table
        description: Fills the <tide-chart> element of a page.
        ---
        Body.
    Good:
        ---
        name: tide-table
        description: Fills the tide-chart element of a page.
        ---
        Body.
    Fix: Takes off the brackets and keeps the words between (unsafe: they may be needed).
    """
    entry = entry_at(root_of(context), finding.span) if finding.span else None
    if entry is None or finding.span is None:
        return
    source = context.text[finding.span]
    inner = source.strip("<>/ ")
    if inner and source.startswith("<") and source.endswith(">"):
        yield replacing(finding.span, inner, f"Write {inner} without the brackets", safe=False)


@reported("yaml-scanned")
def yaml_scanned(finding: Finding, context: Context) -> Iterator[Fix]:
    """Line that a host reads as it stands, because YAML gives no text there.

    Why: Gemini CLI looks for the lines `name:` and `description:` where YAML fails or gives something else than text.
    It then has the rest of the line with its quotes, braces or `>-`, and an indented line counts as well.
    Source: google-gemini/gemini-cli 5411f11, packages/core/src/skills/skillLoader.ts.
    Targets: gemini-cli
    Bad:
        ---
        name: tide-table
        description: {tides of the harbour}
        ---
        Body.
    Good:
        ---
        name: tide-table
        description: "{tides of the harbour}"
        ---
        Body.
    Fix: Quotes a value in braces or brackets.
    """
    entry = entry_at(root_of(context), finding.span) if finding.span else None
    if entry is None or finding.span is None:
        return
    value = dereferenced(entry.value)
    source = context.text[finding.span]
    if source[:1] in "{[" and "\n" not in source and not (isinstance(value, Scalar) and value.style is not Style.PLAIN):
        yield replacing(finding.span, yaml_quoted(source), "Quote the value", safe=False)
