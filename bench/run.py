"""Measures skill-lsp beside agnix, skills-ref and skillsaw in one run and prints one table: `tox -e bench`.

Every figure is the median of at least five runs, each in a process of its own. The programs take turns, so that a
change of the machine's mood meets all of them. The same thousand skills lie in several trees: the place decides how
many hosts judge them here (one in `.claude/skills`, seven in `.agents/skills`), and which of its rules agnix runs (for
`claude-code` hardly any outside of `.claude`). `--corpus DIR` adds real skills, `--write` writes docs/benchmarks.md.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from importlib.metadata import distributions, version
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


TREES = (".claude/skills", ".codex/skills", ".agents/skills", "skills")


def works(scratch: Path, corpus: Path | None, most: int) -> list[Work]:
    """All that is measured; the peers on at most so many skills."""
    ours = [program("skill-lsp"), "--check"]
    agnix, skillsaw, validate = program("agnix"), program("skillsaw"), program("agentskills")
    cold = {"skill-lsp": [*ours, "--no-cache", "."]}
    cached = {"skill-lsp, cached": [*ours, "."]}
    peers = {
        "agnix -t claude-code": [agnix, "-t", "claude-code", "."],
        "agnix": [agnix, "."],
        "skillsaw": [skillsaw, "lint", "."],
    }
    skills.write(scratch / "one" / ".claude", 1)
    only = next((scratch / "one" / ".claude" / "skills").iterdir())
    one = {
        "skill-lsp": [*ours, "--no-cache", f"{only}/SKILL.md"],
        "agentskills validate": [validate, "validate", str(only)],
    }
    found = [Work(ONE, scratch / "one", one)]
    for tree in TREES:
        directory = scratch / "thousand" / tree.replace("/", "-")
        skills.write((directory / tree).parent, 1000)
        found.append(Work(thousand(tree), directory, cold | cached | peers))
    skills.write(scratch / "many" / ".claude", 5000)
    found.append(Work(MANY, scratch / "many", cold | cached | (peers if most >= 5000 else {})))
    if corpus is not None:
        found.append(Work("corpus", corpus, cold | cached | peers))
    return found


def table(measures: dict[tuple[str, str], Measure]) -> str:
    """Everything that was measured, with ours as a share of each program's: wall, CPU and memory."""
    lines = [
        "| work | program | wall ms | CPU ms | peak MiB | skill-lsp : it, wall | CPU | memory |",
        "|---|---|---:|---:|---:|---:|---:|---:|",
    ]
    for (work, name), measure in measures.items():
        figures = f"{measure.wall * 1000:.0f} | {measure.cpu * 1000:.0f} | {measure.memory:.0f}"
        ratios = (mine / its for mine, its in zip(measures[work, "skill-lsp"], measure, strict=True))
        lines.append(f"| {work} | {name} | {figures} | {' | '.join(f'{ratio:.2f}' for ratio in ratios)} |")
    return "\n".join(lines)


class Goal(NamedTuple):
    """What was promised: the first (work, program) takes at most so many times what the second one takes."""

    name: str
    one: tuple[str, str]
    other: tuple[str, str]
    most: float
    by: str = "wall"


ONE, MANY = "1 file", "5,000 skills in .claude/skills"


def thousand(tree: str) -> str:
    """The name of the work on a thousand skills in a tree."""
    return f"1,000 skills in {tree}"


def promised(tree: str) -> list[Goal]:
    """What was promised of a thousand skills, in one of the trees."""
    work = thousand(tree)
    ours, cached, fastest = (work, "skill-lsp"), (work, "skill-lsp, cached"), (work, "agnix -t claude-code")
    return [
        Goal(f"{work}, no cache : `agnix -t claude-code`", ours, fastest, 1.5),
        Goal(f"{work}, no cache : `agnix`", ours, (work, "agnix"), 0.1),
        Goal(f"{work}, unchanged, cached : `agnix -t claude-code`", cached, fastest, 0.5),
        Goal(f"{work}, no cache : skillsaw", ours, (work, "skillsaw"), 0.2),
    ]


