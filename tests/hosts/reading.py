"""Reading a text as one host does, and its problems in a form that a table can hold."""

from __future__ import annotations

from typing import NamedTuple

from skill_lsp import hosts
from skill_lsp.hosts.reading import Place, Plugin, Reading
from skill_lsp.syntax.skill import SkillMd
from skill_lsp.text import Text


class Said(NamedTuple):
    """A problem: its rule, the characters it stands on and its severity."""

    rule: str
    characters: str
    severity: str


def skill(frontmatter: str, body: str = "Body.\n") -> str:
    return f"---\n{frontmatter}---\n{body}"


def read(
    host: str,
    text: str,
    directory: str = "tide-table",
    file: str = "SKILL.md",
    plugin: str | None = None,
    version: str | None = None,
) -> Reading:
    inside = Plugin(plugin, "/p", "/p/plugin.json", host) if plugin else None
    place = Place(f"/srv/skills/{directory}/{file}", inside)
    return hosts.get(host, version).read(SkillMd(Text(text)), place)


def said(reading: Reading, text: str) -> list[Said]:
    return [Said(p.rule, text[p.span.start : p.span.end], p.effect.severity.word) for p in reading.problems]
