"""Asking MCP servers: what a good one gives, and the one sentence that each bad one ends in."""

from __future__ import annotations

import asyncio
import logging
import socket

import pytest
from mcp.server.mcpserver import MCPServer
from mcp.types import ToolAnnotations

from skill_lsp import probe
from skill_lsp.hosts import mcp_address
from skill_lsp.hosts.reading import Severity
from skill_lsp.probe import Limits, inspect, inspect_skill
from skill_lsp.probe.report import Listed, judged
from skill_lsp.syntax.skill import SkillToml
from skill_lsp.text import Text
from tests.probe.servers import (
    answering,
    behaving,
    closing,
    flooding,
    flooding_events,
    hanging,
    no_http,
    running,
    tide_server,
)

SHORT = Limits(connect=2.0, request=0.5)


@pytest.mark.parametrize(
    "how", [{}, {"json_response": True}, {"stateless_http": True}], ids=["sse", "json", "stateless"]
)
async def test_lists_the_tools_of_a_real_server(how):
    with running(tide_server(), **how) as port:
        report = await inspect(f"mcp://127.0.0.1:{port}/mcp")
    assert report.error is None
    assert report.endpoint == f"http://127.0.0.1:{port}/mcp"
    prefix = f"mcp_127001_{port}_mcp_"
    assert report.prefix == prefix
    assert [(tool.registered, tool.runs_unasked, tool.description) for tool in report.tools] == [
        (f"{prefix}read_table", True, "Reads the tide table"),
        (f"{prefix}book_berth", False, "Books a berth"),
    ]
    assert report.remarks == ()


async def test_no_credential_gets_into_a_report():
    with running(tide_server()) as port:
        report = await inspect(f"mcp://mariner:hunter22@127.0.0.1:{port}/mcp?token=sesame")
    assert report.connected
    assert report.address == f"mcp://…@127.0.0.1:{port}/mcp?…"
    for secret in ("mariner", "hunter22", "sesame", "token"):
        assert secret not in repr(report)


