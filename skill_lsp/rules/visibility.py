"""Who can call a skill: switches that cancel one another, and keys that do nothing for want of another."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from skill_lsp.hosts.reading import Severity
from skill_lsp.rules.bodies import Said, bodies
from skill_lsp.rules.registry import detects
from skill_lsp.rules.values import root_of
from skill_lsp.syntax.nodes import Mapping
from skill_lsp.syntax.skill import SkillMd, SkillToml

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skill_lsp.hosts.host import Host
    from skill_lsp.rules.context import Context
    from skill_lsp.rules.finding import Finding

_MODEL_SWITCHES = ("disable-model-invocation", "advertise")


@detects("invocation-nobody", trigger="user-invocable")
def invocation_nobody(context: Context) -> Iterator[Finding]:
    """Skill that neither the model nor a person can call.

    Why: One switch hides it from people, the other from the model. It loads, and nothing ever uses it.
    Source: Xum's Agent Skills page; code.claude.com/docs/en/skills.
    Targets: claude-code, xum
    Bad:
        ---
        name: tide-table
        description: Reads tide tables.
        user-invocable: false
        disable-model-invocation: true
        ---
        Body.
    Good:
        ---
        name: tide-table
        description: Reads tide tables.
        user-invocable: false
        ---
        Body.
    """
    body, root = bodies(context), root_of(context)
    entry = root.entry("user-invocable") if isinstance(root, Mapping) else None
    if body is None or entry is None or not isinstance(root, Mapping):
        return
    switch = next((name for name in _MODEL_SWITCHES if root.entry(name) is not None), None)
    cause = f"`{switch}` hides it from the model, and this hides it from people"
    said = [
        Said(host, "lets nobody call this skill", "let nobody call this skill", Severity.WARNING, cause)
        for host in body.readers
        if not context.readings[host].by_user and not context.readings[host].by_model
    ]
    if switch is not None:
        yield from body.finding("invocation-nobody", entry.span, said)


@detects("key-ineffective", kinds=(SkillMd, SkillToml))
def key_ineffective(context: Context) -> Iterator[Finding]:
    """Key that does nothing because of another one: `agent` without `context: fork`, `paths` that the model never sees.

    Why: The host reads the key and never comes to use it.
    Source: code.claude.com/docs/en/skills; Xum's Agent Skills page, path-scoped skills.
    Targets: claude-code
    Bad:
        ---
        name: tide-table
        description: Reads tide tables.
        agent: Explore
        ---
        Body.
    Good:
        ---
        name: tide-table
        description: Reads tide tables.
        context: fork
        agent: Explore
        ---
        Body.
    """
    root = root_of(context)
    dependent = _dependent(context.targets)
    if not isinstance(root, Mapping) or not any(entry.key.text in dependent for entry in root.entries):
        return
    keys = {entry.key.text: entry for entry in root.entries}
    body = bodies(context)
    for name, entry in keys.items():
        said = [one for host in body.readers if (one := _idle(context, host, name))] if body else []
        if body and said:
            yield from body.finding("key-ineffective", entry.key.span, said)


@lru_cache(maxsize=64)
def _dependent(targets: tuple[Host, ...]) -> frozenset[str]:
    """The keys of hosts that count only beside another one."""
    keys = (key for host in targets for key in host.keys)
    return frozenset(key.name for key in keys if key.needs is not None or key.name == "paths")


def _idle(context: Context, host: str, name: str) -> Said | None:
    """Why a key does nothing in a host, None where it counts."""
    reader, reading = context.bodies.readers[host], context.readings[host]
    key = next((key for key in reader.host.keys if key.name == name), None)
    if key is None or name not in reading.values:
        return None
    if key.needs is not None and reading.values.get(key.needs[0]) != key.needs[1]:
        cause = f"`{name}` counts only with `{key.needs[0]}: {key.needs[1]}`"
        return Said(host, "ignores this", "ignore this", Severity.WARNING, cause)
    if name == "paths" and not reading.by_model:
        cause = "the model is never offered this skill, whichever files it works on"
        return Said(host, "ignores this", "ignore this", Severity.WARNING, cause)
    return None
