"""What a key of a frontmatter or manifest accepts, declared as data.

Diagnostics, hover, completion and the JSON Schemas all come from these declarations. Checking a node yields the
places that do not fit, with exact spans, in the host's own terms: a `Flag()` takes what the host takes as a boolean,
a length is counted in the host's unit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from skill_lsp.hosts.reading import listed
from skill_lsp.pattern import pattern
from skill_lsp.record import NamedTuple, dataclass, field
from skill_lsp.spelling import nearest
from skill_lsp.syntax.nodes import Alias, Mapping, Node, Scalar, Sequence, Style, dereferenced
from skill_lsp.text import Span

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from skill_lsp.hosts.dialects import Dialect
    from skill_lsp.hosts.reading import Effect


class Misfit(NamedTuple):
    """Why a node does not fit: the rule's id, the characters, and the reason as a clause about the key."""

    rule: str
    span: Span
    cause: str
    data: str | None = None


def utf16_length(text: str) -> int:
    """Length in UTF-16 code units, as JavaScript counts."""
    return len(text) + sum(1 for c in text if c > "\uffff") if not text.isascii() else len(text)


def first_units(text: str, units: int) -> str:
    """The beginning of a text, in UTF-16 units. Half a surrogate pair is left out."""
    if text.isascii():
        return text[:units]
    return text.encode("utf-16-le", "surrogatepass")[: units * 2].decode("utf-16-le", "ignore")


class Unit(NamedTuple):
    """A unit of length: its name in messages and how to count."""

    name: str
    count: Callable[[str], int]


CODE_POINTS = Unit("characters", len)
UTF16 = Unit("UTF-16 units", utf16_length)
BYTES = Unit("bytes", lambda text: len(text.encode("utf-8", "surrogatepass")))


class Kind:
    """What values a key takes. The base class takes anything."""

    label = "anything"
    """Names the type in messages and hovers."""
    choices: tuple[str, ...] = ()
    """Values to offer, where there is a fixed or well-known set."""
    holds = ""
    """What its texts are, where an editor knows more of them: "globs", "tools" or "addresses"."""

    def misfits(self, key: str, node: Node, dialect: Dialect) -> Iterable[Misfit]:
        """Why the node does not fit; nothing where it does."""
        return ()

    def schema(self) -> dict[str, Any]:
        """The JSON Schema of the values."""
        return {}

    @property
    def skeleton(self) -> str:
        """A snippet of the value for completion, with `$1` where the cursor goes."""
        return "$1"


class Anything(Kind):
    """Any value, unread or unchecked."""


def written(node: Node, dialect: Dialect) -> str:
    """How a host's message names a value: "a number", "a list", "nothing" …"""
    if isinstance(node, Alias):
        node = dereferenced(node)
    if isinstance(node, Sequence):
        return "a list"
    if isinstance(node, Mapping):
        return "a map"
    if isinstance(node, Alias):
        return "an undefined alias"
    return dialect.type_of(node)


