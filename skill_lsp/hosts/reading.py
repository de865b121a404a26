"""What a host makes of a skill: the Reading, the problems it met, and the place the skill was read from."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

from skill_lsp.record import NamedTuple, cached_property, dataclass, field

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from skill_lsp.text import Span


class Severity(IntEnum):
    """How much a problem matters, as `interface.md` defines the words."""

    HINT = 0
    INFO = 1
    WARNING = 2
    ERROR = 3

    @property
    def word(self) -> str:
        """The word used in reports and settings."""
        return self.name.lower()


def listed(words: Sequence[str], last: str = "and") -> str:
    """Words as a sentence has them: `a`, `b` and `c`."""
    return f" {last} ".join([", ".join(words[:-1]), *words[-1:]] if len(words) > 1 else words)


class Effect(NamedTuple):
    """What a host does about a problem, as a verb phrase for one host and for several, with its severity.

    `severity` also says whether the skill is lost: an ERROR effect of a reading means that the host does not load it.
    """

    one: str
    many: str
    severity: Severity


DROPS = Effect("drops this skill", "drop this skill", Severity.ERROR)
"""The host does not load the skill, mostly without a word."""
REFUSES = Effect("refuses this skill", "refuse this skill", Severity.ERROR)
"""A validator or an upload says no."""
OVERLOOKS = Effect("does not find this skill", "do not find this skill", Severity.ERROR)
"""The file does not lie, or is not called, where the host looks."""
ENDS_HERE = Effect("ends the frontmatter here", "end the frontmatter here", Severity.WARNING)
"""What follows in the frontmatter becomes body."""
IGNORES = Effect("ignores this", "ignore this", Severity.WARNING)
"""The skill loads without what was written here."""


class Problem(NamedTuple):
    """One thing that a host stumbles over.

    rule: the id of the rule that documents it. span: the exact characters. effect: what the host does. cause: why, in
    the host's own terms, as a clause that follows "Xum drops this skill: " and has no full stop. source: where this is
    known from. `data` is what a fix needs to know (a suggested key, the value to write).
    """

    rule: str
    span: Span
    effect: Effect
    cause: str
    source: str = ""
    related: tuple[tuple[Span, str], ...] = ()
    data: str | None = None


@dataclass(frozen=True)
class Plugin:
    """The plugin that a skill lies in.

    `root` is its directory, `manifest` the manifest's path, `kind` the id of the host whose manifest it is.
    """

    name: str
    root: str
    manifest: str
    kind: str


@dataclass(frozen=True)
class Place:
    """Where a skill's text comes from. All paths use `/`."""

    path: str
    """As the caller named it; `""` for a text without a file."""
    plugin: Plugin | None = None
    unnamed: bool = False
    """The file lies at the root of a checkout or plugin, whose directory may have any name, or in a skills root."""
    at_home: bool = False
    """The file lies among the user's own skills (`~/.xum/skills`), not among those of a project."""

    @cached_property
    def file(self) -> str:
        """The file's name."""
        return self.path.rpartition("/")[2]

    @cached_property
    def directory(self) -> str | None:
        """The name of the directory the file lies in, None where it is not known or says nothing."""
        return None if self.unnamed else self.path.rpartition("/")[0].rpartition("/")[2] or None


@dataclass(frozen=True)
class Reading:
    """What one host has after reading one skill. Name, description and body are exactly the host's own values."""

    host: str
    loaded: bool
    problems: tuple[Problem, ...] = ()
    name: str | None = None
    """The identity under which the host knows the skill (what is typed after `/`, or named in a list)."""
    description: str | None = None
    body: str | None = None
    body_span: Span | None = None
    """Where the body stands in the source (before the host folds line endings or trims)."""
    values: Mapping[str, object] = field(default_factory=dict)
    """Every key that the host keeps, with the value that it has there."""
    by_model: bool = True
    """The model can find and load it by itself."""
    by_user: bool = True
    """A person can invoke it by name."""
    index_entry: str | None = None
    """The text that the model is shown before it loads the skill; None where it is not listed."""
