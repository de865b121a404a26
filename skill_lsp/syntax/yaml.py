"""YAML to nodes with exact spans, kept usable while the YAML is broken.

Knows no host: `YamlTree.problems` records everything that some YAML parser may stumble over; which of it a given host
refuses is said in `hosts/dialects.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from skill_lsp.syntax.nodes import Node, SyntaxProblem

if TYPE_CHECKING:
    from skill_lsp.text import Span, Text


class YamlTree(NamedTuple):
    """A YAML document.

    root: the tree, None for an empty document. Where the text is broken it is the tree of what could be recovered: the
    keys before and after the broken place are in it. broken: libyaml did not accept the text.
    problems: in order, each with a `kind` (see `KINDS`). comments: the spans of comments, `#` included.
    """

    root: Node | None
    broken: bool
    problems: tuple[SyntaxProblem, ...]
    comments: tuple[Span, ...]


def parse(text: Text, span: Span) -> YamlTree:
    """The tree of one part of a text. Linear in its length; never raises."""
    raise NotImplementedError
