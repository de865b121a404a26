"""Progress that a client shows, where it does. The work never waits for the client to agree."""

from __future__ import annotations

import asyncio
import uuid
from typing import TYPE_CHECKING

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException

if TYPE_CHECKING:
    from skill_lsp.server.server import Server


class Progress:
    """Begins as soon as the client has agreed; what is reported before is left out. Work that is done by then begins
    and ends at once, so that nothing stays open in the client."""

    def __init__(self, server: Server, title: str) -> None:
        self._progress = server.work_done_progress
        self._token = str(uuid.uuid4())
        self._title = title
        self._told = 0
        self._has_begun = False
        self._is_done = False
        self._beginning: asyncio.Task[None] | None = None
        if server.session.snapshot.client.progress:
            self._beginning = asyncio.get_running_loop().create_task(self._begin())

    async def _begin(self) -> None:
        try:
            await self._progress.create_async(self._token)
        except JsonRpcException:
            return  # the client does not want it
        self._progress.begin(self._token, lsp.WorkDoneProgressBegin(self._title, percentage=0))
        self._has_begun = True
        if self._is_done:
            self.end()

    def report(self, done: int, total: int) -> None:
        """Tells how many files of all are done, at every tenth of them."""
        percentage = 100 * done // max(total, 1)
        if self._has_begun and percentage >= self._told + 10:
            self._told = percentage
            report = lsp.WorkDoneProgressReport(message=f"{done} of {total} files", percentage=percentage)
            self._progress.report(self._token, report)

    def end(self) -> None:
        """The work is done."""
        self._is_done = True
        if self._has_begun:
            self._progress.end(self._token, lsp.WorkDoneProgressEnd())
