"""A host: the executable description of one program that loads skills.

A host module subclasses `Host`, fills in its facts and overrides what it does in its own way. Nothing outside a host's
module knows the host by name; everything else asks these methods.
"""

from __future__ import annotations

from enum import Enum
from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar

from skill_lsp.hosts import dialects
from skill_lsp.hosts.body import BodyLanguage, expand
from skill_lsp.hosts.keys import Flag, Kind, Text
from skill_lsp.hosts.reading import DROPS, IGNORES, OVERLOOKS, Effect, Place, Problem, Reading, Severity
from skill_lsp.record import NamedTuple, dataclass, replace
from skill_lsp.syntax.frontmatter import Cut as Cut  # noqa: TC001 - hosts take it from here
from skill_lsp.syntax.nodes import Alias, Entry, Mapping, Node, Scalar, Sequence, dereferenced
from skill_lsp.syntax.skill import Skill, SkillMd
from skill_lsp.text import Span

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from collections.abc import Mapping as Mapping_

    from skill_lsp.hosts.body import Expansion, Invocation, Meaning
    from skill_lsp.hosts.dialects import Dialect
    from skill_lsp.hosts.keys import Key
    from skill_lsp.syntax.activation import Activation
    from skill_lsp.syntax.placeholders import Directive, Placeholder


_ERROR = Severity.ERROR  # looking up a member of an enumeration is dear


class Collision(Enum):
    """What a host does with two skills of one name. `roots` are in precedence order, so the first is the winner."""

    FIRST_WINS = "the first one is used, the other one is not"
    BOTH_KEPT = "both are used"
    """oxo-flow puts both texts into the prompt; Codex lists both and takes neither by its bare name."""
    UNKNOWN = "not documented"


@dataclass(frozen=True)
class Root:
    """A place where a host looks for skills.

    path: relative to its anchor, `/`-separated (`.xum/skills`). scope: "project", "user", "plugin", "system" or
    "built-in". upward: looked for in every directory from the working directory up to the checkout's root. depth: how
    many directories below the root a SKILL.md may lie (1: `<root>/<dir>/SKILL.md`), None: any depth. flat: SKILL.md
    directly in the root counts too. manifests: `*.skill.toml` directly in the root count. hidden: directories that
    begin with a dot are scanned. condition: a switch that must be on, in words. contained: symlinks must stay inside
    the checkout. checkout: looked for at the checkout's root only. nested: directories below the working directory have
    it too. plugins: each directory in it is a plugin, whose skills lie where the plugin says. A path that begins with
    `~/` is relative to the user's home.
    """

    path: str
    scope: str = "project"
    upward: bool = False
    depth: int | None = 1
    flat: bool = False
    manifests: bool = False
    hidden: bool = True
    condition: str = ""
    contained: bool = False
    checkout: bool = False
    nested: bool = False
    plugins: bool = False
    source: str = ""


class Listing(NamedTuple):
    """How much of all skills together a host shows its model. characters: the room for all entries, None without a
    limit; entries: how many are shown at most; overflow: what becomes of the rest, as a clause."""

    characters: int | None = None
    entries: int | None = None
    overflow: str = ""
    source: str = ""


