"""The editor and the terminal say the same: one engine, one configuration, one set of reports."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING, Any, TypeAlias

from lsprotocol import types as lsp

from skill_lsp.features.positions import UTF32, span_of
from skill_lsp.features.uris import path_of
from skill_lsp.text import Edit, Text

from .conftest import FULL, write

if TYPE_CHECKING:
    from pathlib import Path

    from .conftest import Editor, Start

TREE = {
    ".git/HEAD": "",
    ".skill-lsp.toml": 'ignore = ["value-boolean"]\nseverity = {link-missing = "error"}\n'
    '[[overrides]]\npaths = ["plain/"]\ntargets = ["codex", "xum"]\n',
    ".xum/skills/tide-table/SKILL.md": "---\nname: other\ndescription: Use when: tides 🌊\nadvertise: yes\n---\n"
    "[x](gone.md)\n",
    ".claude/skills/moon/SKILL.md": "---\nname: moon\ndescription: Moon.\nhoks: {}\n---\nSee ![](é.png) and $1.\n",
    "plain/sun/SKILL.md": "---\nname: sun\ndescription: Sun\nargument-hint: [a] [b]\n---\n# Sun\n",
    ".oxo-flow/skills/qc.skill.toml": 'name = "qc"\nversion = 1.0\ndescription = ""\nskill_type = "knowledge"\n',
    ".oxo-flow/ai.toml": '[ai]\nskills = ["qcc"]\n',
    "flow.oxoflow": "[AI]\nskills = 3\n",
    "kit/.claude-plugin/plugin.json": '{"skills": ["./gone"]}',
}

Shown: TypeAlias = tuple[str, str, str, tuple[int, ...]]
"""A finding: path, rule, severity, range from 0."""

CLEAN = {
    ".git/HEAD": "",
    ".xum/skills/tide-table/SKILL.md": "---\nname: tide-table\ndescription: Reads tide tables.\n---\n"
    "[sea](references/sea.md)\n",
    ".xum/skills/tide-table/references/sea.md": "# Sea\n\nBack to [the skill](../SKILL.md).\n",
    ".xum/skills/moon/SKILL.md": "---\nname: moon\ndescription: Tells the moon's phase.\n---\n"
    "After /tide-table see [it](../tide-table/SKILL.md).\r\n",
    ".oxo-flow/skills/qc.skill.toml": '# ours\nname = "tide-table"\nversion = "1.0.0"\ndescription = "Checks"\n'
    'skill_type = "knowledge"\nprompt_additions = ["A"]\n',
    ".oxo-flow/ai.toml": '[ai]\nskills = ["tide-table"]  # on\n',
    "flow.oxoflow": '[workflow]\nname = "f"\n\n[ai]\nskills = ["tide-table"]\n',
    "kit/.claude-plugin/plugin.json": '{"name": "kit", "skills": ["./more/tide-table"]}\n',
    "kit/more/tide-table/SKILL.md": "---\nname: tide-table\ndescription: Ties knots.\n---\nKnots.\n",
}


def terminal(root: Path, *words: str) -> Any:
    """What a verb prints as JSON."""
    command = [sys.executable, "-m", "skill_lsp", *words, "--format", "json"]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    assert done.returncode in (0, 1), done.stderr
    return json.loads(done.stdout)


def checked(root: Path) -> set[Shown]:
    """The findings of `--check`: path, rule, severity, range from 0."""
    found: set[Shown] = set()
    for one in terminal(root, "check", "--no-cache")["findings"]:
        start, end = one["range"]["start"], one["range"]["end"]
        place = (start["line"] - 1, start["column"] - 1, end["line"] - 1, end["column"] - 1)
        found.add((one["path"], one["rule"], one["severity"], place))
    return found


_WORDS = {1: "error", 2: "warning", 3: "info", 4: "hint"}


def shown(editor: Editor) -> set[Shown]:
    """The same from what the editor was told last about each file."""
    found: set[Shown] = set()
    for told in {one.uri: one for one in editor.published}.values():
        path = path_of(told.uri).removeprefix(f"{editor.root}/")
        for one in told.diagnostics:
            place = (one.range.start.line, one.range.start.character, one.range.end.line, one.range.end.character)
            found.add((path, str(one.code), _WORDS[int(one.severity or 0)], place))
    return found


async def test_the_editor_shows_what_the_check_finds(start: Start, tmp_path: Path) -> None:
    write(tmp_path, TREE)
    wanted = checked(tmp_path)
    assert len({path for path, *_ in wanted}) >= 6
    editor = await start(FULL | {"general": {"positionEncodings": [UTF32]}})
    await editor.until(lambda: shown(editor) == wanted, lambda: f"{shown(editor) ^ wanted}")
    for name in (".xum/skills/tide-table/SKILL.md", "flow.oxoflow", ".oxo-flow/skills/qc.skill.toml"):
        editor.open(name, TREE[name])
        await editor.diagnostics(editor.uri(name))
    await editor.until(lambda: shown(editor) == wanted, lambda: f"{shown(editor) ^ wanted}")


async def test_preview_and_hosts_are_the_reports_of_the_terminal(start: Start, tmp_path: Path) -> None:
    write(tmp_path, TREE)
    editor = await start()
    await editor.settled()
    for name in (".claude/skills/moon/SKILL.md", ".xum/skills/tide-table/SKILL.md"):
        ask = {"uri": editor.uri(name), "host": "claude-code", "arguments": "a b", "as": "user"}
        preview = await editor.client.protocol.send_request_async("skillLsp/preview", ask)
        preview.pop("lines")
        assert preview == terminal(tmp_path, "render", name, "--host", "claude-code", "--args", "a b")
        hosts = await editor.client.protocol.send_request_async("skillLsp/hosts", {"uri": editor.uri(name)})
        hosts["skills"][0]["path"] = name
        assert hosts == terminal(tmp_path, "hosts", name)


def apply(root: Path, edit: lsp.WorkspaceEdit) -> set[str]:
    """Does on the disk what a client does; the names of the files that were edited."""
    edited = set()
    for change in edit.document_changes or []:
        if isinstance(change, lsp.TextDocumentEdit):
            path = root / path_of(change.text_document.uri).removeprefix(f"{root}/")
            text = Text.decode(path.read_bytes())
            edits = [one for one in change.edits if isinstance(one, lsp.TextEdit)]
            after = text.edited(Edit(span_of(text, one.range, UTF32), one.new_text) for one in edits)
            path.write_bytes(after.content.encode())
            edited.add(str(path.relative_to(root)))
        elif isinstance(change, lsp.RenameFile):
            (root / path_of(change.old_uri)).rename(path_of(change.new_uri))
    return edited


async def test_a_rename_leaves_the_check_as_clean_as_before(start: Start, tmp_path: Path) -> None:
    write(tmp_path, CLEAN)
    before = {(rule, severity) for _, rule, severity, _ in checked(tmp_path)}
    editor = await start(FULL | {"general": {"positionEncodings": [UTF32]}})
    await editor.settled()
    name = ".xum/skills/tide-table/SKILL.md"
    uri = editor.open(name, CLEAN[name])
    ask = lsp.RenameParams(lsp.TextDocumentIdentifier(uri), lsp.Position(1, 8), "sea-table")
    edit = await editor.client.text_document_rename_async(ask)
    assert edit is not None
    edited = apply(tmp_path, edit)
    assert {(rule, severity) for _, rule, severity, _ in checked(tmp_path)} == before
    after = {str(path.relative_to(tmp_path)): path for path in tmp_path.rglob("*") if path.is_file()}
    assert sorted(after) == sorted(
        old.replace("skills/tide-table", "skills/sea-table").replace("more/tide-table", "more/sea-table")
        for old in CLEAN
    )
    for old, content in CLEAN.items():
        new = old.replace("skills/tide-table", "skills/sea-table").replace("more/tide-table", "more/sea-table")
        wanted = content.replace("tide-table", "sea-table") if old in edited else content
        assert after[new].read_bytes() == wanted.encode()
