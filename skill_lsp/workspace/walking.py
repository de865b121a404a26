"""Walking a tree for the files of interest, once per directory, with what stood in the way."""

from __future__ import annotations

import errno
import os
import re
import stat
from operator import attrgetter
from typing import TYPE_CHECKING

from skill_lsp import hosts
from skill_lsp.pattern import pattern
from skill_lsp.record import NamedTuple, dataclass, field
from skill_lsp.text import Text
from skill_lsp.workspace.files import (
    ROOT_MARKS,
    Found,
    Kind,
    ancestors,
    is_markdown,
    kind_of,
    parent,
    read,
    slashed,
    within,
)
from skill_lsp.workspace.ignoring import Ignored

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator
    from collections.abc import Set as AbstractSet

MAX_FILES = 50_000
MAX_DIRECTORIES = 200_000
AT_ONCE = 16
"""Entries of a directory that are looked at in one step."""
_NEVER_ENTERED = frozenset(
    {".git", ".hg", ".svn", ".jj", "node_modules", "__pycache__", ".venv", ".tox", ".mypy_cache"}
)
_NAME = attrgetter("name")
_A_PATH = pattern(r"[^\s]*/[^\s]*\Z")
_MISNAMED = pattern(r"skills?(?:\.(?:md|markdown|mdx|mkd|mdown|txt))?\Z", re.IGNORECASE)
"""Names that are almost `SKILL.md`."""


class Alias(NamedTuple):
    """A symbolic link to a directory that the walk meets by another path as well. `real` is that path."""

    path: str
    real: str


class Obstacle(NamedTuple):
    """What kept the walk from looking further.

    kind: "dangling" (a link to nothing; `detail` is what it points to), "link-loop", "flattened" (a file that holds the
    path which a link should point to), "directory" (a directory named SKILL.md), "misnamed" (a
    file that is almost called SKILL.md, without one beside it), "unreadable" (`detail` is the reason),
    "too-many" (a cap was reached), "home" (a home directory: only the hosts' own directories in it were entered).
    """

    path: str
    kind: str
    detail: str = ""


@dataclass
class Walk:
    """What lies in a tree."""

    files: list[Found] = field(default_factory=list)
    bundled: dict[str, list[str]] = field(default_factory=dict)
    """The files in the directory of each SKILL.md, by its path; not those of a skill further down."""
    aliases: list[Alias] = field(default_factory=list)
    obstacles: list[Obstacle] = field(default_factory=list)


class Bounds(NamedTuple):
    """How far a walk goes. own_directories: the names that are entered in a home directory. home: where that is.
    excluded: says what the settings leave out (a directory has a final `/`). files, directories: how many at most."""

    own_directories: frozenset[str] = frozenset()
    home: str = ""
    excluded: Callable[[str], bool] = lambda path: False
    files: int = MAX_FILES
    directories: int = MAX_DIRECTORIES


def walk(
    top: str,
    bounds: Bounds,
    open_paths: Iterable[str] = (),
    met: Callable[[str, AbstractSet[str]], None] = lambda directory, names: None,
) -> Generator[tuple[int, int], None, Walk]:
    """What lies in a tree, in steps: (0, files of interest so far). `met` is told the names in each directory.

    .gitignore files count, in the tree and above it up to the checkout's root.
    """
    found = Walk()
    walker = _Walker(found, top, bounds, met)
    inside = top.rstrip("/") + "/"
    home = bounds.home
    if top == home or home.startswith(inside):
        found.obstacles.append(Obstacle(top, "home"))
        for name in sorted(bounds.own_directories) if top == home else ():
            if os.path.isdir(f"{home}/{name}"):
                yield from walker.enter(f"{home}/{name}")
    else:
        yield from walker.enter(top)
    known = {file.path for file in found.files}
    for path in sorted(open_paths):
        if path not in known and path.startswith(inside) and not is_left_out(path, top, bounds.excluded):
            _add_unsaved(found, path)
    found.files.sort(key=lambda file: file.path)
    return found