GOALS = [
    Goal("1 file, no cache : `agentskills validate`", (ONE, "skill-lsp"), (ONE, "agentskills validate"), 0.75),
    *(goal for tree in TREES for goal in promised(tree)),
    Goal("5,000 : 1,000 skills, no cache", (MANY, "skill-lsp"), (thousand(TREES[0]), "skill-lsp"), 5.5, "cpu"),
]


def goals(measures: dict[tuple[str, str], Measure]) -> str:
    """The ratios that were promised, what they are, and whether they hold; the ratio of CPU times beside them, which a
    busy machine changes less."""
    lines = ["| ratio | of | is | at most | | CPU |", "|---|---|---:|---:|---|---:|"]
    for goal in GOALS:
        one, other = measures[goal.one], measures[goal.other]
        value = getattr(one, goal.by) / getattr(other, goal.by)
        holds = "yes" if value <= goal.most else "NO"
        lines.append(f"| {goal.name} | {goal.by} | {value:.2f} | {goal.most} | {holds} | {one.cpu / other.cpu:.2f} |")
    return "\n".join(lines)


def strokes() -> str:
    """What a keystroke costs; see `keystroke.py`."""
    command = [sys.executable, str(Path(__file__).parent / "keystroke.py"), "--json"]
    answer = json.loads(subprocess.run(command, capture_output=True, check=False, text=True).stdout)
    holds = "yes" if answer["p95_ms"] <= answer["limit_ms"] else "NO"
    return (
        f"A keystroke in a SKILL.md of {answer['lines']} lines, in the server, from the change to its diagnostics:\n"
        f"median {answer['median_ms']} ms, 95th percentile {answer['p95_ms']} ms (CPU {answer['cpu_p95_ms']} ms), "
        f"at most {answer['limit_ms']:.0f} ms: {holds}."
    )


def workspace() -> str:
    """What the server does on 5,000 skills; see `workspace.py`."""
    command = [sys.executable, str(Path(__file__).parent / "workspace.py")]
    return (
        "The language server on 5,000 skills:\n\n"
        + subprocess.run(command, stdout=subprocess.PIPE, check=False, text=True).stdout.strip()
    )


def _is_installed(name: str) -> bool:
    return any(one.metadata["Name"] == name for one in distributions())


def machine() -> str:
    """The machine and how busy it was meanwhile, as a sentence or two."""
    system = f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"
    versions = ", ".join(f"{one} {version(one)}" for one in ("agnix", "skills-ref", "skillsaw") if _is_installed(one))
    return f"{'; '.join(filter(None, (system, versions)))}. Load at the end: {os.getloadavg()[0]:.1f}."


def main() -> None:
    """Measures, prints, and writes where that is wanted."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5, help="counted runs of each command (default: 5)")
    parser.add_argument("--corpus", type=Path, help="a directory of real skills")
    parser.add_argument("--write", action="store_true", help="write docs/benchmarks.md")
    more = (
        "skills that the peers are measured on (default: 1000; agnix needs over a minute of CPU for each run on 5000)"
    )
    parser.add_argument("--peers-up-to", type=int, default=1000, metavar="N", help=more)
    options = parser.parse_args()
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # pip compiles what it installs; so is everything compiled here
    subprocess.run([sys.executable, "-m", "compileall", "-q", str(ROOT / "skill_lsp")], check=False)
    with tempfile.TemporaryDirectory() as scratch:
        os.environ["SKILL_LSP_CACHE_DIR"] = f"{scratch}/cache"
        measures = measured(works(Path(scratch), options.corpus, options.peers_up_to), max(options.runs, 5))
    report = f"{goals(measures)}\n\n{strokes()}\n\n{workspace()}\n\n{table(measures)}\n"
    print(report)
    if options.write:
        page = (
            "# Benchmarks\n\n"
            "Written by `tox -e bench -- --write`: medians of at least five runs of each program, taken in turns in\n"
            "one run on one machine. The skills are generated (`bench/skills.py`), the same on every machine.\n\n"
            "The place of a skill decides how many hosts judge it here (one in `.claude/skills` and `.codex/skills`,\n"
            "the specification in `skills`, seven hosts in `.agents/skills`), and which rules agnix runs: for\n"
            "`claude-code` hardly any outside of `.claude`, by default hardly any in `skills`.\n\n"
            f"{machine()}\n\n{report}"
        )
        (ROOT / "docs" / "benchmarks.md").write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
