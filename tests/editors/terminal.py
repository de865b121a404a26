"""A program in a terminal of its own, typed into and read off the screen through tmux."""

from __future__ import annotations

import re
import shlex
import subprocess
import time
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

PATIENCE = 20.0  # seconds until something is taken not to appear


class NotSeenError(AssertionError):
    """Something did not appear on the screen; the message shows what stood there."""


@dataclass(frozen=True)
class Terminal:
    """One screen of 120 by 36 characters."""

    socket: Path

    def keys(self, *names: str) -> None:
        """Presses keys by their tmux names (`Enter`, `C-x`, `M-x`)."""
        self._tmux("send-keys", *names)

    def type(self, text: str) -> None:
        """Types a text as it stands."""
        self._tmux("send-keys", "-l", text)

    def screen(self) -> str:
        """What stands on the screen."""
        return self._tmux("capture-pane", "-p")

    def see(self, pattern: str) -> str:
        """Waits until a regular expression matches somewhere on the screen; returns the screen."""
        return self._wait(lambda screen: re.search(pattern, screen, re.MULTILINE) is not None, f"see {pattern!r}")

    def see_no_more(self, pattern: str) -> str:
        """Waits until it matches nowhere."""
        return self._wait(lambda screen: re.search(pattern, screen, re.MULTILINE) is None, f"see no more {pattern!r}")

    def _wait(self, seen: Callable[[str], bool], what: str) -> str:
        end = time.monotonic() + PATIENCE
        screen = self.screen()
        while not seen(screen):
            if time.monotonic() > end:
                raise NotSeenError(f"waited {PATIENCE:.0f} s in vain to {what}; the screen:\n{screen}")
            time.sleep(0.1)
            screen = self.screen()
        return screen

    def _tmux(self, *words: str) -> str:
        command = ["tmux", "-S", str(self.socket), *words]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def see_saved(file: Path, text: str) -> None:
    """Waits until a file holds this text."""
    end = time.monotonic() + PATIENCE
    while text not in file.read_text(encoding="utf-8"):
        if time.monotonic() > end:
            raise NotSeenError(f"{file} was not saved with {text!r}; it holds:\n{file.read_text(encoding='utf-8')}")
        time.sleep(0.1)


@contextmanager
def running(command: list[str], directory: Path, environment: Mapping[str, str]) -> Iterator[Terminal]:
    """Starts a program with exactly this environment; its terminal ends with the block."""
    terminal = Terminal(directory / "tmux")
    words = ["env", "-i", *(f"{name}={value}" for name, value in environment.items()), *command]
    terminal._tmux(
        "-f", "/dev/null", "new-session", "-d", "-x", "120", "-y", "36", "-c", str(directory), shlex.join(words)
    )
    try:
        yield terminal
    finally:
        subprocess.run(["tmux", "-S", str(terminal.socket), "kill-server"], check=False, capture_output=True)
