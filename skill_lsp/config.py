"""Settings: which rules run, for which hosts, and how much a finding matters. The same object for editor and terminal.

A configuration file is read by `config_file`, which needs pydantic and is imported only where there is a file.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from skill_lsp.record import NamedTuple, dataclass, field, replace
from skill_lsp.spelling import nearest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from skill_lsp.text import Span, Text

FILE_NAMES = (".skill-lsp.toml", "pyproject.toml")
"""The names of configuration files; of two in one directory the first counts."""


@dataclass(frozen=True)
class Settings:
    """What holds for one file.

    targets: host ids, empty leaves it to the place. select: only these rules, empty takes every rule. ignore: not
    these. severity: a word by rule id. versions: a host's version by its id. baseline: the absolute path of a file with
    known findings. directory: where the configuration lies, None without one.
    """

    targets: tuple[str, ...] = ()
    select: frozenset[str] = frozenset()
    ignore: frozenset[str] = frozenset()
    severity: Mapping[str, str] = field(default_factory=dict)
    versions: Mapping[str, str] = field(default_factory=dict)
    baseline: str | None = None
    directory: str | None = None

    def takes(self, rule: str) -> bool:
        """Whether findings of a rule are wanted."""
        return rule not in self.ignore and (not self.select or rule in self.select)


DEFAULTS = Settings()


@dataclass(frozen=True)
class Override:
    """Settings for the files that some patterns match; what is None stays as it is, `ignore` and `severity` add."""

    paths: tuple[str, ...]
    targets: tuple[str, ...] | None = None
    select: frozenset[str] | None = None
    ignore: frozenset[str] = frozenset()
    severity: Mapping[str, str] = field(default_factory=dict)

    def over(self, settings: Settings) -> Settings:
        """The settings with this override on top."""
        return replace(
            settings,
            targets=settings.targets if self.targets is None else self.targets,
            select=settings.select if self.select is None else self.select,
            ignore=settings.ignore | self.ignore,
            severity={**settings.severity, **self.severity},
        )


@dataclass(frozen=True)
class Configuration:
    """A configuration: settings for every file below its directory. Patterns are those of .gitignore, from there."""

    path: str
    settings: Settings = DEFAULTS
    exclude: tuple[str, ...] = ()
    overrides: tuple[Override, ...] = ()

    @property
    def directory(self) -> str:
        """The directory that the patterns start from."""
        return self.path.rpartition("/")[0]

    def settings_for(self, path: str) -> Settings:
        """What holds for a file, given by its absolute path. Later overrides win."""
        settings = self.settings
        for matches, override in zip(self._override_patterns, self.overrides, strict=True):
            if matches(path):
                settings = override.over(settings)
        return settings

    def excludes(self, path: str) -> bool:
        """Whether a file (or a directory, with a final `/`) is left out."""
        return self._excluded(path)

    @cached_property
    def _excluded(self) -> Callable[[str], bool]:
        return _matcher(self.directory, self.exclude)

    @cached_property
    def _override_patterns(self) -> tuple[Callable[[str], bool], ...]:
        return tuple(_matcher(self.directory, override.paths) for override in self.overrides)


NOTHING_CONFIGURED = Configuration("")


def _matcher(directory: str, patterns: Iterable[str]) -> Callable[[str], bool]:
    """Whether a path below the directory matches one of the patterns; a path elsewhere never does."""
    lines = list(patterns)
    if not lines:
        return lambda path: False
    from pathspec import GitIgnoreSpec

    spec = GitIgnoreSpec.from_lines(lines)
    prefix = directory + "/"
    return lambda path: path.startswith(prefix) and spec.match_file(path[len(prefix) :])


class Flaw(NamedTuple):
    """Something wrong in a configuration file."""

    span: Span
    message: str


class BrokenConfigurationError(Exception):
    """A configuration file that cannot be used. `flaws` are in the order of their place."""

    def __init__(self, path: str, text: Text, flaws: list[Flaw]) -> None:
        self.path = path
        self.text = text
        self.flaws = flaws
        super().__init__("\n".join(self._line(flaw) for flaw in flaws))

    def _line(self, flaw: Flaw) -> str:
        at = self.text.position(flaw.span.start)
        return f"{self.path}:{at.line + 1}:{at.column + 1}: {flaw.message}"


def unknown_name(kind: str, name: str, known: Iterable[str]) -> str:
    """The message about a name of a host or rule that does not exist, with the one that was probably meant."""
    close = nearest(name, sorted(known), 0.6)
    return f"unknown {kind} `{name}`" + (f"; did you mean `{close}`?" if close else "")


def parse(path: str, text: Text, known_rules: Iterable[str]) -> Configuration | None:
    """The configuration in a file; None where a pyproject.toml has no `[tool.skill-lsp]`.

    Raises BrokenConfigurationError for a file that is no TOML, an unknown key, host or rule, or a value of the wrong
    type; also where this Python has no build of pydantic, as with the server inside the VS Code extension.
    """
    if path.endswith("pyproject.toml") and not _has_table(text.content):
        return None
    try:
        from skill_lsp import config_file
    except ImportError as error:
        from skill_lsp.text import Span

        message = f"is not read: pydantic does not run in this Python ({error}); install skill-lsp here with pip"
        raise BrokenConfigurationError(path, text, [Flaw(Span(0, 0), message)]) from None
    return config_file.parse(path, text, frozenset(known_rules))


def _has_table(pyproject: str) -> bool:
    """Whether a pyproject.toml configures this program, or may do so as far as can be told from a broken one."""
    if "skill-lsp" not in pyproject:
        return False
    import tomli

    try:
        tool = tomli.loads(pyproject).get("tool")
    except (tomli.TOMLDecodeError, RecursionError):
        return True
    return isinstance(tool, dict) and "skill-lsp" in tool
