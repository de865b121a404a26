"""References on real skills: every finding was read by hand, and none is wrong.

`corpus_references.json` lists them with a verdict each. The files of a skill are stand-ins with their real names there;
what lies around a skill in its repository is not, so links that leave it lead nowhere and are infos.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from skill_lsp.rules.run import Run

CORPUS = Path(__file__).resolve().parents[2].parent / "shared" / "corpus" / "files"
beside = pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus of real skills does not lie beside the checkout")
RULES = ("link-", "reference-")
VERDICTS = json.loads((Path(__file__).parent / "corpus_references.json").read_text(encoding="utf-8"))


@beside
def test_the_findings_are_the_ones_that_were_read():
    run = Run()
    found = run.all_findings(run.found([str(CORPUS)]))
    got = []
    for finding in found:
        text = run.text_of(finding.path)
        if finding.rule.startswith(RULES) and text is not None and finding.span is not None:
            line = text.position(finding.span.start).line + 1
            path = finding.path.removeprefix(f"{CORPUS}/")
            got.append({"path": path, "line": line, "rule": finding.rule, "severity": finding.severity.word})
    expected = [{key: value for key, value in one.items() if key != "verdict"} for one in VERDICTS]
    assert sorted(got, key=str) == sorted(expected, key=str)


def test_at_most_two_in_a_hundred_are_wrong_at_warning_or_above():
    grave = [one for one in VERDICTS if one["severity"] in ("warning", "error")]
    wrong = [one for one in grave if not one["verdict"].startswith("right")]
    assert len(wrong) * 50 <= len(grave)
