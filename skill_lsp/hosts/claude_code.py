"""Claude Code: every key is optional and nothing loses a skill; what does not fit is left out without a word.

Its source is closed: the facts come from its documentation (code.claude.com/docs/en/skills of 2026-08-22), its
changelog and what users measured.
"""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import TYPE_CHECKING

from skill_lsp.hosts import delimiters
from skill_lsp.hosts.body import BodyLanguage, named_arguments, split_like_a_shell
from skill_lsp.hosts.dialects import YAML_1_2
from skill_lsp.hosts.host import Cut, Host, Listing, Root
from skill_lsp.hosts.keys import Choice, Flag, Key, Kind, Misfit, Text, TextList, TextMap, tag_span, written
from skill_lsp.hosts.reading import IGNORES, Effect, Problem, Reading, Severity
from skill_lsp.pattern import pattern
from skill_lsp.record import dataclass, field, replace
from skill_lsp.spelling import nearest
from skill_lsp.syntax.nodes import Mapping, Node, Scalar, Sequence, Style, dereferenced
from skill_lsp.text import BOM, Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skill_lsp.hosts.dialects import Dialect
    from skill_lsp.hosts.reading import Place
    from skill_lsp.syntax.skill import SkillMd

DOCS = "code.claude.com/docs/en/skills (2026-08-22)"
CHANGELOG = "Claude Code changelog"

LISTING_LIMIT = 1536
"""Characters of description and when_to_use that the listing shows (changelog 2.1.105, `skillListingMaxDescChars`)."""
BARE = Effect("loads this skill without its settings", "load this skill without its settings", Severity.WARNING)
UNKNOWN_MODEL = Effect("may not know this model", "may not know this model", Severity.WARNING)
JOINS = Effect("makes this list text", "make this list text", Severity.INFO)
LABELS = Effect("shows this as a label only", "show this as a label only", Severity.INFO)
ESCAPES = Effect("escapes this in its list of skills", "escape this in their lists of skills", Severity.INFO)
READS_NOW = Effect("reads this in current versions", "read this in current versions", Severity.INFO)
MAY_LOSE = Effect(
    "may load this skill without its settings", "may load this skill without its settings", Severity.WARNING
)
CUTS = Effect("cuts this in its list of skills", "cut this in their list of skills", Severity.WARNING)

_WORDS = {"yes": True, "no": False, "on": True, "off": False, "1": True, "0": False, "true": True, "false": False}
"""Spellings of a boolean, in any case (changelog 2.1.218)."""
TOOLS = (
    "Agent", "AskUserQuestion", "Bash", "BashOutput", "CronCreate", "CronDelete", "CronList", "Edit", "EnterPlanMode",
    "EnterWorktree", "ExitPlanMode", "ExitWorktree", "Glob", "Grep", "KillShell", "LS", "LSP", "ListMcpResourcesTool",
    "Monitor", "MultiEdit", "NotebookEdit", "NotebookRead", "PowerShell", "Read", "ReadMcpResourceTool", "SendMessage",
    "Skill", "SlashCommand", "Task", "TaskCreate", "TaskGet", "TaskList", "TaskOutput", "TaskStop", "TaskUpdate",
    "TeamCreate", "TeamDelete", "TodoRead", "TodoWrite", "ToolSearch", "WebFetch", "WebSearch", "Write",
)  # fmt: skip
"""Tools that permission rules name; the list is open (`mcp__server__tool`)."""


@dataclass(frozen=True)
class Hint(Text):
    """Text; an unquoted `[a] [b]` that YAML reads as a list becomes text again. *Source*: changelog 2.1.47."""

    def misfits(self, key: str, node: Node, dialect: Dialect) -> Iterator[Misfit]:
        target = dereferenced(node)
        if not isinstance(target, Sequence):
            yield from super().misfits(key, node, dialect)
        elif key == "argument-hint":
            cause = "versions before 2.1.47 stop at a list here"
            yield Misfit("value-type", node.span, cause, "quote")


