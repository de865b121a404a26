"""Which paths .gitignore files leave out. pathspec is imported only where there is such a file."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec


class Ignored:
    """The .gitignore files of a tree and of the directories above it, up to the checkout's root."""

    def __init__(self, top: str) -> None:
        self._specs: dict[str, _Spec] = {}
        for directory in reversed(_checkout(top)):
            self.read(directory)
            if _exists(directory + "/.git"):
                self._add(directory, _lines(directory + "/.git/info/exclude"))

    def read(self, directory: str) -> None:
        """Takes the directory's .gitignore into account."""
        self._add(directory, _lines(directory + "/.gitignore"))

    def _add(self, directory: str, lines: list[str]) -> None:
        lines = [line for line in lines if line.strip() and not line.startswith("#")]
        if lines:
            old = self._specs.get(directory)
            self._specs[directory] = _Spec(directory, lines + (old.lines if old and old.lines != lines else []))

    def __call__(self, path: str, *, directory: bool) -> bool:
        """Whether a path is ignored by name; that of its ancestors is the walk's business. The nearest file decides."""
        if not self._specs:
            return False
        above = path.rpartition("/")[0]
        while True:
            spec = self._specs.get(above)
            if spec is not None:
                verdict = spec.verdict(path, directory)
                if verdict is not None:
                    return verdict
            shorter = above.rpartition("/")[0]
            if shorter == above:
                return False
            above = shorter


class _Spec:
    """One .gitignore."""

    def __init__(self, directory: str, lines: list[str]) -> None:
        self.lines = lines
        self._start = len(directory.rstrip("/")) + 1
        self._spec: GitIgnoreSpec | None = None
        self._by_name = all("/" not in line.rstrip().rstrip("/") and not line.startswith("!") for line in lines)
        self._known: dict[str, bool | None] = {}

    def verdict(self, path: str, directory: bool) -> bool | None:  # noqa: FBT001 - a fact about the path
        """True: ignored; False: brought back by `!`; None: this file does not say."""
        key = path.rpartition("/")[2] if self._by_name else path[self._start :]
        if directory:
            key += "/"
        if key not in self._known:
            self._known[key] = self._match(key)
        return self._known[key]

    def _match(self, key: str) -> bool | None:
        if self._spec is None:
            from pathspec import GitIgnoreSpec

            self._spec = _compiled(GitIgnoreSpec, self.lines)
        return self._spec.check_file(key).include


def _compiled(spec: type[GitIgnoreSpec], lines: list[str]) -> GitIgnoreSpec:
    """The spec of the lines that are patterns; git passes over a broken line, pathspec raises."""
    try:
        return spec.from_lines(lines)
    except ValueError:
        good = []
        for line in lines:
            try:
                spec.from_lines([line])
            except ValueError:
                continue
            good.append(line)
        return spec.from_lines(good)


def _checkout(top: str) -> list[str]:
    """The directory and those above it up to the checkout's root; only the directory where there is no checkout."""
    above = [top]
    while not _exists(above[-1] + "/.git"):
        shorter = above[-1].rpartition("/")[0]
        if not shorter or shorter == above[-1]:
            return [top]
        above.append(shorter)
    return above


def _lines(path: str) -> list[str]:
    try:
        with open(path, encoding="utf-8", errors="replace") as stream:
            return stream.read().splitlines()
    except OSError:
        return []


def _exists(path: str) -> bool:
    return os.path.lexists(path)