def _add_unsaved(walk: Walk, path: str) -> None:
    """Takes in a buffer that has no file yet, or none any more."""
    kind = kind_of(path)
    above = ({f"{directory}/SKILL.md", f"{directory}/skill.md"} & walk.bundled.keys() for directory in ancestors(path))
    skill = next((min(found) for found in above if found - {path}), None)
    if skill is not None and path not in walk.bundled[skill]:
        walk.bundled[skill].append(path)
        kind = kind or (Kind.REFERENCE if is_markdown(path) else None)
    if kind is not None:
        walk.files.append(Found(path, kind))


class _Walker:
    """One walk: depth first, entries by name, each real directory once."""

    def __init__(self, walk: Walk, top: str, bounds: Bounds, met: Callable[[str, AbstractSet[str]], None]) -> None:
        self.walk = walk
        self.met = met
        self.excluded = bounds.excluded
        self.max_files = bounds.files
        self.directories_left = bounds.directories
        self.ignored = Ignored(top)
        self.real_top = slashed(os.path.realpath(top))
        self.entered: dict[str, str] = {}

    def enter(self, top: str) -> Iterator[tuple[int, int]]:
        """Walks a tree. An explicit stack: depth is the file system's, not Python's."""
        pending: list[tuple[str, str | None]] = [(top, None)]
        while pending:
            directory, skill = pending.pop()
            if self.directories_left <= 0 or len(self.walk.files) >= self.max_files:
                self.walk.obstacles.append(Obstacle(directory, "too-many"))
                return
            self.directories_left -= 1
            entries = self.entries(directory)
            names = {entry.name for entry in entries}
            self.met(directory, names)
            if ".gitignore" in names:
                self.ignored.read(directory)
            skill = self.skill_in(directory, names, skill)
            below = yield from self.directory(directory, entries, skill)
            pending += [(path, skill) for path in reversed(below)]

    def entries(self, directory: str) -> list[os.DirEntry[str]]:
        """The entries of a directory by name."""
        try:
            with os.scandir(directory) as scan:
                return sorted(scan, key=_NAME)
        except FileNotFoundError:
            return []
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            self.walk.obstacles.append(Obstacle(directory, "unreadable", reason))
            return []

    def skill_in(self, directory: str, names: AbstractSet[str], outer: str | None) -> str | None:
        """The SKILL.md that the files of a directory belong to. One at the root of a checkout or plugin bundles
        nothing: what lies there is the repository's. One in a skills root bundles nothing either, for the directories
        there are skills of their own, whatever lies around the root."""
        in_root = is_skills_root(directory)
        outer = None if in_root else outer
        own = "SKILL.md" if "SKILL.md" in names else next((name for name in names if name.lower() == "skill.md"), None)
        if own is None:
            return outer
        if outer is not None:
            self.walk.bundled[outer].append(f"{directory}/{own}")
        if in_root or not names.isdisjoint(ROOT_MARKS):
            return None
        self.walk.bundled[f"{directory}/{own}"] = []
        return f"{directory}/{own}"

    def directory(
        self, directory: str, entries: list[os.DirEntry[str]], skill: str | None
    ) -> Generator[tuple[int, int], None, list[str]]:
        """Records what lies directly in a directory; returns the directories to enter."""
        prefix = directory.rstrip("/") + "/"
        below = []
        for number, entry in enumerate(entries):
            if not number % AT_ONCE:
                yield 0, len(self.walk.files)
            name = entry.name
            path = prefix + name
            if entry.is_symlink():
                below += self.link(entry, path)
            elif entry.is_dir(follow_symlinks=False):
                if name in _NEVER_ENTERED or self.ignored(path, directory=True) or self.excluded(path + "/"):
                    continue
                if name.lower() == "skill.md":
                    self.walk.obstacles.append(Obstacle(path, "directory"))
                below.append(path)
            else:
                kind = kind_of(path)
                if kind is None and skill is None and "." not in name and directory.endswith("/skills"):
                    self.flattened(path)
                if kind is None and skill is None and _MISNAMED.match(name) and parent(directory).endswith("/skills"):
                    self.walk.obstacles.append(Obstacle(path, "misnamed"))
                if (kind is None and skill is None) or self.ignored(path, directory=False) or self.excluded(path):
                    continue
                if skill is not None and kind is not Kind.SKILL:
                    self.walk.bundled[skill].append(path)
                    kind = kind or (Kind.REFERENCE if is_markdown(name) else None)
                if kind is not None:
                    self.walk.files.append(Found(path, kind))
        return below

    def flattened(self, path: str) -> None:
        """Records a link that git checked out as a file with its target in it (core.symlinks off)."""
        text = read(path)
        if isinstance(text, Text) and text.size < 1024 and _A_PATH.match(text.content.strip()):
            self.walk.obstacles.append(Obstacle(path, "flattened", text.content.strip()))

    def link(self, entry: os.DirEntry[str], path: str) -> list[str]:
        """Records a symbolic link; returns it where its directory is to be entered."""
        kind = kind_of(path)
        in_root = "/skills/" in path or "/plugins/" in path or entry.name in ("skills", "plugins")
        if not kind and not in_root:
            return []
        if self.ignored(path, directory=False) or self.excluded(path):
            return []
        try:
            mode = entry.stat().st_mode
        except OSError as error:
            broken = "link-loop" if error.errno == errno.ELOOP else "dangling"
            self.walk.obstacles.append(Obstacle(path, broken, _link_target(path)))
            return []
        if stat.S_ISREG(mode):
            if kind:
                self.walk.files.append(Found(path, kind))
            return []
        if not stat.S_ISDIR(mode) or not in_root or entry.name in _NEVER_ENTERED:
            return []
        real = slashed(os.path.realpath(path))
        if path.startswith(real.rstrip("/") + "/"):
            return []  # it leads to a directory that it lies in
        inside = real == self.real_top or real.startswith(self.real_top.rstrip("/") + "/")
        if inside and (real.rpartition("/")[2] == entry.name or entry.name == "skills"):
            self.walk.aliases.append(Alias(path, real))
            return []
        if real in self.entered:
            self.walk.aliases.append(Alias(path, self.entered[real]))
            return []
        self.entered[real] = path
        return [path]


