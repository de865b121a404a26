"""Each feature over the wire, once."""

from __future__ import annotations

import copy
import json
from typing import TYPE_CHECKING, Any

import pytest
from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException

from .clients import VSCODE
from .conftest import FULL, write

if TYPE_CHECKING:
    from pathlib import Path

    from .conftest import Editor, Start

SKILL = ".xum/skills/tide-table/SKILL.md"
CLEAN = "---\nname: tide-table\ndescription: Reads tide tables.\n---\n# Use\n\nOf $1.\n"
MANIFEST = ".oxo-flow/skills/qc.skill.toml"


async def test_a_quick_fix_makes_the_finding_go(editor: Editor) -> None:
    uri = editor.open(SKILL, CLEAN.replace("Reads", "Use when: it reads"))
    finding = (await editor.diagnostics(uri))[0]
    ask = lsp.CodeActionParams(lsp.TextDocumentIdentifier(uri), finding.range, lsp.CodeActionContext([]))
    actions = await editor.client.text_document_code_action_async(ask) or []
    action = next(one for one in actions if isinstance(one, lsp.CodeAction) and one.is_preferred)
    assert action.edit is not None
    assert action.edit.document_changes is not None
    change = action.edit.document_changes[0]
    assert isinstance(change, lsp.TextDocumentEdit)
    assert change.text_document.version == 1
    edits = [lsp.TextDocumentContentChangePartial(range=one.range, text=one.new_text) for one in change.edits]  # type: ignore[union-attr]
    assert await editor.rules(uri, editor.change(uri, *edits)) == []


async def test_only_the_latest_of_many_edits_is_published_last(editor: Editor) -> None:
    uri = editor.open(SKILL, CLEAN)
    for number in range(30):
        broken = "Use when: " if number % 2 == 0 else ""
        version = editor.replace(uri, CLEAN.replace("Reads", f"{broken}Reads"))
    assert await editor.rules(uri, version) == []
    versions = [one.version or 0 for one in editor.published if one.uri == uri]
    assert versions == sorted(versions)
    assert versions[-1] == version


async def test_a_closed_document_keeps_what_the_disk_says(start: Start, tmp_path: Path) -> None:
    write(tmp_path, {SKILL: CLEAN})
    editor = await start()
    uri = editor.open(SKILL, CLEAN.replace("name: tide-table", "name: other"))
    assert await editor.rules(uri) == ["name-directory"]
    editor.client.text_document_did_close(lsp.DidCloseTextDocumentParams(lsp.TextDocumentIdentifier(uri)))
    await editor.told(lambda one: one.uri == uri and one.version is None and not one.diagnostics)


async def test_files_that_nobody_opened_are_checked_too(start: Start, tmp_path: Path) -> None:
    write(tmp_path, {SKILL: CLEAN.replace("name: tide-table", "name: other")})
    editor = await start()
    told = await editor.told(lambda one: one.uri == editor.uri(SKILL))
    assert [one.code for one in told.diagnostics] == ["name-directory"]


async def test_a_file_that_is_only_in_the_editor_is_there_until_it_is_closed(start: Start, tmp_path: Path) -> None:
    """Whether a link leads anywhere is asked of the editor before the disk."""
    write(tmp_path, {SKILL: CLEAN + "\nSee [guide](references/guide.md), [all](references/).\n"})
    editor = await start()
    skill, guide = editor.uri(SKILL), ".xum/skills/tide-table/references/guide.md"

    async def missing(count: int) -> None:
        await editor.told(
            lambda one: one.uri == skill and [it.code for it in one.diagnostics].count("link-missing") == count
        )

    await missing(2)
    uri = editor.open(guide, "# Guide\n\n[nothing](nothing.md)\n")
    await missing(0)
    assert await editor.rules(uri) == ["link-missing"]
    editor.client.text_document_did_close(lsp.DidCloseTextDocumentParams(lsp.TextDocumentIdentifier(uri)))
    await missing(2)
    await editor.told(lambda one: one.uri == uri and not one.diagnostics)
    editor.open(guide, "# Guide\n")
    await missing(0)
    write(tmp_path, {guide: "# Guide\n"})
    event = lsp.FileEvent(uri, lsp.FileChangeType.Created)
    editor.client.workspace_did_change_watched_files(lsp.DidChangeWatchedFilesParams([event]))
    editor.client.text_document_did_close(lsp.DidCloseTextDocumentParams(lsp.TextDocumentIdentifier(uri)))
    ask = lsp.DocumentDiagnosticParams(lsp.TextDocumentIdentifier(skill))
    found = await editor.client.text_document_diagnostic_async(ask)
    assert isinstance(found, lsp.RelatedFullDocumentDiagnosticReport)
    assert "link-missing" not in [one.code for one in found.items]


