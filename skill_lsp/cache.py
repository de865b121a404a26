"""What was worked out once and may be forgotten: small files in the user's cache directory.

A file is taken only if it was written whole, by this version on this Python, for the same key. Whatever is wrong with
one, it counts as absent; whatever keeps one from being written, it is not written. Many processes may do both at once.
"""

from __future__ import annotations

import marshal
import os
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Any
from zlib import crc32

from skill_lsp import __version__

if TYPE_CHECKING:
    from collections.abc import Callable

_WRITER = f"skill-lsp {__version__} {sys.implementation.cache_tag} {sys.hexversion:x}\n".encode()


def directory() -> str:
    """Where the files lie; `SKILL_LSP_CACHE_DIR` names another place."""
    named = os.environ.get("SKILL_LSP_CACHE_DIR")
    if named:
        return named
    if sys.platform == "win32":
        return os.path.join(os.environ.get("LOCALAPPDATA") or os.path.expanduser("~"), "skill-lsp", "Cache")
    home = "~/Library/Caches" if sys.platform == "darwin" else "~/.cache"
    return os.path.join(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser(home), "skill-lsp")


def load(name: str, key: object) -> object | None:
    """The value that was stored under a name, if for the same key. Keys and values are plain: numbers, texts, bytes,
    tuples, lists and dicts of such."""
    try:
        with open(os.path.join(directory(), name), "rb") as stream:
            data = stream.read()
    except (OSError, ValueError):
        return None
    start = len(_WRITER) + 4
    if not data.startswith(_WRITER) or data[start - 4 : start] != _sum(data[start:]):
        return None
    try:
        stored_key, value = marshal.loads(data[start:])  # noqa: S302 - the user's own file, with its sum
    except (ValueError, EOFError, TypeError):
        return None
    return value if stored_key == key else None


def store(name: str, key: object, value: object) -> None:
    """Keeps a value under a name, in place of what was there."""
    content = marshal.dumps((key, value))  # type: ignore[arg-type]
    path = os.path.join(directory(), name)
    temporary = f"{path}.{os.getpid()}"
    with suppress(OSError, ValueError):
        os.makedirs(directory(), exist_ok=True)
        try:
            with open(temporary, "wb") as stream:
                stream.write(_WRITER + _sum(content) + content)
            os.replace(temporary, path)
        except OSError:
            os.unlink(temporary)


def _sum(content: bytes) -> bytes:
    return crc32(content).to_bytes(4, "big")


def of_package(name: str, package: str, make: Callable[[], list[Any]]) -> list[Any]:
    """What follows from the modules of a package, given by its directory: made anew only where one has changed, so that
    not all of them are imported each time."""
    key = stamp_of(package)
    name = f"{name}-{crc32(package.encode('utf-8', 'surrogateescape')):08x}"  # of this installation
    value = load(name, key)
    if not isinstance(value, list):
        value = make()
        store(name, key, value)
    return value


def stamp_of(package: str) -> tuple[tuple[str, int, int], ...]:
    """Name, size and time of change of each module."""
    try:
        with os.scandir(package) as entries:
            found = [(entry.name, entry.stat()) for entry in entries if entry.name.endswith(".py")]
    except OSError:
        return ()
    return tuple(sorted((name, state.st_size, state.st_mtime_ns) for name, state in found))


def prune(prefix: str, kept: int) -> None:
    """Forgets the oldest files whose names begin so, except for a number of them."""
    try:
        with os.scandir(directory()) as entries:
            found = [(entry.stat().st_mtime_ns, entry.path) for entry in entries if entry.name.startswith(prefix)]
    except OSError:
        return
    for _, path in sorted(found)[:-kept]:
        with suppress(OSError):
            os.unlink(path)
