"""`--changed`: the files that differ from a git revision, and what depends on them. Asks the user's own git."""

from __future__ import annotations

import os
import subprocess

from skill_lsp.cli import WrongCallError
from skill_lsp.config import FILE_NAMES
from skill_lsp.workspace.files import Kind, absolute, kind_of, parent

_SKILLS = frozenset({Kind.SKILL, Kind.MANIFEST})
_REFERRERS = frozenset({Kind.ACTIVATION, Kind.WORKFLOW, Kind.PLUGIN, Kind.MARKETPLACE, Kind.LOCK})


def among(found: list[str], revision: str) -> list[str]:
    """Those of the found files that have changed since a revision, or depend on something that has."""
    changed: set[str] = set()
    for root in sorted({root for path in found if (root := _checkout(parent(path)))}):
        changed |= _changed_in(root, revision)
    if not found or not changed:
        return []
    if any(path.rpartition("/")[2] in (*FILE_NAMES, ".gitignore") for path in changed):
        return found
    directories = {above for path in changed for above in _directories(path)}
    skills_changed = any(kind_of(path) in _SKILLS for path in changed)
    names = {_name(path) for path in changed if kind_of(path) in _SKILLS}
    return [
        path
        for path in found
        if path in changed
        or (kind_of(path) is Kind.SKILL and parent(path) in directories)
        or (skills_changed and kind_of(path) in _REFERRERS)
        or (kind_of(path) in _SKILLS and _name(path) in names)
    ]


def is_revision(word: str) -> bool:
    """Whether git knows a word as a revision, in the checkout of the working directory."""
    try:
        _git(".", "rev-parse", "--verify", "--quiet", "--end-of-options", f"{word}^{{commit}}")
    except WrongCallError:
        return False
    return True


def _directories(path: str) -> list[str]:
    """The directories that a path lies in."""
    parts = path.split("/")
    return ["/".join(parts[:length]) for length in range(2, len(parts))]


def _name(path: str) -> str:
    """The name that a skill goes by: two skills of one name may shadow one another."""
    directory, _, name = path.rpartition("/")
    return directory.rpartition("/")[2] if kind_of(path) is Kind.SKILL else name.lower().removesuffix(".skill.toml")


def _checkout(directory: str) -> str | None:
    """The root of the checkout that a directory lies in."""
    while not os.path.lexists(f"{directory}/.git"):
        above = parent(directory)
        if above == directory:
            raise WrongCallError("--changed: this is no git checkout")
        directory = above
    return directory


def _changed_in(root: str, revision: str) -> set[str]:
    if revision.startswith("-"):
        raise WrongCallError(f"--changed: {revision!r} is no revision")
    tracked = _git(root, "diff", "--name-only", "--no-renames", "-z", revision, "--")
    untracked = _git(root, "ls-files", "--others", "--exclude-standard", "-z")
    return {absolute(f"{root}/{name}") for name in (tracked + untracked).split("\0") if name}


def _git(root: str, *words: str) -> str:
    try:
        done = subprocess.run(["git", "-C", root, *words], capture_output=True, check=False)  # noqa: S603, S607
    except OSError as error:
        raise WrongCallError(f"--changed needs git: {error.strerror}") from None
    if done.returncode != 0:
        said = done.stderr.decode("utf-8", "replace").strip().partition("\n")[0]
        raise WrongCallError(f"--changed: {said}")
    return os.fsdecode(done.stdout)
