"""What each YAML parser takes and what a plain scalar is to it, as the parsers themselves were seen to act."""

from __future__ import annotations

import math

import pytest

from skill_lsp.hosts import dialects
from skill_lsp.syntax import yaml
from skill_lsp.syntax.nodes import Mapping, Scalar
from skill_lsp.text import Span, Text

PARSERS = {
    "npm yaml": dialects.YAML_1_2,
    "js-yaml": dialects.JS_YAML,
    "gray-matter": dialects.GRAY_MATTER,
    "PyYAML": dialects.YAML_1_1,
    "serde_yaml": dialects.SERDE_YAML,
    "strictyaml": dialects.STRICT_YAML,
}


def tree(source: str) -> yaml.YamlTree:
    return yaml.parse(Text(source), Span(0, len(source)))


def takers(source: str) -> set[str]:
    """The parsers that read the source."""
    parsed = tree(source)
    return {name for name, dialect in PARSERS.items() if not any(True for _ in dialect.refuses(parsed))}


EVERYONE = set(PARSERS)


@pytest.mark.parametrize(
    ("source", "refused"),
    [
        ("a: b\n", set()),
        ("a: [b]\n", {"strictyaml"}),
        ("a: &x b\nc: *x\n", {"strictyaml"}),
        ("a: !!str b\n", {"strictyaml"}),
        ("a: !own b\n", {"strictyaml", "js-yaml", "gray-matter", "PyYAML"}),
        ("a: b\n\t\nc: d\n", {"PyYAML", "serde_yaml", "strictyaml"}),
        ("a: b\n\t# c\nd: e\n", {"PyYAML", "serde_yaml", "strictyaml"}),
        ("a:\tb\n", {"PyYAML", "strictyaml"}),
        ("a: b\tc\n", {"PyYAML", "strictyaml"}),
        ("a: b\n: c\n", EVERYONE - {"npm yaml"}),
        ("a: [b]: c\n", EVERYONE - {"npm yaml"}),
        ("a: b\x07\n", EVERYONE - {"npm yaml"}),
        ("a: b\u2028c\n", {"PyYAML", "serde_yaml"}),
        ("a: b\ufeffc\n", set()),
        ('a: "b"#c\n', {"npm yaml"}),
        ("a: |#c\n  b\n", EVERYONE - {"serde_yaml"}),
        ('a: "b\nc"\n', {"npm yaml"}),
        ("a: [-]\n", {"npm yaml", "js-yaml", "gray-matter", "strictyaml"}),
        ("a: b\na: c\n", EVERYONE - {"PyYAML", "serde_yaml"}),
        ("a: b\n<<: c\n", {"PyYAML", "js-yaml", "gray-matter", "strictyaml"}),
        ("a: 'b''\n", EVERYONE - {"npm yaml"}),
        ("a: b: c\n", EVERYONE),
        ("a: @b\n", EVERYONE),
        ("a: *b\n", EVERYONE),
    ],
)
def test_who_refuses(source: str, refused: set[str]) -> None:
    assert EVERYONE - takers(source) == refused


TEXT, NUMBER, BOOLEAN, NOTHING, DATE = "text", "a number", "a boolean", "nothing", "a date"


@pytest.mark.parametrize(
    ("plain", "core", "js_yaml", "gray_matter", "pyyaml"),
    [
        ("word", TEXT, TEXT, TEXT, TEXT),
        ("yes", TEXT, TEXT, TEXT, BOOLEAN),
        ("Off", TEXT, TEXT, TEXT, BOOLEAN),
        ("y", TEXT, TEXT, TEXT, TEXT),
        ("TRUE", BOOLEAN, BOOLEAN, BOOLEAN, BOOLEAN),
        ("tRUE", TEXT, TEXT, TEXT, TEXT),
        ("~", NOTHING, NOTHING, NOTHING, NOTHING),
        ("Null", NOTHING, NOTHING, NOTHING, NOTHING),
        ("007", NUMBER, NUMBER, NUMBER, NUMBER),
        ("08", NUMBER, NUMBER, TEXT, TEXT),
        ("1e3", NUMBER, NUMBER, NUMBER, TEXT),
        ("1.0", NUMBER, NUMBER, NUMBER, NUMBER),
        (".5", NUMBER, NUMBER, NUMBER, NUMBER),
        ("1.2.3", TEXT, TEXT, TEXT, TEXT),
        ("0o7", NUMBER, NUMBER, TEXT, TEXT),
        ("0x1F", NUMBER, NUMBER, NUMBER, NUMBER),
        ("0X1F", TEXT, TEXT, TEXT, TEXT),
        ("-0x1f", TEXT, NUMBER, NUMBER, NUMBER),
        ("0b11", TEXT, NUMBER, NUMBER, NUMBER),
        ("1_000", TEXT, NUMBER, NUMBER, NUMBER),
        ("12:30", TEXT, TEXT, NUMBER, NUMBER),
        (".inf", NUMBER, NUMBER, NUMBER, NUMBER),
        ("2031-05-06", TEXT, DATE, DATE, DATE),
        ("2031-05-06 10:00:00", TEXT, DATE, DATE, DATE),
        ("2031-5-6", TEXT, TEXT, TEXT, TEXT),
    ],
)
def test_types(plain: str, core: str, js_yaml: str, gray_matter: str, pyyaml: str) -> None:
    scalar = Scalar(Span(0, len(plain)), plain)
    found = [PARSERS[name].type_of(scalar) for name in ("npm yaml", "js-yaml", "gray-matter", "PyYAML")]
    assert found == [core, js_yaml, gray_matter, pyyaml]
    assert dialects.STRICT_YAML.type_of(scalar) == TEXT


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("42", 42), ("-7", -7), ("0o17", 15), ("0x1f", 31), ("1e3", 1000.0), (".5", 0.5), ("-.inf", -math.inf),
        ('"42"', "42"), ("'true'", "true"), ("|\n  42\n", "42\n"), ("!!str 42", "42"), ("!!int 42", 42),
        ('!!int "42"', 42), ("!!int x", "x"), ("!!bool yes", "yes"), ("!!bool true", True), ("!!null ''", None),
        ("!own 42", "42"), ("", None),
    ],
)  # fmt: skip
def test_values_of_yaml_1_2(written: str, value: object) -> None:
    root = tree(f"a: {written}\n").root
    assert isinstance(root, Mapping)
    node = root.get("a")
    assert isinstance(node, Scalar)
    assert dialects.YAML_1_2.value(node) == value


def test_a_number_of_any_length_is_read() -> None:
    digits = "9" * 100_000
    assert dialects.YAML_1_2.value(Scalar(Span(0, len(digits)), digits)) == math.inf


def test_strictyaml_has_no_text_for_two_signs() -> None:
    assert [dialects.STRICT_YAML.value(Scalar(Span(0, 2), sign)) for sign in ("=", "<<", "==")] == [None, None, "=="]


def test_a_duplicate_points_to_the_first() -> None:
    (problem,) = dialects.YAML_1_2.refuses(tree("a: b\nc:\n  d: 1\n  d: 2\n"))
    assert problem.related == ((Span(10, 11), "it stands here first"),)
