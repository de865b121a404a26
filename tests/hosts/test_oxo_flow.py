"""oxo-flow: why it drops a skill, what it has other than YAML says, and what a manifest does not do.

*Source*: Traitome/oxo-flow b936dc14, executed; the readings themselves are in `tests/conformance/test_oxo_flow.py`.
"""

from __future__ import annotations

import pytest

from skill_lsp import hosts
from skill_lsp.hosts.body import Invocation
from skill_lsp.hosts.oxo_flow import row
from skill_lsp.hosts.reading import Place, Reading
from skill_lsp.syntax.skill import SkillMd, SkillToml
from skill_lsp.text import Text
from tests.hosts.reading import Said, said

HEAD = "name: qc\ndescription: Checks reads.\n"
PLACE = Place("/p/.oxo-flow/skills/qc/SKILL.md")
MANIFEST_PLACE = Place("/p/.oxo-flow/skills/qc.skill.toml")


def read(text: str, version: str | None = None) -> Reading:
    return hosts.get("oxo-flow", version).read(SkillMd(Text(text)), PLACE)


def read_manifest(text: str, version: str | None = None, file: str = "qc.skill.toml") -> Reading:
    return hosts.get("oxo-flow", version).read(SkillToml(Text(text)), Place(f"/p/.oxo-flow/skills/{file}"))


LOST = {
    f"\ufeff---\n{HEAD}---\nBody.\n": [Said("byte-order-mark", "\ufeff", "error")],
    f"\n---\n{HEAD}---\nBody.\n": [Said("frontmatter-displaced", "\n", "error")],
    f"---\n{HEAD}...\nBody.\n": [Said("frontmatter-unclosed", "---", "error")],
    f"---\n{HEAD}---\n \n": [Said("body-empty", "---", "error")],
    f"---\n# ---- qc ----\n{HEAD}---\nBody.\n": [Said("frontmatter-early-close", "----", "error")],
    "---\ndescription: Checks --- reads.\nname: qc\n---\nBody.\n": [Said("frontmatter-early-close", "---", "error")],
    f"------\n{HEAD}---\nBody.\n": [Said("frontmatter-early-close", "------", "error")],
    "---\ndescription: Checks reads.\n---\nBody.\n": [Said("key-required", "description", "error")],
    '---\n"name": qc\ndescription: Checks reads.\n---\nBody.\n': [Said("line-key", '"name"', "error")],
    "---\n{name: qc, description: b}\n---\nBody.\n": [
        Said("line-key", "{name", "error"),
        Said("line-key", "{name", "error"),
    ],
}


@pytest.mark.parametrize("text", LOST)
def test_lost(text):
    reading = read(text)
    assert not reading.loaded
    assert said(reading, text) == LOST[text]


OTHER_THAN_YAML = {
    "name: qc # id\ndescription: d\n": [Said("line-comment", "# id", "error")],
    "name: qc\ndescription: d # c\n": [Said("line-comment", "# c", "warning")],
    "name: 'qc' # id\ndescription: d\n": [Said("line-comment", "# id", "error")],
    "name: qc\ndescription: |\n  a\n  b\n": [Said("line-block-scalar", "|", "error")],
    "name: qc\ndescription: >-\n  a\n": [Said("line-block-scalar", ">-", "error")],
    "name: qc\ndescription:\n  a\n": [Said("line-wrapped-value", "description", "warning")],
    "name: qc\ndescription: a\n  b\n": [Said("line-wrapped-value", "a", "warning")],
    "name: qc\ndescription: 'it''s'\n": [Said("line-escape", "'it''s'", "warning")],
    'name: qc\ndescription: "a\\tb"\n': [Said("line-escape", '"a\\tb"', "warning")],
    "name: qc\ndescription: 'say \"hi\"'\n": [Said("line-quotes", "'say \"hi\"'", "warning")],
    "name: { qc }\ndescription: d\n": [Said("line-literal", "{ qc }", "warning")],
    "name: &n qc\ndescription: d\n": [Said("line-literal", "&n qc", "error")],
    "name: qc\ndescription: ~\n": [Said("line-literal", "~", "warning")],
    "name:\ndescription: d\n": [Said("value-null", "name", "error")],
    'name: ""\ndescription: d\n': [Said("name-length", '""', "error")],
    "name: qc\ndescription:\n": [Said("value-null", "description", "warning")],
    "name: qc\nname: other\ndescription: d\n": [Said("yaml-duplicate-key", "name", "warning")],
    HEAD + "metadata:\n  name: inner\n": [Said("line-nested-key", "name", "error")],
    HEAD + "version: 1.0.0\nmetadata:\n  version: 9\n": [Said("line-nested-key", "version", "warning")],
    HEAD + "inputs:\n  - name: sample\n    description: id\n": [Said("line-nested-key", "description", "warning")],
    HEAD + "notes: |\n  name: hijack\n": [Said("line-nested-key", "name", "error")],
    HEAD + "requires: mcp://h\n": [Said("manifest-key", "requires", "warning")],
}


