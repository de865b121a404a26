"""`render`: what the agent receives, as text and as the report that scripts rely on."""

from __future__ import annotations

import json

from tests.cli.conftest import BROKEN, CLEAN

BODY = CLEAN + "\nCompare $1 with $2.\n\n!`git log $1`\n"


def test_text_is_the_entry_and_the_body(project):
    project.write(".xum/skills/tide-table/SKILL.md", BODY)
    done = project.run("render", ".xum/skills/tide-table", "--host", "xum", "--args", "a b")
    entry = "- tide-table: Reads tide tables. Use when planning a crossing. (scope: project)"
    assert (done.status, done.out) == (0, f"{entry}\n\n\nRead it.\n\nCompare a with b.\n\n!`git log a`\n")


def test_json_is_the_report(project):
    project.write(".xum/skills/tide-table/SKILL.md", BODY)
    done = project.run(
        "render", ".xum/skills/tide-table/SKILL.md", "--host", "xum", "--args", "a b", "--format", "json"
    )
    report = json.loads(done.out)
    assert list(report) == ["version", "host", "index_entry", "body", "truncated", "directives"]
    assert (report["version"], report["host"], report["truncated"]) == (1, "xum", False)
    assert report["directives"] == [{"command": "git log a", "runs": True, "line": 10}]


def test_the_model_gets_no_arguments_in_xum(project):
    project.write(".xum/skills/tide-table/SKILL.md", BODY)
    done = project.run("render", ".xum/skills/tide-table", "--host", "xum", "--args", "a b", "--as", "model")
    assert "Compare $1 with $2." in done.out


def test_several_hosts_one_after_the_other(project):
    project.write(".agents/skills/tide-table/SKILL.md", BODY)
    done = project.run("render", ".agents/skills/tide-table", "--host", "xum,claude-code", "--args", "a b")
    assert done.out.index("# Xum") < done.out.index("Compare a with b.") < done.out.index("Compare b with $2.")


def test_directories_become_variables(project):
    project.write(".xum/skills/tide-table/SKILL.md", CLEAN + "${CLAUDE_SKILL_DIR}\n")
    done = project.run("render", ".xum/skills/tide-table", "--host", "xum")
    assert done.out.endswith(f"\n{project.directory.as_posix()}/.xum/skills/tide-table\n")


def test_a_lost_skill_says_why(project):
    project.write(".xum/skills/tide-table/SKILL.md", BROKEN)
    done = project.run("render", ".xum/skills/tide-table", "--host", "xum")
    assert done.status == 1
    assert done.out.startswith("Xum drops this skill: ")
    report = json.loads(project.run("render", ".xum/skills/tide-table", "--host", "xum", "--format", "json").out)
    assert (report["index_entry"], report["body"]) == (None, "")


def test_wrong_calls(project):
    project.write(".xum/skills/tide-table/SKILL.md", CLEAN)
    assert project.run("render", ".xum/skills/tide-table", "--host", "xun").status == 2
    assert project.run("render", "nowhere", "--host", "xum").status == 2
    assert project.run("render", ".xum/skills/tide-table").status == 2


def test_colours_on_a_terminal(project, monkeypatch):
    monkeypatch.setattr("skill_lsp.cli.render.in_colour", lambda: True)
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "160")
    project.write(".xum/skills/tide-table/SKILL.md", BODY)
    done = project.run("render", ".xum/skills/tide-table", "--host", "xum,claude-code", "--args", "a b")
    assert "Xum" in done.out
    assert "run by the host" in done.out
    assert "\x1b[" in done.out
