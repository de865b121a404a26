"""Completion and hover among keys, in documents that are whole or half typed."""

from __future__ import annotations

import pytest

from skill_lsp.features.completion import completion
from skill_lsp.features.hover import hover

from .situation import situation

XUM = ".xum/skills/tide-table/SKILL.md"
CLAUDE = ".claude/skills/tide-table/SKILL.md"
MANIFEST = ".oxo-flow/skills/qc.skill.toml"

AI = ".oxo-flow/ai.toml"

HEAD = "---\nname: tide-table\ndescription: Reads tide tables.\n"


def labels(path: str, marked: str, files: dict[str, str] | None = None) -> list[str]:
    here = situation(path, marked, files)
    found = completion(here.snapshot, here.document, here.position)
    return [item.label for item in sorted(found.items, key=lambda item: item.sort_text or item.label)]


@pytest.mark.parametrize(
    ("path", "marked", "wanted"),
    [
        (XUM, HEAD + "adv▮\n---\n", ["advertise"]),
        (XUM, HEAD + "▮\n---\nBody.\n", ["advertise", "argument-hint", "disable-model-invocation", "paths"]),
        (XUM, HEAD + "▮", ["advertise"]),
        (XUM, "---\n▮", ["name", "description"]),
        (XUM, "---\nname: [unclosed\n▮\n---\n", ["description"]),
        (CLAUDE, HEAD + "▮\n---\n", ["allowed-tools", "context", "hooks"]),
        (MANIFEST, 'name = "qc"\n▮\n', ["version", "description", "skill_type", "prompt_additions"]),
        (MANIFEST, 'name = "qc\n▮\n', ["version"]),
        (AI, "[ai]\n▮\n", ["skills", "enabled", "max_retries"]),
        ("flow.oxoflow", '[workflow]\nname = "f"\n\n[ai]\nenabled = true\n▮\n', ["skills"]),
    ],
)
def test_keys_that_are_missing_are_offered(path: str, marked: str, wanted: list[str]) -> None:
    found = labels(path, marked)
    assert [label for label in wanted if label not in found] == []
    assert "name" not in found or "name" in wanted


def test_required_keys_come_first_and_foreign_ones_last() -> None:
    found = labels(XUM, "---\n▮\n---\n")
    assert found[:2] == ["name", "description"]
    assert found.index("advertise") < found.index("hooks")


@pytest.mark.parametrize(
    ("path", "marked"),
    [
        (XUM, HEAD + "# adv▮\n---\n"),
        (XUM, "---\nname: tide-table\ndescription: |\n  Reads\n  ti▮des\n---\n"),
        (XUM, "---\nname: tide-table\ndescription: 'Reads\n  ti▮des'\n---\n"),
        (MANIFEST, 'prompt_additions = ["""\nUse▮\n"""]\n'),
        (MANIFEST, "# na▮\n"),
        (AI, "en▮\n"),
    ],
)
def test_nothing_is_offered_where_no_key_can_stand(path: str, marked: str) -> None:
    assert labels(path, marked) == []


PLUGIN = "kit/.claude-plugin/plugin.json"
MARKET = ".claude-plugin/marketplace.json"


@pytest.mark.parametrize(
    ("path", "marked", "label", "after"),
    [
        (PLUGIN, '{"▮"}', "name", '{"name": "$1"}'),
        (PLUGIN, "{▮", "name", '{"name": "$1"'),
        (PLUGIN, '{"name": "kit",\n  "sk▮', "skills", '{"name": "kit",\n  "skills": ["$1"]'),
        (PLUGIN, '{"nam▮": "kit"}', "name", '{"name": "kit"}'),
        (PLUGIN, '{"name": "kit", "author": {"▮"}}', "email", '{"name": "kit", "author": {"email": "$1"}}'),
        ("kit/plugin.json", '{"▮"}', "$schema", None),
        (MARKET, '{"plugins": [{"name": "kit", ▮}]}', "source", '{"plugins": [{"name": "kit", "source": $1}]}'),
    ],
)
def test_keys_of_plugin_manifests_are_offered(path: str, marked: str, label: str, after: str | None) -> None:
    here = situation(path, marked)
    items = {item.label: item for item in completion(here.snapshot, here.document, here.position).items}
    assert label in items
    if after is not None:
        assert here.after([items[label].text_edit]) == after  # type: ignore[list-item]


