"""The editors and the workspace that they open. Everything is installed first; then only loopback is left."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from . import harbour, isolation, provision


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds the option that renews the README's pictures."""
    parser.addoption("--pictures", action="store_true", help="write the screenshots of VS Code to docs/images")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Modules that drive an editor are imported where it is asked for: their drivers are installed there alone."""
    if config.option.markexpr != "not editor" or collection_path.suffix != ".py":
        return None
    return True if "\npytestmark = pytest.mark.editor\n" in collection_path.read_text(encoding="utf-8") else None


@pytest.fixture(scope="session", autouse=True)
def installed_and_offline(request: pytest.FixtureRequest) -> None:
    """Installs the editors where tests of them were asked for, then takes the network away."""
    if any(item.get_closest_marker("editor") for item in request.session.items):
        provision.provision()
        if os.geteuid() == 0:
            isolation.keep_loopback_only()


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    """A fresh workspace with skills of several hosts."""
    return harbour.write_to(tmp_path / "harbour")


@pytest.fixture
def server_environment(tmp_path: Path) -> dict[str, str]:
    """The environment of an editor in a terminal: this skill-lsp on PATH, and a home that is thrown away."""
    here = str(Path(sys.executable).parent)
    return {
        "PATH": f"{here}:/usr/bin:/bin",
        "HOME": str(tmp_path),
        "XDG_CONFIG_HOME": str(tmp_path / "config"),
        "LANG": "C.UTF-8",
        "TERM": "screen-256color",
    }
