"""The Python API, alone and on a local Dask cluster."""

from __future__ import annotations

import json
import pickle

import pytest

import skill_lsp

GOOD = "---\nname: tide-table\ndescription: Reads tide tables for $ARGUMENTS.\n---\n\nRead $ARGUMENTS.\n"
BAD = "---\nname: tide-table\ndescription: Use when: tides matter.\n---\n\nRead it.\n"
PATH = "tide-table/SKILL.md"


def test_findings_are_those_of_the_json_report():
    (finding,) = skill_lsp.check_text(BAD, path=PATH, targets=["xum"])
    assert finding["rule"] == "yaml-plain-colon"
    assert finding["path"] == PATH
    assert finding["range"] == {"start": {"line": 3, "column": 22}, "end": {"line": 3, "column": 23}}
    assert json.loads(json.dumps(finding)) == finding
    assert skill_lsp.check_text(BAD.encode(), path=PATH, targets=["xum"]) == [finding]
    assert skill_lsp.check_text(BAD, path=PATH, targets=["xum"], ignore=["yaml-plain-colon"]) == []
    assert skill_lsp.check_text(GOOD, path=PATH, targets=["xum"]) == []


def test_a_text_without_a_path_is_a_skill_in_no_directory():
    assert skill_lsp.check_text(GOOD, ignore=["argument-host"]) == []
    assert skill_lsp.check_text(GOOD, path="other/SKILL.md")[0]["rule"] == "name-directory"


def test_a_manifest_is_known_by_its_path():
    (finding,) = [
        one for one in skill_lsp.check_text('name = "qc"\n', path="qc.skill.toml") if one["rule"] == "key-required"
    ][:1]
    assert finding["hosts"] == {"oxo-flow": "error"}


def test_read_and_render():
    reading = skill_lsp.read(GOOD, "xum", path=PATH)
    assert (reading.loaded, reading.name) == (True, "tide-table")
    assert pickle.loads(pickle.dumps(reading)) == reading
    assert not skill_lsp.read(BAD, "xum", path=PATH).loaded
    shown = skill_lsp.render(GOOD, "xum", arguments="Bergen", path=PATH)
    assert "Read Bergen." in shown["body"]
    assert set(shown) == {"version", "host", "index_entry", "body", "truncated", "directives"}


def test_paths(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    target = tmp_path / ".xum/skills/tide-table/SKILL.md"
    target.parent.mkdir(parents=True)
    target.write_text(BAD)
    report = skill_lsp.check_paths([tmp_path])
    assert report["version"] == 1
    assert [one["path"] for one in report["findings"]] == [".xum/skills/tide-table/SKILL.md"]
    assert skill_lsp.check_paths([tmp_path], jobs=2) == report


@pytest.mark.parametrize(
    "call",
    [
        lambda: skill_lsp.check_text(GOOD, targets=["xmu"]),
        lambda: skill_lsp.check_text(GOOD, ignore=["name-fromat"]),
        lambda: skill_lsp.read(GOOD, "xmu"),
        lambda: skill_lsp.render(GOOD, "xmu"),
    ],
)
def test_unknown_names_are_told(call):
    with pytest.raises(ValueError, match="did you mean"):
        call()


def test_what_does_not_exist():
    with pytest.raises(FileNotFoundError):
        skill_lsp.check_paths(["missing"])
    with pytest.raises(AttributeError):
        skill_lsp.nothing  # noqa: B018


def test_it_maps_over_a_local_dask_cluster():
    from distributed import Client, LocalCluster

    skills = [(GOOD, PATH), (BAD, PATH)] * 50
    with (
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        Client(cluster) as client,
    ):
        futures = client.map(lambda skill: skill_lsp.check_text(skill[0], path=skill[1], targets=["all"]), skills)
        there = client.gather(futures)
    here = [skill_lsp.check_text(text, path=path, targets=["all"]) for text, path in skills]
    assert there == here
