"""Diagnostics stand on the marked characters, with what the client can show of them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from lsprotocol import types as lsp

from skill_lsp.features.client import Preferences
from skill_lsp.features.diagnostics import RULES_PAGE, diagnostics, report

from .situation import COMPLETE, situation

XUM = ".xum/skills/tide-table/SKILL.md"

MARKED = [
    """\
---
name: tide-table
description: Use when: tides
                     ^ yaml-plain-colon
---
Body.
""",
    """\
---
name: tide-tables
      ^^^^^^^^^^^ name-directory
description: Reads tide tables.
advertise: "yes"
           ^^^^^ value-boolean
---
Body.
""",
    """\
---
name: tide-table
description: 🌊 Reads tide tables.
license:
^^^^^^^ value-null
---
Body.
""",
]


@pytest.mark.parametrize("marked", MARKED)
def test_findings_stand_where_they_are_marked(marked: str) -> None:
    here = situation(XUM, marked)
    found = [(here.document.span(one.range), one.code) for one in diagnostics(here.snapshot, here.document)]
    assert found == here.marks


def test_a_finding_carries_what_a_client_can_show() -> None:
    here = situation(XUM, MARKED[0])
    one = diagnostics(here.snapshot, here.document)[0]
    assert one.severity is lsp.DiagnosticSeverity.Error
    assert one.source == "skill-lsp"
    assert one.code_description == lsp.CodeDescription(f"{RULES_PAGE}#yaml-plain-colon")
    assert one.data == {"hosts": {"xum": "error"}}
    bare = situation(XUM, MARKED[0], client=replace(COMPLETE, code_description=False))
    assert diagnostics(bare.snapshot, bare.document)[0].code_description is None


def test_rules_that_the_client_reports_itself_are_left_out() -> None:
    here = situation(XUM, MARKED[1], preferences=Preferences(client_reports=frozenset({"name-directory"})))
    assert [one.code for one in diagnostics(here.snapshot, here.document)] == ["value-boolean"]


def test_the_editors_targets_judge_where_no_configuration_names_any() -> None:
    here = situation(XUM, MARKED[1], preferences=Preferences(targets=("claude-code", "nonsense")))
    assert [host.id for host in here.snapshot.targets(here.document)] == ["claude-code"]


def test_a_report_that_the_client_has_is_not_sent_again() -> None:
    here = situation(XUM, MARKED[0])
    first = report(here.snapshot, here.document, None)
    assert isinstance(first, lsp.RelatedFullDocumentDiagnosticReport)
    again = report(here.snapshot, here.document, first.result_id)
    assert again == lsp.RelatedUnchangedDocumentDiagnosticReport(result_id=str(first.result_id))
