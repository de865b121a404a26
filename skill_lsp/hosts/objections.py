"""What parsers mind in a YAML tree whose text is in order: keys that stand twice, merges of nothing, lost words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skill_lsp.syntax.nodes import Mapping, Scalar, Sequence, Style, SyntaxProblem, mappings

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from skill_lsp.syntax.yaml import YamlTree


def lost_tags(tree: YamlTree) -> Iterator[SyntaxProblem]:
    """Words that an author meant as text and the parser takes for a tag."""
    for problem in tree.problems:
        if problem.kind == "own-tag":
            yield problem._replace(message="this word is a tag for YAML and not part of the text")


def duplicate_keys(root: Mapping) -> Iterator[SyntaxProblem]:
    """A problem on every key that stands a second time in the same mapping, at any depth."""
    for mapping in mappings(root):
        for first, repeated in mapping.duplicates():
            message = f"the key `{repeated.key.text}` stands here a second time"
            related = ((first.key.span, "it stands here first"),)
            yield SyntaxProblem("duplicate-key", repeated.key.span, message, related)


def useless_merges(root: Mapping) -> Iterator[SyntaxProblem]:
    """A problem on every `<<` whose value is no map."""
    for mapping in mappings(root):
        merge = mapping.entry("<<")
        if merge is not None and merge.key.style is Style.PLAIN and isinstance(merge.value, Scalar):
            yield SyntaxProblem("merge-key", merge.key.span, "`<<` merges a map, and its value is none")


def unreadable_11(root: Mapping) -> Iterator[SyntaxProblem]:
    """What only PyYAML's constructor stumbles over: keys that are lists or maps, and `=` alone."""
    for mapping in mappings(root):
        for entry in mapping.entries:
            if isinstance(entry.complex_key, Sequence | Mapping):
                yield SyntaxProblem("flow-key", entry.key.span, "a list or map can't be a key")
            value = entry.value
            if isinstance(value, Scalar) and value.style is Style.PLAIN and value.text == "=" and value.tag is None:
                yield SyntaxProblem("reserved-start", value.span, "`=` alone has a meaning of its own in YAML 1.1")


def repeated_fields(root: Mapping, fields: Collection[str]) -> Iterator[SyntaxProblem]:
    """A problem on each repetition of one of these keys in the outermost mapping."""
    for _, repeated in root.duplicates():
        if repeated.key.text in fields:
            message = f"the key `{repeated.key.text}` stands here a second time"
            yield SyntaxProblem("duplicate-key", repeated.key.span, message)
