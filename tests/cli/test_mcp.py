"""`skill-lsp mcp`: the tools of a tool skill, and that nothing else ever connects."""

from __future__ import annotations

import json
import socket

import pytest

from skill_lsp import probe
from skill_lsp.cli import run
from tests.probe.servers import running, tide_server


def manifest(directory, name, *requires, kind="tool"):
    path = directory / ".oxo-flow" / "skills" / f"{name}.skill.toml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(
        f'name = "{name}"\nversion = "1.0.0"\ndescription = "d"\nskill_type = "{kind}"\n'
        f"requires = {json.dumps(list(requires))}\nprompt_additions = ['x']\n"
    )
    return path


def test_text(tmp_path, capfd):
    with running(tide_server()) as port:
        path = manifest(tmp_path, "tides", f"mcp://127.0.0.1:{port}/mcp")
        assert run(["mcp", str(path)]) == 0
    lines = capfd.readouterr().out.splitlines()
    assert lines[:3] == [
        f"tides  mcp://127.0.0.1:{port}/mcp",
        f"  mcp_127001_{port}_mcp_read_table  runs without asking  Reads the tide table",
        f"  mcp_127001_{port}_mcp_book_berth  asks before it runs  Books a berth",
    ]


def test_json(tmp_path, capfd):
    with running(tide_server(), json_response=True) as port:
        manifest(tmp_path, "tides", f"mcp://127.0.0.1:{port}/mcp")
        manifest(tmp_path, "plain", kind="knowledge")
        assert run(["mcp", str(tmp_path), "--format", "json"]) == 0
    report = json.loads(capfd.readouterr().out)
    assert report["version"] == 1
    (skill,) = report["skills"]
    assert skill["name"] == "tides"
    assert skill["connected"]
    assert skill["tools"][1] == {
        "name": "book_berth",
        "registered": f"mcp_127001_{port}_mcp_book_berth",
        "runs_unasked": False,
        "description": "Books a berth",
    }


def test_two_skills_whose_tools_are_called_alike(tmp_path, capfd):
    with running(tide_server()) as port:
        manifest(tmp_path, "one", f"mcp://127.0.0.1:{port}/mcp")
        manifest(tmp_path, "two", f"mcp://127.0.0.1:{port}/mcp/")
        run(["mcp", str(tmp_path), "--format", "json"])
    report = json.loads(capfd.readouterr().out)
    assert ["same prefix" in skill["problems"][0]["message"] for skill in report["skills"]] == [True, True]


def test_no_server_is_status_1_and_one_line(tmp_path, capfd):
    path = manifest(tmp_path, "tides", "mcp://mariner:hunter22@127.0.0.1:1/mcp")
    assert run(["mcp", str(path)]) == 1
    out, err = capfd.readouterr()
    assert "no tools: nothing answers at `127.0.0.1`, port 1" in out
    assert "hunter22" not in out + err
    assert "Traceback" not in out + err


@pytest.mark.parametrize("what", ["missing", "knowledge"])
def test_a_wrong_call_is_status_2(what, tmp_path, capfd):
    path = manifest(tmp_path, "plain", kind="knowledge") if what == "knowledge" else tmp_path / "nowhere"
    assert run(["mcp", str(path)]) == 2
    assert capfd.readouterr().err.startswith("skill-lsp: no ")


def test_without_the_extra(tmp_path, capfd, monkeypatch):
    monkeypatch.setattr(probe, "find_spec", lambda name: None)
    assert run(["mcp", str(manifest(tmp_path, "tides", "mcp://127.0.0.1:1/mcp"))]) == 2
    assert capfd.readouterr().err == f"skill-lsp: {probe.MISSING}\n"


@pytest.mark.parametrize(
    "words",
    [
        ["check", "{}"],
        ["hosts", "{}"],
        ["hosts", "{}", "--format", "json"],
        ["list", "{}", "--host", "oxo-flow"],
        ["render", "{}/.oxo-flow/skills/tides.skill.toml", "--host", "oxo-flow"],
        ["explain", "requires-local"],
        ["schema"],
    ],
    ids=lambda words: words[0],
)
def test_no_other_verb_opens_a_socket(words, tmp_path, monkeypatch, capfd):
    def refuse(*_args, **_keywords):
        raise AssertionError("a socket is opened")

    manifest(tmp_path, "tides", "mcp://127.0.0.1:1/mcp")
    monkeypatch.setattr(socket, "socket", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    assert run([word.format(tmp_path) for word in words]) in (0, 1)
