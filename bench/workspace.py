"""The language server on a workspace of 5,000 skills: what it costs to read them, and whether it answers meanwhile.

`python bench/workspace.py [--skills N] [--json]` starts the server on stdio, hovers all the time, waits for the end of
the progress and of the diagnostics, then changes one file after the other that others depend on. Prints one table and
ends with status 1 where a figure is over its limit.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parent))
import skills
from keystroke import percentile

HOVER_LIMIT = 50.0
"""Milliseconds that the 95th percentile of a hover may take while the workspace is read."""
CHANGE_LIMIT = 20.0
"""Milliseconds from a change to the diagnostics of the file and of its dependents, by the 95th percentile."""
MEMORY_LIMIT = 250.0
"""MiB that the server may have at its peak."""
CHANGES = 60
PAUSE = 0.02
"""Seconds between two hovers."""
QUIET = 2.0
"""Seconds without a message after which all is done."""

CAPABILITIES = {
    "general": {"positionEncodings": ["utf-16"]},
    "textDocument": {
        "hover": {"contentFormat": ["markdown"]},
        "publishDiagnostics": {"versionSupport": True, "relatedInformation": True},
    },
    "window": {"workDoneProgress": True},
}


class Row(NamedTuple):
    """One figure with its limit; None where it has none."""

    name: str
    value: float
    unit: str
    limit: float | None = None


class Wire:
    """A client that knows no more of the protocol than it has to, so that its own work is not measured."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.published: dict[str, tuple[float, dict[str, Any]]] = {}
        self.progress: list[tuple[float, str]] = []
        self.heard = time.perf_counter()
        self._numbers = itertools.count(1)
        self._asked: dict[int, asyncio.Future[Any]] = {}
        self._news = asyncio.Event()

    def send(self, **message: Any) -> None:
        assert self.process.stdin is not None
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))

    def tell(self, method: str, **params: Any) -> None:
        self.send(method=method, params=params)

    async def ask(self, method: str, **params: Any) -> Any:
        number = next(self._numbers)
        answer = self._asked[number] = asyncio.get_running_loop().create_future()
        self.send(id=number, method=method, params=params)
        return await answer

    async def listen(self) -> None:
        """Reads to the end of the stream."""
        stream = self.process.stdout
        assert stream is not None
        while header := await stream.readline():
            length = int(header.partition(b":")[2])
            while await stream.readline() != b"\r\n":
                pass
            self.take(json.loads(await stream.readexactly(length)))

    def take(self, message: dict[str, Any]) -> None:
        now = time.perf_counter()
        method, params = message.get("method"), message.get("params", {})
        if method is None:
            if "error" in message:
                sys.exit(f"the server failed: {message['error']}")
            answer = self._asked.pop(message["id"])
            if not answer.cancelled():
                answer.set_result(message.get("result"))
            return
        self.heard = now
        if "id" in message:
            self.send(id=message["id"], result=None)
        elif method == "textDocument/publishDiagnostics":
            self.published[params["uri"]] = (now, params)
        elif method == "$/progress":
            self.progress.append((now, params["value"]["kind"]))
        self._news.set()

    async def until(self, ready: Any) -> None:
        """Waits for messages until something is so."""
        while not ready():
            self._news.clear()
            await self._news.wait()

    async def publication(self, uri: str, since: float) -> float:
        """When the first diagnostics of a file after a moment came."""
        await self.until(lambda: self.published.get(uri, (0.0, {}))[0] > since)
        return self.published[uri][0]

    async def quiet(self) -> float:
        """Waits until nothing is said any more; the time of the last word."""
        while time.perf_counter() - self.heard < QUIET:
            await asyncio.sleep(0.05)
        return self.heard


class Hovers:
    """Hovers one after the other, all the time."""

    def __init__(self, wire: Wire, uris: list[str]) -> None:
        self.wire = wire
        self.uris = uris
        self.times: list[float] = []

    async def run(self) -> None:
        for uri in itertools.cycle(self.uris):
            begun = time.perf_counter()
            await self.wire.ask("textDocument/hover", textDocument={"uri": uri}, position={"line": 1, "character": 1})
            self.times.append(1000 * (time.perf_counter() - begun))
            await asyncio.sleep(PAUSE)

    def taken(self, name: str) -> list[Row]:
        """The figures since the last time."""
        times, self.times = self.times, []
        return [
            Row(f"hover {name}, median", statistics.median(times), "ms"),
            Row(f"hover {name}, p95", percentile(times, 0.95), "ms", HOVER_LIMIT),
            Row(f"hover {name}, max of {len(times)}", max(times), "ms"),
        ]


