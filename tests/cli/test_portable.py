"""`hosts --portable`: what is in the way of one skill for all hosts."""

from __future__ import annotations

import json

SKILL = ".claude/skills/tide-table/SKILL.md"
PLAIN = "---\nname: tide-table\ndescription: Reads tide tables.\n---\n\nRead it.\n"


def test_a_plain_skill_is_the_same_everywhere(project):
    project.write(SKILL, PLAIN)
    done = project.run("hosts", "--portable")
    assert (done.status, done.out) == (0, f"{SKILL}: the same in all 11 hosts\n")


def test_the_list_names_hosts_and_steps(project):
    project.write(SKILL, PLAIN.replace("Reads tide", "Use when: tide").replace("Read it.", "Read $1."))
    done = project.run("hosts", "--portable")
    assert done.status == 0
    lines = done.out.splitlines()
    assert lines[0] == SKILL
    assert "yaml-plain-colon" in lines[1]
    assert any("fix = Quote" in line for line in lines)
    assert any("fix = Write $ARGUMENTS" in line for line in lines)


def test_as_json(project):
    project.write(SKILL, PLAIN.replace("---\n\n", "argument-hint: harbour\n---\n\n", 1))
    payload = json.loads(project.run("hosts", "--portable", "--format", "json").out)
    (skill,) = payload["skills"]
    assert (skill["path"], skill["portable"]) == (SKILL, False)
    (found,) = skill["findings"]
    assert (found["rule"], found["hosts"]["claude-ai"], found["hosts"]["codex"]) == ("key-unread", "error", "info")
    assert found["fix"]["title"] == "Move `argument-hint` under `metadata`"


def test_only_between_the_chosen_hosts(project):
    project.write(SKILL, PLAIN.replace("---\n\n", "argument-hint: harbour\n---\n\n", 1))
    done = project.run("hosts", "--portable", "--target", "claude-code,xum,vscode")
    assert done.out == f"{SKILL}: the same in all 3 hosts\n"