async def test_what_is_opened_while_it_waits_for_a_check_keeps_its_diagnostics(editor: Editor) -> None:
    """Closed, which puts it into the queue, and open again before its turn; it lies in no skill that is known."""
    content = "# Notes\n\n[nothing](nothing.md)\n"
    for _ in range(20):
        uri = editor.open("docs/notes.md", content)
        editor.client.text_document_did_close(lsp.DidCloseTextDocumentParams(lsp.TextDocumentIdentifier(uri)))
    uri = editor.open("docs/notes.md", content)
    asked = lsp.DocumentDiagnosticParams(lsp.TextDocumentIdentifier(uri))
    for _ in range(20):
        found = await editor.client.text_document_diagnostic_async(asked)
    assert isinstance(found, lsp.RelatedFullDocumentDiagnosticReport)
    assert [one.code for one in found.items] == ["link-missing"]
    last = [one for one in editor.published if one.uri == uri][-1]
    assert (last.version, [one.code for one in last.diagnostics]) == (1, ["link-missing"])


async def test_a_directory_that_goes_takes_its_configuration_along(start: Start, tmp_path: Path) -> None:
    broken = CLEAN.replace("name: tide-table", "name: other")
    write(tmp_path, {f"packages/{SKILL}": broken, "packages/.skill-lsp.toml": 'ignore = ["name-directory"]\n'})
    editor = await start()
    await editor.settled()
    (tmp_path / "packages").rename(tmp_path / "old")
    write(tmp_path, {f"packages/{SKILL}": broken})
    files = lsp.RenameFilesParams([lsp.FileRename(editor.uri("packages"), editor.uri("old"))])
    editor.client.workspace_did_rename_files(files)
    await editor.told(
        lambda one: (
            one.uri == editor.uri(f"packages/{SKILL}") and [it.code for it in one.diagnostics] == ["name-directory"]
        )
    )
    assert not any(one.diagnostics for one in editor.published if one.uri == editor.uri(f"old/{SKILL}"))


async def test_a_file_changed_on_the_disk_is_checked_again(start: Start, tmp_path: Path) -> None:
    write(tmp_path, {SKILL: CLEAN.replace("name: tide-table", "name: other")})
    editor = await start()
    await editor.told(lambda one: one.uri == editor.uri(SKILL) and len(one.diagnostics) == 1)
    write(tmp_path, {SKILL: CLEAN})
    event = lsp.FileEvent(editor.uri(SKILL), lsp.FileChangeType.Changed)
    editor.client.workspace_did_change_watched_files(lsp.DidChangeWatchedFilesParams([event]))
    await editor.told(lambda one: one.uri == editor.uri(SKILL) and not one.diagnostics)


async def test_nothing_stays_said_about_files_of_a_skill_that_is_gone(start: Start, tmp_path: Path) -> None:
    guide = ".xum/skills/tide-table/references/guide.md"
    write(tmp_path, {SKILL: CLEAN, guide: "# Guide\n"})
    editor: Editor = await start()
    await editor.told(lambda one: one.uri == editor.uri(guide) and len(one.diagnostics) == 1)
    (tmp_path / SKILL).unlink()
    gone = lsp.FileEvent(editor.uri(SKILL), lsp.FileChangeType.Deleted)
    editor.client.workspace_did_change_watched_files(lsp.DidChangeWatchedFilesParams([gone]))
    await editor.told(lambda one: one.uri == editor.uri(guide) and not one.diagnostics)


async def test_an_activation_is_checked_again_when_its_skill_appears(start: Start, tmp_path: Path) -> None:
    write(tmp_path, {".git/HEAD": ""})
    editor = await start()
    uri = editor.open(".oxo-flow/ai.toml", '[ai]\nskills = ["read-qc"]\n', "toml")
    assert "activation-unknown" in await editor.rules(uri)
    manifest = 'name = "read-qc"\nversion = "1"\ndescription = ""\nskill_type = "knowledge"\nprompt_additions = ["A"]\n'
    write(tmp_path, {MANIFEST: manifest})
    files = lsp.CreateFilesParams([lsp.FileCreate(editor.uri(MANIFEST))])
    editor.client.workspace_did_create_files(files)
    await editor.told(
        lambda one: one.uri == uri and "activation-unknown" not in [found.code for found in one.diagnostics]
    )


