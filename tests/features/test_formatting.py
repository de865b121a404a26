"""Formatting: white space, never a body, never what a host reads."""

from __future__ import annotations

import pytest

from skill_lsp.features.formatting import formatting
from skill_lsp.text import Span

from .situation import situation

XUM = ".xum/skills/tide-table/SKILL.md"
MANIFEST = ".oxo-flow/skills/qc.skill.toml"


UNTIDY = """\
---
name:   tide-table \x20
# why \x20
description:  Reads  it.
paths: [ 'a',  'b' ]
metadata:
  owner:  me
---
Body \x20
"""
TIDY = """\
---
name: tide-table
# why
description: Reads  it.
paths: ['a', 'b']
metadata:
  owner: me
---
Body \x20
"""
UNTIDY_MANIFEST = '''\
  name="qc" \x20
version   = "1" # one
# two\x20
description = ""
skill_type="knowledge"
prompt_additions = ["""
 a\x20
"""]
'''
TIDY_MANIFEST = '''\
name = "qc"
version = "1"  # one
# two
description = ""
skill_type = "knowledge"
prompt_additions = ["""
 a\x20
"""]
'''
LITERAL = "---\nname: tide-table\ndescription: |\n  a  \n  b\n---\n"
BROKEN = "---\nname: [ a\ndescription:  x\n---\n"


@pytest.mark.parametrize(
    ("path", "before", "after"),
    [
        (XUM, UNTIDY, TIDY),
        (XUM, UNTIDY.replace("\n", "\r\n"), TIDY.replace("\n", "\r\n")),
        (XUM, LITERAL, LITERAL),
        (XUM, BROKEN, BROKEN),
        (MANIFEST, UNTIDY_MANIFEST, TIDY_MANIFEST),
        (MANIFEST, 'name="qc\n', 'name="qc\n'),
    ],
)
def test_only_white_space_is_tidied(path: str, before: str, after: str) -> None:
    here = situation(path, before)
    edits = formatting(here.snapshot, here.document)
    assert here.after(edits) == after
    again = situation(path, after)
    assert formatting(again.snapshot, again.document) == []


def test_every_host_reads_the_same_afterwards() -> None:
    before = "---\nname:   tide-table \ndescription:  'Reads it.'   # why\nlicense:    MIT\n---\n\nBody $1.\n"
    here = situation(XUM, before)
    other = situation(XUM, here.after(formatting(here.snapshot, here.document)))
    assert other.document.text.content != before
    for host, reading in here.snapshot.readings(here.document).items():
        now = other.snapshot.readings(other.document)[host]
        assert (now.loaded, now.name, now.description, now.values, now.body) == (
            reading.loaded, reading.name, reading.description, reading.values, reading.body,
        )  # fmt: skip


def test_a_range_is_formatted_alone() -> None:
    before = "---\nname:  tide-table\ndescription:  x\n---\n"
    here = situation(XUM, before)
    start = before.index("description")
    edits = formatting(here.snapshot, here.document, Span(start, start + 5))
    assert here.after(edits) == before
    edits = formatting(here.snapshot, here.document, Span(start, start + 15))
    assert here.after(edits) == "---\nname:  tide-table\ndescription: x\n---\n"
