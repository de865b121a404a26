"""YAML to nodes: exact spans of every style, what parsers mind, and the exact places where nothing parses."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skill_lsp.syntax import yaml, yaml_nodes
from skill_lsp.syntax.nodes import Alias, Entry, Mapping, Node, Scalar, Sequence, Style
from skill_lsp.text import Span, Text


def parsed(source: str, before: str = "") -> yaml.YamlTree:
    """The tree of a source that stands behind other text, so that offsets are those of the whole."""
    text = Text(before + source)
    return yaml.parse(text, Span(len(before), len(text)))


def mapping(source: str) -> Mapping:
    root = parsed(source).root
    assert isinstance(root, Mapping)
    return root


def scalars(root: Node | None) -> dict[str, str]:
    """The keys of the outermost mapping whose values are scalars, with their text."""
    assert isinstance(root, Mapping)
    return {entry.key.text: entry.value.text for entry in root.entries if isinstance(entry.value, Scalar)}


@pytest.mark.parametrize(
    ("source", "style", "written", "text"),
    [
        ("a: plain text", Style.PLAIN, "plain text", "plain text"),
        ("a: plain  # comment", Style.PLAIN, "plain", "plain"),
        ("a: x#y", Style.PLAIN, "x#y", "x#y"),
        ("a: one\n  two\nb: c", Style.PLAIN, "one\n  two", "one two"),
        ("a:\n  below\nb: c", Style.PLAIN, "below", "below"),
        ("a: 'it''s'", Style.SINGLE, "'it''s'", "it's"),
        ('a: "b\\tc"', Style.DOUBLE, '"b\\tc"', "b\tc"),
        ('a: "one\n  two" # c', Style.DOUBLE, '"one\n  two"', "one two"),
        ("a: |\n  one\n  two\nb: c", Style.LITERAL, "|\n  one\n  two", "one\ntwo\n"),
        ("a: >- # c\n  one\n  two\n\nb: c", Style.FOLDED, ">- # c\n  one\n  two", "one two"),
        ("a: |\n  one", Style.LITERAL, "|\n  one", "one\n"),
        ("a: >\n  one\n  two\n\n", Style.FOLDED, ">\n  one\n  two", "one two\n"),
        ("a: &x anchored", Style.PLAIN, "anchored", "anchored"),
        ("a: !!str 12", Style.PLAIN, "12", "12"),
        ("a: 日本 🌊\nb: c", Style.PLAIN, "日本 🌊", "日本 🌊"),
        ("a: x\r\nb: c", Style.PLAIN, "x", "x"),
        ("a: x\rb: c", Style.PLAIN, "x", "x"),
        ("a: x\u2028y\nb: c", Style.PLAIN, "x\u2028y", "x\u2028y"),
        ("a: x\x07y\nb: c", Style.PLAIN, "x\x07y", "x\x07y"),
    ],
)
def test_a_scalar_has_its_style_its_span_and_its_text(source: str, style: Style, written: str, text: str) -> None:
    before = "日🌊 "
    root = parsed(source, before).root
    assert isinstance(root, Mapping)
    value = root.entries[0].value
    assert isinstance(value, Scalar)
    assert (value.style, value.text) == (style, text)
    assert (before + source)[value.span.start : value.span.end] == written
    assert root.entries[0].key.span == Span(len(before), len(before) + 1)


def test_an_empty_value_is_empty_and_plain() -> None:
    value = mapping("a:\nb: c").get("a")
    assert isinstance(value, Scalar)
    assert value.is_empty_plain


@pytest.mark.parametrize(
    ("source", "written", "flow"),
    [
        ("a: [b, c] # d", "[b, c]", True),
        ("a:\n  - b\n  - c\n", "- b\n  - c", False),
        ("a:\n- b\n- c\nd: e", "- b\n- c", False),
        ("a: {b: c}", "{b: c}", True),
        ("a:\n  b: c\n  d: e\n\nf: g", "b: c\n  d: e", False),
    ],
)
def test_a_collection_spans_what_it_holds(source: str, written: str, flow: bool) -> None:
    value = mapping(source).get("a")
    assert isinstance(value, Sequence | Mapping)
    assert source[value.span.start : value.span.end] == written
    assert value.flow is flow


def test_an_alias_knows_its_target() -> None:
    root = mapping("a: &x b\nc: *x")
    alias = root.get("c")
    assert isinstance(alias, Alias)
    assert alias.target is root.get("a")


def test_a_key_that_is_no_scalar_keeps_its_source() -> None:
    entry = mapping("[a, b]: c").entries[0]
    assert isinstance(entry, Entry)
    assert entry.key.text == "[a, b]"
    assert isinstance(entry.complex_key, Sequence)


def test_comments_are_found_outside_of_values() -> None:
    source = "# top\na: b # side\nc: 'x # y'\nd: |\n  # text\ne: f#g\n  # last"
    assert [source[span.start : span.end] for span in parsed(source).comments] == ["# top", "# side", "# last"]


MARKED = [
    # what no parser takes: «» mark the characters
    ("plain-colon", "a: Use when«:» the tide is low"),
    ("plain-colon", "a: ends with a colon«:»"),
    ("plain-colon", "a: one\n  Two Words«:» three"),
    ("reserved-start", "a: «@»me"),
    ("reserved-start", "a: «`»code` x"),
    ("reserved-start", "a: «%»x"),
    ("reserved-start", "k:\n  - «@»me"),
    ("text-after-quote", 'a: "one" «two three»'),
    ("text-after-quote", "a: 'one' «two»\nb: c"),
    ("text-after-flow", "a: [x] «[y]»"),
    ("text-after-flow", "a: {x: y} «z» # c"),
    ("unclosed-quote", 'a: «"»one\nb: c'),
    ("unclosed-quote", "a: «'»one\nb: c"),
    ("quote-at-end", "a: 'one'«'»"),
    ("quote-at-end", 'a: "one\\«"»\n'),
    ("unclosed-flow", "a: «[»one\nb: c"),
    ("unclosed-flow", "a: «{»one: two\nb: c"),
    ("bare-line", "a: b\n«bare words»\nc: d"),
    ("bare-line", "a: b\n«- item»\nc: d"),
    ("missing-space", "a: b\nc«:»d e\nf: g"),
    ("missing-space", "a«:»b c"),
    ("odd-colon", "a: b\nc «=» d\n"),
    ("odd-colon", "a«\uff1a» b"),
    ("odd-space", "a: b\nc:«\u00a0»d\nf: g"),
    ("odd-space", "a: b\nc:«\u200b»d\nf: g"),
    ("bad-escape", 'a: "C:«\\d»ata"'),
    ("block-header", "a: > «text here»\nb: c"),
    ("indentation", "a: >\n  b\n« »c\nd: e"),
    ("indentation", "a:\n  b:\n    c:\n      d:\n        - e: f\n«           »g: h"),
    ("text-after-quote", 'a: "b" # c\n  «d»\ne: f'),
    ("reserved-start", "a: «&» b"),
    ("directive", "«%»YAML 1.2\na: b"),
    ("alias", "a: «*»*/*.ts"),
    ("alias", "a: «*»\nb: c"),
    ("alias", "a: «*gone»\nb: c"),
    ("tab", "a:\n«\t»b: c"),
    ("tab", "a:\n  b: c\n«\t»d: e"),
    ("indentation", "«  »a: b\nc: d"),
    ("indentation", "a: b\n«  »c: d"),
    ("documents", "a: b\n«...»\nc: d"),
    # what some parsers mind
    ("tab-line", "a: b\n«\t»\nc: d"),
    ("tab-line", "a: b\n«\t»# c\nc: d"),
    ("tab-line", "a:\n  -«\t»b"),
    ("tab-gap", "a:«\t»b"),
    ("tab-gap", "a: b«\t»\nc: d"),
    ("tab-gap", "a: b«\t»c"),
    ("comment-glued", 'a: "b"«#»c'),
    ("comment-glued", "a: [b]«#»c"),
    ("header-comment", "a: |«#»c\n  b"),
    ("flow-indent", 'a: "b\n«c»"'),
    ("flow-indent", "a: [b,\n«c»]"),
    ("dash-in-flow", "a: [«-»]"),
    ("empty-key", "a: b\n«:» c"),
    ("flow-key", "a: [b]«:» c"),
    ("flow-style", "a: «[b, [c]]»"),
    ("anchor", "a: «&x »b"),
    ("tag", "a: «!!str »b"),
    ("own-tag", "a: «!note »b"),
    ("control-character", "a: b«\x07»"),
    ("line-separator", "a: b«\u2028»c"),
    ("inner-mark", "a: b«\ufeff»c"),
]


@pytest.mark.parametrize(
    ("kind", "marked"), MARKED, ids=[f"{kind}-{number}" for number, (kind, _) in enumerate(MARKED)]
)
def test_a_problem_stands_on_the_exact_characters(kind: str, marked: str) -> None:
    start, end = marked.index("«"), marked.index("»") - 1
    source = marked.replace("«", "").replace("»", "")
    before = "🌊---\n"
    problems = parsed(source, before).problems
    found = [(one.kind, one.span) for one in problems if kind == "flow-style" or one.kind != "flow-style"]
    assert found == [(kind, Span(start, end).moved(len(before)))]


@pytest.mark.parametrize(
    "source",
    [
        "a: b\nc: 'd: e'\nf: |\n  g: h: i\nj: x:y\nk: http://l.m/n\n",
        "a: b # c: d\n",
        "a:\n- b\n- c\n",
        'a: "b\n  c"\nd: e\n',
        "a: one\n  two\n  three\nb: c\n",
        "a: b\n\n# c\n\nd: e\n",
        "a: x\u00a0y\n",
        "a: -b\nc: ?d\ne: :f\n",
    ],
)
def test_ordinary_yaml_has_no_problems(source: str) -> None:
    tree = parsed(source)
    assert (tree.broken, tree.problems) == (False, ())


@pytest.mark.parametrize(
    ("broken", "known"),
    [
        ("name: a\ndescription: b: c\nlicense: d\n", {"name": "a", "description": "b: c", "license": "d"}),
        ("name: a\nhint: [x] [y]\nlicense: d\n", {"name": "a", "hint": "[x] [y]", "license": "d"}),
        ('name: a\ndescription: "b\nlicense: d\n', {"name": "a", "description": "b", "license": "d"}),
        ("name: a\n\tbad: b\nlicense: d\n", {"name": "a", "license": "d"}),
        ("name: a\ndescription: b\nbare\nlicense: d\n", {"name": "a", "description": "b", "license": "d"}),
        ("name: a\ndescription:\nlic", {"name": "a", "description": ""}),
        ("name: a\ndescription: `b` c\n  d\nlicense: d\n", {"name": "a", "description": "`b` c d", "license": "d"}),
        ("name: a\nx: [b\nlicense: d\n", {"name": "a", "x": "[b", "license": "d"}),
        ("name: a\npaths: **/*.ts\nlicense: d\n", {"name": "a", "paths": "**/*.ts", "license": "d"}),
        ("description: b: c\r\nname: a\r\n", {"description": "b: c", "name": "a"}),
        ("  name: a\ndescription: b\n", {"name": "a", "description": "b"}),
        ("name: a\ndescription: x: y # note\n", {"name": "a"}),
    ],
)
def test_keys_around_a_broken_place_stay_known(broken: str, known: dict[str, str]) -> None:
    tree = parsed(broken)
    assert tree.broken
    assert tree.problems
    assert known.items() <= scalars(tree.root).items()


def test_recovered_values_have_their_spans() -> None:
    source = "name: a\ndescription: b: c\nmetadata:\n  k: v\nlicense: d\n"
    root = parsed(source).root
    assert isinstance(root, Mapping)
    written = {entry.key.text: source[entry.value.span.start : entry.value.span.end] for entry in root.entries}
    assert written == {"name": "a", "description": "b: c", "metadata": "k: v", "license": "d"}


def test_nested_breaks_keep_the_siblings() -> None:
    root = parsed("a:\n  b: c\n  d: e: f\n  g: h\ni:\n  - x: y: z\n    w: v\n").root
    assert isinstance(root, Mapping)
    assert scalars(root.get("a")) == {"b": "c", "d": "e: f", "g": "h"}
    items = root.get("i")
    assert isinstance(items, Sequence)
    assert scalars(items.items[0]) == {"x": "y: z", "w": "v"}


def test_duplicates_are_kept_in_order() -> None:
    root = mapping("a: 1\nb: 2\na: 3\n")
    ((first, repeated),) = root.duplicates()
    assert (first.span, repeated.span) == (Span(0, 4), Span(10, 14))


@pytest.mark.parametrize(
    ("source", "kind"),
    [
        ("a: " + "[" * 10_000 + "]" * 10_000, "depth"),
        ("a: " + "[" * 200 + "]" * 200, "depth"),
        ("a: " + "[" * 50_000, "unclosed-flow"),
        ("a0: &a0 [x]\n" + "".join(f"a{n}: &a{n} [*a{n - 1}]\n" for n in range(1, 300)), "alias-bomb"),
        ("a: &a [x, x]\n" + "".join(f"b{n}: &{n + 1} [*{n or 'a'}, *{n or 'a'}]\n" for n in range(20)), "alias-bomb"),
    ],
    ids=["10,000 sequences", "200 sequences", "50,000 brackets", "alias chain", "alias bomb"],
)
def test_what_no_reader_survives_is_reported(source: str, kind: str) -> None:
    assert kind in {problem.kind for problem in parsed(source).problems}


def test_many_problems_are_cut_short() -> None:
    assert len(parsed("a: b: c\n" * 1000).problems) == 200


@pytest.mark.parametrize(
    "source",
    [
        "a: b\nc\n: ? d e\n",
        'a: "key:" # c\nb\n?\u00a0: [:x]: c\n',
    ],
)
def test_a_key_in_an_unlikely_place_is_reported(source: str) -> None:
    tree = parsed(source)
    assert tree.broken
    assert tree.problems


YAMLISH = st.text(
    alphabet=st.sampled_from("ab:- \t\n\r#\"'[]{}|>&*!%@`?,.\\~0é\u00a0\u2028\ufeff\x00🌊\ud800"), max_size=60
)


@given(YAMLISH | st.text(max_size=80))
def test_any_text_gives_a_tree(source: str) -> None:
    tree = parsed(source, "---\n")
    end = 4 + len(source)
    for problem in tree.problems:
        assert 4 <= problem.span.start <= problem.span.end <= end
        assert problem.kind in yaml.KINDS
        assert problem.message
    pending = [tree.root] if tree.root is not None else []
    while pending:
        node = pending.pop()
        assert 4 <= node.span.start <= node.span.end <= end
        pending += yaml_nodes.children_of(node)
    assert not tree.broken or tree.problems
