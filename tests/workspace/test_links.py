"""Symbolic links between the roots of hosts, as installers make them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skill_lsp import hosts
from skill_lsp.hosts.reading import Severity
from skill_lsp.rules.run import Run
from tests.workspace.trees import plant, skill

if TYPE_CHECKING:
    from pathlib import Path


def checked(top: Path) -> tuple[Run, dict[str, set[str]]]:
    """The run, and the hosts that the findings of each file name."""
    run = Run()
    named: dict[str, set[str]] = {}
    for finding in run.all_findings(run.found([str(top)])):
        named.setdefault(finding.path.removeprefix(f"{top}/"), set()).update(finding.hosts)
    return run, named


def test_a_linked_skill_is_checked_once_for_all_hosts_that_reach_it(tmp_path: Path):
    content = skill("tide-table").replace(
        "description", "effort: huge\ndescription"
    )  # Claude Code alone reads `effort`
    plant(tmp_path, {
        ".agents/skills/tide-table/SKILL.md": content,
        ".claude/skills/tide-table": "-> ../../.agents/skills/tide-table",
    })  # fmt: skip
    run, named = checked(tmp_path)
    assert run.workspace.paths == [f"{tmp_path}/.agents/skills/tide-table/SKILL.md"]
    assert "claude-code" in named[".agents/skills/tide-table/SKILL.md"]
    assert run.workspace.discovered(hosts.get("claude-code"), run.workspace.paths[0])
    assert run.workspace.discovered(hosts.get("codex"), run.workspace.paths[0])


def test_a_linked_root_works_like_linked_skills(tmp_path: Path):
    plant(tmp_path, {".agents/skills/tide-table/SKILL.md": "*", ".claude/skills": "-> ../.agents/skills"})
    run, _ = checked(tmp_path)
    assert run.workspace.paths == [f"{tmp_path}/.agents/skills/tide-table/SKILL.md"]
    assert run.workspace.discovered(hosts.get("claude-code"), run.workspace.paths[0])


def test_broken_links_are_told_once(tmp_path: Path):
    plant(tmp_path, {
        ".claude/skills/gone": "-> ../../nowhere", ".claude/skills/round": "-> round",
        ".claude/skills/tide-table/SKILL.md": "*", ".claude/skills/tide-table/up": "-> ../..",
    })  # fmt: skip
    run, _ = checked(tmp_path)
    found = run.all_findings(run.workspace.paths)
    assert [(one.rule, one.path.rpartition("/")[2]) for one in found if one.rule == "link-dangling"] == [
        ("link-dangling", "gone"),
        ("link-dangling", "round"),
    ]
    assert run.workspace.paths == [f"{tmp_path}/.claude/skills/tide-table/SKILL.md"]


def test_a_home_opened_by_mistake_is_not_walked(tmp_path: Path):
    plant(tmp_path, {".claude/skills/tide-table/SKILL.md": "*", "projects/a/.claude/skills/b/SKILL.md": "*"})
    run = Run()
    run.workspace._home = str(tmp_path)
    assert run.found([str(tmp_path)]) == [f"{tmp_path}/.claude/skills/tide-table/SKILL.md"]
    assert [one.rule for one in run.survey()] == ["walk-limit"]


def test_a_link_out_of_the_checkout_loses_the_skill_in_a_host_that_contains_links(tmp_path: Path):
    plant(tmp_path, {
        "opt/tide-table/SKILL.md": "*", "repo/.git/": "", "repo/.xum/skills/tide-table": "-> ../../../opt/tide-table",
        "repo/.claude/skills/tide-table": "-> ../../../opt/tide-table",
    })  # fmt: skip
    run, _ = checked(tmp_path / "repo")
    found = [one for one in run.all_findings(run.workspace.paths) if one.rule == "link-escapes"]
    assert [(one.path, dict(one.hosts)) for one in found] == [
        (f"{tmp_path}/repo/.claude/skills/tide-table/SKILL.md", {"xum": Severity.ERROR})
    ]
