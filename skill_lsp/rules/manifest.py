"""A `.skill.toml` that oxo-flow drops, or takes otherwise than written; what a tool skill requires is in `requires`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skill_lsp.hosts import skill_manifest
from skill_lsp.rules.finding import Finding, Fix, Rename
from skill_lsp.rules.registry import reported
from skill_lsp.rules.values import replacing, root_of
from skill_lsp.syntax.nodes import Entry, Mapping, entry_at
from skill_lsp.syntax.quoting import toml_quoted
from skill_lsp.syntax.skill import SkillToml
from skill_lsp.text import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skill_lsp.rules.context import Context

FIRST_VERSION = "0.1.0"
"""What oxo-flow itself takes for a SKILL.md without a version."""


def missing_key(finding: Finding, context: Context) -> Iterator[Fix]:
    """A line with the required key that a manifest lacks, where its value can be known."""
    document = context.document
    if not isinstance(document, SkillToml) or finding.data is None:
        return
    root = document.toml.root
    value = _value_of(finding.data, root, context.place.file)
    if value is None:
        return
    at, before = _insertion(context, root, finding.data)
    line = f"{finding.data} = {toml_quoted(value)}{context.text.newline}"
    yield replacing(Span(at, at), before + line, f"Add {finding.data} = {toml_quoted(value)}", safe=value != "tool")


def _value_of(key: str, root: Mapping, file: str) -> str | None:
    if key == "version":
        return FIRST_VERSION
    if key == "skill_type":
        return "knowledge" if skill_manifest.server_entry(root) is None else "tool"
    if key == "name" and file.endswith(skill_manifest.SUFFIX):
        return file.removesuffix(skill_manifest.SUFFIX) or None
    return None


def _insertion(context: Context, root: Mapping, key: str) -> tuple[int, str]:
    """Where a required key goes: behind the one that usually stands before it; with the line ending that is missing."""
    order = [known.name for known in skill_manifest.KEYS if known.required]
    for earlier in reversed(order[: order.index(key)]):
        entry = root.entry(earlier)
        if entry is not None:
            line = context.text.position(entry.span.end).line
            starts = context.text.line_starts
            if line + 1 < len(starts):
                return starts[line + 1], ""
            return len(context.text), context.text.newline
    first = root.entries[0] if root.entries else None
    return (context.text.line_at(first.span.start).start if first else root.span.start), ""


@reported("manifest-file-name")
def manifest_file_name(finding: Finding, context: Context) -> Iterator[Fix]:
    """Manifest whose file name does not end with `.skill.toml`.

    Why: oxo-flow takes files whose extension is exactly `toml` and whose stem ends with `.skill`, in small letters.
    `qc_skill.toml`, `skill.toml` and `qc.Skill.toml` are passed over without a word.
    Source: Traitome/oxo-flow b936dc14, skill.rs, discover_skills_from (executed).
    Targets: oxo-flow
    Bad (.oxo-flow/skills/qc.Skill.toml):
        name = "qc"
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
    Fix: Renames the file (unsafe: others may refer to it).
    """
    path = context.place.path
    directory, slash, file = path.rpartition("/")
    stem = file[: -len(".toml")] if file.lower().endswith(".toml") else ""
    if stem.lower().endswith("skill"):
        stem = stem[: -len("skill")].rstrip(".-_ ")
    name = f"{stem or directory.rpartition('/')[2] or 'skill'}{skill_manifest.SUFFIX}"
    if path and name != file:
        yield Fix(f"Rename the file to {name}", safe=False, renames=(Rename(path, f"{directory}{slash}{name}"),))


@reported("manifest-wrapped")
def manifest_wrapped(finding: Finding, context: Context) -> Iterator[Fix]:
    """Required keys inside a table instead of above the first one.

    Why: oxo-flow reads the keys at the top of the file. Under a header `[skill]`, or behind any other table, they
    belong to that table, and the manifest is dropped for what is missing.
    Source: Traitome/oxo-flow b936dc14, skill.rs, SkillManifest (executed).
    Bad (.oxo-flow/skills/qc.skill.toml):
        [skill]
        name = "qc"
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
    Fix: Removes the header, where it is the file's only one and nothing stands above it.
    """
    root = root_of(context)
    entry = entry_at(root, finding.span) if finding.span else None
    if not isinstance(root, Mapping) or entry is None or len(root.entries) != 1 or not isinstance(entry.value, Mapping):
        return
    if any(isinstance(inner.value, Mapping) and not inner.value.flow for inner in entry.value.entries):
        return
    line = context.text.line_at(entry.key.span.start)
    number = context.text.position(line.start).line + 1
    starts = context.text.line_starts
    if context.text[line].strip() == f"[{entry.key.text}]" and number < len(starts):
        yield replacing(Span(line.start, starts[number]), "", f"Remove the header [{entry.key.text}]")


@reported("skill-type")
def skill_type(finding: Finding, context: Context) -> Iterator[Fix]:
    """Manifest whose `skill_type` is neither `"knowledge"` nor exactly `"tool"`.

    Why: oxo-flow compares with `"tool"`, letter by letter. `"Tool"` loads, and its MCP server is never connected; any
    other text is a knowledge skill. A comment in its source also names validator and composite: no code knows them. The
    documentation has "knowledge" and "tool".
    Source: Traitome/oxo-flow b936dc14, ai_runtime.rs (read); skill.rs (executed); documentation, Custom Skills.
    Bad (.oxo-flow/skills/variants.skill.toml):
        name = "variants"
        version = "1.0.0"
        description = "Queries the variant server"
        skill_type = "Tool"
        requires = ["mcp://variants.example:5050/mcp"]
    Good (.oxo-flow/skills/variants.skill.toml):
        name = "variants"
        version = "1.0.0"
        description = "Queries the variant server"
        skill_type = "tool"
        requires = ["mcp://variants.example:5050/mcp"]
    Fix: Writes the word that was meant; safe where only capitals or blanks differ.
    """
    entry = _of(context, "skill_type")
    if entry is not None and finding.data:
        same = skill_manifest.skill_type(context.document.toml.root).strip().lower() == finding.data
        yield replacing(entry.value.span, toml_quoted(finding.data), f"Write {finding.data}", safe=same)


def _of(context: Context, key: str) -> Entry | None:
    return context.document.toml.root.entry(key) if isinstance(context.document, SkillToml) else None


@reported("manifest-version")
def manifest_version(finding: Finding, context: Context) -> Iterator[Fix]:
    """Version that is no semantic version.

    Why: The documentation wants a semantic version; the code takes every text that is not empty and shows it in one
    log line. Nothing breaks today.
    Source: oxo-flow documentation, Custom Skills; Traitome/oxo-flow b936dc14, skill.rs (executed).
    Bad (.oxo-flow/skills/qc.skill.toml):
        name = "qc"
        version = "1.0"
        description = "Advises on QC"
        skill_type = "knowledge"
        prompt_additions = ["Ask for a report first."]
    Good (.oxo-flow/skills/qc.skill.toml):
        name = "qc"
        version = "1.0.0"
        description = "Advises on QC"
        skill_type = "knowledge"
        prompt_additions = ["Ask for a report first."]
    Fix: Writes the parts that are missing.
    """
    entry = _of(context, "version")
    node_text = context.text[entry.value.span].strip("\"'") if entry is not None else ""
    digits = node_text.removeprefix("v").split(".")
    if entry is not None and len(digits) <= 3 and all(part.isascii() and part.isdigit() for part in digits):
        plain = [str(int(part[:9])) for part in digits] + ["0"] * (3 - len(digits))
        yield replacing(entry.value.span, toml_quoted(".".join(plain)), f"Write {'.'.join(plain)}")


@reported("manifest-inert-key")
def manifest_inert_key(finding: Finding, context: Context) -> Iterator[Fix]:
    """Key that a host reads and does nothing with.

    Why: `entry` is reserved: oxo-flow takes the value, and never runs or shows it.
    Source: Traitome/oxo-flow b936dc14, skill.rs (read).
    Bad (.oxo-flow/skills/qc.skill.toml):
        name = "qc"
        version = "1.0.0"
        description = "Advises on QC"
        skill_type = "knowledge"
        prompt_additions = ["Ask for a report first."]
        entry = "./run.sh"
    Good (.oxo-flow/skills/qc.skill.toml):
        name = "qc"
        version = "1.0.0"
        description = "Advises on QC"
        skill_type = "knowledge"
        prompt_additions = ["Ask for a report first."]
    Fix: None.
    """
    yield from ()


@reported("prompt-heading")
def prompt_heading(finding: Finding, context: Context) -> Iterator[Fix]:
    """Addition to the prompt that begins with the heading which the host writes above it.

    Why: Each entry of `prompt_additions` gets a line `## Skill: <name>`, so the model sees the heading twice.
    Source: Traitome/oxo-flow b936dc14, skill.rs, build_skill_context (executed).
    Bad (.oxo-flow/skills/qc.skill.toml):
        name = "qc"
        version = "1.0.0"
        description = "Advises on QC"
        skill_type = "knowledge"
        prompt_additions = ["## Skill: qc\\nAsk for a report first."]
    Good (.oxo-flow/skills/qc.skill.toml):
        name = "qc"
        version = "1.0.0"
        description = "Advises on QC"
        skill_type = "knowledge"
        prompt_additions = ["Ask for a report first."]
    Fix: None.
    """  # noqa: D301 - the example needs one backslash
    yield from ()


@reported("prompt-additions-missing")
def prompt_additions_missing(finding: Finding, context: Context) -> Iterator[Fix]:
    """Knowledge skill without `prompt_additions`.

    Why: They are all that a knowledge skill adds to the prompt. Without them activating it does nothing.
    Source: Traitome/oxo-flow b936dc14, skill.rs (executed).
    Bad (.oxo-flow/skills/qc.skill.toml):
        name = "qc"
        version = "1.0.0"
        description = "Advises on QC"
        skill_type = "knowledge"
    Good (.oxo-flow/skills/qc.skill.toml):
        name = "qc"
        version = "1.0.0"
        description = "Advises on QC"
        skill_type = "knowledge"
        prompt_additions = ["Ask for a report first."]
    Fix: None; the text is the author's to write.
    """
    yield from ()