async def test_settings_apply_at_once(editor: Editor) -> None:
    uri = editor.open(SKILL, CLEAN.replace("name: tide-table", "name: other"))
    assert await editor.rules(uri) == ["name-directory"]
    settings = lsp.DidChangeConfigurationParams({"skillLsp": {"ignore": ["name-directory"]}})
    editor.client.workspace_did_change_configuration(settings)
    await editor.told(lambda one: one.uri == uri and not one.diagnostics)


async def test_settings_are_asked_for_where_the_client_is_asked(start: Start) -> None:
    capabilities = copy.deepcopy(FULL)
    capabilities["workspace"]["configuration"] = True
    editor = await start(capabilities)
    uri = editor.open(SKILL, CLEAN.replace("name: tide-table", "name: other"))
    assert await editor.rules(uri) == ["name-directory"]
    editor.client.set_configuration({"skillLsp": {"ignore": ["name-directory"]}})
    editor.client.workspace_did_change_configuration(lsp.DidChangeConfigurationParams(None))
    await editor.told(lambda one: one.uri == uri and not one.diagnostics)


async def test_rules_that_the_client_reports_are_left_to_it(start: Start) -> None:
    editor = await start(FULL, options={"clientReports": ["name-directory"]})
    uri = editor.open(SKILL, CLEAN.replace("name: tide-table", "name: other"))
    assert await editor.rules(uri) == []


async def test_a_configuration_file_applies_when_it_is_saved(start: Start, tmp_path: Path) -> None:
    editor = await start()
    uri = editor.open(SKILL, CLEAN.replace("name: tide-table", "name: other"))
    assert await editor.rules(uri) == ["name-directory"]
    write(tmp_path, {".skill-lsp.toml": 'ignore = ["name-directory"]\n'})
    event = lsp.FileEvent(editor.uri(".skill-lsp.toml"), lsp.FileChangeType.Created)
    editor.client.workspace_did_change_watched_files(lsp.DidChangeWatchedFilesParams([event]))
    await editor.told(lambda one: one.uri == uri and not one.diagnostics)


async def test_a_broken_configuration_is_told_and_stops_nothing(start: Start, tmp_path: Path) -> None:
    write(tmp_path, {".skill-lsp.toml": "ignroe = []\n"})
    editor = await start()
    uri = editor.open(SKILL, CLEAN.replace("name: tide-table", "name: other"))
    assert await editor.rules(uri) == ["name-directory"]
    await editor.said("ignroe")


async def test_a_broken_configuration_shows_where_it_is_broken(editor: Editor) -> None:
    uri = editor.open(".skill-lsp.toml", 'ignore = []\nignroe = ["x"]\n', "toml")
    (one,) = await editor.diagnostics(uri)
    assert "ignore" in one.message
    assert one.range == lsp.Range(lsp.Position(1, 0), lsp.Position(1, 6))
    assert await editor.rules(uri, editor.replace(uri, "ignore = []\n")) == []


async def test_folders_come_and_go(start: Start, tmp_path: Path) -> None:
    other = tmp_path / "elsewhere"
    write(tmp_path, {"elsewhere/.xum/skills/a/SKILL.md": CLEAN})
    editor = await start(folders=False)
    folder = lsp.WorkspaceFolder(other.as_uri(), "elsewhere")
    event = lsp.WorkspaceFoldersChangeEvent(added=[folder], removed=[])
    editor.client.workspace_did_change_workspace_folders(lsp.DidChangeWorkspaceFoldersParams(event))
    uri = editor.uri("elsewhere/.xum/skills/a/SKILL.md")
    await editor.told(lambda one: one.uri == uri and len(one.diagnostics) == 1)
    event = lsp.WorkspaceFoldersChangeEvent(added=[], removed=[folder])
    editor.client.workspace_did_change_workspace_folders(lsp.DidChangeWorkspaceFoldersParams(event))
    await editor.told(lambda one: one.uri == uri and not one.diagnostics)


