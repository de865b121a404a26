"""Which files a check looks at, and under which settings: what the options of `check` mean."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from skill_lsp import config
from skill_lsp.cli import WrongCallError
from skill_lsp.record import replace
from skill_lsp.rules.run import Run
from skill_lsp.text import Text
from skill_lsp.workspace import targets
from skill_lsp.workspace.files import absolute, read

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from skill_lsp.config import Configuration, Settings
    from skill_lsp.workspace.files import Files


def run_for(arguments: argparse.Namespace, files: Files) -> Run:
    """A run under the settings that the options ask for."""
    _known_names(arguments)
    fixed = None if arguments.config is None else _configuration(arguments.config)
    return Run(files, adjust=_adjustment(arguments), configuration=fixed, jobs=arguments.jobs)


def _known_names(arguments: argparse.Namespace) -> None:
    try:
        targets.named(arguments.target)
    except targets.UnknownHostError as error:
        raise WrongCallError(f"--target: {error}") from None
    for option in ("select", "ignore"):
        for name in getattr(arguments, option):
            from skill_lsp.rules import registry

            if name not in registry.ids():
                raise WrongCallError(f"--{option}: {config.unknown_name('rule', name, registry.ids())}")
    for option in ("baseline",):
        path = getattr(arguments, option)
        if path is not None and not os.path.isfile(path):
            raise WrongCallError(f"--{option}: no such file: {path}")


def _configuration(path: str) -> Configuration:
    from skill_lsp.rules import registry

    text = read(absolute(path))
    if not isinstance(text, Text):
        raise WrongCallError(f"--config: {path}: {text.reason}")
    found = config.parse(absolute(path), text, registry.ids())
    if found is None:
        raise WrongCallError(f"--config: {path} has no [tool.skill-lsp]")
    return found


def _adjustment(arguments: argparse.Namespace) -> Callable[[Settings], Settings]:
    """What the options put over the settings of a configuration: they replace, `--ignore` adds."""
    changes: dict[str, object] = {}
    if arguments.target:
        changes["targets"] = tuple(arguments.target)
    if arguments.select:
        changes["select"] = frozenset(arguments.select)
    if arguments.write_baseline is not None:
        changes["baseline"] = None
    elif arguments.baseline is not None:
        changes["baseline"] = absolute(arguments.baseline)
    ignored = frozenset(arguments.ignore)
    if not changes and not ignored:
        return lambda settings: settings
    return lambda settings: replace(settings, **changes, ignore=settings.ignore | ignored)  # type: ignore[arg-type]


def from_stdin(name: str, checker: Run) -> str:
    """The path of the file that stands on stdin; its content lies over it from now on."""
    path = absolute(name)
    checker.workspace.open(path, Text.decode(sys.stdin.buffer.read()))
    return path


def paths_of(arguments: argparse.Namespace, checker: Run) -> list[str]:
    """The files to check, absolute."""
    paths, revision = arguments.paths or ["."], arguments.changed
    if revision is not None:
        from skill_lsp.cli import changed

        if os.path.lexists(revision) and not changed.is_revision(revision):
            paths, revision = [revision, *arguments.paths], "HEAD"  # `--changed PATH`
    for path in paths:
        if not os.path.lexists(path):
            raise WrongCallError(f"no such file or directory: {path}")
    found = checker.found(absolute(path) for path in paths)
    return found if revision is None else changed.among(found, revision)
