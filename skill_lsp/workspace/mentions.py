"""Which files of a skill its text mentions, and in how many steps: what the model can know of what is bundled."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from skill_lsp.text import Text
from skill_lsp.workspace.files import is_markdown, parent

if TYPE_CHECKING:
    from collections.abc import Iterable

    from skill_lsp.workspace.files import Files

_READ = (
    ".md",
    ".markdown",
    ".mdx",
    ".txt",
    ".py",
    ".sh",
    ".js",
    ".mjs",
    ".cjs",
    ".ts",
    ".rb",
    ".json",
    ".yaml",
    ".yml",
    ".html",
)
MAX_FILES = 300
"""A skill with more files than that is a library, which nobody lists."""


def steps(skill: str, bundled: Iterable[str], files: Files) -> dict[str, int]:
    """For each file that is mentioned: 1 by SKILL.md itself, 2 by a file that SKILL.md mentions, and so on. Files that
    nothing mentions are missing."""
    left = list(bundled)
    found: dict[str, int] = {}
    if len(left) > MAX_FILES:
        return dict.fromkeys(left, 1)
    top = parent(skill)
    frontier = [skill]
    step = 1
    while frontier and left:
        met: list[str] = []
        for source in frontier:
            text = files.read(source)
            if isinstance(text, Text):
                mentioned = [path for path in left if mentions(text.content, path, source, top)]
                met += mentioned
                left = [path for path in left if path not in mentioned]
        found |= dict.fromkeys(met, step)
        frontier = [path for path in met if path.endswith(_READ)]
        step += 1
    return found


def mentions(content: str, path: str, source: str, top: str) -> bool:
    """Whether a text mentions a file: by its name, by its name without the extension (as a word), by the prefix of a
    family of files (`query-*`), or by naming a directory that it lies in."""
    name = path.rpartition("/")[2]
    if _as_word(name, content):
        return True
    stem = name.rpartition(".")[0] or name
    if len(stem) > 2 and _as_word(stem, content):
        return True
    prefix = stem.partition("-")[0]
    if prefix != stem and re.search(rf"(?<![\w-]){re.escape(prefix)}-(?![\w-])", content):
        return True
    directory = parent(path)
    while len(directory) > len(top):
        relative = directory[len(top) + 1 :]
        if _names_directory(relative, content) or (
            is_markdown(source)
            and directory != parent(source)
            and _names_directory(directory.rpartition("/")[2], content)
        ):
            return True
        directory = parent(directory)
    return False


def _as_word(word: str, content: str) -> bool:
    at = content.find(word)
    while at >= 0:
        before = content[at - 1] if at else " "
        after = content[at + len(word) : at + len(word) + 1]
        if not any(beside.isalnum() or beside in ("_", "-") for beside in (before, after)):
            return True
        at = content.find(word, at + 1)
    return False


def _names_directory(name: str, content: str) -> bool:
    """Whether a text names a directory as such (`references/`, `references/*.md`), and not as part of a path."""
    pattern = rf"(?<![\w-]){re.escape(name)}(?:/(?![\w.@-])|/?[`\"')*{{<])"
    return re.search(pattern, content) is not None
