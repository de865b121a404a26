"""The nineteen places where hosts contradict one another: each gives a finding that names who does what."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

import pytest

import skill_lsp
from skill_lsp import cli, hosts
from skill_lsp.config import Settings
from skill_lsp.hosts.host import Collision
from skill_lsp.hosts.reading import Place
from skill_lsp.rules import inspection
from skill_lsp.text import Text

if TYPE_CHECKING:
    from pathlib import Path

    from skill_lsp.rules.finding import Finding

HEAD = "---\nname: tide-table\ndescription: Reads tides.\n"


class Entry(NamedTuple):
    """A contradiction: a skill, the rule that shows it, the characters it stands on, and who gets which severity."""

    number: int
    text: str
    rule: str
    characters: str
    severities: dict[str, str]
    directory: str = "tide-table"


ENTRIES = [
    Entry(
        1,
        HEAD + "---\nUse $1 first.\n",
        "argument-base",
        "$1",
        {"claude-code": "info", "xum": "info", "goose": "info", "opencode": "info"},
    ),
    Entry(
        2,
        HEAD + "---\n- Diff: !`git diff`\n",
        "directive-line",
        "!`git diff`",
        {"xum": "info"},
    ),
    Entry(
        2,
        HEAD + "---\n- Diff: !`git diff`\n",
        "directive-host",
        "!`git diff`",
        {"codex": "info", "gemini-cli": "info", "goose": "info", "vscode": "info"},
    ),
    Entry(3, HEAD + "---\n```!\ndate\n```\n", "directive-fenced", "```!", {"xum": "info", "opencode": "info"}),
    Entry(
        5,
        HEAD + "---\nCosts \\$1.00\n",
        "argument-escape",
        "$1",
        {"xum": "warning", "goose": "warning", "opencode": "warning"},
    ),
    Entry(
        6,
        "---\nname: harbour\ndescription: Reads tides.\n---\nBody.\n",
        "name-directory",
        "harbour",
        {
            "agent-skills": "error",
            "xum": "error",
            "vscode": "warning",
            "opencode": "warning",
            "cursor": "warning",
            "claude-code": "info",
        },
    ),
    Entry(
        8,
        "---\nname: прилив\ndescription: Reads tides.\n---\nBody.\n",
        "name-format",
        "прилив",
        {"claude-ai": "error", "xum": "error", "vscode": "error", "opencode": "warning", "cursor": "warning"},
        "прилив",
    ),
    Entry(
        8,
        "---\nname: ज्वार\ndescription: Reads tides.\n---\nBody.\n",
        "name-format",
        "ज्वार",
        {"agent-skills": "error", "claude-ai": "error", "xum": "error"},
        "ज्वार",
    ),
    Entry(
        9,
        f"---\nname: tide-table\ndescription: {'x' * 1025}\n---\nBody.\n",
        "description-length",
        "x" * 1025,
        {
            "codex": "error",
            "xum": "error",
            "agent-skills": "error",
            "claude-ai": "error",
            "vscode": "warning",
            "opencode": "warning",
        },
    ),
    Entry(
        10,
        "---\nname: tide-table\ndescription: Fills <tide-chart>.\n---\nBody.\n",
        "description-tags",
        "<tide-chart>",
        {"claude-ai": "error", "vscode": "warning"},
    ),
    Entry(
        11,
        HEAD + "argument-hint: harbour\n---\nBody.\n",
        "key-unread",
        "argument-hint",
        {"agent-skills": "error", "claude-ai": "error", "codex": "info", "goose": "info"},
    ),
    Entry(
        11,
        HEAD + "moon-phase: full\n---\nBody.\n",
        "key-unknown",
        "moon-phase",
        {"agent-skills": "error", "claude-ai": "error", "codex": "hint", "vscode": "hint", "claude-code": "hint"},
    ),
    Entry(
        13,
        HEAD + "disable-model-invocation: true\n---\nBody.\n",
        "key-unread",
        "disable-model-invocation",
        {"codex": "info", "gemini-cli": "info", "goose": "info", "opencode": "info"},
    ),
    Entry(
        13,
        HEAD + "advertise: false\n---\nBody.\n",
        "key-unread",
        "advertise",
        {"claude-code": "info", "codex": "info", "vscode": "info"},
    ),
    Entry(
        14,
        HEAD + "arguments: harbour\n---\n$harbour\n",
        "key-unread",
        "arguments",
        {"goose": "info", "xum": "info"},
    ),
    Entry(
        14,
        HEAD + "metadata:\n  arguments: harbour\n---\n$harbour\n",
        "key-nested",
        "arguments",
        {"claude-code": "info"},
    ),
    Entry(
        16,
        HEAD + "argument-hint: [ship] [harbour]\n---\nBody.\n",
        "yaml-text-after-flow",
        "[harbour]",
        {"codex": "error", "goose": "error", "xum": "error", "claude-code": "warning"},
    ),
    Entry(
        17,
        HEAD + 'compatibility: ""\n---\nBody.\n',
        "value-length",
        '""',
        {"xum": "error", "agent-skills": "info"},
    ),
    Entry(
        18,
        HEAD + "user-invokable: false\n---\nBody.\n",
        "key-misspelt",
        "user-invokable",
        {"claude-code": "warning", "vscode": "info", "xum": "warning", "agent-skills": "error"},
    ),
]


def check(text: str, directory: str = "tide-table", file: str = "SKILL.md") -> list[Finding]:
    place = Place(f"/srv/.claude/skills/{directory}/{file}")
    return inspection.findings_of(Text(text), place, Settings(targets=("all",)))


@pytest.mark.parametrize("entry", ENTRIES, ids=[f"{entry.number}-{entry.rule}" for entry in ENTRIES])
def test_contradiction(entry: Entry) -> None:
    found = [finding for finding in check(entry.text, entry.directory) if finding.rule == entry.rule]
    assert [entry.text[one.span.start : one.span.end] for one in found if one.span] == [entry.characters]
    severities = {host: severity.word for host, severity in found[0].hosts.items()}
    assert {host: severities.get(host) for host in entry.severities} == entry.severities
    for host, severity in severities.items():
        named = hosts.get(host).title.removeprefix("the ") in found[0].message
        assert named or severity == "hint", "the message names every host that does something about it"


def test_4_a_missing_argument_stays_or_goes() -> None:
    """`$2` without a second argument: Claude Code leaves it, Xum and goose put nothing there."""
    from skill_lsp.hosts.body import Invocation
    from skill_lsp.syntax.skill import SkillMd

    document = SkillMd(Text(HEAD + "---\nUse $2 and $0.\n"))
    place = Place("/srv/skills/tide-table/SKILL.md")
    given = {name: hosts.get(name).expand(document, place, Invocation("a")).text for name in ("claude-code", "xum")}
    assert given == {"claude-code": "Use $2 and a.\n", "xum": "Use  and $0.\n"}
    by_2_1_163 = hosts.get("claude-code", "2.1.163").expand(document, place, Invocation("a")).text
    assert by_2_1_163 == "Use  and a.\n"
    (told,) = [finding for finding in check(HEAD + "---\nUse $2.\n") if finding.rule == "argument-base"]
    assert "Claude Code puts the third argument here: `$2` stays where none is given." in told.message
    assert "goose and Xum put the second argument here." in told.message


def test_7_who_wins_where_a_name_stands_twice() -> None:
    """Personal before project in Claude Code, the reverse elsewhere; Codex keeps both."""
    first = {host.id: host.roots[0].scope for host in hosts.everyone() if host.roots}
    assert first["claude-code"] == "user"
    assert {first[name] for name in ("xum", "gemini-cli", "opencode", "goose", "vscode")} == {"project"}
    assert hosts.get("codex").collision is Collision.BOTH_KEPT
    assert hosts.get("cursor").collision is Collision.UNKNOWN


def test_7_the_list_says_which_copy_loses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A check does not look into the home, which differs from one person to the next; the list of a host does."""
    for root in ("home/.claude", "home/.agents", "project/.claude", "project/.agents"):
        skill = tmp_path / root / "skills" / "tide-table" / "SKILL.md"
        skill.parent.mkdir(parents=True)
        skill.write_text(f"{HEAD}---\nOf {root}.\n", encoding="utf-8")
    (tmp_path / "project" / ".git").mkdir()
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path / "project")
    states = {}
    for host in ("claude-code", "goose", "codex"):
        assert cli.run(["list", "--host", host, "--format", "json"]) == 0
        skills = json.loads(capsys.readouterr().out)["skills"]
        states[host] = [(one["scope"], one["state"]) for one in skills if one["name"] == "tide-table"]
    assert states == {
        "claude-code": [("user", "used"), ("project", "shadowed")],
        "goose": [("project", "used"), ("project", "shadowed"), ("user", "shadowed"), ("user", "shadowed")],
        "codex": [("project", "used"), ("user", "kept")],
    }


