"""Expanding a body as a host does: what is replaced, what stays literal, what is cut, with a map back to the source."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from skill_lsp.hosts.host import Host
    from skill_lsp.hosts.reading import Place
    from skill_lsp.syntax.skill import Skill
    from skill_lsp.text import Span


class Meaning(NamedTuple):
    """What a placeholder stands for. kind: "literal" (left as it is), "all" (every argument), "argument" (one, `number`
    from 0), "directory", "plugin", "session" …; `consumed` is how many code points of the token the host takes (Xum
    reads `$10` as `$1` and a 0); `text` describes it for a person ("the first argument")."""

    kind: str
    number: int | None = None
    consumed: int | None = None
    text: str = ""


LITERAL = Meaning("literal")


@dataclass(frozen=True)
class Invocation:
    """How a skill is called. arguments: the text after its name, None where there is none to give. by: "user" or
    "model". The directories are what the directory variables become."""

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


def expand(host: Host, document: Skill, place: Place, invocation: Invocation) -> Expansion:
    """The default expansion: the body, with `host.meaning` asked for each placeholder."""
    raise NotImplementedError
