"""Several skills with one name: which one a host uses, and names that mean something else to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skill_lsp.hosts.host import Collision
from skill_lsp.hosts.reading import Effect, Severity
from skill_lsp.record import NamedTuple
from skill_lsp.rules.finding import Related
from skill_lsp.rules.registry import detects
from skill_lsp.syntax.nodes import Mapping
from skill_lsp.syntax.skill import SkillMd, SkillToml
from skill_lsp.text import Span
from skill_lsp.workspace import discovery

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skill_lsp.hosts.host import Host
    from skill_lsp.hosts.reading import Reading
    from skill_lsp.rules.context import Context
    from skill_lsp.rules.finding import Finding
    from skill_lsp.workspace.discovery import Candidate
    from skill_lsp.workspace.index import Workspace

CALLS_OTHER = Effect("calls something else by this name", "call something else by this name", Severity.WARNING)
REPLACES = Effect("lets this skill replace one of its own", "let this skill replace one of their own", Severity.INFO)
USES_OTHER = Effect("uses another copy of this skill", "use another copy of this skill", Severity.WARNING)
USES_OTHER_HERE = USES_OTHER._replace(severity=Severity.INFO)
USES_SAME = USES_OTHER._replace(severity=Severity.HINT)
KEEPS_BOTH = Effect("keeps both skills of this name", "keep both skills of this name", Severity.WARNING)
UNCERTAIN = Effect("has two skills of this name", "have two skills of this name", Severity.INFO)
REACHES_ONE = Effect(
    "reaches only one of two skills by this name", "reach only one of two skills by this name", Severity.WARNING
)
MAX_COPIES = 50
"""Copies of one name that are compared."""


def name_span(document: SkillMd | SkillToml) -> Span | None:
    """Where the skill says its name; None where it does not."""
    root = (document.yaml.root if document.yaml else None) if isinstance(document, SkillMd) else document.toml.root
    value = root.get("name") if isinstance(root, Mapping) else None
    return value.span if value is not None else None


@detects("name-taken", kinds=(SkillMd, SkillToml))
def name_taken(context: Context) -> Iterator[Finding]:
    """Name that means something else to the host.

    Why: Whoever types it gets the built-in command or the model of that name, and the skill stays out of reach.
    Source: coder/mux f2160b194, slashCommands/registry.ts and knownModels.ts; anthropics/claude-code issues 36010 and
    38413; openai/codex d1056ef, injection.rs.
    Targets: claude-code
    Bad:
        ---
        name: batch
        description: Runs the nightly batch.
        ---
        Body.
    Good:
        ---
        name: run-batch
        description: Runs the nightly batch.
        ---
        Body.
    Fix: None.
    """
    verdicts = []
    for host, reading in context.loaded:
        meaning = host.taken_names.get(reading.name or "")
        if meaning and reading.by_user:
            verdicts.append((host, CALLS_OTHER, f"`{reading.name}` is {meaning}"))
    if verdicts:
        yield from context.judged("name-taken", name_span(context.document), verdicts)


@detects("name-bundled", kinds=(SkillMd, SkillToml))
def name_bundled(context: Context) -> Iterator[Finding]:
    """Name of a skill that the host ships.

    Why: The skill takes the place of the host's own one, for everybody who works here. That may be meant.
    Source: coder/mux f2160b194, built-in skills; Claude Code documentation of 2026-08-22.
    Targets: xum
    Bad (.xum/skills/deep-research/SKILL.md):
        ---
        name: deep-research
        description: Researches tides in depth.
        ---
        Body.
    Good (.xum/skills/tide-research/SKILL.md):
        ---
        name: tide-research
        description: Researches tides in depth.
        ---
        Body.
    Fix: None.
    """
    verdicts = [
        (host, REPLACES, f"it ships a skill called `{reading.name}`")
        for host, reading in context.loaded
        if reading.name in host.bundled_skills and reading.name not in host.taken_names
    ]
    if verdicts:
        yield from context.judged("name-bundled", name_span(context.document), verdicts)


# ------------------------------------------------------------------------- copies


class _Copy(NamedTuple):
    """A skill that a host knows by the same name. order: its place in the host's precedence."""

    candidate: Candidate
    order: int


