"""OpenCode: gray-matter with a second try for colons, and slash commands whose last argument takes the rest."""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import TYPE_CHECKING

from skill_lsp.hosts import delimiters, dialects
from skill_lsp.hosts.body import BodyLanguage
from skill_lsp.hosts.host import Cut, Host, Root
from skill_lsp.hosts.keys import Anything, Flag, Key, Text, TextMap
from skill_lsp.hosts.reading import IGNORES, Effect, Problem, Severity
from skill_lsp.pattern import pattern
from skill_lsp.record import replace
from skill_lsp.syntax import yaml
from skill_lsp.syntax.nodes import Mapping
from skill_lsp.text import Span
from skill_lsp.text import Text as Content

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skill_lsp.hosts.reading import Place, Reading
    from skill_lsp.syntax.skill import SkillMd

_LOADER = "anomalyco/opencode a2cc772, packages/opencode/src/skill/index.ts"
_MARKDOWN = "anomalyco/opencode 0a8a0ed, packages/opencode/src/config/markdown.ts"
_PAGE = "anomalyco/opencode 02bae89, packages/web/src/content/docs/skills.mdx"
_V2 = "opencode.ai/docs/skills (V2, stored page)"

_NAME = pattern(r"[a-z0-9]+(?:-[a-z0-9]+)*\Z")
_BLOCK = pattern(r"^(?P<key>[A-Za-z_][A-Za-z0-9_]*)[^\S\n]*:[^\S\n]*(?P<value>[^\n]*?)\r?$", re.MULTILINE)
_QUOTES = pattern(r"^[\"']|[\"']$")
_WORDS = pattern(r"\[Image\s+\d+\]|\"[^\"]*\"|'[^']*'|[^\s\"']+", re.IGNORECASE)

DOCUMENTED = Effect(
    "loads this, against its own documentation", "load this, against their own documentation", Severity.WARNING
)


NOT_LISTED = Effect(
    "leaves this skill out of the model's list", "leave this skill out of the model's list", Severity.WARNING
)


def split_words(arguments: str) -> list[str]:
    """Words and quoted runs, the outer quotes taken off."""
    return [_QUOTES.sub("", word) for word in _WORDS.findall(arguments)]


