"""Situations that people reported or walked into, as small workspaces with what has to be said about them.

A case is `cases/NNN-slug/` with `workspace/` and `expected.json`. With all hosts asked, each expected finding must be
met by one on the same file and line (any line where none is given), for one of the expected hosts, at least as severe
for it. With the hosts that the place decides, a line that `must_not_flag` names has no warning and no error but an
expected one, and neither has any line of a false-positive case.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from skill_lsp import check_paths

CASES = sorted(one.parent for one in (Path(__file__).parent / "cases").glob("*/expected.json"))
RANK = {"hint": 0, "info": 1, "warning": 2, "error": 3}


@pytest.fixture(params=CASES, ids=lambda case: case.name)
def case(request, tmp_path, monkeypatch):
    workspace = tmp_path / "workspace"
    shutil.copytree(request.param / "workspace", workspace, symlinks=True)
    monkeypatch.chdir(workspace)
    return json.loads((request.param / "expected.json").read_text(encoding="utf-8"))


def meets(found, wanted):
    if found["path"] != wanted["file"] and not found["path"].startswith(wanted["file"] + "/"):
        return False
    line = wanted["line"]
    if line is not None and not found["range"]["start"]["line"] <= line <= found["range"]["end"]["line"]:
        return False
    hosts = [found["hosts"][host] for host in wanted["hosts"] if host in found["hosts"]]
    given = hosts if found["hosts"] else [found["severity"]]
    return any(RANK[severity] >= RANK[wanted["severity"]] for severity in given)


def test_what_is_expected_is_found(case):
    found = check_paths(["."], targets=["all"])["findings"]
    missed = [wanted for wanted in case["findings"] if not any(meets(one, wanted) for one in found)]
    assert missed == []


def test_nothing_else_is_flagged(case):
    found = check_paths(["."])["findings"]
    expected = {(wanted["file"], wanted["line"]) for wanted in case["findings"]}
    quiet = {(line["file"], line["line"]) for line in case["must_not_flag"] if "file" in line}
    wrong = [
        (*where, one["rule"], one["message"])
        for one in found
        if RANK[one["severity"]] >= RANK["warning"]
        and (where := (one["path"], one["range"]["start"]["line"])) not in expected
        and (where in quiet or case["kind"] == "false-positive")
    ]
    assert wrong == []


def test_there_are_cases():
    assert len(CASES) > 150
