"""What is generated is up to date."""

from __future__ import annotations

from pathlib import Path

import jsonschema
import pytest

from docs import generate
from skill_lsp.cli import schema

ROOT = Path(__file__).parent.parent


def test_the_page_of_rules():
    written = (ROOT / "docs/rules.md").read_bytes().decode("utf-8")  # an example has a carriage return
    assert written == generate.rules_page(), "run `tox -e docs`"


def test_the_schemas():
    written = {path.name: path.read_text(encoding="utf-8") for path in (ROOT / "schemas").glob("*.json")}
    assert written == generate.schema_files(), "run `tox -e schemas`"


@pytest.mark.parametrize("name", schema.schemas())
def test_each_schema_is_one(name):
    jsonschema.Draft202012Validator.check_schema(schema.schemas()[name]())
