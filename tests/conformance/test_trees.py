"""Directory trees: what a host discovers, what is said about plugins, lists and links in them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from skill_lsp import hosts
from skill_lsp.cli.list import listed
from skill_lsp.config import Settings
from skill_lsp.rules.run import Run
from skill_lsp.workspace.index import Workspace
from tests.conformance.cases import checked_by
from tests.workspace.trees import PLUGIN, plant, skill

if TYPE_CHECKING:
    from pathlib import Path

    from skill_lsp.rules.finding import Finding

XUM = "xum.jsonl"


@pytest.mark.parametrize("case", [*checked_by(XUM, "tree"), *checked_by("other-hosts.jsonl", "tree")])
def test_what_is_discovered(case: dict[str, Any], tmp_path: Path) -> None:
    given, expected = case["input"], case["expect"]
    plant(tmp_path, {**given["tree"], "repo/.git/": "", f"{given['start']}/": "", "home/": ""})
    for host in given.get("hosts", ("xum",)):
        found = listed(hosts.get(host), str(tmp_path / given["start"]), str(tmp_path / "home"))
        shown = [[one.candidate.path.removeprefix(f"{tmp_path}/"), one.name, one.state] for one in found]
        assert shown == expected["found"]
        if "conditions" in expected:
            assert [one.candidate.root.condition for one in found] == expected["conditions"]


def findings(top: Path, target: str, select: list[str], version: str | None = None) -> list[Finding]:
    versions = {} if version is None else {target: version}
    run = Run(adjust=lambda settings: Settings((target,), frozenset(select), versions=versions))
    return run.all_findings(run.found([str(top)]))


@pytest.mark.parametrize("case", [*checked_by(XUM, "findings"), *checked_by("oxo-flow.jsonl", "findings")])
def test_what_is_said(case: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    given = case["input"]
    monkeypatch.setenv("HOME", "/nobody")
    plant(tmp_path, given["files"])
    content = (tmp_path / given["path"]).read_text(encoding="utf-8")
    found = [
        [one.rule, content[one.span.start : one.span.end] if one.span else None]
        for one in findings(tmp_path, given["target"], given["select"])
        if one.path == str(tmp_path / given["path"])
    ]
    assert found == case["expect"]["findings"]


@pytest.mark.parametrize("case", checked_by(XUM, "plugin"))
def test_manifest_of_a_plugin(case: dict[str, Any], tmp_path: Path) -> None:
    plant(tmp_path, {".xum/plugins/kit/plugin.json": json.dumps(case["input"]["plugin_json"])})
    found = findings(tmp_path, "xum", ["plugin-field", "plugin-ignored", "plugin-syntax"])
    refused = [one for one in found if one.severity.word == "error"]
    assert (not refused) == case["observed"]["ok"]
    assert len(found) - len(refused) == len(case["observed"].get("warnings", ()))


@pytest.mark.parametrize("case", checked_by(XUM, "plugin_size"))
def test_size_of_a_manifest(case: dict[str, Any], tmp_path: Path) -> None:
    bare = PLUGIN % "kit"
    plant(tmp_path, {".xum/plugins/kit/plugin.json": bare + " " * (case["input"]["plugin_json_bytes"] - len(bare))})
    for version, loads in case["expect"].items():
        found = findings(tmp_path, "xum", ["plugin-size"], version)
        assert (not found) == loads


@pytest.mark.parametrize("case", checked_by(XUM, "listing"))
def test_how_many_skills_the_index_shows(case: dict[str, Any], tmp_path: Path) -> None:
    names = [f"s{number}" for number in range(case["input"]["skills"])]
    plant(tmp_path, {f".xum/skills/{name}/SKILL.md": skill(name) for name in names})
    listing = hosts.get("xum").listing
    assert listing is not None
    assert listing.entries == len(names) - case["expect"]["hidden"]
    assert bool(findings(tmp_path, "xum", ["listing-budget"])) == bool(case["expect"]["hidden"])


@pytest.mark.parametrize("case", checked_by(XUM, "index"))
def test_index_entry(case: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    given = case["input"]
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    plant(tmp_path, {given["path"]: given["text"]})
    reading = Workspace(home=str(tmp_path / "home")).reading(
        hosts.get("xum", given["version"]), str(tmp_path / given["path"])
    )
    assert reading is not None
    assert reading.index_entry == case["expect"]["index_entry"]
