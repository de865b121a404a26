"""`explain`, `new`, `schema`, `completion` and the dispatcher."""

from __future__ import annotations

import json
import shutil
import subprocess

import pytest

from skill_lsp import cli, hosts
from skill_lsp.cli import completion


def test_explain_lists_and_tells(project):
    listed = project.run("explain")
    assert "name-directory " in listed.out
    told = project.run("explain", "name-directory")
    assert told.status == 0
    for section in ("Why: ", "Source: ", "Bad", "Good", "Fix: "):
        assert f"\n{section}" in told.out


@pytest.mark.parametrize("host", hosts.ids())
def test_a_new_skill_checks_clean(project, host):
    done = project.run("new", "tide-table", "--host", host)
    assert done.status == 0
    path = done.out.strip()
    assert (project.directory / path).is_file()
    check = project.run("--check", "--target", host, "--fail-on", "warning")
    assert check.status == 0, check.out
    again = project.run("new", "tide-table", "--host", host)
    assert (again.status, again.err) == (2, f"skill-lsp: {path} is there already\n")


def test_a_new_manifest_checks_clean(project):
    done = project.run("new", "read-qc", "--host", "oxo-flow", "--manifest", "--description", 'Reads "QC" reports')
    assert (done.status, done.out) == (0, ".oxo-flow/skills/read-qc.skill.toml\n")
    check = project.run("--check", "--target", "oxo-flow", "--fail-on", "info")
    assert (check.status, check.out) == (0, "1 file checked: nothing found.\n")
    hosts_report = json.loads(project.run("hosts", "--format", "json").out)
    assert hosts_report["skills"][0]["hosts"]["oxo-flow"]["description"] == 'Reads "QC" reports'


def test_only_hosts_with_manifests_get_one(project):
    done = project.run("new", "read-qc", "--host", "xum", "--manifest")
    assert done.status == 2
    assert "Xum reads no .skill.toml; write it with --host oxo-flow" in done.err


@pytest.mark.parametrize("name", ["../away", "a/b", "..", "a\\b", "C:x"])
def test_new_writes_nowhere_else(project, name):
    done = project.run("new", name, "--host", "oxo-flow", "--manifest")
    assert done.status == 2
    assert list(project.directory.rglob("*")) == []


def test_new_refuses_a_name_that_the_host_refuses(project):
    done = project.run("new", "Tide Table", "--host", "xum")
    assert done.status == 2
    assert "name" in done.err
    assert list(project.directory.iterdir()) == []


def test_new_takes_a_description(project):
    done = project.run("new", "tide-table", "--description", 'Use when: "tides" matter')
    content = (project.directory / done.out.strip()).read_text()
    assert "description: 'Use when: \"tides\" matter'\n" in content


def test_schema_lists_and_prints(project):
    names = project.run("schema").out.split()
    assert {"xum.skill-md", "oxo-flow.skill-toml", "configuration"} <= set(names)
    assert json.loads(project.run("schema", "xum.skill-md").out)["required"] == ["name", "description"]


@pytest.mark.parametrize("verb", [verb for verb in cli.VERBS if verb != "serve"])
def test_every_verb_has_help(project, verb):
    done = project.run(verb, "--help")
    assert done.status == 0
    assert done.out.startswith(f"usage: skill-lsp {verb}")


def test_help_and_version(project):
    assert project.run("--help").out.startswith("usage: skill-lsp ")
    assert project.run("--version").out.startswith("skill-lsp ")


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ([], ("serve", [])),
        (["--stdio"], ("serve", ["--stdio"])),
        (["--tcp", "h:1"], ("serve", ["--tcp", "h:1"])),
        (["--check", "a"], ("check", ["a"])),
        (["a", "--check"], ("check", ["a"])),
        (["check", "--check"], ("check", [])),
        (["explain", "x"], ("explain", ["x"])),
        (["nonsense"], (None, ["nonsense"])),
    ],
)
def test_the_verb_of_a_call(words, expected):
    assert cli.verb_of(words) == expected


@pytest.mark.parametrize("shell", completion.SHELLS)
def test_completion_names_all(project, shell):
    script = project.run("completion", shell).out
    for word in ("explain", "--target" if shell != "fish" else "-l target", "claude-code", "name-directory", "sarif"):
        assert word in script


def test_bash_completes(project):
    assert shutil.which("bash")
    script = project.run("completion", "bash").out
    probe = (
        f'{script}\nCOMP_WORDS=(skill-lsp --check --target cl); COMP_CWORD=3; _skill_lsp; echo "${{COMPREPLY[@]}}"\n'
        'COMP_WORDS=(skill-lsp expl); COMP_CWORD=1; _skill_lsp; echo "${COMPREPLY[@]}"\n'
    )
    done = subprocess.run(["bash", "-c", probe], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["claude-ai claude-code", "explain"]
