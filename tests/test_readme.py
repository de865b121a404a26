"""What the README shows is what the program prints, and what it links to is there."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_example_is_what_the_checker_prints():
    command, *shown = [line[4:] for line in README.split("    $ skill-lsp ")[1].split("\n\n")[0].split("\n")]
    words = README.split("    $ skill-lsp ")[1].split("\n")[0].split()
    run = subprocess.run(
        [sys.executable, "-m", "skill_lsp", *words, "--no-cache"], cwd=ROOT, capture_output=True, encoding="utf-8",
        check=False,
    )  # fmt: skip
    assert command
    assert run.returncode == 1
    assert run.stdout.startswith("\n".join(shown))


@pytest.mark.parametrize("target", sorted(set(re.findall(r"\]\(([^)#]+?)\)", README))))
def test_links_lead_somewhere(target: str):
    assert (ROOT / target).exists()


def test_ci_runs_the_readme_s_test_command():
    section = README.split("\n## Tests\n")[1]
    commands = re.findall(r"^ {4}(.+)$", section, re.MULTILINE)
    assert commands == ["python3 -m venv .venv && .venv/bin/pip install tox && .venv/bin/tox"]
    assert "/^## Tests/,/^## /" in (ROOT / ".ci" / "run").read_text(encoding="utf-8")
