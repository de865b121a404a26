"""Measures skill-lsp beside agnix, skills-ref and skillsaw in one run and prints one table: `tox -e bench`.

Every figure is the median of at least five runs, each in a process of its own. The programs take turns, so that a
change of the machine's mood meets all of them. `--corpus DIR` adds real skills, `--write` docs/benchmarks.md.
"""

from __future__ import annotations

import argparse
import os
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parent))
import skills

ROOT = Path(__file__).parent.parent


class Measure(NamedTuple):
    """Medians of one program on one piece of work: seconds of wall and CPU, MiB at the peak."""

    wall: float
    cpu: float
    memory: float


class Work(NamedTuple):
    """A piece of work: its name, its directory and the command of each program, the first one ours."""

    name: str
    directory: Path
    commands: dict[str, list[str]]


def measured(works: list[Work], runs: int) -> dict[tuple[str, str], Measure]:
    """The medians of every command; round after round, so that all meet the same machine."""
    samples: dict[tuple[str, str], list[Measure]] = {}
    for turn in range(runs + 1):  # the first turn warms the disk's cache and is not counted
        for work in works:
            for program, command in work.commands.items():
                sample = once(command, work.directory)
                if turn:
                    samples.setdefault((work.name, program), []).append(sample)
    return {
        key: Measure(*(statistics.median(values) for values in zip(*found, strict=True)))
        for key, found in samples.items()
    }


def once(command: list[str], directory: Path) -> Measure:
    """One run of a command."""
    started = time.perf_counter()
    process = subprocess.Popen(command, cwd=directory, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return Measure(time.perf_counter() - started, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def program(name: str) -> str:
    """The path of a program of this environment, of PATH or of the directory that BENCH_PEERS names."""
    places = [str(Path(sys.executable).parent), os.environ.get("BENCH_PEERS", ""), os.environ.get("PATH", "")]
    found = shutil.which(name, path=os.pathsep.join(place for place in places if place))
    if found is None:
        sys.exit(f"{name} is not installed: run `tox -e bench`")
    return found


def works(scratch: Path, corpus: Path | None) -> list[Work]:
    """All that is measured."""
    ours = [program("skill-lsp"), "--check"]
    agnix, skillsaw, validate = program("agnix"), program("skillsaw"), program("agentskills")
    found = []
    for number in (1, 1000, 5000):
        directory = scratch / str(number)
        skills.write(directory, number)
        only = sorted((directory / "skills").iterdir())[0]
        if number == 1:
            commands = {
                "skill-lsp": [*ours, "--no-cache", f"{only}/SKILL.md"],
                "agentskills validate": [validate, "validate", str(only)],
            }
            found.append(Work("1 file, cold", directory, commands))
            continue
        commands = {
            "skill-lsp": [*ours, "--no-cache", "."],
            "skill-lsp, cached": [*ours, "."],
            "agnix -t claude-code": [agnix, "-t", "claude-code", "."],
        }
        if number == 1000:
            commands |= {"agnix": [agnix, "."], "skillsaw": [skillsaw, "lint", "."]}
        found.append(Work(f"{number:,} skills", directory, commands))
    if corpus is not None:
        commands = {
            "skill-lsp": [*ours, "--no-cache", "."],
            "agnix -t claude-code": [agnix, "-t", "claude-code", "."],
            "agnix": [agnix, "."],
            "skillsaw": [skillsaw, "lint", "."],
        }
        found.append(Work("corpus", corpus, commands))
    return found


def table(measures: dict[tuple[str, str], Measure]) -> str:
    """Everything that was measured, with each program's wall time as a multiple of ours."""
    lines = [
        "| work | program | wall ms | CPU ms | peak MiB | skill-lsp's wall : its |",
        "|---|---|---:|---:|---:|---:|",
    ]
    for (work, name), measure in measures.items():
        ratio = measures[work, "skill-lsp"].wall / measure.wall
        figures = f"{measure.wall * 1000:.0f} | {measure.cpu * 1000:.0f} | {measure.memory:.0f} | {ratio:.2f}"
        lines.append(f"| {work} | {name} | {figures} |")
    return "\n".join(lines)


def goals(measures: dict[tuple[str, str], Measure]) -> str:
    """The ratios that were promised, and what they are."""
    thousand, many = "1,000 skills", "5,000 skills"
    ours, cached = measures[thousand, "skill-lsp"], measures[thousand, "skill-lsp, cached"]
    rows = [
        (
            "1 file, cold : `agentskills validate`, wall",
            measures["1 file, cold", "skill-lsp"].wall / measures["1 file, cold", "agentskills validate"].wall,
            0.75,
        ),
        (
            "1,000 skills, cold, no cache : agnix -t claude-code, wall",
            ours.wall / measures[thousand, "agnix -t claude-code"].wall,
            1.5,
        ),
        ("1,000 skills, cold, no cache : agnix, wall", ours.wall / measures[thousand, "agnix"].wall, 0.1),
        (
            "1,000 skills, unchanged, cached : agnix -t claude-code, wall",
            cached.wall / measures[thousand, "agnix -t claude-code"].wall,
            0.5,
        ),
        ("1,000 skills, cold : skillsaw, wall", ours.wall / measures[thousand, "skillsaw"].wall, 0.2),
        ("5,000 : 1,000 skills, cold, CPU", measures[many, "skill-lsp"].cpu / ours.cpu, 5.5),
    ]
    lines = ["| ratio | is | at most | |", "|---|---:|---:|---|"]
    lines += [f"| {name} | {value:.2f} | {most} | {'yes' if value <= most else 'NO'} |" for name, value, most in rows]
    return "\n".join(lines)


def main() -> None:
    """Measures, prints, and writes where that is wanted."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5, help="counted runs of each command (default: 5)")
    parser.add_argument("--corpus", type=Path, help="a directory of real skills")
    parser.add_argument("--write", action="store_true", help="write docs/benchmarks.md")
    options = parser.parse_args()
    subprocess.run([sys.executable, "-m", "compileall", "-q", str(ROOT / "skill_lsp")], check=False)
    with tempfile.TemporaryDirectory() as scratch:
        os.environ["SKILL_LSP_CACHE_DIR"] = f"{scratch}/cache"
        measures = measured(works(Path(scratch), options.corpus), max(options.runs, 5))
    report = f"{goals(measures)}\n\n{table(measures)}\n"
    print(report)
    if options.write:
        machine = (
            f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"
        )
        page = (
            "# Benchmarks\n\n"
            "Written by `tox -e bench -- --write`: medians of at least five runs of each program, taken in turns in\n"
            "one run on one machine. The skills are generated (`bench/skills.py`), the same on every machine.\n\n"
            f"{machine}.\n\n{report}"
        )
        (ROOT / "docs" / "benchmarks.md").write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