@detects("skill-shadowed", when="shares_its_name", kinds=(SkillMd, SkillToml))
def skill_shadowed(context: Context) -> Iterator[Finding]:
    """Skill that another one of the same name takes the place of.

    Why: What is written here has no effect in that host, since a copy in a root that comes first wins. Where both have
    the same text that is a remark only: a change here will have no effect.
    Source: coder/mux f2160b194, agentSkillsService.ts; google-gemini/gemini-cli 5411f11, skillManager.ts;
    aaif-goose/goose crates/goose/src/skills; Claude Code documentation of 2026-08-22.
    Targets: xum
    Bad (.xum/skills/tide-table/SKILL.md):
        ---
        name: tide-table
        description: Reads tide tables.
        ---
        Body.
    Bad (.mux/skills/tide-table/SKILL.md):
        ---
        name: tide-table
        description: Reads old tide tables.
        ---
        Body.
    Good (.xum/skills/tide-table/SKILL.md):
        ---
        name: tide-table
        description: Reads tide tables.
        ---
        Body.
    Good (.mux/skills/old-tide-table/SKILL.md):
        ---
        name: old-tide-table
        description: Reads old tide tables.
        ---
        Body.
    Fix: None.
    """
    verdicts, related = [], []
    for host, reading in context.loaded:
        if host.collision is not Collision.FIRST_WINS:
            continue
        self, *others = _copies(context, host, reading) or (None,)
        first = min(others, key=lambda one: one.order, default=None)
        if self is None or first is None or first.order > self.order:
            continue
        cause = f"`{_shown(context, first.candidate.path)}` comes first"
        same = _same_text(context, first.candidate.path)
        cause += ", with the same text" if same else ""
        if reading.name and self.candidate.plugin and host.plugins_have_bare_names:
            cause += f"; this one is called `{self.candidate.plugin.name}:{reading.name}`"
        effect = USES_SAME if same else _gravity(host, self.candidate, first.candidate)
        verdicts.append((host, effect, cause))
        related.append(_related(context, first.candidate.path, "the copy that is used"))
    if verdicts:
        span = name_span(context.document)
        yield from context.judged("skill-shadowed", span, verdicts, related=tuple(dict.fromkeys(related)))


def _gravity(host: Host, lost: Candidate, winner: Candidate) -> Effect:
    """A warning where both lie in roots of the host's own at one place; an override from elsewhere is mostly meant."""
    own = all(one.root.path.partition("/")[0] in host.own_directories for one in (lost, winner))
    same_root = lost.root.path == winner.root.path
    beside = lost.anchor == winner.anchor and lost.plugin is None and winner.plugin is None
    return USES_OTHER if beside and (own or same_root) else USES_OTHER_HERE


@detects("skill-duplicate", when="shares_its_name", kinds=(SkillMd, SkillToml))
def skill_duplicate(context: Context) -> Iterator[Finding]:
    """Second skill of one name, in a host that keeps both.

    Why: oxo-flow has no precedence: when the name is activated, both texts go into the prompt. Codex lists both and
    finds neither by its bare name.
    Source: Traitome/oxo-flow b936dc14, skill.rs (executed); openai/codex d1056ef, injection.rs.
    Targets: oxo-flow
    Bad (.oxo-flow/skills/tide-table/SKILL.md):
        ---
        name: tide-table
        description: Reads tide tables.
        ---
        Body.
    Bad (.oxo-flow/skills/tides/SKILL.md):
        ---
        name: tide-table
        description: Reads tides.
        ---
        Body.
    Good (.oxo-flow/skills/tide-table/SKILL.md):
        ---
        name: tide-table
        description: Reads tide tables.
        ---
        Body.
    Good (.oxo-flow/skills/tides/SKILL.md):
        ---
        name: tides
        description: Reads tides.
        ---
        Body.
    Fix: None.
    """
    verdicts, related = [], []
    for host, reading in context.loaded:
        if host.collision is Collision.FIRST_WINS:
            continue
        self, *others = _copies(context, host, reading) or (None,)
        earlier = [one for one in others if self is not None and one.order < self.order]
        if not earlier:
            continue
        first = earlier[0].candidate.path
        effect = KEEPS_BOTH if host.collision is Collision.BOTH_KEPT else UNCERTAIN
        if effect is UNCERTAIN and _same_text(context, first):
            continue
        verdicts.append((host, effect, f"`{_shown(context, first)}` is called `{reading.name}` too"))
        related.append(_related(context, first, "the other skill of this name"))
    if verdicts:
        span = name_span(context.document)
        yield from context.judged("skill-duplicate", span, verdicts, related=tuple(dict.fromkeys(related)))


