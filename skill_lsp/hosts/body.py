"""Expanding a body as a host does: what is replaced, what stays literal, what is cut, with a map back to the source.

A host describes its body in a `BodyLanguage`, which is data; only a host that does something no other does overrides
`Host.meaning`, `Host.runs` or `Host.expand`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from skill_lsp.record import NamedTuple, dataclass, field
from skill_lsp.syntax import placeholders
from skill_lsp.syntax.nodes import Scalar, Sequence, dereferenced
from skill_lsp.syntax.skill import SkillMd
from skill_lsp.text import Span

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from skill_lsp.hosts.host import Host
    from skill_lsp.hosts.reading import Place
    from skill_lsp.syntax.nodes import Node
    from skill_lsp.syntax.placeholders import Directive, Placeholder
    from skill_lsp.syntax.skill import Skill


class Meaning(NamedTuple):
    """What a placeholder stands for.

    kind: "literal" (left as it is), "all" (every argument), "argument" (one, `number` from 0), "rest" (from `number`
    on), "escaped" (left as it is, and the backslash before it goes), or the name of a variable's value: "directory",
    "plugin", "project", "data", "session", "effort", "setting". consumed: how many code points of the token the host
    takes, None for all (Xum reads `$10` as `$1` and a 0). text: describes it for a person ("the first argument").
    absent: what is put in where that argument was not given; None leaves the placeholder.
    """

    kind: str
    number: int | None = None
    consumed: int | None = None
    text: str = ""
    absent: str | None = ""

    @property
    def takes_arguments(self) -> bool:
        """Whether text of the invocation is put in."""
        return self.kind in {"all", "argument", "rest"}

    @property
    def is_literal(self) -> bool:
        """Whether the agent sees the placeholder itself."""
        return self.kind in {"literal", "escaped"}


LITERAL = Meaning("literal")


@dataclass(frozen=True)
class Invocation:
    """How a skill is called.

    arguments: the text after its name, None where there is none to give. by: "user" (typed as a command), "model"
    (loaded by the agent) or "inline" (named inside a message). The directories are what the directory variables become;
    an empty one leaves its variable as it stands.
    """

    arguments: str | None = None
    by: str = "user"
    skill_directory: str = ""
    plugin_root: str = ""
    project: str = ""


class Piece(NamedTuple):
    """A run of output. kind: "text" (copied), "substituted", "directive" (shown, not run), "added" (the host's own
    words), "literal" (looks like a placeholder and stays). source: where it comes from, None for the host's words."""

    text: str
    kind: str
    source: Span | None


class ShownDirective(NamedTuple):
    """A directive after expansion: its command, whether the host would run it, and its source line (from 1)."""

    command: str
    runs: bool
    line: int


@dataclass(frozen=True)
class Expansion:
    """What the agent receives."""

    pieces: tuple[Piece, ...]
    directives: tuple[ShownDirective, ...] = ()
    truncated: bool = False

    @property
    def text(self) -> str:
        """The output as one string."""
        return "".join(piece.text for piece in self.pieces)


def split_at_white_space(arguments: str) -> list[str]:
    """Arguments as a host has them that knows no quotes; white space as JavaScript has it."""
    return [word for word in re.split(f"[{placeholders.WHITE_SPACE}]+", arguments) if word]


def split_like_a_shell(arguments: str) -> list[str]:
    """Arguments in shell-style quoting. Text that does not close its quotes is split at white space."""
    import shlex

    try:
        return shlex.split(arguments)
    except ValueError:
        return arguments.split()


def named_arguments(node: Node) -> Iterator[tuple[Span, str]]:
    """The names that an `arguments` value declares, each with its span: a list, or one text with blanks between."""
    target = dereferenced(node)
    if isinstance(target, Sequence):
        for item in target.items:
            scalar = dereferenced(item)
            if isinstance(scalar, Scalar):
                yield item.span, scalar.text
    elif isinstance(target, Scalar):
        offset = target.span.start + (target.span.end - target.span.start - len(target.text)) // 2
        for found in re.finditer(r"[^\s,]+", target.text):
            yield Span(offset + found.start(), offset + found.end()), found.group()


_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh")


def ordinal(index: int) -> str:
    """The place in words: first for 0, 12th beyond words."""
    if index < len(_ORDINALS):
        return _ORDINALS[index]
    number = index + 1
    ending = "th" if number % 100 in {11, 12, 13} else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


VARIABLE_WORDS = {
    "directory": "the skill's directory",
    "plugin": "the plugin's directory",
    "project": "the project's directory",
    "data": "the plugin's data directory",
    "session": "the session's id",
    "effort": "the effort level",
    "setting": "a setting of the plugin",
}
_ONLY_IN_PLUGINS = frozenset({"plugin", "data", "setting"})


