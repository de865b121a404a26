"""goose: three hyphens anywhere make its fences, a typed reader stands behind them, and arguments count in two ways."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from skill_lsp.hosts import delimiters, dialects
from skill_lsp.hosts.body import BodyLanguage
from skill_lsp.hosts.host import Cut, Host, Root, head
from skill_lsp.hosts.keys import Key, Text, TextList, TextMap
from skill_lsp.hosts.reading import ENDS_HERE, Effect, Problem, Severity
from skill_lsp.pattern import pattern
from skill_lsp.record import replace
from skill_lsp.syntax.nodes import Mapping, Scalar, Sequence, dereferenced
from skill_lsp.text import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skill_lsp.hosts.reading import Place, Reading
    from skill_lsp.syntax.skill import SkillMd

_SKILLS = "aaif-goose/goose c8ee88a, crates/goose/src/skills/mod.rs"
_SOURCES = "aaif-goose/goose 2533f35, crates/goose/src/sources.rs"
_ARGUMENTS = "aaif-goose/goose 4b8f1a8, crates/goose/src/skills/arguments.rs"
_CLIENT = "aaif-goose/goose 0339ce4, crates/goose/src/skills/client.rs"

_WORD = pattern(r"(?:\"[^\"]*\"|'[^']*'|[^\s\"'])+")
_QUOTED = pattern(r"\"([^\"]*)\"|'([^']*)'")

NOTHING_TO_CHOOSE_BY = Effect(
    "lists this skill without a description", "list this skill without a description", Severity.WARNING
)


def split_at_quotes(arguments: str) -> list[str]:
    """Words, with what stands in quotes kept together and the quotes taken off; a backslash means nothing.

    goose refuses arguments whose quotes do not close; they are split at white space here.
    """
    if _WORD.sub("", arguments).strip():
        return arguments.split()
    return [_QUOTED.sub(lambda found: found[1] or found[2] or "", word) for word in _WORD.findall(arguments)]


class Goose(Host):
    """goose, the agent of the Agentic AI Foundation (formerly Block's)."""

    id = "goose"
    title = "goose"
    sources = (_SKILLS, _SOURCES, _ARGUMENTS, _CLIENT)
    dialect = dialects.SERDE_YAML
    own_directories = (".goose",)
    keys = (
        Key(
            "name", Text(coerces=True, nullable=True), "The skill's name; one with a `/` loses the skill.",
            _SKILLS, required=True,
        ),
        Key("description", Text(coerces=True, nullable=True), "What the model reads to choose the skill.", _SKILLS),
        Key(
            "metadata",
            TextMap(value=None, keys=(
                Key("arguments", TextList(), "Names of the arguments, in order, for `$name` in the body.", _ARGUMENTS),
                Key("argument-hint", Text(), "Shown where a person types arguments.", _CLIENT),
            )),
            "Further data by key; `arguments` and `argument-hint` are read from here, not from the top level.", _SKILLS,
        ),
    )  # fmt: skip
    instead = MappingProxyType(
        {"arguments": "`arguments` under `metadata`", "argument-hint": "`argument-hint` under `metadata`"}
    )
    roots = (
        Root(".agents/skills", depth=None, source=_SKILLS),
        Root(".goose/skills", depth=None, source=_SKILLS),
        Root(".claude/skills", depth=None, source=_SKILLS),
        Root("~/.agents/skills", "user", depth=None, source=_SKILLS),
        Root("~/.config/goose/skills", "user", depth=None, source=_SKILLS),
        Root("~/.claude/skills", "user", depth=None, source=_SKILLS),
        Root("~/.config/agents/skills", "user", depth=None, source=_SKILLS),
    )
    body_language = BodyLanguage(
        all_arguments=True,
        indexed=True,
        first_position=1,
        below_first="",
        named=True,
        split=split_at_quotes,
        absent="",
        appends="\n\nARGUMENTS: {}",
        appends_without="any",
        appends_nothing=True,
    )

    def cut(self, document: SkillMd) -> Cut | Problem:
        """The text between the first two `---`, wherever they stand; what is before them does not matter."""
        content = document.text.content
        if document.plain_cut is not None:
            closer = document.plain_cut.content.end
            return Cut(Span(3, closer), Span(closer + 3, len(content)))
        opener = content.find("---")
        closer = content.find("---", opener + 3) if opener >= 0 else -1
        cut = Cut(Span(opener + 3, closer), Span(closer + 3, len(content)))
        wide = closer >= 0 and content.startswith("-", opener + 3) and document.yaml_of(cut.content).broken
        if closer >= 0 and not wide and (document.frontmatter is not None or self._names(document, cut)):
            return cut
        missing = delimiters.Missing("opener" if opener < 0 or wide else "closer", document.text.line(0))
        return delimiters.problem(self, document, missing)

    def _names(self, document: SkillMd, cut: Cut) -> bool:
        """Whether what stands between two rules of a body happens to be a frontmatter."""
        root = document.yaml_of(cut.content).root
        return isinstance(root, Mapping) and root.entry("name") is not None

    def text_problems(self, document: SkillMd) -> Iterator[Problem]:
        """A `---` inside of a value ends the frontmatter without a word."""
        span = delimiters.early_end(self, document)
        if span is not None:
            cause = "the first `---` counts wherever it stands, and what follows it becomes body"
            yield Problem("frontmatter-early-close", span, ENDS_HERE, cause, _SOURCES)

    def loaded(
        self,
        document: SkillMd,
        place: Place,
        cut: Cut,
        root: Mapping,
        values: dict[str, object],
        problems: list[Problem],
    ) -> Reading:
        problems += self._name_problems(root, values.get("name"))
        description = values.get("description") or ""
        if not description:
            span = self._span(root, "description")
            entry = root.entry("description")
            cause = "`description` is missing" if entry is None else "`description` is empty"
            given = "value-null" if entry is not None and entry.is_unwritten else "description-length"
            rule = "key-required" if entry is None else given
            problems.append(Problem(rule, span, NOTHING_TO_CHOOSE_BY, cause, _SKILLS, data="description"))
        reading = super().loaded(document, place, cut, root, values, problems)
        shown = f"• {reading.name} - {description}" if reading.loaded else None
        return replace(reading, description=str(description), index_entry=shown)

    def _name_problems(self, root: Mapping, name: object) -> Iterator[Problem]:
        entry = root.entry("name")
        if entry is None:
            return
        if not name and isinstance(dereferenced(entry.value), Scalar):
            rule = "value-null" if entry.is_unwritten else "name-length"
            yield Problem(rule, self._span(root, "name"), self.drops, "`name` is empty", _SKILLS)
        elif "/" in str(name):
            cause = "`name` must not contain a `/`"
            yield Problem("name-format", self._span(root, "name"), self.drops, cause, _SKILLS)

    def _span(self, root: Mapping, key: str) -> Span:
        entry = root.entry(key)
        if entry is None:
            return head(root)
        return entry.value_span

    def body_text(self, source: str) -> str:
        return source.strip()

    def argument_names(self, document: SkillMd) -> tuple[str, ...]:
        cut = self.cut(document)
        node = document.yaml_of(cut.content).root if isinstance(cut, Cut) else None
        for key in ("metadata", "arguments"):
            target = dereferenced(node) if node is not None else None
            node = target.get(key) if isinstance(target, Mapping) else None
        names = dereferenced(node) if node is not None else None
        return (
            tuple(name.text for name in names.items if isinstance(name, Scalar)) if isinstance(names, Sequence) else ()
        )


HOST = Goose
