"""A host is one class: registered from here, without touching another module, it has all that the others have."""

from __future__ import annotations

import json
import re
from pathlib import Path
from textwrap import dedent
from typing import TYPE_CHECKING

import pytest

from skill_lsp import hosts
from skill_lsp.cli import run
from skill_lsp.features.completion import completion
from skill_lsp.features.hover import hover
from skill_lsp.hosts import delimiters
from skill_lsp.hosts.body import BodyLanguage
from skill_lsp.hosts.host import Cut, Host, Root
from skill_lsp.hosts.keys import Choice, Flag, Key, Text
from skill_lsp.hosts.reading import IGNORES, Place, Problem
from skill_lsp.syntax.skill import SkillMd
from skill_lsp.text import Text as Content
from skill_lsp.workspace import discovery
from skill_lsp.workspace.files import Files
from skill_lsp.workspace.plugins import Plugins
from tests.features.situation import situation

if TYPE_CHECKING:
    from collections.abc import Iterator

SOURCE = "toybox documentation of 2026"


class Toybox(Host):
    """A host that is not there in the package."""

    id = "toybox"
    title = "Toybox"
    sources = (SOURCE,)
    own_directories = (".toybox",)
    keys = (
        Key("name", Text(minimum=1), "The toy's name.", SOURCE, required=True),
        Key("description", Text(), "What the toy does.", SOURCE, required=True),
        Key("noise", Choice(choices=("loud", "soft")), "How loud the toy is.", SOURCE, wrong=IGNORES),
        Key("locked", Flag(), "`true` keeps children away.", SOURCE, guards="children can reach it"),
    )
    roots = (Root(".toybox/skills", source=SOURCE), Root("~/.toybox/skills", "user", source=SOURCE))
    body_language = BodyLanguage(all_arguments=True, first_position=1)

    def cut(self, document: SkillMd) -> Cut | Problem:
        found = delimiters.matched(document.text.content, re.compile(r"---\n(?P<yaml>(?s:.*?))\n---\n"))
        return delimiters.problem(self, document, found) if isinstance(found, delimiters.Missing) else found


@pytest.fixture(autouse=True)
def toybox() -> Iterator[Host]:
    hosts.register(Toybox)
    yield hosts.get("toybox")
    hosts.unregister(Toybox)


PATH = ".toybox/skills/ball/SKILL.md"
GOOD = "---\nname: ball\ndescription: Bounces.\nnoise: loud\n---\nBounce $1 times.\n"


def write(root: Path, content: str) -> Path:
    path = root / PATH
    path.parent.mkdir(parents=True)
    path.write_text(content, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("content", "rule", "line"),
    [
        (GOOD.replace("loud", "laod"), "value-choice", 4),
        (GOOD.replace("description: Bounces.\n", ""), "key-required", 2),
        (GOOD.replace("noise: loud", "loced: true"), "key-misspelt", 4),
        (GOOD.replace("---\nname", "--- \nname"), "frontmatter-fence", 1),
        (GOOD.replace("Bounces.", "Bounces: high"), "yaml-plain-colon", 3),
    ],
)
def test_diagnostics(
    content: str,
    rule: str,
    line: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    write(tmp_path, content)
    monkeypatch.chdir(tmp_path)
    run(["--check", "--format", "json", "--no-cache"])
    found = json.loads(capsys.readouterr().out)["findings"]
    ours = [one for one in found if one["rule"] == rule]
    assert [(one["range"]["start"]["line"], list(one["hosts"])) for one in ours] == [(line, ["toybox"])]
    assert "Toybox" in ours[0]["message"]


def test_a_key_of_it_is_known_to_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / ".claude/skills/ball/SKILL.md"
    path.parent.mkdir(parents=True)
    path.write_text(GOOD, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    run(["--check", "--format", "json", "--no-cache", "--select", "key-unread,key-unknown"])
    found = json.loads(capsys.readouterr().out)["findings"]
    assert [(one["rule"], one["severity"], one["message"]) for one in found] == [
        ("key-unread", "info", "Toybox reads `noise`. Claude Code does not.")
    ]


def test_hover_and_completion() -> None:
    here = situation(PATH, GOOD.replace("noise", "noi▮se"))
    told = hover(here.snapshot, here.document, here.position)
    assert told is not None
    assert "How loud the toy is." in str(told.contents)
    here = situation(PATH, "---\nname: ball\nno▮\n---\n")
    labels = [item.label for item in completion(here.snapshot, here.document, here.position).items]
    assert "noise" in labels
    here = situation(PATH, "---\nname: ball\nnoise: ▮\n---\n")
    labels = [item.label for item in completion(here.snapshot, here.document, here.position).items]
    assert {"loud", "soft"} <= set(labels)


def test_discovery(tmp_path: Path, toybox: Host) -> None:
    path = write(tmp_path, GOOD)
    files = Files()
    start = discovery.Start(tmp_path.as_posix())
    found = discovery.candidates(toybox, start, files, Plugins(files))
    assert [one.path for one in found] == [path.as_posix()]


def test_render_and_hosts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path, GOOD)
    run(["render", str(path), "--host", "toybox", "--args", "7", "--format", "json"])
    assert json.loads(capsys.readouterr().out)["body"] == "Bounce 7 times.\n"
    run(["hosts", str(path), "--format", "json"])
    (skill,) = json.loads(capsys.readouterr().out)["skills"]
    told = skill["hosts"]["toybox"]
    assert (told["loaded"], told["discovered"], told["name"]) == (True, True, "ball")


def test_it_is_gone_afterwards() -> None:
    hosts.unregister(Toybox)
    assert "toybox" not in hosts.ids()
    with pytest.raises(KeyError):
        hosts.get("toybox")


def test_the_module_in_contributing_is_a_host() -> None:
    guide = Path(__file__).parents[2] / "CONTRIBUTING.md"
    fence = re.search(r"```python\n(?P<code>.*?)```", guide.read_text(encoding="utf-8"), re.DOTALL)
    assert fence is not None
    names: dict[str, type[Host]] = {}
    exec(compile(dedent(fence["code"]), "lantern.py", "exec"), names)
    hosts.register(names["HOST"])
    try:
        lantern = hosts.get("lantern")
        place = Place("/srv/.lantern/skills/wick/SKILL.md")
        reading = lantern.read(SkillMd(Content("---\nname: wick\ndescription: Burns.\n---\nTrim it.\n")), place)
        assert (reading.loaded, reading.name, reading.description) == (True, "wick", "Burns.")
        lost = lantern.read(SkillMd(Content("---\nname: wick\n---\n")), place)
        assert [problem.rule for problem in lost.problems] == ["key-required"]
        assert all(key.doc and key.source for key in lantern.keys)
    finally:
        hosts.unregister(names["HOST"])
