"""Which document a file of interest is. What a kind needs is imported when such a file is met."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from skill_lsp.syntax.skill import SkillMd, SkillToml
from skill_lsp.workspace.files import Kind

if TYPE_CHECKING:
    from skill_lsp.text import Text

_COMPANIONS = {
    Kind.PLUGIN: "PluginManifest",
    Kind.MARKETPLACE: "Marketplace",
    Kind.OPENAI: "OpenaiYaml",
    Kind.LOCK: "LockFile",
    Kind.REFERENCE: "Reference",
}


def parse(kind: Kind, text: Text) -> Any:
    """The document of a file; None for a kind that is looked at by its place alone."""
    if kind is Kind.SKILL:
        return SkillMd(text)
    if kind is Kind.MANIFEST:
        return SkillToml(text)
    if kind in _COMPANIONS:
        from skill_lsp.syntax import manifest

        return getattr(manifest, _COMPANIONS[kind])(text)
    if kind in (Kind.WORKFLOW, Kind.ACTIVATION):
        from skill_lsp.syntax import activation

        return activation.Activation(text, kind=activation.WORKFLOW if kind is Kind.WORKFLOW else activation.PROJECT)
    return None
