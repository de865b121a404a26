"""The corpus of real skills, where it lies beside the checkout: no crash, and each rule as often as somebody read it.

`corpus_findings.json` has the numbers, by targets, rule and severity. A change here is a change for real authors: read
the new findings before the number is written down.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

import skill_lsp
from skill_lsp import cli, hosts

CORPUS = Path(__file__).resolve().parents[2] / "shared" / "corpus" / "files"
pytestmark = pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus of real skills lies not beside the checkout")
EXPECTED = json.loads((Path(__file__).parent / "corpus_findings.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def by_place():
    return skill_lsp.check_paths([CORPUS])


def _counted(report):
    counts = Counter(f"{one['rule']} {one['severity']}" for one in report["findings"])
    return dict(sorted(counts.items()))


def test_as_many_findings_of_each_rule_by_place(by_place):
    assert _counted(by_place) == EXPECTED["by place"]


def test_as_many_findings_of_each_rule_for_all_hosts():
    assert _counted(skill_lsp.check_paths([CORPUS], targets=("all",))) == EXPECTED["all"]


def test_a_key_that_some_host_documents_is_at_most_an_info(by_place):
    documented = {key.name for host in hosts.everyone() for key in host.keys}
    keys = [one for one in by_place["findings"] if one["rule"].startswith("key-")]
    assert keys
    assert [one for one in keys if one["severity"] in ("warning", "error")] == []
    unknown = {one["message"].split("`")[1] for one in keys if one["rule"] == "key-unknown"}
    assert unknown.isdisjoint(documented)


def test_every_host_reads_every_skill(capsys):
    assert cli.run(["hosts", "--format", "json", str(CORPUS)]) == 0
    skills = json.loads(capsys.readouterr().out)["skills"]
    assert len(skills) == sum(path.name == "SKILL.md" for path in CORPUS.rglob("*"))
    assert {tuple(sorted(one["hosts"])) for one in skills} == {tuple(sorted(hosts.ids()))}
    problems = [problem for one in skills for host in one["hosts"].values() for problem in host["problems"]]
    assert "internal-error" not in {problem["rule"] for problem in problems}
