"""The size of a plugin's manifest."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skill_lsp.rules.plugin import REFUSES, manifest_host
from skill_lsp.rules.registry import detects
from skill_lsp.syntax.manifest import PluginManifest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skill_lsp.rules.context import Context
    from skill_lsp.rules.finding import Finding


@detects("plugin-size", kinds=(PluginManifest,))
def plugin_size(context: Context) -> Iterator[Finding]:
    """Manifest of a plugin that is larger than its host reads.

    Why: Xum reads no plugin.json of more than 262,144 bytes, and the plugin is lost with all its skills. The version of
    2026-08 had no limit.
    Source: coder/xum 1d333e61, agentPlugins (read).
    Targets: xum
    Bad (.xum/plugins/tides/plugin.json):
        {
          "$schema": "https://agent-plugins.org/schemas/1.0.0/plugin.schema.json",
          "name": "tides",
          "description": "⟨40000 × Tides. ⟩"
        }
    Good (.xum/plugins/tides/plugin.json):
        {
          "$schema": "https://agent-plugins.org/schemas/1.0.0/plugin.schema.json",
          "name": "tides",
          "description": "Tides."
        }
    Fix: None.
    """
    host = manifest_host(context)
    limit = host.plugin_manifest_limit if host is not None else None
    size = context.text.size
    if host is not None and limit is not None and size > limit:
        cause = f"its manifest has {size:,} bytes, and {limit:,} are read"
        yield from context.judged("plugin-size", None, [(host, REFUSES, cause)])