async def test_reading_folders_shows_progress(start: Start, tmp_path: Path) -> None:
    write(tmp_path, {f".xum/skills/s{number}/SKILL.md": CLEAN for number in range(20)})
    editor = await start()
    uri = editor.open(SKILL, CLEAN)
    await editor.diagnostics(uri)
    await editor.told(lambda one: one.uri == editor.uri(".xum/skills/s7/SKILL.md"))
    (reports,) = editor.client.progress_reports.values()
    begin: Any = reports[0]
    assert isinstance(begin, lsp.WorkDoneProgressBegin)
    assert begin.title == "Reading skills"


async def test_workspace_diagnostics_are_pulled(start: Start, tmp_path: Path) -> None:
    write(tmp_path, {SKILL: CLEAN.replace("name: tide-table", "name: other"), ".xum/skills/ok/SKILL.md": "x"})
    editor = await start(VSCODE)
    ask = lsp.WorkspaceDiagnosticParams([])
    while not (report := await editor.client.workspace_diagnostic_async(ask)).items:
        pass
    found = {one.uri: one for one in report.items}
    one = found[editor.uri(SKILL)]
    assert isinstance(one, lsp.WorkspaceFullDocumentDiagnosticReport)
    assert [diagnostic.code for diagnostic in one.items] == ["name-directory"]
    known = lsp.PreviousResultId(one.uri, str(one.result_id))
    again = await editor.client.workspace_diagnostic_async(lsp.WorkspaceDiagnosticParams([known]))
    same = next(report for report in again.items if report.uri == one.uri)
    assert isinstance(same, lsp.WorkspaceUnchangedDocumentDiagnosticReport)


async def test_what_vanished_is_pulled_as_nothing(start: Start, tmp_path: Path) -> None:
    broken = CLEAN.replace("name: tide-table", "name: other")
    write(tmp_path, {SKILL: broken, ".xum/skills/moon/SKILL.md": broken})
    editor = await start(VSCODE)
    ask = lsp.WorkspaceDiagnosticParams([])
    while len((report := await editor.client.workspace_diagnostic_async(ask)).items) < 2:
        pass
    known = [lsp.PreviousResultId(one.uri, one.result_id or "") for one in report.items]
    (tmp_path / SKILL).unlink()
    event = lsp.FileEvent(editor.uri(SKILL), lsp.FileChangeType.Deleted)
    editor.client.workspace_did_change_watched_files(lsp.DidChangeWatchedFilesParams([event]))
    again = await editor.client.workspace_diagnostic_async(lsp.WorkspaceDiagnosticParams(known))
    gone = next(one for one in again.items if one.uri == editor.uri(SKILL))
    assert isinstance(gone, lsp.WorkspaceFullDocumentDiagnosticReport)
    assert list(gone.items) == []
    assert len(again.items) == 2


async def test_what_was_opened_meanwhile_is_not_pulled_with_the_workspace(start: Start, tmp_path: Path) -> None:
    write(tmp_path, {SKILL: CLEAN})
    editor = await start(VSCODE)
    uri = editor.open("notes.md", "# Notes\n")
    known = lsp.PreviousResultId(uri, "of the document itself")
    again = await editor.client.workspace_diagnostic_async(lsp.WorkspaceDiagnosticParams([known]))
    assert uri not in [one.uri for one in again.items]


async def test_completion_is_resolved(editor: Editor) -> None:
    uri = editor.open(SKILL, "---\n\n---\n")
    ask = lsp.CompletionParams(lsp.TextDocumentIdentifier(uri), lsp.Position(1, 0))
    found = await editor.client.text_document_completion_async(ask)
    assert isinstance(found, lsp.CompletionList)
    item = next(one for one in found.items if one.label == "advertise")
    assert item.documentation is None
    resolved = await editor.client.completion_item_resolve_async(item)
    assert isinstance(resolved.documentation, lsp.MarkupContent)
    assert "**Xum**" in resolved.documentation.value


async def test_keys_of_a_plugin_manifest_over_the_wire(editor: Editor) -> None:
    uri = editor.open("kit/.claude-plugin/plugin.json", '{"name": "kit", ""}', "json")
    ask = lsp.CompletionParams(lsp.TextDocumentIdentifier(uri), lsp.Position(0, 17))
    found = await editor.client.text_document_completion_async(ask)
    assert isinstance(found, lsp.CompletionList)
    assert {"skills", "commands", "version"} <= {one.label for one in found.items}
    at = lsp.HoverParams(lsp.TextDocumentIdentifier(uri), lsp.Position(0, 3))
    told = await editor.client.text_document_hover_async(at)
    assert told is not None
    assert isinstance(told.contents, lsp.MarkupContent)
    assert "**Claude Code**: The plugin's name" in told.contents.value


