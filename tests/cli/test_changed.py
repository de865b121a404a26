"""`--changed`: the files that git says changed, and what depends on them."""

from __future__ import annotations

import subprocess

import pytest

from tests.cli.conftest import BROKEN, CLEAN


@pytest.fixture
def checkout(project):
    for name in ("a", "b", "tide-table"):
        project.write(f".xum/skills/{name}/SKILL.md", BROKEN.replace("tide-table", name))
        project.write(f".xum/skills/{name}/references/more.md", "More.\n")
    project.git = lambda *words: subprocess.run(
        ["git", "-c", "user.name=t", "-c", "user.email=t@example.com", *words], cwd=project.directory, check=True
    )
    project.git("init", "-q")
    project.git("add", ".")
    project.git("commit", "-qm", "first")
    return project


def _paths(checkout, *words):
    return {one["path"].split("/")[2] for one in checkout.findings("--select", "yaml-plain-colon", *words)}


def test_nothing_changed(checkout):
    assert _paths(checkout, "--changed") == set()


def test_a_changed_skill(checkout):
    checkout.write(".xum/skills/a/SKILL.md", BROKEN.replace("tide-table", "a") + "More.\n")
    assert _paths(checkout, "--changed") == {"a"}
    assert _paths(checkout, "--changed", ".xum/skills/b") == set()


def test_a_new_skill(checkout):
    checkout.write(".xum/skills/new/SKILL.md", BROKEN.replace("tide-table", "new"))
    assert _paths(checkout, "--changed") == {"new"}


def test_a_changed_reference_checks_its_skill(checkout):
    checkout.write(".xum/skills/b/references/more.md", "Less.\n")
    assert _paths(checkout, "--changed") == {"b"}


def test_a_changed_configuration_checks_everything(checkout):
    checkout.write(".skill-lsp.toml", "ignore = []\n")
    assert _paths(checkout, "--changed") == {"a", "b", "tide-table"}


def test_since_a_revision(checkout):
    checkout.write(".xum/skills/a/SKILL.md", BROKEN.replace("tide-table", "a") + "More.\n")
    checkout.git("commit", "-qam", "second")
    assert _paths(checkout, "--changed") == set()
    assert _paths(checkout, "--changed=HEAD~1") == {"a"}


def test_a_wrong_revision_or_no_checkout(checkout, tmp_path_factory, monkeypatch):
    done = checkout.run("--check", "--changed=nonsense")
    assert done.status == 2
    assert "nonsense" in done.err
    outside = tmp_path_factory.mktemp("outside")
    (outside / "SKILL.md").write_text(CLEAN)
    monkeypatch.chdir(outside)
    done = checkout.run("--check", "--changed")
    assert done.status == 2
    assert done.err == "skill-lsp: --changed: this is no git checkout\n"
