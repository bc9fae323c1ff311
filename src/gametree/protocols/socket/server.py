"""The play server: one table, at which clients of the original protocol play."""

from __future__ import annotations

import asyncio
import re
import socket
from contextlib import suppress
from typing import Any

from ...errors import BadParameter
from ...server.connections.token_bucket import TokenBucket
from .bounds import WireBounds
from .forms import form_named
from .lines import Lines, line_of
from .table import WireJournal, WireTable

__all__ = ["PlayServer", "start"]

_PIECE = 64 * 1024  # bytes read at once
_REQUEST = re.compile(r"[A-Z]+ \S+ HTTP/\d")
_GOODBYE_SECONDS = 5.0
_LAST_SECONDS = 0.5  # when the server closes


async def start(
    game: str,
    host: str = "127.0.0.1",
    port: int = 4242,
    *,
    bounds: WireBounds | None = None,
    journal: WireJournal | None = None,
) -> PlayServer:
    """Begin to serve a game in the running event loop; return the server, which listens.

    Args:
        game: t3, connect_four or reversi.
        host: the address to listen at.
        port: the port there; 0 for any that is free.
        bounds: what clients may do.
        journal: where moves are written before anybody sees them.

    Raises:
        UnknownGame: if the protocol has no such game.
        BadParameter: if the port cannot be had.

    """
    bounds = bounds or WireBounds()
    server = PlayServer(WireTable(form_named(game), journal), bounds)
    try:
        await server.listen(host, port)
    except (OSError, OverflowError) as error:
        said = getattr(error, "strerror", None) or str(error)
        raise BadParameter(
            f"the play server cannot listen at {host}, port {port}: {said}"
        ) from error
    return server


class PlayServer:
    """A table and the clients that come to it.

    Args:
        table: where they play.
        bounds: what they may do.

    """

    def __init__(self, table: WireTable, bounds: WireBounds) -> None:
        self._table, self._bounds = table, bounds
        self._server: asyncio.Server | None = None
        self._visits: set[asyncio.Task[Any]] = set()

    async def listen(self, host: str, port: int) -> None:
        """Begin to listen."""
        self._server = await asyncio.start_server(self._visit, host, port)

    @property
    def port(self) -> int:
        """The port that it listens at."""
        assert self._server is not None
        number: int = self._server.sockets[0].getsockname()[1]
        return number

    async def close(self) -> None:
        """Stop listening and end all connections."""
        if self._server is not None:
            self._server.close()
        for task in self._visits:
            task.cancel()
        await asyncio.gather(*self._visits, return_exceptions=True)

    async def _visit(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        if len(self._visits) >= self._bounds.most_connections:
            writer.transport.abort()
            return
        self._visits.add(task)
        visitor = _Visitor(reader, writer, self._bounds)
        patience = _GOODBYE_SECONDS
        try:
            if self._table.sit_down(visitor) is None:
                visitor.tell({"type": "decline", "message": "Game in progress."})
            else:
                await visitor.talk(self._table)
        except asyncio.CancelledError:  # the server closes
            patience = _LAST_SECONDS
        finally:
            self._table.stand_up(visitor)
            await visitor.leave(patience)
            self._visits.discard(task)


class _Visitor:
    """A client: the `Guest` of the table."""

    def __init__(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, bounds: WireBounds
    ) -> None:
        self._reader, self._writer, self._bounds = reader, writer, bounds
        self._bucket = TokenBucket(bounds.lines_a_second, bounds.line_burst)
        self._loop = asyncio.get_running_loop()
        self._last_word = self._loop.time()  # of either side
        self._reminder: asyncio.TimerHandle | None = None
        connection = writer.get_extra_info("socket")
        if connection is not None:  # a machine that has gone without a word is noticed in the end
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)

    def tell(self, message: dict[str, Any]) -> None:
        if self._writer.is_closing():
            return
        self._last_word = self._loop.time()
        self._writer.write(line_of(message))
        if self._writer.transport.get_write_buffer_size() > self._bounds.most_waiting:
            self._writer.transport.abort()

    def remind(self, message: dict[str, Any]) -> None:
        self._forget_reminder()
        delay = self._bounds.reminder_seconds
        self._reminder = self._loop.call_later(delay, self.tell, message)

    def _forget_reminder(self) -> None:
        if self._reminder is not None:
            self._reminder.cancel()
            self._reminder = None

    def dismiss(self) -> None:
        self._writer.close()
        self._loop.call_later(_GOODBYE_SECONDS, self._writer.transport.abort)

    async def talk(self, table: WireTable) -> None:
        """Bring what the client sends to the table, until one side has had enough."""
        lines = Lines(self._bounds.most_bytes)
        while True:
            piece = await self._read()
            if not piece or self._writer.is_closing():
                return
            await self._wait_for_leave()  # to send what completes no line costs as much
            for place, (line, whole) in enumerate(lines.feed(piece)):
                if place:
                    await self._wait_for_leave()
                self._forget_reminder()
                await table.hear(self, line, whole=whole)
                if _REQUEST.match(line):  # a page of some site makes a browser knock here
                    return

    async def _read(self) -> bytes:
        """Return what the client sends next; nothing if he has left, or nothing happens."""
        while True:
            left = self._last_word + self._bounds.idle_seconds - self._loop.time()
            if left <= 0.0:
                return b""
            try:
                piece = await asyncio.wait_for(self._reader.read(_PIECE), left)
            except TimeoutError:  # unless something has been said to him meanwhile
                continue
            except OSError:
                return b""
            self._last_word = self._loop.time()
            return piece

    async def _wait_for_leave(self) -> None:
        """Wait until the client may send one line more."""
        while not self._bucket.take():
            await asyncio.sleep(1.0 / self._bounds.lines_a_second)

    async def leave(self, patience: float) -> None:
        """Send what is left to be sent, if the client reads it in this many seconds, and close."""
        self._forget_reminder()
        with suppress(OSError):
            self._writer.close()
            try:
                await asyncio.wait_for(self._writer.wait_closed(), patience)
            except TimeoutError:
                self._writer.transport.abort()
