"""Running the command line inside the test's process, in a directory of its own."""

from __future__ import annotations

import io
import json
import sys
from types import SimpleNamespace

import pytest

from skill_lsp import cli

CLEAN = "---\nname: tide-table\ndescription: Reads tide tables. Use when planning a crossing.\n---\n\nRead it.\n"
BROKEN = "---\nname: tide-table\ndescription: Use when: tides matter.\n---\n\nRead it.\n"
"""Xum drops it: a colon and a blank in a plain value."""


class Project:
    """A directory with skills, and the command line in it."""

    def __init__(self, directory, capture):
        self.directory = directory
        self._capture = capture

    def write(self, path, content):
        target = self.directory / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content.encode() if isinstance(content, str) else content)
        return target

    def run(self, *words, stdin=None):
        self._capture.readouterr()
        if stdin is not None:
            sys.stdin = io.TextIOWrapper(io.BytesIO(stdin))
        try:
            status = cli.run([str(word) for word in words])
        finally:
            sys.stdin = sys.__stdin__
        out, err = self._capture.readouterr()
        return SimpleNamespace(status=status, out=out.decode(), err=err.decode(), bytes=out)

    def findings(self, *words, **more):
        done = self.run("--check", "--format", "json", *words, **more)
        assert done.status in (0, 1), done.err
        return json.loads(done.out)["findings"]


@pytest.fixture
def project(tmp_path, monkeypatch, capsysbinary):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("NO_COLOR", raising=False)
    return Project(tmp_path, capsysbinary)
