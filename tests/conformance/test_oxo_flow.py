"""oxo-flow against what its real readers did (b936dc14 with toml 1.1.4): every executed case and generated row."""

from __future__ import annotations

import socket
from typing import TYPE_CHECKING, Any

import pytest

from skill_lsp import hosts
from skill_lsp.hosts import ai_table, mcp_address
from skill_lsp.hosts.oxo_flow import prompt_context, texts_of
from skill_lsp.hosts.reading import Place, Severity
from skill_lsp.probe import connection, inspect
from skill_lsp.probe.report import Listed, judged
from skill_lsp.syntax.activation import Activation
from skill_lsp.syntax.skill import SkillMd, SkillToml
from skill_lsp.text import Text
from skill_lsp.workspace.index import Workspace
from skill_lsp.workspace.projects import server_of
from tests.conformance.cases import checked_by, content, corpus, rows

if TYPE_CHECKING:
    from pathlib import Path

OXO_FLOW = hosts.get("oxo-flow")
CASES = "oxo-flow.jsonl"
_RENAMED = {"prompt_additions": "additions"}


def as_the_host_has_it(document: SkillMd | SkillToml, path: str) -> dict[str, Any]:
    reading = OXO_FLOW.read(document, Place(path))
    lost = any(problem.effect.severity is Severity.ERROR for problem in reading.problems)
    assert reading.loaded or lost, "a skill is never lost without a reason"
    if not reading.loaded:
        return {"loaded": False}
    got = {"loaded": True, **{_RENAMED.get(key, key): value for key, value in reading.values.items()}}
    return {**got, "body": reading.body} if isinstance(document, SkillMd) else got


def compare(got: dict[str, Any], expected: dict[str, Any]) -> None:
    assert got == {key: value for key, value in expected.items() if key not in ("note", "reported", "parser_says")}


@pytest.mark.parametrize("case", checked_by(CASES, "skill_md"))
def test_skill_md(case):
    document = SkillMd(Text.decode(content(case["input"])))
    compare(as_the_host_has_it(document, ".oxo-flow/skills/a/SKILL.md"), case["expect"])


@pytest.mark.parametrize("case", checked_by(CASES, "skill_toml"))
def test_skill_toml(case):
    document = SkillToml(Text.decode(content(case["input"])))
    compare(as_the_host_has_it(document, ".oxo-flow/skills/a.skill.toml"), case["expect"])


def test_generated_skill_md():
    for row in rows("skill-md.jsonl"):
        document = SkillMd(Text.decode(row["text"].encode()))
        compare(as_the_host_has_it(document, f".oxo-flow/skills/{row['dir']}/SKILL.md"), row["oxo-flow"])


def test_real_skill_md():
    for row, real in corpus():
        got = as_the_host_has_it(SkillMd(Text.decode(real)), row["path"])
        got.pop("body", None)
        assert got == row["oxo-flow"], row["path"]


def test_generated_skill_toml():
    for row in rows("skill-toml.jsonl"):
        compare(as_the_host_has_it(SkillToml(Text(row["text"])), ".oxo-flow/skills/a.skill.toml"), row["oxo-flow"])


@pytest.mark.parametrize("case", checked_by(CASES, "mcp_url"))
def test_mcp_url(case):
    expected = case["expect"]
    if not expected["ok"]:
        assert mcp_address.parse(case["input"]) is None
        return
    assert mcp_address.server_name(case["input"]) == expected["server"]
    address = mcp_address.parse(case["input"])
    if address is None:  # the constructor takes it, the selector never offers it
        assert not case["input"].startswith("mcp://")
    else:
        assert address.endpoint == expected["post_to"]
        assert address.prefix == expected["tool_name_prefix"]


def has(config: ai_table.AiConfig | None) -> dict[str, Any] | None:
    return None if config is None else {**config._asdict(), "skills": list(config.skills)}


@pytest.mark.parametrize("case", checked_by(CASES, "ai_table"))
def test_ai_table(case):
    document = Activation(Text(case["input"]))
    assert (not document.toml.problems) == case["expect"]["parse"]
    assert has(ai_table.config(document)) == case["expect"].get("ai")


@pytest.mark.parametrize("case", checked_by(CASES, "merge"))
def test_merge(case):
    earlier, later = (ai_table.config(Activation(Text(case["input"][name]))) for name in ("ai_toml", "workflow"))
    assert earlier is not None
    assert later is not None
    got = has(ai_table.merged(earlier, later))
    expected = {key: value for key, value in case["expect"].items() if key != "note"}
    assert got is not None
    assert {key: got[key] for key in expected} == expected


