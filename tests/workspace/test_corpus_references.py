"""References on real skills: every finding was read by hand, and none is wrong.

`corpus_references.json` lists them with a verdict each. The files of a skill are stand-ins with their real names there;
what lies around a skill in its repository is not, so links that leave it lead nowhere and are infos.
"""

from __future__ import annotations

import json
from pathlib import Path

from skill_lsp.rules.run import Run
from tests.conformance.shared_cases import HERE, needed

pytestmark = needed
RULES = ("link-", "reference-")
VERDICTS = json.loads((Path(__file__).parent / "corpus_references.json").read_text(encoding="utf-8"))


def test_the_findings_are_the_ones_that_were_read():
    corpus = HERE / "corpus" / "files"
    run = Run()
    found = run.all_findings(run.found([str(corpus)]))
    got = []
    for finding in found:
        text = run.text_of(finding.path)
        if finding.rule.startswith(RULES) and text is not None and finding.span is not None:
            line = text.position(finding.span.start).line + 1
            path = finding.path.removeprefix(f"{corpus}/")
            got.append({"path": path, "line": line, "rule": finding.rule, "severity": finding.severity.word})
    expected = [{key: value for key, value in one.items() if key != "verdict"} for one in VERDICTS]
    assert sorted(got, key=str) == sorted(expected, key=str)


def test_at_most_two_in_a_hundred_are_wrong_at_warning_or_above():
    grave = [one for one in VERDICTS if one["severity"] in ("warning", "error")]
    wrong = [one for one in grave if not one["verdict"].startswith("right")]
    assert len(wrong) * 50 <= len(grave)
