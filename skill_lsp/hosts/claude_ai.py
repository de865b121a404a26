"""claude.ai and the Skills API: an upload that says no to everything but the specification's six keys.

The facts are those of the platform's pages and of Anthropic's packaging script, which checks before an upload.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from skill_lsp.hosts import delimiters, dialects
from skill_lsp.hosts.host import Cut, Host
from skill_lsp.hosts.keys import Anything, Key, Text, tag_span
from skill_lsp.hosts.reading import REFUSES, Problem
from skill_lsp.pattern import pattern
from skill_lsp.record import replace

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skill_lsp.hosts.reading import Place, Reading
    from skill_lsp.syntax.nodes import Mapping
    from skill_lsp.syntax.skill import SkillMd

_SCRIPT = "anthropics/skills 9d2f1ae, skills/skill-creator/scripts/quick_validate.py"
_PAGE = "platform.claude.com, agent-skills overview and best practices of 2026-08-21"

NAME_LIMIT = 64
DESCRIPTION_LIMIT = 1024
RESERVED = ("anthropic", "claude")
_FRONTMATTER = pattern(r"---(?:\r\n|\n|\r)(?P<yaml>[\s\S]*?)(?:\r\n|\n|\r)---[^\r\n]*(?:\r\n|\n|\r)?")
_NAME = pattern(r"[a-z0-9-]+\Z")


class ClaudeAi(Host):
    """An upload to claude.ai, the Skills API, or a package made for them."""

    id = "claude-ai"
    title = "claude.ai"
    sources = (_SCRIPT, _PAGE)
    dialect = dialects.YAML_1_1
    drops = REFUSES
    unknown_key = REFUSES
    keys = (
        Key(
            "name", Text(),
            "The skill's name: small letters, digits and single hyphens, 64 at most, without `claude` or `anthropic`.",
            _PAGE, required=True,
        ),
        Key(
            "description", Text(),
            "What the skill does and when to use it: 1,024 characters at most, no `<` or `>`.", _PAGE, required=True,
        ),
        Key("license", Anything(), "The licence of the skill.", _SCRIPT, inert=True),
        Key("compatibility", Text(maximum=500), "What the skill needs to run.", _SCRIPT, inert=True),
        Key("metadata", Anything(), "Further data by key.", _SCRIPT, inert=True),
        Key("allowed-tools", Anything(), "Tools that may run without asking.", _SCRIPT),
    )  # fmt: skip

    def cut(self, document: SkillMd) -> Cut | Problem:
        if document.plain_cut is not None:
            content, body = document.plain_cut
            ending = 2 if document.text.content[content.end - 2] == "\r" else 1
            return Cut(content._replace(end=content.end - ending), body)
        found = delimiters.matched(document.text.content, _FRONTMATTER)
        return delimiters.problem(self, document, found) if isinstance(found, delimiters.Missing) else found

    def key_problems(self, root: Mapping) -> Iterator[Problem]:
        yield from super().key_problems(root)
        known = {key.name for key in self.keys}
        for entry in root.entries:
            if entry.key.text not in known and entry.key.text != "<<":
                cause = f"`{entry.key.text}` is not one of the six keys of the specification"
                yield Problem("key-unknown", entry.key.span, REFUSES, cause, _SCRIPT, data=entry.key.text)

    def loaded(
        self,
        document: SkillMd,
        place: Place,
        cut: Cut,
        root: Mapping,
        values: dict[str, object],
        problems: list[Problem],
    ) -> Reading:
        values = {key: value.strip() if isinstance(value, str) else value for key, value in values.items()}
        problems += self._name_problems(root, values.get("name"))
        problems += self._description_problems(document, root, values.get("description"))
        reading = super().loaded(document, place, cut, root, values, problems)
        entry = f"{reading.name}: {reading.description}" if reading.loaded else None
        return replace(reading, index_entry=entry)

    def _name_problems(self, root: Mapping, name: object) -> Iterator[Problem]:
        entry = root.entry("name")
        if entry is None or not isinstance(name, str):
            return
        span = entry.value.span
        if not name or len(name) > NAME_LIMIT:
            cause = f"`name` has {len(name)} characters, {NAME_LIMIT} is the limit" if name else "`name` is empty"
            yield Problem("name-length", span, REFUSES, cause, _PAGE)
        if name and (not _NAME.match(name) or name.startswith("-") or name.endswith("-") or "--" in name):
            cause = "`name` must be small letters a to z, digits and single hyphens between them"
            yield Problem("name-format", span, REFUSES, cause, _SCRIPT)
        for word in RESERVED:
            if word in name.lower():
                yield Problem("name-reserved", span, REFUSES, f"`name` must not contain `{word}`", _PAGE, data=word)

    def _description_problems(self, document: SkillMd, root: Mapping, description: object) -> Iterator[Problem]:
        entry = root.entry("description")
        if entry is None or not isinstance(description, str):
            return
        span = entry.value.span
        if not description:
            yield Problem("description-length", span, REFUSES, "`description` is empty", _PAGE)
        elif len(description) > DESCRIPTION_LIMIT:
            cause = f"`description` has {len(description):,} characters, {DESCRIPTION_LIMIT:,} is the limit"
            yield Problem("description-length", span, REFUSES, cause, _PAGE)
        if "<" in description or ">" in description:
            span = tag_span(document.text.content, entry.value)
            yield Problem("description-tags", span, REFUSES, "`<` and `>` are not allowed in it", _SCRIPT)

    def body_text(self, source: str) -> str:
        return source.strip()


HOST = ClaudeAi
