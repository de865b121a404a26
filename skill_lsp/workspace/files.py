"""Open buffers over the disk: the only module that touches the file system.

Paths are absolute strings with `/` on every system (`absolute()` makes them). An open buffer hides the file of its path,
also one that does not exist yet. Nothing here raises on a bad file: a file that can't be read is an `Unreadable`.
"""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from skill_lsp.text import Text
from skill_lsp.workspace.ignoring import Ignored

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

MAX_BYTES = 16 * 1024 * 1024
"""Larger files are not read at all. The largest that a host documents is Xum's 1 MiB."""
MAX_FILES = 50_000
MAX_DIRECTORIES = 200_000
_NEVER_ENTERED = frozenset(
    {".git", ".hg", ".svn", ".jj", "node_modules", "__pycache__", ".venv", ".tox", ".mypy_cache"}
)


class Kind(Enum):
    """What a file of interest is, by its name and place."""

    SKILL = "skill"
    """SKILL.md in any case."""
    MANIFEST = "manifest"
    """`<name>.skill.toml`, or a file in `.oxo-flow/skills` that is plainly meant as one."""
    FLAT = "flat"
    """A Markdown file directly in a skills root, where hosts look for directories."""
    ACTIVATION = "activation"
    """`.oxo-flow/ai.toml`."""
    WORKFLOW = "workflow"
    """`*.oxoflow`."""
    PLUGIN = "plugin"
    """`.claude-plugin/plugin.json`, or plugin.json at the root of a plugin."""
    MARKETPLACE = "marketplace"
    OPENAI = "openai"
    """`agents/openai.yaml` beside a SKILL.md."""
    LOCK = "lock"
    """skills-lock.json."""


SKILL_KINDS = frozenset({Kind.SKILL, Kind.MANIFEST})


class Found(NamedTuple):
    """A file of interest."""

    path: str
    kind: Kind


class Alias(NamedTuple):
    """A symbolic link to a directory that the walk meets by its own path as well. `real` is that path."""

    path: str
    real: str


class Obstacle(NamedTuple):
    """What kept the walk from looking further.

    kind: "dangling" (a link to nothing; `detail` is what it points to), "link-loop", "directory" (a directory named
    SKILL.md), "unreadable" (`detail` is the reason), "too-many" (a cap was reached), "home" (a home directory: only the
    hosts' own directories in it were entered).
    """

    path: str
    kind: str
    detail: str = ""


@dataclass
class Walk:
    """What lies in a tree."""

    files: list[Found] = field(default_factory=list)
    aliases: list[Alias] = field(default_factory=list)
    obstacles: list[Obstacle] = field(default_factory=list)


class Unreadable(NamedTuple):
    """Why a file has no text. kind: "missing", "directory", "too-large" (`reason` is the size in bytes) or "refused"."""

    kind: str
    reason: str


class Item(NamedTuple):
    """A directory entry with links followed. `link`: it is a symbolic link; neither file nor directory: it dangles."""

    name: str
    is_file: bool
    is_directory: bool
    link: bool


def absolute(path: str) -> str:
    """A path as this package writes it: absolute, without `.` and `..`, with `/`."""
    return slashed(os.path.abspath(path))  # noqa: PTH100 - links are kept, unlike Path.resolve()


def slashed(path: str) -> str:
    """The path with `/` between its parts."""
    return path.replace("\\", "/") if os.sep == "\\" else path


def parent(path: str) -> str:
    """The directory that a path lies in; a root is its own parent."""
    return path.rpartition("/")[0] or "/"


def joined(directory: str, relative: str) -> str:
    """A path in a directory, `.` and `..` resolved by name."""
    return slashed(os.path.normpath(directory + "/" + relative))


def home_directory() -> str:
    """The user's home."""
    return absolute(os.path.expanduser("~"))  # noqa: PTH111 - a plain string is wanted


