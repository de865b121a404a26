"""What a document refers to and what becomes of it, looked up once for all rules on links and mentions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skill_lsp.record import NamedTuple
from skill_lsp.syntax.manifest import Reference as ReferenceFile
from skill_lsp.syntax.skill import SkillMd
from skill_lsp.workspace import references
from skill_lsp.workspace.files import parent, within

if TYPE_CHECKING:
    from skill_lsp.rules.context import Context
    from skill_lsp.workspace.index import Workspace
    from skill_lsp.workspace.references import Reference


class Target(NamedTuple):
    """A reference with where it leads."""

    reference: Reference
    path: str
    exists: bool


class References(NamedTuple):
    """A document's references with what is needed to judge them. top: the skill's directory."""

    context: Context
    workspace: Workspace
    skill: str
    top: str
    targets: tuple[Target, ...]
    loose: tuple[Reference, ...]
    """Those that lead to no path of this machine."""

    @property
    def checkout(self) -> str | None:
        """The root of the repository, else the folder that is checked."""
        path = self.context.place.path
        return self.workspace.checkout_of(path) or next(
            (one for one in self.workspace.folders if within(path, one)), None
        )

    def shown(self, path: str) -> str:
        """A path as it is written in the document: relative to its directory."""
        return relative(path, parent(self.context.place.path))


def look(context: Context) -> References | None:
    """What the document refers to. None for documents without Markdown, or without a workspace to look into."""
    document, workspace = context.document, context.workspace
    if workspace is None or not context.place.path or not isinstance(document, SkillMd | ReferenceFile):
        return None
    skill = context.place.path
    if isinstance(document, ReferenceFile):
        skill = workspace.skill_of(skill) or skill
    top = parent(skill)
    targets, loose = [], []
    found = references.of(document.text, document.markdown, document.body) if references.may_have(document.text) else ()
    for reference in found:
        path = references.resolve(reference, context.place, top)
        if path is None:
            loose.append(reference)
        else:
            targets.append(Target(reference, path, workspace.files.exists(path)))
    workspace.mention(context.place.path, frozenset(target.path for target in targets))
    return References(context, workspace, skill, top, tuple(targets), tuple(loose))


def relative(path: str, directory: str) -> str:
    """A path relative to a directory, by name; the path itself where they have no root in common."""
    if path.partition("/")[0] != directory.partition("/")[0]:
        return path  # a document that was never saved, or another drive
    up = 0
    while not within(path, directory):
        directory = parent(directory)
        up += 1
    return "../" * up + path[len(directory.rstrip("/")) + 1 :]
