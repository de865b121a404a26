"""Puts the server into `bundled/libs` for the .vsix. SKILL_LSP_PLATFORM names another platform than this one.

What lies there is pure Python, so that any Python runs it anywhere. Only PyYAML and pydantic-core have a compiled part;
it comes along for that platform, once for each Python: several builds of a package share a directory, since a Python
loads only the file that carries its own tag. Where none fits, PyYAML reads with its Python code, and pydantic, which
the server imports for a configuration file only, is missed there alone.
"""

from __future__ import annotations

import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

HERE = Path(__file__).resolve().parent
REPOSITORY = HERE.parent.parent
LIBS = HERE / "bundled" / "libs"
SCHEMAS = HERE / "schemas"

PYTHONS = ("3.10", "3.11", "3.12", "3.13", "3.14")
COMPILED = frozenset({"pyyaml", "pydantic-core"})
ONLY_FOR_TERMINALS = frozenset({"rich", "pygments", "markdown-it-py", "mdurl"})
ONLY_FOR_OLD_PYTHONS = ("exceptiongroup",)  # cattrs asks for it below 3.11, whatever Python resolves here

PLATFORMS = {
    "linux-x64": ("manylinux_2_17_x86_64", "manylinux2014_x86_64", "manylinux_2_28_x86_64"),
    "linux-arm64": ("manylinux_2_17_aarch64", "manylinux2014_aarch64", "manylinux_2_28_aarch64"),
    "darwin-x64": ("macosx_10_9_x86_64", "macosx_10_12_x86_64", "macosx_10_13_x86_64"),
    "darwin-arm64": ("macosx_11_0_arm64",),
    "win32-x64": ("win_amd64",),
}


def bundle(target: str) -> None:
    """Fills `bundled/libs` and `schemas` anew."""
    for directory in (LIBS, SCHEMAS):
        shutil.rmtree(directory, ignore_errors=True)
    shutil.copytree(REPOSITORY / "schemas", SCHEMAS)
    with tempfile.TemporaryDirectory() as temporary:
        wheels = Path(temporary)
        _pip("wheel", "--no-deps", "--wheel-dir", wheels, REPOSITORY)
        versions = _resolved(next(wheels.glob("*.whl")), PLATFORMS[target])
        pure = [f"{name}=={version}" for name, version in versions.items() if name not in COMPILED]
        _pip("download", "--no-deps", "--dest", wheels, *_choice(PYTHONS[0], ["any"]), *pure)
        compiled = [f"{name}=={versions[name]}" for name in sorted(COMPILED)]
        for python in PYTHONS:
            _pip("download", "--no-deps", "--dest", wheels, *_choice(python, PLATFORMS[target]), *compiled)
        for wheel in wheels.glob("*.whl"):
            zipfile.ZipFile(wheel).extractall(LIBS)


def _resolved(wheel: Path, platforms: Iterable[str]) -> dict[str, str]:
    """The packages that the server needs, in the newest versions that the oldest Python takes."""
    choice = _choice(PYTHONS[0], platforms)
    dry = ("--dry-run", "--ignore-installed", "--report", "-", "--target", wheel.parent)
    report = _pip("install", *dry, *choice, wheel, *ONLY_FOR_OLD_PYTHONS)
    packages = (each["metadata"] for each in json.loads(report)["install"])
    versions = {each["name"].lower().replace("_", "-"): each["version"] for each in packages}
    return {name: version for name, version in versions.items() if name not in {"skill-lsp", *ONLY_FOR_TERMINALS}}


def _choice(python: str, platforms: Iterable[str]) -> list[str]:
    where = [word for one in platforms for word in ("--platform", one)]
    return ["--only-binary", ":all:", "--implementation", "cp", "--python-version", python, *where]


def _pip(*words: str | Path) -> str:
    command = [sys.executable, "-m", "pip", words[0], "--quiet", "--disable-pip-version-check", *words[1:]]
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode:
        sys.exit(f"bundle: pip {words[0]} failed:\n{done.stderr}")
    return done.stdout


def this_platform() -> str:
    """The name that vsce has for the platform of this Python."""
    system = {"Linux": "linux", "Darwin": "darwin", "Windows": "win32"}[platform.system()]
    return f"{system}-{'arm64' if platform.machine().lower() in {'arm64', 'aarch64'} else 'x64'}"


if __name__ == "__main__":
    bundle(os.environ.get("SKILL_LSP_PLATFORM") or this_platform())
