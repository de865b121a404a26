"""The `[ai]` table of a workflow or `.oxo-flow/ai.toml`: what oxo-flow reads of it, and what it passes over.

*Source*: Traitome/oxo-flow b936dc14, `crates/oxo-flow-ai/src/config.rs`, `AiConfig::from_workflow_toml` (executed).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from skill_lsp.hosts import dialects
from skill_lsp.hosts.keys import Choice, Flag, Key, Kind, Misfit, Text, TextList, written
from skill_lsp.hosts.reading import IGNORES, Effect, Problem, Severity
from skill_lsp.record import NamedTuple, dataclass
from skill_lsp.spelling import nearest
from skill_lsp.syntax.activation import PROJECT
from skill_lsp.syntax.nodes import Entry, Mapping, Node, Scalar, Sequence, Style

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skill_lsp.hosts.dialects import Dialect
    from skill_lsp.syntax.activation import Activation

SOURCE = "Traitome/oxo-flow b936dc14, crates/oxo-flow-ai/src/config.rs, AiConfig::from_workflow_toml"
_NEWER = "config.rs at 027be5da (read only)"
_FROM_ELSEWHERE = "The provider comes from `OXO_FLOW_AI_PROVIDER` or `~/.oxo-flow/ai_config.json`."


@dataclass(frozen=True)
class WholeNumber(Kind):
    """A TOML integer."""

    label: str = "a whole number"

    @property
    def skeleton(self) -> str:
        return "$1"

    def misfits(self, key: str, node: Node, dialect: Dialect) -> Iterator[Misfit]:
        if not (isinstance(node, Scalar) and node.style is Style.INTEGER):
            yield Misfit(
                "value-type", node.span, f"`{key}` must be a whole number, and this is {written(node, dialect)}"
            )

    def schema(self) -> dict[str, Any]:
        return {"type": "integer"}


KEYS = (
    Key(
        "skills", TextList(),
        "The names of the skills whose texts go into the prompt, matched letter by letter. An unknown name is passed "
        "over without a word. Order and repetition mean nothing.", SOURCE,
    ),
    Key(
        "enabled", Flag(),
        "In a workflow: `true` makes dry-run, validate and lint use the model without `--ai`. The skills are put in "
        "either way.", SOURCE, default="false",
    ),
    Key(
        "max_retries", WholeNumber(), "In ai.toml: how many rounds of tools `template --ai` may take.", SOURCE,
        default="3",
    ),
    Key(
        "provider", Choice(choices=("claude", "openai", "deepseek", "ollama"), open=True),
        f"Read and used nowhere. {_FROM_ELSEWHERE}", SOURCE, inert=True,
    ),
    Key("model", Text(), "Read and used nowhere.", SOURCE, inert=True),
    Key(
        "auto_fix", Choice(choices=("ask", "always", "never"), open=True), "Read and used nowhere.", SOURCE, inert=True,
    ),
    Key(
        "team_profile", Choice(choices=("compact", "full"), open=True), "How much the model is told.", _NEWER,
        since="0.19",
    ),
)  # fmt: skip
_UNREAD = ("api_url", "api_key", "temperature")
_NAMES = tuple(key.name for key in KEYS)
_OFTEN_ELSEWHERE = {"rules": "a rule's own `ai` table is never read for skills"}

SKIPS = Effect("activates no skill from here", "activate no skill from here", Severity.ERROR)
_DROPS_ENTRY = Effect("leaves this entry out", "leave this entry out", Severity.WARNING)
_NOTES = Effect("does nothing with this", "do nothing with this", Severity.HINT)
_LEAKS = Effect("does nothing with this", "do nothing with this", Severity.WARNING)


class AiConfig(NamedTuple):
    """What oxo-flow has after reading an `[ai]` table."""

    enabled: bool = False
    provider: str = "DeepSeek"
    max_retries: int = 3
    auto_fix: str = "Ask"
    model: str | None = None
    skills: tuple[str, ...] = ()


_PROVIDERS = {"claude": "Claude", "openai": "OpenAi", "open-ai": "OpenAi", "deepseek": "DeepSeek", "ollama": "Ollama"}


def config(document: Activation) -> AiConfig | None:
    """What oxo-flow reads from a document; None where its TOML is broken or has no `[ai]` table."""
    table = document.table
    if document.toml.problems or table is None:
        return None
    values: dict[str, Any] = {}
    for entry in table.entries:
        node = entry.value
        if not isinstance(node, Scalar):
            continue
        value = dialects.TOML.value(node)
        if entry.key.text == "enabled":
            values["enabled"] = value is True
        elif entry.key.text == "max_retries" and node.style is Style.INTEGER and isinstance(value, int):
            values["max_retries"] = value & 0xFFFFFFFF
        elif entry.key.text == "provider":
            values["provider"] = _PROVIDERS.get(node.text.lower(), "DeepSeek")
        elif entry.key.text == "auto_fix" and node.text.lower() in ("ask", "always", "never"):
            values["auto_fix"] = node.text.title()
        elif entry.key.text == "model" and node.style is Style.STRING:
            values["model"] = node.text
    return AiConfig(skills=tuple(item.text for item in document.items), **values)


def merged(earlier: AiConfig, later: AiConfig) -> AiConfig:
    """Two tiers in one: what equals the default can't override. No command of 0.14 has two tiers."""
    standard = AiConfig()
    chosen: dict[str, Any] = {
        name: here if here != getattr(standard, name) else before
        for name, here, before in zip(AiConfig._fields, later, earlier, strict=True)
    }
    return AiConfig(**chosen)


# ------------------------------------------------------------------------ problems