class Host:
    """What every host has. The default reading is that of a YAML frontmatter with declared keys."""

    id: ClassVar[str]
    title: ClassVar[str]
    """The name in messages."""
    sources: ClassVar[tuple[str, ...]] = ()
    """Files, pages and versions the facts come from, first the one that says how a file is read."""
    versions: ClassVar[tuple[str, ...]] = ()
    """Behaviours to choose from with `target-version`; the first is the default."""
    dialect: ClassVar[Dialect] = dialects.YAML_1_2
    keys: ClassVar[tuple[Key, ...]] = ()
    manifest_keys: ClassVar[tuple[Key, ...]] = ()
    """Keys of a `.skill.toml`, for a host that reads one."""
    activation_keys: ClassVar[tuple[Key, ...]] = ()
    """Keys of the table that says which skills are active, for a host that has activation lists."""
    own_suffixes: ClassVar[tuple[str, ...]] = ()
    """Ends of file names that are this host's by themselves (`.oxoflow`)."""
    roots: ClassVar[tuple[Root, ...]] = ()
    """In precedence order, the winning root first."""
    own_directories: ClassVar[tuple[str, ...]] = ()
    """Directories whose content is this host's by place (`.xum`, `.mux`)."""
    drops: ClassVar[Effect] = DROPS
    """What this host does with a skill that it can't take."""
    unknown_key: ClassVar[Effect | None] = None
    """What it does about a key it does not know; None: it leaves it aside without a word."""
    file_names: ClassVar[tuple[str, ...]] = ("SKILL.md",)
    """File names that it takes for a skill's document, by exact case."""
    collision: ClassVar[Collision] = Collision.FIRST_WINS
    """What becomes of a second skill with the same name."""
    later_wins: ClassVar[bool] = False
    """Of two skills with one name in the same root the one that is read last is used."""
    invalid_shadows: ClassVar[bool] = False
    """A copy that the host can't take still hides the valid one in a later root."""
    taken_names: ClassVar[Mapping_[str, str]] = MappingProxyType({})
    """Names that mean something else to the host: name -> what it is, as words after "is " ("a built-in command",
    "an alias of a model"); a skill of that name can't be called by it."""
    bundled_skills: ClassVar[frozenset[str]] = frozenset()
    """Names of the skills that the host ships; a skill of the same name takes their place."""
    plugin_manifests: ClassVar[tuple[str, ...]] = ()
    """Where a plugin of this host has its manifest, relative to the plugin (`.claude-plugin/plugin.json`). A bare
    `plugin.json` counts in one of the host's plugin roots, or where it names `plugin_schema`."""
    plugin_schema: ClassVar[str] = ""
    """What `$schema` of such a manifest must be."""
    marketplaces: ClassVar[tuple[str, ...]] = ()
    """Where a repository lists plugins of this host, relative to its root."""
    explicit_skills_replace: ClassVar[bool] = False
    """The skills directory that a plugin's manifest names stands in place of `skills/`, and does not add to it."""
    listing: ClassVar[Listing | None] = None
    """The room for the list of skills, where the host has a limit for it."""
    plugins_have_bare_names: ClassVar[bool] = False
    """A skill of a plugin is called by its bare name too, where no other skill has it."""

    instead: ClassVar[Mapping_[str, str]] = MappingProxyType({})
    """What does here what a key of another host does there: key -> where and what to write."""

    tools: ClassVar[tuple[str, ...]] = ()
    """Tools that the rules of `allowed-tools` may name, for a host that acts on that key; more exist."""
    advised_lines: ClassVar[int | None] = None
    """The length of a body that its documentation advises."""
    body_language: BodyLanguage = BodyLanguage()
    """What it replaces and runs in a body."""

    def __init__(self, version: str | None = None) -> None:
        self.version = version or (self.versions[0] if self.versions else "")
        self._key_by_name = {key.name: key for key in self.keys}
        self._checked = {key.name: key for key in self.keys if type(key.kind).misfits is not Kind.misfits}
        self._required = tuple(key for key in self.keys if key.required)
        self._meanings: dict[str, Callable[[Node, Dialect], object]] = {}
        """How keys are read whose value the host turns into another one than its dialect."""
        for key in self.keys:
            if isinstance(key.kind, Flag):
                self._meanings[key.name] = key.kind.meaning
            elif isinstance(key.kind, Text) and key.kind.coerces:
                self._meanings[key.name] = key.kind.reading

    @property
    def plugin_manifest_limit(self) -> int | None:
        """The largest manifest of a plugin that it reads, in bytes."""
        return None

    # ------------------------------------------------------------------ reading

    def reads(self, document: Skill) -> bool:
        """Whether the host takes documents of this format at all."""
        return isinstance(document, SkillMd)

    def read(self, document: Skill, place: Place) -> Reading:
        """What the host makes of the document, as if its directory lay in one of the host's roots. Never raises."""
        reading = self.read_content(document, place)
        if not isinstance(document, SkillMd) or not place.file or place.file in self.file_names:
            return reading
        cause = f"the file is called `{place.file}`, and it looks for `{self.file_names[0]}`, capitals and all"
        misnamed = self.problem("file-name-case", Span(0, 0), cause, effect=OVERLOOKS, data=self.file_names[0])
        return replace(reading, loaded=False, problems=(misnamed, *reading.problems), index_entry=None)

    def read_content(self, document: Skill, place: Place) -> Reading:
        """The reading of a file whose name is right."""
        if not isinstance(document, SkillMd):
            return Reading(self.id, loaded=False)
        problems = list(self.text_problems(document))
        cut = self.cut(document)
        if isinstance(cut, Problem):
            return self.without_frontmatter(document, place, [*problems, cut])
        tree = document.yaml_of(cut.content)
        broken = [
            Problem(dialects.rule_of(found), found.span, self.drops, found.message, self.dialect.source, found.related)
            for found in self.dialect.refuses(tree)
        ]
        if broken:
            return self.with_broken_yaml(document, place, cut, [*problems, *broken])
        root = tree.root
        if not isinstance(root, Mapping):
            cause = "the frontmatter must be a map of keys and values"
            span = root.span if root is not None else cut.content
            return self.with_broken_yaml(
                document, place, cut, [*problems, self.problem("frontmatter-not-a-map", span, cause)]
            )
        problems += [
            Problem(dialects.rule_of(found), found.span, IGNORES, found.message, self.dialect.source)
            for found in self.dialect.remarks(tree)
        ]
        problems += self.key_problems(root)
        values = self.values_of(root)
        return self.loaded(document, place, cut, root, values, problems)

    def loaded(
        self,
        document: SkillMd,
        place: Place,
        cut: Cut,
        root: Mapping,
        values: dict[str, object],
        problems: list[Problem],
    ) -> Reading:
        """The reading of a frontmatter that parsed. Hosts add their rules on names and directories here."""
        name = values.get("name")
        description = values.get("description")
        body = cut.body
        return Reading(
            self.id,
            loaded=not problems or not any(problem.effect.severity is _ERROR for problem in problems),
            problems=tuple(problems),
            name=name if isinstance(name, str) else None,
            description=description if isinstance(description, str) else None,
            body=self.body_text(document.text.content[body.start : body.end]),
            body_span=body,
            values={name: values[name] for name in self._key_by_name if name in values},
        )

    def text_problems(self, document: SkillMd) -> Iterator[Problem]:
        """Problems of the file as bytes: encoding, size."""
        return iter(())

    def cut(self, document: SkillMd) -> Cut | Problem:
        """Where the host finds the frontmatter, or the problem that it has none."""
        raise NotImplementedError

    def without_frontmatter(self, document: SkillMd, place: Place, problems: list[Problem]) -> Reading:
        """The reading where the host finds no frontmatter: lost, unless the host says otherwise."""
        return Reading(self.id, loaded=False, problems=tuple(problems))

    def with_broken_yaml(self, document: SkillMd, place: Place, cut: Cut, problems: list[Problem]) -> Reading:
        """The reading where the frontmatter does not parse: lost, unless the host rescues it."""
        return Reading(self.id, loaded=False, problems=tuple(problems), body_span=cut.body)

    def key_problems(self, root: Mapping) -> Iterable[Problem]:
        """Missing, unfitting, repeated (for typed fields) and (for a strict host) unknown keys."""
        problems: list[Problem] = []
        dialect = self.dialect
        names = {entry.key.text for entry in root.entries}
        for entry in root.entries:
            key = self._checked.get(entry.key.text)
            if key is None:
                continue
            for misfit in key.kind.misfits(key.name, entry.value, dialect):
                if dialect.typed_fields and misfit.rule == "value-null":
                    continue
                span, effect = _shown_at(misfit.span, entry), key.wrong or self.drops
                problems.append(Problem(misfit.rule, span, effect, misfit.cause, key.source, data=misfit.data))
        for key in self._required:
            if key.name not in names:
                cause = f"`{key.name}` is missing"
                problems.append(self.problem("key-required", head(root), cause, source=key.source, data=key.name))
        if dialect.typed_fields and len(names) < len(root.entries):
            from skill_lsp.hosts.objections import repeated_fields

            problems += [
                self.problem(dialects.rule_of(repeated), repeated.span, repeated.message)
                for repeated in repeated_fields(root, self._key_by_name.keys())
            ]
        return problems

    def values_of(self, root: Mapping) -> dict[str, object]:
        """Every key with the value that the host has; of a key that stands twice, the last."""
        anchored: dict[int, object] = {}
        values: dict[str, object] = {}
        for entry in root.entries:
            name, node = entry.key.text, entry.value
            read = self._meanings.get(name)
            meaning = read(node, self.dialect) if read is not None else None
            if meaning is None or type(node) is not Scalar or node.anchor is not None:
                plain = self._plain(node, anchored)
                values[name] = plain if meaning is None else meaning
            else:
                values[name] = meaning
        return values

    def _plain(self, node: Node, anchored: dict[int, object]) -> object:
        """A node as plain Python values in the host's dialect. An alias is the very object that its anchor became."""
        if isinstance(node, Alias):
            return anchored.get(id(dereferenced(node)))
        value: object
        if isinstance(node, Scalar):
            value = self.dialect.value(node)
        elif isinstance(node, Sequence):
            value = [self._plain(item, anchored) for item in node.items]
        else:
            value = {self.key_text(entry.key): self._plain(entry.value, anchored) for entry in node.entries}
        if node.anchor is not None:
            anchored[id(node)] = value
        return value

    def key_text(self, key: Scalar) -> str:
        """A key within a map as the host has it."""
        return key.text

    def body_text(self, source: str) -> str:
        """The body as the host keeps it (line endings folded, trimmed …)."""
        return source

    def problem(
        self,
        rule: str,
        span: Span,
        cause: str,
        *,
        effect: Effect | None = None,
        source: str = "",
        data: str | None = None,
    ) -> Problem:
        """A problem of this host; without an effect, the one that loses the skill, without a source, its first one."""
        return Problem(rule, span, effect or self.drops, cause, source or (self.sources or ("",))[0], data=data)

    def activation_problems(self, document: Activation) -> Iterator[Problem]:
        """What goes wrong in an activation list, before any skill is looked at."""
        return iter(())

    # --------------------------------------------------------------------- body

    def argument_names(self, document: SkillMd) -> tuple[str, ...]:
        """The names of the arguments that the frontmatter declares, in order, where the host has named arguments."""
        return ()

    def meaning(self, token: Placeholder, document: SkillMd, place: Place) -> Meaning:
        """What a placeholder in the body stands for when someone invokes the skill."""
        names = self.argument_names(document) if token.kind == "name" else ()
        return self.body_language.meaning(token, document, place, names)

    def runs(self, directive: Directive, document: SkillMd) -> bool:
        """Whether the host runs this directive when a person invokes the skill."""
        return self.body_language.runs(directive)

    def expand(self, document: Skill, place: Place, invocation: Invocation) -> Expansion:
        """The text that the agent receives, with a map back to the source. Directives are shown, never run."""
        return expand(self, document, place, invocation)


def head(root: Mapping) -> Span:
    """The span that a finding about the whole frontmatter stands on: its first key."""
    return root.entries[0].key.span if root.entries else Span(root.span.start, root.span.start)


def _shown_at(span: Span, entry: Entry) -> Span:
    """Where a misfit is shown: at the key where the value is empty, or a list or map on the lines below it."""
    lines_below = isinstance(entry.value, Mapping | Sequence) and not entry.value.flow and span == entry.value.span
    return entry.key.span if lines_below or span.end == span.start else span
