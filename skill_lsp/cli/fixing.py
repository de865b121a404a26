"""`--fix` and `--diff`: applies fixes to files, or shows what they would do."""

from __future__ import annotations

import sys
from difflib import unified_diff
from typing import TYPE_CHECKING

from skill_lsp.cli import check, selection
from skill_lsp.report import Report
from skill_lsp.report.text import counted
from skill_lsp.rules import repair
from skill_lsp.rules.finding import Fix
from skill_lsp.workspace import writing
from skill_lsp.workspace.files import Files

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterator

    from skill_lsp.rules.finding import Finding, Rename
    from skill_lsp.rules.repair import Repaired
    from skill_lsp.rules.run import Run
    from skill_lsp.text import Text


def run(arguments: argparse.Namespace, checker: Run, paths: list[str], directory: str) -> int:
    """Fixes, reports what is left and returns the exit status."""
    choose = repair.unsafe_too if arguments.unsafe_fixes else repair.safe
    if arguments.diff:
        return _diff(arguments, checker, paths, directory)
    repaired = repair.until_stable(checker, paths, choose)
    if arguments.stdin_filename is not None:
        return _filter(arguments, checker, paths, repaired, directory)
    left_alone = dict(_write(repaired, checker))
    fixed = sum(_places(one, choose).isdisjoint(left_alone) for one in repaired.solved)
    report = Report(repaired.left, paths, checker.text_of, directory, fixed=fixed)
    for path, reason in left_alone.items():
        print(f"skill-lsp: left alone: {report.shown(path)}: {reason}", file=sys.stderr)
    if left_alone or repaired.renames:
        checker = selection.run_for(arguments, Files(at_once=True))
        if repaired.renames:
            paths = [path for path in selection.paths_of(arguments, checker) if checker.files.exists(path)]
        report = Report(checker.all_findings(paths), paths, checker.text_of, directory, fixed=fixed)
    check.publish(arguments, report)
    return check.status(arguments, report)


def _places(finding: Finding, choose: Callable[[Finding], Fix | None]) -> set[str]:
    """The paths that the fix of a finding writes or renames."""
    fix = choose(finding) or Fix("")
    return {one.path or finding.path for one in fix.edits} | {one.old for one in fix.renames}


def _write(repaired: Repaired, checker: Run) -> Iterator[tuple[str, str]]:
    """Writes what was repaired; yields each path that was left alone, with the reason."""
    for path, (old, new) in repaired.changes.items():
        try:
            writing.replace(path, _bytes(old), _bytes(new))
        except writing.LeftAloneError as error:
            yield path, str(error)
        checker.workspace.close(path)
    for rename in repaired.renames:
        reason = _renamed(rename)
        if reason is not None:
            yield rename.old, reason


def _renamed(rename: Rename) -> str | None:
    """Renames; the reason where that is not possible."""
    try:
        writing.rename(rename.old, rename.new)
    except writing.LeftAloneError as error:
        return str(error)
    return None


def _bytes(text: Text) -> bytes:
    return text.content.encode("utf-8", "surrogatepass")


def _filter(arguments: argparse.Namespace, checker: Run, paths: list[str], repaired: Repaired, directory: str) -> int:
    """Stdin to stdout: the fixed text; the report goes to stderr."""
    for path in paths:
        text = checker.text_of(path)
        if text is not None:
            sys.stdout.buffer.write(_bytes(text))
            sys.stdout.buffer.flush()
    report = Report(repaired.left, paths, checker.text_of, directory, fixed=len(repaired.solved))
    if not arguments.quiet:
        from skill_lsp.report import text as text_report

        sys.stderr.write(text_report.render(report))
    return check.status(arguments, report)


def _diff(arguments: argparse.Namespace, checker: Run, paths: list[str], directory: str) -> int:
    """Prints what the fixes would do; the exit status speaks of the files as they are."""
    report = Report(checker.all_findings(paths), paths, checker.text_of, directory)
    outcome = check.status(arguments, report)
    choose = repair.unsafe_too if arguments.unsafe_fixes else repair.safe
    repaired = repair.until_stable(checker, paths, choose)
    pieces = [_patch(report.shown(path), old, new) for path, (old, new) in sorted(repaired.changes.items())]
    pieces += [f"rename from {report.shown(one.old)}\nrename to {report.shown(one.new)}\n" for one in repaired.renames]
    check.write("".join(pieces), arguments.output)
    if not arguments.quiet:
        files = {path for one in repaired.solved for path in _places(one, choose)}
        solved, touched = counted(len(repaired.solved), "finding"), counted(len(files), "file")
        print(f"{solved} would be fixed in {touched}", file=sys.stderr)
    return outcome


def _patch(path: str, old: Text, new: Text) -> str:
    """A unified diff that `git apply` and `patch` take."""
    lines = unified_diff(_lines(old), _lines(new), f"a/{path}", f"b/{path}")
    return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)


def _lines(text: Text) -> list[str]:
    """Lines as diff and patch see them: only a line feed ends one."""
    lines = text.content.split("\n")
    return [f"{line}\n" for line in lines[:-1]] + ([lines[-1]] if lines[-1] else [])