class Changing:
    """A skill that is open, and a closed one whose description says the same; so each change brings a finding there or
    takes it back."""

    DESCRIPTIONS = ("Reads the tide tables of harbours and tells the next high water", "Explains what a neap tide is")

    def __init__(self, folder: Path) -> None:
        self.edited = folder / ".claude/skills/ebb-table/SKILL.md"
        self.twin = folder / ".claude/skills/tide-table/SKILL.md"
        for path in (self.edited, self.twin):
            path.parent.mkdir(parents=True)
            path.write_text(self.skill(path, 0))

    def skill(self, path: Path, description: int) -> str:
        return f"---\nname: {path.parent.name}\ndescription: {self.DESCRIPTIONS[description]}.\n---\nBody.\n"

    def open(self, wire: Wire) -> None:
        text = self.skill(self.edited, 0)
        item = {"uri": self.edited.as_uri(), "languageId": "markdown", "version": 0, "text": text}
        wire.tell("textDocument/didOpen", textDocument=item)

    async def typed(self, wire: Wire) -> tuple[list[float], list[float]]:
        """The milliseconds from each change to the diagnostics of the file, and to those of the twin too."""
        alone: list[float] = []
        together: list[float] = []
        for version in range(1, CHANGES + 1):
            await asyncio.sleep(0.1)
            begun = time.perf_counter()
            wire.tell(
                "textDocument/didChange",
                textDocument={"uri": self.edited.as_uri(), "version": version},
                contentChanges=[{"text": self.skill(self.edited, version % 2)}],
            )
            times = [1000 * (await wire.publication(path.as_uri(), begun) - begun) for path in (self.edited, self.twin)]
            alone.append(times[0])
            together.append(max(times))
        return alone, together


async def measured(folder: Path, number: int) -> list[Row]:
    """Everything, in one life of a server."""
    skills.write(folder / ".claude", number)
    (folder / ".git").mkdir()
    changing = Changing(folder)
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "skill_lsp", stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=2**24
    )
    wire = Wire(process)
    listening = asyncio.create_task(wire.listen())
    begun = time.perf_counter()
    where = {"uri": folder.as_uri(), "name": "skills"}
    await wire.ask(
        "initialize",
        processId=os.getpid(),
        capabilities=CAPABILITIES,
        rootUri=folder.as_uri(),
        workspaceFolders=[where],
    )
    changing.open(wire)
    wire.tell("initialized")
    ready = time.perf_counter()
    every = sorted((folder / ".claude/skills").iterdir())
    hovers = Hovers(wire, [changing.edited.as_uri(), *((one / "SKILL.md").as_uri() for one in every[:: number // 50])])
    hovering = asyncio.create_task(hovers.run())
    await wire.until(lambda: any(kind == "end" for _, kind in wire.progress))
    indexed = time.perf_counter()
    rows = hovers.taken("while files are read")
    ended = await wire.quiet()
    rows += hovers.taken("while they are checked")
    reports = sum(kind == "report" for _, kind in wire.progress)
    peak = memory(process.pid)
    alone, together = await changing.typed(wire)
    rows += hovers.taken("while one is edited")
    hovering.cancel()
    await wire.ask("shutdown")
    wire.tell("exit")
    await process.wait()
    listening.cancel()
    return [
        Row("start of the server", 1000 * (ready - begun), "ms"),
        Row(f"end of progress ({reports} reports)", indexed - ready, "s"),
        Row(f"last diagnostics ({len(wire.published)} files)", ended - ready, "s"),
        *rows,
        Row("change, its own diagnostics, p95", percentile(alone, 0.95), "ms", CHANGE_LIMIT),
        Row("change, those of dependents too, median", statistics.median(together), "ms"),
        Row("change, those of dependents too, p95", percentile(together, 0.95), "ms", CHANGE_LIMIT),
        Row("memory at the peak, all read and checked", peak, "MiB", MEMORY_LIMIT),
    ]


def memory(pid: int) -> float:
    """The largest resident size of a process so far, in MiB; Linux tells it."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM")) / 1024


def table(rows: list[Row]) -> str:
    lines = ["| figure | is | at most | |", "|---|---:|---:|---|"]
    for row in rows:
        limit = "" if row.limit is None else f"{row.limit:.0f} {row.unit}"
        held = "" if row.limit is None else "yes" if row.value <= row.limit else "NO"
        lines.append(f"| {row.name} | {row.value:.1f} {row.unit} | {limit} | {held} |")
    return "\n".join(lines)


def main() -> int:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--skills", type=int, default=5000, help="number of skills (default: 5000)")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        rows = asyncio.run(measured(Path(folder), options.skills))
        print(table(rows), flush=True)
    return int(any(row.limit is not None and row.value > row.limit for row in rows))


if __name__ == "__main__":
    sys.exit(main())