def test_7_a_copy_that_loses_and_one_that_stays(tmp_path: Path) -> None:
    for root in (".agents", ".codex", ".goose"):
        skill = tmp_path / root / "skills" / "tide-table" / "SKILL.md"
        skill.parent.mkdir(parents=True)
        skill.write_text(f"{HEAD}---\nOf {root}.\n", encoding="utf-8")
    found = skill_lsp.check_paths([tmp_path], targets=("goose", "codex"))["findings"]
    told = {(one["path"].split("/")[-4], one["rule"]): one["hosts"] for one in found}
    assert told == {
        (".agents", "skill-duplicate"): {"codex": "warning"},
        (".goose", "skill-shadowed"): {"goose": "info"},
    }


@pytest.mark.parametrize("value", ["Read Bash(git:*)", "Read, Bash(git add *)", "\n  - Read\n  - Bash(git add *)"])
def test_12_all_forms_of_allowed_tools_pass(value: str) -> None:
    found = check(HEAD + f"allowed-tools: {value}\n---\nBody.\n")
    assert {finding.severity.word for finding in found} <= {"info"}


@pytest.mark.parametrize("file", ["skill.md", "Skill.md", "SKILL.MD"])
def test_15_loaders_match_the_file_name_letter_by_letter(file: str) -> None:
    found = [finding for finding in check(HEAD + "---\nBody.\n", file=file) if finding.rule == "file-name-case"]
    assert len(found) == 1
    wanted = {host.id for host in hosts.everyone() if file not in host.file_names}
    assert set(found[0].hosts) == wanted
    assert ("agent-skills" in wanted) is (file != "skill.md")


def test_19_nobody_reads_skill_mdx(tmp_path: Path) -> None:
    assert all("skill.mdx" not in host.file_names and "SKILL.mdx" not in host.file_names for host in hosts.everyone())
    skill = tmp_path / ".claude" / "skills" / "tide-table" / "skill.mdx"
    skill.parent.mkdir(parents=True)
    skill.write_text(f"{HEAD}---\nBody.\n", encoding="utf-8")
    (found,) = skill_lsp.check_paths([tmp_path], targets=("all",))["findings"]
    assert (found["rule"], found["severity"]) == ("file-name", "error")
    assert found["message"].endswith("find no skill here: the file must be called `SKILL.md`, and this is `skill.mdx`.")


def test_every_entry_has_a_test() -> None:
    alone = {int(name.split("_")[1]) for name in globals() if name.startswith("test_") and name[5].isdigit()}
    assert {entry.number for entry in ENTRIES} | alone == set(range(1, 20))
