"""What is drawn on a real terminal: colours, and a progress bar where a check takes long."""

from __future__ import annotations

import os
import pty
import sys

import pytest

from tests.cli.conftest import BROKEN


def _on_a_terminal(directory, environment, code):
    """What a program writes on a pseudo-terminal."""
    child, terminal = pty.fork()
    if child == 0:
        os.chdir(directory)
        os.execve(sys.executable, [sys.executable, "-c", code], {**os.environ, "TERM": "xterm-256color", **environment})
    output = b""
    while True:
        try:
            piece = os.read(terminal, 65536)
        except OSError:
            break
        if not piece:
            break
        output += piece
    os.waitpid(child, 0)
    return output.decode()


CHECK = "from skill_lsp import cli; cli.run(['--check', '--no-cache', '--jobs', '1'])"


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")
def test_colours_on_a_terminal_unless_they_are_refused(project):
    project.write(".xum/skills/tide-table/SKILL.md", BROKEN)
    assert "\x1b[1;31merror" in _on_a_terminal(project.directory, {}, CHECK)
    assert "\x1b[1;31m" not in _on_a_terminal(project.directory, {"NO_COLOR": "1"}, CHECK)


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")
def test_a_bar_for_long_runs_only(project):
    for number in range(5):
        project.write(f".xum/skills/s{number}/SKILL.md", BROKEN)
    assert "5/5" not in _on_a_terminal(project.directory, {}, CHECK)
    impatient = f"from skill_lsp.cli import progress; progress.PATIENCE = 0; {CHECK}"
    assert "5/5" in _on_a_terminal(project.directory, {}, impatient)
