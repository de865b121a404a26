"""Xum (formerly Mux): one bad field drops the whole skill, and a person sees it only in the skills indicator.

The documentation page is authoritative where it speaks, the source (coder/mux f2160b194 of 2026-08-22) elsewhere.
"""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from skill_lsp.hosts import delimiters
from skill_lsp.hosts.body import BodyLanguage
from skill_lsp.hosts.dialects import YAML_1_2
from skill_lsp.hosts.host import Cut, Host, Listing, Root
from skill_lsp.hosts.keys import UTF16, Flag, Key, Kind, Misfit, Text, TextMap, first_units, utf16_length, written
from skill_lsp.hosts.reading import DROPS, Effect, Problem, Severity
from skill_lsp.pattern import pattern
from skill_lsp.record import dataclass, replace
from skill_lsp.syntax import globs
from skill_lsp.syntax.nodes import Mapping, Node, Scalar, Sequence, Style, dereferenced
from skill_lsp.text import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skill_lsp.hosts.dialects import Dialect
    from skill_lsp.hosts.reading import Place, Reading
    from skill_lsp.syntax.skill import SkillMd

_SCHEMA = "coder/mux f2160b194, src/common/orpc/schemas/agentSkill.ts"
_PARSER = "coder/mux f2160b194, src/node/services/agentSkills/parseSkillMarkdown.ts"
_PAGE = "Xum's Agent Skills page"
_MENTIONS = "coder/mux f2160b194, inlineSkillReferences.ts"
_PLUGINS = "coder/mux f2160b194, src/node/services/agentPlugins"

# coder/mux f2160b194, slashCommands/registry.ts, knownModels.ts and the built-in skills' directory
_COMMANDS = "clear compact dream model plan fork new vim idle heartbeat goal workflow debug-llm-request"
_ALIASES = (
    "fable mythos opus sonnet haiku gpt sol terra luna gpt-pro gpt-mini gpt-nano codex spark codex-mini codex-max "
    "gemini gemini-pro gemini-flash grok deepseek deepseek-pro deepseek-v4 deepseek-v4-pro deepseek-flash "
    "deepseek-v4-flash kimi k3 kimi-k3"
)
_BUNDLED = "background-monitors deep-research init loop orchestrate spawn workflow-authoring xum-diagram xum-docs"

MAX_BYTES = 1_048_576
INDEX_DESCRIPTION = 280
"""UTF-16 units of a description that the index shows (coder/xum 226c2bd0)."""
NAME_PATTERN = r"\A[a-z0-9]+(?:-[a-z0-9]+)*\Z"
_NAME = pattern(NAME_PATTERN)
ENDS_HERE = Effect("ends the frontmatter here", "end the frontmatter here", Severity.WARNING)
CUTS = Effect("cuts this in its list of skills", "cut this in their list of skills", Severity.WARNING)
NO_MENTION = Effect("takes no `$` for this skill", "take no `$` for this skill", Severity.HINT)
DISPLAY = Effect("shows this as a label", "show this as a label", Severity.WARNING)


@dataclass(frozen=True)
class Globs(Kind):
    """A list of globs or one comma-separated text; one bad pattern makes the skill invalid. *Source*: Xum's page."""

    label: str = "a list of globs"
    holds = "globs"

    def misfits(self, key: str, node: Node, dialect: Dialect) -> Iterator[Misfit]:
        target = dereferenced(node)
        if isinstance(target, Sequence):
            if not target.items:
                yield Misfit("paths-empty", node.span, f"`{key}` is an empty list")
            for item in target.items:
                yield from self._item(key, item, dialect)
        elif isinstance(target, Scalar):
            value = dialect.value(target)
            if value is None:
                yield Misfit("value-null", node.span, f"`{key}` has no value, and a list of globs is wanted")
            elif not isinstance(value, str):
                yield Misfit(
                    "value-type", node.span, f"`{key}` must be a list of globs, and this is {written(target, dialect)}"
                )
            else:
                yield from self._comma_form(key, target, value)
        else:
            yield Misfit(
                "value-type", node.span, f"`{key}` must be a list of globs, and this is {written(node, dialect)}"
            )

    def _item(self, key: str, item: Node, dialect: Dialect) -> Iterator[Misfit]:
        target = dereferenced(item)
        value = dialect.value(target) if isinstance(target, Scalar) else None
        if not isinstance(target, Scalar) or not isinstance(value, str):
            empty = isinstance(target, Scalar) and value is None
            rule, what = (
                ("paths-empty", "has an empty entry") if empty else ("value-type", f"holds {written(item, dialect)}")
            )
            yield Misfit(rule, item.span, f"`{key}` {what}, and every entry must be a glob")
            return
        yield from _defects(key, value, item.span, _literal_offset(target))

    def _comma_form(self, key: str, node: Scalar, value: str) -> Iterator[Misfit]:
        offset = _literal_offset(node)
        for start, glob in globs.split(value):
            span = node.span
            if offset is not None:
                span = Span(offset + start, offset + start + len(glob))
            found = list(_defects(key, glob, span, None if offset is None else span.start))
            bracket = next((at for at, char in enumerate(glob) if char in "[("), None)
            if bracket is not None and not found:
                where = span if offset is None else Span(span.start + bracket, span.start + bracket + 1)
                cause = f"`{glob[bracket]}` in `{key}` needs the list form, not the comma form"
                found.append(Misfit("paths-glob", where, cause, "list"))
            yield from found

    def schema(self) -> dict[str, Any]:
        return {"anyOf": [{"type": "array", "items": {"type": "string"}, "minItems": 1}, {"type": "string"}]}

    @property
    def skeleton(self) -> str:
        return '["$1"]'


