"""What a walk meets: ignored files, caps, open buffers, files that can't be read."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import pytest

from skill_lsp.steps import finished
from skill_lsp.text import Text
from skill_lsp.workspace import walking
from skill_lsp.workspace.files import Files, Kind, Unreadable, kind_of, read
from tests.workspace.trees import plant, skill

if TYPE_CHECKING:
    from pathlib import Path

KINDS = [
    ("a/SKILL.md", Kind.SKILL),
    ("a/skill.md", Kind.SKILL),
    ("a/SKILL.MD", Kind.SKILL),
    ("a/SKILLS.md", None),
    ("x.skill.toml", Kind.MANIFEST),
    ("x.Skill.TOML", Kind.MANIFEST),
    (".oxo-flow/skills/x.toml", Kind.MANIFEST),
    (".oxo-flow/ai.toml", Kind.ACTIVATION),
    ("ai.toml", None),
    ("main.oxoflow", Kind.WORKFLOW),
    (".claude-plugin/plugin.json", Kind.PLUGIN),
    (".claude-plugin/marketplace.json", Kind.MARKETPLACE),
    ("marketplace.json", None),
    ("a/agents/openai.yaml", Kind.OPENAI),
    ("openai.yaml", None),
    ("skills-lock.json", Kind.LOCK),
    (".claude/skills/notes.md", Kind.FLAT),
    (".claude/skills/README.md", None),
    ("docs/skills/notes.md", None),
]


def walked(top: str, **bounds: Any) -> walking.Walk:
    return finished(walking.walk(top, walking.Bounds(**bounds)))


@pytest.mark.parametrize(("path", "kind"), KINDS)
def test_a_file_is_known_by_its_name_and_place(path: str, kind: Kind | None):
    assert kind_of(f"/w/{path}") is kind


IGNORED = [
    # .gitignore files, and the directories whose SKILL.md the walk still meets
    ({}, ["a", "b/c", "build/d"]),
    ({".gitignore": "build/\n"}, ["a", "b/c"]),
    ({".gitignore": "/b\n# c\n\n"}, ["a", "build/d"]),
    ({".gitignore": "SKILL.md\n", "b/.gitignore": "!SKILL.md\n"}, ["b/c"]),
    ({".gitignore": "*\n!*/\n!a/**\n"}, ["a"]),
    ({"b/.gitignore": "c\n"}, ["a", "build/d"]),
    ({".gitignore": "[\nbuild\n"}, ["a", "b/c"]),
    ({".git/info/exclude": "a\n"}, ["b/c", "build/d"]),
]


@pytest.mark.parametrize(("ignoring", "met"), IGNORED)
def test_gitignore_counts(tmp_path: Path, ignoring: dict[str, str], met: list[str]):
    tree = {f"{one}/SKILL.md": "*" for one in ("a", "b/c", "build/d", "node_modules/e", ".git/f")}
    plant(tmp_path, {**tree, **ignoring})
    found = [one.path.removeprefix(f"{tmp_path}/").removesuffix("/SKILL.md") for one in walked(str(tmp_path)).files]
    assert found == met
    for directory in ("a", "b/c", "build/d", "node_modules/e"):
        path = f"{tmp_path}/{directory}/SKILL.md"
        assert walking.is_left_out(path, str(tmp_path)) == (directory not in met)


def test_gitignore_above_the_folder_counts_up_to_the_checkout(tmp_path: Path):
    plant(tmp_path, {".gitignore": "a\n", "repo/.git/": "", "repo/.gitignore": "b\n", "repo/x/a/SKILL.md": "*",
                     "repo/x/b/SKILL.md": "*"})  # fmt: skip
    found = [one.path for one in walked(f"{tmp_path}/repo/x").files]
    assert found == [f"{tmp_path}/repo/x/a/SKILL.md"]


def test_settings_leave_out_directories(tmp_path: Path):
    plant(tmp_path, {"a/SKILL.md": "*", "b/SKILL.md": "*"})
    walk = walked(str(tmp_path), excluded=lambda path: path.endswith("/b/"))
    assert [one.path for one in walk.files] == [f"{tmp_path}/a/SKILL.md"]


def test_caps_are_told(tmp_path: Path):
    plant(tmp_path, {f"{one}/SKILL.md": "*" for one in "abcdef"})
    few = walked(str(tmp_path), files=3)
    assert len(few.files) == 3
    assert [one.kind for one in few.obstacles] == ["too-many"]
    assert [one.kind for one in walked(str(tmp_path), directories=3).obstacles] == ["too-many"]


def test_a_skill_knows_its_files(tmp_path: Path):
    plant(tmp_path, {"s/SKILL.md": "*", "s/references/a.md": "A", "s/scripts/x.py": "", "s/inner/SKILL.md": "*",
                     "s/inner/b.md": "B", "README.md": "R"})  # fmt: skip
    walk = walked(str(tmp_path))
    assert walk.bundled == {
        f"{tmp_path}/s/SKILL.md": [
            f"{tmp_path}/s/inner/SKILL.md", f"{tmp_path}/s/references/a.md", f"{tmp_path}/s/scripts/x.py",
        ],
        f"{tmp_path}/s/inner/SKILL.md": [f"{tmp_path}/s/inner/b.md"],
    }  # fmt: skip
    kinds = {one.path.removeprefix(f"{tmp_path}/"): one.kind for one in walk.files}
    assert kinds == {
        "s/SKILL.md": Kind.SKILL, "s/inner/SKILL.md": Kind.SKILL, "s/inner/b.md": Kind.REFERENCE,
        "s/references/a.md": Kind.REFERENCE,
    }  # fmt: skip


def test_the_root_of_a_checkout_bundles_nothing(tmp_path: Path):
    plant(tmp_path, {".git/": "", "SKILL.md": skill("tides"), "docs/a.md": "A"})
    walk = walked(str(tmp_path))
    assert walk.bundled == {}
    assert [one.kind for one in walk.files] == [Kind.SKILL]


def test_buffers_lie_over_the_disk(tmp_path: Path):
    files = Files()
    path = f"{tmp_path}/new/SKILL.md"
    assert not files.exists(path)
    files.open(path, Text("draft"))
    assert files.exists(path)
    assert files.is_directory(f"{tmp_path}/new")
    assert [item.name for item in files.items(str(tmp_path))] == ["new"]
    assert [one.path for one in finished(files.walking(str(tmp_path), walking.Bounds())).files] == [path]
    files.close(path)
    assert not files.exists(path)
    assert not files.is_directory(f"{tmp_path}/new")


def test_what_cannot_be_read_says_why(tmp_path: Path):
    (tmp_path / "d").mkdir()
    os.mkfifo(tmp_path / "pipe")
    for path, kind in (("gone", "missing"), ("d", "directory"), ("pipe", "refused")):
        text = read(f"{tmp_path}/{path}")
        assert isinstance(text, Unreadable)
        assert text.kind == kind
    assert isinstance(read("/with\0nul"), Unreadable)