CLOSERS = {
    "  ---\nBody.\n": [],
    "---\t\nBody.\n": [],
    "----\nBody.\n": [Said("frontmatter-fence", "----", "hint")],
    "--- # end\nBody.\n": [Said("frontmatter-fence", "--- # end", "hint")],
    "...\nBody: x\n---\nMore.\n": [Said("frontmatter-fence", "...", "warning")],
    "...\nBody.\n\n---\nMore.\n": [Said("frontmatter-fence", "...", "warning")],
    "notes: a --- b\n---\nBody.\n": [Said("frontmatter-early-close", "---", "error")],
}


@pytest.mark.parametrize("rest", CLOSERS)
def test_where_the_frontmatter_ends(rest):
    text = f"---\n{HEAD}{rest}"
    reading = read(text)
    assert reading.loaded
    assert said(reading, text) == CLOSERS[rest]


@pytest.mark.parametrize("frontmatter", OTHER_THAN_YAML)
def test_loaded_other_than_yaml_says(frontmatter):
    text = f"---\n{frontmatter}---\nBody.\n"
    reading = read(text)
    assert reading.loaded
    assert said(reading, text) == OTHER_THAN_YAML[frontmatter]


SILENT = [
    HEAD,
    "name: \"qc\"\ndescription: 'Checks reads.'\n",
    "name:qc\ndescription : Checks: reads\n",
    "# a comment\n" + HEAD + "version: latest\n",
    HEAD + "metadata:\n  version: 9.9\n",
    HEAD + "metadata:\n  name: qc\n",
    "description: |\n  name: hijack\nname: qc\n".replace("|\n  name: hijack", "d"),
    "metadata:\n  name: inner\n" + HEAD,
    HEAD + "license: MIT\nallowed-tools: Bash(rm:*)\n",
    "name: Weird Name/with:stuff\ndescription: d\n",
    "name: qc\ndescription: '  padded  '\n",
    "name: qc\ndescription: [a, b]\n",
]


@pytest.mark.parametrize("frontmatter", SILENT)
def test_nothing_to_say(frontmatter):
    reading = read(f"---\n{frontmatter}---\nBody.\n")
    assert reading.loaded
    assert reading.problems == ()


def test_undecodable():
    reading = hosts.get("oxo-flow").read(SkillMd(Text.decode(b"---\nname: a\ndescription: caf\xe9\n---\nb\n")), PLACE)
    assert [problem.rule for problem in reading.problems] == ["file-encoding"]
    assert not reading.loaded


# ----------------------------------------------------------------------- manifests

KEYS = 'name = "qc"\nversion = "1.0.0"\ndescription = "Checks reads"\n'
KNOWLEDGE = KEYS + 'skill_type = "knowledge"\nprompt_additions = ["Ask first."]\n'
TOOL = KEYS + 'skill_type = "tool"\n'

