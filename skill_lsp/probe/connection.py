"""The connection itself, with the official MCP SDK over Streamable HTTP: one clear reason for whatever goes wrong.

*Source* for what is asked: Traitome/oxo-flow b936dc14, `crates/oxo-flow-ai/src/mcp.rs` (initialize, initialized,
tools/list; plain HTTP; 10 s to connect, 30 s for an answer).
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

import httpx2
import mcp
from mcp.client.streamable_http import streamable_http_client
from pydantic import ValidationError

from skill_lsp import __version__
from skill_lsp.probe.report import Limits, Listed

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    from skill_lsp.hosts.mcp_address import Address

MOST_PAGES = 50
"""Pages of a list that oxo-flow 0.19 reads."""


class TooLargeError(Exception):
    """An answer is larger than anybody's list of tools."""


class _Wire(httpx2.AsyncBaseTransport):
    """Sends requests, reads no more of an answer than is allowed, and remembers what happened last."""

    def __init__(self, limit: int) -> None:
        self._inner = httpx2.AsyncHTTPTransport()
        self._limit = limit
        self.failure: BaseException | None = None
        self.status: int | None = None
        self.location: str | None = None

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        try:
            response = await self._inner.handle_async_request(request)
        except Exception as error:
            self.failure = error
            raise
        if request.method == "POST":
            self.status = response.status_code
            self.location = response.headers.get("location") if 300 <= response.status_code < 400 else None
        assert isinstance(response.stream, httpx2.AsyncByteStream)  # noqa: S101 - the inner transport gives no other
        response.stream = _Counted(response.stream, self, self._limit)
        return response

    async def aclose(self) -> None:
        await self._inner.aclose()


class _Counted(httpx2.AsyncByteStream):
    def __init__(self, inner: httpx2.AsyncByteStream, wire: _Wire, limit: int) -> None:
        self._inner = inner
        self._wire = wire
        self._left = limit

    async def __aiter__(self) -> AsyncIterator[bytes]:
        try:
            async for chunk in self._inner:
                self._left -= len(chunk)
                if self._left < 0:
                    raise TooLargeError
                yield chunk
        except Exception as error:
            self._wire.failure = error
            raise

    async def aclose(self) -> None:
        await self._inner.aclose()


async def tools_of(address: Address, version: str, limits: Limits) -> tuple[list[Listed], str | None]:
    """The tools that a server lists, or why it does not. Raises nothing but the cancellation that it is given."""
    wire = _Wire(limits.answer)
    with _quiet:
        try:
            return await _listed(address, wire, limits), None
        except Exception as error:  # whatever a server makes the SDK raise is told in one sentence
            return [], _reason(error, wire, address, limits)


async def _listed(address: Address, wire: _Wire, limits: Limits) -> list[Listed]:
    timeout = httpx2.Timeout(limits.request, connect=limits.connect)
    found: list[Listed] = []
    async with (
        httpx2.AsyncClient(transport=wire, timeout=timeout, trust_env=False) as client,
        streamable_http_client(address.endpoint, http_client=client, terminate_on_close=False) as (read, write),
        mcp.ClientSession(
            read,
            write,
            read_timeout_seconds=limits.connect + limits.request,
            client_info=mcp.Implementation(name="skill-lsp", version=__version__),
        ) as session,
    ):
        await session.initialize()
        cursor: str | None = None
        for page in range(MOST_PAGES):
            parameters = mcp.types.PaginatedRequestParams(cursor=cursor) if cursor else None
            answer = await session.list_tools(params=parameters)
            found += [_of(tool, page) for tool in answer.tools]
            cursor = answer.next_cursor
            if not cursor:
                break
    return found


def _of(tool: Any, page: int) -> Listed:
    return Listed(
        tool.name, tool.description, bool(tool.annotations is not None and tool.annotations.read_only_hint), page
    )


# ------------------------------------------------------------------------- reasons