@dataclass(frozen=True)
class Words(TextList):
    """A list of words, or one text with blanks or commas between them."""

    item: Text = field(default_factory=lambda: Text(coerces=True))
    or_text: bool = True
    label: str = "a list, or one text with blanks or commas between the words"


class Tools(Words):
    """Names of tools, or permission rules about them."""

    holds = "tools"


_MODEL_ID = pattern(r"\d|[./:@\[]")


@dataclass(frozen=True)
class Model(Choice):
    """A model: an alias, `inherit`, or the full id of any provider. Only a near miss of an alias is doubtful."""

    choices: tuple[str, ...] = ("sonnet", "opus", "haiku", "inherit", "default", "best", "opusplan")
    open: bool = True
    label: str = "an alias or the id of a model"

    def unfit_text(self, key: str, value: str, span: Span) -> Iterator[Misfit]:
        word = value.strip().lower().removeprefix("claude-")
        if word in self.choices or _MODEL_ID.search(word):
            return
        meant = nearest(word, self.choices)
        if meant is not None:
            yield Misfit("model-unknown", span, f"`{value}` is no model's name, `{meant}` is probably meant", meant)


@dataclass(frozen=True)
class Patterns(Kind):
    """Globs as a list or as one text with commas. A pattern with a bad bracket matches nothing (2.1.207)."""

    label: str = "a list of globs"
    holds = "globs"

    def misfits(self, key: str, node: Node, dialect: Dialect) -> Iterator[Misfit]:
        if isinstance(dereferenced(node), Mapping):
            cause = f"`{key}` must be a list of globs, and this is {written(node, dialect)}"
            yield Misfit("value-type", node.span, cause)

    def schema(self) -> dict[str, object]:
        return {"anyOf": [{"type": "array", "items": {"type": "string"}}, {"type": "string"}]}

    @property
    def skeleton(self) -> str:
        return '["$1"]'


_TEXT = Text(coerces=True)
_FLAG = Flag(words=tuple(_WORDS.items()), label="true or false (yes, no, on, off, 1, 0 too)")

KEYS = (
    Key("name", _TEXT, "The label of the skill; the command is called after the directory. In a plugin it is the last "
        "part of `/plugin:name`.", DOCS, default="the directory's name"),
    Key("description", _TEXT, "What the skill does and when to use it: the model sees it in the list of skills. "
        f"Together with `when_to_use` it is cut at {LISTING_LIMIT:,} characters.", DOCS,
        default="the first paragraph of the body"),
    Key("when_to_use", _TEXT, "Further words on when to use the skill, appended to the description in the list.", DOCS),
    Key("argument-hint", Hint(coerces=True), "Shown while a person completes the command.", DOCS, wrong=JOINS),
    Key("arguments", Words(), "Names for the arguments by position: `[base, head]` makes `$base` the first one.", DOCS),
    Key("disable-model-invocation", _FLAG, "`true`: only a person can call the skill; the model does not see it.", DOCS,
        default="false", guards="the model can load the skill by itself"),
    Key("user-invocable", _FLAG, "`false` hides the skill from the `/` menu; typing its name does not run it.", DOCS,
        default="true", guards="people can still call the skill"),
    Key("allowed-tools", Tools(), "Tools that need no permission while the skill's turn lasts. It grants, it never "
        "forbids others.", DOCS, guards="no tool is approved in advance"),
    Key("disallowed-tools", Tools(), "Tools that are taken away until the next message.", DOCS, since="2.1.152",
        guards="the tools stay available"),
    Key("model", Model(), "The model for the rest of the turn: an alias, the id of a model, or `inherit`.", DOCS,
        wrong=UNKNOWN_MODEL),
    Key("effort", Choice(choices=("low", "medium", "high", "xhigh", "max")), "How hard the model thinks.", DOCS,
        since="2.1.80", default="the session's"),
    Key("context", Choice(choices=("fork",)), "`fork` runs the skill in a subagent of its own.", DOCS, since="2.1.0"),
    Key("agent", Choice(choices=("general-purpose", "Explore", "Plan"), open=True, coerces=True),
        "The kind of subagent, with `context: fork`.", DOCS, since="2.1.0", default="general-purpose",
        needs=("context", "fork")),
    Key("background", _FLAG, "Whether the subagent runs in the background, with `context: fork`.", DOCS,
        since="2.1.218", default="true", needs=("context", "fork")),
    Key("hooks", TextMap(value=None), "Hooks that a call of the skill registers for the rest of the session.",
        DOCS, since="2.1.0"),
    Key("paths", Patterns(), "Globs, relative to the project: the model loads the skill by itself only where a "
        "file fits.", DOCS),
    Key("shell", Choice(choices=("bash", "powershell")), "The shell that runs the directives of the body.", DOCS,
        default="bash"),
    Key("metadata", TextMap(value=None), "A map for other tools; Claude Code does not act on it.", DOCS, inert=True),
    Key("license", _TEXT, "The licence; not acted on.", DOCS, inert=True),
    Key("compatibility", _TEXT, "What the skill needs to run; not acted on.", DOCS, inert=True),
)  # fmt: skip