def tree(directory: Path, files: dict[str, str], links: list[list[str]]) -> None:
    for path, text in files.items():
        target = directory / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8", newline="")
    for link, aim in links:
        (directory / link).parent.mkdir(parents=True, exist_ok=True)
        (directory / link).symlink_to(directory / aim)


def text_in(workspace: Workspace, path: str) -> list[str]:
    reading = workspace.reading(OXO_FLOW, path)
    assert reading is not None
    return [piece.text for piece in texts_of(workspace.document(path), reading)]


@pytest.mark.parametrize("case", checked_by(CASES, "activation"))
def test_activation(case, tmp_path, monkeypatch):
    tree(tmp_path, case["input"]["files"], [])
    (tmp_path / "proj").mkdir(exist_ok=True)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    workspace = Workspace()
    names = Activation(Text(case["input"]["workflow"])).names
    texts = [
        (found.reading.name or "", text_in(workspace, found.path))
        for found in workspace.projects.of(OXO_FLOW, str(tmp_path / "proj")).found
        if found.reading.loaded and found.reading.name in names
    ]
    assert prompt_context(texts) == case["expect"]["prompt_context"]


def loadable(path: str, name: str) -> str:
    if path.endswith("SKILL.md"):
        return f"---\nname: {name}\ndescription: d\n---\nbody\n"
    return f'name = "{name}"\nversion = "1"\ndescription = "d"\nskill_type = "knowledge"\n'


@pytest.mark.parametrize("case", checked_by(CASES, "discovery"))
def test_discovery(case, tmp_path, monkeypatch):
    """The cases give no contents, so what counts is how many skills are found."""
    given = case["input"]
    broken = case["id"] == "oxo-di-17"
    files = {
        path: "name = \n" if broken and path.endswith("/b.skill.toml") else loadable(path, path)
        for path in given["files"]
    }
    tree(tmp_path, files, given["links"])
    (tmp_path / given["project"]).mkdir(parents=True, exist_ok=True)
    monkeypatch.setenv("HOME", str(tmp_path / given["HOME"]))
    project = Workspace().projects.of(OXO_FLOW, str(tmp_path / given["project"]))
    found = [one for one in project.found if one.reading.loaded]
    assert len(found) == len(case["expect"]["found"])


@pytest.mark.parametrize("case", checked_by(CASES, "server"))
def test_which_server_counts(case):
    reading = OXO_FLOW.read(SkillToml(Text(case["input"]["manifest"])), Place(".oxo-flow/skills/t.skill.toml"))
    assert server_of(reading) == case["expect"]["server"]


@pytest.mark.parametrize("case", checked_by(CASES, "versions"))
def test_what_changed_between_versions(case):
    document = Activation(Text(case["input"]["workflow"]))
    for version, rules in case["expect"].items():
        assert [one.rule for one in hosts.get("oxo-flow", version).activation_problems(document)] == rules


@pytest.mark.parametrize("case", checked_by(CASES, "tools"))
def test_tools_of_a_server(case):
    address = mcp_address.parse("mcp://h:1")
    assert address is not None
    listed = [Listed(name, description, read_only) for name, description, read_only in case["input"]["tools"]]
    report = judged(address, case["input"]["version"], listed, None)
    got = {
        "registered": [tool.registered for tool in report.tools],
        "unasked": [tool.name for tool in report.tools if tool.runs_unasked],
        "errors": [one.tool for one in report.remarks if one.severity is Severity.ERROR],
    }
    assert {key: got[key] for key in case["expect"]} == case["expect"]


@pytest.mark.parametrize("case", checked_by(CASES, "pages"))
def test_pages_of_a_list_of_tools(case):
    assert case["expect"]["read"] == connection.MOST_PAGES
    address = mcp_address.parse("mcp://h:1")
    assert address is not None
    listed = [Listed(f"t{page}", "d", read_only=False, page=page) for page in range(case["input"]["pages"])]
    for version, count in case["expect"]["remarks"].items():
        assert len(judged(address, version, listed, None).remarks) == count


@pytest.mark.parametrize("case", checked_by(CASES, "unreachable"))
async def test_a_server_that_is_down(case):
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = str(listener.getsockname()[1])
    report = await inspect(case["input"]["requires"].replace("PORT", port))
    assert report.error == case["expect"]["error"].replace("PORT", port)