def _reason(error: BaseException, wire: _Wire, address: Address, limits: Limits) -> str:
    """One sentence, without credentials, for what went wrong."""
    causes = list(_chain(wire.failure)) + list(_chain(error))
    if any(isinstance(cause, TooLargeError) for cause in causes):
        return f"the answer is larger than {limits.answer // (1024 * 1024)} MB"
    if any(isinstance(cause, httpx2.ConnectTimeout) for cause in causes):
        return f"no connection within {limits.connect:g} seconds"
    if any(isinstance(cause, httpx2.ConnectError) for cause in causes):
        return _unconnected(causes, address)
    if any(isinstance(cause, httpx2.TimeoutException) for cause in causes) or _timed_out(causes):
        return f"no answer within {limits.request:g} seconds"
    if wire.location is not None:
        return f"the server redirects to {_without_secrets(wire.location)}; `requires` must name that address itself"
    if wire.status is not None and wire.status >= 400:
        return f"the server answers with HTTP {wire.status}"
    if any(isinstance(cause, httpx2.RemoteProtocolError | httpx2.NetworkError) for cause in causes):
        return "the server closes the connection without an answer"
    return _unreadable(causes)


def _unconnected(causes: list[BaseException], address: Address) -> str:
    words = " ".join(str(cause) for cause in causes).lower()
    if "name or service" in words or "nodename" in words or "getaddrinfo" in words or "resolution" in words:
        return f"there is no host called `{address.host}`"
    port = address.port or "80"
    if "refused" in words or "all connection attempts failed" in words:
        return f"nothing answers at `{address.host}`, port {port}"
    return f"no connection to `{address.host}`, port {port}"


def _timed_out(causes: list[BaseException]) -> bool:
    return any(isinstance(cause, TimeoutError) or "timed out" in str(cause).lower() for cause in causes)


def _unreadable(causes: list[BaseException]) -> str:
    """The server answered, and not with a list of tools."""
    for cause in causes:
        if isinstance(cause, ValidationError):
            where = ".".join(str(part) for part in cause.errors()[0]["loc"])
            return f"the answer is not what MCP wants: {cause.errors()[0]['msg']} (at {where})"
    for cause in causes:
        text = str(cause)
        if isinstance(cause, mcp.MCPError):
            if "content type" in text.lower():
                return f"the server does not speak MCP there: {text[0].lower()}{text[1:]}"
            if "parse" in text.lower() or "validation error" in text.lower():
                return "the server's answer is no JSON-RPC message"
            return f"the server answers with an error: {text}"
    return f"the connection failed ({type(causes[-1]).__name__})" if causes else "the connection failed"


def _without_secrets(location: str) -> str:
    """A redirect's target without user, password and query."""
    scheme, slashes, rest = location.partition("://")
    bare = (rest if slashes else location).partition("?")[0].partition("#")[0]
    host, slash, path = bare.partition("/")
    return f"{scheme}{slashes}{host.rpartition('@')[2]}{slash}{path}" if slashes else bare


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    """An exception, those in its group, and their causes."""
    seen: set[int] = set()
    pending: list[BaseException | None] = [error]
    while pending:
        one = pending.pop()
        if one is None or id(one) in seen:
            continue
        seen.add(id(one))
        yield one
        pending += getattr(one, "exceptions", ())
        pending += [one.__cause__, one.__context__]


class _Quiet:
    """The SDK and its HTTP client log requests with their addresses, and tracebacks: neither is for anybody's eyes.

    Several connections may be open at once; the loggers speak again after the last one.
    """

    _NAMES = ("mcp", "client", "httpx2", "httpcore2", "httpx", "httpcore")

    def __init__(self) -> None:
        self.open = 0
        self.before: list[tuple[logging.Logger, bool]] = []
        self.silent = logging.NullHandler()

    def __enter__(self) -> None:
        self.open += 1
        if self.open > 1:
            return
        self.before = [(logger, logger.propagate) for logger in map(logging.getLogger, self._NAMES)]
        for logger, _ in self.before:
            logger.addHandler(self.silent)
            logger.propagate = False

    def __exit__(self, *_: object) -> None:
        self.open -= 1
        if not self.open:
            for logger, propagate in self.before:
                logger.removeHandler(self.silent)
                logger.propagate = propagate


_quiet = _Quiet()