def problems(document: Activation, version: str) -> Iterator[Problem]:
    """What an activation list does not do though its author wrote it, without looking at any skill."""
    tree = document.toml
    if tree.problems:
        for found in tree.problems:
            yield Problem(f"toml-{found.kind}", found.span, SKIPS, found.message, SOURCE, data=found.kind)
        return
    yield from _misplaced(document)
    if document.table is not None:
        for entry in document.table.entries:
            yield from _entry(entry, document.table, version)


def _misplaced(document: Activation) -> Iterator[Problem]:
    """Tables and keys that are meant as `[ai]` and stand or are called otherwise."""
    for entry in document.toml.root.entries:
        name, node = entry.key.text, entry.value
        if name == "ai" and not isinstance(node, Mapping):
            what = (
                "`[[ai]]` is a list of tables" if isinstance(node, Sequence) and not node.flow else "this is no table"
            )
            yield _table(entry, node, f"{what}, and `[ai]` is read", "double" if isinstance(node, Sequence) else None)
        elif name != "ai" and name.lower() == "ai" and isinstance(node, Mapping | Sequence):
            yield _table(entry, node, f"`[{name}]` is not `[ai]`: capitals count", "name")
        elif name == "skills" and not isinstance(node, Mapping) and document.table is None:
            severe = SKIPS if document.kind == PROJECT else SKIPS._replace(severity=Severity.WARNING)
            cause = "`skills` counts only in the table `[ai]`"
            yield Problem("activation-table", entry.key.span, severe, cause, SOURCE, data="bare")
        else:
            yield from _inner(name, node)


def _inner(outer: str, node: Node) -> Iterator[Problem]:
    """An `ai` table inside another one."""
    for table in node.items if isinstance(node, Sequence) else (node,):
        entry = table.entry("ai") if isinstance(table, Mapping) else None
        if entry is not None and isinstance(entry.value, Mapping) and _meant(entry.value):
            cause = _OFTEN_ELSEWHERE.get(outer, f"`[{outer}.ai]` is never read, `[ai]` at the top of the file is")
            yield _table(entry, entry.value, cause, f"inner:{outer}")


def _meant(node: Node) -> bool:
    """Whether a table holds what an `[ai]` table does."""
    tables = node.items if isinstance(node, Sequence) else (node,)
    return any(isinstance(table, Mapping) and any(table.entry(name) for name in _NAMES) for table in tables)


def _table(entry: Entry, node: Node, cause: str, data: str | None) -> Problem:
    tables = node.items if isinstance(node, Sequence) else (node,)
    lists = any(isinstance(table, Mapping) and table.entry("skills") for table in tables)
    severe = SKIPS if lists else IGNORES
    return Problem("activation-table", entry.key.span, severe, cause, SOURCE, data=data)


def _entry(entry: Entry, table: Mapping, version: str) -> Iterator[Problem]:
    name = entry.key.text
    if name == "skills":
        yield from _skills(entry.value)
    elif name == "api_key":
        cause = "a key for the model is not read from here, so it is a secret without use"
        yield Problem("activation-secret", entry.key.span, _LEAKS, cause, SOURCE)
    elif name in ("provider", "model", "auto_fix") or (name in _UNREAD and (name, version) != ("temperature", "0.19")):
        cause = f"`{name}` has no effect here" + (f"; {_lower(_FROM_ELSEWHERE)}" if name == "provider" else "")
        yield Problem("activation-inert", entry.key.span, _NOTES, cause, SOURCE)
    elif name == "team_profile":
        if version == "0.14":
            yield Problem("activation-inert", entry.key.span, _NOTES, "`team_profile` is read since 0.19 only", _NEWER)
    elif name in ("enabled", "max_retries"):
        yield from _typed(entry)
    else:
        meant = nearest(name, [key for key in _NAMES if table.entry(key) is None])
        if meant is not None:
            does = SKIPS if meant == "skills" else IGNORES
            cause = f"`{name}` is no key that it knows; `{meant}` is"
            yield Problem("activation-key", entry.key.span, does, cause, SOURCE, data=meant)


def _lower(sentence: str) -> str:
    return sentence[0].lower() + sentence[1:].rstrip(".")


def _skills(node: Node) -> Iterator[Problem]:
    if not isinstance(node, Sequence):
        cause = f"`skills` must be a list of texts, and this is {written(node, dialects.TOML)}"
        yield Problem("activation-type", node.span, SKIPS, cause, SOURCE, data="list")
        return
    for item in node.items:
        if not (isinstance(item, Scalar) and item.style is Style.STRING):
            cause = f"an entry of `skills` must be text, and this is {written(item, dialects.TOML)}"
            yield Problem("activation-type", item.span, _DROPS_ENTRY, cause, SOURCE, data="quote")


def _typed(entry: Entry) -> Iterator[Problem]:
    node = entry.value
    if entry.key.text == "enabled":
        if not (isinstance(node, Scalar) and node.style is Style.BOOLEAN):
            does = Effect("takes this for false", "take this for false", Severity.WARNING)
            cause = f"`enabled` must be true or false, and this is {written(node, dialects.TOML)}"
            yield Problem("activation-type", node.span, does, cause, SOURCE, data="flag")
    elif not (isinstance(node, Scalar) and node.style is Style.INTEGER):
        does = Effect("takes 3 instead", "take 3 instead", Severity.WARNING)
        cause = f"`max_retries` must be a whole number, and this is {written(node, dialects.TOML)}"
        yield Problem("activation-type", node.span, does, cause, SOURCE, data="number")
    elif node.text.startswith("-"):
        does = Effect("takes an enormous number for this", "take an enormous number for this", Severity.WARNING)
        cause = "`max_retries` is read as an unsigned number, so a negative one wraps around"
        yield Problem("activation-type", node.span, does, cause, SOURCE, data="number")