# Measured by users: `$1M` and `$1,000` are replaced too, `$10` is the eleventh argument, and the arguments are appended
# where no placeholder received one (anthropics/claude-code 92457, 79859, 94709 with 2.1.259 to 2.1.273).
BODY = BodyLanguage(
    all_arguments=True,
    indexed=True,
    first_position=0,
    named=True,
    split=split_like_a_shell,
    absent=None,
    escapes=True,
    variables={
        "CLAUDE_SKILL_DIR": "directory",
        "CLAUDE_PROJECT_DIR": "project",
        "CLAUDE_PLUGIN_ROOT": "plugin",
        "CLAUDE_PLUGIN_DATA": "data",
        "CLAUDE_SESSION_ID": "session",
        "CLAUDE_EFFORT": "effort",
    },
    variable_prefixes={"user_config.": "setting"},
    appends="\n\nARGUMENTS: {}",
    appends_without="filled",
    inline="space",
    fenced=True,
)

_FRONTMATTER = pattern(
    r"---[ \t]*(?:\r\n|\n|\r)(?P<yaml>(?s:.*?))(?:(?<=\n)|(?<=\r))---[ \t]*(?:\r\n|\n|\r|\Z)(?P<body>(?s:.*))"
)


_COMMANDS = (
    "add-dir", "agents", "bug", "clear", "compact", "config", "context", "cost", "doctor", "exit", "export", "help",
    "hooks", "ide", "init", "login", "logout", "mcp", "memory", "model", "permissions", "plugin", "resume", "rewind",
    "sandbox", "skills", "status", "statusline", "terminal-setup", "theme", "todos", "usage", "vim",
)  # fmt: skip
"""Built-in commands (documentation of 2026-08-22). That a skill of the name hides one, or stands beside it, is in
anthropics/claude-code 26598 and 33080, alirezarezvani/claude-skills 885 and nicknisi/sessions 97."""