def kind_of(path: str) -> Kind | None:
    """What a file is by its name and the directories it lies in; None where it is of no interest."""
    head, _, name = path.rpartition("/")
    lower = name.lower()
    if lower == "skill.md":
        return Kind.SKILL
    if lower.endswith(".skill.toml"):
        return Kind.MANIFEST
    if lower.endswith(".oxoflow"):
        return Kind.WORKFLOW
    directory = head.rpartition("/")[2]
    if lower.endswith(".toml"):
        if directory == ".oxo-flow" and name == "ai.toml":
            return Kind.ACTIVATION
        return Kind.MANIFEST if head.endswith("/.oxo-flow/skills") else None
    if name == "plugin.json":
        return Kind.PLUGIN
    if name == "marketplace.json":
        return Kind.MARKETPLACE if directory.endswith("-plugin") else None
    if name in ("openai.yaml", "openai.yml"):
        return Kind.OPENAI if directory == "agents" else None
    if name == "skills-lock.json":
        return Kind.LOCK
    if directory == "skills" and lower.endswith(".md"):
        in_host_directory = head.rpartition("/")[0].rpartition("/")[2].startswith(".")
        return Kind.FLAT if in_host_directory and lower != "readme.md" else None
    return None


class Files:
    """The files as the user sees them now."""

    def __init__(self) -> None:
        self._open: dict[str, Text] = {}
        self._open_directories: dict[str, int] = {}

    # ------------------------------------------------------------ open buffers

    def open(self, path: str, text: Text) -> None:
        """Puts a buffer over the path; again for each new content."""
        if path not in self._open:
            for above in _ancestors(path):
                self._open_directories[above] = self._open_directories.get(above, 0) + 1
        self._open[path] = text

    def close(self, path: str) -> None:
        """Takes the buffer away; the disk counts again."""
        if self._open.pop(path, None) is None:
            return
        for above in _ancestors(path):
            left = self._open_directories[above] - 1
            if left:
                self._open_directories[above] = left
            else:
                del self._open_directories[above]

    def is_open(self, path: str) -> bool:
        """Whether a buffer lies over the path."""
        return path in self._open

    @property
    def open_paths(self) -> tuple[str, ...]:
        """The paths with a buffer."""
        return tuple(self._open)

    # ----------------------------------------------------------------- reading

    def read(self, path: str) -> Text | Unreadable:
        """The text of a file: of its buffer, else of the disk."""
        buffer = self._open.get(path)
        return buffer if buffer is not None else read(path)

    def exists(self, path: str) -> bool:
        """Whether a file or directory is there, links followed, by exact case."""
        return path in self._open or path in self._open_directories or os.path.exists(path)  # noqa: PTH110 - fast

    def is_file(self, path: str) -> bool:
        """Whether a file is there, links followed."""
        return path in self._open or os.path.isfile(path)  # noqa: PTH113 - fast

    def is_directory(self, path: str) -> bool:
        """Whether a directory is there, links followed."""
        return path in self._open_directories or os.path.isdir(path)  # noqa: PTH112 - fast

    def items(self, directory: str) -> list[Item]:
        """The entries of a directory by name; empty where there is none or it can't be read."""
        found = {item.name: item for item in _items(directory)}
        if directory in self._open_directories:
            start = len(directory.rstrip("/")) + 1
            for path in self._open:
                if path.startswith(directory.rstrip("/") + "/"):
                    name, below, _ = path[start:].partition("/")
                    found.setdefault(name, Item(name, not below, bool(below), link=False))
        return [found[name] for name in sorted(found)]

    def real(self, path: str) -> str:
        """The path with every symbolic link followed."""
        return slashed(os.path.realpath(path))

    def walk(
        self,
        top: str,
        *,
        own_directories: frozenset[str] = frozenset(),
        home: str | None = None,
        excluded: Callable[[str], bool] = lambda path: False,
        max_files: int = MAX_FILES,
        max_directories: int = MAX_DIRECTORIES,
    ) -> Walk:
        """The files of interest in a tree, in order of their paths, those of open buffers included.

        .gitignore files count, in the tree and above it up to the checkout's root. `own_directories` are the names that
        are entered in a home directory. `excluded` says what the settings leave out (a directory comes with a final `/`).
        """
        walk = Walk()
        walker = _Walker(walk, top, excluded, max_files, max_directories)
        home = home or home_directory()
        if top == home or home.startswith(top.rstrip("/") + "/"):
            walk.obstacles.append(Obstacle(top, "home"))
            for name in sorted(own_directories) if top == home else ():
                if self.is_directory(f"{home}/{name}"):
                    walker.enter(f"{home}/{name}")
        else:
            walker.enter(top)
        met = {found.path for found in walk.files}
        for path in self._open:
            kind = kind_of(path)
            if kind and path not in met and path.startswith(top.rstrip("/") + "/") and not walker.leaves_out(path):
                walk.files.append(Found(path, kind))
        walk.files.sort()
        return walk


