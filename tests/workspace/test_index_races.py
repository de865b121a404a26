"""An index that followed a thousand random edits equals one built from scratch."""

from __future__ import annotations

import random
import shutil
from typing import TYPE_CHECKING

import pytest

from skill_lsp.rules.run import Run
from skill_lsp.text import Text
from skill_lsp.workspace.files import Files
from skill_lsp.workspace.index import Workspace

if TYPE_CHECKING:
    from pathlib import Path

NAMES = ("tide-table", "bam-audit", "qc", "log-kit")
ROOTS = (".claude/skills", ".xum/skills", ".agents/skills", ".oxo-flow/skills", "plugins/alpha/skills", "skills")
FILES = ("SKILL.md", "skill.md", "references/a.md", "references/deep/b.md", "scripts/run.sh", "assets/t/SKILL.md")
SINGLE = (
    ".oxo-flow/skills/qc.skill.toml",
    ".oxo-flow/ai.toml",
    "main.oxoflow",
    "plugins/alpha/.claude-plugin/plugin.json",
    "skills-lock.json",
    "SKILL.md",
    "README.md",
    ".claude/skills/flat.md",
    ".gitignore",
)


DESCRIPTIONS = (
    "Reads tide tables of harbours and names the next high water",
    "Audits BAM files for contamination and coverage problems quickly",
)
BODIES = (
    "See [a](references/a.md).",
    "Read `references/deep/b.md` and [b](references/deep/b.md#top).",
    "Run `scripts/run.sh`, then `alpha:qc` and `alpha:tide-table`.",
    "See [x](../log-kit/SKILL.md) and [q](../qc/SKILL.md).",
    "[b](deep/b.md)",
)


def content(path: str, chance: random.Random) -> str:
    name = chance.choice(NAMES)
    if path.endswith(".md"):
        return f"---\nname: {name}\ndescription: {chance.choice(DESCRIPTIONS)}\n---\n{chance.choice(BODIES)}\n"
    if path.endswith((".oxoflow", "ai.toml")):
        return f'[ai]\nskills = ["{name}"]\n'
    if path.endswith(".toml"):
        return f'name = "{name}"\nversion = "1.0.0"\ndescription = "d"\nskill_type = "knowledge"\n'
    if path.endswith(".gitignore"):
        return chance.choice(("", "scripts/\n", "assets/\n", "*.toml\n", "references\n"))
    return '{"name": "alpha", "skills": ["./skills"]}'


class Told(Workspace):
    """A workspace that remembers which files it said are to be checked again."""

    def __init__(self, *, home: str) -> None:
        super().__init__(home=home)
        self.told: set[str] = set()

    def open(self, path: str, text: Text) -> set[str]:
        again = super().open(path, text)
        self.told |= again
        return again

    def update(self, path: str) -> set[str]:
        again = super().update(path)
        self.told |= again
        return again


class Life:
    """Random changes to a tree, told to a workspace as an editor and its file watcher do."""

    def __init__(self, top: Path, seed: int) -> None:
        self.top = top
        self.chance = random.Random(seed)
        self.workspace = Told(home="/nowhere")
        self.workspace.add_folder(str(top))
        self.told = self.workspace.told

    def path(self) -> Path:
        if self.chance.random() < 0.25:
            return self.top / self.chance.choice(SINGLE)
        skill = f"{self.chance.choice(ROOTS)}/{self.chance.choice(NAMES)}"
        return self.top / skill / self.chance.choice(FILES)

    def step(self) -> None:
        kind = self.chance.choice(("write", "write", "write", "delete", "delete-directory", "rename", "open", "close"))
        getattr(self, kind.replace("-", "_"))()

    def write(self) -> None:
        path = self.path()
        made = [one for one in path.parents if not one.exists()]
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.is_dir():
            path.write_text(content(str(path), self.chance), encoding="utf-8")
        if made and self.chance.random() < 0.5:
            self.workspace.update(str(made[-1]))  # some watchers tell of the new directory alone
        else:
            self.workspace.update(str(path))

    def delete(self) -> None:
        path = self.path()
        if path.is_file():
            path.unlink()
            self.workspace.update(str(path))

    def delete_directory(self) -> None:
        path = self.path().parent
        if path.is_dir() and path != self.top:
            shutil.rmtree(path)
            self.workspace.update(str(path))

    def rename(self) -> None:
        old, new = self.path().parent, self.path().parent
        if old.is_dir() and not new.exists() and old != self.top and old not in new.parents and new.parent.is_dir():
            old.rename(new)
            self.workspace.update(str(old))
            self.workspace.update(str(new))

    def open(self) -> None:
        path = self.path()
        self.workspace.open(str(path), Text(content(str(path), self.chance)))

    def close(self) -> None:
        paths = self.workspace.files.open_paths
        if paths:
            self.workspace.close(self.chance.choice(paths))

    def from_scratch(self) -> Workspace:
        files = Files()
        for path in self.workspace.files.open_paths:
            text = self.workspace.files.read(path)
            assert isinstance(text, Text)
            files.open(path, text)
        fresh = Workspace(files=files, home="/nowhere")
        fresh.add_folder(str(self.top))
        return fresh


