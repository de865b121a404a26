"""JSON to nodes: agreement with the standard library on what is JSON, and trees of broken texts."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skill_lsp.syntax.json import KINDS, parse
from skill_lsp.syntax.nodes import Mapping, Node, Scalar, Sequence, Style
from skill_lsp.text import Text

PIECES = [
    *"{}[],:1x ",
    '"a"',
    '"b"',
    "true",
    "null",
    "\\",
    '"',
    "\n",
    "-1",
    "1e5",
    "01",
    '"x',
    "/*",
    "*/",
    "//",
    "\t",
    "\0",
]


def value(node: Node) -> object:
    if isinstance(node, Mapping):
        return {entry.key.text: value(entry.value) for entry in node.entries}
    if isinstance(node, Sequence):
        return [value(item) for item in node.items]
    assert isinstance(node, Scalar)
    return node.text if node.style is Style.STRING else json.loads(node.text)


def python_reads(source: str) -> bool:
    def refuse(word: str) -> None:
        raise ValueError(word)

    try:
        json.loads(source, parse_constant=refuse)
    except ValueError:
        return False
    return True


@given(st.lists(st.sampled_from(PIECES), max_size=9).map("".join))
def test_it_accepts_what_the_standard_library_accepts(source: str):
    tree = parse(Text(source))
    assert tree.broken != python_reads(source)
    assert {problem.kind for problem in tree.problems} <= set(KINDS)
    for problem in tree.problems:
        assert 0 <= problem.span.start <= problem.span.end <= len(source)


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    ),
    st.sampled_from([None, 2]),
)
def test_values_come_back(written: object, indent: int | None):
    tree = parse(Text(json.dumps(written, indent=indent)))
    assert not tree.problems
    assert tree.root is not None
    assert value(tree.root) == written


BROKEN = [
    ('{"a" 1,}', {"a": 1}, [("missing-colon", '"a"'), ("trailing-comma", ",")]),
    ('{"a":1 "b":2}', {"a": 1, "b": 2}, [("missing-comma", "1")]),
    ('{"a": }', None, [("missing-value", '"a"')]),
    ('{"a": [1, 2', {"a": [1, 2]}, [("unclosed", "{"), ("unclosed", "[")]),
    ('{"a": [1}', {"a": [1]}, [("unclosed", "[")]),
    ("[1,,2]", [1, 2], [("stray", ",")]),
    ("[1] 2", [1], [("content-after-end", "2")]),
    ('["a\tb"]', ["a\tb"], [("control-character", "\t")]),
    ('["\\d"]', ["\\d"], [("escape", "\\d")]),
    ('["a\n]', ["a"], [("unclosed-string", '"a')]),
    ('{"a":1,"a":2}', {"a": 2}, [("duplicate-key", '"a"')]),
    ("{'a': True}", None, [("word", "'a'"), ("word", "True")]),
    ("", None, [("empty", "")]),
    ("// x\n1", 1, [("comment", "// x")]),
    ("]", None, [("stray", "]")]),
]


@pytest.mark.parametrize(("source", "read", "problems"), BROKEN)
def test_a_broken_text_keeps_its_tree(source: str, read: object, problems: list[tuple[str, str]]):
    text = Text(source)
    tree = parse(text)
    assert [(problem.kind, text[problem.span]) for problem in tree.problems] == problems
    if read is not None:
        assert tree.root is not None
        assert value(tree.root) == read


@pytest.mark.parametrize("source", ["[" * 100_000, "[" * 100_000 + "}" * 100_000, '{"a":' * 50_000])
def test_deep_nesting_is_read(source: str):
    assert parse(Text(source)).broken