@dataclass(frozen=True)
class Text(Kind):
    """A string. Lengths are counted in `unit` over the value as the host has it, without trimming unless `strips`."""

    minimum: int = 0
    maximum: int | None = None
    unit: Unit = CODE_POINTS
    length_rule: str = "value-length"
    coerces: bool = False
    """Numbers, booleans and dates become text instead of being refused."""
    nullable: bool = False
    """Nothing written, `~` and `null` count as if the key were not there."""
    choices: tuple[str, ...] = ()
    label: str = "text"

    def misfits(self, key: str, node: Node, dialect: Dialect) -> Iterable[Misfit]:
        target = dereferenced(node)
        if not isinstance(target, Scalar):
            return (Misfit("value-type", node.span, f"`{key}` must be text, and this is {written(node, dialect)}"),)
        value = dialect.value(target)
        if not isinstance(value, str):
            if value is None:
                nothing = Misfit("value-null", node.span, f"`{key}` has no value, and text is wanted")
                return () if self.nullable else (nothing,)
            if not self.coerces:
                cause = f"`{key}` must be text, and `{target.text}` is {dialect.type_of(target)} there"
                return (Misfit("value-type", node.span, cause, "quote"),)
            value = target.text
        return self.unfit_text(key, value, node.span)

    def reading(self, node: Node, dialect: Dialect) -> str | None:
        """The text that the host has of a node, None where it has none."""
        target = dereferenced(node)
        if not isinstance(target, Scalar):
            return None
        value = dialect.value(target)
        if isinstance(value, str):
            return value
        return target.text if self.coerces and value is not None else None

    def unfit_text(self, key: str, value: str, span: Span) -> Iterable[Misfit]:
        """Why a string value does not fit: its length, for a plain text."""
        if self.maximum is None and not self.minimum:
            return ()
        length = self.unit.count(value)
        if length < self.minimum:
            return (Misfit(self.length_rule, span, f"`{key}` is empty"),)
        if self.maximum is not None and length > self.maximum:
            cause = f"`{key}` has {length:,} {self.unit.name}, {self.maximum:,} is the limit"
            return (Misfit(self.length_rule, span, cause),)
        return ()

    def schema(self) -> dict[str, Any]:
        schema: dict[str, Any] = {"type": "string"}
        if self.minimum:
            schema["minLength"] = self.minimum
        if self.maximum is not None:
            schema["maxLength"] = self.maximum
        if self.choices:
            schema["examples"] = list(self.choices)
        return schema


@dataclass(frozen=True)
class Flag(Kind):
    """A boolean. `words` maps further spellings (lower case) that the host takes to their meaning."""

    words: tuple[tuple[str, bool], ...] = ()
    label: str = "true or false"
    choices: tuple[str, ...] = ("true", "false")

    def meaning(self, node: Node, dialect: Dialect) -> bool | None:
        """The boolean that the host has, None where it is none."""
        target = dereferenced(node)
        if not isinstance(target, Scalar):
            return None
        value = dialect.value(target)
        if isinstance(value, bool):
            return value
        return dict(self.words).get(target.text.lower()) if self.words else None

    def misfits(self, key: str, node: Node, dialect: Dialect) -> Iterator[Misfit]:
        if self.meaning(node, dialect) is not None:
            return
        target = dereferenced(node)
        if not isinstance(target, Scalar):
            yield Misfit(
                "value-boolean", node.span, f"`{key}` must be true or false, and this is {written(node, dialect)}"
            )
        elif dialect.value(target) is None:
            yield Misfit("value-null", node.span, f"`{key}` has no value, and true or false is wanted")
        else:
            cause = f'`{key}` must be true or false, and "{target.text}" is {dialect.type_of(target)} there'
            yield Misfit("value-boolean", node.span, cause, intended_boolean(target.text))

    def schema(self) -> dict[str, Any]:
        return {"type": "boolean"}

    @property
    def skeleton(self) -> str:
        return "${1|true,false|}"


_TAG = pattern(r"<[^<>\n]*>|[<>]")


def tag_span(content: str, node: Node) -> Span:
    """Where the first tag, or lone `<` or `>`, of a text stands in the source; the node where that can't be told."""
    target = dereferenced(node)
    start = target.span.start
    if isinstance(target, Scalar) and target.style in (Style.LITERAL, Style.FOLDED):
        start = content.find("\n", start) + 1 or start
    found = _TAG.search(content, start, target.span.end)
    return Span(*found.span()) if found else node.span


_TRUE_WORDS = frozenset({"true", "yes", "on", "y", "1"})
_FALSE_WORDS = frozenset({"false", "no", "off", "n", "0"})


def intended_boolean(text: str) -> str | None:
    """The word `true` or `false` where a text plainly means it."""
    word = text.strip().lower()
    return "true" if word in _TRUE_WORDS else "false" if word in _FALSE_WORDS else None


