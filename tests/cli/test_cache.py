"""The cache: what it keeps, what makes it forget, and that nothing can make it lie or fail."""

from __future__ import annotations

import subprocess
import sys

import pytest

from skill_lsp import cache
from tests.cli.conftest import BROKEN, CLEAN

PATH = ".xum/skills/tide-table/SKILL.md"


@pytest.fixture(autouse=True)
def place(tmp_path_factory, monkeypatch):
    place = tmp_path_factory.mktemp("cache")
    monkeypatch.setenv("SKILL_LSP_CACHE_DIR", str(place))
    return place


def _kept(place):
    return [path for path in place.iterdir() if path.name.startswith("check-")]


def _twice(project, monkeypatch):
    """The second of two equal calls, which must not check anything."""
    first = project.run("--check")
    monkeypatch.setattr("skill_lsp.rules.inspection.findings_in", lambda *_: pytest.fail("it was checked again"))
    second = project.run("--check")
    assert (second.status, second.out) == (first.status, first.out)


def test_an_unchanged_tree_is_not_checked_again(project, monkeypatch):
    project.write(PATH, BROKEN)
    _twice(project, monkeypatch)


@pytest.mark.parametrize(
    "change",
    [
        lambda project: project.write(PATH, CLEAN),
        lambda project: project.write(".xum/skills/other/SKILL.md", BROKEN.replace("tide-table", "other")),
        lambda project: project.write(".skill-lsp.toml", "ignore = ['yaml-plain-colon']"),
        lambda project: project.write(".gitignore", ".xum/"),
        lambda project: project.write("../.skill-lsp.toml", "ignore = ['yaml-plain-colon']"),
    ],
)
def test_whatever_changes_the_findings_is_noticed(project, change):
    project.write(PATH, BROKEN)
    before = project.run("--check").out
    change(project)
    after = project.run("--check").out
    assert after != before
    assert after == project.run("--check", "--no-cache").out
    (project.directory.parent / ".skill-lsp.toml").unlink(missing_ok=True)


def test_a_file_that_a_link_leads_to_counts(project):
    project.write(PATH, CLEAN + "\nSee [more](references/more.md).\n")
    before = project.run("--check").out
    assert "link-missing" in before
    project.write(".xum/skills/tide-table/references/more.md", "# More\n")
    assert "link-missing" not in project.run("--check").out


def test_no_cache_neither_reads_nor_writes(project, place):
    project.write(PATH, BROKEN)
    project.run("--check", "--no-cache")
    assert _kept(place) == []


@pytest.mark.parametrize("damage", [b"", b"garbage", None, "flip"])
def test_a_damaged_file_counts_as_absent(project, place, damage):
    project.write(PATH, BROKEN)
    before = project.run("--check").out
    (kept,) = _kept(place)
    content = kept.read_bytes()
    if damage == "flip":
        damage = content[:-5] + bytes([content[-5] ^ 255]) + content[-4:]
    kept.write_bytes(content[: len(content) // 2] if damage is None else damage)
    assert project.run("--check").out == before


def test_a_place_that_cannot_be_written_does_no_harm(project, monkeypatch, tmp_path):
    file = tmp_path / "file"
    file.write_text("")
    monkeypatch.setenv("SKILL_LSP_CACHE_DIR", str(file / "below"))
    project.write(PATH, BROKEN)
    assert project.run("--check").status == 1


def test_only_so_many_are_kept(place):
    for number in range(9):
        cache.store(f"check-{number}", number, [number])
    cache.prune("check-", 4)
    assert len(_kept(place)) == 4


def test_values_come_back_for_the_same_key_only():
    cache.store("name", ("a", 1), {"x": [b"y", None]})
    assert cache.load("name", ("a", 1)) == {"x": [b"y", None]}
    assert cache.load("name", ("a", 2)) is None
    assert cache.load("other", ("a", 1)) is None


def test_many_at_once(project):
    for number in range(20):
        project.write(f".xum/skills/s{number}/SKILL.md", BROKEN.replace("tide-table", f"s{number}"))
    command = [sys.executable, "-m", "skill_lsp", "--check", "--format", "json"]
    running = [subprocess.Popen(command, cwd=project.directory, stdout=subprocess.PIPE) for _ in range(4)]
    assert len({process.communicate()[0] for process in running}) == 1


def test_several_processes_find_the_same(project):
    for number in range(7):
        project.write(f".xum/skills/s{number}/SKILL.md", BROKEN.replace("tide-table", f"s{number}"))
    alone = project.run("--check", "--no-cache", "--jobs", "1").out
    assert project.run("--check", "--no-cache", "--jobs", "3").out == alone
    assert project.run("--check", "--jobs", "3").out == alone
    assert project.run("--check", "--jobs", "2").out == alone
