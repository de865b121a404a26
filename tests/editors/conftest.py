"""The editors and the workspace that they open. Everything is installed first; then only loopback is left."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from . import harbour, isolation, provision

if TYPE_CHECKING:
    from pathlib import Path


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
