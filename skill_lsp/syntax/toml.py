"""TOML (1.0 and 1.1) to the same nodes as YAML, with several errors located."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from skill_lsp.syntax.nodes import Mapping, SyntaxProblem

if TYPE_CHECKING:
    from skill_lsp.text import Span, Text


class TomlTree(NamedTuple):
    """A TOML document. `root` holds what could be read, also of a broken text; `problems` is empty exactly where a TOML
    1.1 parser accepts it. `comments` are the spans of comments, `#` included."""

    root: Mapping
    problems: tuple[SyntaxProblem, ...]
    comments: tuple[Span, ...]


def parse(text: Text) -> TomlTree:
    """The tree of a text; a leading byte order mark is skipped. Linear in its length; never raises."""
    raise NotImplementedError
