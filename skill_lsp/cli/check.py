"""Checks skills: what does each host make of these files?

Finds SKILL.md, *.skill.toml, .oxo-flow/ai.toml, *.oxoflow and plugin manifests below each PATH, leaving out what
.gitignore leaves out. Without --target the place of a file decides which hosts judge it: what lies in .xum is Xum's,
and so on.
"""

from __future__ import annotations

import gc
import os
import sys
from importlib import import_module
from typing import TYPE_CHECKING

from skill_lsp.cli import FOUND, OK, WrongCallError
from skill_lsp.cli.repeated import Outcome
from skill_lsp.hosts.reading import Severity
from skill_lsp.report import FORMATS, Report
from skill_lsp.workspace.files import Files, absolute
from skill_lsp.workspace.witness import Witness

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from skill_lsp.rules.finding import Finding
    from skill_lsp.rules.run import Run


EPILOG = """\
exit status:
  0  nothing at or above the fail level
  1  findings at or above it
  2  the call was wrong: unknown option, host or rule, missing path, broken configuration

files:
  .skill-lsp.toml, or [tool.skill-lsp] in pyproject.toml: the nearest one upwards from each file

examples:
  skill-lsp --check                             everything below the working directory
  skill-lsp --check --target all skills/        as every known host reads it
  skill-lsp --check --diff                      what --fix would do
  skill-lsp --check --format sarif --output skill-lsp.sarif
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    parser.epilog = EPILOG
    parser.add_argument("paths", nargs="*", metavar="PATH", help="files and directories (default: .)")
    what = parser.add_argument_group("what is checked").add_argument
    what("--target", metavar="HOST[,HOST…]|all", type=_words, default=[], help="these hosts judge every file")
    what("--select", metavar="RULE[,RULE…]", type=_words, default=[], help="only these rules")
    what("--ignore", metavar="RULE[,RULE…]", type=_words, default=[], help="not these rules")
    what("--changed", nargs="?", const="HEAD", metavar="REV", help="only what differs from a git revision (HEAD)")
    what("--stdin-filename", metavar="PATH", help="check what stands on stdin as if it were this file")
    what("--config", metavar="FILE", help="use this configuration instead of the nearest ones")
    what("--baseline", metavar="FILE", help="leave out the findings that this file knows")
    what("--write-baseline", metavar="FILE", help="write such a file with all present findings")
    fixes = parser.add_argument_group("fixes").add_argument
    fixes("--fix", action="store_true", help="apply the safe fixes")
    fixes("--unsafe-fixes", action="store_true", help="with --fix or --diff: also those that may change the meaning")
    fixes("--diff", action="store_true", help="print the fixes as a unified diff instead of applying them")
    report = parser.add_argument_group("report").add_argument
    report("--format", choices=FORMATS, default="text", help="text (default), json, sarif, github, gitlab or junit")
    report("--output", metavar="FILE", help="write the report to a file instead of stdout")
    report("--statistics", action="store_true", help="count the findings of each rule")
    report("-q", "--quiet", action="store_true", help="print findings and nothing else")
    report("--fail-on", choices=("error", "warning", "info"), default="error", help="exit with 1 from here on (error)")
    how = parser.add_argument_group("how").add_argument
    how("--jobs", type=_count, metavar="N", help="processes to use (default: as many as pay)")
    how("--no-cache", action="store_true", help="neither read nor write the cache")


def _words(argument: str) -> list[str]:
    return [word.strip() for word in argument.split(",") if word.strip()]


def _count(argument: str) -> int:
    if not argument.isdecimal() or not 1 <= int(argument) <= 1024:
        from argparse import ArgumentTypeError

        raise ArgumentTypeError(f"wants a number from 1 to 1024, not {argument!r}")
    return int(argument)


def run(arguments: argparse.Namespace) -> int:
    """Checks, prints the report and returns the exit status."""
    from skill_lsp.rules.baseline import BrokenBaselineError

    gc.disable()  # nearly all that a check makes lives until its end: looking for garbage takes a tenth of the time
    try:
        return _run(arguments)
    except BrokenBaselineError as error:
        raise WrongCallError(str(error)) from None


def _run(arguments: argparse.Namespace) -> int:
    from skill_lsp.cli import repeated

    directory = absolute(os.getcwd())
    if not repeated.is_repeatable(arguments):
        return _check(arguments, directory, Files(at_once=True))
    call = repeated.Call(arguments, directory, arguments.output is None and in_colour())
    known = call.outcome()
    if known is not None:
        write(known.output, arguments.output)
        return known.status
    files = Witness()
    return _check(arguments, directory, files, lambda outcome: call.remember(outcome, files))


def _check(
    arguments: argparse.Namespace, directory: str, files: Files, keep: Callable[[Outcome], None] | None = None
) -> int:
    from skill_lsp.cli import selection

    checker = selection.run_for(arguments, files)
    if arguments.stdin_filename is not None:
        paths = [selection.from_stdin(arguments.stdin_filename, checker)]
    else:
        paths = selection.paths_of(arguments, checker)
    if arguments.fix or arguments.diff:
        from skill_lsp.cli import fixing

        return fixing.run(arguments, checker, paths, directory)
    report = Report(_watched(arguments, checker, paths), paths, checker.text_of, directory)
    if arguments.write_baseline is not None:
        return _write_baseline(arguments.write_baseline, report)
    output = rendered(arguments, report)
    write(output, arguments.output)
    outcome = status(arguments, report)
    if keep is not None and not checker.has_baseline:
        keep(Outcome(output, outcome))
    return outcome


def _watched(arguments: argparse.Namespace, checker: Run, paths: list[str]) -> list[Finding]:
    """The findings, with a progress bar where somebody watches."""
    from skill_lsp.cli import progress

    if not progress.is_wanted(arguments.quiet):
        return checker.all_findings(paths)
    with progress.Bar() as bar:
        checker.tell = bar
        return checker.all_findings(paths)


def status(arguments: argparse.Namespace, report: Report) -> int:
    """The exit status that a report means."""
    level = Severity[arguments.fail_on.upper()]
    return FOUND if any(finding.severity >= level for finding in report.findings) else OK


def publish(arguments: argparse.Namespace, report: Report) -> None:
    """Writes the report where it is wanted."""
    write(rendered(arguments, report), arguments.output)


def rendered(arguments: argparse.Namespace, report: Report) -> str:
    """The report in the format that is wanted; statistics that it has no place for go to stderr."""
    if arguments.format == "text":
        return _text(arguments, report)
    if arguments.statistics:
        from skill_lsp.report import text

        sys.stderr.write(text.statistics(report))
    output: str = import_module(f"skill_lsp.report.{arguments.format}").render(report)
    return output


def _text(arguments: argparse.Namespace, report: Report) -> str:
    from skill_lsp.report import text

    palette = text.COLOURS if arguments.output is None and in_colour() else text.PLAIN
    output = text.findings(report, palette)
    if arguments.statistics:
        output += text.statistics(report)
    return output if arguments.quiet else output + text.summary(report) + "\n"


def in_colour() -> bool:
    """Whether stdout takes colours: a terminal, unless NO_COLOR is set (https://no-color.org)."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def write(output: str, path: str | None) -> None:
    """Writes text to a file, or to stdout."""
    data = output.encode("utf-8", "replace")
    if path is None:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    from skill_lsp.workspace import writing

    try:
        writing.write(absolute(path), data)
    except OSError as error:
        raise WrongCallError(f"cannot write {path}: {error.strerror}") from None


def _write_baseline(path: str, report: Report) -> int:
    from skill_lsp.rules import baseline

    full = absolute(path)
    write(baseline.written(((one, report.text(one.path)) for one in report.findings), full), path)
    print(f"{len(report.findings)} findings written to {path}", file=sys.stderr)
    return OK