@pytest.mark.parametrize(
    ("path", "marked"),
    [
        (PLUGIN, '{"name": "▮"}'),
        (PLUGIN, '{"keywords": ["▮"]}'),
        (PLUGIN, '{"name": "kit"} ▮'),
        (PLUGIN, '{"name" ▮'),
        (PLUGIN, '{"unknown": {"▮"}}'),
    ],
)
def test_no_key_is_offered_where_none_can_stand_in_json(path: str, marked: str) -> None:
    assert labels(path, marked) == []


def test_a_key_that_is_there_is_not_offered_again() -> None:
    assert "name" not in labels(PLUGIN, '{"name": "kit", "▮"}')
    assert "name" in labels(MARKET, '{"name": "kit", "plugins": [{"▮"}]}')


@pytest.mark.parametrize(
    ("path", "marked", "said"),
    [
        (PLUGIN, '{"na▮me": "kit"}', "**Claude Code**: The plugin's name"),
        (PLUGIN, '{"name": "kit", "nonsense▮": 1}', "nothing with this key"),
        ("kit/plugin.json", '{"na▮me": "kit"}', "**Xum**: The plugin's name. Required."),
        (MARKET, '{"plugins": [{"sou▮rce": "./kit"}]}', "Where it lies"),
    ],
)
def test_hover_tells_what_a_key_of_a_manifest_is_for(path: str, marked: str, said: str) -> None:
    assert said in hovered(path, marked)[1]


def test_a_number_is_offered_without_quotes() -> None:
    here = situation(AI, "[ai]\nmax▮\n")
    item = next(i for i in completion(here.snapshot, here.document, here.position).items if i.label == "max_retries")
    assert item.text_edit is not None
    assert here.after([item.text_edit]) == "[ai]\nmax_retries = $1\n"  # type: ignore[list-item]


def test_a_manifest_of_a_plugin_offers_its_directories() -> None:
    files = {"kit/skills/knot/SKILL.md": "", "kit/agents/a.md": ""}
    here = situation("kit/.claude-plugin/plugin.json", '{"name": "kit", "skills": ["./skills/▮"]}', files)
    (item,) = completion(here.snapshot, here.document, here.position).items
    assert here.after([item.text_edit]) == '{"name": "kit", "skills": ["./skills/knot/"]}'  # type: ignore[list-item]


@pytest.mark.parametrize(
    ("path", "marked", "wanted"),
    [
        (XUM, HEAD + "advertise: ▮\n---\n", ["true", "false"]),
        (XUM, HEAD + "advertise: t▮\n---\n", ["true", "false"]),
        (CLAUDE, HEAD + "context: ▮\n---\n", ["fork"]),
        (CLAUDE, HEAD + "effort: ▮\n---\n", ["low", "medium", "high", "xhigh", "max"]),
        (CLAUDE, HEAD + "shell: ▮\n---\n", ["bash", "powershell"]),
        (CLAUDE, HEAD + "model: ▮\n---\n", ["sonnet", "opus", "haiku", "inherit"]),
        (CLAUDE, HEAD + "agent: ▮\n---\n", ["Explore", "Plan"]),
        (CLAUDE, HEAD + "allowed-tools: Read, ▮\n---\n", ["Bash", "Grep"]),
        (CLAUDE, HEAD + "allowed-tools: [Read, ▮]\n---\n", ["Bash", "Grep"]),
        (CLAUDE, HEAD + "allowed-tools:\n  - Read\n  - ▮\n---\n", ["Bash", "Grep"]),
        (MANIFEST, 'skill_type = "▮"\n', ["knowledge", "tool"]),
        (MANIFEST, "skill_type = ▮\n", ["knowledge", "tool"]),
        (MANIFEST, 'requires = ["▮"]\n', ["mcp://host:port/path"]),
        (MANIFEST, "requires = [\n  ▮\n]\n", ["mcp://host:port/path"]),
        (XUM, "---\nname: ▮\n---\n", ["tide-table"]),
        (AI, "[ai]\nenabled = ▮\n", ["true", "false"]),
        (AI, "[ai]\nprovider = ▮\n", ["claude", "ollama"]),
    ],
)
def test_values_are_offered(path: str, marked: str, wanted: list[str]) -> None:
    found = labels(path, marked)
    assert [label for label in wanted if label not in found] == []