@dataclass(frozen=True)
class BodyLanguage:
    """What a host replaces and runs in a body. The default: nothing at all."""

    all_arguments: bool = False
    """`$ARGUMENTS` becomes the text after the skill's name."""
    indexed: bool = False
    """`$ARGUMENTS[0]` is the first argument."""
    first_position: int | None = None
    """The number that means the first argument; None: `$1` is not replaced."""
    below_first: str | None = None
    """What a position below the first becomes (`$0` where `$1` is the first); None: it stays."""
    one_digit: bool = False
    """`$10` is `$1` and a 0."""
    last_takes_rest: bool = False
    """The highest position takes all remaining arguments."""
    named: bool = False
    """`$name` is an argument, for the names that `Host.argument_names` gives."""
    split: Callable[[str], list[str]] = split_at_white_space
    absent: str | None = ""
    """What a position becomes whose argument was not given; None: it stays."""
    escapes: bool = False
    """One backslash keeps an argument's placeholder, and goes."""
    variables: Mapping[str, str] = field(default_factory=dict)
    """Braced variables by name, with the kind of their value (see `VARIABLE_WORDS`)."""
    variable_prefixes: Mapping[str, str] = field(default_factory=dict)
    """The same for variables that begin with this text (`user_config.`)."""
    invocations: frozenset[str] = frozenset({"user", "model"})
    """The invocations that put arguments in."""
    appends: str = ""
    """What is added with the arguments (in place of `{}`) where the body does not place them itself."""
    appends_without: str = "all"
    """Which placeholder must be absent for that: "all" (`$ARGUMENTS`), "any" that takes arguments, "filled" (any that
    got one)."""
    appends_nothing: bool = False
    """It is added also where no arguments were given."""
    inline: str = ""
    """Where ``!`cmd` `` runs: "line" (alone on its line), "space" (begins a line or follows a space), "anywhere"."""
    fenced: bool = False
    """A code fence with the info string `!` runs."""
    directive_invocations: frozenset[str] = frozenset({"user", "model"})
    directive_condition: str = ""
    """What must hold before any directive runs, as words after "if " ("an experiment is switched on")."""
    directive_limit: int | None = None
    directive_note: str = ""
    """What stands on the line after a directive beyond the limit."""
    arguments_may_direct: bool = False
    """Directives are looked for after the arguments were put in, also inside them."""
    limit: int | None = None
    """The length in UTF-16 units to which the outcome is cut."""
    limit_note: str = ""
    limit_invocations: frozenset[str] = frozenset({"user", "inline"})

    # ---------------------------------------------------------------- meanings

    def meaning(self, token: Placeholder, document: Skill, place: Place, names: tuple[str, ...]) -> Meaning:
        """What a placeholder stands for."""
        if token.kind == "variable":
            return self._variable(token.name, place)
        found = self._argument(token, document, names)
        if self.escapes and token.escaped and found.takes_arguments:
            return found._replace(kind="escaped", text=f"the text itself, not {found.text}")
        return found

    def _variable(self, name: str, place: Place) -> Meaning:
        kind = self.variables.get(name)
        if kind is None:
            kind = next((kind for prefix, kind in self.variable_prefixes.items() if name.startswith(prefix)), None)
        if kind is None or (kind in _ONLY_IN_PLUGINS and place.plugin is None):
            return LITERAL
        return Meaning(kind, text=VARIABLE_WORDS[kind])

    def _argument(self, token: Placeholder, document: Skill, names: tuple[str, ...]) -> Meaning:
        if token.kind in {"arguments", "indexed"}:
            if token.kind == "indexed" and self.indexed:
                return self._one(_number(token.name), None)
            if not self.all_arguments:
                return LITERAL
            consumed = len("$ARGUMENTS") if token.kind == "indexed" else None
            return Meaning("all", consumed=consumed, text="everything after the skill's name")
        if token.kind == "position" and self.first_position is not None:
            return self._position(token, document)
        if token.kind == "name" and self.named:
            name = token.declared(names)
            if name is not None:
                consumed = None if name == token.name else len(name) + 1
                index = names.index(name)
                return Meaning("argument", index, consumed, f"the {ordinal(index)} argument, `{name}`")
        return LITERAL

    def _position(self, token: Placeholder, document: Skill) -> Meaning:
        digits = token.name[:1] if self.one_digit else token.name
        index = _number(digits) - (self.first_position or 0)
        if index < 0:
            nothing = Meaning("argument", _NEVER, None, "nothing", self.below_first)
            return LITERAL if self.below_first is None else nothing
        consumed = len(digits) + 1 if len(digits) < len(token.name) else None
        if self.last_takes_rest and _number(digits) == _highest_position(document):
            return Meaning("rest", index, consumed, f"the {ordinal(index)} argument and all after it")
        return self._one(index, consumed)

    def _one(self, index: int, consumed: int | None) -> Meaning:
        return Meaning("argument", index, consumed, f"the {ordinal(index)} argument", self.absent)

    def runs(self, directive: Directive) -> bool:
        """Whether the host runs a directive of this form."""
        if directive.kind == "fenced":
            return self.fenced
        return {"line": directive.whole_line, "space": directive.after_space, "anywhere": True}.get(self.inline, False)


_NEVER = 10**9
"""The place of an argument that nobody passes."""


def _number(digits: str) -> int:
    """The number of some digits; nobody passes a billion arguments, and Python refuses to read 5,000 digits."""
    return int(digits[:9])


def _highest_position(document: Skill) -> int:
    return document.highest_position if isinstance(document, SkillMd) else 0


def expand(host: Host, document: Skill, place: Place, invocation: Invocation) -> Expansion:
    """The default expansion, by the host's `body_language`."""
    from skill_lsp.hosts import expansion

    return expansion.expand(host, document, place, invocation)
