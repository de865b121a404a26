"""Which document a file of interest is."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from skill_lsp.syntax.activation import PROJECT, WORKFLOW, Activation
from skill_lsp.syntax.manifest import LockFile, Marketplace, OpenaiYaml, PluginManifest, Reference
from skill_lsp.syntax.skill import SkillMd, SkillToml
from skill_lsp.workspace.files import Kind

if TYPE_CHECKING:
    from collections.abc import Callable

    from skill_lsp.text import Text

_CLASSES: dict[Kind, Callable[[Text], Any]] = {
    Kind.SKILL: SkillMd,
    Kind.MANIFEST: SkillToml,
    Kind.PLUGIN: PluginManifest,
    Kind.MARKETPLACE: Marketplace,
    Kind.OPENAI: OpenaiYaml,
    Kind.LOCK: LockFile,
    Kind.REFERENCE: Reference,
    Kind.WORKFLOW: partial(Activation, kind=WORKFLOW),
    Kind.ACTIVATION: partial(Activation, kind=PROJECT),
}


def parse(kind: Kind, text: Text) -> Any:
    """The document of a file; None for a kind that is looked at by its place alone."""
    of_kind = _CLASSES.get(kind)
    return of_kind(text) if of_kind else None
