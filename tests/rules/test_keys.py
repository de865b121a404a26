"""Keys over all hosts: what is missing, misspelt, read by some, read by nobody."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from skill_lsp.config import Settings
from skill_lsp.hosts.reading import Place, Severity
from skill_lsp.rules import inspection, repair
from skill_lsp.spelling import distance, meant
from skill_lsp.text import Text

if TYPE_CHECKING:
    from skill_lsp.rules.finding import Finding

NAME = "name: tide-table\n"
DESCRIPTION = "description: Reads tides.\n"
CLAUDE = "/srv/.claude/skills/tide-table/SKILL.md"
ANYWHERE = "/srv/skills/tide-table/SKILL.md"
MANIFEST = "/srv/.oxo-flow/skills/tide.skill.toml"


def skill(frontmatter: str) -> str:
    return f"---\n{frontmatter}---\nBody.\n"


def check(text: str, path: str = CLAUDE, targets: tuple[str, ...] = ()) -> list[Finding]:
    found = inspection.findings_of(Text(text), Place(path), Settings(targets=targets))
    return [finding for finding in found if finding.rule.startswith("key-")]


def in_short(text: str, found: list[Finding]) -> list[tuple[str, str, str]]:
    return [(one.rule, text[one.span.start : one.span.end] if one.span else "", one.severity.word) for one in found]


@pytest.mark.parametrize(
    ("word", "key"),
    [
        ("descripton", "description"),
        ("Description", "description"),
        ("user-invokable", "user-invocable"),
        ("user_invocable", "user-invocable"),
        ("userInvocable", "user-invocable"),
        ("disable_model_invocation", "disable-model-invocation"),
        ("allowed_tools", "allowed-tools"),
        ("alowed-tools", "allowed-tools"),
        ("allowed-tool", "allowed-tools"),
        ("nmae", "name"),
        ("“name”", "name"),
        ("argument-hints", "argument-hint"),
        ("path", "paths"),
        ("agents", None),
        ("mode", None),
        ("title", None),
        ("tags", None),
        ("author", None),
        ("category", None),
        ("tool", None),
        ("x", None),
        ("", None),
    ],
)
def test_what_was_meant(word: str, key: str | None) -> None:
    known = (
        "name", "description", "license", "compatibility", "metadata", "allowed-tools", "argument-hint", "arguments",
        "disable-model-invocation", "user-invocable", "context", "agent", "model", "effort", "hooks", "paths", "shell",
    )  # fmt: skip
    assert meant(word, known) == key


def test_of_two_equally_near_keys_none_was_meant() -> None:
    assert meant("hooka", ("hooks", "hooke")) is None


@pytest.mark.parametrize(
    ("one", "other", "steps"), [("name", "nmae", 1), ("paths", "path", 1), ("shell", "model", 3), ("abcd", "abcd", 0)]
)
def test_distance(one: str, other: str, steps: int) -> None:
    assert distance(one, other, 2) == steps


def test_in_its_own_place_a_hosts_key_is_not_spoken_of() -> None:
    frontmatter = NAME + DESCRIPTION + "context: fork\nagent: Explore\nmodel: haiku\neffort: low\nwhen_to_use: Now.\n"
    assert check(skill(frontmatter)) == []


def test_elsewhere_a_key_that_some_host_reads_is_an_info() -> None:
    text = skill(NAME + DESCRIPTION + "argument-hint: harbour\n")
    found = check(text, ANYWHERE)
    assert in_short(text, found) == [("key-unread", "argument-hint", "info")]
    assert found[0].hosts == {"agent-skills": Severity.INFO}


def test_the_specification_asked_by_name_refuses_it() -> None:
    text = skill(NAME + DESCRIPTION + "argument-hint: harbour\n")
    found = check(text, ANYWHERE, ("agent-skills",))
    assert in_short(text, found) == [("key-unread", "argument-hint", "error")]
    assert "Claude Code, VS Code and Xum read `argument-hint`" in found[0].message


@pytest.mark.parametrize(
    ("path", "targets", "severity"),
    [
        (CLAUDE, (), "hint"),
        (ANYWHERE, (), "hint"),
        (ANYWHERE, ("agent-skills",), "error"),
        (CLAUDE, ("codex", "vscode", "gemini-cli"), "hint"),
    ],
)
def test_a_key_that_nobody_reads(path: str, targets: tuple[str, ...], severity: str) -> None:
    text = skill(NAME + DESCRIPTION + "moon-phase: full\n")
    assert in_short(text, check(text, path, targets)) == [("key-unknown", "moon-phase", severity)]


@pytest.mark.parametrize("key", ["license: MIT", "metadata: {a: b}", "compatibility: Linux"])
def test_a_key_that_is_only_carried_along_makes_no_difference(key: str) -> None:
    assert check(skill(NAME + DESCRIPTION + key + "\n"), CLAUDE, ("all",)) == []


def test_a_switch_in_its_default_position_makes_no_difference() -> None:
    text = skill(NAME + DESCRIPTION + "disable-model-invocation: false\n")
    assert check(text, CLAUDE, ("claude-code", "codex", "goose")) == []


def test_a_misspelt_required_key_is_one_error_and_no_cascade() -> None:
    text = skill(NAME + "descripton: Reads tides.\n")
    found = check(text, CLAUDE, ("all",))
    assert in_short(text, found) == [("key-misspelt", "descripton", "error")]
    lost = {host for host, severity in found[0].hosts.items() if severity is Severity.ERROR}
    assert lost == {"agent-skills", "claude-ai", "codex", "gemini-cli", "opencode", "oxo-flow", "xum"}


@pytest.mark.parametrize(
    ("line", "key", "open_door"),
    [
        ("user-invokable: false", "user-invocable", "people"),
        ("disable_model_invocation: true", "disable-model-invocation", "the model"),
        ("disallowed_tools: Bash", "disallowed-tools", "the tools stay available"),
    ],
)
def test_a_misspelt_switch_says_what_it_does_not_protect(line: str, key: str, open_door: str) -> None:
    text = skill(NAME + DESCRIPTION + line + "\n")
    found = check(text)
    assert in_short(text, found) == [("key-misspelt", line.partition(":")[0], "warning")]
    assert open_door in found[0].message
    fix = repair.safe(found[0])
    assert fix is not None
    assert Text(text).edited(edit for _, edit in fix.edits).content == text.replace(line.partition(":")[0], key)


@pytest.mark.parametrize(
    ("frontmatter", "safe"),
    [
        (NAME + DESCRIPTION + "user_invocable: sometimes\n", False),
        (NAME + DESCRIPTION + "user_invocable: false\n", True),
        ("nmae: Another Name\n" + DESCRIPTION, False),
        ("nmae: tide-table\n" + DESCRIPTION, True),
        (NAME + "descripton: Fills <a-b>\n", False),
    ],
)
def test_a_new_name_that_the_value_does_not_fit_is_not_safe(frontmatter: str, safe: bool) -> None:
    found = next(one for one in check(skill(frontmatter), CLAUDE, ("all",)) if one.rule == "key-misspelt")
    assert [fix.safe for fix in found.fixes] == [safe]


def test_a_key_that_stands_there_already_was_not_meant() -> None:
    text = skill(NAME + DESCRIPTION + "Description: Again.\n")
    assert in_short(text, check(text)) == [("key-unknown", "Description", "hint")]


def test_two_missing_keys_are_two_findings_on_the_first_key() -> None:
    text = skill("license: MIT\n")
    found = check(text, CLAUDE, ("codex", "xum", "gemini-cli"))
    assert [(one.rule, one.data) for one in found] == [("key-required", "description"), ("key-required", "name")]
    assert "codex" in found[0].hosts
    assert "codex" not in found[1].hosts


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_the_name_comes_from_the_directory(newline: str) -> None:
    text = skill(DESCRIPTION).replace("\n", newline)
    (found,) = check(text, CLAUDE, ("xum",))
    fix = repair.safe(found)
    assert fix is not None
    fixed = Text(text).edited(edit for _, edit in fix.edits).content
    assert fixed == skill(NAME + DESCRIPTION).replace("\n", newline)


MANIFEST_TEXT = 'name = "tide"\nversion = "1.0.0"\ndescription = "Tides"\nskill_type = "knowledge"\n'


@pytest.mark.parametrize(
    ("before", "after", "severity"),
    [
        ("skill_type", "skill-type", "error"),
        ("description", "descripton", "error"),
        ("version", "Version", "error"),
    ],
)
def test_keys_of_a_manifest_are_renamed_in_the_same_way(before: str, after: str, severity: str) -> None:
    text = MANIFEST_TEXT.replace(before, after)
    found = check(text, MANIFEST)
    assert in_short(text, found) == [("key-misspelt", after, severity)]
    fix = repair.safe(found[0])
    assert fix is not None
    assert Text(text).edited(edit for _, edit in fix.edits).content == MANIFEST_TEXT


def test_an_optional_key_of_a_manifest() -> None:
    text = MANIFEST_TEXT + 'prompt-additions = ["Look at the tide."]\n'
    assert in_short(text, check(text, MANIFEST)) == [("key-misspelt", "prompt-additions", "warning")]


def test_codex_is_told_where_its_own_switch_lies() -> None:
    text = skill(NAME + DESCRIPTION + "disable-model-invocation: true\n")
    (found,) = check(text, CLAUDE, ("claude-code", "codex"))
    assert found.hosts == {"codex": Severity.INFO}
    assert "agents/openai.yaml" in found.message
    assert "the model can load the skill by itself" in found.message


@pytest.mark.parametrize(
    ("targets", "titles"),
    [
        (("codex",), []),
        (("codex", "goose"), ["Move `argument-hint` under `metadata`"]),
        (("codex", "claude-ai"), ["Move `argument-hint` under `metadata`", "Move `moon` under `metadata`"]),
    ],
)
def test_a_key_is_moved_only_where_that_helps(targets: tuple[str, ...], titles: list[str]) -> None:
    found = check(skill(NAME + DESCRIPTION + "argument-hint: x\nmoon: full\n"), ANYWHERE, targets)
    assert [fix.title for finding in found for fix in finding.fixes] == titles
