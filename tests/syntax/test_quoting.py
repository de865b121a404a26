"""What is written as a quoted scalar reads back as exactly the same text."""

import tomli
import yaml
from hypothesis import given
from hypothesis import strategies as st

from skill_lsp.syntax.quoting import toml_quoted, yaml_quoted

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=60)


@given(TEXTS)
def test_yaml_reads_the_same_text_back(text):
    assert yaml.safe_load(f"key: {yaml_quoted(text)}\n") == {"key": text}


@given(TEXTS)
def test_toml_reads_the_same_text_back(text):
    assert tomli.loads(f"key = {toml_quoted(text)}\n") == {"key": text}


def test_the_plainest_form_is_chosen():
    assert yaml_quoted("Use when: x") == '"Use when: x"'
    assert yaml_quoted('say "hi"') == "'say \"hi\"'"
    assert yaml_quoted("it's a \\d") == "'it''s a \\d'"
    assert toml_quoted('a "b" \\') == '"a \\"b\\" \\\\"'
