"""Frontmatter read by lines: against a second reader written from the same description; and the one-line form."""

from __future__ import annotations

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from skill_lsp.syntax.line_reader import WHITE_SPACE, one_line, read
from skill_lsp.text import Text


def by_description(content: str) -> tuple[dict[str, str], str] | None:
    """Keys and body, by splitting: no spans, no shared code."""
    if not content.startswith("---"):
        return None
    front, closer, body = content[3:].partition("---")
    if not closer:
        return None
    values = {}
    for line in front.split("\n"):
        key, colon, value = line.partition(":")
        if colon:
            values[key.strip(WHITE_SPACE)] = value.strip(WHITE_SPACE).strip("\"'")
    return values, body.strip(WHITE_SPACE)


PIECES = [
    "---",
    "--",
    "\n",
    "\r\n",
    "\r",
    ":",
    ": ",
    "name",
    "description",
    "version",
    " ",
    "\t",
    "\u00a0",
    "\x1c",
    "\u2028",
    "\x85",
    "'",
    '"',
    "#",
    "a",
    "é",
    "\ufeff",
    "- ",
    "{",
    "|",
    ">-",
]


@settings(max_examples=500, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=24).map(lambda pieces: "---\n" + "".join(pieces)))
def test_reads_as_described(content):
    lines = read(Text(content))
    expected = by_description(content)
    assert lines is not None
    if expected is None:
        assert lines.closer is None
        return
    values, body = expected
    assert {field.key: lines.last(field.key).value for field in lines.fields} == values  # type: ignore[union-attr]
    assert content[lines.body.start : lines.body.end] == body
    for field in lines.fields:
        assert content[field.key_span.start : field.key_span.end] == field.key
        assert content[field.written.start : field.written.end].strip("\"'") == field.value
        assert "\n" not in content[field.line.start : field.line.end]


ONE_LINE = {
    "Reads tide tables.": "Reads tide tables.",
    "Use when: tides matter": '"Use when: tides matter"',
    "a # b": '"a # b"',
    "3 tables": '"3 tables"',
    "true": '"true"',
    'say "hi": now': "'say \"hi\": now'",
    "it's so": "it's so",
    'it\'s "so": yes': None,
    '"quoted"': None,
    "a --- b": None,
    "two\nlines": None,
    " padded": None,
    "": None,
}


@pytest.mark.parametrize("text", ONE_LINE)
def test_one_line(text):
    assert one_line(text) == ONE_LINE[text]


@settings(max_examples=500, deadline=None)
@given(st.one_of(st.text(max_size=30), st.text(st.sampled_from("ab:# '\"\\-[]{}&*!|>%@`,?~1.\t"), max_size=12)))
def test_both_kinds_of_reader_have_the_one_line_form(text):
    written = one_line(text)
    if written is None:
        return
    content = f"---\ndescription: {written}\n---\nBody.\n"
    lines = read(Text(content))
    assert lines is not None
    field = lines.last("description")
    assert field is not None
    assert field.value == text
    assert yaml.safe_load(f"description: {written}\n") == {"description": text}