class ClaudeCode(Host):
    """Anthropic's Claude Code."""

    id = "claude-code"
    title = "Claude Code"
    sources = (DOCS, "anthropics/claude-code CHANGELOG.md 5cfc0a1, to 2.1.239")
    versions = ("2.1.239", "2.1.210", "2.1.163", "2.1.105")
    dialect = YAML_1_2
    own_directories = (".claude",)
    plugin_manifests = (".claude-plugin/plugin.json",)
    listing = Listing(
        # 1 % of the context window, and 8,000 characters where that is not known
        8_000,
        overflow="descriptions are left out of the list from there on",
        source=DOCS,
    )
    marketplaces = (".claude-plugin/marketplace.json",)
    drops = BARE
    taken_names = MappingProxyType(
        {
            **dict.fromkeys(_COMMANDS, "a built-in command, and versions differ in which of the two they call"),
            "batch": "a bundled command",  # anthropics/claude-code 36010: the skill can't be invoked
            "plan": "a built-in command",  # anthropics/claude-code 38413: "not a prompt-based skill"
            "prototype": "a command that is not switched on yet",  # mattpocock/skills 1019
        }
    )
    bundled_skills = frozenset(
        {"claude-api", "code-review", "debug", "loop", "review", "security-review", "simplify", "verify"}
    )
    keys = KEYS
    tools = TOOLS
    instead = MappingProxyType({"tools": "`allowed-tools`; `tools` is a key of its agents"})
    advised_lines = 500
    roots = (
        Root("~/.claude/skills", "user", source=DOCS),
        Root(".claude/skills", upward=True, nested=True, source=DOCS),
    )

    def __init__(self, version: str | None = None) -> None:
        super().__init__(version)
        number = _number(self.version)
        self.body_language = replace(
            BODY,
            escapes=number >= (2, 1, 163),
            absent=None if number >= (2, 1, 210) else "",
        )

    # ------------------------------------------------------------------ reading

    def text_problems(self, document: SkillMd) -> Iterator[Problem]:
        if document.text.content.startswith(BOM):
            cause = "versions before 2.1.239 do not see the frontmatter behind a byte order mark"
            yield Problem("byte-order-mark", Span(0, 1), MAY_LOSE, cause, f"{CHANGELOG} 2.1.239")

    def cut(self, document: SkillMd) -> Cut | Problem:
        if document.plain_cut is not None:
            return document.plain_cut
        content = document.text.content
        start = delimiters.after_mark(content) if _number(self.version) >= (2, 1, 239) else 0
        found = delimiters.matched(content, _FRONTMATTER, start)
        return delimiters.problem(self, document, found) if isinstance(found, delimiters.Missing) else found

    def without_frontmatter(self, document: SkillMd, place: Place, problems: list[Problem]) -> Reading:
        """The whole file is the body. *Source*: the documentation; no key is required."""
        if document.frontmatter is None:
            problems = [problem for problem in problems if problem.rule != "frontmatter-missing"]
        start = delimiters.after_mark(document.text.content)
        return self._bare(document, place, Span(start, len(document.text)), problems)

    def with_broken_yaml(self, document: SkillMd, place: Place, cut: Cut, problems: list[Problem]) -> Reading:
        """The body loads with empty metadata. *Source*: changelog 2.1.186."""
        if not document.text[cut.content].strip():
            problems = []
        return self._bare(document, place, cut.body, problems)

    def _bare(self, document: SkillMd, place: Place, body: Span, problems: list[Problem]) -> Reading:
        text = document.text[body]
        name, description = self._identity(None, place), first_paragraph(text)
        entry = index_entry(name, description, None)
        return Reading(self.id, True, tuple(problems), name, description, text, body, index_entry=entry)

    def key_problems(self, root: Mapping) -> Iterator[Problem]:
        """Nothing is required, and an empty value is as good as none."""
        for problem in super().key_problems(root):
            if problem.rule != "value-null":
                known = next((key.wrong for key in self.keys if key.wrong and key.wrong is problem.effect), None)
                yield problem if known else problem._replace(effect=IGNORES)
        yield from _listing_cut(root)

    def loaded(
        self,
        document: SkillMd,
        place: Place,
        cut: Cut,
        root: Mapping,
        values: dict[str, object],
        problems: list[Problem],
    ) -> Reading:
        label = _as_text(values.get("name"))
        problems += self._remarks(document, place, root, label)
        reading = super().loaded(document, place, cut, root, values, problems)
        name = self._identity(label, place)
        description = _as_text(values.get("description")) or first_paragraph(reading.body or "")
        by_model = values.get("disable-model-invocation") is not True
        guidance = _as_text(values.get("when_to_use"))
        return replace(
            reading,
            name=name,
            description=description,
            by_model=by_model,
            by_user=values.get("user-invocable") is not False,
            index_entry=index_entry(name, description, guidance) if by_model else None,
        )

    def _remarks(self, document: SkillMd, place: Place, root: Mapping, label: str | None) -> Iterator[Problem]:
        """What works here and surprises elsewhere, or in an older version."""
        name, description = root.entry("name"), root.entry("description")
        if name and label and place.directory and label != place.directory and place.plugin is None:
            cause = f"the command is `/{place.directory}`, after the directory"
            yield Problem("name-directory", name.value.span, LABELS, cause, DOCS, data=place.directory)
        if description is None or not isinstance(description.value, Scalar):
            return
        if re.search(r"<[^>\n]+>", description.value.text):
            span = tag_span(document.text.content, description.value)
            yield Problem("description-tags", span, ESCAPES, "angle brackets would be taken for tags", DOCS)
        content, value = document.text.content, description.value
        if value.style is Style.PLAIN and "\n" in content[description.key.span.end : value.span.start]:
            cause = "2.0 dropped a skill whose description begins on the next line"
            yield Problem("line-wrapped-value", description.key.span, READS_NOW, cause, "anthropics/claude-code 9817")

    def _identity(self, label: str | None, place: Place) -> str | None:
        """The command: the directory's name; in a plugin the plugin's name and the label."""
        if place.plugin is not None:
            return f"{place.plugin.name}:{label or place.directory or ''}"
        return place.directory or label

    # --------------------------------------------------------------------- body

    def argument_names(self, document: SkillMd) -> tuple[str, ...]:
        tree = document.yaml
        node = tree.root.get("arguments") if tree is not None and isinstance(tree.root, Mapping) else None
        return tuple(name for _, name in named_arguments(node) if not name.isdigit()) if node is not None else ()


