"""`--fix`, `--unsafe-fixes` and `--diff`: what is written, and what is left alone."""

from __future__ import annotations

import os
import stat
import subprocess

import pytest

from skill_lsp.hosts.reading import Severity
from skill_lsp.rules import repair
from skill_lsp.rules.finding import FileEdit, Finding, Fix, Rename
from skill_lsp.text import Edit, Span, Text
from skill_lsp.workspace import writing
from tests.cli.conftest import BROKEN, CLEAN

XUM = ".xum/skills/tide-table/SKILL.md"
FIXED = BROKEN.replace("Use when: tides matter.", '"Use when: tides matter."')


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_a_safe_fix_keeps_all_else(project, newline):
    path = project.write(
        XUM, "\ufeff".join(["", BROKEN.replace("\n", newline)]) if newline == "\n" else BROKEN.replace("\n", newline)
    )
    path.chmod(0o640)
    done = project.run("--check", "--fix", "--target", "xum")
    assert path.read_bytes().decode().removeprefix("\ufeff") == FIXED.replace("\n", newline)
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert "fixed" in done.out
    assert os.listdir(path.parent) == ["SKILL.md"]


def test_a_second_time_nothing_changes(project):
    path = project.write(XUM, BROKEN)
    project.run("--check", "--fix")
    before = path.stat().st_mtime_ns, path.read_bytes()
    done = project.run("--check", "--fix")
    assert (path.stat().st_mtime_ns, path.read_bytes()) == before
    assert done.out == "1 file checked: nothing found.\n"
    assert done.status == 0


def test_a_link_stays_a_link(project):
    target = project.write("elsewhere/text.md", BROKEN)
    link = project.directory / XUM
    link.parent.mkdir(parents=True)
    link.symlink_to(target)
    project.run("--check", "--fix", XUM)
    assert link.is_symlink()
    assert target.read_text() == FIXED


def test_a_read_only_file_is_left_alone(project):
    path = project.write(XUM, BROKEN)
    path.chmod(0o444)
    done = project.run("--check", "--fix")
    assert done.err == f"skill-lsp: left alone: {XUM}: it is read-only\n"
    assert path.read_text() == BROKEN
    assert done.status == 1
    assert "yaml-plain-colon" in done.out


def test_a_file_that_changed_meanwhile_is_left_alone(project):
    path = project.write(XUM, CLEAN)
    with pytest.raises(writing.LeftAloneError, match="changed meanwhile"):
        writing.replace(str(path), BROKEN.encode(), FIXED.encode())
    assert path.read_text() == CLEAN


def test_diff_writes_nothing_and_git_applies_it(project):
    path = project.write(XUM, BROKEN)
    done = project.run("--check", "--diff")
    assert path.read_text() == BROKEN
    assert done.status == 1
    assert done.out.startswith(f"--- a/{XUM}\n+++ b/{XUM}\n@@ ")
    subprocess.run(["git", "apply", "-"], input=done.bytes, cwd=project.directory, check=True)
    assert path.read_text() == FIXED


@pytest.mark.parametrize(
    "content", [BROKEN.rstrip("\n"), BROKEN.replace("\n", "\r\n"), BROKEN.replace("Read", "R\u2028ea\x0cd")]
)
def test_diff_of_odd_texts_applies_too(project, content):
    path = project.write(XUM, content)
    done = project.run("--check", "--diff")
    subprocess.run(["git", "apply", "-"], input=done.bytes, cwd=project.directory, check=True)
    assert path.read_bytes().decode() == content.replace("Use when: tides matter.", '"Use when: tides matter."')


def test_stdin_to_stdout(project):
    done = project.run("--check", "--fix", "--stdin-filename", XUM, stdin=BROKEN.encode())
    assert done.out == FIXED
    assert "1 finding fixed" in done.err
    assert not (project.directory / XUM).exists()


def test_a_file_of_the_wrong_case_gets_its_name(project):
    path = project.write(".claude/skills/tide-table/skill.md", CLEAN)
    done = project.run("--check", "--diff")
    assert "rename from .claude/skills/tide-table/skill.md\nrename to .claude/skills/tide-table/SKILL.md\n" in done.out
    assert done.err == "1 finding would be fixed in 1 file\n"
    assert path.exists()
    done = project.run("--check", "--fix")
    assert os.listdir(path.parent) == ["SKILL.md"]
    assert done.out == "1 file checked: nothing found. 1 finding fixed.\n"
    assert done.status == 0


def test_unsafe_fixes_only_when_asked_for(project):
    path = project.write(".claude/skills/tide-table.md", CLEAN)
    before = project.run("--check", "--fix")
    assert path.exists()
    assert "1 more with --unsafe-fixes." in before.out
    done = project.run("--check", "--fix", "--unsafe-fixes")
    assert os.listdir(path.parent) == ["tide-table"]
    assert done.status == 0


def test_what_could_not_be_written_is_not_counted_as_fixed(project):
    project.write(XUM, BROKEN).chmod(0o444)
    project.write(XUM.replace("tide-table", "moon"), BROKEN.replace("tide-table", "moon"))
    done = project.run("--check", "--fix")
    assert "2 files checked: 1 error. 1 finding fixed. 1 can be fixed with --fix.\n" in done.out


def _finding(start, end, text, *, severity=Severity.ERROR, rule="r", safe=True, path="f"):
    fix = Fix("t", (FileEdit(None, Edit(Span(start, end), text)),), safe)
    return Finding(rule, path, Span(start, end), "m", severity, fixes=(fix,))


def _applied(content, *findings):
    return repair.one_round(findings, repair.safe, {"f": Text(content)}.get)


@pytest.mark.parametrize(
    ("findings", "content"),
    [
        ([_finding(0, 1, "A"), _finding(3, 4, "D")], "AbcD"),
        ([_finding(0, 2, "X"), _finding(1, 3, "Y", severity=Severity.WARNING)], "Xcd"),
        ([_finding(0, 2, "X", severity=Severity.INFO), _finding(1, 3, "Y")], "aYd"),
        ([_finding(1, 1, "X"), _finding(1, 1, "X", rule="s")], "aXbcd"),
        ([_finding(1, 1, "X"), _finding(1, 1, "Y", rule="s")], "aXbcd"),
        ([_finding(0, 2, "X"), _finding(2, 4, "Y")], "Xcd"),
        ([_finding(0, 9, "X")], None),
        ([_finding(0, 1, "X", safe=False)], None),
    ],
)
def test_what_fits_into_one_round(findings, content):
    done = _applied("abcd", *findings)
    assert done.texts.get("f", Text("")).content == (content or "")


def test_a_fix_is_made_wholly_or_not_at_all():
    two = Fix("t", (FileEdit(None, Edit(Span(0, 1), "X")), FileEdit(None, Edit(Span(3, 4), "Y"))))
    blocked = Finding("r", "f", Span(0, 1), "m", Severity.WARNING, fixes=(two,))
    assert _applied("abcd", _finding(2, 4, "Z"), blocked).texts["f"].content == "abZ"


def test_renames_wait_for_one_another():
    def renaming(old, new):
        return Finding(
            "r", "f", None, "m", Severity.ERROR, fixes=(Fix("t", (), safe=False, renames=(Rename(old, new),)),)
        )

    findings = [renaming("/a", "/b"), renaming("/a/c", "/a/d"), renaming("/x", "/b"), renaming("/y", "/z")]
    done = repair.one_round(findings, repair.unsafe_too, lambda path: None)
    assert done.renames == (Rename("/a", "/b"), Rename("/y", "/z"))