def read(path: str) -> Text | Unreadable:
    """The text of a file on the disk."""
    try:
        with open(path, "rb", buffering=0) as stream:  # noqa: PTH123 - the fast way
            size = os.fstat(stream.fileno())
            if not stat.S_ISREG(size.st_mode):
                return Unreadable("refused", "not a regular file")
            if size.st_size > MAX_BYTES:
                return Unreadable("too-large", str(size.st_size))
            return Text.decode(stream.read())
    except (FileNotFoundError, NotADirectoryError):
        return Unreadable("missing", "no such file")
    except IsADirectoryError:
        return Unreadable("directory", "a directory")
    except (OSError, ValueError) as error:
        return Unreadable("refused", getattr(error, "strerror", None) or str(error))


def _ancestors(path: str) -> Iterator[str]:
    while (above := parent(path)) != path:
        yield above
        path = above


def _items(directory: str) -> Iterator[Item]:
    try:
        with os.scandir(directory) as entries:
            for entry in entries:
                yield Item(entry.name, entry.is_file(), entry.is_dir(), entry.is_symlink())
    except (OSError, ValueError):
        return


class _Walker:
    """One walk: depth first, entries by name, each real directory once."""

    def __init__(
        self, walk: Walk, top: str, excluded: Callable[[str], bool], max_files: int, max_directories: int
    ) -> None:
        self.walk = walk
        self.excluded = excluded
        self.max_files = max_files
        self.directories_left = max_directories
        self.ignored = Ignored(top)
        self.real_top = slashed(os.path.realpath(top))
        self.entered: set[str] = set()

    def enter(self, top: str) -> None:
        """Walks a tree. An explicit stack: depth is the file system's, not Python's."""
        pending = [top]
        while pending:
            if self.directories_left <= 0 or len(self.walk.files) >= self.max_files:
                self.walk.obstacles.append(Obstacle(pending[-1], "too-many"))
                return
            self.directories_left -= 1
            pending += reversed(self.directory(pending.pop()))

    def directory(self, directory: str) -> list[str]:
        """Records what lies directly in a directory; returns the directories to enter."""
        try:
            with os.scandir(directory) as scan:
                entries = sorted(scan, key=lambda entry: entry.name)
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            self.walk.obstacles.append(Obstacle(directory, "unreadable", reason))
            return []
        if any(entry.name == ".gitignore" for entry in entries):
            self.ignored.read(directory)
        prefix = directory.rstrip("/") + "/"
        below = []
        for entry in entries:
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
                if kind and not self.ignored(path, directory=False) and not self.excluded(path):
                    self.walk.files.append(Found(path, kind))
        return below

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
            broken = "link-loop" if isinstance(error, OSError) and error.errno == 40 else "dangling"  # ELOOP
            self.walk.obstacles.append(Obstacle(path, broken, _link_target(path)))
            return []
        if stat.S_ISREG(mode):
            if kind:
                self.walk.files.append(Found(path, kind))
            return []
        if not stat.S_ISDIR(mode) or not in_root or entry.name in _NEVER_ENTERED:
            return []
        real = slashed(os.path.realpath(path))
        inside = real == self.real_top or real.startswith(self.real_top.rstrip("/") + "/")
        if inside and (path.startswith(real + "/") or real.rpartition("/")[2] == entry.name or entry.name == "skills"):
            self.walk.aliases.append(Alias(path, real))
            return []
        if real in self.entered or path.startswith(real.rstrip("/") + "/"):
            return []
        self.entered.add(real)
        return [path]

    def leaves_out(self, path: str) -> bool:
        """Whether a file lies where the walk does not look."""
        above = list(_ancestors(path))
        return (
            any(one.rpartition("/")[2] in _NEVER_ENTERED or self.ignored(one, directory=True) for one in above)
            or self.ignored(path, directory=False)
            or self.excluded(path)
        )


def _link_target(path: str) -> str:
    try:
        return os.readlink(path)
    except OSError:
        return ""
