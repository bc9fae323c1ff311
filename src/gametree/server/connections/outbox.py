"""Messages that are to be sent to a client: a bounded queue, and the last frame of its analysis."""

from __future__ import annotations

import asyncio
from collections import deque

__all__ = ["TOO_SLOW", "Outbox"]

TOO_SLOW = "you read too slowly"


class Outbox:
    """Messages for one client.

    A thinking frame replaces one that waits still; other messages are never dropped: a client
    that is too far behind is.

    Attributes:
        ended: done, with the reason, once the client is to be dropped.

    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._queue: deque[str] = deque()
        self._thinking: str | None = None
        self._filled = asyncio.Event()
        self.ended: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    def put(self, text: str) -> None:
        """Add a message; if too many wait, the client is to be dropped."""
        if len(self._queue) < self._most:
            self._queue.append(text)
            self._filled.set()
        else:
            self.end(TOO_SLOW)

    def end(self, reason: str) -> None:
        """Have the client dropped."""
        if not self.ended.done():
            self.ended.set_result(reason)

    def think(self, text: str) -> None:
        """Add a frame of analysis instead of the one before."""
        self._thinking = text
        self._filled.set()

    def forget_thinking(self) -> None:
        """Drop the frame of analysis that waits: it is of another position."""
        self._thinking = None

    async def next(self) -> str:
        """Return the next message, as soon as there is one."""
        while True:
            if self._queue:
                return self._queue.popleft()
            if self._thinking is not None:
                text, self._thinking = self._thinking, None
                return text
            self._filled.clear()
            await self._filled.wait()