def _literal_offset(node: Scalar) -> int | None:
    """Where the value's first character stands, None where value and source differ character by character."""
    quotes = 0 if node.style is Style.PLAIN else 1
    return node.span.start + quotes if node.span.end - node.span.start == len(node.text) + 2 * quotes else None


_DEFECTS = {
    "negated": "is negated",
    "backslash": "has a backslash, and `/` is the separator",
    "absolute": "is an absolute path",
    "parent": "has a `..` segment",
    "unclosed": "has a bracket that is never closed",
}


def _defects(key: str, glob: str, span: Span, offset: int | None) -> Iterator[Misfit]:
    for defect in globs.defects(glob):
        if defect.kind == "empty":
            yield Misfit("paths-empty", span, f"`{key}` has an empty entry")
        elif defect.kind in _DEFECTS:
            where = span if offset is None else Span(offset + defect.start, offset + defect.end)
            yield Misfit("paths-glob", where, f"the glob `{glob}` {_DEFECTS[defect.kind]}", defect.kind)


class Xum(Host):
    """Xum's reader of SKILL.md."""

    id = "xum"
    title = "Xum"
    sources = (_PARSER, _SCHEMA, _PAGE)
    versions = ("docs", "2026-08")
    dialect = YAML_1_2
    own_directories = (".xum", ".mux")
    keys = (
        Key(
            "name", Text(maximum=64, minimum=1, unit=UTF16, length_rule="name-length"),
            "The skill's identity: it must equal the name of its directory.", _SCHEMA, required=True,
        ),
        Key(
            "description", Text(minimum=1, maximum=1024, unit=UTF16, length_rule="description-length"),
            "What the model reads to decide whether the skill helps. The index shows the first 280 characters.",
            _SCHEMA, required=True,
        ),
        Key("license", Text(), "The licence of the skill; kept and shown, not interpreted.", _SCHEMA),
        Key("compatibility", Text(minimum=1, maximum=500, unit=UTF16), "What the skill needs to run.", _SCHEMA),
        Key("metadata", TextMap(), "Further texts by key. Every value must be text.", _SCHEMA),
        Key("advertise", Flag(), "`false` keeps the skill out of the model's index.", _SCHEMA, default="true"),
        Key(
            "disable-model-invocation", Flag(),
            "`true` keeps the skill out of the model's index. With `advertise` the more restrictive of both counts.",
            _SCHEMA, default="false", guards="the model may load the skill by itself",
        ),
        Key(
            "user-invocable", Flag(), "`false` hides the skill from `/`, `$` and the palette.", _SCHEMA, default="true",
            guards="people can still invoke the skill",
        ),
        Key(
            "argument-hint", Text(minimum=1, maximum=200, unit=UTF16),
            "Shown beside the skill's name where a person types its arguments.", _SCHEMA,
        ),
        Key(
            "when_to_use", Text(minimum=1, maximum=1024, unit=UTF16),
            "Guidance for the model, appended to the index entry. Wins over `when-to-use`.", _SCHEMA,
        ),
        Key(
            "when-to-use", Text(minimum=1, maximum=1024, unit=UTF16),
            "Another spelling of `when_to_use`; read where that is absent, checked in any case.", _SCHEMA,
        ),
        Key(
            "paths", Globs(),
            "Globs: the skill leaves the index and is offered once a matching file was read or edited.", _PAGE,
        ),
    )  # fmt: skip
    roots = (
        Root(".xum/skills", upward=True, contained=True, source=_PAGE),
        Root(".mux/skills", upward=True, contained=True, source=_PAGE),
        Root(".agents/skills", upward=True, contained=True, source=_PAGE),
        Root(
            ".claude/skills", upward=True, contained=True, condition="the experiment claude-skills-compat", source=_PAGE
        ),
        Root(".xum/plugins", "plugin", checkout=True, plugins=True, contained=True, source=_PAGE),
        Root(".mux/plugins", "plugin", checkout=True, plugins=True, contained=True, source=_PLUGINS),
        Root(".agents/plugins", "plugin", checkout=True, plugins=True, contained=True, source=_PAGE),
        Root("~/.xum/skills", "user", source=_PAGE),
        Root("~/.agents/skills", "user", source=_PAGE),
        Root("~/.claude/skills", "user", condition="the experiment claude-skills-compat", source=_PAGE),
        Root("~/.xum/plugins", "plugin", plugins=True, source=_PAGE),
        Root("~/.agents/plugins", "plugin", plugins=True, source=_PAGE),
    )
    plugin_manifests = ("plugin.json",)
    plugins_have_bare_names = True
    listing = Listing(entries=50, overflow="only the first 50 by name are shown", source="coder/mux f2160b194")
    explicit_skills_replace = True
    plugin_schema = "https://agent-plugins.org/schemas/1.0.0/plugin.schema.json"
    taken_names = MappingProxyType(
        dict.fromkeys(_COMMANDS.split(), "a built-in command") | dict.fromkeys(_ALIASES.split(), "an alias of a model")
    )
    bundled_skills = frozenset(_BUNDLED.split())

    body_language = BodyLanguage(
        all_arguments=True,
        first_position=1,
        one_digit=True,
        variables={"CLAUDE_SKILL_DIR": "directory", "CLAUDE_PLUGIN_ROOT": "plugin"},
        invocations=frozenset({"user"}),
        inline="line",
        directive_invocations=frozenset({"user", "inline"}),
        directive_condition="the experiment for dynamic context is switched on",
        directive_limit=10,
        directive_note="\n[skill dynamic context: directive limit (10) reached; not executed]",
        arguments_may_direct=True,
        limit=50_000,
        limit_note="\n\n[Skill body truncated to 50000 characters]",
    )
    """*Source*: coder/mux f2160b194, `skillArguments.ts`, `skillDynamicContext.ts`, `skillSnapshot.ts`; Xum's page for
    the variables and for who gets what."""

    @property
    def plugin_manifest_limit(self) -> int | None:
        return 262_144 if self.version == "docs" else None  # coder/xum 1d333e61; none in coder/mux f2160b194

    def text_problems(self, document: SkillMd) -> Iterator[Problem]:
        if document.text.size > MAX_BYTES:
            cause = f"the file has {document.text.size:,} bytes, {MAX_BYTES:,} is the limit"
            yield Problem("file-size", Span(0, 0), DROPS, cause, _PARSER)
        early = delimiters.early_end(self, document)
        if early is not None:
            cause = "it takes a line of three hyphens for the end, however far it is indented"
            yield Problem("frontmatter-early-close", early, ENDS_HERE, cause, _PARSER)

    def cut(self, document: SkillMd) -> Cut | Problem:
        if document.plain_cut is not None:
            return document.plain_cut
        content = document.text.content
        found = delimiters.trimmed_lines(content, delimiters.after_mark(content))
        return delimiters.problem(self, document, found) if isinstance(found, delimiters.Missing) else found

    def key_problems(self, root: Mapping) -> Iterator[Problem]:
        for problem in super().key_problems(root):
            if self.version == "docs" or problem.source != _PAGE:  # the source of 2026-08 does not read `paths`
                yield problem

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
        reading = super().loaded(document, place, cut, root, values, problems)
        if not reading.loaded:
            return reading
        kept = dict(reading.values)
        by_model = kept.get("advertise") is not False and kept.get("disable-model-invocation") is not True
        guidance = kept.get("when_to_use", kept.get("when-to-use"))
        if self.version != "docs":
            kept.pop("paths", None)
        listed = by_model and "paths" not in kept
        name = self._identity(reading.name or "", place)
        scope = "global" if place.at_home else "project"
        description = reading.description or ""
        shown = description if self.version != "docs" else index_text(description)
        return replace(
            reading,
            problems=(
                *reading.problems,
                *(_index_cut(root, description) if listed and len(shown) < len(description) else ()),
            ),
            name=name,
            values=kept,
            by_model=by_model,
            by_user=kept.get("user-invocable") is not False,
            index_entry=index_entry(name, shown, guidance, scope) if listed else None,
        )

    def _identity(self, name: str, place: Place) -> str:
        return name if _NAME.match(name) else place.directory or name

    def _name_problems(self, root: Mapping, place: Place) -> Iterator[Problem]:
        node = root.get("name")
        target = dereferenced(node) if node is not None else None
        name = self.dialect.value(target) if isinstance(target, Scalar) else None
        if node is None or not isinstance(name, str) or not 1 <= utf16_length(name) <= 64:
            return
        directory = place.directory
        if not _NAME.match(name):
            if directory is not None and " " in name and slug(name) == directory:
                cause = f"`{name}` is a display name, the skill is called `{directory}` after its directory"
                effect = DISPLAY if self.version == "docs" else DROPS
                yield Problem(
                    "name-display", node.span, effect, cause, f"{_PAGE}, display names; {_SCHEMA}", data=directory
                )
            else:
                cause = "`name` must be small letters a to z, digits and single hyphens between them"
                yield Problem("name-format", node.span, DROPS, cause, _SCHEMA)
        elif directory is not None and name != directory:
            cause = f"`name` must equal the directory's name, and `{name}` is not `{directory}`"
            yield Problem("name-directory", node.span, DROPS, cause, _PARSER, data=directory)
        elif name[0].isdigit():
            cause = f"after `$` a name begins with a letter; `/{name}` works"
            yield Problem("name-mention", node.span, NO_MENTION, cause, _MENTIONS)

    def key_text(self, key: Scalar) -> str:
        value = self.dialect.value(key)
        return value if isinstance(value, str) else property_name(value)

    def body_text(self, source: str) -> str:
        return source.replace("\r\n", "\n").replace("\r", "\n") if "\r" in source else source


