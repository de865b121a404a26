"""Checks files and trees: what does each host make of these skills?"""

from __future__ import annotations

import os
import sys
from importlib import import_module
from typing import TYPE_CHECKING

from skill_lsp.cli import FOUND, OK, WrongCallError
from skill_lsp.config import Settings
from skill_lsp.hosts.reading import Place, Severity
from skill_lsp.report import FORMATS, Report
from skill_lsp.rules import inspection
from skill_lsp.text import Text
from skill_lsp.workspace import targets
from skill_lsp.workspace.files import Files, Unreadable, absolute, read

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator


def configure(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    add = parser.add_argument
    add("paths", nargs="*", metavar="PATH", default=["."], help="files and directories (default: .)")
    add("--format", choices=FORMATS, default="text", help="output format (default: text)")
    add("--output", metavar="FILE", help="write the report to a file instead of stdout")
    add("--target", metavar="HOST[,HOST…]|all", type=_words, default=[], help="the hosts that judge every file")
    add("--select", metavar="RULE,…", type=_words, default=[], help="only these rules")
    add("--ignore", metavar="RULE,…", type=_words, default=[], help="not these rules")
    add("--fail-on", choices=("error", "warning", "info"), default="error", help="exit status 1 from here on")
    add("--no-cache", action="store_true", help="neither read nor write the cache")
    add("--stdin-filename", metavar="PATH", help="check what stands on stdin as if it were this file")


def _words(argument: str) -> list[str]:
    return [word.strip() for word in argument.split(",") if word.strip()]


def run(arguments: argparse.Namespace) -> int:
    """Checks, prints the report and returns the exit status."""
    settings = Settings(tuple(arguments.target), frozenset(arguments.select), frozenset(arguments.ignore))
    try:
        targets.named(arguments.target)
    except targets.UnknownHostError as error:
        raise WrongCallError(f"--target: {error}") from None
    report = Report()
    for path, text in sources(arguments):
        report.files += 1
        if isinstance(text, Unreadable):
            report.findings.append(inspection.unreadable(path, text))
            continue
        report.texts[path] = text
        report.findings += inspection.findings_of(text, Place(path), settings)
    write(import_module(f"skill_lsp.report.{arguments.format}").render(report), arguments.output)
    fail = Severity[arguments.fail_on.upper()]
    return FOUND if any(finding.severity >= fail for finding in report.findings) else OK


def sources(arguments: argparse.Namespace) -> Iterator[tuple[str, Text | Unreadable]]:
    """The absolute path and the content of each file to check."""
    if arguments.stdin_filename is not None:
        yield absolute(arguments.stdin_filename), Text.decode(sys.stdin.buffer.read())
        return
    for path in found(arguments.paths):
        yield path, read(path)


def found(paths: list[str]) -> list[str]:
    """The files that some paths name, each once. A file that is named is checked whatever .gitignore says."""
    every: dict[str, None] = {}
    for path in paths:
        full = absolute(path)
        if os.path.isdir(full):
            every |= dict.fromkeys(file.path for file in Files().walk(full).files)
        elif os.path.lexists(full):
            every[full] = None
        else:
            raise WrongCallError(f"no such file or directory: {path}")
    return list(every)


def write(output: str, path: str | None) -> None:
    """Writes the report to a file or stdout."""
    if path is None:
        sys.stdout.buffer.write(output.encode("utf-8", "surrogatepass"))
        sys.stdout.buffer.flush()
        return
    try:
        with open(path, "w", encoding="utf-8", newline="") as file:
            file.write(output)
    except OSError as error:
        raise WrongCallError(f"cannot write {path}: {error.strerror}") from None
