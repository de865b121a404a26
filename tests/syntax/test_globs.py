"""Globs of a `paths` key: what is split, what is wrong in them, what they match."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skill_lsp.syntax import globs

SPLITS = [
    ("src/**/*.ts, *.{ts,tsx}", [(0, "src/**/*.ts"), (13, "*.{ts,tsx}")]),
    ("a", [(0, "a")]),
    ("a,,b", [(0, "a"), (2, ""), (3, "b")]),
    ("a, ", [(0, "a"), (3, "")]),
    ("{a,{b,c}},d", [(0, "{a,{b,c}}"), (10, "d")]),
    ("a},b", [(0, "a}"), (3, "b")]),
]


@pytest.mark.parametrize(("text", "expected"), SPLITS)
def test_a_comma_splits_outside_braces_only(text, expected):
    assert list(globs.split(text)) == expected


DEFECTS = [
    ("**/*.ts", []),
    ("src/[ab].py", []),
    ("src/{a,b}.py", []),
    ("!(a|b).ts", []),
    ("[]a]", []),
    ("[!]]x", []),
    ("", [("empty", 0, 0)]),
    ("  ", [("empty", 0, 2)]),
    ("!src/**", [("negated", 0, 1)]),
    ("src\\*.py", [("backslash", 3, 4)]),
    ("/etc/*", [("absolute", 0, 1)]),
    ("C:/x", [("absolute", 0, 3)]),
    ("src/../x.py", [("parent", 4, 6)]),
    ("..", [("parent", 0, 2)]),
    ("a..b/c", []),
    ("~/x", [("home", 0, 1)]),
    ("src/{a,b.py", [("unclosed", 4, 5)]),
    ("src/[ab.py", [("unclosed", 4, 5)]),
    ("+(a", [("unclosed", 1, 2)]),
]


@pytest.mark.parametrize(("pattern", "expected"), DEFECTS)
def test_each_defect_stands_on_its_characters(pattern, expected):
    assert [tuple(defect) for defect in globs.defects(pattern)] == expected


MATCHES = [
    ("**/*.ts", "foo.ts", True),
    ("**/*.ts", "src/deep/foo.ts", True),
    ("**/*.yml", ".github/workflows/a.yml", True),
    ("*.{ts,tsx}", "a.tsx", True),
    ("*.ts", "src/a.ts", False),
    ("src/!(a).py", "src/b.py", True),
    ("src/!(a).py", "src/a.py", False),
    ("src/[ab].py", "src/c.py", False),
    ("src/**", "src/x/y", True),
]


@pytest.mark.parametrize(("pattern", "path", "expected"), MATCHES)
def test_matching(pattern, path, expected):
    assert globs.matcher(pattern)(path) is expected


def test_braces_that_expand_without_end_match_nothing():
    assert globs.matcher("{1..100000}{1..100000}")("1") is False


@given(st.text(alphabet="ab*?[]{}()!/\\,.~^-", max_size=40))
def test_any_text_can_be_asked(pattern):
    for defect in globs.defects(pattern):
        assert 0 <= defect.start <= defect.end <= len(pattern)
    assert globs.matcher(pattern)("src/a.ts") in (True, False)


@given(st.text(alphabet="ab{},* ", max_size=40))
def test_the_parts_stand_where_they_say(text):
    for start, part in globs.split(text):
        assert text[start : start + len(part)] == part
