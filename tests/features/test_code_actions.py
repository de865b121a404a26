"""Code actions: quick fixes, all of a kind, the whole file, refactorings, silencing."""

from __future__ import annotations

from dataclasses import replace

import pytest
from lsprotocol import types as lsp

from skill_lsp.features.code_actions import APPLY, FIX_ALL, code_actions, offers
from skill_lsp.features.diagnostics import diagnostics
from skill_lsp.features.uris import path_of

from .situation import COMPLETE, Situation, situation

XUM = ".xum/skills/tide-table/SKILL.md"
CLAUDE = ".claude/skills/tide-table/SKILL.md"
HEAD = "---\nname: tide-table\ndescription: Reads tide tables.\n"


def actions(here: Situation, only: list[str] | None = None) -> dict[str, lsp.CodeAction]:
    selection = lsp.Range(here.position, here.position)
    return {one.title: one for one in code_actions(here.snapshot, here.document, selection, only)}


def applied(here: Situation, edit: lsp.WorkspaceEdit | None) -> dict[str, str]:
    """The content of each changed or created file."""
    assert edit is not None
    assert edit.document_changes is not None
    contents: dict[str, str] = {}
    for change in edit.document_changes:
        if not isinstance(change, lsp.TextDocumentEdit):
            continue
        name = path_of(change.text_document.uri).removeprefix(here.root + "/")
        edits = [one for one in change.edits if isinstance(one, lsp.TextEdit)]
        is_open = change.text_document.uri == here.document.uri
        contents[name] = here.after(edits) if is_open else "".join(one.new_text for one in edits)
    return contents


@pytest.mark.parametrize(
    ("marked", "fixed"),
    [
        (
            HEAD.replace("Reads", "Use wh▮en: it reads") + "---\n",
            HEAD.replace("Reads tide tables.", '"Use when: it reads tide tables."') + "---\n",
        ),
        (HEAD + "advertise: y▮es\n---\n", HEAD + "advertise: true\n---\n"),
        (HEAD + "advertise: y▮es\nuser-invocable: no\n---\n", HEAD + "advertise: true\nuser-invocable: no\n---\n"),
    ],
)
def test_a_quick_fix_repairs_the_place(marked: str, fixed: str) -> None:
    here = situation(XUM, marked)
    preferred = [one for one in actions(here).values() if one.is_preferred]
    assert [one.kind for one in preferred] == [lsp.CodeActionKind.QuickFix]
    assert applied(here, preferred[0].edit) == {XUM: fixed}
    line = here.position.line
    found = diagnostics(here.snapshot, here.document)
    assert preferred[0].diagnostics == [one for one in found if one.range.start.line == line]


def test_all_findings_of_a_kind_are_fixed_at_once() -> None:
    here = situation(XUM, HEAD + "advertise: y▮es\nuser-invocable: no\n---\n")
    action = actions(here)["Fix all 2 findings of value-boolean in this file"]
    assert applied(here, action.edit) == {XUM: HEAD + "advertise: true\nuser-invocable: false\n---\n"}


def test_fix_all_is_given_only_where_it_is_asked_for() -> None:
    here = situation(XUM, HEAD + "advertise: yes\nuser-invocable: no\n---\n")
    assert FIX_ALL not in [one.kind for one in actions(here).values()]
    (action,) = actions(here, ["source.fixAll"]).values()
    assert applied(here, action.edit) == {XUM: HEAD + "advertise: true\nuser-invocable: false\n---\n"}


def test_fix_all_goes_on_where_one_fix_brings_the_next_defect_to_light() -> None:
    broken = "---\nname: tide-table\ndescription: Use when: the tide turns.\nadvertise: yes\n---\nBody.\n"
    here = situation(XUM, broken)
    (action,) = actions(here, ["source.fixAll"]).values()
    after = applied(here, action.edit)[XUM]
    assert after == broken.replace("Use when: the tide turns.", '"Use when: the tide turns."').replace("yes", "true")
    assert actions(situation(XUM, after), ["source.fixAll"]) == {}