def seen(workspace: Workspace) -> dict[str, object]:
    """All that the index says."""
    return {
        "entries": {path: workspace.entry(path) for path in workspace.paths},
        "names": {name: workspace.named(name) for name in sorted(workspace.names)},
        "bundled": {path: workspace.bundled(path) for path in workspace.paths},
        "places": {path: workspace.place(path) for path in workspace.paths},
        "texts": {path: document.text.content for path in workspace.paths if (document := workspace.document(path))},
        "obstacles": workspace.obstacles,
    }


@pytest.mark.parametrize("seed", range(18, 26))
def test_following_edits_ends_where_a_fresh_start_does(tmp_path: Path, seed: int):
    (tmp_path / ".git").mkdir()
    life = Life(tmp_path, seed)
    for number in range(250):
        life.step()
        if number % 10 == 9:
            assert seen(life.workspace) == seen(life.from_scratch()), f"after step {number}"


@pytest.mark.parametrize("first", ["inner", "outer"])
def test_a_folder_in_a_folder_that_leaves_it_out_keeps_its_files(tmp_path: Path, first: str):
    """Whichever came first, whatever is looked at again around it, and until the folder goes."""
    outer, inner = str(tmp_path), str(tmp_path / "vendor")
    skill = tmp_path / "vendor/.claude/skills/qc/SKILL.md"
    skill.parent.mkdir(parents=True)
    skill.write_text("---\nname: qc\n---\n", encoding="utf-8")
    (tmp_path / ".git").mkdir()
    (tmp_path / ".gitignore").write_text("vendor/\n", encoding="utf-8")
    workspace = Workspace(home="/nowhere")
    for folder in (inner, outer) if first == "inner" else (outer, inner):
        workspace.add_folder(folder)
    assert workspace.paths == [str(skill)]
    for changed in (f"{outer}/.gitignore", outer, inner, str(skill)):
        workspace.update(changed)
        assert workspace.paths == [str(skill)], changed
    workspace.remove_folder(inner)
    assert workspace.paths == []
    workspace.update(str(skill))
    assert workspace.paths == []
    (tmp_path / ".gitignore").write_text("", encoding="utf-8")
    workspace.update(f"{outer}/.gitignore")
    assert workspace.paths == [str(skill)]


class CheckedLife(Life):
    """The same, with the findings of each file kept as an editor keeps them: only what the index names is checked."""

    def __init__(self, top: Path, seed: int) -> None:
        super().__init__(top, seed)
        self.run = run_on(self.workspace)
        self.findings: dict[str, list[str]] = {}

    def step(self) -> None:
        self.told.clear()
        super().step()
        self.check(self.told)

    def check(self, paths: set[str]) -> None:
        known = set(self.workspace.paths)
        for path in paths:
            if path in known:
                self.findings[path] = shown(self.run, path)
            else:
                self.findings.pop(path, None)


def run_on(workspace: Workspace) -> Run:
    run = Run()
    run.workspace, run.files = workspace, workspace.files
    return run


def shown(run: Run, path: str) -> list[str]:
    return sorted(f"{one.span} {one.rule} {one.severity.word} {one.message}" for one in run.findings(path))


@pytest.mark.parametrize("seed", range(4))
def test_checking_what_the_index_names_is_enough(tmp_path: Path, seed: int):
    (tmp_path / ".git").mkdir()
    life = CheckedLife(tmp_path, seed)
    for number in range(80):
        life.step()
        if number % 5 == 4:
            fresh = life.from_scratch()
            run = run_on(fresh)
            assert life.findings == {path: shown(run, path) for path in fresh.paths}, f"after step {number}"
