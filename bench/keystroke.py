"""What a keystroke costs the language server: a SKILL.md of 500 lines, one character typed at a time.

Measured inside the server, from the change to the diagnostics that are published: the change is applied, the file is
parsed, its rules run, the diagnostics are made. Prints
median, 95th percentile and maximum in milliseconds, and the processor's own time: on a busy machine the clock counts
others' work too.
"""

from __future__ import annotations

import json
import statistics
import sys
import tempfile
import time
from pathlib import Path

from lsprotocol import types as lsp

from skill_lsp.features.diagnostics import diagnostics
from skill_lsp.server.session import Session

LIMIT = 10.0
"""Milliseconds that the 95th percentile may take."""
STROKES = 400


BUNDLED = ("references/harbours.md", "references/wind.md", "scripts/tide.py")


def skill(lines: int = 500) -> str:
    """A skill as authors write them: prose, lists, links to bundled files, fences, code spans, few placeholders."""
    body: list[str] = ["# Reading tide tables", "", "Ask for the harbour with $ARGUMENTS.", ""]
    section = 0
    while len(body) < lines - 8:
        section += 1
        body += [
            f"## Harbour {section}", "",
            f"Read [the table]({BUNDLED[section % 2]}) of `harbour-{section}`, then its neighbours.",
            "- High water comes about fifty minutes later each day.",
            "- A wind from the *sea* adds to it; see https://tides.example/wind.", "",
            "```sh", f"python ${{CLAUDE_SKILL_DIR}}/scripts/tide.py --harbour {section}", "```", "",
        ]  # fmt: skip
    head = [
        "---", "name: tide-table", "description: Reads tide tables. Use when a person asks for high or low water.",
        "allowed-tools: Read, Grep, Bash(python *)", 'argument-hint: "[harbour]"', "---", "",
    ]  # fmt: skip
    return "\n".join([*head, *body[: lines - len(head)]]) + "\n"


def main() -> int:
    """Types and prints; status 1 where the limit is passed."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, ".claude", "skills", "tide-table", "SKILL.md")
        path.parent.mkdir(parents=True)
        content = skill()
        path.write_text(content, encoding="utf-8")
        for name in BUNDLED:
            bundled = path.parent / name
            bundled.parent.mkdir(exist_ok=True)
            bundled.write_text("# Here\n", encoding="utf-8")
        wall, cpu = typed(folder, path.as_uri(), content)
    result = {
        "lines": content.count("\n"),
        "strokes": len(wall),
        "median_ms": round(statistics.median(wall), 2),
        "p95_ms": round(percentile(wall, 0.95), 2),
        "max_ms": round(max(wall), 2),
        "cpu_median_ms": round(statistics.median(cpu), 2),
        "cpu_p95_ms": round(percentile(cpu, 0.95), 2),
        "limit_ms": LIMIT,
    }
    print(json.dumps(result) if "--json" in sys.argv else "  ".join(f"{key} {value}" for key, value in result.items()))
    return 0 if result["p95_ms"] <= LIMIT else 1


def percentile(times: list[float], part: float) -> float:
    """The time that this part of all stays below."""
    return sorted(times)[int(len(times) * part)]


def typed(folder: str, uri: str, content: str) -> tuple[list[float], list[float]]:
    """The milliseconds of each stroke, on the clock and of the processor; in frontmatter and body by turns."""
    session = Session()
    session.start(lsp.InitializeParams(lsp.ClientCapabilities()), "utf-16")
    session.workspace.add_folder(folder)
    session.open(lsp.TextDocumentItem(uri, "markdown", 1, content))
    lines = content.split("\n")
    places = [(2, len(lines[2])), (len(lines) // 2, len(lines[len(lines) // 2]))]
    wall: list[float] = []
    cpu: list[float] = []
    for stroke in range(STROKES):
        line, column = places[stroke % 2]
        places[stroke % 2] = (line, column + 1)
        here = lsp.Position(line, column)
        change = lsp.TextDocumentContentChangePartial(range=lsp.Range(here, here), text="tide "[stroke // 2 % 5])
        identifier = lsp.VersionedTextDocumentIdentifier(version=stroke + 2, uri=uri)
        begun = time.perf_counter(), time.process_time()
        session.change(identifier, [change])
        diagnostics(session.snapshot, session.snapshot.documents[uri])
        if stroke >= 20:  # the first ones load what is loaded once
            wall.append(1000 * (time.perf_counter() - begun[0]))
            cpu.append(1000 * (time.process_time() - begun[1]))
    return wall, cpu


if __name__ == "__main__":
    sys.exit(main())
