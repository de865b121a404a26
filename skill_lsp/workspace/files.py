"""Open buffers over the disk: with `walking` and `ignoring` the only module that touches the file system.

Paths are absolute strings with `/` on every system (`absolute()` makes them). An open buffer hides the file of its
path, also one that does not exist yet. Nothing here raises on a bad file: a file that can't be read is an `Unreadable`.
"""

from __future__ import annotations

import os
import stat
from enum import Enum
from typing import TYPE_CHECKING

from skill_lsp.record import NamedTuple
from skill_lsp.text import Text

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator
    from collections.abc import Set as AbstractSet

    from skill_lsp.workspace.walking import Bounds, Walk

MAX_BYTES = 16 * 1024 * 1024
"""Larger files are not read at all. The largest that a host documents is Xum's 1 MiB."""


ROOT_MARKS = frozenset({".git", ".claude-plugin", ".codex-plugin", ".cursor-plugin", "plugin.json"})
"""Entries of the root of a checkout or plugin."""


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
    REFERENCE = "reference"
    """A Markdown file in the directory of a skill."""


SKILL_KINDS = frozenset({Kind.SKILL, Kind.MANIFEST})


class Found(NamedTuple):
    """A file of interest."""

    path: str
    kind: Kind


class Unreadable(NamedTuple):
    """Why a file has no text.

    kind: "missing", "directory", "too-large" (`reason` is the size in bytes) or "refused".
    """

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
    return slashed(os.path.abspath(path))


def slashed(path: str) -> str:
    """The path with `/` between its parts."""
    return path.replace("\\", "/") if os.sep == "\\" else path


def parent(path: str) -> str:
    """The directory that a path lies in; a root is its own parent."""
    return path.rpartition("/")[0] or "/"


def joined(directory: str, relative: str) -> str:
    """A path in a directory, `.` and `..` resolved by name."""
    return slashed(os.path.normpath(directory + "/" + relative))


def within(path: str, directory: str) -> bool:
    """Whether a path is a directory or lies in it."""
    return path == directory or path.startswith(directory.rstrip("/") + "/")


def all_within(paths: Iterable[str], directory: str) -> list[str]:
    """Those of many paths that are a directory or lie in it."""
    prefix = directory.rstrip("/") + "/"
    return [path for path in paths if path.startswith(prefix) or path == directory]


def home_directory() -> str:
    """The user's home."""
    return absolute(os.path.expanduser("~"))


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
    if name in ("plugin.json", "gemini-extension.json"):
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


def is_markdown(name: str) -> bool:
    """Whether a file is Markdown by its name."""
    return name.lower().endswith((".md", ".markdown", ".mdx"))


class Files:
    """The files as the user sees them now. With `at_once` they are those of one moment: what a walk did not meet in a
    directory is not there, and the disk is not asked for it again."""

    def __init__(self, *, at_once: bool = False) -> None:
        self._met: dict[str, AbstractSet[str]] | None = {} if at_once else None
        """The names in the directories that a walk has met."""
        self._open: dict[str, Text] = {}
        self._open_directories: dict[str, int] = {}
        self.revision = 0
        """Another number whenever a buffer has changed."""

    # ------------------------------------------------------------ open buffers

    def open(self, path: str, text: Text) -> None:
        """Puts a buffer over the path; again for each new content."""
        self.revision += 1
        if path not in self._open:
            for above in ancestors(path):
                self._open_directories[above] = self._open_directories.get(above, 0) + 1
        self._open[path] = text

    def close(self, path: str) -> None:
        """Takes the buffer away; the disk counts again."""
        self.revision += 1
        if self._open.pop(path, None) is None:
            return
        for above in ancestors(path):
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
        if path in self._open or path in self._open_directories:
            return True
        return not self._is_missing(path) and os.path.exists(path)

    def is_file(self, path: str) -> bool:
        """Whether a file is there, links followed."""
        return path in self._open or (not self._is_missing(path) and os.path.isfile(path))

    def _is_missing(self, path: str) -> bool:
        """Whether a walk has met the directory of a path, and nothing of this name in it."""
        if self._met is None:
            return False
        directory, _, name = path.rpartition("/")
        return name not in self._met.get(directory, (name,))

    def is_unsaved(self, path: str) -> bool:
        """Whether there is a buffer and no file."""
        return path in self._open and not os.path.isfile(path)

    def is_directory(self, path: str) -> bool:
        """Whether a directory is there, links followed."""
        return path in self._open_directories or os.path.isdir(path)

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

    def is_link(self, path: str) -> bool:
        """Whether a symbolic link stands at the path itself."""
        return os.path.islink(path)

    def real(self, path: str) -> str:
        """The path with every symbolic link followed."""
        return slashed(os.path.realpath(path))

    def walking(self, top: str, bounds: Bounds) -> Generator[tuple[int, int], None, Walk]:
        """The files of interest in a tree, in order of their paths, those of open buffers included, as they are at the
        start: found in steps, for a caller that has other things to do."""
        from skill_lsp.workspace import walking

        return walking.walk(top, bounds, self.open_paths, self._meeting)

    def _meeting(self, directory: str, names: AbstractSet[str]) -> None:
        if self._met is not None:
            self._met[directory] = names


_WITHOUT_WAITING = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
"""How a file is opened: a pipe that nobody writes to does not hold us up."""
_MORE = 65_536


def read(path: str) -> Text | Unreadable:
    """The text of a file on the disk."""
    try:
        file = os.open(path, _WITHOUT_WAITING)
        try:
            return _read(file)
        finally:
            os.close(file)
    except (FileNotFoundError, NotADirectoryError):
        return Unreadable("missing", "no such file")
    except (OSError, ValueError) as error:
        return Unreadable("refused", getattr(error, "strerror", None) or str(error))


def _read(file: int) -> Text | Unreadable:
    state = os.fstat(file)
    if stat.S_ISDIR(state.st_mode):
        return Unreadable("directory", "a directory")
    if not stat.S_ISREG(state.st_mode):
        return Unreadable("refused", "not a regular file")
    if state.st_size > MAX_BYTES:
        return Unreadable("too-large", str(state.st_size))
    data = os.read(file, state.st_size + 1)
    if len(data) != state.st_size:  # it grows, or does not say how long it is
        while (more := os.read(file, _MORE)) and len(data) <= MAX_BYTES:
            data += more
    return Text.decode(data) if len(data) <= MAX_BYTES else Unreadable("too-large", str(len(data)))


def stamp(path: str) -> tuple[int, int] | None:
    """Size and time of change of a file, by which to tell that it is still the same; None where there is none."""
    try:
        found = os.stat(path)
    except (OSError, ValueError):
        return None
    return found.st_size, found.st_mtime_ns


def ancestors(path: str) -> Iterator[str]:
    """The directories that a path lies in, the nearest first."""
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
