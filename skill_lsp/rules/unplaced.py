"""Skills that lie in a host's own directory or in a plugin, and outside of every place where skills are looked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skill_lsp.hosts.reading import Effect, Severity
from skill_lsp.rules.finding import Fix, Rename
from skill_lsp.rules.registry import detects, surveys
from skill_lsp.spelling import distance
from skill_lsp.syntax.nodes import Mapping
from skill_lsp.syntax.skill import SkillMd
from skill_lsp.text import Text
from skill_lsp.workspace import discovery
from skill_lsp.workspace.files import Kind, parent

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skill_lsp.hosts.host import Host
    from skill_lsp.rules.context import Context
    from skill_lsp.rules.finding import Finding
    from skill_lsp.rules.survey import Survey

MISSES = Effect("does not find this skill here", "do not find this skill here", Severity.WARNING)
MISSES_FILE = Effect("finds no skill here", "find no skill here", Severity.ERROR)
_OTHER_PARTS = frozenset({"commands", "agents", "prompts", "rules"})
"""What hosts keep beside their skills, where a skill is put by mistake."""
_MODELS = frozenset({"template", "templates", "assets", "examples", "archive", "drafts"})


@detects("directory-root", kinds=(SkillMd,))
def directory_root(context: Context) -> Iterator[Finding]:
    """Skill in a host's directory, but not in its skills root.

    Why: Hosts look into `.claude/skills`, `.agents/skills` and so on. A skill directly in `.claude`, in a directory
    whose name is almost `skills`, or among the commands is never met.
    Source: Claude Code documentation of 2026-08-22; google-gemini/gemini-cli pull request 26018; coder/mux f2160b194,
    agentSkillsService.ts.
    Bad (.claude/skill/tide-table/SKILL.md):
        ---
        name: tide-table
        description: Reads tide tables.
        ---
        Body.
    Good (.claude/skills/tide-table/SKILL.md):
        ---
        name: tide-table
        description: Reads tide tables.
        ---
        Body.
    Fix: Moves the directory; never by itself, since links may lead out of it.
    """
    path = context.place.path
    if "/." not in path or context.workspace is None or context.workspace.skill_of(path) is not None:
        return
    verdicts, fixes = [], {}
    for host in context.targets:
        found = _beside_root(host, path) if not discovery.spots(host, path) else None
        if found is None or context.workspace.discovered(host, path):
            continue
        there, root = found
        shown = root.rpartition("/")[0].rpartition("/")[2] + "/" + root.rpartition("/")[2]
        verdicts.append((host, MISSES, f"it lies in `{there}`, and skills are looked for in `{shown}`"))
        directory = parent(path)
        if directory != parent(root) and not context.workspace.files.exists(f"{root}/{directory.rpartition('/')[2]}"):
            rename = Rename(directory, f"{root}/{directory.rpartition('/')[2]}")
            fixes[shown] = Fix(f"Move the directory into {shown}", safe=False, renames=(rename,))
    yield from context.judged("directory-root", None, verdicts, fixes=tuple(fixes.values()))


def _beside_root(host: Host, path: str) -> tuple[str, str] | None:
    """Where a skill lies in the directory of a host's root, and that root; None where it lies elsewhere, or in a part
    of the directory that is plainly kept for something else."""
    parts = path.split("/")
    for root in host.roots:
        above, _, name = root.path.removeprefix("~/").rpartition("/")
        if root.plugins or "/" in above or not above.startswith(".") or above not in parts[:-1]:
            continue
        at = len(parts) - 1 - parts[::-1].index(above)
        between = parts[at + 1 : -1]
        if not between or _is_mistaken(between, name):
            shown = "/".join((above, *between[:-1])) if len(between) > 1 else above
            return shown, "/".join((*parts[: at + 1], name))
    return None


def _is_mistaken(between: list[str], wanted: str) -> bool:
    first = between[0]
    if len(between) == 1:
        return first not in _MODELS and first not in _OTHER_PARTS and not first.startswith("plugin")
    return len(between) == 2 and (first in _OTHER_PARTS or distance(first.lower(), wanted, 1) <= 1)


@detects("plugin-skill-place", when="is_in_plugin", kinds=(SkillMd,))
def plugin_skill_place(context: Context) -> Iterator[Finding]:
    """Skill of a plugin that lies where the host does not look for it.

    Why: A plugin's skills are the directories directly in `skills/` at the plugin's root, and those that the manifest
    names. A folder that groups skills hides them, and what lies in `.claude-plugin` beside the manifest is not read.
    Source: Claude Code documentation of 2026-08-22, plugins-reference; coder/mux f2160b194, agentPlugins.
    Bad (.claude-plugin/plugin.json):
        {"name": "harbour"}
    Bad (skills/sea/tide-table/SKILL.md):
        ---
        name: tide-table
        description: Reads tide tables.
        ---
        Body.
    Good (.claude-plugin/plugin.json):
        {"name": "harbour"}
    Good (skills/tide-table/SKILL.md):
        ---
        name: tide-table
        description: Reads tide tables.
        ---
        Body.
    Fix: None; move the directory, or name it in the manifest.
    """
    workspace, path, plugin = context.workspace, context.place.path, context.place.plugin
    if workspace is None or plugin is None or workspace.skill_of(path) is not None:
        return
    host = next((host for host in context.targets if host.id == plugin.kind and host.reads(context.document)), None)
    if host is None or workspace.discovered(host, path):
        return
    claims = [claim for claim in workspace.plugins.around(path) if claim.plugin.kind == host.id]
    if any(not discovery.plugin_miss(host, path, claim) for claim in claims):
        return
    inner = path[len(plugin.root) + 1 :]
    manifests = next((one.partition("/")[0] for one in host.plugin_manifests if one.startswith(".")), "")
    if manifests and inner.startswith(f"{manifests}/"):
        cause = f"it lies in `{manifests}`, and a plugin's skills lie beside that, in `skills`"
    elif inner.startswith("skills/") and inner.count("/") > 2:
        cause = f"it lies in `{parent(parent(inner))}`, and only the directories directly in `skills` are looked at"
    else:
        return
    yield from context.judged("plugin-skill-place", None, [(host, MISSES, cause)])


@surveys("file-name")
def file_name(survey: Survey) -> Iterator[Finding]:
    """File that is almost called SKILL.md, in a directory without one.

    Why: Hosts open `SKILL.md` and nothing else. `SKILLS.md` or `SKILL.markdown` is a file like any other to them, and
    the directory is passed over without a word.
    Source: coder/mux f2160b194, agentSkillsService.ts; openai/codex 6162409, discovery.rs; google-gemini/gemini-cli
    5411f11, skillLoader.ts.
    Bad (.claude/skills/tide-table/SKILLS.md):
        ---
        name: tide-table
        description: Reads tide tables.
        ---
        Body.
    Good (.claude/skills/tide-table/SKILL.md):
        ---
        name: tide-table
        description: Reads tide tables.
        ---
        Body.
    Fix: Renames the file; never by itself.
    """
    for path, kind, _ in survey.workspace.obstacles:
        if kind != "misnamed":
            continue
        directory, _, name = path.rpartition("/")
        cause = f"the file must be called `SKILL.md`, and this is `{name}`"
        verdicts = [
            (host, MISSES_FILE, cause)
            for host in survey.judges(path)
            if any(not spot.miss for spot in discovery.spots(host, f"{directory}/SKILL.md"))
        ]
        fixes = (Fix("Rename to SKILL.md", safe=False, renames=(Rename(path, f"{directory}/SKILL.md"),)),)
        yield from survey.judged("file-name", path, verdicts, fixes=fixes)


@surveys("file-flat")
def file_flat(survey: Survey) -> Iterator[Finding]:
    """Markdown file with a skill's frontmatter directly in a skills root.

    Why: A skill is a directory with a SKILL.md. A file beside those directories is no skill to any host but opencode 2.
    Source: Claude Code documentation of 2026-08-22; coder/mux f2160b194, agentSkillsService.ts.
    Bad (.claude/skills/tide-table.md):
        ---
        name: tide-table
        description: Reads tide tables.
        ---
        Body.
    Good (.claude/skills/tide-table/SKILL.md):
        ---
        name: tide-table
        description: Reads tide tables.
        ---
        Body.
    Fix: Moves the file to `<name>/SKILL.md`; never by itself.
    """
    for entry in survey.workspace.of_kind(Kind.FLAT):
        text = survey.workspace.text(entry.path)
        if not isinstance(text, Text) or not _has_skill_keys(SkillMd(text)):
            continue
        stem = entry.path.rpartition("/")[2].rpartition(".")[0]
        cause = f"a skill is a directory, so this belongs into `{stem}/SKILL.md`"
        target = f"{parent(entry.path)}/{stem}/SKILL.md"
        verdicts = [
            (host, MISSES, cause)
            for host in survey.judges(entry.path)
            if any(spot.depth == 0 for spot in discovery.spots(host, entry.path))
        ]
        fixes = (
            () if survey.workspace.files.exists(target)
            else (Fix(f"Move to {stem}/SKILL.md", safe=False, renames=(Rename(entry.path, target),)),)
        )  # fmt: skip
        yield from survey.judged("file-flat", entry.path, verdicts, fixes=fixes)


def _has_skill_keys(document: SkillMd) -> bool:
    root = document.yaml.root if document.yaml else None
    return isinstance(root, Mapping) and root.get("description") is not None
