"""The entries of a marketplace against each other, and against the manifests of the plugins that they name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skill_lsp.hosts.reading import Effect, Severity
from skill_lsp.rules.finding import Related
from skill_lsp.rules.plugin import manifest_host
from skill_lsp.rules.registry import detects
from skill_lsp.syntax import json
from skill_lsp.syntax.manifest import Marketplace
from skill_lsp.syntax.nodes import Entry, Mapping, Scalar, Sequence, Style
from skill_lsp.text import Text
from skill_lsp.workspace.files import joined
from skill_lsp.workspace.plugins import tree_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skill_lsp.rules.context import Context
    from skill_lsp.rules.finding import Finding
    from skill_lsp.text import Span

REFUSES_ALL = Effect("refuses this marketplace", "refuse this marketplace", Severity.ERROR)
REFUSES = Effect("does not load this plugin", "do not load this plugin", Severity.ERROR)
_PARTS = frozenset({"skills", "commands", "agents", "hooks", "mcpServers", "outputStyles", "lspServers", "workflows"})
"""Keys that say which parts a plugin has."""


@detects("marketplace-duplicate", kinds=(Marketplace,))
def marketplace_duplicate(context: Context) -> Iterator[Finding]:
    """Two plugins of one name in a marketplace.

    Why: A plugin is installed by its name. The marketplace is refused where a name stands twice.
    Source: Claude Code documentation of 2026-08-22, plugin-marketplaces.
    Targets: claude-code
    Bad (.claude-plugin/marketplace.json):
        {
          "name": "harbour",
          "owner": {"name": "Rosa"},
          "plugins": [{"name": "tides", "source": "./"}, {"name": "tides", "source": "./"}]
        }
    Good (.claude-plugin/marketplace.json):
        {
          "name": "harbour",
          "owner": {"name": "Rosa"},
          "plugins": [{"name": "tides", "source": "./"}]
        }
    Fix: None.
    """
    host = manifest_host(context)
    seen: dict[str, Span] = {}
    for entry in _plugins(context) if host is not None else ():
        name = entry.get("name")
        if host is None or not isinstance(name, Scalar):
            continue
        first = seen.setdefault(name.text, name.span)
        if first != name.span:
            verdicts = [(host, REFUSES_ALL, f"another plugin in it is called `{name.text}`")]
            related = (Related(None, first, "the first plugin of this name"),)
            yield from context.judged("marketplace-duplicate", name.span, verdicts, related=related)


@detects("marketplace-conflict", kinds=(Marketplace,))
def marketplace_conflict(context: Context) -> Iterator[Finding]:
    """Entry that is the whole definition of a plugin (`strict: false`), beside a plugin.json that names parts as well.

    Why: With `strict: false` the entry alone says what the plugin has. Where its plugin.json names parts too, the two
    contradict each other, and the plugin fails to load.
    Source: Claude Code documentation of 2026-08-22, plugin-marketplaces, strict mode; issue 4 of
    pmprompt/claude-plugin-product-management.
    Targets: claude-code
    Bad (.claude-plugin/marketplace.json):
        {
          "name": "harbour",
          "owner": {"name": "Rosa"},
          "plugins": [{"name": "tides", "source": "./tides", "strict": false, "skills": ["./skills/tide-table"]}]
        }
    Bad (tides/.claude-plugin/plugin.json):
        {"name": "tides", "skills": ["./skills/"]}
    Bad (tides/skills/tide-table/SKILL.md):
        ---
        name: tide-table
        description: Reads tide tables.
        ---
        Body.
    Good (.claude-plugin/marketplace.json):
        {
          "name": "harbour",
          "owner": {"name": "Rosa"},
          "plugins": [{"name": "tides", "source": "./tides"}]
        }
    Good (tides/.claude-plugin/plugin.json):
        {"name": "tides", "skills": ["./skills/"]}
    Good (tides/skills/tide-table/SKILL.md):
        ---
        name: tide-table
        description: Reads tide tables.
        ---
        Body.
    Fix: None.
    """
    host = manifest_host(context)
    if host is None or context.workspace is None:
        return
    for item in _plugins(context):
        strict, source = item.get("strict"), item.get("source")
        if not isinstance(strict, Scalar) or not isinstance(source, Scalar):
            continue
        if strict.text != "false" or strict.style is not Style.BOOLEAN or not _parts(item):
            continue
        for manifest in host.plugin_manifests:
            path = f"{joined(tree_of(context.place.path), source.text)}/{manifest}"
            text = context.workspace.text(path)
            theirs = _parts(json.parse(text).root) if isinstance(text, Text) else []
            if theirs:
                shown = f"{source.text.rstrip('/')}/{manifest}"
                cause = f"with `strict: false` this entry alone says which parts it has, and `{shown}` names some too"
                related = (Related(path, theirs[0].key.span, "the parts that the manifest names"),)
                yield from context.judged(
                    "marketplace-conflict", strict.span, [(host, REFUSES, cause)], related=related
                )


def _plugins(context: Context) -> list[Mapping]:
    """The entries of a marketplace."""
    root = context.document.json.root
    plugins = root.get("plugins") if isinstance(root, Mapping) else None
    return [one for one in plugins.items if isinstance(one, Mapping)] if isinstance(plugins, Sequence) else []


def _parts(root: object) -> list[Entry]:
    entries = root.entries if isinstance(root, Mapping) else ()
    return [entry for entry in entries if entry.key.text in _PARTS]
