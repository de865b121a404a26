"""`hosts`: the table of skills and hosts, and the report that scripts rely on."""

from __future__ import annotations

import json

from skill_lsp import hosts
from tests.cli.conftest import BROKEN, CLEAN


def test_json_has_every_skill_and_every_host(project):
    project.write(".xum/skills/tide-table/SKILL.md", CLEAN)
    project.write("docs/tide-table/SKILL.md", BROKEN)
    report = json.loads(project.run("hosts", "--format", "json").out)
    assert report["version"] == 1
    assert [skill["path"] for skill in report["skills"]] == [
        ".xum/skills/tide-table/SKILL.md",
        "docs/tide-table/SKILL.md",
    ]
    assert all(list(skill["hosts"]) == list(hosts.ids()) for skill in report["skills"])
    assert report["skills"][0]["hosts"]["xum"] == {
        "loaded": True,
        "discovered": True,
        "name": "tide-table",
        "description": "Reads tide tables. Use when planning a crossing.",
        "index_entry": "- tide-table: Reads tide tables. Use when planning a crossing. (scope: project)",
        "problems": [],
    }
    lost = report["skills"][1]["hosts"]["xum"]
    assert (lost["loaded"], lost["discovered"], lost["problems"][0]["rule"]) == (False, False, "yaml-plain-colon")
    assert lost["problems"][0]["range"] == {"start": {"line": 3, "column": 22}, "end": {"line": 3, "column": 23}}


def test_text_has_a_mark_for_each_host_and_the_reasons(project):
    project.write(".xum/skills/tide-table/SKILL.md", BROKEN)
    lines = project.run("hosts", "--target", "xum,claude-code").out.splitlines()
    assert lines[0].split() == ["xum", "claude-code"]
    assert lines[1].split() == [".xum/skills/tide-table/SKILL.md", "no", "not", "here"]
    assert lines[2].startswith("    Xum drops this skill: ")


def test_no_skills(project):
    assert project.run("hosts").out == "no skills\n"


def test_manifests_are_skills_of_those_who_read_them(project):
    project.write(".oxo-flow/skills/qc.skill.toml", 'name = "qc"\n')
    report = json.loads(project.run("hosts", "--format", "json").out)
    assert report["skills"][0]["hosts"]["xum"]["loaded"] is False
    assert report["skills"][0]["hosts"]["xum"]["problems"] == []


def test_wrong_calls(project):
    assert project.run("hosts", "nowhere").status == 2
    assert project.run("hosts", "--target", "xun").status == 2


def test_a_table_on_a_terminal(project, monkeypatch):
    monkeypatch.setattr("skill_lsp.cli.hosts.in_colour", lambda: True)
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "200")
    project.write(".xum/skills/tide-table/SKILL.md", BROKEN)
    out = project.run("hosts").out
    assert "claude-code" in out
    assert "Xum drops this skill" in out
