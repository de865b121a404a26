"""The hooks of this repository, run by the real pre-commit on a git repository made here."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from tests.cli.conftest import BROKEN, CLEAN

ROOT = Path(__file__).parent.parent.parent
FIXED = BROKEN.replace("Use when: tides matter.", '"Use when: tides matter."')
PATH = ".xum/skills/tide-table/SKILL.md"


def _git(directory, *words):
    subprocess.run(["git", "-c", "user.name=t", "-c", "user.email=t@example.com", *words], cwd=directory, check=True)


@pytest.fixture
def checkout(tmp_path):
    """A repository that uses the hooks. They come from a copy of `.pre-commit-hooks.yaml` that runs the command of this
    environment: pre-commit would build an environment from the network otherwise."""
    hooks = tmp_path / "hooks"
    hooks.mkdir()
    command = f"{sys.executable} -m skill_lsp --check"
    text = (ROOT / ".pre-commit-hooks.yaml").read_text()
    text = text.replace("entry: skill-lsp --check", f"entry: {command}").replace("language: python", "language: system")
    (hooks / ".pre-commit-hooks.yaml").write_text(text)
    _git(hooks, "init", "-q")
    _git(hooks, "add", ".")
    _git(hooks, "commit", "-qm", "hooks")
    work = tmp_path / "work"
    work.mkdir()
    _git(work, "init", "-q")
    revision = subprocess.run(
        ["git", "rev-parse", "HEAD"], cwd=hooks, capture_output=True, text=True, check=True
    ).stdout
    (work / ".pre-commit-config.yaml").write_text(
        f"repos:\n- repo: {hooks}\n  rev: {revision.strip()}\n  hooks: [{{id: skill-lsp}}, {{id: skill-lsp-fix}}]\n"
    )
    return work


def _run(checkout, hook):
    _git(checkout, "add", ".")
    environment = {**os.environ, "PRE_COMMIT_HOME": str(checkout.parent / "home"), "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "pre_commit", "run", hook, "--color", "never"]
    done = subprocess.run(command, cwd=checkout, env=environment, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def _write(checkout, content):
    path = checkout / PATH
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content)
    return path


def test_a_clean_skill_passes(checkout):
    _write(checkout, CLEAN)
    (checkout / "README.md").write_text("# Not a skill\n")
    assert _run(checkout, "skill-lsp")[0] == 0


def test_a_broken_skill_is_shown_and_stops_the_commit(checkout):
    _write(checkout, BROKEN)
    status, output = _run(checkout, "skill-lsp")
    assert status == 1
    assert "yaml-plain-colon" in output
    assert PATH in output


def test_the_fixing_hook_fixes(checkout):
    path = _write(checkout, BROKEN)
    status, output = _run(checkout, "skill-lsp-fix")
    assert status == 1, "pre-commit stops where a hook has changed files"
    assert "files were modified by this hook" in output
    assert path.read_text() == FIXED
    assert _run(checkout, "skill-lsp-fix")[0] == 0


def test_files_of_no_interest_do_not_start_it(checkout):
    (checkout / "README.md").write_text("# Not a skill\n")
    status, output = _run(checkout, "skill-lsp")
    assert status == 0
    assert "no files to check" in output


@pytest.mark.parametrize("name", ["skill.md", "Skill.md"])
def test_a_file_of_the_wrong_case_starts_it(name):
    hooks = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())
    assert all(re.search(hook["files"], f".claude/skills/tide-table/{name}") for hook in hooks)
    assert not any(re.search(hook["files"], f".claude/skills/my-{name}") for hook in hooks)


def test_the_hooks_are_valid(checkout):
    done = subprocess.run(
        [sys.executable, "-m", "pre_commit", "validate-manifest", ROOT / ".pre-commit-hooks.yaml"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