async def test_definition_references_and_symbols(start: Start, tmp_path: Path) -> None:
    moon = ".xum/skills/moon-phase/SKILL.md"
    write(tmp_path, {moon: CLEAN.replace("tide-table", "moon-phase"), ".xum/skills/tide-table/SKILL.md": CLEAN})
    editor = await start()
    await editor.settled()
    uri = editor.open(SKILL, CLEAN + "Then /moon-phase.\n")
    here = lsp.Position(7, 9)
    document = lsp.TextDocumentIdentifier(uri)
    links = await editor.client.text_document_definition_async(lsp.DefinitionParams(document, here))
    assert isinstance(links, list)
    assert [one.target_uri for one in links if isinstance(one, lsp.LocationLink)] == [editor.uri(moon)]
    context = lsp.ReferenceContext(include_declaration=True)
    found = await editor.client.text_document_references_async(lsp.ReferenceParams(context, document, here)) or []
    assert sorted(one.uri for one in found) == sorted([editor.uri(moon), uri])
    symbols = await editor.client.workspace_symbol_async(lsp.WorkspaceSymbolParams("moon")) or []
    assert [one.name for one in symbols] == ["moon-phase"]


async def test_rename_moves_the_directory(start: Start, tmp_path: Path) -> None:
    write(tmp_path, {SKILL: CLEAN})
    editor = await start()
    await editor.settled()
    uri = editor.open(SKILL, CLEAN)
    document, here = lsp.TextDocumentIdentifier(uri), lsp.Position(1, 8)
    prepared = await editor.client.text_document_prepare_rename_async(lsp.PrepareRenameParams(document, here))
    assert isinstance(prepared, lsp.PrepareRenamePlaceholder)
    assert prepared.placeholder == "tide-table"
    edit = await editor.client.text_document_rename_async(lsp.RenameParams(document, here, "sea"))
    assert edit is not None
    moves = [one for one in edit.document_changes or [] if isinstance(one, lsp.RenameFile)]
    assert [(one.old_uri, one.new_uri) for one in moves] == [
        (editor.uri(".xum/skills/tide-table"), editor.uri(".xum/skills/sea"))
    ]
    with pytest.raises(JsonRpcException, match="directory"):
        await editor.client.text_document_rename_async(lsp.RenameParams(document, here, "a/b"))


async def test_a_move_in_the_explorer_is_followed(start: Start, tmp_path: Path) -> None:
    write(tmp_path, {SKILL: CLEAN})
    editor = await start()
    await editor.settled()
    file = lsp.FileRename(editor.uri(".xum/skills/tide-table"), editor.uri(".xum/skills/sea"))
    edit = await editor.client.workspace_will_rename_files_async(lsp.RenameFilesParams([file]))
    assert edit is not None
    (change,) = edit.document_changes or []
    assert isinstance(change, lsp.TextDocumentEdit)
    assert [one.new_text for one in change.edits if isinstance(one, lsp.TextEdit)] == ["sea"]


async def test_fix_all_is_applied_by_the_client(editor: Editor) -> None:
    uri = editor.open(SKILL, CLEAN.replace("---\n# Use", "advertise: yes\nuser-invocable: no\n---\n# Use"))
    await editor.diagnostics(uri)
    command = lsp.ExecuteCommandParams("skillLsp.fixAll", arguments=[uri])
    assert await editor.client.workspace_execute_command_async(command) is True
    (edit,) = editor.applied
    changes = edit.edit.document_changes or []
    assert [one.new_text for one in changes[0].edits] == ["true", "false"]  # type: ignore[union-attr]


