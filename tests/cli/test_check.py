"""`skill-lsp --check`: what is found, what is printed, and with which status it ends."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import BROKEN, CLEAN

XUM = ".xum/skills/tide-table/SKILL.md"


def test_a_clean_skill(project):
    project.write(XUM, CLEAN)
    done = project.run("--check")
    assert (done.status, done.out, done.err) == (0, "1 file checked: nothing found.\n", "")


def test_the_json_report_is_the_published_one(project):
    project.write(XUM, BROKEN)
    done = project.run("--check", "--format", "json")
    assert done.status == 1
    report = json.loads(done.out)
    (finding,) = report["findings"]
    assert finding["path"] == XUM
    assert finding["rule"] == "yaml-plain-colon"
    assert finding["severity"] == "error"
    assert finding["hosts"] == {"xum": "error"}
    assert finding["message"].startswith("Xum drops this skill: ")
    assert finding["range"] == {"start": {"line": 3, "column": 22}, "end": {"line": 3, "column": 23}}
    assert finding["related"] == []
    assert finding["fix"]["safe"] is True
    assert [set(edit) for edit in finding["fix"]["edits"]] == [{"path", "range", "text"}] * len(finding["fix"]["edits"])
    assert report == {
        "version": 1,
        "findings": [finding],
        "summary": {"files": 1, "errors": 1, "warnings": 0, "infos": 0, "hints": 0},
    }


def test_the_text_report(project):
    project.write(XUM, BROKEN)
    done = project.run("check")
    lines = done.out.splitlines()
    assert lines[0] == XUM
    assert lines[1].startswith("  3:22    error   yaml-plain-colon: Xum drops this skill: ")
    assert lines[2:4] == ["        3 │ description: Use when: tides matter.", "          │                      ^"]
    assert lines[4] == "    hosts = xum"
    assert lines[-4].startswith("      fix = ")
    assert lines[-3] == "  explain = skill-lsp explain yaml-plain-colon"
    assert lines[-1] == "1 file checked: 1 error. 1 can be fixed with --fix."


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--check", "--nonsense"], "unrecognized arguments: --nonsense"),
        (["--check", "missing"], "no such file or directory: missing"),
        (["--check", "--target", "xmu"], "--target: unknown host `xmu`; did you mean `xum`?"),
        (["--check", "--select", "name-fromat"], "--select: unknown rule `name-fromat`; did you mean `name-format`?"),
        (["--check", "--ignore", "wat"], "--ignore: unknown rule `wat`"),
        (["--check", "--format", "yaml"], "argument --format: invalid choice: 'yaml'"),
        (["--check", "--fail-on", "hint"], "argument --fail-on: invalid choice: 'hint'"),
        (["--check", "--config", "missing.toml"], "--config: missing.toml: no such file"),
        (["--check", "--baseline", "missing.json"], "--baseline: no such file: missing.json"),
        (["--check", "--output", "no/such/directory/file"], "cannot write no/such/directory/file: "),
        (["--check", "--jobs", "0"], "argument --jobs: wants a number from 1 to 1024, not '0'"),
        (["chek"], "unknown verb 'chek'; did you mean `check`?"),
        (["--chekc"], "unknown option '--chekc'; did you mean `check`?"),
        (["explain", "name-fromat"], "unknown rule `name-fromat`; did you mean `name-format`?"),
        (["schema", "xum"], "unknown schema `xum`"),
    ],
)
def test_a_wrong_call_ends_with_2_and_one_line(project, words, complaint):
    done = project.run(*words)
    assert done.status == 2
    assert done.out == ""
    assert done.err.startswith(f"skill-lsp: {complaint}")


def test_a_broken_configuration_ends_with_2(project):
    project.write(".skill-lsp.toml", "ignroe = []\n")
    project.write(XUM, CLEAN)
    done = project.run("--check")
    assert done.status == 2
    assert (
        done.err
        == f"skill-lsp: {project.directory}/.skill-lsp.toml:1:1: unknown key `ignroe`; did you mean `ignore`?\n"
    )


@pytest.mark.parametrize(("level", "status"), [("error", 0), ("warning", 1), ("info", 1)])
def test_the_fail_level(project, level, status):
    project.write(XUM, CLEAN)
    project.write(".skill-lsp.toml", "severity = { yaml-plain-colon = 'warning' }\n")
    project.write(".xum/skills/broken/SKILL.md", BROKEN.replace("tide-table", "broken"))
    assert project.run("--check", "--fail-on", level).status == status


def test_select_and_ignore(project):
    project.write(".xum/skills/other/SKILL.md", CLEAN.replace("Reads", "Reads: "))
    assert {one["rule"] for one in project.findings("--ignore", "yaml-plain-colon")}.isdisjoint({"yaml-plain-colon"})
    assert {one["rule"] for one in project.findings("--select", "yaml-plain-colon")} == {"yaml-plain-colon"}


def test_targets_by_place_and_by_name(project):
    project.write("skills/tide-table/SKILL.md", BROKEN)
    (by_place,) = project.findings("--select", "yaml-plain-colon")
    assert set(by_place["hosts"]) == {"agent-skills"}
    (by_name,) = project.findings("--select", "yaml-plain-colon", "--target", "xum,codex")
    assert set(by_name["hosts"]) == {"xum", "codex"}


def test_what_is_found(project):
    for path in (
        ".git/SKILL.md",
        "node_modules/a/SKILL.md",
        "ignored/a/SKILL.md",
        "a/skill.md",
        "b/SKILL.md",
        "b/notes.md",
        ".oxo-flow/skills/c.skill.toml",
    ):
        project.write(path, "")
    project.write(".gitignore", "ignored/\n")
    paths = {one["path"] for one in project.findings("--target", "all")}
    assert {"a/skill.md", "b/SKILL.md", ".oxo-flow/skills/c.skill.toml"} <= paths
    assert not {path for path in paths if path.startswith((".git/", "node_modules/", "ignored/"))}
    assert {one["path"] for one in project.findings("--target", "all", "ignored/a/SKILL.md")} == {"ignored/a/SKILL.md"}


def test_a_file_that_cannot_be_read_is_a_finding(project):
    (project.directory / ".xum/skills/a").mkdir(parents=True)
    (project.directory / ".xum/skills/a/SKILL.md").symlink_to("nowhere")
    project.write(".xum/skills/b/SKILL.md", b"---\nname: b\ndescription: \xff\n---\n")
    project.write(".xum/skills/tide-table/SKILL.md", BROKEN)
    done = project.run("--check", "--format", "json")
    assert done.status == 1
    paths = {one["path"] for one in json.loads(done.out)["findings"]}
    assert {".xum/skills/a/SKILL.md", ".xum/skills/b/SKILL.md", XUM} <= paths


def test_stdin(project):
    (finding,) = project.findings("--stdin-filename", XUM, stdin=BROKEN.encode())
    assert (finding["path"], finding["rule"]) == (XUM, "yaml-plain-colon")


def test_output_to_a_file(project):
    project.write(XUM, BROKEN)
    done = project.run("--check", "--format", "json", "--output", "report.json")
    assert (done.status, done.out) == (1, "")
    assert json.loads((project.directory / "report.json").read_text())["summary"]["errors"] == 1


def test_quiet_and_statistics(project):
    project.write(XUM, CLEAN)
    assert project.run("--check", "--quiet").out == ""
    project.write(XUM, BROKEN)
    assert "checked" not in project.run("--check", "--quiet").out
    assert "     1  error    yaml-plain-colon\n" in project.run("--check", "--statistics").out


def test_a_baseline_survives_moved_lines(project):
    project.write(XUM, BROKEN)
    assert project.run("--check", "--write-baseline", "known.json").status == 0
    assert project.run("--check", "--baseline", "known.json").status == 0
    project.write(XUM, BROKEN.replace("name:", "# a remark\nlicense: MIT\nname:"))
    assert project.run("--check", "--baseline", "known.json").status == 0
    project.write(XUM, BROKEN.replace("tides matter", "other tides matter"))
    assert project.run("--check", "--baseline", "known.json").status == 1
    project.write("known.json", "{}")
    assert project.run("--check", "--baseline", "known.json").status == 2


def test_a_second_finding_of_the_same_kind_is_not_in_the_baseline(project):
    glob = "---\nname: tide-table\ndescription: Reads.\npaths:\n  - '!a'\n---\nx\n"
    project.write(XUM, glob)
    project.run("--check", "--write-baseline", "known.json")
    project.write(XUM, glob.replace("  - '!a'\n", "  - '!a'\n  - '!a'\n"))
    assert len(project.findings("--baseline", "known.json", "--select", "paths-glob")) == 1


def test_no_colour_in_a_pipe(project):
    project.write(XUM, BROKEN)
    assert "\033" not in project.run("--check").out


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\x00" * 1000,
        b"---\n" + b"[" * 100_000,
        b"---\n" + b"{a: " * 10_000,
        b"---\na: &a [x]\n" + b"".join(b"b%d: &b%d [*a, *a]\n" % (n, n) for n in range(300)) + b"---\n",
        b"---\nname: " + b"x" * 50_000 + b"\n---\n" + b"$1" * 20_000,
        b"\xff\xfe-\x00-\x00-\x00",
        bytes(range(256)) * 40,
        b"---\n" * 5000,
        b"`" * 50_000 + b"\n" + b"[" * 50_000,
    ],
    ids=range(10),
)
@pytest.mark.parametrize(
    "path", [XUM, ".oxo-flow/skills/a.skill.toml", ".oxo-flow/ai.toml", ".claude-plugin/plugin.json"]
)
def test_no_input_ends_in_a_traceback(project, content, path):
    project.write(path, content)
    done = project.run("--check", "--target", "all", "--format", "json")
    assert done.status in (0, 1)
    assert "internal-error" not in {one["rule"] for one in json.loads(done.out)["findings"]}


def test_the_checker_imports_no_protocol_and_no_model(project):
    project.write(XUM, BROKEN)
    code = (
        "import sys; from skill_lsp import cli; cli.run(['--check', '--no-cache']);"
        "print(sorted({'pygls', 'lsprotocol', 'pydantic', 'rich', 'pathspec', 'asyncio'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=project.directory, capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize(
    ("content", "target"),
    [
        (CLEAN, "all"),
        # all but OpenCode, which reads such a value again as a block
        (BROKEN, "agent-skills,claude-ai,claude-code,codex,cursor,gemini-cli,goose,oxo-flow,vscode,xum"),
    ],
)
def test_simple_frontmatter_is_read_without_a_yaml_parser(project, content, target):
    project.write(XUM, content)
    code = (
        f"import sys; from skill_lsp import cli; cli.run(['--check', '--no-cache', '--target', {target!r}]);"
        "print('yaml' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=project.directory, capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-1] == "False"


def test_a_closed_pipe_is_no_error(project):
    for number in range(300):
        project.write(f".xum/skills/s{number}/SKILL.md", BROKEN)
    command = f"{sys.executable} -m skill_lsp --check | head -1"
    done = subprocess.run(["bash", "-c", command], cwd=project.directory, capture_output=True, text=True, check=True)
    assert done.stderr == ""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_output_that_cannot_be_written_is_told(project):
    project.write(XUM, BROKEN)
    command = [sys.executable, "-m", "skill_lsp", "--check", "--no-cache", str(project.directory)]
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, done.stderr) == (2, "skill-lsp: cannot write the output: No space left on device\n")


def test_output_that_is_closed_changes_no_status(project):
    project.write(XUM, BROKEN)
    command = f"{sys.executable} -m skill_lsp --check --no-cache {project.directory} >&-"
    done = subprocess.run(["sh", "-c", command], stderr=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, done.stderr) == (1, "")
