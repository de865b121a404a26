"""MCP servers on loopback: one built with the SDK's own server side, and ones that misbehave in a given way."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import threading
from typing import TYPE_CHECKING, Any

import uvicorn
from mcp.server.mcpserver import MCPServer
from mcp.types import ToolAnnotations

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Iterator

    Behaviour = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


def tide_server() -> MCPServer:
    """A server with one tool that only reads and one that does not."""
    server = MCPServer("tides")

    @server.tool(description="Reads the tide table", annotations=ToolAnnotations(read_only_hint=True))
    def read_table(harbour: str) -> str:
        return harbour

    @server.tool(description="Books a berth")
    def book_berth(harbour: str) -> str:
        return harbour

    return server


@contextlib.contextmanager
def running(server: MCPServer, **how: Any) -> Iterator[int]:
    """The port of a server that runs in a thread until the block ends."""
    app = server.streamable_http_app(**how)
    listener = socket.create_server(("127.0.0.1", 0))
    service = uvicorn.Server(uvicorn.Config(app, log_level="critical", lifespan="on"))
    thread = threading.Thread(target=service.run, kwargs={"sockets": [listener]})
    thread.start()
    try:
        yield listener.getsockname()[1]
    finally:
        service.should_exit = True
        thread.join()


@contextlib.asynccontextmanager
async def behaving(behaviour: Behaviour) -> AsyncIterator[int]:
    """The port of a server that treats every connection in one way."""
    tasks: set[asyncio.Task[None]] = set()

    async def handle(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        if task is not None:
            tasks.add(task)
        with contextlib.suppress(ConnectionError, asyncio.CancelledError, asyncio.IncompleteReadError):
            await behaviour(reader, writer)
        writer.close()

    server = await asyncio.start_server(handle, "127.0.0.1", 0)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def request_of(reader: asyncio.StreamReader) -> bytes:
    """The head and body of one request."""
    head = await reader.readuntil(b"\r\n\r\n")
    length = next(
        (int(line.split(b":")[1]) for line in head.split(b"\r\n") if line.lower().startswith(b"content-length:")), 0
    )
    return head + await reader.readexactly(length)


def answering(status: str, headers: str = "", body: bytes = b"") -> Behaviour:
    """Answers every request in the same way."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while True:
            await request_of(reader)
            head = f"HTTP/1.1 {status}\r\nContent-Length: {len(body)}\r\n{headers}\r\n"
            writer.write(head.encode() + body)
            await writer.drain()

    return answer


async def hanging(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Never answers."""
    await request_of(reader)
    await asyncio.Event().wait()


async def closing(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Closes as soon as it has the request."""
    await request_of(reader)


async def no_http(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Speaks another protocol."""
    await request_of(reader)
    writer.write(b"220 mail.example ESMTP\r\n")
    await writer.drain()


async def flooding(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Sends a body of 100 MB."""
    await request_of(reader)
    size = 100 * 1024 * 1024
    writer.write(f"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {size}\r\n\r\n".encode())
    chunk = b" " * 65536
    for _ in range(size // len(chunk)):
        writer.write(chunk)
        await writer.drain()


async def flooding_events(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Sends events without an end."""
    await request_of(reader)
    writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n")
    while True:
        writer.write(b": still here\n\n" * 4096)
        await writer.drain()
