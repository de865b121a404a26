"""Activation lists: where they count, what they may hold, and the skills that they name, on real directory trees."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import pytest

from skill_lsp.config import Settings
from skill_lsp.rules import repair
from skill_lsp.rules.run import Run

if TYPE_CHECKING:
    from pathlib import Path

    from skill_lsp.rules.finding import Finding

QC = 'name = "qc"\nversion = "1.0.0"\ndescription = "d"\nskill_type = "knowledge"\nprompt_additions = ["Ask."]\n'
TIDES = QC.replace('"qc"', '"tides"').replace('"knowledge"', '"tool"') + 'requires = ["mcp://h.example"]\n'
QC_AT = ".oxo-flow/skills/qc.skill.toml"


class Told(NamedTuple):
    rule: str
    severity: str
    characters: str


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def tree(directory: Path, files: dict[str, str]) -> Path:
    for path, content in files.items():
        target = directory / "project" / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(content, encoding="utf-8")
    return directory / "project"


def checked(project: Path, version: str = "") -> tuple[Run, list[Finding]]:
    settings = Settings(targets=("oxo-flow",), versions={"oxo-flow": version} if version else {})
    run = Run(adjust=lambda _: settings)
    return run, run.all_findings(run.found([str(project)]))


def told(directory: Path, files: dict[str, str], path: str, version: str = "") -> list[Told]:
    project = tree(directory, files)
    run, findings = checked(project, version)
    text = run.text_of(str(project / path))
    assert text is not None
    return [
        Told(one.rule, one.severity.word, text[one.span] if one.span else "")
        for one in findings
        if one.path == str(project / path)
    ]


LISTS = {
    '[ai]\nskills = ["qc"]\n': [],
    'ai.skills = ["qc"]\nai.enabled = true\n': [],
    'ai = { enabled = true, skills = ["qc"] }\n': [],
    '[ai]\nskills = "qc"\n': [Told("activation-type", "error", '"qc"')],
    '[ai]\nskills = ["qc", 5]\n': [Told("activation-type", "warning", "5")],
    '[ai]\nenabled = "true"\nskills = ["qc"]\n': [Told("activation-type", "warning", '"true"')],
    '[ai]\nmax_retries = "3"\nskills = ["qc"]\n': [Told("activation-type", "warning", '"3"')],
    '[ai]\nmax_retries = -1\nskills = ["qc"]\n': [Told("activation-type", "warning", "-1")],
    '[AI]\nskills = ["qc"]\n': [Told("activation-table", "error", "AI")],
    '[[ai]]\nskills = ["qc"]\n': [Told("activation-table", "error", "ai")],
    '[workflow]\nname = "w"\n[workflow.ai]\nskills = ["qc"]\n': [Told("activation-table", "error", "ai")],
    '[[rules]]\nname = "r"\n[rules.ai]\nskills = ["qc"]\n': [Told("activation-table", "error", "ai")],
    'skills = ["qc"]\n[workflow]\nname = "w"\n': [Told("activation-table", "warning", "skills")],
    '[ai]\nskils = ["qc"]\n': [Told("activation-key", "error", "skils")],
    '[ai]\nprovider = "claude"\nskills = ["qc"]\n': [Told("activation-inert", "hint", "provider")],
    '[ai]\ntemperature = 0.2\nskills = ["qc"]\n': [Told("activation-inert", "hint", "temperature")],
    '[ai]\napi_key = "0123"\nskills = ["qc"]\n': [Told("activation-secret", "warning", "api_key")],
    '[ai]\nskills = ["qc"\n': [Told("toml-unclosed-array", "error", "[")],
    '[ai]\nskills = ["QC"]\n': [Told("activation-unknown", "warning", '"QC"')],
    '[ai]\nskills = [" qc"]\n': [Told("activation-unknown", "warning", '" qc"')],
    '[ai]\nskills = ["qc", "ghost", "qc"]\n': [Told("activation-unknown", "warning", '"ghost"')],
    '[workflow]\nname = "w"\n': [],
    '[rules]\nai = "no table"\n': [],
}


@pytest.mark.parametrize("content", LISTS)
def test_a_workflow(content, tmp_path):
    assert told(tmp_path, {"w.oxoflow": content, QC_AT: QC}, "w.oxoflow") == LISTS[content]


def test_bare_skills_in_ai_toml(tmp_path):
    files = {".oxo-flow/ai.toml": 'skills = ["qc"]\n', QC_AT: QC}
    assert told(tmp_path, files, ".oxo-flow/ai.toml") == [Told("activation-table", "error", "skills")]


def test_since_0_19(tmp_path):
    files = {"w.oxoflow": '[ai]\ntemperature = 0.2\nteam_profile = "full"\nskills = ["qc"]\n', QC_AT: QC}
    assert told(tmp_path, files, "w.oxoflow", "0.19") == []
    assert told(tmp_path, files, "w.oxoflow") == [
        Told("activation-inert", "hint", "temperature"),
        Told("activation-inert", "hint", "team_profile"),
    ]


FIXED = {
    '[ai]\nskills = "qc"\n': '[ai]\nskills = ["qc"]\n',
    '[ai]\nskills = ["qc", 5]\n': '[ai]\nskills = ["qc", "5"]\n',
    '[ai]\nenabled = "True"\n': "[ai]\nenabled = true\n",
    '[AI]  # c\r\nskills = ["qc"]\r\n': '[ai]  # c\r\nskills = ["qc"]\r\n',
    '[[ai]]\nskills = ["qc"]\n': '[ai]\nskills = ["qc"]\n',
    '[workflow]\nname = "w"\n[workflow.ai]\nskills = ["qc"]\n': '[workflow]\nname = "w"\n[ai]\nskills = ["qc"]\n',
    '[[ai]]\nskills = ["qc"]\n[[ai]]\nskills = []\n': None,
    '[[rules]]\nname = "r"\n[rules.ai]\nskills = ["qc"]\n': None,
    '[ai]\nskils = ["qc"]\n': '[ai]\nskills = ["qc"]\n',
    '[ai]\nskills = ["QC"]\n': '[ai]\nskills = ["qc"]\n',
    '[ai]\nskills = ["qcc"]\n': None,
}


@pytest.mark.parametrize("content", FIXED)
def test_safe_fixes(content, tmp_path):
    project = tree(tmp_path, {"w.oxoflow": "", QC_AT: QC})
    (project / "w.oxoflow").write_bytes(content.encode())
    run, findings = checked(project)
    done = repair.one_round([one for one in findings if one.rule.startswith("activation-")], repair.safe, run.text_of)
    changed = done.texts.get(str(project / "w.oxoflow"))
    assert (changed.content if changed else None) == FIXED[content]


# --------------------------------------------------------------- which skills are meant


def test_a_skill_of_the_home_is_known(tmp_path, home):
    at = home / ".oxo-flow/skills/qc.skill.toml"
    at.parent.mkdir(parents=True)
    at.write_text(QC)
    assert told(tmp_path, {"w.oxoflow": '[ai]\nskills = ["qc"]\n'}, "w.oxoflow") == []


def test_a_workflow_in_a_directory_below_does_not_see_the_skills(tmp_path):
    project = tree(tmp_path, {"flows/w.oxoflow": '[ai]\nskills = ["qc"]\n', QC_AT: QC})
    (finding,) = [one for one in checked(project)[1] if one.path.endswith("w.oxoflow")]
    assert finding.rule == "activation-unknown"
    assert [one.path for one in finding.related] == [str(project / QC_AT)]
    assert "beside this file" in finding.message


def test_a_skill_that_is_dropped_is_named_with_the_reason(tmp_path):
    project = tree(tmp_path, {"w.oxoflow": '[ai]\nskills = ["qc"]\n', QC_AT: QC.replace('version = "1.0.0"\n', "")})
    (finding,) = [one for one in checked(project)[1] if one.path.endswith("w.oxoflow")]
    assert finding.message == "oxo-flow activates nothing for this: it drops the skill `qc`."
    assert [(one.path, one.message) for one in finding.related] == [(str(project / QC_AT), "`version` is missing")]


def test_a_tool_skill_has_no_tools_in_a_workflow(tmp_path):
    files = {"w.oxoflow": '[ai]\nskills = ["tides"]\n', ".oxo-flow/skills/tides.skill.toml": TIDES}
    assert told(tmp_path, files, "w.oxoflow") == [Told("activation-tool", "warning", '"tides"')]
    files = {".oxo-flow/ai.toml": '[ai]\nskills = ["tides"]\n', ".oxo-flow/skills/tides.skill.toml": TIDES}
    assert [one.rule for one in told(tmp_path / "other", files, ".oxo-flow/ai.toml")] == ["activation-scope"]


def test_a_list_in_ai_toml_that_the_workflow_does_not_repeat(tmp_path):
    lists = {
        ".oxo-flow/ai.toml": '[ai]\nskills = ["qc"]\n',
        QC_AT: QC,
        ".oxo-flow/skills/b.skill.toml": QC.replace("qc", "b"),
    }
    alone = told(tmp_path / "alone", lists, ".oxo-flow/ai.toml")
    assert alone == [Told("activation-scope", "hint", "skills")]
    beside = told(tmp_path / "beside", {**lists, "w.oxoflow": '[ai]\nskills = ["b"]\n'}, ".oxo-flow/ai.toml")
    assert beside == [Told("activation-scope", "info", "skills")]


INACTIVE = {
    '[ai]\nskills = ["qc"]\n': [],
    "[ai]\nskills = []\n": [Told("skill-inactive", "hint", '"qc"')],
    '[ai]\nskills = ["QC"]\n': [Told("skill-inactive", "hint", '"qc"')],
}


@pytest.mark.parametrize("content", INACTIVE)
def test_a_skill_that_nothing_activates(content, tmp_path):
    assert told(tmp_path, {"w.oxoflow": content, QC_AT: QC}, QC_AT) == INACTIVE[content]


def test_without_any_list_nothing_is_said(tmp_path):
    assert told(tmp_path, {QC_AT: QC}, QC_AT) == []


def test_a_changed_list_has_its_skills_checked_again(tmp_path):
    from skill_lsp.text import Text

    project = tree(tmp_path, {"w.oxoflow": "[ai]\nskills = []\n", QC_AT: QC})
    run, _ = checked(project)
    again = run.workspace.open(str(project / "w.oxoflow"), Text('[ai]\nskills = ["qc"]\n'))
    assert again == {str(project / "w.oxoflow"), str(project / QC_AT)}
    assert run.findings(str(project / QC_AT)) == []


def test_other_hosts_say_nothing(tmp_path):
    project = tree(tmp_path, {"w.oxoflow": '[AI]\nskills = ["qc"]\n'})
    run = Run(adjust=lambda _: Settings(targets=("xum", "codex")))
    assert run.all_findings(run.found([str(project)])) == []


def test_a_workflow_is_judged_by_its_place(tmp_path):
    project = tree(tmp_path, {"w.oxoflow": '[AI]\nskills = ["qc"]\n'})
    run = Run()
    assert [one.rule for one in run.all_findings(run.found([str(project)]))] == ["activation-table"]
