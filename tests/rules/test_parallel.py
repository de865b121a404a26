"""Several processes say what one says, also where one of them dies or the files have changed meanwhile."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from skill_lsp.rules import parallel
from skill_lsp.rules.run import Run
from skill_lsp.text import Text

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from skill_lsp.rules.finding import Finding
    from skill_lsp.workspace.files import Found
    from skill_lsp.workspace.store import Declare

NUMBER = 40


@pytest.fixture
def trees(tmp_path: Path) -> list[str]:
    """Two folders of skills with findings of single files, across files and of the folders as a whole."""
    for folder in ("one", "other"):
        for at in range(NUMBER):
            skill = tmp_path / folder / ".agents" / "skills" / f"tide-{at}"
            skill.mkdir(parents=True)
            name = f"tide-{at % 30}"
            (skill / "SKILL.md").write_text(
                f"---\nname: {name}\ndescription: Reads the tide tables of harbour number one: {at % 7} for you\n---\n"
                f"See [notes](notes.md) and [more](more.md) for $1.\n"
            )
            (skill / "notes.md").write_text("# Notes\n")
        (tmp_path / folder / ".agents" / "skills" / "gone").symlink_to("nowhere")
    return [f"{tmp_path}/one", f"{tmp_path}/other"]


@pytest.fixture(autouse=True)
def nobody_is_left(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No helper outlives the check."""
    children: list[int] = []
    fork = os.fork

    def noted() -> int:
        child = fork()
        children.append(child)
        return child

    monkeypatch.setattr(os, "fork", noted)
    yield
    assert children
    for child in children:
        with pytest.raises(ChildProcessError):
            os.waitpid(child, os.WNOHANG)


def check(trees: list[str], jobs: int) -> list[Finding]:
    run = Run(jobs=jobs)
    return run.all_findings(run.found(trees))


@pytest.mark.parametrize("jobs", [2, 3, 7, 500])
def test_any_number_says_the_same(trees: list[str], jobs: int) -> None:
    alone = check(trees, 1)
    assert len({finding.rule for finding in alone}) > 3
    assert check(trees, jobs) == alone


def test_a_helper_that_dies_while_it_reads_is_made_up_for(trees: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    alone = check(trees, 1)
    whole = parallel.Team.declared

    def declared(team: parallel.Team, files: list[Found], declare: Declare) -> object:
        if team.is_helper:
            os._exit(9)
        return whole(team, files, declare)

    monkeypatch.setattr(parallel.Team, "declared", declared)
    assert check(trees, 3) == alone


def test_a_helper_that_dies_while_it_checks_is_made_up_for(trees: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    alone = check(trees, 1)
    first, findings = os.getpid(), Run.findings

    def of_file(run: Run, path: str) -> list[Finding]:
        if os.getpid() != first and path.endswith("tide-25/SKILL.md"):
            os._exit(9)
        return findings(run, path)

    monkeypatch.setattr(Run, "findings", of_file)
    assert check(trees, 3) == alone


def test_a_helper_that_fails_to_read_is_made_up_for(trees: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    alone = check(trees, 1)
    whole = parallel.Team.declared

    def declared(team: parallel.Team, files: list[Found], declare: Declare) -> object:
        if team.is_helper:
            raise RuntimeError
        return whole(team, files, declare)

    monkeypatch.setattr(parallel.Team, "declared", declared)
    assert check(trees, 3) == alone


def test_what_has_changed_since_is_known_to_all(trees: list[str]) -> None:
    run = Run(jobs=3)
    paths = run.found(trees)
    path = f"{trees[0]}/.agents/skills/tide-15/SKILL.md"
    run.workspace.open(path, Text("---\nname: tide-15\ndescription: Reads tide tables.\n---\nGo.\n"))
    found = run.all_findings(paths)
    assert found
    assert [one for one in found if one.path == path] == []


def test_helpers_without_work_are_sent_away(trees: list[str]) -> None:
    run = Run(jobs=3)
    paths = run.found(trees)
    run.all_findings(paths[:1])


def test_a_second_check_of_a_run_says_the_same(trees: list[str]) -> None:
    run = Run(jobs=3)
    paths = run.found(trees)
    assert run.all_findings(paths) == run.all_findings(paths)
