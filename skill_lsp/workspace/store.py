"""What is known about the files of a workspace: one entry for each, the names that skills bear, what skills bundle."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from skill_lsp.record import NamedTuple
from skill_lsp.syntax.nodes import Mapping, Scalar, dereferenced
from skill_lsp.syntax.skill import SkillMd, SkillToml
from skill_lsp.workspace.files import SKILL_KINDS, Found, Kind, all_within, ancestors, parent, within
from skill_lsp.workspace.plugins import tree_of

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable

    from skill_lsp.workspace.walking import Alias, Obstacle, Walk

MANIFESTS = (Kind.PLUGIN, Kind.MARKETPLACE)


class Declared(NamedTuple):
    """What a skill's text says of itself, before any host reads it: the `name` and `description` as written."""

    name: str | None = None
    description: str | None = None


class Entry(NamedTuple):
    """One file of interest. `skill` is the SKILL.md in whose directory it lies; `declared` is set for skills."""

    path: str
    kind: Kind
    skill: str | None = None
    declared: Declared | None = None

    @property
    def names(self) -> frozenset[str]:
        """The names that some host may know the skill by: the declared one and the directory's."""
        if self.kind not in SKILL_KINDS:
            return frozenset()
        names = {self.declared.name} if self.declared and self.declared.name else set()
        if self.kind is Kind.SKILL:
            names.add(parent(self.path).rpartition("/")[2])
        return frozenset(names)


Declare: TypeAlias = "Callable[[Found], Declared | None]"
DeclareMany: TypeAlias = "Callable[[list[Found], Declare], dict[str, Declared | None]]"


class Store:
    """The entries. `declare` reads what a skill says of itself; `declare_many` may do it for all skills of a folder."""

    def __init__(self, declare: Declare, declare_many: DeclareMany | None = None) -> None:
        self.entries: dict[str, Entry] = {}
        self.bundled: dict[str, frozenset[str]] = {}
        self.bearers: dict[str, set[str]] = {}
        """The skills that bear a name."""
        self.manifest_trees: dict[str, set[str]] = {}
        """The manifests and marketplaces by the directory whose files they speak of."""
        self.aliases: set[Alias] = set()
        self.obstacles: set[Obstacle] = set()
        self.revision = 0
        """Another number whenever something here has changed."""
        self._links: tuple[set[Alias], dict[str, list[str]]] | None = None
        self._declare = declare
        self._declare_many = declare_many
        self._ahead: dict[str, Declared | None] = {}
        """What skills say of themselves, read before they are put in."""

    @property
    def links(self) -> dict[str, list[str]]:
        """The links that lead to a directory, by its path."""
        if self._links is None or self._links[0] is not self.aliases:
            by_real: dict[str, list[str]] = {}
            for link, real in sorted(self.aliases):
                by_real.setdefault(real, []).append(link)
            self._links = (self.aliases, by_real)
        return self._links[1]

    def put(self, path: str, kind: Kind, skill: str | None) -> bool:
        """Reads a file in; whether anything about it is new to others."""
        says = None
        if kind in SKILL_KINDS:
            says = self._ahead.pop(path) if path in self._ahead else self._declare(Found(path, kind))
        fresh = Entry(path, kind, skill, says)
        before = self.entries.get(path)
        if fresh == before:
            return False
        if before is not None:
            self.drop(path)
        self.revision += 1
        self.entries[path] = fresh
        if kind in MANIFESTS:
            self.manifest_trees.setdefault(tree_of(path), set()).add(path)
        for name in fresh.names:
            self.bearers.setdefault(name, set()).add(path)
        return True

    def drop(self, path: str) -> None:
        """Forgets a file."""
        entry = self.entries.pop(path, None)
        self.revision += 1
        if entry is not None and entry.kind in MANIFESTS:
            beside = self.manifest_trees[tree_of(path)]
            beside.discard(path)
            if not beside:
                del self.manifest_trees[tree_of(path)]
        for name in entry.names if entry else ():
            bearers = self.bearers[name]
            bearers.discard(path)
            if not bearers:
                del self.bearers[name]

    def replacing(self, directory: str, walk: Walk) -> Generator[tuple[int, int], None, set[str]]:
        """Takes what a walk met in place of all that is known in a directory, in steps: (files done, files in all). The
        files that came, went or changed."""
        self.revision += 1
        skills = {path: skill for skill, files in walk.bundled.items() for path in files}
        gone = set(all_within(self.entries, directory)) - {found.path for found in walk.files}
        for path in gone:
            self.drop(path)
        before = {skill: self.bundled[skill] for skill in all_within(self.bundled, directory)}
        now = {skill: frozenset(files) for skill, files in walk.bundled.items()}
        for skill in before:
            del self.bundled[skill]
        self.bundled.update(now)
        self.aliases = {one for one in self.aliases if not within(one.path, directory)} | set(walk.aliases)
        self.obstacles = {one for one in self.obstacles if not within(one.path, directory)} | set(walk.obstacles)
        changed = gone
        if self._declare_many is not None:
            self._ahead = self._declare_many(
                [found for found in walk.files if found.kind in SKILL_KINDS], self._declare
            )
        for one in before.keys() | now.keys():
            if before.get(one) != now.get(one):
                changed |= {one, *(before.get(one, frozenset()) ^ now.get(one, frozenset()))}
        for done, found in enumerate(walk.files, 1):
            if self.put(found.path, found.kind, skills.get(found.path)):
                changed.add(found.path)
            yield done, len(walk.files)
        return changed

    def forget(self, directory: str, keep: Callable[[str], bool]) -> None:
        """Forgets what lies in a directory, unless it is to be kept."""
        self.revision += 1
        for path in [one for one in all_within(self.entries, directory) if not keep(one)]:
            self.drop(path)
        for skill in [one for one in all_within(self.bundled, directory) if not keep(one)]:
            del self.bundled[skill]
        self.aliases = {one for one in self.aliases if not within(one.path, directory) or keep(one.path)}
        self.obstacles = {one for one in self.obstacles if not within(one.path, directory) or keep(one.path)}

    def skill_around(self, path: str) -> str | None:
        """The SKILL.md in whose directory a file lies, the innermost one; never the file itself."""
        for directory in ancestors(path):
            for name in ("SKILL.md", "skill.md", "Skill.md", "SKILL.MD"):
                inner = f"{directory}/{name}"
                if inner != path and inner in self.bundled:
                    return inner
        return None

    def outermost(self, path: str) -> str | None:
        """The directory of the outermost skill that a file lies in."""
        found = None
        skill = self.skill_around(path)
        while skill is not None:
            found = parent(skill)
            skill = self.skill_around(found)
        return found

    def manifests_at(self, directory: str) -> frozenset[str]:
        """The manifests that speak of the files in a directory."""
        return frozenset(self.manifest_trees.get(directory, ()))

    def bearers_of(self, names: Iterable[str]) -> set[str]:
        """The skills that bear one of the names."""
        return set().union(*(self.bearers.get(name, set()) for name in names))


def declared(document: Any) -> Declared | None:
    """What a skill's text says of itself."""
    if isinstance(document, SkillMd):
        root = document.yaml.root if document.yaml else None
    elif isinstance(document, SkillToml):
        root = document.toml.root
    else:
        return None
    if not isinstance(root, Mapping):
        return Declared()
    return Declared(_scalar(root, "name"), _scalar(root, "description"))


def _scalar(root: Mapping, key: str) -> str | None:
    value = root.get(key)
    value = dereferenced(value) if value is not None else None
    return value.text if isinstance(value, Scalar) and value.text else None
