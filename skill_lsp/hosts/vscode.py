"""VS Code with GitHub Copilot: forgiving about YAML, and sure of one thing only, the directory's name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skill_lsp.hosts import delimiters, dialects
from skill_lsp.hosts.host import Cut, Host, Root, head
from skill_lsp.hosts.keys import Anything, Choice, Flag, Key, Text, TextMap, first_units, tag_span, utf16_length
from skill_lsp.hosts.reading import DROPS, IGNORES, Effect, Problem, Reading, Severity
from skill_lsp.pattern import pattern
from skill_lsp.record import dataclass, replace
from skill_lsp.syntax.nodes import Mapping, Scalar, dereferenced
from skill_lsp.text import BOM, Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skill_lsp.hosts.reading import Place
    from skill_lsp.syntax.nodes import Entry, Node
    from skill_lsp.syntax.skill import SkillMd

_ATTRIBUTES = "microsoft/vscode 1cf1df3, promptFileAttributes.ts"
_VALIDATOR = "microsoft/vscode 01a5990, promptValidator.ts"
_HEADER = "microsoft/vscode 01a5990, promptFileParser.ts"
_SERVICE = "microsoft/vscode, promptsServiceImpl.ts after PR 311797 of 2026-04-21"
_PAGE = "vscode-docs, docs/agent-customization/agent-skills.md of 2026-05-28"
_PARSER = "microsoft/vscode 025b30c, src/vs/base/common/yaml.ts"

NAME_LIMIT = 64
DESCRIPTION_LIMIT = 1024
_FENCE = pattern(rf"---[{delimiters.JS_SPACE}]*(?:\r\n|\n|\r|\Z)")
_CLOSER = pattern(rf"(?<=[\r\n])---[{delimiters.JS_SPACE}]*(?=[\r\n]|\Z)")
_TAG = pattern(r"<[^>]+>")
_NAME = pattern(r"[a-z0-9-]+\Z")

CUTS = Effect("keeps the beginning only", "keep the beginning only", Severity.WARNING)
STRIPS = Effect("takes out what looks like a tag", "take out what looks like a tag", Severity.WARNING)
BY_DIRECTORY = Effect("calls this skill by its directory", "call this skill by its directory", Severity.WARNING)
NOT_OFFERED = Effect("never offers this skill to the model", "never offer this skill to the model", Severity.WARNING)
DROPS_KEYS = Effect("reads no key of this", "read no key of this", Severity.WARNING)
MARKS = Effect("marks this key and ignores it", "mark this key and ignore it", Severity.INFO)
READS_PART = Effect("may read only a part of this", "may read only a part of this", Severity.HINT)


@dataclass(frozen=True)
class Spelled(Flag):
    """`true` or `false` in exactly these letters, in quotes or not. *Source*: promptFileParser.ts, `parseBoolean`."""

    def meaning(self, node: Node, dialect: dialects.Dialect) -> bool | None:
        target = dereferenced(node)
        return {"true": True, "false": False}.get(target.text) if isinstance(target, Scalar) else None


class VsCode(Host):
    """VS Code's chat and GitHub Copilot in it.

    Up to PR 311797 (merged on 2026-04-21) a skill without a name or description, or with another name than its
    directory's, was skipped; since then the directory's name steps in.
    """

    id = "vscode"
    title = "VS Code"
    sources = (_HEADER, _PAGE, _ATTRIBUTES, _VALIDATOR, _SERVICE, _PARSER)
    versions = ("2026-05", "2026-03")
    dialect = dialects.VSCODE_YAML
    own_directories = (".github", ".copilot")
    unknown_key = MARKS
    keys = (
        Key(
            "name", Text(coerces=True, nullable=True),
            "The skill's name: small letters, digits and hyphens, the same as the directory's. Cut at 64 characters.",
            _PAGE, default="the directory's name",
        ),
        Key(
            "description", Text(coerces=True, nullable=True),
            "What the model reads to choose the skill. Without it the model is not offered the skill. Tags are taken "
            "out, the rest is cut at 1,024 characters.",
            _PAGE,
        ),
        Key(
            "argument-hint", Text(coerces=True, nullable=True), "Shown where a person types arguments.",
            _ATTRIBUTES, wrong=IGNORES,
        ),
        Key(
            "user-invocable", Spelled(), "`false` takes the skill out of the `/` menu.", _ATTRIBUTES, default="true",
            wrong=IGNORES, guards="people still see the skill in the `/` menu", aliases=("user-invokable",),
        ),
        Key(
            "disable-model-invocation", Spelled(), "`true` keeps the model from loading the skill by itself.",
            _ATTRIBUTES, default="false", wrong=IGNORES, guards="the model may load the skill by itself",
        ),
        Key(
            "context", Choice(choices=("fork",)), "`fork` runs the skill in a subagent (experimental).",
            _PAGE, wrong=IGNORES,
        ),
        Key("license", Anything(), "The licence of the skill.", _ATTRIBUTES, inert=True),
        Key("compatibility", Anything(), "What the skill needs to run.", _ATTRIBUTES, inert=True),
        Key("metadata", TextMap(value=None), "Further data by key.", _ATTRIBUTES, inert=True, wrong=IGNORES),
    )  # fmt: skip
    roots = (
        Root(".github/skills", source=_PAGE),
        Root(".agents/skills", source=_PAGE),
        Root(".claude/skills", source=_PAGE),
        Root("~/.copilot/skills", "user", source=_PAGE),
        Root("~/.agents/skills", "user", source=_PAGE),
        Root("~/.claude/skills", "user", source=_PAGE),
    )

    def cut(self, document: SkillMd) -> Cut | Problem:
        """An opening line without a closing one makes all that follows frontmatter."""
        if document.plain_cut is not None:
            return document.plain_cut
        content = document.text.content
        start = 1 if content.startswith(BOM) else 0
        opener = _FENCE.match(content, start)
        if opener is None:
            end = content.find("\n")
            missing = delimiters.Missing("opener", Span(start, end if end >= 0 else len(content)))
            return delimiters.problem(self, document, missing)
        closer = _CLOSER.search(content, opener.end())
        if closer is None:
            return Cut(Span(opener.end(), len(content)), Span(len(content), len(content)))
        body = document.text.line_at(closer.start()).end
        ends = 2 if content.startswith("\r\n", body) else 1
        return Cut(Span(opener.end(), closer.start()), Span(min(body + ends, len(content)), len(content)))

    def without_frontmatter(self, document: SkillMd, place: Place, problems: list[Problem]) -> Reading:
        """It loads under its directory's name, with nothing that the model could choose it by."""
        effect = DROPS if self._by_name else NOT_OFFERED
        softened = [problem._replace(effect=effect, source=_SERVICE) for problem in problems]
        body = Span(0, len(document.text))
        return self._named(document, place, Cut(Span(0, 0), body), None, {}, softened)

    def with_broken_yaml(self, document: SkillMd, place: Place, cut: Cut, problems: list[Problem]) -> Reading:
        """Its parser goes on after an error; what it has then is read in source only roughly."""
        tree = document.yaml_of(cut.content)
        problems = delimiters.or_unclosed(self, document, problems)
        softened = [
            problem._replace(effect=DROPS_KEYS if problem.rule == "frontmatter-not-a-map" else READS_PART)
            for problem in problems
        ]
        root = tree.root if isinstance(tree.root, Mapping) else None
        values = self.values_of(root) if root is not None else {}
        return self._named(document, place, cut, root, values, softened)

    def loaded(
        self,
        document: SkillMd,
        place: Place,
        cut: Cut,
        root: Mapping,
        values: dict[str, object],
        problems: list[Problem],
    ) -> Reading:
        problems += self._name_problems(root, values.get("name"), place)
        if self._by_name and not values.get("name"):
            cause = "`name` is missing"
            problems.append(Problem("key-required", head(root), DROPS, cause, _SERVICE, data="name"))
        problems += self._description_problems(document, root, values.get("description"))
        return self._named(document, place, cut, root, values, problems)

    def _named(
        self,
        document: SkillMd,
        place: Place,
        cut: Cut,
        root: Mapping | None,
        values: dict[str, object],
        problems: list[Problem],
    ) -> Reading:
        written = root if root is not None else Mapping(cut.content, ())
        reading = super().loaded(document, place, cut, written, values, problems)
        name = place.directory or (stripped(reading.name or "", NAME_LIMIT) or None)
        description = stripped(reading.description or "", DESCRIPTION_LIMIT) or None
        by_model = description is not None and self._switch(root, "disable-model-invocation") is not True
        return replace(
            reading,
            name=name,
            description=description,
            by_model=by_model,
            by_user=self._switch(root, "user-invocable", "user-invokable") is not False,
            index_entry=_entry(name, description, place.path) if by_model and reading.loaded else None,
        )

    def _switch(self, root: Mapping | None, *names: str) -> bool | None:
        """The first of these switches that says something."""
        for node in (root.get(name) for name in names) if root is not None else ():
            said = Spelled().meaning(node, self.dialect) if node is not None else None
            if said is not None:
                return said
        return None

    @property
    def _by_name(self) -> bool:
        """A build before PR 311797, to which name, description and the same name on the directory are all needed."""
        return self.version == "2026-03"

    def _name_problems(self, root: Mapping, name: object, place: Place) -> Iterator[Problem]:
        entry = root.entry("name")
        if entry is None or not isinstance(name, str) or not name:
            return
        span = entry.value.span
        kept = untagged(name)
        if kept != name:
            yield Problem("name-format", span, STRIPS, f"`{kept}` is left of the name", _SERVICE)
        name = kept
        if utf16_length(name) > NAME_LIMIT:
            cause = f"`name` has {utf16_length(name)} characters, {NAME_LIMIT} is the limit"
            yield Problem("name-length", span, CUTS, cause, _SERVICE)
        elif not _NAME.match(name):
            cause = "`name` must be small letters a to z, digits and hyphens"
            yield Problem("name-format", span, DROPS, cause, _PAGE)
        elif place.directory is not None and name != place.directory:
            cause = (
                f"`{name}` is not the directory's name `{place.directory}` (builds before 2026-04-21 drop the skill)"
            )
            effect = DROPS if self._by_name else BY_DIRECTORY
            yield Problem("name-directory", span, effect, cause, _SERVICE, data=place.directory)

    def _description_problems(self, document: SkillMd, root: Mapping, description: object) -> Iterator[Problem]:
        entry = root.entry("description")
        without = DROPS if self._by_name else NOT_OFFERED
        if entry is None:
            cause = "`description` is missing"
            yield Problem("key-required", head(root), without, cause, _SERVICE, data="description")
        elif isinstance(description, str) and description:
            yield from self._kept(document, entry, description)
        elif description in ("", None) and isinstance(dereferenced(entry.value), Scalar):
            span = entry.value_span
            rule = "value-null" if entry.is_unwritten else "description-length"
            yield Problem(rule, span, without, "`description` is empty", _SERVICE)

    def _kept(self, document: SkillMd, entry: Entry, description: str) -> Iterator[Problem]:
        """What VS Code takes out of a description, and cuts off."""
        kept = untagged(description)
        if kept != description:
            span = tag_span(document.text.content, entry.value)
            cause = "the rest of the description stays, the words between `<` and `>` are gone"
            yield Problem("description-tags", span, STRIPS, cause, _SERVICE)
        length = utf16_length(kept)
        if length > DESCRIPTION_LIMIT:
            cause = f"`description` has {length:,} characters, {DESCRIPTION_LIMIT:,} is the limit"
            yield Problem("description-length", entry.value.span, CUTS, cause, _SERVICE)


def stripped(text: str, limit: int) -> str:
    """A text as VS Code keeps it: without tags, cut at a number of UTF-16 units."""
    return first_units(untagged(text), limit)


def untagged(text: str) -> str:
    """A text without what looks like a tag."""
    return _TAG.sub("", text) if "<" in text else text


def _entry(name: str | None, description: str | None, path: str) -> str:
    return f"<skill>\n<name>{name}</name>\n<description>{description}</description>\n<file>{path}</file>\n</skill>"


HOST = VsCode
