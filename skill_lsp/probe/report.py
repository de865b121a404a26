"""What a server's tools are to oxo-flow: the names it registers, which run unasked, and what goes wrong."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from skill_lsp.hosts import mcp_address
from skill_lsp.hosts.reading import Severity
from skill_lsp.pattern import pattern
from skill_lsp.record import NamedTuple, dataclass, replace

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from skill_lsp.hosts.mcp_address import Address


class Limits(NamedTuple):
    """How long is waited, in seconds, and how much is read of one answer, in bytes."""

    connect: float = 10.0
    request: float = 30.0
    answer: int = 8 * 1024 * 1024


LIMITS = Limits()
"""oxo-flow's own times (b936dc14, mcp.rs); the size is ours, no list of tools comes near it."""


class Listed(NamedTuple):
    """A tool as the server lists it. `page` counts from 0."""

    name: str
    description: str | None
    read_only: bool
    page: int = 0


class Remark(NamedTuple):
    """Something that goes wrong or is good to know; about one tool, or about the server."""

    severity: Severity
    message: str
    tool: str | None = None


class Tool(NamedTuple):
    """A tool with the name that oxo-flow registers. runs_unasked: no person is asked before it runs."""

    name: str
    registered: str
    runs_unasked: bool
    description: str | None


@dataclass(frozen=True)
class ToolReport:
    """What oxo-flow gets. address: the entry without credentials, `endpoint` where the requests went, likewise. error:
    why there are no tools."""

    address: str
    endpoint: str
    server: str = ""
    prefix: str = ""
    tools: tuple[Tool, ...] = ()
    remarks: tuple[Remark, ...] = ()
    error: str | None = None

    @property
    def connected(self) -> bool:
        """Whether the server gave a list."""
        return self.error is None

    def with_remarks(self, more: tuple[Remark, ...]) -> ToolReport:
        """The report with further remarks before its own."""
        return replace(self, remarks=(*more, *self.remarks))


def payload(path: str, name: str, report: ToolReport) -> dict[str, Any]:
    """One skill of the JSON output, version 1."""
    return {
        "path": path,
        "name": name,
        "address": report.address,
        "endpoint": report.endpoint,
        "server": report.server,
        "prefix": report.prefix,
        "connected": report.connected,
        "error": report.error,
        "tools": [
            {"name": name, "registered": registered, "runs_unasked": unasked, "description": description}
            for name, registered, unasked, description in report.tools
        ],
        "problems": [
            {"severity": severity.word, "message": message, "tool": tool} for severity, message, tool in report.remarks
        ],
    }


_FORBIDDEN = pattern(r"[^A-Za-z0-9_-]")
_UNSHOWN = pattern(r"[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff]")
_SHOWN = 200


def shown(text: str) -> str:
    """A server's text for a person: one line, without characters that steer a terminal, not too long."""
    plain = _UNSHOWN.sub("\N{REPLACEMENT CHARACTER}", " ".join(text.split()))
    return plain if len(plain) <= _SHOWN else plain[: _SHOWN - 1] + "…"


def judged(address: Address, version: str, listed: Iterable[Listed], error: str | None) -> ToolReport:
    """The report on a server's tools."""
    listed = list(listed)
    server = address.shown_server
    tools = tuple(
        Tool(shown(one.name), shown(mcp_address.tool_name(server, one.name, version)), one.read_only, _text(one))
        for one in listed
    )
    return ToolReport(
        address.shown,
        f"http://{address.shown.removeprefix(mcp_address.SCHEME)}",
        server,
        f"mcp_{server}_",
        tools,
        tuple(_remarks(address, version, listed)) if error is None else (),
        None if error is None else shown(address.without_secrets(error)),
    )


def _text(one: Listed) -> str | None:
    return None if one.description is None else shown(one.description)


def _remarks(address: Address, version: str, listed: list[Listed]) -> Iterator[Remark]:
    if not listed:
        yield Remark(Severity.WARNING, "The server lists no tool.")
    yield from _pages(version, listed)
    names = {one: mcp_address.tool_name(address.server, one.name, version) for one in listed}
    count = Counter(names.values())
    for one, registered in names.items():
        name = shown(one.name)
        if one.description is None:
            message = f"`{name}` has no description, and oxo-flow then refuses the whole list of tools."
            yield Remark(Severity.ERROR, message, name)
        if count[registered] > 1:
            message = f"`{name}` gets the same name as another tool, and oxo-flow keeps the last one only."
            yield Remark(Severity.WARNING, message, name)
        yield from _form(name, one.name, f"mcp_{address.server}_{one.name}", version)
    if version != "0.14" and any(one.read_only for one in listed):
        message = "Since 0.19 every call is asked for; `readOnlyHint` is advice (documentation, issue 518)."
        yield Remark(Severity.INFO, message)


def _pages(version: str, listed: list[Listed]) -> Iterator[Remark]:
    later = [one for one in listed if one.page > 0]
    if later and version == "0.14":
        yield Remark(
            Severity.WARNING,
            f"The server lists its tools in pages; oxo-flow before 0.19 reads the first one and misses {len(later)}.",
        )


def _form(name: str, bare: str, full: str, version: str) -> Iterator[Remark]:
    """Names that are too long or hold characters which model providers do not take."""
    longest = mcp_address.LONGEST_TOOL_NAME
    if len(full) > longest:
        what = (
            "cuts it there" if version != "0.14" else "sends it as it is, and model providers may refuse it (inferred)"
        )
        severity = Severity.WARNING if version != "0.14" else Severity.HINT
        yield Remark(
            severity, f"The name of `{name}` has {len(full)} characters, {longest} are allowed; oxo-flow {what}.", name
        )
    if _FORBIDDEN.search(bare):
        what = (
            "replaces them" if version != "0.14" else "keeps them, and model providers may refuse the name (inferred)"
        )
        yield Remark(
            Severity.HINT, f"`{name}` has other characters than A-Z, a-z, 0-9, `_` and `-`; oxo-flow {what}.", name
        )
