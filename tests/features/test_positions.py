"""Positions in the client's units."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lsprotocol import types as lsp

from skill_lsp.features import positions
from skill_lsp.text import Span, Text

TEXTS = st.text(st.sampled_from("aé🌊\n\r\u2028 \U0001f469"), max_size=30)
ENCODINGS = st.sampled_from([positions.UTF8, positions.UTF16, positions.UTF32])


@pytest.mark.parametrize(("encoding", "column"), [(positions.UTF8, 7), (positions.UTF16, 4), (positions.UTF32, 3)])
def test_columns_count_in_the_clients_units(encoding: str, column: int) -> None:
    text = Text("x\r\né🌊b!")
    assert positions.position_of(text, text.content.index("!"), encoding) == lsp.Position(1, column)


@given(TEXTS, ENCODINGS, st.integers(0, 30))
def test_an_offset_comes_back_from_its_position(content: str, encoding: str, offset: int) -> None:
    text = Text(content)
    offset = min(offset, len(content))
    inside_a_line_ending = content[offset - 1 : offset + 1] == "\r\n"
    if not inside_a_line_ending:
        assert positions.offset_of(text, positions.position_of(text, offset, encoding), encoding) == offset


@given(TEXTS, ENCODINGS, st.integers(0, 9), st.integers(0, 99))
def test_any_position_means_an_offset_of_the_text(content: str, encoding: str, line: int, column: int) -> None:
    offset = positions.offset_of(Text(content), lsp.Position(line, column), encoding)
    assert 0 <= offset <= len(content)


@given(TEXTS, ENCODINGS, st.integers(0, 30), st.integers(0, 30), TEXTS)
def test_incremental_changes_make_the_text_that_the_editor_has(
    content: str, encoding: str, start: int, length: int, inserted: str
) -> None:
    text = Text(content)
    span = Span(min(start, len(content)), min(start + length, len(content)))
    if any(content[at - 1 : at + 1] == "\r\n" for at in span):
        return
    change = lsp.TextDocumentContentChangePartial(range=positions.range_of(text, span, encoding), text=inserted)
    after = positions.changed(text, [change], encoding)
    assert after.content == content[: span.start] + inserted + content[span.end :]


def test_a_position_inside_a_character_means_its_start() -> None:
    assert positions.offset_of(Text("a🌊b"), lsp.Position(0, 2), positions.UTF16) == 1


@given(TEXTS, ENCODINGS, st.integers(0, 30))
def test_columns_are_those_of_the_encoded_line(content: str, encoding: str, offset: int) -> None:
    text = Text(content)
    found = positions.position_of(text, offset, encoding)
    line = text.content[text.line_starts[found.line] : min(offset, len(content))]
    width = {positions.UTF8: 1, positions.UTF16: 2, positions.UTF32: 4}[encoding]
    assert found.character == len(line.encode(f"{encoding}-le" if width > 1 else encoding)) // width


def test_a_line_of_any_length_costs_linear_time() -> None:
    text = Text("🌊x" * 100_000)
    for offset in range(0, 200_000, 7):
        position = positions.position_of(text, offset, positions.UTF16)
        assert positions.offset_of(text, position, positions.UTF16) == offset
