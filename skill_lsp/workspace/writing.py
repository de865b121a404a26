"""Writing files so that a reader never sees half of one: a new file beside the old, then a rename."""

from __future__ import annotations

import os
import stat
import tempfile
from contextlib import suppress

from skill_lsp.workspace.files import slashed


class LeftAloneError(Exception):
    """A file was not written; the message says why."""


def replace(path: str, old: bytes, new: bytes) -> None:
    """Replaces the content of a file if it still is `old`. Its mode is kept, and a link stays a link.

    Raises LeftAloneError for a read-only file, one that has changed meanwhile, and whatever the system refuses.
    """
    target = slashed(os.path.realpath(path))
    try:
        with open(target, "rb") as stream:
            if stream.read() != old:
                raise LeftAloneError("it has changed meanwhile")
            mode = stat.S_IMODE(os.fstat(stream.fileno()).st_mode)
        # a superuser may write what says that nobody shall
        if not mode & (stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH) or not os.access(target, os.W_OK):
            raise LeftAloneError("it is read-only")
        write(target, new, mode)
    except OSError as error:
        raise LeftAloneError((error.strerror or str(error)).lower()) from None


def write(path: str, content: bytes, mode: int | None = None) -> None:
    """Writes a file as a whole. Raises OSError; the old file is then as it was.

    What is there and no file (`/dev/null`, a pipe) is written into: replaced it would be gone for everyone.
    """
    if os.path.exists(path) and not os.path.isfile(path):
        with open(path, "wb") as stream:
            stream.write(content)
        return
    directory, _, name = path.rpartition("/")
    handle, temporary = tempfile.mkstemp(prefix=f".{name}.", dir=directory or "/")
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        os.chmod(temporary, _new_file_mode() if mode is None else mode)
        os.replace(temporary, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(temporary)
        raise


def _new_file_mode() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def rename(old: str, new: str) -> None:
    """Gives a file or directory another name, also one that differs in case only, or one in a directory that is not
    there yet. Raises LeftAloneError."""
    try:
        os.makedirs(new.rpartition("/")[0] or "/", exist_ok=True)
        if os.path.lexists(new) and not (old.lower() == new.lower() and os.path.samefile(old, new)):
            raise LeftAloneError(f"{new.rpartition('/')[2]} exists already")
        if old.lower() == new.lower() and os.path.lexists(new):
            between = f"{old}.renaming"  # a disk that ignores case takes the direct way for no change
            os.rename(old, between)
            old = between
        os.rename(old, new)
    except OSError as error:
        raise LeftAloneError((error.strerror or str(error)).lower()) from None
