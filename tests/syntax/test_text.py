"""Lines, positions and edits of a text, with every kind of line ending and encoding."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skill_lsp.text import Edit, Position, Span, Text, Undecodable


@pytest.mark.parametrize(
    ("content", "lines"),
    [
        ("", [""]),
        ("a", ["a"]),
        ("a\nb\n", ["a", "b", ""]),
        ("a\r\nb\rc\n", ["a", "b", "c", ""]),
        ("\ufeffa\u2028b\x85c\n", ["\ufeffa\u2028b\x85c", ""]),
        ("\r\r\n\n", ["", "", "", ""]),
    ],
)
def test_lines_end_where_the_protocol_ends_them(content: str, lines: list[str]) -> None:
    text = Text(content)
    assert [text[text.line(number)] for number in range(len(text.line_starts))] == lines


@pytest.mark.parametrize(
    ("data", "content", "undecodable"),
    [
        (b"a\xc3\xa9", "aé", None),
        (b"\xef\xbb\xbfa", "\ufeffa", None),
        (b"a\xffb", "a\ufffdb", Undecodable("invalid", 1)),
        (b"\xff\xfea\x00", "\ufeffa", Undecodable("utf-16", 0)),
        (b"\xfe\xff\x00a", "\ufeffa", Undecodable("utf-16", 0)),
        (b"\xff\xfe\x00\x00a\x00\x00\x00", "\ufeffa", Undecodable("utf-32", 0)),
    ],
)
def test_bytes_are_decoded_or_said_to_be_none(data: bytes, content: str, undecodable: Undecodable | None) -> None:
    text = Text.decode(data)
    assert text.content.removeprefix("\ufeff") == content.removeprefix("\ufeff")
    assert text.undecodable == undecodable
    assert text.size == len(data)


def test_the_first_line_ending_is_the_one_to_write() -> None:
    assert [Text(content).newline for content in ("a", "a\nb\r\n", "a\r\nb\n", "a\rb")] == ["\n", "\n", "\r\n", "\r"]


def test_edits_apply_in_the_order_of_their_places() -> None:
    edited = Text("abcdef").edited([Edit(Span(4, 5), "E"), Edit(Span(0, 1), ""), Edit(Span(6, 6), "!")])
    assert edited.content == "bcdEf!"
    with pytest.raises(ValueError, match="overlapping"):
        Text("abc").edited([Edit(Span(0, 2), ""), Edit(Span(1, 3), "")])


@given(st.text(alphabet=st.sampled_from("ab\r\n🌊"), max_size=40), st.integers(-5, 50))
def test_positions_and_offsets_are_inverse(content: str, offset: int) -> None:
    text = Text(content)
    clamped = min(max(offset, 0), len(content))
    position = text.position(offset)
    line = text.line(position.line)
    assert text.offset(position) == min(clamped, line.end)
    assert text.offset(Position(10_000, 0)) == len(content)
    assert text.line_at(offset) == line
