"""The client's messages on stdin, read by a thread of their own."""

from __future__ import annotations

import asyncio
import os
import threading
from contextlib import suppress


class Input:
    """What pygls reads messages from. Its own reader goes to a thread and back for every line, each time behind a slice
    of whatever work there is; here the bytes are there when they are asked for."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._stream: asyncio.StreamReader | None = None

    async def readline(self) -> bytes:
        """The next line; empty at the end. Whoever has work to do gets a turn before each message."""
        if self._stream is None:
            self._stream = asyncio.StreamReader()
            threading.Thread(target=self._pump, args=(asyncio.get_running_loop(),), daemon=True).start()
        await asyncio.sleep(0)
        return await self._stream.readline()

    async def readexactly(self, size: int) -> bytes:
        """So many bytes; empty where the stream ends before."""
        assert self._stream is not None  # noqa: S101 - the length stands in a line before
        try:
            return await self._stream.readexactly(size)
        except asyncio.IncompleteReadError:
            return b""

    def _pump(self, loop: asyncio.AbstractEventLoop) -> None:
        stream = self._stream
        assert stream is not None  # noqa: S101 - set by whoever started the thread
        with suppress(RuntimeError):  # the loop is closed: nobody listens any more
            while data := self._read():
                loop.call_soon_threadsafe(stream.feed_data, data)
            loop.call_soon_threadsafe(stream.feed_eof)

    def _read(self) -> bytes:
        try:
            return os.read(self._descriptor, 1 << 16)
        except OSError:
            return b""