def _number(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d{1,6}", version))


def _as_text(value: object) -> str | None:
    if value is None or isinstance(value, list | dict):
        return None
    if isinstance(value, bool):
        return str(value).lower()
    return str(value)


_NO_PARAGRAPH = pattern(r"\s*(?:#{1,6}(?:\s|$)|```|~~~|<!--|---|===|\*\*\*)")


def first_paragraph(body: str) -> str | None:
    """The first run of text lines: what stands in for a missing description (documentation, key table)."""
    lines: list[str] = []
    for line in body.splitlines():
        if line.strip() and not _NO_PARAGRAPH.match(line):
            lines.append(line.strip())
        elif lines:
            break
    return " ".join(lines) or None


def index_entry(name: str | None, description: str | None, guidance: str | None) -> str | None:
    """A line of the list of skills; its exact frame is not documented, its limit is."""
    if description is None and guidance is None:
        return f"- {name}"
    text = " - ".join(part for part in (description, guidance) if part)
    if len(text) > LISTING_LIMIT:
        text = text[: LISTING_LIMIT - 1] + "…"
    return f"- {name}: {text}"


def _listing_cut(root: Mapping) -> Iterator[Problem]:
    """The text that the listing loses, reported at the key in which the cut falls."""
    left = LISTING_LIMIT
    for name in ("description", "when_to_use"):
        entry = root.entry(name)
        node = dereferenced(entry.value) if entry is not None else None
        if entry is None or not isinstance(node, Scalar):
            continue
        text = node.text.strip()
        if len(text) > left:
            total = LISTING_LIMIT - left + len(text)
            what = "`description` and `when_to_use` have" if left < LISTING_LIMIT else f"`{name}` has"
            yield Problem(
                "listing-cut", entry.key.span, CUTS,
                f"{what} {total:,} characters, and {LISTING_LIMIT:,} are shown", f"{DOCS}; {CHANGELOG} 2.1.105",
                data=str(left),
            )  # fmt: skip
            return
        left -= len(text)


HOST = ClaudeCode
