"""Files beside skills that no host drops a skill for: Codex's openai.yaml and the installer's lock file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from skill_lsp import hosts
from skill_lsp.hosts.reading import IGNORES, Effect, Severity
from skill_lsp.rules import misfits
from skill_lsp.rules.finding import FileEdit, Fix
from skill_lsp.rules.registry import detects
from skill_lsp.spelling import nearest
from skill_lsp.syntax.manifest import LockFile, OpenaiYaml
from skill_lsp.syntax.nodes import Mapping, Scalar
from skill_lsp.text import Edit
from skill_lsp.workspace.files import joined, parent, within

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skill_lsp.hosts.host import Host
    from skill_lsp.rules.context import Context
    from skill_lsp.rules.finding import Finding

CODEX = "codex"
IGNORES_FILE = Effect("ignores this file", "ignore this file", Severity.WARNING)


def _codex(context: Context) -> Host | None:
    """The host that reads openai.yaml, where it is asked for."""
    if not isinstance(context.document, OpenaiYaml):
        return None
    if context.placed:
        return hosts.get(CODEX)
    return next((host for host in context.targets if host.id == CODEX), None)


@detects("openai-field", kinds=(OpenaiYaml,))
def openai_field(context: Context) -> Iterator[Finding]:
    """Field of agents/openai.yaml that Codex does not take.

    Why: Codex warns in its log, leaves the field (or the whole file, where the YAML is broken) aside, and loads the
    skill without it: no icon, no prompt, and a policy that was meant does not hold.
    Source: openai/codex 033d1d0, core-skills/src/loader.rs.
    Targets: codex
    Bad (.codex/skills/tide-table/SKILL.md):
        ---
        name: tide-table
        description: Reads tide tables.
        ---
        Body.
    Bad (.codex/skills/tide-table/agents/openai.yaml):
        interface:
          display_name: Tide table
          brand_color: blue
        polcy:
          allow_implicit_invocation: false
    Good (.codex/skills/tide-table/SKILL.md):
        ---
        name: tide-table
        description: Reads tide tables.
        ---
        Body.
    Good (.codex/skills/tide-table/agents/openai.yaml):
        interface:
          display_name: Tide table
          brand_color: "#0044AA"
        policy:
          allow_implicit_invocation: false
    Fix: Writes the known key that was probably meant; never by itself.
    """
    host = _codex(context)
    if host is None:
        return
    tree = context.document.yaml
    refused = list(host.dialect.refuses(tree))
    for problem in refused:
        yield from context.judged("openai-field", problem.span, [(host, IGNORES_FILE, problem.message)])
    root = tree.root
    if refused or root is None:
        return
    from skill_lsp.hosts.companions import CodexMetadata

    for misfit in misfits.of(CodexMetadata, root, misfits.yaml_value(host.dialect)):
        yield from context.judged("openai-field", misfit.span, [(host, IGNORES, misfit.cause)])
    yield from _unknown_keys(context, host, root, CodexMetadata)
    yield from _icons(context, host, root)


def _unknown_keys(context: Context, host: Host, root: Any, model: Any) -> Iterator[Finding]:
    """Keys that nobody reads, where they are nearly one that is read."""
    for entry in root.entries if isinstance(root, Mapping) else ():
        field = model.model_fields.get(entry.key.text)
        if field is None:
            close = nearest(entry.key.text, list(model.model_fields))
            if close:
                edit = FileEdit(None, Edit(entry.key.span, close))
                cause = f"`{entry.key.text}` is not a key of this file; `{close}` is probably meant"
                fixes = (Fix(f"Change to {close}", (edit,), safe=False),)
                yield from context.judged("openai-field", entry.key.span, [(host, IGNORES, cause)], fixes=fixes)
        elif hasattr(field.annotation, "model_fields"):
            yield from _unknown_keys(context, host, entry.value, field.annotation)


def _icons(context: Context, host: Host, root: Any) -> Iterator[Finding]:
    """Icons that are not there, or not where Codex takes them from."""
    interface = root.get("interface") if isinstance(root, Mapping) else None
    skill = parent(parent(context.place.path))
    for key in ("icon_small", "icon_large"):
        value = interface.get(key) if isinstance(interface, Mapping) else None
        if not isinstance(value, Scalar) or not value.text:
            continue
        path = joined(skill, value.text)
        if not within(path, f"{skill}/assets") and not value.text.startswith("../"):
            cause = f"`{key}` must lie under `assets/`"
        elif context.workspace is not None and not context.workspace.files.is_file(path):
            cause = f"`{value.text}` does not exist"
        else:
            continue
        yield from context.judged("openai-field", value.span, [(host, IGNORES, cause)])


@detects("lock-field", kinds=(LockFile,))
def lock_field(context: Context) -> Iterator[Finding]:
    """Lock file of the skills installer that the installer can't use.

    Why: `npx skills` restores and updates skills from skills-lock.json. An entry that it can't read is a skill that is
    not restored. No host reads the file.
    Source: vercel-labs/skills 82dd76b.
    Bad (skills-lock.json):
        {"version": 1, "skills": {"tide-table": {"source": "rosa/skills"}}}
    Good (skills-lock.json):
        {"version": 1, "skills": {}}
    Fix: None.
    """
    document = context.document
    if not isinstance(document, LockFile):
        return
    for problem in document.json.problems:
        yield context.finding("lock-field", problem.span, f"This is not JSON: {problem.message}.")
    if document.json.broken or document.json.root is None:
        return
    from skill_lsp.hosts.companions import SkillsLock

    for misfit in misfits.of(SkillsLock, document.json.root):
        yield context.finding("lock-field", misfit.span, f"The skills installer can't use this: {misfit.cause}.")


@detects("lock-missing", kinds=(LockFile,))
def lock_missing(context: Context) -> Iterator[Finding]:
    """Skill in the lock file that is not in the repository.

    Why: The file says that the skill was installed here. Without a copy in the repository everybody who checks it out
    lacks the skill until the installer has run.
    Source: vercel-labs/skills 82dd76b.
    Bad (skills-lock.json):
        {
          "version": 1,
          "skills": {
            "tide-table": {
              "source": "rosa/skills",
              "sourceType": "github",
              "computedHash": "⟨64 × a⟩"
            }
          }
        }
    Good (skills-lock.json):
        {
          "version": 1,
          "skills": {
            "tide-table": {
              "source": "rosa/skills",
              "sourceType": "github",
              "computedHash": "⟨64 × a⟩"
            }
          }
        }
    Good (.agents/skills/tide-table/SKILL.md):
        ---
        name: tide-table
        description: Reads tide tables.
        ---
        Body.
    Fix: None.
    """
    document = context.document
    if not isinstance(document, LockFile) or context.workspace is None or document.json.root is None:
        return
    root = document.json.root
    skills = root.get("skills") if isinstance(root, Mapping) else None
    for entry in skills.entries if isinstance(skills, Mapping) else ():
        if not context.workspace.named(entry.key.text):
            message = f"No skill called `{entry.key.text}` lies here, though the lock file says it was installed."
            yield context.finding("lock-missing", entry.key.span, message, Severity.INFO)
