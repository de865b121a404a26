"""What `skill-lsp editor` prints, and that the editors' files say the same as the program."""

from __future__ import annotations

import json
import re
import subprocess

import pytest
import tomli

from skill_lsp import __version__, hosts
from skill_lsp.cli import editor, run

from . import provision

EDITORS = provision.REPOSITORY / "editors"
MANIFEST = json.loads((EDITORS / "vscode" / "package.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", editor.SNIPPETS)
def test_a_snippet_names_the_program_and_can_be_read(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["editor", name]) == 0
    printed = capsys.readouterr().out
    assert re.search("skill.?lsp", printed, re.IGNORECASE)
    kind = editor.SNIPPETS[name].file.rpartition(".")[2]
    if kind in {"json", "sublime-settings"}:
        assert json.loads(printed)
    if kind == "toml":
        assert tomli.loads(printed)


def test_without_a_name_the_editors_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["editor"]) == 0
    assert capsys.readouterr().out.split() == list(editor.SNIPPETS)


def test_an_unknown_editor_is_a_wrong_call(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["editor", "helx"]) == 2
    assert "did you mean `helix`?" in capsys.readouterr().err


def test_a_wheel_carries_every_snippet() -> None:
    project = tomli.loads((provision.REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))
    carried = project["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    wanted = {f"editors/{one.file}": f"skill_lsp/editors/{one.file}" for one in editor.SNIPPETS.values()}
    assert {path: place for path, place in carried.items() if path.startswith("editors/")} == wanted


@pytest.mark.parametrize("directory", sorted(path.name for path in EDITORS.iterdir() if path.is_dir()))
def test_every_editor_has_a_page_of_one_screen(directory: str) -> None:
    lines = (EDITORS / directory / "README.md").read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 40
    assert any(line.startswith("**Install.**") for line in lines)
    assert f"editors/{directory}" in (provision.REPOSITORY / "docs" / "editors.md").read_text(encoding="utf-8")


def test_the_extension_knows_the_hosts_by_the_same_names() -> None:
    source = (EDITORS / "vscode" / "src" / "hosts.ts").read_text(encoding="utf-8")
    block = source[source.index("HOST_NAMES") : source.index("};")]
    named = dict(re.findall(r"^  '?([\w-]+)'?: '([^']+)',$", block, re.MULTILINE))
    titles = {host.id: host.title for host in hosts.everyone()}
    assert named == titles | {"agent-skills": "Agent Skills"}
    settings = MANIFEST["contributes"]["configuration"]["properties"]
    assert set(settings["skillLsp.targets"]["items"]["enum"]) == set(titles)


def test_the_extension_has_the_version_of_the_program_and_schemas_that_exist() -> None:
    assert MANIFEST["version"] == __version__
    for entry in MANIFEST["contributes"]["tomlValidation"]:
        assert (provision.REPOSITORY / entry["url"]).exists()


def test_the_palette_calls_nothing_of_the_server_that_wants_a_document() -> None:
    """VS Code passes no argument from the palette: what is about a file must be a command of the extension's own."""
    source = (EDITORS / "vscode" / "src" / "extension.ts").read_text(encoding="utf-8")
    own = set(re.findall(r"^ +'(skillLsp\.\w+)':", source, re.MULTILINE))
    offered = {one["command"] for one in MANIFEST["contributes"]["commands"]}
    assert offered - own == {"skillLsp.fixWorkspace"}
    about_a_file = {one["command"] for one in MANIFEST["contributes"]["menus"]["commandPalette"]}
    assert about_a_file == {f"skillLsp.{one}" for one in ("preview", "hosts", "portable", "references", "mcp")}
    assert about_a_file <= own


@pytest.mark.editor
def test_the_extension_finds_its_server_in_order() -> None:
    command = ["npm", "test"]
    directory = EDITORS / "vscode"
    done = subprocess.run(
        command, cwd=directory, env=provision.node_environment(), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"^ℹ pass [1-9]", done.stdout, re.MULTILINE)