def property_name(value: object) -> str:
    """A value as the name of a JavaScript property: `1.0` is `1`, `0x1f` is `31`, nothing at all is empty."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    number = float(value) if isinstance(value, int | float) else float("nan")
    if number != number or number in (float("inf"), float("-inf")):
        return {"inf": "Infinity", "-inf": "-Infinity"}.get(str(number), "NaN")
    if number.is_integer() and abs(number) < 1e21:
        return str(int(number))
    return re.sub(r"e([-+])0", r"e\1", repr(number))


def slug(label: str) -> str:
    """The directory name that a display name stands for (inferred from the page's one example)."""
    return re.sub(r"[^a-z0-9]+", "-", label.lower()).strip("-")


def index_text(description: str) -> str:
    """A description as the index shows it: on one line, at most 280 units. *Source*: coder/xum 226c2bd0."""
    text = " ".join(description.split())
    if utf16_length(text) > INDEX_DESCRIPTION:
        return first_units(text, INDEX_DESCRIPTION - 1).rstrip() + "…"
    return text


def _index_cut(root: Mapping, description: str) -> Iterator[Problem]:
    """The description of which the index shows the beginning only."""
    length = utf16_length(" ".join(description.split()))
    entry = root.entry("description")
    if entry is not None and length > INDEX_DESCRIPTION:
        cause = f"`description` has {length:,} characters, and {INDEX_DESCRIPTION} are shown"
        yield Problem(
            "listing-cut", entry.key.span, CUTS, cause, "coder/xum 226c2bd0, agent_skill_read.ts",
            data=str(INDEX_DESCRIPTION - 1),
        )  # fmt: skip


def index_entry(name: str, text: str, guidance: object = None, scope: str = "project") -> str:
    """A line of the index as the model sees it. *Source*: coder/mux f2160b194, `agent_skill_read.ts`."""
    entry = f"- {name}: {text} (scope: {scope})"
    return f"{entry} When to use: {guidance}" if isinstance(guidance, str) else entry


HOST = Xum
