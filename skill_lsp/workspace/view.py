"""What the index of a workspace tells: the looking half of `Workspace`, which changes nothing that anybody sees."""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING, Any

from skill_lsp.hosts.reading import Place
from skill_lsp.steps import finished
from skill_lsp.syntax.skill import SkillMd, SkillToml
from skill_lsp.text import Text
from skill_lsp.workspace import discovery, mentions
from skill_lsp.workspace.documents import parse
from skill_lsp.workspace.files import (
    SKILL_KINDS,
    Files,
    Found,
    Kind,
    Unreadable,
    all_within,
    ancestors,
    home_directory,
    is_markdown,
    kind_of,
    parent,
    within,
)
from skill_lsp.workspace.plugins import Plugins
from skill_lsp.workspace.similarity import Similarity
from skill_lsp.workspace.store import Declared, Entry, Store, declared
from skill_lsp.workspace.walking import is_skills_root

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator
    from collections.abc import Set as AbstractSet

    from skill_lsp.hosts.host import Host
    from skill_lsp.hosts.reading import Plugin, Reading
    from skill_lsp.workspace.discovery import Candidate
    from skill_lsp.workspace.plugins import Claim
    from skill_lsp.workspace.projects import Projects
    from skill_lsp.workspace.similarity import Pair
    from skill_lsp.workspace.store import DeclareMany
    from skill_lsp.workspace.walking import Alias, Obstacle

ANY_PLUGIN = "plugin:"
"""The target of a document that depends on which plugins there are."""
TOPICS = ("file", "name")
KEPT_DOCUMENTS = 8192
"""Parsed documents that are kept for the next question. A check asks for each one twice, first for its name: with
more files than are kept here every one is parsed twice."""


