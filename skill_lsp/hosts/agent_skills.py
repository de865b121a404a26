"""The Agent Skills specification, as its reference validator skills-ref 0.1.1 checks it."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from skill_lsp.hosts import delimiters
from skill_lsp.hosts.dialects import STRICT_YAML
from skill_lsp.hosts.host import Cut, Host, Root
from skill_lsp.hosts.keys import Anything, Key, Text
from skill_lsp.hosts.reading import ENDS_HERE, REFUSES, Effect, Problem, Severity
from skill_lsp.syntax.nodes import Mapping, Scalar, dereferenced

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skill_lsp.hosts.reading import Place, Reading
    from skill_lsp.syntax.skill import SkillMd
    from skill_lsp.text import Span

_VALIDATOR = "skills-ref 0.1.1, validator.py"
_PARSER = "skills-ref 0.1.1, parser.py"
_SPECIFICATION = "agentskills 69ef37e, docs/specification.mdx of 2026-08-04"


PASSES = Effect("lets this pass", "let this pass", Severity.INFO)


class AgentSkills(Host):
    """The specification's own validator."""

    id = "agent-skills"
    title = "the Agent Skills validator"
    advised_lines = 500
    sources = (_PARSER, _VALIDATOR, _SPECIFICATION)
    dialect = STRICT_YAML
    drops = REFUSES
    unknown_key = REFUSES
    file_names = ("SKILL.md", "skill.md")
    keys = (
        Key(
            "name", Anything(), "The skill's name: it must equal the name of its directory.", _VALIDATOR, required=True
        ),
        Key("description", Anything(), "What the skill does and when to use it.", _VALIDATOR, required=True),
        Key("license", Anything(), "The licence of the skill, or the file that holds it.", _SPECIFICATION),
        Key("compatibility", Text(maximum=500), "What the skill needs to run.", _VALIDATOR),
        Key("metadata", Anything(), "Further texts by key.", _SPECIFICATION),
        Key("allowed-tools", Anything(), "Tools that may run without asking, separated by blanks.", _SPECIFICATION),
    )
    roots = (Root(".agents/skills", upward=True, source="agentskills 69ef37e, adding-skills-support.mdx"),)
    own_directories = ()

    def cut(self, document: SkillMd) -> Cut | Problem:
        found = delimiters.first_dashes(document.text.content, 0)
        return delimiters.problem(self, document, found) if isinstance(found, delimiters.Missing) else found

    def text_problems(self, document: SkillMd) -> Iterator[Problem]:
        """A `---` inside of a value ends the frontmatter without a word."""
        span = delimiters.early_end(self, document)
        if span is not None:
            cause = "the first `---` counts wherever it stands, and what follows it becomes body"
            yield Problem("frontmatter-early-close", span, ENDS_HERE, cause, _PARSER)

    def with_broken_yaml(self, document: SkillMd, place: Place, cut: Cut, problems: list[Problem]) -> Reading:
        found = document.frontmatter
        if found is not None and found.displacement == "fence":  # `---yaml` passes for three hyphens and a text
            problems = [delimiters.misspelt_fence(self, found)]
        return super().with_broken_yaml(document, place, cut, problems)

    def key_problems(self, root: Mapping) -> Iterator[Problem]:
        yield from super().key_problems(root)
        known = {key.name for key in self.keys}
        for entry in root.entries:
            if entry.key.text not in known:
                cause = f"`{entry.key.text}` is not a key of the specification"
                yield Problem("key-unknown", entry.key.span, REFUSES, cause, _VALIDATOR, data=entry.key.text)

    def loaded(
        self,
        document: SkillMd,
        place: Place,
        cut: Cut,
        root: Mapping,
        values: dict[str, object],
        problems: list[Problem],
    ) -> Reading:
        problems += self._name_problems(root, place)
        problems += self._description_problems(root)
        problems += self._compatibility_problems(root)
        values = {
            key: value.strip() if key in ("name", "description") and isinstance(value, str) else value
            for key, value in values.items()
        }
        return super().loaded(document, place, cut, root, values, problems)

    def _text(self, root: Mapping, key: str) -> tuple[str, Span] | None:
        """The text of a key ("" where it is none) and where to report it; None where the key is missing."""
        entry = root.entry(key)
        if entry is None:
            return None
        target = dereferenced(entry.value)
        value = self.dialect.value(target) if isinstance(target, Scalar) else None
        span = entry.value.span
        return value if isinstance(value, str) else "", span if span.end > span.start else entry.key.span

    def _name_problems(self, root: Mapping, place: Place) -> Iterator[Problem]:
        found = self._text(root, "name")
        if found is None:
            return
        written, span = found
        name = unicodedata.normalize("NFKC", written.strip())
        directory = place.directory
        if not name:
            entry = root.entry("name")
            rule = "value-null" if entry is not None and entry.is_unwritten else "name-length"
            yield Problem(rule, span, REFUSES, "`name` must be a text that is not empty", _VALIDATOR)
        elif len(name) > 64:
            cause = f"`name` has {len(name)} characters, 64 is the limit"
            yield Problem("name-length", span, REFUSES, cause, _VALIDATOR)
        elif misspelt := _misspelt(name):
            yield Problem("name-format", span, REFUSES, misspelt, _VALIDATOR)
        elif directory is not None and unicodedata.normalize("NFKC", directory) != name:
            cause = f"`name` must equal the directory's name, and `{name}` is not `{directory}`"
            yield Problem("name-directory", span, REFUSES, cause, _VALIDATOR, data=directory)

    def _description_problems(self, root: Mapping) -> Iterator[Problem]:
        found = self._text(root, "description")
        if found is None:
            return
        description, span = found
        if not description.strip():
            entry = root.entry("description")
            rule = "value-null" if entry is not None and entry.is_unwritten else "description-length"
            yield Problem(rule, span, REFUSES, "`description` must be a text that is not empty", _VALIDATOR)
        elif len(description) > 1024:
            cause = f"`description` has {len(description):,} characters, 1,024 is the limit"
            yield Problem("description-length", span, REFUSES, cause, _VALIDATOR)

    def _compatibility_problems(self, root: Mapping) -> Iterator[Problem]:
        """The specification asks for 1 to 500 characters, its validator only looks at the upper end."""
        entry = root.entry("compatibility")
        node = dereferenced(entry.value) if entry is not None else None
        if entry is not None and isinstance(node, Scalar) and not node.text:
            span = node.span if node.span.end > node.span.start else entry.key.span
            cause = "`compatibility` is empty, and the specification asks for 1 to 500 characters"
            yield Problem("value-length", span, PASSES, cause, _SPECIFICATION)

    def body_text(self, source: str) -> str:
        return source.replace("\r\n", "\n").replace("\r", "\n").strip()


def _misspelt(name: str) -> str | None:
    """Why a name (NFKC, stripped) has not the allowed form."""
    if name != name.lower():
        return "`name` must be in lower case"
    if name.startswith("-") or name.endswith("-"):
        return "`name` must not begin or end with a hyphen"
    if "--" in name:
        return "`name` must not have two hyphens in a row"
    if not all(char.isalnum() or char == "-" for char in name):
        return "`name` may hold letters, digits and hyphens only"
    return None


HOST = AgentSkills