def test_a_value_replaces_what_is_typed_of_it() -> None:
    here = situation(CLAUDE, HEAD + "allowed-tools: Read, Ba▮\n---\n")
    items = completion(here.snapshot, here.document, here.position).items
    bash = next(item for item in items if item.label == "Bash")
    assert bash.text_edit is not None
    assert here.after([bash.text_edit]) == HEAD + "allowed-tools: Read, Bash\n---\n"  # type: ignore[list-item]


def test_a_manifest_value_gets_its_quotes() -> None:
    here = situation(MANIFEST, "skill_type = kn▮\n")
    items = completion(here.snapshot, here.document, here.position).items
    knowledge = next(item for item in items if item.label == "knowledge")
    assert here.after([knowledge.text_edit]) == 'skill_type = "knowledge"\n'  # type: ignore[list-item]


def test_a_key_before_a_colon_is_only_renamed() -> None:
    here = situation(XUM, HEAD + "adv▮: true\n---\n")
    items = completion(here.snapshot, here.document, here.position).items
    advertise = next(item for item in items if item.label == "advertise")
    assert here.after([advertise.text_edit]) == HEAD + "advertise: true\n---\n"  # type: ignore[list-item]


def test_globs_come_from_the_directories_of_the_project() -> None:
    files = {"src/tides/model.py": "", "docs/tides.md": ""}
    found = labels(XUM, HEAD + "paths: [▮]\n---\n", files)
    assert "src/**" in found
    assert "**/*.py" in found
    assert labels(XUM, HEAD + "paths: [src/▮]\n---\n", files)[:1] == ["src/tides/**"]


def test_activation_lists_offer_the_names_of_skills() -> None:
    files = {MANIFEST: 'name = "read-qc"\nversion = "1"\ndescription = ""\nskill_type = "knowledge"\n'}
    assert "read-qc" in labels(".oxo-flow/ai.toml", '[ai]\nskills = ["▮"]\n', files)
    assert "read-qc" in labels("flow.oxoflow", "[ai]\nskills = [\n  ▮\n]\n", files)


def hovered(path: str, marked: str, files: dict[str, str] | None = None) -> tuple[str, str]:
    here = situation(path, marked, files)
    shown = hover(here.snapshot, here.document, here.position)
    assert shown is not None
    assert shown.range is not None
    return here.document.text[here.document.span(shown.range)], shown.contents.value  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("path", "marked", "span", "said"),
    [
        (XUM, HEAD.replace("name", "na▮me") + "---\n", "name", "10 of at most 64 UTF-16 units"),
        (XUM, HEAD + "adver▮tise: true\n---\n", "advertise", "**Xum**"),
        (XUM, HEAD + "hoo▮ks: {}\n---\n", "hooks", "also read by Claude Code"),
        (CLAUDE, HEAD + "effort: hi▮gh\n---\n", "high", "How hard the model thinks."),
        (XUM, HEAD + "zzz▮: 1\n---\n", "zzz", "no known host reads this key"),
        (XUM, "---\nname: ti▮de-table\ndescription: x\n---\n", "tide-table", "✔ **Xum**: `tide-table`"),
        (XUM, "---\nname: ti▮de\ndescription: x\n---\n", "tide", "✖ **Xum**"),
        (XUM, "---\nname: tide-table\ndescription: Rea▮ds.\n---\n", "Reads.", "- tide-table: Reads."),
        (MANIFEST, 'requires = ["mcp://127.0.▮0.1:5050/mcp"]\n', '"mcp://127.0.0.1:5050/mcp"', "mcp_127001_5050_mcp_"),
        (AI, '[ai]\nski▮lls = ["x"]\n', "skills", "matched letter by letter"),
        (AI, "[ai]\npro▮vider = 1\n", "provider", "Without effect there."),
        (MANIFEST, 'requires = ["mcp://me:secret@h▮/x"]\n', '"mcp://me:secret@h/x"', "contain the user"),
    ],
)
def test_hover_tells_what_each_host_does(path: str, marked: str, span: str, said: str) -> None:
    shown = hovered(path, marked)
    assert shown[0] == span
    assert said in shown[1]
    assert "secret" not in shown[1]


def test_hover_on_a_glob_counts_the_files() -> None:
    shown = hovered(XUM, HEAD + 'paths: ["src/**/*.p▮y"]\n---\n', {"src/a.py": "", "src/b/c.py": "", "x.py": ""})
    assert shown[0] == '"src/**/*.py"'
    assert "matches 2 files" in shown[1]
    assert "- `src/b/c.py`" in shown[1]