DROPPED = {
    KNOWLEDGE.replace('version = "1.0.0"\n', ""): [Said("key-required", "name", "error")],
    KNOWLEDGE.replace('"1.0.0"', "1.0"): [Said("value-type", "1.0", "error")],
    KNOWLEDGE.replace('"1.0.0"', "2026-01-01"): [Said("value-type", "2026-01-01", "error")],
    KNOWLEDGE.replace('"1.0.0"', '""'): [Said("value-length", '""', "error")],
    KNOWLEDGE.replace('"qc"', '""'): [Said("name-length", '""', "error")],
    KNOWLEDGE.replace('["Ask first."]', '"Ask first."'): [Said("value-type", '"Ask first."', "error")],
    KNOWLEDGE.replace('["Ask first."]', '["a", 3]'): [Said("value-type", "3", "error")],
    KNOWLEDGE + 'author = ["A"]\n': [Said("value-type", '["A"]', "error")],
    "[skill]\n" + KNOWLEDGE: [Said("manifest-wrapped", "skill", "error")],
    '[lab]\nroom = "4"\n' + KNOWLEDGE: [Said("manifest-wrapped", "lab", "error")],
    KNOWLEDGE + "name = 'again'\n": [Said("toml-duplicate-key", "name", "error")],
    KNOWLEDGE + "author = \n": [Said("toml-missing-value", "=", "error")],
}


@pytest.mark.parametrize("text", DROPPED)
def test_dropped(text):
    reading = read_manifest(text)
    assert not reading.loaded
    assert said(reading, text) == DROPPED[text]


FILE_NAMES = {
    "qc.skill.toml": True, ".skill.toml": True, "a.v2.skill.toml": True, "skill.toml": False, "xskill.toml": False,
    "a.Skill.toml": False, "a.skill.TOML": False,
}  # fmt: skip


@pytest.mark.parametrize("file", FILE_NAMES)
def test_file_names(file):
    reading = read_manifest(KNOWLEDGE, file=file)
    assert reading.loaded is FILE_NAMES[file]
    assert [problem.rule for problem in reading.problems] == ([] if FILE_NAMES[file] else ["manifest-file-name"])


def tool(*requires: str) -> str:
    return f"{TOOL}requires = [{', '.join(requires)}]\n"


REMARKS = {
    TOOL: [Said("requires-missing", '"tool"', "warning")],
    tool(): [Said("requires-missing", "[]", "warning")],
    tool('"samtools"', '"mcp://h.example"'): [Said("requires-unused", '"samtools"', "hint")],
    tool('"https://h/mcp"'): [
        Said("requires-missing", '["https://h/mcp"]', "warning"),
        Said("requires-unused", '"https://h/mcp"', "warning"),
    ],
    tool('" mcp://h"'): [
        Said("requires-missing", '[" mcp://h"]', "warning"),
        Said("requires-unused", '" mcp://h"', "warning"),
    ],
    tool('"mcp://h.example"', '"mcp://spare.example"'): [Said("requires-unused", '"mcp://spare.example"', "warning")],
    tool('"mcp://"'): [Said("requires-address", '"mcp://"', "error")],
    tool('"mcp://h.example:99999"'): [Said("requires-address", '"mcp://h.example:99999"', "error")],
    tool('"mcp://https://h.example"'): [Said("requires-address", '"mcp://https://h.example"', "error")],
    tool('"mcp://u:p@h.example/mcp?token=x"'): [
        Said("requires-secret", "u:p@", "warning"),
        Said("requires-secret", "?token=x", "warning"),
    ],
    tool('"mcp://127.0.0.1:5050/mcp"'): [Said("requires-local", "127.0.0.1", "hint")],
    tool('"mcp://[::1]:9000/mcp"'): [Said("requires-local", "[::1]", "hint")],
    tool('"mcp://db.internal"'): [Said("requires-local", "db.internal", "hint")],
    tool('"mcp://10.0.0.7"'): [Said("requires-local", "10.0.0.7", "hint")],
    tool('"mcp://8.8.8.8"'): [],
    tool(f'"mcp://{"h" * 60}.example"'): [Said("requires-name-length", f'"mcp://{"h" * 60}.example"', "hint")],
    KNOWLEDGE + 'requires = ["mcp://h.example"]\n': [Said("requires-knowledge", "requires", "warning")],
    KNOWLEDGE.replace('"knowledge"', '"Tool"'): [Said("skill-type", '"Tool"', "warning")],
    KNOWLEDGE.replace('"knowledge"', '"knowlege"'): [Said("skill-type", '"knowlege"', "warning")],
    KNOWLEDGE.replace('"knowledge"', '"validator"'): [Said("skill-type", '"validator"', "hint")],
    KNOWLEDGE.replace('"1.0.0"', '"latest"'): [Said("manifest-version", '"latest"', "hint")],
    KNOWLEDGE + 'entry = "./run.sh"\n': [Said("manifest-inert-key", "entry", "hint")],
    KEYS + 'skill_type = "knowledge"\n': [Said("prompt-additions-missing", "skill_type", "info")],
    KNOWLEDGE.replace("Ask first.", "## Skill: qc"): [Said("prompt-heading", '"## Skill: qc"', "hint")],
    KNOWLEDGE + 'licence = "MIT"\n[extra]\nx = 1\n': [],
}