class OpenCode(Host):
    """OpenCode V1. With `target-version = "v2"` name and description are free: the id is the path.

    V1 builds of summer 2026 (a2cc772) load a skill without a description and leave it out of the model's list; older
    ones skip it.
    """

    id = "opencode"
    title = "OpenCode"
    sources = (_LOADER, _MARKDOWN, _PAGE, _V2)
    versions = ("v1", "v2")
    dialect = dialects.GRAY_MATTER
    own_directories = (".opencode",)
    keys = (
        Key(
            "name", Text(),
            "The skill's name. The documentation wants small letters, digits and hyphens and the directory's name; the "
            "loader of V1 takes any text, in V2 it is a label.",
            _LOADER, required=True,
        ),
        Key("description", Text(), "What the model reads to choose the skill.", _LOADER, required=True),
        Key("license", Anything(), "The licence of the skill.", _PAGE, inert=True),
        Key("compatibility", Anything(), "What the skill needs to run.", _PAGE, inert=True),
        Key(
            "metadata",
            TextMap(value=None, keys=(
                Key("opencode/slash", Flag(), "`true` makes a slash command of the skill.", _V2, since="V2"),
                Key("opencode/autoinvoke", Flag(), "`false` keeps the model from loading it.", _V2, since="V2"),
            )),
            "Further data by key; V2 reads `opencode/slash` and `opencode/autoinvoke`.", _PAGE, wrong=IGNORES,
        ),
    )  # fmt: skip
    instead = MappingProxyType({"disable-model-invocation": "a `deny` under `permission.skill` in opencode.json"})
    roots = (
        Root(".opencode/skills", upward=True, depth=None, source=_LOADER),
        Root(".opencode/skill", upward=True, depth=None, source=_LOADER),
        Root("~/.config/opencode/skills", "user", depth=None, source=_LOADER),
        Root("~/.config/opencode/skill", "user", depth=None, source=_LOADER),
        Root(".agents/skills", upward=True, depth=None, source=_LOADER),
        Root(".claude/skills", upward=True, depth=None, source=_LOADER),
        Root("~/.agents/skills", "user", depth=None, source=_LOADER),
        Root("~/.claude/skills", "user", depth=None, source=_LOADER),
    )
    body_language = BodyLanguage(
        all_arguments=True,
        first_position=1,
        last_takes_rest=True,
        split=split_words,
        absent="",
        invocations=frozenset({"user"}),
        appends="\n\n{}",
        appends_without="any",
        inline="anywhere",
        directive_invocations=frozenset({"user"}),
        arguments_may_direct=True,
    )

    def cut(self, document: SkillMd) -> Cut | Problem:
        """gray-matter: `---` at the first character (a byte order mark aside), the rest of that line is a language."""
        content = document.text.content
        if document.plain_cut is not None:
            yaml_part, body_part = document.plain_cut
            return Cut(Span(3, yaml_part.end), body_part)
        start = delimiters.after_mark(content)
        line = document.text.line_at(start)
        if (
            not content.startswith("---", start)
            or content[start + 3 : start + 4] == "-"
            or content[start + 3 : line.end].strip() not in ("", "yaml", "yml")
        ):
            return delimiters.problem(self, document, delimiters.Missing("opener", line))
        closer = content.find("\n---", line.end)
        if closer < 0:
            return Cut(Span(line.end, len(content)), Span(len(content), len(content)))
        body = closer + 4
        body += content.startswith("\r", body)
        body += content.startswith("\n", body)
        return Cut(Span(line.end, closer + 1), Span(body, len(content)))

    def with_broken_yaml(self, document: SkillMd, place: Place, cut: Cut, problems: list[Problem]) -> Reading:
        """A second try with every top-level value that holds a colon taken as it stands.

        Only keys of letters, digits and `_` are helped, so `argument-hint: a: b` stays broken.
        """
        root = self._second_try(document, cut)
        values = self.values_of(root) if root else {}
        if not all(isinstance(values.get(key), str) for key in ("name", "description")):
            problems = delimiters.or_unclosed(self, document, problems)
            return super().with_broken_yaml(document, place, cut, problems)
        written = document.yaml_of(cut.content).root
        meant = written if isinstance(written, Mapping) else Mapping(cut.content, ())
        return self.loaded(document, place, cut, meant, values, [])

    def _second_try(self, document: SkillMd, cut: Cut) -> Mapping | None:
        if document.text[Span(0, cut.content.start)] != "---":
            return None
        source = document.text[cut.content]
        changed = _BLOCK.sub(_as_block, source)
        if changed == source:
            return None
        tree = yaml.parse(Content(changed), Span(0, len(changed)))
        refused = any(True for _ in self.dialect.refuses(tree))
        return tree.root if isinstance(tree.root, Mapping) and not refused else None

    def key_problems(self, root: Mapping) -> Iterator[Problem]:
        for problem in super().key_problems(root):
            if problem.rule != "key-required" or self.version != "v2":
                yield problem
            elif problem.data == "description":
                yield problem._replace(effect=NOT_LISTED, source=_V2)

    def loaded(
        self,
        document: SkillMd,
        place: Place,
        cut: Cut,
        root: Mapping,
        values: dict[str, object],
        problems: list[Problem],
    ) -> Reading:
        if self.version == "v1":
            problems += self._documented(root, values.get("name"), values.get("description"), place)
        reading = super().loaded(document, place, cut, root, values, problems)
        listed = reading.loaded and reading.description is not None
        name = place.directory if self.version == "v2" else reading.name
        entry = f"- **{name}**: {reading.description}" if listed else None
        return replace(reading, name=name, by_model=listed, index_entry=entry)

    def _documented(self, root: Mapping, name: object, description: object, place: Place) -> Iterator[Problem]:
        """What the documentation forbids and the loader of V1 takes."""
        entry = root.entry("name")
        if entry is not None and isinstance(name, str):
            if not _NAME.match(name) or len(name) > 64:
                rule = "name-length" if len(name) > 64 or not name else "name-format"
                cause = "`name` should be 1 to 64 small letters, digits and single hyphens between them"
                yield Problem(rule, entry.value.span, DOCUMENTED, cause, _PAGE)
            elif place.directory is not None and name != place.directory:
                cause = f"`name` should equal the directory's name, and `{name}` is not `{place.directory}`"
                yield Problem("name-directory", entry.value.span, DOCUMENTED, cause, _PAGE, data=place.directory)
        entry = root.entry("description")
        if entry is not None and isinstance(description, str) and not 1 <= len(description) <= 1024:
            cause = f"`description` should have 1 to 1,024 characters, and this has {len(description)}"
            yield Problem("description-length", entry.value.span, DOCUMENTED, cause, _PAGE)


def _as_block(line: re.Match[str]) -> str:
    value = line["value"].strip()
    if value in ("", ">", "|") or value[0] in "\"'" or ":" not in value:
        return line[0]
    return f"{line['key']}: |-\n  {value}"


HOST = OpenCode