@pytest.mark.parametrize(
    ("only", "kinds"),
    [
        ("quickfix", {"quickfix"}),
        ("refactor", {"refactor.rewrite"}),
        ("refactor.rewrite", {"refactor.rewrite"}),
        ("refactor.extract", set()),
        ("source", {FIX_ALL}),
        ("", {"quickfix", "refactor.rewrite", FIX_ALL}),
    ],
)
def test_only_the_kinds_that_are_asked_for(only: str, kinds: set[str]) -> None:
    here = situation(XUM, HEAD + "advertise: y▮es\n---\nBody.\n")
    assert {getattr(one.kind, "value", one.kind) for one in actions(here, [only]).values()} == kinds


def test_a_fix_with_a_rename_needs_a_client_that_renames() -> None:
    marked = HEAD.replace("tide-table", "tide-r▮eader") + "---\nBody.\n"
    can = [one.title for one in actions(situation(XUM, marked)).values()]
    cannot = situation(XUM, marked, client=replace(COMPLETE, rename_files=False))
    less = [one.title for one in actions(cannot).values()]
    assert set(less) <= set(can)
    assert any("tide-table" in title for title in less)


def test_a_finding_is_suppressed_at_its_place() -> None:
    here = situation(XUM, HEAD + "advertise: y▮es\n---\nBody.\n")
    action = actions(here)["Suppress value-boolean here"]
    after = applied(here, action.edit)[XUM]
    assert after == HEAD + "# skill-lsp: ignore[value-boolean]\nadvertise: yes\n---\nBody.\n"
    assert diagnostics(*_again(here, after)) == []


def test_a_finding_in_a_body_is_suppressed_by_an_html_comment() -> None:
    here = situation(XUM, HEAD + "---\nSee [x](go▮ne.md).\n")
    action = actions(here)["Suppress link-missing here"]
    after = applied(here, action.edit)[XUM]
    assert after == HEAD + "---\n<!-- skill-lsp: ignore[link-missing] -->\nSee [x](gone.md).\n"
    assert diagnostics(*_again(here, after)) == []


def test_nothing_is_suppressed_in_json_which_has_no_comments() -> None:
    here = situation(".claude-plugin/plugin.json", '{"name": "tides", "ver▮sion": 1}\n')
    assert [one for one in actions(here) if one.startswith("Suppress")] == []
    assert "Ignore plugin-field in the configuration" in actions(here)


@pytest.mark.parametrize(("applies", "number"), [(True, 1), (False, 0)])
def test_a_client_without_literal_actions_gets_commands(applies: bool, number: int) -> None:
    plain = replace(COMPLETE, action_literals=False, apply_edit=applies)
    here = situation(XUM, HEAD + "advertise: y▮es\n---\nBody.\n", client=plain)
    at = lsp.Range(here.position, here.position)
    found = offers(here.snapshot, here.document, at, ["quickfix"])
    assert all(isinstance(one, lsp.Command) for one in found)
    fixes = [one for one in found if isinstance(one, lsp.Command) and one.title == "Write true"]
    assert len(fixes) == number
    for one in fixes:
        assert one.command == APPLY
        assert applied(here, (one.arguments or [])[1]) == {XUM: HEAD + "advertise: true\n---\nBody.\n"}


def _again(here: Situation, content: str):
    other = situation(XUM, content)
    return other.snapshot, other.document


@pytest.mark.parametrize(
    ("files", "name", "content"),
    [
        ({}, ".skill-lsp.toml", 'ignore = ["value-boolean"]\n'),
        ({".skill-lsp.toml": '# ours\nignore = ["x"]\n'}, ".skill-lsp.toml", ', "value-boolean"'),
        ({"pyproject.toml": "[tool.skill-lsp]\n"}, "pyproject.toml", 'ignore = ["value-boolean"]\n'),
    ],
)
def test_a_rule_is_ignored_in_the_configuration(files: dict[str, str], name: str, content: str) -> None:
    here = situation(XUM, HEAD + "advertise: y▮es\n---\nBody.\n", files)
    assert applied(here, actions(here)["Ignore value-boolean in the configuration"].edit) == {name: content}


# -------------------------------------------------------------------- refactorings