BAD = {
    "hangs": (hanging, "no answer within 0.5 seconds"),
    "closes": (closing, "the server closes the connection without an answer"),
    "other protocol": (no_http, "the server closes the connection without an answer"),
    "100 MB": (flooding, "the answer is larger than 8 MB"),
    "endless events": (flooding_events, "the answer is larger than 8 MB"),
    "error 500": (answering("500 Internal Server Error"), "the server answers with HTTP 500"),
    "error 401": (answering("401 Unauthorized"), "the server answers with HTTP 401"),
    "not found": (answering("404 Not Found"), "the server answers with HTTP 404"),
    "redirect": (
        answering("301 Moved Permanently", "Location: https://u:hunter22@harbour.example/mcp?token=sesame\r\n"),
        "the server redirects to https://harbour.example/mcp; `requires` must name that address itself",
    ),
    "web page": (
        answering("200 OK", "Content-Type: text/html\r\n", b"<html></html>"),
        "the server does not speak MCP there: unexpected content type: text/html",
    ),
    "garbage": (
        answering("200 OK", "Content-Type: application/json\r\n", b"{gar"), "the server's answer is no JSON-RPC message"
    ),
    "other JSON": (
        answering("200 OK", "Content-Type: application/json\r\n", b'{"a": 1}'),
        "the server's answer is no JSON-RPC message",
    ),
    "garbage event": (
        answering("200 OK", "Content-Type: text/event-stream\r\n", b"event: message\ndata: nope\n\n"),
        "the server's answer is no JSON-RPC message",
    ),
    "no event": (
        answering("200 OK", "Content-Type: text/event-stream\r\n"),
        "the server answers with an error: SSE stream ended without a response",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD)
async def test_every_bad_server_ends_in_one_sentence(name, capfd, caplog):
    behaviour, sentence = BAD[name]
    async with behaving(behaviour) as port:
        report = await inspect(f"mcp://mariner:hunter22@127.0.0.1:{port}/mcp", limits=SHORT)
    assert report.error == sentence
    assert report.tools == ()
    assert capfd.readouterr() == ("", ""), "nothing is printed, no traceback either"
    assert not caplog.records, "nothing is logged, for addresses would be"


async def test_no_server():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    report = await inspect(f"mcp://127.0.0.1:{port}/mcp", limits=SHORT)
    assert report.error == f"nothing answers at `127.0.0.1`, port {port}"


UNCONNECTED = {
    "mcp://": "it names no host",
    "mcp:///path": "it names no host",
    "mcp://https://harbour.example": "a second scheme, `https://`, follows `mcp://`",
    "mcp://harbour.example:port": "`port` is no port",
    "https://harbour.example": "this is no `mcp://` address",
}


@pytest.fixture
def no_sockets(monkeypatch):
    def refuse(*_args, **_keywords):
        raise AssertionError("a socket is opened")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    monkeypatch.setattr(asyncio.BaseEventLoop, "create_connection", refuse)


@pytest.mark.parametrize("entry", UNCONNECTED)
async def test_an_address_that_cannot_work_is_not_tried(entry, no_sockets):
    assert (await inspect(entry)).error == UNCONNECTED[entry]


async def test_without_the_extra_one_message_says_how_to_get_it(monkeypatch, no_sockets):
    monkeypatch.setattr(probe, "find_spec", lambda name: None)
    report = await inspect("mcp://127.0.0.1:5050/mcp")
    assert report.error == probe.MISSING
    assert "pip install 'skill-lsp[mcp]'" in probe.MISSING


async def test_cancelling_closes_the_connection():
    gone = asyncio.Event()

    async def waiting(reader, writer):
        await reader.readuntil(b"\r\n\r\n")
        while await reader.read(1024):
            pass
        gone.set()

    async with behaving(waiting) as port:
        task = asyncio.create_task(inspect(f"mcp://127.0.0.1:{port}/mcp"))
        await asyncio.sleep(0.2)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        await asyncio.wait_for(gone.wait(), 5)


async def test_the_loop_stays_free_while_a_server_hangs():
    ticks = 0
    async with behaving(hanging) as port:
        task = asyncio.create_task(inspect(f"mcp://127.0.0.1:{port}/mcp", limits=SHORT))
        while not task.done():
            ticks += 1
            await asyncio.sleep(0.01)
    assert ticks > 10


async def test_loggers_are_left_as_they_were():
    logger = logging.getLogger("httpx2")
    before = (logger.propagate, list(logger.handlers), logger.level)
    await inspect("mcp://127.0.0.1:1/mcp", limits=SHORT)
    assert (logger.propagate, list(logger.handlers), logger.level) == before


# ------------------------------------------------------------------------ judging


def remarks(listed: list[Listed], version: str = "0.14", entry: str = "mcp://h:1") -> list[tuple[Severity, str | None]]:
    address = mcp_address.parse(entry)
    assert address is not None
    return [(one.severity, one.tool) for one in judged(address, version, listed, None).remarks]


def test_a_tool_without_a_description_costs_the_whole_list():
    assert remarks([Listed("a", "text", False), Listed("b", None, False)]) == [(Severity.ERROR, "b")]


def test_an_empty_description_is_one():
    assert remarks([Listed("a", "", False)]) == []


def test_names_that_become_equal():
    assert remarks([Listed("a.b", "", False), Listed("a/b", "", False)], "0.19") == [
        (Severity.WARNING, "a.b"),
        (Severity.HINT, "a.b"),
        (Severity.WARNING, "a/b"),
        (Severity.HINT, "a/b"),
    ]
    assert remarks([Listed("a.b", "", False)]) == [(Severity.HINT, "a.b")]


def test_long_names():
    long = "x" * 60
    assert remarks([Listed(long, "", False)]) == [(Severity.HINT, long)]
    assert remarks([Listed(long, "", False)], "0.19") == [(Severity.WARNING, long)]
    assert len(mcp_address.tool_name("h_1", long, "0.19")) == 64


def test_further_pages_are_read_since_0_19():
    assert remarks([Listed("a", "", False), Listed("b", "", False, page=1)]) == [(Severity.WARNING, None)]
    assert remarks([Listed("a", "", False), Listed("b", "", False, page=1)], "0.19") == []


def test_read_only_is_advice_since_0_19():
    assert remarks([Listed("a", "", True)]) == []
    assert remarks([Listed("a", "", True)], "0.19") == [(Severity.INFO, None)]


def test_no_tools():
    assert remarks([]) == [(Severity.WARNING, None)]


async def test_what_a_server_says_steers_no_terminal():
    server = MCPServer("tides")
    server.add_tool(lambda: "", name="red", description="\x1b[31mred\nalert", annotations=ToolAnnotations())
    with running(server) as port:
        report = await inspect(f"mcp://127.0.0.1:{port}/mcp")
    assert report.tools[0].description == "\N{REPLACEMENT CHARACTER}[31mred alert"


async def test_a_skill_with_what_its_manifest_says_of_the_address():
    text = 'name = "tides"\nversion = "1.0.0"\ndescription = "d"\nskill_type = "tool"\nrequires = ["mcp://127.0.0.1:1", "https://h/x"]\n'
    report = await inspect_skill(SkillToml(Text(text)), limits=SHORT)
    assert [remark.severity for remark in report.remarks] == [Severity.HINT, Severity.WARNING]
    assert report.error == "nothing answers at `127.0.0.1`, port 1"


async def test_a_skill_without_a_server(no_sockets):
    text = 'name = "tides"\nversion = "1.0.0"\ndescription = "d"\nskill_type = "tool"\n'
    report = await inspect_skill(SkillToml(Text(text)))
    assert report.error == "no entry of `requires` begins with `mcp://`"