class View:
    """The files of some folders and what they say about each other. See `index`."""

    def __init__(
        self,
        *,
        files: Files | None = None,
        home: str | None = None,
        excluded: Callable[[str], bool] = lambda path: False,
        declared_by: DeclareMany | None = None,
    ) -> None:
        self.files = files or Files()
        self.plugins = Plugins(self.files, self._holds_manifest)
        self._home = home
        self._hidden_at_home = f"{home or home_directory()}/."
        self._excluded = excluded
        self._folders: list[str] = []
        self._unsaved: set[str] = set()
        self._store = Store(self._declared, declared_by)
        self._projects: Projects | None = None
        self._documents: OrderedDict[str, Any] = OrderedDict()
        self._found: dict[tuple[str, str], list[Candidate]] = {}
        self._similarity: Similarity | None = None
        self._plugin_skills: dict[str, frozenset[str]] | None = None
        self._steps: dict[str, dict[str, int]] = {}
        self._mentions: dict[str, set[str]] = {}
        self._mentioned_by: dict[tuple[str, str], frozenset[str]] = {}

    # ---------------------------------------------------------------- looking

    @property
    def folders(self) -> tuple[str, ...]:
        """The folders, in the order they were added."""
        return tuple(self._folders)

    @property
    def paths(self) -> list[str]:
        """The files to check, in order."""
        return sorted(self._store.entries)

    @property
    def obstacles(self) -> list[Obstacle]:
        """What kept the walks from looking further."""
        return sorted(self._store.obstacles)

    @property
    def aliases(self) -> list[Alias]:
        """Links to directories that are met by their own path as well."""
        return sorted(self._store.aliases)

    @property
    def revision(self) -> int:
        """Another number whenever the index has changed."""
        return self._store.revision

    def holds(self, path: str) -> bool:
        """Whether a path is one of the folders or lies in one."""
        return any(within(path, folder) for folder in self._folders)

    def __contains__(self, path: str) -> bool:
        return path in self._store.entries

    def entry(self, path: str) -> Entry | None:
        """What is known about a file."""
        return self._store.entries.get(path)

    def kind(self, path: str) -> Kind | None:
        """What a file is."""
        entry = self._store.entries.get(path)
        return entry.kind if entry else kind_of(path)

    def skills(self) -> Iterator[Entry]:
        """All skills, in the order of their paths."""
        yield from [entry for path in self.paths if (entry := self._store.entries[path]).kind in SKILL_KINDS]

    def of_kind(self, kind: Kind) -> Iterator[Entry]:
        """All files of a kind, in the order of their paths."""
        yield from [entry for path in self.paths if (entry := self._store.entries[path]).kind is kind]

    def named(self, name: str) -> tuple[str, ...]:
        """The paths of the skills that declare a name or lie in a directory called so, in order."""
        return tuple(sorted(self.bearers(name)))

    def bearers(self, name: str) -> AbstractSet[str]:
        """The same in no order."""
        return self._store.bearers.get(name, frozenset())

    @property
    def names(self) -> Iterable[str]:
        """All names of skills."""
        return self._store.bearers.keys()

    def text(self, path: str) -> Text | Unreadable:
        """The text of a file as the user sees it."""
        return self.files.read(path)

    def document(self, path: str) -> Any:
        """The parsed document of a file; None where it can't be read or its kind has none."""
        kind = self.kind(path) or (Kind.REFERENCE if is_markdown(path) else None)
        return self._parsed(path, kind) if kind else None

    def place(self, path: str) -> Place:
        """Where a file lies, as hosts are told."""
        plugin = self.plugins.of(path)
        directory = parent(path)
        unnamed = (plugin is not None and plugin.root == directory) or self.plugins.is_checkout(directory)
        unnamed = unnamed or is_skills_root(directory)
        return Place(path, plugin, unnamed, path.startswith(self._hidden_at_home))

    def plugin(self, path: str) -> Plugin | None:
        """The plugin that a file belongs to."""
        return self.plugins.of(path)

    def claim(self, path: str) -> Claim | None:
        """The plugin that a file belongs to, with the plugin's skill directories."""
        return self.plugins.claim_of(path)

    def checkout_of(self, path: str) -> str | None:
        """The root of the checkout that a file lies in, None without one."""
        return self.plugins.checkout_of(path)

    # ------------------------------------------------------------------ skills

    def skill_of(self, path: str) -> str | None:
        """The SKILL.md whose directory a file lies in; None for a SKILL.md that lies in no other skill's directory."""
        entry = self.entry(path)
        return entry.skill if entry else self._store.skill_around(path)

    def bundled(self, skill: str) -> tuple[str, ...]:
        """The files in the directory of a SKILL.md, in order; not those of a skill further down."""
        return tuple(sorted(self._store.bundled.get(skill, ())))

    def judges(self, path: str, chosen: tuple[Host, ...]) -> tuple[Host, ...]:
        """Those of the hosts to whom the file is a skill at all.

        A SKILL.md further down in the directory of another skill (a template) is an ordinary file to a host that looks
        one level deep. Other files keep all hosts.
        """
        entry = self._store.entries.get(path)
        if entry is None or entry.kind is not Kind.SKILL or entry.skill is None:
            return chosen
        return tuple(host for host in chosen if self._sees_nested(host, path, entry.skill))

    def _sees_nested(self, host: Host, path: str, outer: str) -> bool:
        """Whether a host finds the inner one of two nested skills as well, wherever they lie."""
        here = [spot for spot in discovery.spots(host, path) if not spot.miss]
        if here:
            return True
        if discovery.discovered(host, outer, self.claim(outer)):
            return False
        return any(root.depth is None or root.depth > 1 for root in host.roots)

    def discovered(self, host: Host, path: str) -> bool:
        """Whether the host finds the skill where it lies or where a link leads to it, from some working directory."""
        manifest = self.kind(path) is Kind.MANIFEST
        return any(
            discovery.discovered(host, one, self.claim(one), manifest=manifest)
            for one in (path, *self.other_paths(path))
        )

    def other_paths(self, path: str) -> tuple[str, ...]:
        """The paths by which links lead to a file (`.claude/skills/x` -> `.agents/skills/x`)."""
        found = []
        for directory in ancestors(path) if self._store.links else ():
            found += [f"{link}{path[len(directory) :]}" for link in self._store.links.get(directory, ())]
        return tuple(found)

    def found_by(self, host: Host, directory: str) -> list[Candidate]:
        """What a host discovers from a working directory, the home left out, in precedence order. It reads the disk as
        the host does: what .gitignore leaves out is found as well."""
        key = (host.id, directory)
        known = self._found.get(key)
        if known is None:
            start = discovery.start_at(directory, self.files, home=self._home)
            known = self._found[key] = discovery.candidates(host, start, self.files, self.plugins)
        return known

    def reading(self, host: Host, path: str, plugin: Plugin | None = None) -> Reading | None:
        """What a host makes of a skill; None where the file can't be read or the host does not take its format."""
        document = self.document(path)
        if document is None or not isinstance(document, SkillMd | SkillToml) or not host.reads(document):
            return None
        place = self.place(path) if plugin is None else Place(path, plugin)
        return host.read(document, place)

    @property
    def plugin_skills(self) -> dict[str, frozenset[str]]:
        """The names of the skills of each plugin in the folders, by the plugin's name."""
        if self._plugin_skills is None:
            known: dict[str, set[str]] = {}
            for tree in self._store.manifest_trees:
                for claim in self.plugins.at(tree):
                    known.setdefault(claim.plugin.name, set())
            for entry in self._store.entries.values() if known else ():
                plugin = self.plugins.of(entry.path) if entry.kind is Kind.SKILL else None
                if plugin is not None:
                    known.setdefault(plugin.name, set()).update(entry.names)
            self._plugin_skills = {name: frozenset(names) for name, names in known.items()}
        return self._plugin_skills

    def similar(self, path: str) -> list[Pair]:
        """The skills of other names whose descriptions say nearly the same, the most alike first."""
        if self._similarity is None:
            finished(self.comparing())
        others = self._store.entries
        pairs = self._similarity.pairs(path) if self._similarity is not None else []
        names = others[path].names if pairs and path in self else frozenset()
        return [pair for pair in pairs if pair.other in others and names.isdisjoint(others[pair.other].names)]

    def comparing(self) -> Generator[None, None, None]:
        """Takes all descriptions in, in steps; `similar` does it at once where it was not done."""
        similarity = Similarity()
        for entry in list(self._store.entries.values()):
            if entry.kind is Kind.SKILL and entry.skill is None and entry.declared:
                similarity.put(entry.path, entry.declared.description)
                yield
        self._similarity = similarity

    # -------------------------------------------------------------- references

    def steps_to(self, skill: str) -> dict[str, int]:
        """How many steps it takes from a SKILL.md to each of its files that is mentioned: 1 where the SKILL.md itself
        mentions it, 2 where a file does that the SKILL.md mentions. What nothing mentions is missing."""
        known = self._steps.get(skill)
        if known is None:
            known = self._steps[skill] = mentions.steps(skill, self.bundled(skill), self.files)
        return known

    def mention(self, path: str, targets: frozenset[str], topic: str = "file") -> None:
        """Notes what a document refers to, so that it is checked again when that changes: files by their paths, skills
        as `skill:NAME`, plugins as `ANY_PLUGIN`. A document's targets under one topic replace the earlier ones."""
        before = self._mentioned_by.get((topic, path), frozenset())
        if before == targets:
            return
        for gone in before - targets:
            self._mentions.get(gone, set()).discard(path)
        for target in targets - before:
            self._mentions.setdefault(target, set()).add(path)
        self._mentioned_by[topic, path] = targets

    def _mentions_below(self, directory: str) -> set[str]:
        """The documents that refer to a path or to one below it."""
        return {one for target in all_within(self._mentions, directory) for one in self._mentions[target]}

    def forget_mentions(self, path: str) -> None:
        """A document is gone, and refers to nothing any more."""
        for topic in TOPICS:
            if (topic, path) in self._mentioned_by:
                self.mention(path, frozenset(), topic)
                del self._mentioned_by[topic, path]

    def mentions_of(self, path: str) -> tuple[str, ...]:
        """The documents that are known to refer to a file."""
        return tuple(sorted(self._mentions.get(path, ())))

    # ---------------------------------------------------------------- its parts

    def _declared(self, found: Found) -> Declared | None:
        return declared(self._parsed(found.path, found.kind))

    def _parsed(self, path: str, kind: Kind) -> Any:
        known = self._documents.get(path)
        if known is not None:
            self._documents.move_to_end(path)
            return known
        text = self.files.read(path)
        document = parse(kind, text) if isinstance(text, Text) else None
        if document is not None:
            self._documents[path] = document
            if len(self._documents) > KEPT_DOCUMENTS:
                self._documents.popitem(last=False)
        return document

    def _holds_manifest(self, directory: str) -> bool | None:
        if directory in self._store.manifest_trees:
            return True
        return False if self.holds(directory) else None