def _copies(context: Context, host: Host, reading: Reading) -> list[_Copy]:
    """The skill itself, then the others that the host finds under its name from where it lies; empty where the host
    does not find it."""
    workspace: Workspace | None = context.workspace
    bearers = workspace.bearers(reading.name) if workspace is not None and reading.name else frozenset()
    anchor = _anchor(context, host) if len(bearers) > 1 else None
    if workspace is None or anchor is None:
        return []
    self: _Copy | None = None
    others: list[_Copy] = []
    for order, candidate in enumerate(workspace.found_by(host, anchor)):
        if candidate.path == context.place.path:
            self = self or _Copy(candidate, order)
        elif candidate.path in bearers and not candidate.outside and len(others) < MAX_COPIES:
            other = workspace.reading(host, candidate.path, candidate.plugin)
            if other is not None and other.name == reading.name and (other.loaded or host.invalid_shadows):
                others.append(_Copy(candidate, order))
    return [self, *others] if self is not None else []


def _anchor(context: Context, host: Host) -> str | None:
    """The directory from which the host finds this skill: the one that the root is relative to."""
    path = context.place.path
    manifest = isinstance(context.document, SkillToml)
    for spot in discovery.spots(host, path, manifest=manifest):
        if not spot.miss:
            return spot.anchor
    plugin = context.place.plugin
    for root in host.roots if plugin is not None else ():
        at = path.rfind(f"/{root.path}/")
        if root.plugins and at > 0:
            return path[:at]
    return None


def _same_text(context: Context, other: str) -> bool:
    document = context.workspace.document(other)
    return document is not None and document.text.content == context.text.content


def _related(context: Context, path: str, message: str) -> Related:
    document = context.workspace.document(path)
    span = name_span(document) if isinstance(document, SkillMd | SkillToml) else None
    return Related(path, span or Span(0, 0), message)


def _shown(context: Context, path: str) -> str:
    """A path as a person in this folder writes it."""
    workspace: Workspace = context.workspace
    for folder in workspace.folders:
        if path.startswith(folder.rstrip("/") + "/"):
            return path[len(folder.rstrip("/")) + 1 :]
    return path


# ------------------------------------------------------------------------ plugins


@detects("plugin-same-skill", when="is_in_plugin", kinds=(SkillMd,))
def plugin_same_skill(context: Context) -> Iterator[Finding]:
    """Skill of a plugin with a name that a skill of another plugin has.

    Why: Only one of them is reached by the bare name, mostly that of the plugin whose directory comes first. Both stay
    reachable as `plugin:skill`.
    Source: anthropics/claude-code issue 88838; Xum's Agent Skills page, plugin skill namespaces.
    Targets: claude-code
    Bad (plugins/alpha/.claude-plugin/plugin.json):
        {"name": "alpha"}
    Bad (plugins/alpha/skills/doctor/SKILL.md):
        ---
        name: doctor
        description: Finds what is wrong.
        ---
        Body.
    Bad (plugins/beta/.claude-plugin/plugin.json):
        {"name": "beta"}
    Bad (plugins/beta/skills/doctor/SKILL.md):
        ---
        name: doctor
        description: Repairs what is wrong.
        ---
        Body.
    Good (plugins/alpha/.claude-plugin/plugin.json):
        {"name": "alpha"}
    Good (plugins/alpha/skills/doctor/SKILL.md):
        ---
        name: doctor
        description: Finds what is wrong.
        ---
        Body.
    Good (plugins/beta/.claude-plugin/plugin.json):
        {"name": "beta"}
    Good (plugins/beta/skills/repair/SKILL.md):
        ---
        name: repair
        description: Repairs what is wrong.
        ---
        Body.
    Fix: None.
    """
    plugin = context.place.plugin
    workspace: Workspace | None = context.workspace
    if plugin is None or workspace is None or not isinstance(context.document, SkillMd):
        return
    name = _bare_name(context)
    for other in workspace.named(name) if name else ():
        theirs = workspace.plugin(other)
        if theirs is None or theirs.root == plugin.root or theirs.name == plugin.name or theirs.root > plugin.root:
            continue
        if workspace.skill_of(other) is not None:
            continue
        cause = f"the plugin `{theirs.name}` has a skill called `{name}` as well; this one is `{plugin.name}:{name}`"
        hosts = [host for host in context.targets if host.plugin_manifests and _is_loaded(context, host)]
        verdicts = [(host, REACHES_ONE, cause) for host in hosts]
        related = (_related(context, other, "the other skill of this name"),)
        yield from context.judged("plugin-same-skill", name_span(context.document), verdicts, related=related)
        return


def _bare_name(context: Context) -> str:
    entry = context.workspace.entry(context.place.path)
    declared = entry.declared.name if entry is not None and entry.declared else None
    return declared or context.place.directory or ""


def _is_loaded(context: Context, host: Host) -> bool:
    reading = context.readings.get(host.id)
    return reading is not None and reading.loaded
