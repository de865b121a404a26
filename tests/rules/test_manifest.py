"""Fixes of manifests and of frontmatter for the reader of lines: the text before and after."""

from __future__ import annotations

import pytest

from skill_lsp import hosts
from skill_lsp.config import Settings
from skill_lsp.hosts.reading import Place
from skill_lsp.rules import inspection, repair
from skill_lsp.syntax.skill import SkillToml
from skill_lsp.text import Text

TOML = "/p/.oxo-flow/skills/qc.skill.toml"
MD = "/p/.oxo-flow/skills/qc/SKILL.md"
SETTINGS = Settings(targets=("oxo-flow",))
NAME = 'name = "qc"\n'
HEAD = NAME + 'version = "1.0.0"\n'
REST = 'description = "d"\nskill_type = "knowledge"\nprompt_additions = ["a"]\n'


def fixed(content: str, path: str = TOML) -> str:
    """The text after all safe fixes, made again and again until none is left."""
    for _ in range(6):
        text = Text(content)
        fixes = [repair.safe(finding) for finding in inspection.findings_of(text, Place(path), SETTINGS)]
        chosen = next((fix for fix in fixes if fix is not None and not fix.renames), None)
        if chosen is None:
            return content
        content = text.edited([edit for _, edit in chosen.edits]).content
    return content


def tool(entry: str) -> str:
    return HEAD + f'description = "d"\nskill_type = "tool"\nrequires = ["{entry}"]\n'


MANIFESTS = {
    "no version": (NAME + REST, 'name = "qc"\nversion = "0.1.0"\n' + REST),
    "no version, CRLF": ('name = "qc"\r\n' + REST, 'name = "qc"\r\nversion = "0.1.0"\r\n' + REST),
    "no name": ('version = "1.0.0"\n' + REST, HEAD + REST),
    "no type": (HEAD + 'description = "d"', HEAD + 'description = "d"\nskill_type = "knowledge"\n'),
    "no version before a table": (
        NAME + REST + "\n[lab]\nroom = 1\n",
        'name = "qc"\nversion = "0.1.0"\n' + REST + "\n[lab]\nroom = 1\n",
    ),
    "a key misspelt": ('name = "qc"\nversions = "1.0.0"\n' + REST, HEAD + REST),
    "a number": ('name = "qc"\nversion = 1.0\n' + REST, HEAD + REST),
    "one text for a list": (HEAD + REST.replace('["a"]', '"a"'), HEAD + REST),
    "colons": ('name: "qc"\nversion: "1.0.0"\n' + REST, HEAD + REST),
    "no quotes": ("name = qc\nversion = 1.0.0\n" + REST, HEAD + REST),
    "a header": ('[skill]\nname = "qc"\nversion = "1.0.0"\n' + REST, HEAD + REST),
    "Tool": (tool("MCP://h.example").replace('"tool"', '"Tool"'), tool("mcp://h.example")),
    "two schemes": (tool("mcp://http://h.example"), tool("mcp://h.example")),
    "comments stay": ('# a\nname = "qc" # b\n' + REST, '# a\nname = "qc" # b\nversion = "0.1.0"\n' + REST),
}


@pytest.mark.parametrize("name", MANIFESTS)
def test_manifest(name):
    before, after = MANIFESTS[name]
    assert fixed(before) == after
    assert hosts.get("oxo-flow").read(SkillToml(Text(after)), Place(TOML)).loaded


UNTOUCHED = {
    "no description": HEAD + 'skill_type = "knowledge"\nprompt_additions = ["a"]\n',
    "https": tool("https://h.example"),
    "credentials": tool("mcp://u:p@h.example"),
    "keys in two tables": '[skill]\nname = "qc"\nversion = "1.0.0"\n[more]\ndescription = "d"\n',
    "a second name": HEAD + REST + 'name = "b"\n',
}


@pytest.mark.parametrize("name", UNTOUCHED)
def test_what_only_the_author_knows(name):
    assert fixed(UNTOUCHED[name]) == UNTOUCHED[name]


FRONTMATTER = {
    "name: qc\ndescription: >-\n  a\n  b\n": "name: qc\ndescription: a b\n",
    "name: qc\ndescription: >\n  Use when: a\n": 'name: qc\ndescription: "Use when: a"\n',
    "name: qc\ndescription: |\n  one line\nlicense: MIT\n": "name: qc\ndescription: one line\nlicense: MIT\n",
    "name: qc\ndescription:\n  a\n  b\n": "name: qc\ndescription: a b\n",
    "name: qc\ndescription: 'it''s'\n": "name: qc\ndescription: it's\n",
    "name: qc # id\ndescription: d\n": "# id\nname: qc\ndescription: d\n",
    "name: qc\ndescription: d\nmetadata:\n  name: inner\n": "description: d\nmetadata:\n  name: inner\nname: qc\n",
    "'name': qc\ndescription: d\n": "name: qc\ndescription: d\n",
    "# --- qc ---\nname: qc\ndescription: d\n": "# === qc ===\nname: qc\ndescription: d\n",
    "name: qc\ndescription: |\n  a\n  b\n": None,
    "name: qc\ndescription: >- # c\n  a\n": None,
    "name: qc\ndescription: 'say \"hi\"'\n": None,
    "name: qc\ndescription: a --- b\n": None,
}


@pytest.mark.parametrize("newline", ["\n", "\r\n"], ids=["lf", "crlf"])
@pytest.mark.parametrize("frontmatter", FRONTMATTER)
def test_frontmatter(frontmatter, newline):
    after = FRONTMATTER[frontmatter] or frontmatter
    before, after = (f"---\n{part}---\nBody.\n".replace("\n", newline) for part in (frontmatter, after))
    assert fixed(before, MD) == after
