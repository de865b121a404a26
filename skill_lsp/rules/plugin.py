"""Plugin manifests and marketplaces: what their host refuses, and paths that lead to no skill."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from skill_lsp import hosts
from skill_lsp.hosts.reading import Effect, Severity
from skill_lsp.record import NamedTuple
from skill_lsp.rules import misfits
from skill_lsp.rules.finding import FileEdit, Fix
from skill_lsp.rules.registry import detects
from skill_lsp.spelling import nearest
from skill_lsp.syntax.manifest import Marketplace, PluginManifest
from skill_lsp.syntax.nodes import Mapping, Node, Scalar, Sequence, Style
from skill_lsp.text import Edit
from skill_lsp.workspace.files import joined, parent, within
from skill_lsp.workspace.plugins import tree_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pydantic import BaseModel

    from skill_lsp.hosts.host import Host
    from skill_lsp.rules.context import Context
    from skill_lsp.rules.finding import Finding

REFUSES = Effect("does not load this plugin", "do not load this plugin", Severity.ERROR)
LEAVES_ASIDE = Effect("leaves this aside", "leave this aside", Severity.WARNING)
NOTES = Effect("leaves this aside", "leave this aside", Severity.INFO)
MISSES_SKILLS = Effect("finds no skill here", "find no skill here", Severity.ERROR)
REFUSES_PART = Effect("finds nothing here", "find nothing here", Severity.ERROR)
PASSES_OVER = Effect("passes over this plugin", "pass over this plugin", Severity.WARNING)
OLDER = Effect("refuses this before 2.1.142", "refuse this before 2.1.142", Severity.INFO)


class _File(NamedTuple):
    """A manifest: the host that reads it, its tree, the directory that its paths are relative to."""

    host: Host
    root: Node
    directory: str


def _file(context: Context) -> _File | None:
    """The manifest under check; None for other documents, broken ones, and hosts that are not asked for."""
    document = context.document
    if not isinstance(document, PluginManifest | Marketplace) or document.json.root is None:
        return None
    host = manifest_host(context)
    return None if host is None else _File(host, document.json.root, tree_of(context.place.path))


def manifest_host(context: Context) -> Host | None:
    """The host that reads the manifest under check, where it is asked for."""
    path = context.place.path
    found: str | None = None
    if isinstance(context.document, Marketplace):
        found = next(
            (host.id for host in hosts.everyone() if any(path.endswith(f"/{one}") for one in host.marketplaces)), None
        )
    elif context.workspace is not None:
        claims = context.workspace.plugins.at(tree_of(path))
        found = next((claim.plugin.kind for claim in claims if claim.plugin.manifest == path), None)
    if found is None or context.place.file not in ("plugin.json", "marketplace.json"):
        return None
    if not (context.placed or any(host.id == found for host in context.targets)):
        return None
    return next((host for host in context.targets if host.id == found), None) or hosts.get(found)


@detects("plugin-syntax", kinds=(PluginManifest, Marketplace))
def plugin_syntax(context: Context) -> Iterator[Finding]:
    """Manifest that is not JSON.

    Why: JSON knows no comments, no comma after the last value and no single quotes. One slip, and the plugin with all
    its skills is gone. Of a key that stands twice the last one counts.
    Source: RFC 8259; coder/mux f2160b194, agentPlugins; Claude Code documentation of 2026-08-22, plugins-reference.
    Targets: claude-code
    Bad (.claude-plugin/plugin.json):
        {"name": "tides",}
    Good (.claude-plugin/plugin.json):
        {"name": "tides"}
    Fix: Removes the comma after the last value.
    """
    document = context.document
    host = manifest_host(context) if isinstance(document, PluginManifest | Marketplace) else None
    if host is None:
        return
    for problem in document.json.problems:
        effect = LEAVES_ASIDE if problem.kind == "duplicate-key" else REFUSES
        remove = Fix("Remove the comma", (FileEdit(None, Edit(problem.span, "")),))
        fixes = (remove,) if problem.kind == "trailing-comma" else ()
        yield from context.judged("plugin-syntax", problem.span, [(host, effect, problem.message)], fixes=fixes)


@detects("plugin-field", kinds=(PluginManifest, Marketplace))
def plugin_field(context: Context) -> Iterator[Finding]:
    """Field of a manifest that is missing or has the wrong type or form.

    Why: A manifest that does not fit is refused as a whole, and all skills of the plugin with it. Xum says so only in
    its settings.
    Source: coder/mux f2160b194, agentPlugins (executed); Claude Code documentation of 2026-08-22, plugins-reference and
    plugin-marketplaces.
    Targets: claude-code
    Bad (.claude-plugin/plugin.json):
        {"version": "1.0.0"}
    Good (.claude-plugin/plugin.json):
        {"name": "tides", "version": "1.0.0"}
    Fix: None.
    """
    file = _file(context)
    if file is None or context.document.json.broken:
        return
    for misfit in misfits.of(_model(context, file), file.root):
        yield from context.judged("plugin-field", misfit.span, [(file.host, REFUSES, misfit.cause)])


def _model(context: Context, file: _File) -> type[BaseModel]:
    from skill_lsp.hosts import companions

    if isinstance(context.document, Marketplace):
        return companions.ClaudeMarketplace
    return companions.XumPlugin if file.host.plugin_schema else companions.ClaudePlugin


@detects("plugin-ignored", kinds=(PluginManifest, Marketplace))
def plugin_ignored(context: Context) -> Iterator[Finding]:
    """Part of a manifest that the host leaves aside with a warning.

    Why: The plugin loads, but not as it is written: a path that Xum does not take is replaced by the default place, and
    an unknown key is most often a misspelt one.
    Source: coder/mux f2160b194, agentPlugins (executed); Claude Code documentation of 2026-08-22, plugins-reference.
    Targets: xum
    Bad (.xum/plugins/tides/plugin.json):
        {
          "$schema": "https://agent-plugins.org/schemas/1.0.0/plugin.schema.json",
          "name": "tides",
          "licence": "MIT",
          "contributes": {"skills": "../skills"}
        }
    Good (.xum/plugins/tides/plugin.json):
        {
          "$schema": "https://agent-plugins.org/schemas/1.0.0/plugin.schema.json",
          "name": "tides",
          "contributes": {"skills": "kit/skills"}
        }
    Fix: Writes the known key that was probably meant; never by itself.
    """
    file = _file(context)
    if file is None or isinstance(context.document, Marketplace) or not isinstance(file.root, Mapping):
        return
    from skill_lsp.hosts import companions

    model: Any = _model(context, file)
    known = [field.alias or name for name, field in model.model_fields.items()]
    known += getattr(model, "known", ())
    for entry in file.root.entries:
        if entry.key.text not in known:
            close = nearest(entry.key.text, known)
            cause = f"`{entry.key.text}` is not a key of a plugin's manifest"
            cause += f"; `{close}` is probably meant" if close else ""
            effect = LEAVES_ASIDE if close else NOTES
            edit = FileEdit(None, Edit(entry.key.span, f'"{close}"'))
            fixes = (Fix(f"Change to {close}", (edit,), safe=False),) if close else ()
            yield from context.judged("plugin-ignored", entry.key.span, [(file.host, effect, cause)], fixes=fixes)
    if not file.host.plugin_schema:
        return
    for key in ("extensions", "contributes"):
        node = file.root.get(key)
        if node is not None and not isinstance(node, Mapping):
            cause = f"`{key}` must be an object, and this is {misfits.kind_of(misfits.json_value(node))}"
            yield from context.judged("plugin-ignored", node.span, [(file.host, LEAVES_ASIDE, cause)])
        elif key == "contributes" and isinstance(node, Mapping):
            for misfit in misfits.of(companions.XumContributions, node):
                yield from context.judged("plugin-ignored", misfit.span, [(file.host, LEAVES_ASIDE, misfit.cause)])


# -------------------------------------------------------------------------- paths


class _Path(NamedTuple):
    """A path in a manifest: what it is for ("skills", "source" …), its node, the directory it is relative to."""

    key: str
    node: Scalar
    base: str

    @property
    def target(self) -> str:
        return joined(self.base, self.node.text)


def _paths(context: Context, file: _File) -> Iterator[_Path]:
    root = file.root
    if not isinstance(root, Mapping):
        return
    if isinstance(context.document, PluginManifest):
        yield from _component_paths(root, file.directory)
        contributes = root.get("contributes")
        if isinstance(contributes, Mapping):
            yield from _component_paths(contributes, file.directory)
        return
    metadata = root.get("metadata")
    plugin_root = metadata.get("pluginRoot") if isinstance(metadata, Mapping) else None
    base = joined(file.directory, plugin_root.text) if isinstance(plugin_root, Scalar) else file.directory
    plugins = root.get("plugins")
    for entry in plugins.items if isinstance(plugins, Sequence) else ():
        source = entry.get("source") if isinstance(entry, Mapping) else None
        if isinstance(entry, Mapping) and isinstance(source, Scalar) and source.style is Style.STRING:
            start = file.directory if source.text.startswith("./") else base
            yield _Path("source", source, start)
            yield from _component_paths(entry, joined(start, source.text))


def _component_paths(holder: Mapping, base: str) -> Iterator[_Path]:
    for key in ("skills", "commands", "agents"):
        value = holder.get(key)
        for item in value.items if isinstance(value, Sequence) else (value,):
            if isinstance(item, Scalar) and item.style is Style.STRING and item.text:
                yield _Path(key, item, base)


@detects("plugin-path", kinds=(PluginManifest, Marketplace))
def plugin_path(context: Context) -> Iterator[Finding]:
    """Path in a manifest that leads to nothing, to a file where a directory is wanted, or to no skill.

    Why: The skills behind it are missing from the plugin. An entry of `skills` is the directory of a skill, or one that
    holds such directories, and never SKILL.md itself.
    Source: Claude Code documentation of 2026-08-22, plugins-reference; gtmagents/gtm-agents issue 101.
    Targets: claude-code
    Bad (.claude-plugin/plugin.json):
        {"name": "tides", "skills": ["./skills/tide-table/SKILL.md"]}
    Bad (skills/tide-table/SKILL.md):
        ---
        name: tide-table
        description: Reads tide tables.
        ---
        Body.
    Good (.claude-plugin/plugin.json):
        {"name": "tides", "skills": ["./skills/tide-table"]}
    Good (skills/tide-table/SKILL.md):
        ---
        name: tide-table
        description: Reads tide tables.
        ---
        Body.
    Fix: Names the directory in place of the SKILL.md in it.
    """
    file = _file(context)
    if file is None or context.workspace is None:
        return
    files = context.workspace.files
    missing: set[str] = set()
    for path in _paths(context, file):
        parts = path.node.text.split("/")
        text = path.node.text
        if ".." in parts or text.startswith(("/", "~")) or (file.host.plugin_schema and "" in parts):
            continue  # plugin-field or plugin-ignored says so
        if not file.host.plugin_schema and path.key != "source" and parts[0] != ".":
            continue  # so does plugin-field of a path without `./`
        if any(within(path.target, one) for one in missing):
            continue
        if not files.exists(path.target):
            if path.key == "source":
                missing.add(path.target)
            cause = f"`{path.node.text}` does not exist"
            yield from _path_finding(
                context, file, path, MISSES_SKILLS if path.key == "skills" else REFUSES_PART, cause
            )
        elif path.key in ("skills", "source") and files.is_file(path.target):
            yield from _file_finding(context, file, path)
        elif path.key == "skills" and not _holds_skills(context, file.host, path.target):
            cause = f"there is no SKILL.md in `{path.node.text}` or directly below"
            yield from _path_finding(context, file, path, MISSES_SKILLS._replace(severity=Severity.WARNING), cause)


def _path_finding(
    context: Context, file: _File, path: _Path, effect: Effect, cause: str, *fixes: Fix
) -> Iterator[Finding]:
    yield from context.judged("plugin-path", path.node.span, [(file.host, effect, cause)], fixes=fixes)


def _file_finding(context: Context, file: _File, path: _Path) -> Iterator[Finding]:
    directory, _, name = path.node.text.rpartition("/")
    cause = f"`{path.node.text}` is a file, and a directory is wanted"
    if name.lower() != "skill.md":
        yield from _path_finding(context, file, path, MISSES_SKILLS, cause)
        return
    written = directory if directory not in ("", ".") else "./"
    fix = Fix(f"Change to {written}", (FileEdit(None, Edit(path.node.span, f'"{written}"')),))
    yield from _path_finding(context, file, path, MISSES_SKILLS, f"{cause}: `{written}`", fix)


def _holds_skills(context: Context, host: Host, directory: str) -> bool:
    files = context.workspace.files
    names = host.file_names
    if any(files.is_file(f"{directory}/{name}") for name in names):
        return True
    below = [item.name for item in files.items(directory) if item.is_directory]
    return any(files.is_file(f"{directory}/{one}/{name}") for one in below for name in names)


@detects("plugin-root-skill", kinds=(PluginManifest, Marketplace))
def plugin_root_skill(context: Context) -> Iterator[Finding]:
    """Manifest that names the plugin's own root as a skill.

    Why: A plugin with a SKILL.md at its root may say `"skills": ["./"]` since 2.1.142; older versions refuse the path.
    Source: conorluddy/ios-simulator-skill issue 41; Claude Code documentation of 2026-08-22, plugins-reference.
    Targets: claude-code
    Bad (.claude-plugin/plugin.json):
        {"name": "tides", "skills": ["./"]}
    Bad (SKILL.md):
        ---
        name: tides
        description: Reads tide tables.
        ---
        Body.
    Good (.claude-plugin/plugin.json):
        {"name": "tides"}
    Good (SKILL.md):
        ---
        name: tides
        description: Reads tide tables.
        ---
        Body.
    Fix: None.
    """
    file = _file(context)
    if file is None or file.host.plugin_schema:
        return
    for path in _paths(context, file):
        if path.key == "skills" and path.target == path.base:
            cause = "the path is the plugin's own root"
            yield from context.judged("plugin-root-skill", path.node.span, [(file.host, OLDER, cause)])


@detects("plugin-place", kinds=(PluginManifest, Marketplace))
def plugin_place(context: Context) -> Iterator[Finding]:
    """Manifest in a place where the host of that directory does not look for it.

    Why: Xum takes a directory in `.xum/plugins` for a plugin where plugin.json lies at its root, and passes over any
    other without a word.
    Source: coder/mux f2160b194, agentPlugins; Xum's Agent Skills page.
    Targets: xum
    Bad (.xum/plugins/tides/.claude-plugin/plugin.json):
        {"name": "tides"}
    Good (.xum/plugins/tides/plugin.json):
        {"$schema": "https://agent-plugins.org/schemas/1.0.0/plugin.schema.json", "name": "tides"}
    Fix: None.
    """
    if not isinstance(context.document, PluginManifest) or context.workspace is None:
        return
    path = context.place.path
    directory = tree_of(path)
    verdicts = []
    for host in context.targets if not context.placed else hosts.everyone():
        wanted = [f"{directory}/{one}" for one in host.plugin_manifests]
        in_root = any(root.plugins and parent(directory).endswith(f"/{root.path}") for root in host.roots)
        if in_root and path not in wanted and not any(context.workspace.files.is_file(one) for one in wanted):
            cause = f"it wants `{host.plugin_manifests[0]}` in this plugin's directory"
            verdicts.append((host, PASSES_OVER, cause))
    yield from context.judged("plugin-place", None, verdicts)
