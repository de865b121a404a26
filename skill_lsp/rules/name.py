"""A skill's name: its form, its length and the directory that it must agree with."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from skill_lsp.hosts.reading import Severity
from skill_lsp.pattern import pattern
from skill_lsp.rules.finding import Finding, Fix, Rename
from skill_lsp.rules.registry import reported
from skill_lsp.rules.values import replacing, root_of
from skill_lsp.syntax.nodes import Entry, Mapping, Scalar, Style
from skill_lsp.syntax.quoting import yaml_quoted
from skill_lsp.syntax.skill import SkillMd

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skill_lsp.rules.context import Context

_PORTABLE = pattern(r"(?=.{1,64}\Z)[a-z0-9]+(?:-[a-z0-9]+)*\Z")
_READ_AS_NUMBER = pattern(r"[0-9]|(?:true|false|null|yes|no|on|off|y|n)\Z")


def is_portable(name: str) -> bool:
    """Whether every host takes the name: `^[a-z0-9]+(-[a-z0-9]+)*$`, at most 64 characters."""
    return _PORTABLE.match(name) is not None


def slug(label: str) -> str:
    """The portable name nearest to a label, "" where nothing of it remains."""
    return re.sub(r"[^a-z0-9]+", "-", label.lower()).strip("-")[:64].rstrip("-")


def _name_entry(context: Context) -> Entry | None:
    root = root_of(context) if isinstance(context.document, SkillMd) else None
    entry = root.entry("name") if isinstance(root, Mapping) else None
    return entry if entry is not None and isinstance(entry.value, Scalar) else None


def _written(name: str) -> str:
    """The name as a YAML value: quoted where some reader would take it for a number or a boolean."""
    return yaml_quoted(name) if _READ_AS_NUMBER.match(name) else name


def _name_from_directory(finding: Finding, context: Context) -> Iterator[Fix]:
    """The directory's name for the skill. Safe where it is the same name in the allowed form, where there is none, and
    where the skill is lost as it stands and no host under check knows it by the other name."""
    entry = _name_entry(context)
    directory = context.place.directory
    if entry is None or not directory or not is_portable(directory):
        return
    assert isinstance(entry.value, Scalar)  # noqa: S101 - `_name_entry` returns no other
    name = entry.value.text
    if name == directory or entry.value.style in (Style.LITERAL, Style.FOLDED):
        return
    known = any(reading.loaded and reading.name == name for reading in context.readings.values())
    lost = finding.severity is Severity.ERROR and not known
    safe = lost or not name.strip() or slug(name) == directory
    yield replacing(entry.value.span, _written(directory), f"Name it after its directory: {directory}", safe=safe)


def _rename_directory(context: Context, name: str) -> Iterator[Fix]:
    parent, _, _ = context.place.path.rpartition("/")
    if context.place.directory and is_portable(name) and name != context.place.directory:
        target = f"{parent.rpartition('/')[0]}/{name}".lstrip("/") if "/" in parent else name
        if parent.startswith("/") and not target.startswith("/"):
            target = f"/{target}"
        yield Fix(f"Rename the directory to {name}", safe=False, renames=(Rename(parent, target),))


@reported("name-format")
def name_format(finding: Finding, context: Context) -> Iterator[Fix]:
    """Name with characters that a host does not allow.

    Why: Where the name is the skill's identity, hosts take only small letters a to z, digits and single hyphens. A name
    with capitals, blanks, underscores or a colon makes them drop the skill.
    Source: coder/mux f2160b194, agentSkill.ts; agentskills.io specification of 2026-08-04; anthropics/skills 9d2f1ae
    quick_validate.py; opencode docs/skills.mdx.
    Bad (.claude/skills/tide-table/SKILL.md):
        ---
        name: Tide_Table
        description: Reads tide tables.
        ---
        Body.
    Good (.claude/skills/tide-table/SKILL.md):
        ---
        name: tide-table
        description: Reads tide tables.
        ---
        Body.
    Fix: Writes the directory's name, where that is the same name in the allowed form.
    """
    yield from _name_from_directory(finding, context)
    entry = _name_entry(context)
    if entry is not None and isinstance(entry.value, Scalar):
        yield from _rename_both(context, entry.value)


def _rename_both(context: Context, value: Scalar) -> Iterator[Fix]:
    """Another name for both, where neither the name nor the directory is allowed."""
    name = slug(value.text)
    directory = context.place.directory
    if name and (directory is None or not is_portable(directory)):
        fix = replacing(value.span, _written(name), f"Rename to {name}", safe=False)
        renames = next((found.renames for found in _rename_directory(context, name)), ())
        title = f"Rename to {name}, the directory as well" if renames else fix.title
        yield Fix(title, fix.edits, safe=False, renames=renames)


@reported("name-length")
def name_length(finding: Finding, context: Context) -> Iterator[Fix]:
    """Name that is empty or longer than 64 characters.

    Why: The limit is the same everywhere that has one, and a longer name loses the skill.
    Source: agentskills.io specification of 2026-08-04; coder/mux f2160b194, agentSkill.ts; openai/codex core-skills
    loader.rs 033d1d0.
    Bad (.claude/skills/tide-table/SKILL.md):
        ---
        name: ""
        description: Reads tide tables.
        ---
        Body.
    Good (.claude/skills/tide-table/SKILL.md):
        ---
        name: tide-table
        description: Reads tide tables.
        ---
        Body.
    Fix: Writes the directory's name.
    """
    yield from _name_from_directory(finding, context)


@reported("name-directory")
def name_directory(finding: Finding, context: Context) -> Iterator[Fix]:
    """Name that differs from the directory that the skill lies in.

    Why: The specification and Xum want both to be equal and drop the skill otherwise. In Claude Code the directory is
    the command and the name only a label; Codex, Gemini CLI and goose go by the name alone.
    Source: agentskills.io specification of 2026-08-04 and skills-ref 0.1.1 validator.py; coder/mux f2160b194,
    parseSkillMarkdown.ts; microsoft/vscode promptValidator.ts 01a5990.
    Bad (.claude/skills/tide-table/SKILL.md):
        ---
        name: harbour-tide-table
        description: Reads tide tables.
        ---
        Body.
    Good (.claude/skills/tide-table/SKILL.md):
        ---
        name: tide-table
        description: Reads tide tables.
        ---
        Body.
    Fix: Writes the directory's name, by itself where the skill is lost as it stands and no host under check knows it by
        the other name; or renames the directory, which is not done by itself.
    """
    yield from _name_from_directory(finding, context)
    entry = _name_entry(context)
    if entry is not None and isinstance(entry.value, Scalar):
        yield from _rename_directory(context, entry.value.text)


@reported("name-display")
def name_display(finding: Finding, context: Context) -> Iterator[Fix]:
    """Name written as a label for people, of which only the slug equals the directory.

    Why: Xum's documentation has such display names (a skill in `poteto-mode` may be labelled otherwise and is invoked
    by the directory's name); its source of 2026-08 refuses them. Which labels newer versions accept can't be seen.
    Source: Xum's Agent Skills page, section on display names; coder/mux f2160b194, agentSkill.ts.
    Targets: xum
    Bad (.xum/skills/tide-table/SKILL.md):
        ---
        name: Tide Table
        description: Reads tide tables.
        ---
        Body.
    Good (.xum/skills/tide-table/SKILL.md):
        ---
        name: tide-table
        description: Reads tide tables.
        ---
        Body.
    Fix: Writes the directory's name.
    """
    yield from _name_from_directory(finding, context)