def is_skills_root(directory: str) -> bool:
    """Whether a host looks for skills in the directories of this one (`.claude/skills`), or whether it is the hidden
    directory that such a root lies in (`.claude`)."""
    return "/." in directory and directory.endswith(_roots())


@hosts.derived
def _roots() -> tuple[str, ...]:
    """The ends of the paths of all hosts' skills roots, without the home, and of the hidden directories around them."""
    paths = {root.removeprefix("~/") for host in hosts.facts() for root, _, plugins in host.roots if not plugins}
    hidden = {path for path in paths if path.startswith(".")}
    above = {path.partition("/")[0] for path in hidden} - {".config"}
    return tuple(sorted(f"/{path}" for path in hidden | above))


def is_left_out(path: str, top: str, excluded: Callable[[str], bool] = lambda path: False) -> bool:
    """Whether a walk of `top` passes over a file: ignored, excluded, or in a directory that it does not enter."""
    return not enters(parent(path), top, excluded) or Ignored(parent(path))(path, directory=False) or excluded(path)


def enters(directory: str, top: str, excluded: Callable[[str], bool] = lambda path: False) -> bool:
    """Whether a walk of `top` comes into a directory."""
    between = [one for one in (directory, *ancestors(directory)) if one != top and within(one, top)]
    if any(one.rpartition("/")[2] in _NEVER_ENTERED or excluded(one + "/") for one in between):
        return False
    ignored = Ignored(directory)
    return not any(ignored(one, directory=True) for one in between)


def _link_target(path: str) -> str:
    try:
        return os.readlink(path)
    except OSError:
        return ""