@dataclass(frozen=True)
class Choice(Text):
    """One of a fixed set of words. An `open` set only suggests."""

    choices: tuple[str, ...] = ()
    open: bool = False
    label: str = "one of a set"

    def misfits(self, key: str, node: Node, dialect: Dialect) -> Iterator[Misfit]:
        target = dereferenced(node)
        other = isinstance(target, Scalar) and dialect.value(target) is not None and target.text not in self.choices
        if other and not self.open and isinstance(target, Scalar):
            yield from self.unfit_text(key, target.text, node.span)
        else:
            yield from super().misfits(key, node, dialect)

    def unfit_text(self, key: str, value: str, span: Span) -> Iterator[Misfit]:
        if value not in self.choices and not self.open:
            words = listed([f"`{word}`" for word in self.choices], "or")
            yield Misfit("value-choice", span, f"`{key}` must be {words}", nearest(value, self.choices))

    def schema(self) -> dict[str, Any]:
        return {"type": "string", "examples" if self.open else "enum": list(self.choices)}

    @property
    def skeleton(self) -> str:
        return "${1|" + ",".join(self.choices) + "|}"


@dataclass(frozen=True)
class TextList(Kind):
    """A list of strings; with `or_text` also one string that the host splits."""

    item: Text = field(default_factory=Text)
    or_text: bool = False
    label: str = "a list of texts"

    def misfits(self, key: str, node: Node, dialect: Dialect) -> Iterator[Misfit]:
        target = dereferenced(node)
        if isinstance(target, Sequence):
            for item in target.items:
                yield from self.item.misfits(f"{key} entry", item, dialect)
        elif self.or_text:
            yield from self.item.misfits(key, node, dialect)
        else:
            cause = f"`{key}` must be a list of texts, and this is {written(node, dialect)}"
            yield Misfit("value-type", node.span, cause, "list")

    def schema(self) -> dict[str, Any]:
        many: dict[str, Any] = {"type": "array", "items": self.item.schema()}
        return {"anyOf": [many, {"type": "string"}]} if self.or_text else many

    @property
    def skeleton(self) -> str:
        return "[$1]"


@dataclass(frozen=True)
class TextMap(Kind):
    """A map with string values (`value` None: with any values)."""

    value: Text | None = field(default_factory=Text)
    keys: tuple[Key, ...] = ()
    label: str = "a map"

    def misfits(self, key: str, node: Node, dialect: Dialect) -> Iterator[Misfit]:
        target = dereferenced(node)
        if not isinstance(target, Mapping):
            rule = "value-null" if isinstance(target, Scalar) and dialect.value(target) is None else "value-type"
            yield Misfit(rule, node.span, f"`{key}` must be a map, and this is {written(node, dialect)}")
        elif self.value is not None:
            for entry in target.entries:
                yield from self.value.misfits(f"{key}.{entry.key.text}", entry.value, dialect)

    def schema(self) -> dict[str, Any]:
        schema: dict[str, Any] = {"type": "object"}
        if self.value is not None:
            schema["additionalProperties"] = self.value.schema()
        if self.keys:
            schema["properties"] = {key.name: key.schema() for key in self.keys}
        return schema

    @property
    def skeleton(self) -> str:
        return "\n  $1"


@dataclass(frozen=True)
class Key:
    """A key that a host reads.

    doc: what it does there, in a sentence or two. source: where that is known from. since: the host's version.
    wrong: what the host does where the value does not fit; None takes the host's usual answer. inert: the host accepts
    the key and does nothing with it.
    """

    name: str
    kind: Kind
    doc: str = ""
    source: str = ""
    since: str = ""
    required: bool = False
    default: str = ""
    wrong: Effect | None = None
    inert: bool = False
    guards: str = ""
    """For a safety switch: what is not protected where the key is misspelt, as a clause."""
    needs: tuple[str, str] | None = None
    """Another key and the value that it must have for this one to count."""
    aliases: tuple[str, ...] = ()
    """Other spellings that the host still takes though it no longer documents them."""

    def schema(self) -> dict[str, Any]:
        """The JSON Schema of the key's value, with its documentation."""
        return {**self.kind.schema(), "description": self.doc} if self.doc else self.kind.schema()