async def test_a_code_action_is_a_command_for_a_client_without_literals(start: Start) -> None:
    editor = await start({"workspace": {"applyEdit": True}})
    uri = editor.open(SKILL, CLEAN.replace("---\n# Use", "advertise: yes\n---\n# Use"))
    at = lsp.Range(lsp.Position(3, 12), lsp.Position(3, 12))
    ask = lsp.CodeActionParams(lsp.TextDocumentIdentifier(uri), at, lsp.CodeActionContext([]))
    found = await editor.client.text_document_code_action_async(ask) or []
    assert all(isinstance(one, lsp.Command) for one in found)
    command = next(one for one in found if one.title == "Write true")
    assert isinstance(command, lsp.Command)
    run = lsp.ExecuteCommandParams(command.command, arguments=command.arguments)
    assert await editor.client.workspace_execute_command_async(run) is True
    (told,) = editor.applied
    assert told.label == "Write true"
    assert [one.new_text for one in (told.edit.changes or {})[uri]] == ["true"]


async def test_a_new_skill_is_made_by_the_client(editor: Editor) -> None:
    wanted = {"name": "moon-phase", "host": "xum"}
    run = lsp.ExecuteCommandParams("skillLsp.newSkill", arguments=[wanted])
    uri = await editor.client.workspace_execute_command_async(run)
    assert uri == editor.uri(".xum/skills/moon-phase/SKILL.md")
    made, filled = editor.applied[0].edit.document_changes or []
    assert isinstance(made, lsp.CreateFile)
    assert isinstance(filled, lsp.TextDocumentEdit)
    assert filled.edits[0].new_text.startswith("---\nname: moon-phase\n")  # type: ignore[union-attr]
    assert [one.uri for one in editor.client.shown_documents] == [uri]
    run = lsp.ExecuteCommandParams("skillLsp.newSkill", arguments=["Moon Phase", "xum"])
    with pytest.raises(JsonRpcException, match="name"):
        await editor.client.workspace_execute_command_async(run)


async def test_commands_tell_a_client_without_a_view_of_its_own(editor: Editor) -> None:
    uri = editor.open(SKILL, CLEAN)
    for command, arguments, said in (
        ("skillLsp.hosts", [uri], "✔ Xum loads it as `tide-table`."),
        ("skillLsp.preview", [uri, "xum"], "Of ."),
        ("skillLsp.explain", ["yaml-plain-colon"], "Why:"),
        ("skillLsp.portable", [uri], "Claude Code puts the second argument here"),
    ):
        ask = lsp.ExecuteCommandParams(command, arguments=arguments)
        assert await editor.client.workspace_execute_command_async(ask)
        assert said in editor.client.messages[-1].message


async def test_nothing_but_messages_reaches_stdout(start: Start, tmp_path: Path) -> None:
    """pytest-lsp fails on anything else; the client reads what is left after a noisy start."""
    editor = await start()
    uri = editor.open("notes.md", "# Not ours\n")
    hover = lsp.HoverParams(lsp.TextDocumentIdentifier(uri), lsp.Position(0, 0))
    assert await editor.client.text_document_hover_async(hover) is None
    assert editor.client.error is None


async def test_requests_are_answered_with_json_that_ends_in_the_documents_range(editor: Editor) -> None:
    uri = editor.open(SKILL, CLEAN.replace("\n", "\r\n"))
    ask = lsp.FoldingRangeParams(lsp.TextDocumentIdentifier(uri))
    found = await editor.client.text_document_folding_range_async(ask) or []
    assert [(one.start_line, one.end_line) for one in found] == [(0, 3), (4, 6)]
    assert json.dumps([one.start_line for one in found])


def test_options_are_read_leniently() -> None:
    from skill_lsp.features.client import InlayHints, Preferences

    given: Any = {"targets": "xum, codex", "ignore": 3, "inlayHints": {"globs": False, "x": 1}, "codeLens": "yes"}
    assert Preferences().updated(given) == Preferences(targets=("xum", "codex"), inlay_hints=InlayHints(globs=False))
    assert Preferences().updated(None) == Preferences()


async def test_a_document_that_was_never_saved_is_checked_by_its_name(editor: Editor) -> None:
    item = lsp.TextDocumentItem("untitled:SKILL.md", "skill", 1, "---\nname: Bad Name\n---\nBody.\n")
    editor.client.text_document_did_open(lsp.DidOpenTextDocumentParams(item))
    found = [one.code for one in await editor.diagnostics("untitled:SKILL.md")]
    assert "key-required" in found
    hover = lsp.HoverParams(lsp.TextDocumentIdentifier("untitled:SKILL.md"), lsp.Position(1, 1))
    assert await editor.client.text_document_hover_async(hover) is not None