@pytest.mark.parametrize("text", REMARKS)
def test_remarks_on_a_manifest_that_loads(text):
    reading = read_manifest(text)
    assert reading.loaded
    assert said(reading, text) == REMARKS[text]


def test_since_0_19_a_local_server_is_refused_and_long_names_are_cut():
    text = tool('"mcp://127.0.0.1:5050/mcp"')
    assert said(read_manifest(text, "0.19"), text) == [Said("requires-local", "127.0.0.1", "warning")]
    text = tool(f'"mcp://{"h" * 60}.example"')
    assert [one.severity for one in said(read_manifest(text, "0.19"), text)] == ["warning"]


# ------------------------------------------------------------------- what is shown


def test_what_a_skill_adds_to_the_prompt():
    text = f"---\n{HEAD}---\n\n# QC\nAsk $1 first.\n"
    expansion = hosts.get("oxo-flow").expand(SkillMd(Text(text)), PLACE, Invocation("x"))
    assert expansion.text == "## Activated Custom Skills\n\n## Skill: qc\n# QC\nAsk $1 first.\n"
    copied = [piece for piece in expansion.pieces if piece.source is not None]
    assert [text[piece.source.start : piece.source.end] for piece in copied if piece.source] == ["# QC\nAsk $1 first."]


def test_what_a_manifest_adds_to_the_prompt():
    text = KNOWLEDGE.replace('["Ask first."]', '["one", "two\\nlines"]')
    expansion = hosts.get("oxo-flow").expand(SkillToml(Text(text)), MANIFEST_PLACE, Invocation())
    assert expansion.text == "## Activated Custom Skills\n\n## Skill: qc\none\n\n## Skill: qc\ntwo\nlines\n"
    sources = [(piece.kind, text[piece.source.start : piece.source.end]) for piece in expansion.pieces if piece.source]
    assert sources == [("text", "one"), ("substituted", '"two\\nlines"')]


def test_nothing_is_added_without_a_text_or_by_a_dropped_skill():
    host = hosts.get("oxo-flow")
    assert host.expand(SkillToml(Text(TOOL)), MANIFEST_PLACE, Invocation()).pieces == ()
    assert host.expand(SkillMd(Text("---\nname: a\n---\nb\n")), PLACE, Invocation()).pieces == ()


def test_the_row_in_the_list():
    assert (
        row(read_manifest(KNOWLEDGE + 'domains = ["qc", "wgs"]\n'))
        == "qc (knowledge) — Checks reads [domains: qc, wgs]"
    )
    assert row(read(f"---\n{HEAD}---\nBody.\n")) == "qc (knowledge) — Checks reads."
    assert read(f"---\n{HEAD}---\nBody.\n").index_entry is None