@pytest.mark.parametrize(
    ("path", "marked", "title", "after"),
    [
        (XUM, "pa▮ths: src/*.py, docs/**\n", "Write `paths` as a list", 'paths: ["src/*.py", "docs/**"]\n'),
        (XUM, 'pa▮ths: ["src/*.py", "docs/**"]\n', "Write `paths` as one text", 'paths: "src/*.py, docs/**"\n'),
        (
            CLAUDE,
            "allowed-t▮ools: Read, Bash(git add *)\n",
            "Write `allowed-tools` as a list",
            'allowed-tools: [Read, "Bash(git add *)"]\n',
        ),
        (
            CLAUDE,
            "allowed-t▮ools:\n  - Read\n  - Grep\n",
            "Write `allowed-tools` as one text",
            "allowed-tools: Read, Grep\n",
        ),
        (CLAUDE, "when_to_use: at t▮he sea\n", "Write as quoted text", 'when_to_use: "at the sea"\n'),
        (CLAUDE, 'when_to_use: "at t▮he sea"\n', "Write without quotes", "when_to_use: at the sea\n"),
    ],
)
def test_values_are_rewritten(path: str, marked: str, title: str, after: str) -> None:
    here = situation(path, HEAD + marked + "---\nBody.\n")
    assert applied(here, actions(here)[title].edit) == {path: HEAD + after + "---\nBody.\n"}


def test_a_long_text_is_folded_and_reads_the_same() -> None:
    words = " ".join(["tides"] * 30)
    here = situation(XUM, f"---\nname: tide-table\ndescription: ti▮des {words}\n---\nBody.\n")
    after = applied(here, actions(here)["Write as folded text"].edit)[XUM]
    assert after.startswith("---\nname: tide-table\ndescription: >-\n  tides tides")
    snapshot, document = _again(here, after)
    assert snapshot.readings(document)["xum"].description == f"tides {words}"


@pytest.mark.parametrize("value", ["yes", "1.0", "a: b", "# x", "[a]", "null"])
def test_quotes_stay_where_the_text_needs_them(value: str) -> None:
    here = situation(CLAUDE, HEAD + f'when_to_use: "▮{value}"\n---\nBody.\n')
    assert "Write without quotes" not in actions(here)


def test_a_skill_is_written_as_a_manifest_too() -> None:
    path = ".oxo-flow/skills/qc/SKILL.md"
    here = situation(path, '---\nname: qc\ndescription: Checks "reads".\n---\n\nBody▮ of \\d.\n')
    created = applied(here, actions(here)["Write as qc.skill.toml too"].edit)
    assert created == {
        ".oxo-flow/skills/qc.skill.toml": 'name = "qc"\nversion = "0.1.0"\ndescription = "Checks \\"reads\\"."\n'
        'skill_type = "knowledge"\nprompt_additions = [\n"""\nBody of \\\\d.\n""",\n]\n'
    }


def test_a_manifest_is_written_as_a_skill_too() -> None:
    path = ".oxo-flow/skills/qc.skill.toml"
    source = 'name = "q▮c"\nversion = "1"\ndescription = "Checks: reads"\nskill_type = "knowledge"\n'
    source += 'prompt_additions = ["A", "B"]\n'
    here = situation(path, source)
    created = applied(here, actions(here)["Write as SKILL.md too"].edit)
    assert created == {".oxo-flow/skills/qc/SKILL.md": '---\nname: qc\ndescription: "Checks: reads"\n---\n\nA\n\nB\n'}


SECTIONED = HEAD + "---\n# Tides\n\n## By t▮he sea\n\nSee [map](assets/map.md).\n\n## Else\n\nEnd.\n"


def test_a_section_moves_to_a_file_of_its_own() -> None:
    here = situation(XUM, SECTIONED)
    created = applied(here, actions(here)["Move this section to references/by-the-sea.md"].edit)
    assert created == {
        XUM: HEAD + "---\n# Tides\n\n## By the sea\n\nSee [By the sea](references/by-the-sea.md).\n\n## Else\n\nEnd.\n",
        ".xum/skills/tide-table/references/by-the-sea.md": "## By the sea\n\nSee [map](../assets/map.md).\n",
    }


def test_a_section_with_placeholders_stays() -> None:
    here = situation(XUM, SECTIONED.replace("See [map]", "For $1 see [map]"))
    action = actions(here)["Move this section to references/by-the-sea.md"]
    assert action.edit is None
    assert action.disabled is not None
