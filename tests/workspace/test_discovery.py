"""What each host discovers from a directory, on real directory trees."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import pytest

from skill_lsp import hosts
from skill_lsp.cli.list import listed
from skill_lsp.workspace import discovery
from skill_lsp.workspace.files import Files
from skill_lsp.workspace.index import Workspace
from tests.workspace.trees import PLUGIN, manifest, plant, skill

if TYPE_CHECKING:
    from pathlib import Path


class Case(NamedTuple):
    """A tree, where the agent starts in it, and what the host makes of it: (path, name, state) in precedence order."""

    id: str
    host: str
    tree: dict[str, str]
    found: list[tuple[str, str | None, str]]
    start: str = "repo"


X, M, A, C = (f"repo/.{one}/skills/log-kit/SKILL.md" for one in ("xum", "mux", "agents", "claude"))
KIT = "repo/.xum/plugins/kit"
USED, LOST = "used", "shadowed"
CASES = [
    Case("convention", "xum", {A: "*", X: "*"}, [(X, "log-kit", USED), (A, "log-kit", LOST)]),
    Case("all four", "xum", {C: "*", A: "*", M: "*", X: "*"}, [
        (X, "log-kit", USED), (M, "log-kit", LOST), (A, "log-kit", LOST), (C, "log-kit", LOST)]),
    Case("distance beats convention", "xum", {X: "*", "repo/pkg/app/.agents/skills/log-kit/SKILL.md": "*"}, [
        ("repo/pkg/app/.agents/skills/log-kit/SKILL.md", "log-kit", USED), (X, "log-kit", LOST)], "repo/pkg/app"),
    Case("nothing above the checkout", "xum", {".xum/skills/log-kit/SKILL.md": "*"}, []),
    Case("invalid does not shadow", "xum", {X: "---\nname: log-kit\n", "home/.xum/skills/log-kit/SKILL.md": "*"}, [
        (X, None, "invalid"), ("home/.xum/skills/log-kit/SKILL.md", "log-kit", USED)]),
    Case("too deep", "xum", {"repo/.xum/skills/group/log-kit/SKILL.md": "*"}, []),
    Case("flat file", "xum", {"repo/.xum/skills/log-kit.md": skill("log-kit")}, []),
    Case("wrong case", "xum", {"repo/.xum/skills/log-kit/skill.md": "*"}, []),
    Case("SKILL.md is a directory", "xum", {"repo/.xum/skills/log-kit/SKILL.md/": ""}, []),
    Case("link inside", "xum", {
        "repo/shared/log-kit/SKILL.md": "*", "repo/.xum/skills/log-kit": "-> ../../shared/log-kit"},
        [(X, "log-kit", USED)]),
    Case("link to a file inside", "xum", {"repo/docs/x.md": skill("log-kit"), X: "-> ../../../docs/x.md"},
         [(X, "log-kit", USED)]),
    Case("link outside", "xum", {"opt/log-kit/SKILL.md": "*", "repo/.xum/skills/log-kit": "-> ../../../opt/log-kit"},
         [(X, None, "outside")]),
    Case("link outside, in the home", "xum", {
        "opt/log-kit/SKILL.md": "*", "home/.xum/skills/log-kit": "-> ../../../opt/log-kit"},
        [("home/.xum/skills/log-kit/SKILL.md", "log-kit", USED)]),
    Case("dangling link", "xum", {"repo/.xum/skills/log-kit": "-> ../../gone"}, []),
    Case("name of the link counts", "xum", {
        "repo/shared/kit/SKILL.md": skill("kit"), "repo/.xum/skills/log-kit": "-> ../../shared/kit"},
        [(X, None, "invalid")]),
    Case("home roots", "xum", {
        f"home/.{one}/skills/log-kit/SKILL.md": "*" for one in ("claude", "agents", "xum")}, [
        ("home/.xum/skills/log-kit/SKILL.md", "log-kit", USED),
        ("home/.agents/skills/log-kit/SKILL.md", "log-kit", LOST),
        ("home/.claude/skills/log-kit/SKILL.md", "log-kit", LOST)]),
    Case("plugin", "xum", {f"{KIT}/plugin.json": PLUGIN % "kit", f"{KIT}/skills/log-kit/SKILL.md": "*"},
         [(f"{KIT}/skills/log-kit/SKILL.md", "log-kit", USED)]),
    Case("plugin of another host", "xum", {
        f"{KIT}/.claude-plugin/plugin.json": '{"name": "kit"}', f"{KIT}/skills/log-kit/SKILL.md": "*"}, []),
    Case("plugin loses the bare name", "xum", {
        f"{KIT}/plugin.json": PLUGIN % "kit", f"{KIT}/skills/log-kit/SKILL.md": "*", A: "*"},
        [(A, "log-kit", USED), (f"{KIT}/skills/log-kit/SKILL.md", "kit:log-kit", "qualified")]),
    Case("plugins by directory name", "xum", {
        "repo/.xum/plugins/a-dir/plugin.json": PLUGIN % "zeta", "repo/.xum/plugins/a-dir/skills/log-kit/SKILL.md": "*",
        "repo/.xum/plugins/b-dir/plugin.json": PLUGIN % "alpha",
        "repo/.xum/plugins/b-dir/skills/log-kit/SKILL.md": "*"},
        [("repo/.xum/plugins/a-dir/skills/log-kit/SKILL.md", "log-kit", USED),
         ("repo/.xum/plugins/b-dir/skills/log-kit/SKILL.md", "alpha:log-kit", "qualified")]),
    Case("plugin hidden by its twin", "xum", {
        f"repo/.{one}/plugins/kit/{file}": content for one in ("xum", "mux")
        for file, content in (("plugin.json", PLUGIN % "kit"), ("skills/log-kit/SKILL.md", "*"))},
        [(f"{KIT}/skills/log-kit/SKILL.md", "log-kit", USED)]),
    Case("plugin says where", "xum", {
        f"{KIT}/plugin.json": (PLUGIN % "kit")[:-1] + ', "contributes": {"skills": "own"}}',
        f"{KIT}/skills/a/SKILL.md": "*", f"{KIT}/own/b/SKILL.md": "*"}, [(f"{KIT}/own/b/SKILL.md", "b", USED)]),
    Case("plugins at the checkout only", "xum", {
        "repo/pkg/.xum/plugins/kit/plugin.json": PLUGIN % "kit", "repo/pkg/.xum/plugins/kit/skills/a/SKILL.md": "*"},
        [], "repo/pkg"),
    # oxo-flow: executed
    Case("groups", "oxo-flow", {
        "home/.oxo-flow/skills/ha.skill.toml": "*", "home/.oxo-flow/skills/hb/SKILL.md": "*",
        "repo/.oxo-flow/skills/pc.skill.toml": "*", "repo/.oxo-flow/skills/pd/SKILL.md": "*"},
        [("home/.oxo-flow/skills/ha.skill.toml", "ha", USED), ("home/.oxo-flow/skills/hb/SKILL.md", "hb", USED),
         ("repo/.oxo-flow/skills/pc.skill.toml", "pc", USED), ("repo/.oxo-flow/skills/pd/SKILL.md", "pd", USED)]),
    Case("names are free", "oxo-flow", {"repo/.oxo-flow/skills/file.skill.toml": manifest("other")},
         [("repo/.oxo-flow/skills/file.skill.toml", "other", USED)]),
    Case("only a suffix", "oxo-flow", {"repo/.oxo-flow/skills/.skill.toml": manifest("dot")},
         [("repo/.oxo-flow/skills/.skill.toml", "dot", USED)]),
    Case("other suffixes", "oxo-flow", {
        f"repo/.oxo-flow/skills/{one}": manifest("x")
        for one in ("skill.toml", "a.Skill.toml", "b.skill.TOML", "a.skill.toml.bak", "a.skill.toml~", "xskill.toml")},
        []),
    Case("stem with dots", "oxo-flow", {"repo/.oxo-flow/skills/my.v2.skill.toml": manifest("dots")},
         [("repo/.oxo-flow/skills/my.v2.skill.toml", "dots", USED)]),
    Case("one level", "oxo-flow", {
        "repo/.oxo-flow/skills/grp/one/SKILL.md": "*", "repo/.oxo-flow/skills/a/skill.md": "*"}, []),
    Case("hidden", "oxo-flow", {"repo/.oxo-flow/skills/.hidden/SKILL.md": skill("hidden")},
         [("repo/.oxo-flow/skills/.hidden/SKILL.md", "hidden", USED)]),
    Case("linked manifest", "oxo-flow", {
        "else/r.skill.toml": manifest("linked"), "repo/.oxo-flow/skills/l.skill.toml": "-> ../../../else/r.skill.toml"},
        [("repo/.oxo-flow/skills/l.skill.toml", "linked", USED)]),
    Case("directory like a manifest", "oxo-flow", {"repo/.oxo-flow/skills/d.skill.toml/SKILL.md": skill("odd")},
         [("repo/.oxo-flow/skills/d.skill.toml/SKILL.md", "odd", USED)]),
    Case("broken manifest", "oxo-flow", {
        "repo/.oxo-flow/skills/b.skill.toml": "name = ", "repo/.oxo-flow/skills/ok.skill.toml": "*"},
        [("repo/.oxo-flow/skills/b.skill.toml", None, "invalid"), ("repo/.oxo-flow/skills/ok.skill.toml", "ok", USED)]),
    Case("other hosts' roots", "oxo-flow", {C: "*", A: "*", X: "*"}, []),
    Case("no upward search", "oxo-flow", {"repo/.oxo-flow/skills/a.skill.toml": "*"}, [], "repo/workflows"),
    Case("both kept", "oxo-flow", {
        "repo/.oxo-flow/skills/both/SKILL.md": skill("dup"), "repo/.oxo-flow/skills/both.skill.toml": manifest("dup")},
        [("repo/.oxo-flow/skills/both.skill.toml", "dup", USED),
         ("repo/.oxo-flow/skills/both/SKILL.md", "dup", "kept")]),
    # the others, by documentation
    Case("personal before project", "claude-code", {C: "*", "home/.claude/skills/log-kit/SKILL.md": "*"}, [
        ("home/.claude/skills/log-kit/SKILL.md", "log-kit", USED), (C, "log-kit", LOST)]),
    Case("nested roots", "claude-code", {C: "*", "repo/pkg/.claude/skills/tide/SKILL.md": "*"}, [
        (C, "log-kit", USED), ("repo/pkg/.claude/skills/tide/SKILL.md", "tide", USED)]),
    Case("recursive, hidden left out", "codex", {
        "repo/.codex/skills/a/b/log-kit/SKILL.md": "*", "repo/.codex/skills/.old/log-kit/SKILL.md": "*"},
        [("repo/.codex/skills/a/b/log-kit/SKILL.md", "log-kit", USED)]),
    Case("both listed", "codex", {"repo/.codex/skills/log-kit/SKILL.md": "*", A: "*"}, [
        ("repo/.codex/skills/log-kit/SKILL.md", "log-kit", USED), (A, "log-kit", "kept")]),
    Case("agents before own", "gemini-cli", {"repo/.gemini/skills/log-kit/SKILL.md": "*", A: "*"}, [
        (A, "log-kit", USED), ("repo/.gemini/skills/log-kit/SKILL.md", "log-kit", LOST)]),
    Case("loop of links", "codex", {
        "repo/.codex/skills/a/SKILL.md": "*", "repo/.codex/skills/a/back": "-> .."},
        [("repo/.codex/skills/a/SKILL.md", "a", USED)]),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.host}: {case.id}")
def test_what_a_host_discovers(case: Case, tmp_path: Path):
    plant(tmp_path, {**case.tree, "repo/.git/": "", f"{case.start}/": "", "home/": ""})
    found = listed(hosts.get(case.host), str(tmp_path / case.start), str(tmp_path / "home"))
    top = f"{tmp_path}/"
    shown = [(one.candidate.path.removeprefix(top), one.name, one.state) for one in found]
    assert shown == case.found
    for one in found:
        assert (one.by is not None) == (one.state in ("shadowed", "qualified", "kept"))


SEEN = [
    # host, path, what the host misses it for
    ("xum", ".xum/skills/a/SKILL.md", ""),
    ("xum", ".xum/skills/g/a/SKILL.md", "depth"),
    ("xum", ".xum/skills/SKILL.md", "flat"),
    ("xum", ".xum/skills/a/skill.md", "case"),
    ("gemini-cli", ".gemini/skills/SKILL.md", ""),
    ("codex", ".codex/skills/a/b/c/SKILL.md", ""),
    ("codex", ".codex/skills/.a/SKILL.md", "hidden"),
    ("oxo-flow", ".oxo-flow/skills/a.skill.toml", ""),
    ("oxo-flow", ".oxo-flow/skills/g/a.skill.toml", "depth"),
    ("oxo-flow", ".oxo-flow/skills/a.Skill.toml", "case"),
    ("oxo-flow", ".oxo-flow/skills/a.toml", "suffix"),
]


@pytest.mark.parametrize(("host", "path", "miss"), SEEN)
def test_where_one_path_lies(host: str, path: str, miss: str):
    spots = discovery.spots(hosts.get(host), f"/w/{path}", manifest=path.endswith("toml"))
    assert spots
    assert {spot.miss for spot in spots} == {miss}
    assert {spot.anchor for spot in spots} == {"/w"}


def test_the_list_of_one_host_is_what_the_index_says(tmp_path: Path):
    """`discovered` of a path agrees with the scan of the disk, for every host."""
    places = (
        ".xum/skills/a/SKILL.md", ".mux/skills/g/b/SKILL.md", ".agents/skills/c/SKILL.md", ".claude/skills/d/skill.md",
        ".codex/skills/x/e/SKILL.md", ".gemini/skills/SKILL.md", ".github/skills/f/SKILL.md", "skills/o/SKILL.md",
        ".oxo-flow/skills/h.skill.toml", ".oxo-flow/skills/i.toml", ".goose/skills/k/l/SKILL.md",
        ".oxo-flow/skills/g/SKILL.md", ".opencode/skills/m/SKILL.md", ".cursor/skills/.n/SKILL.md",
    )  # fmt: skip
    plant(tmp_path, {**dict.fromkeys(places, "*"), ".git/": ""})
    workspace = Workspace()
    workspace.add_folder(str(tmp_path))
    for host in hosts.everyone():
        start = discovery.start_at(str(tmp_path), Files())
        scanned = {one.path for one in discovery.candidates(host, start, workspace.files, workspace.plugins)}
        said = {entry.path for entry in workspace.skills() if workspace.discovered(host, entry.path)}
        assert scanned == said, host.id
