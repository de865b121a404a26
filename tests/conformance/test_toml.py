"""The toml crate (through PyPI's `toml-rs` 0.4.3) on generated documents: which it takes, and which it refuses.

Left out of the rows: a second 60 and numbers beyond their type, about which the crate and its Python side differ.
"""

from __future__ import annotations

from skill_lsp.syntax import toml
from skill_lsp.text import Text
from tests.conformance.cases import rows


def test_generated_documents() -> None:
    wrong = [row["text"] for row in rows("toml.jsonl") if (not toml.parse(Text(row["text"])).problems) != row["toml"]]
    assert wrong == []
