"""The workspace: every file of interest in some folders, and what the files say about each other.

    workspace = Workspace()
    workspace.add_folder("/project")            # or: for done, total in workspace.adding("/project"): …
    workspace.paths                             # what a check looks at, in order
    workspace.document(path), workspace.place(path), workspace.kind(path)
    workspace.judges(path, hosts)               # those of the hosts to whom this file is a skill at all
    workspace.named("tide-table")               # the skills that bear a name
    workspace.found_by(host, "/project")        # what a host discovers from there, in precedence order
    workspace.open(path, text); workspace.close(path); workspace.update(path)   # -> the paths to check again

One object, changed by one thread: `open`, `close`, `update`, `add_…` and `remove_folder` change it, everything else
only looks. All paths are absolute with `/` (`files.absolute`). Documents are immutable, and only the most recent ones
are kept; what others need to know about a file is in its `Entry`.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING, Any

from skill_lsp import hosts
from skill_lsp.hosts.reading import Place
from skill_lsp.syntax.skill import SkillMd, SkillToml
from skill_lsp.text import Text
from skill_lsp.workspace import discovery, mentions, walking
from skill_lsp.workspace.documents import parse
from skill_lsp.workspace.files import Files, Kind, Unreadable, ancestors, is_markdown, kind_of, parent, within
from skill_lsp.workspace.plugins import Plugins, tree_of
from skill_lsp.workspace.similarity import Similarity
from skill_lsp.workspace.store import SKILLS, Declared, Entry, Store, declared

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from skill_lsp.hosts.host import Host
    from skill_lsp.hosts.reading import Plugin, Reading
    from skill_lsp.workspace.discovery import Candidate
    from skill_lsp.workspace.plugins import Claim
    from skill_lsp.workspace.projects import Projects
    from skill_lsp.workspace.similarity import Pair
    from skill_lsp.workspace.walking import Alias, Obstacle, Walk

KEPT_DOCUMENTS = 512
"""Parsed documents that are kept for the next question."""


class Workspace:
    """See the module's docstring."""

    def __init__(
        self,
        *,
        files: Files | None = None,
        home: str | None = None,
        excluded: Callable[[str], bool] = lambda path: False,
    ) -> None:
        self.files = files or Files()
        self.plugins = Plugins(self.files, self._holds_manifest)
        self._home = home
        self._excluded = excluded
        self._folders: list[str] = []
        self._unsaved: set[str] = set()
        self._store = Store(self._declared)
        self._projects: Projects | None = None
        self._documents: OrderedDict[str, Any] = OrderedDict()
        self._found: dict[tuple[str, str], list[Candidate]] = {}
        self._similarity: Similarity | None = None
        self._plugin_skills: dict[str, frozenset[str]] | None = None
        self._steps: dict[str, dict[str, int]] = {}
        self._mentions: dict[str, set[str]] = {}
        self._mentioned_by: dict[str, frozenset[str]] = {}

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
        for path in self.paths:
            if self._store.entries[path].kind in SKILLS:
                yield self._store.entries[path]

    def of_kind(self, kind: Kind) -> Iterator[Entry]:
        """All files of a kind, in the order of their paths."""
        for path in self.paths:
            if self._store.entries[path].kind is kind:
                yield self._store.entries[path]

    def named(self, name: str) -> tuple[str, ...]:
        """The paths of the skills that declare a name or lie in a directory called so, in order."""
        return tuple(sorted(self._store.bearers.get(name, ())))

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
        return Place(path, plugin, unnamed)

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
            self._similarity = Similarity()
            for entry in self._store.entries.values():
                if entry.kind is Kind.SKILL and entry.skill is None and entry.declared:
                    self._similarity.put(entry.path, entry.declared.description)
        names = self._store.entries[path].names if path in self else frozenset()
        return [
            pair for pair in self._similarity.pairs(path) if names.isdisjoint(self._store.entries[pair.other].names)
        ]

    @property
    def projects(self) -> Projects:
        """What hosts with activation lists find from a directory."""
        if self._projects is None:
            from skill_lsp.workspace.projects import Projects

            self._projects = Projects(self)
        return self._projects

    # -------------------------------------------------------------- references

    def steps_to(self, skill: str) -> dict[str, int]:
        """How many steps it takes from a SKILL.md to each of its files that is mentioned: 1 where the SKILL.md itself
        mentions it, 2 where a file does that the SKILL.md mentions. What nothing mentions is missing."""
        known = self._steps.get(skill)
        if known is None:
            known = self._steps[skill] = mentions.steps(skill, self.bundled(skill), self.files)
        return known

    def mention(self, path: str, targets: frozenset[str]) -> None:
        """Notes which files a document refers to, so that a change of one of them has the document checked again."""
        before = self._mentioned_by.get(path, frozenset())
        for gone in before - targets:
            self._mentions.get(gone, set()).discard(path)
        for target in targets - before:
            self._mentions.setdefault(target, set()).add(path)
        self._mentioned_by[path] = targets

    def mentions_of(self, path: str) -> tuple[str, ...]:
        """The documents that are known to refer to a file."""
        return tuple(sorted(self._mentions.get(path, ())))

    # ---------------------------------------------------------------- changing

    def add_folder(self, path: str) -> None:
        """Walks a folder and reads what its skills say of themselves."""
        for _ in self.adding(path):
            pass

    def adding(self, path: str) -> Iterator[tuple[int, int]]:
        """The same in steps, for a caller that has other things to do: (files read, files in all)."""
        outer = self._folder_of(path)
        if path not in self._folders:
            self._folders.append(path)
        if outer is not None and outer != path and walking.enters(path, outer, self._excluded):
            return
        walk = self._walk(path)
        for done in self._store.replacing(path, walk, set()):
            yield done, len(walk.files)
        self._forget_found()
        self._forget_projects()
        self._similarity = None
        self.plugins.forget_all()

    def remove_folder(self, path: str) -> None:
        """Forgets a folder and the files in it that no other folder holds."""
        self._folders = [folder for folder in self._folders if folder != path]
        self._store.forget(path, keep=self._in_folder)
        self._forget_found()
        self._forget_projects()
        self._similarity = None
        self.plugins.forget_all()

    def add_file(self, path: str) -> None:
        """Takes a single file in, whatever .gitignore says of it."""
        kind = self._kind_for(path)
        if kind is not None:
            self._store.put(path, kind, self._store.skill_around(path))
            self._forget_found()
            self._forget_projects(path)

    def open(self, path: str, text: Text) -> set[str]:
        """Puts a buffer over a file; the paths to check again."""
        known = path in self
        self.files.open(path, text)
        self._forget_projects(path)
        if known:
            return self._changed(path)
        return self.update(path) | {path}

    def close(self, path: str) -> set[str]:
        """Takes the buffer away; the paths to check again."""
        self.files.close(path)
        return self.update(path)

    def update(self, path: str) -> set[str]:
        """Looks again at a file or directory that was created, changed or deleted; the paths to check again."""
        self._forget_projects(path)
        was_unsaved = path in self._unsaved
        (self._unsaved.add if self.files.is_unsaved(path) else self._unsaved.discard)(path)
        if path in self and self.files.is_file(path) and was_unsaved == (path in self._unsaved):
            return self._changed(path)
        if path.endswith("/.gitignore"):
            return self._again_below(parent(path))
        if "/.git/" in path or path.endswith("/.git"):
            self.plugins.forget_all()
            return set()
        again = set(self.mentions_of(path))
        directory = self._store.outermost(path)
        if directory is None and self.files.is_directory(path):
            directory = path
        if directory is None and kind_of(path) is Kind.SKILL:
            directory = parent(path)
        if directory is not None and self.files.is_directory(directory):
            return again | self._again_below(directory)
        return again | self._single(path)

    # ---------------------------------------------------------------- its parts

    def _forget_projects(self, path: str | None = None) -> None:
        """What projects know of a file or directory, or of all, is asked anew."""
        if self._projects is not None:
            self._projects.forget(path)

    def _changed(self, path: str) -> set[str]:
        """A known file has other content."""
        entry = self._store.entries[path]
        self._documents.pop(path, None)
        again = {path, *self.mentions_of(path)}
        if entry.kind in (Kind.PLUGIN, Kind.MARKETPLACE):
            again |= self._around_plugin(path)
        if entry.kind in (Kind.ACTIVATION, Kind.WORKFLOW):
            again |= self._activated_by(path, entry.kind)
        again |= self._of_skill(path if entry.kind is Kind.SKILL else entry.skill)
        alike = {pair.other for pair in self.similar(path)} if self._similarity is not None else set()
        if self._store.put(path, entry.kind, entry.skill):
            fresh = self._store.entries[path]
            again |= alike | self._affected(entry.names ^ fresh.names or fresh.names)
            if self._similarity is not None:
                self._similarity.put(path, fresh.declared.description if fresh.declared else None)
                again |= {pair.other for pair in self.similar(path)}
        return again & self._store.entries.keys()

    def _single(self, path: str) -> set[str]:
        """A file outside of every skill, or all that lay below a directory that is gone."""
        gone = [one for one in self._store.entries if within(one, path) and not self.files.is_file(one)]
        names = {name for one in gone for name in self._store.entries[one].names}
        again = {other for one in gone for other in self.mentions_of(one)}
        for one in gone:
            again |= self._forgotten(one)
        self._store.forget(path, keep=lambda one: one in self)
        folder = self._folder_of(path)
        kind = self._kind_for(path) if folder and self.files.is_file(path) else None
        if kind and folder and not walking.is_left_out(path, folder, self._excluded):
            self._store.put(path, kind, None)
            again |= {path} | (self._around_plugin(path) if kind in (Kind.PLUGIN, Kind.MARKETPLACE) else set())
            names |= self._store.entries[path].names
        return (again | self._affected(names)) & self._store.entries.keys()

    def _again_below(self, directory: str) -> set[str]:
        """Walks a directory again."""
        before = {one: entry.names for one, entry in self._store.entries.items() if within(one, directory)}
        self.plugins.forget_all()
        for known in [one for one in self._documents if within(one, directory)]:
            del self._documents[known]
        folder = self._folder_of(directory)
        enters = folder is not None and walking.enters(directory, folder, self._excluded)
        changed = self._store.replace(directory, self._walk(directory) if enters else walking.Walk())
        names: set[str] = set()
        again = set(changed)
        if changed:
            self._similarity = None
        for path in changed:
            entry = self._store.entries.get(path)
            names |= before.get(path, frozenset()) | (entry.names if entry else frozenset())
            again |= set(self.mentions_of(path))
            if path.endswith(".json"):
                again |= self._around_plugin(path)
            if entry is not None:
                again |= self._of_skill(path if entry.kind is Kind.SKILL else entry.skill)
            if entry is None:
                self.mention(path, frozenset())
        return (again | self._affected(names)) & self._store.entries.keys()

    def _activated_by(self, path: str, kind: Kind) -> set[str]:
        """The skills that an activation list may name: those in the directories of hosts beside it."""
        project = parent(parent(path)) if kind is Kind.ACTIVATION else parent(path)
        roots = [f"{project}/{root.path}" for host in hosts.everyone() if host.activation_keys for root in host.roots]
        return {one.path for one in self.skills() if any(within(one.path, root) for root in roots)}

    def _of_skill(self, skill: str | None) -> set[str]:
        """A SKILL.md and its files, whose findings depend on what the others mention."""
        if skill is None:
            return set()
        self._steps.pop(skill, None)
        return {skill, *self._store.bundled.get(skill, ())}

    def _forgotten(self, path: str) -> set[str]:
        entry = self._store.entries[path]
        self._store.drop(path)
        self._documents.pop(path, None)
        self._similarity = None
        self.mention(path, frozenset())
        return self._around_plugin(path) if entry.kind in (Kind.PLUGIN, Kind.MARKETPLACE) else set()

    def _forget_found(self) -> None:
        """Which skills there are has changed."""
        self._found.clear()
        self._plugin_skills = None

    def _holds_manifest(self, directory: str) -> bool | None:
        if directory in self._store.manifest_trees:
            return True
        return False if self._in_folder(directory) else None

    def _around_plugin(self, manifest: str) -> set[str]:
        self.plugins.forget(manifest)
        self._forget_found()
        return {one for one in self._store.entries if within(one, tree_of(manifest))}

    def _affected(self, names: Iterable[str]) -> set[str]:
        """The files whose findings depend on who bears these names: the other bearers and the activation lists."""
        names = set(names)
        if not names:
            return set()
        self._forget_found()
        lists = {one.path for one in self._store.entries.values() if one.kind in (Kind.ACTIVATION, Kind.WORKFLOW)}
        return self._store.bearers_of(names) | lists

    def _walk(self, path: str) -> Walk:
        own = frozenset(name for host in hosts.facts() for name in host.own_directories) | {".agents"}
        return self.files.walk(path, own_directories=own, home=self._home, excluded=self._excluded)

    def _declared(self, path: str, kind: Kind) -> Declared | None:
        return declared(self._parsed(path, kind))

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

    def _kind_for(self, path: str) -> Kind | None:
        """The kind of a file that is new to the index; None where it is of no interest."""
        kind = kind_of(path)
        if kind is None and is_markdown(path) and self._store.skill_around(path):
            return Kind.REFERENCE
        return kind

    def _in_folder(self, path: str) -> bool:
        return self._folder_of(path) is not None

    def _folder_of(self, path: str) -> str | None:
        return next((folder for folder in self._folders if within(path, folder)), None)
