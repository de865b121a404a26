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

from typing import TYPE_CHECKING

from skill_lsp import hosts
from skill_lsp.steps import finished
from skill_lsp.workspace import walking
from skill_lsp.workspace.files import (
    Kind,
    all_within,
    ancestors,
    home_directory,
    is_markdown,
    kind_of,
    parent,
    within,
)
from skill_lsp.workspace.plugins import tree_of
from skill_lsp.workspace.view import ANY_PLUGIN, View

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable

    from skill_lsp.text import Text
    from skill_lsp.workspace.projects import Projects
    from skill_lsp.workspace.store import Entry
    from skill_lsp.workspace.walking import Walk


class Workspace(View):
    """See the module's docstring."""

    @property
    def projects(self) -> Projects:
        """What hosts with activation lists find from a directory."""
        if self._projects is None:
            from skill_lsp.workspace.projects import Projects

            self._projects = Projects(self)
        return self._projects

    def add_folder(self, path: str) -> None:
        """Walks a folder and reads what its skills say of themselves."""
        finished(self.adding(path))

    def adding(self, path: str) -> Generator[tuple[int, int], None, None]:
        """The same in steps, for a caller that has other things to do: (files read, files in all)."""
        is_held = self._enters(path, [folder for folder in self._folders if folder != path])
        if path not in self._folders:
            self._folders.append(path)
        if not is_held:
            yield from self._store.replacing(path, (yield from self._walking(path)))
            self._forget_all()

    def remove_folder(self, path: str) -> None:
        """Forgets a folder and the files in it that no other folder holds."""
        finished(self.removing(path))

    def removing(self, path: str) -> Generator[tuple[int, int], None, None]:
        """The same in steps, as `adding` has them; where no other folder is concerned there is one."""
        self._folders = [folder for folder in self._folders if folder != path]
        yield from self._store.replacing(path, (yield from self._walking(path)))
        self._forget_all()

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
        """Looks again at a file or directory that was created, changed or deleted; the paths to check again, those that
        are no longer known among them."""
        return finished(self.updating(path))

    def updating(self, path: str) -> Generator[tuple[int, int], None, set[str]]:
        """The same in steps, as `adding` has them."""
        self._forget_projects(path)
        was_unsaved = path in self._unsaved
        (self._unsaved.add if self.files.is_unsaved(path) else self._unsaved.discard)(path)
        if path in self and self.files.is_file(path) and was_unsaved == (path in self._unsaved):
            return self._changed(path)
        if path.endswith("/.gitignore"):
            return (yield from self._again_below(parent(path)))
        if "/.git/" in path or path.endswith("/.git"):
            self.plugins.forget_all()
            return set()
        for known in all_within(self._documents, path):
            del self._documents[known]
        self._forget_found()
        # activation lists look at the disk as their host does, .gitignore or not
        again = self._mentions_below(path) | self._beside(path) | self._lists()
        kind = kind_of(path)
        if kind in (Kind.ACTIVATION, Kind.WORKFLOW):
            again |= self._activated_by(path, kind)
        directory = self._store.outermost(path)
        if directory is None and self.files.is_directory(path):
            directory = path
        if directory is None and kind_of(path) is Kind.SKILL:
            directory = parent(path)
        if directory is not None and self.files.is_directory(directory):
            found = yield from self._again_below(directory)
        else:
            found = self._single(path)
        again |= set(all_within(self._store.entries, path))
        return found | (again & self._store.entries.keys())

    def reading_again(self, directory: str) -> Generator[tuple[int, int], None, set[str]]:
        """Walks a directory again, in which other files may be left out than before; the paths to check again."""
        self._forget_projects()
        self._forget_found()
        return (yield from self._again_below(directory))

    # ---------------------------------------------------------------- its parts

    def _forget_projects(self, path: str | None = None) -> None:
        """What projects know of a file or directory, or of all, is asked anew."""
        if self._projects is not None:
            self._projects.forget(path)

    def _changed(self, path: str) -> set[str]:
        """A known file has other content."""
        entry = self._store.entries[path]
        self._documents.pop(path, None)
        alike = self._alike([path])
        self._store.put(path, entry.kind, entry.skill)
        again = {path} | alike | self._consequences({path: entry})
        return again & self._store.entries.keys()

    def _single(self, path: str) -> set[str]:
        """A file outside of every skill, or all that lay below a directory that is gone."""
        before = {
            one: self._store.entries[one]
            for one in all_within(self._store.entries, path)
            if one == path or not self.files.is_file(one)
        }
        alike = self._alike(before)
        for one in before:
            self._store.drop(one)
            self._documents.pop(one, None)
        self._store.forget(path, keep=lambda one: one in self)
        kind = self._kind_for(path) if self.holds(path) and self.files.is_file(path) else None
        if kind and not self._is_left_out(path):
            self._store.put(path, kind, None)
        again = {path} | alike | self._consequences({path: None, **before})
        return self._known_or_gone(again, before)

    def _again_below(self, directory: str) -> Generator[tuple[int, int], None, set[str]]:
        """Walks a directory again."""
        entries = {one: self._store.entries[one] for one in all_within(self._store.entries, directory)}
        self.plugins.forget_all()
        for known in all_within(self._documents, directory):
            del self._documents[known]
        alike = self._alike(entries)
        changed = yield from self._store.replacing(directory, (yield from self._walking(directory)))
        again = changed | alike | self._consequences({one: entries.get(one) for one in changed})
        return self._known_or_gone(again, entries)

    def _known_or_gone(self, again: set[str], before: dict[str, Entry]) -> set[str]:
        """Of what is to be checked again the files that are known, and of those known before the ones that are not any
        more: nothing that was said about them holds."""
        now = self._store.entries.keys()
        return (again & now) | (before.keys() - now)

    def _consequences(self, before: dict[str, Entry | None]) -> set[str]:
        """The other files whose findings depend on some that came, went or changed, given what they were."""
        again: set[str] = set()
        names: set[str] = set()
        for path, old in before.items():
            new = self._store.entries.get(path)
            again |= set(self.mentions_of(path))
            if old is None or new is None:
                again |= self._beside(path)
            if new is None:
                self.forget_mentions(path)
            for entry in (old, new):
                if entry is not None:
                    names |= entry.names
                    again |= self._of_skill(path if entry.kind is Kind.SKILL else entry.skill)
            either = new or old
            kind = either.kind if either is not None else None
            if kind in (Kind.PLUGIN, Kind.MARKETPLACE):
                again |= self._around_plugin(path) | set(self.mentions_of(ANY_PLUGIN))
            elif kind in (Kind.ACTIVATION, Kind.WORKFLOW):
                again |= self._activated_by(path, kind) | self._lists()
        for name in names:
            again |= set(self.mentions_of(f"skill:{name}"))
        return again | self._affected(names) | self._alike(before, anew=True)

    def _beside(self, path: str) -> set[str]:
        """What depends on whether there is a file: links to directories above it, manifests that speak of it."""
        again: set[str] = set()
        for directory in ancestors(path):
            again |= set(self.mentions_of(directory))
            for manifest in self._store.manifests_at(directory):
                again.add(manifest)
        return again

    def _alike(self, paths: Iterable[str], *, anew: bool = False) -> set[str]:
        """The skills whose descriptions are like those of some; `anew` takes their present descriptions in first."""
        if self._similarity is None:
            return set()
        again: set[str] = set()
        for path in paths if anew else ():
            entry = self._store.entries.get(path)
            counts = entry is not None and entry.kind is Kind.SKILL and entry.skill is None and entry.declared
            text = entry.declared.description if entry and entry.declared and counts else None
            again |= self._similarity.put(path, text)
        return again.union(*(self._similarity.dependents(path) for path in paths))

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

    def _forget_all(self) -> None:
        """A whole folder came or went."""
        self._forget_found()
        self._forget_projects()
        self._similarity = None
        self._steps.clear()
        self.plugins.forget_all()

    def _forget_found(self) -> None:
        """Which skills there are has changed."""
        self._found.clear()
        self._plugin_skills = None

    def _around_plugin(self, manifest: str) -> set[str]:
        self.plugins.forget(manifest)
        self._forget_found()
        return set(all_within(self._store.entries, tree_of(manifest)))

    def _affected(self, names: set[str]) -> set[str]:
        """The files whose findings depend on who bears these names: the other bearers and the activation lists."""
        if not names:
            return set()
        self._forget_found()
        return self._store.bearers_of(names) | self._lists()

    def _lists(self) -> set[str]:
        """The activation lists."""
        return {one.path for one in self._store.entries.values() if one.kind in (Kind.ACTIVATION, Kind.WORKFLOW)}

    def _walking(self, path: str) -> Generator[tuple[int, int], None, Walk]:
        """What the folders hold of a directory: all in it that the walk of a folder comes to, and the folders in it
        that such a walk passes by."""
        own = frozenset(name for host in hosts.facts() for name in host.own_directories) | {".agents"}
        bounds = walking.Bounds(own, self._home or home_directory(), self._excluded)
        tops = [path] if self._enters(path, self._folders) else []
        for folder in sorted(self._folders, key=len):
            if folder != path and within(folder, path) and not self._enters(folder, tops):
                tops.append(folder)
        found = walking.Walk()
        for top in tops:
            walk = yield from self.files.walking(top, bounds)
            found.files += walk.files
            found.bundled |= walk.bundled
            found.aliases += walk.aliases
            found.obstacles += walk.obstacles
        return found

    def _enters(self, directory: str, tops: Iterable[str]) -> bool:
        """Whether the walk of one of some directories comes to another."""
        return any(within(directory, top) and walking.enters(directory, top, self._excluded) for top in tops)

    def _is_left_out(self, path: str) -> bool:
        """Whether no folder's walk comes to a file."""
        return all(walking.is_left_out(path, top, self._excluded) for top in self._folders if within(path, top))

    def _kind_for(self, path: str) -> Kind | None:
        """The kind of a file that is new to the index; None where it is of no interest."""
        kind = kind_of(path)
        if kind is None and is_markdown(path) and self._store.skill_around(path):
            return Kind.REFERENCE
        return kind
