"""The protocols of connections: HTTP and WebSocket, bounded in number and in time.

A client that sends half a request, half a handshake, or reads nothing of its answer holds a
connection for a bounded time; if many do, the one that has taken longest is closed first.
"""

from __future__ import annotations

import asyncio
import http
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from ..settings import Settings

__all__ = ["HttpProtocol", "Unfinished", "WebSocketProtocol"]

_UNREAD_SECONDS = 5.0  # for what is left for a client whose connection is closed


class Unfinished:
    """The connections from which no whole request has come yet.

    Args:
        settings: how many there may be, and for how long.

    """

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._connections: dict[HttpProtocol, None] = {}

    def add(self, connection: HttpProtocol) -> None:
        """Add one, the last; if they are too many, close the first."""
        self._connections.pop(connection, None)
        self._connections[connection] = None
        if len(self._connections) > self.settings.most_unfinished:
            first = next(iter(self._connections))
            del self._connections[first]
            first.transport.abort()

    def discard(self, connection: HttpProtocol) -> None:
        """Take one out: its request is here, or it is closed."""
        self._connections.pop(connection, None)


class HttpProtocol(H11Protocol):
    """HTTP/1.1, with an end to requests that do not come and answers that are not read."""

    def __init__(self, unfinished: Unfinished, **kept: Any) -> None:
        super().__init__(**kept)
        self._unfinished = unfinished
        self._timer: asyncio.TimerHandle | None = None
        self._heard = False  # whether a request has begun to come

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        self._unfinished.discard(self)
        self._set_timer(None)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        self._heard = True
        super().data_received(data)
        self._look()

    def on_response_complete(self) -> None:
        self._heard = False
        self._wait()
        super().on_response_complete()
        self._look()  # the next request may be here already

    def shutdown(self) -> None:
        """Close, as the server ends; a request that is not here yet will not be waited for."""
        if self.cycle is not None and self.cycle.more_body:
            self.transport.abort()
            return
        try:
            super().shutdown()
        except h11.LocalProtocolError:  # it has been closed already
            self.transport.close()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Hand a handshake on; its parser takes no bytes above 127."""
        mine = [value for name, value in self.headers if name.startswith(b"sec-websocket-")]
        if all(map(bytes.isascii, mine)):
            super().handle_websocket_upgrade(event)
        else:
            self.send_400_response("the headers Sec-WebSocket-... are ASCII")

    def send_400_response(self, msg: str) -> None:
        """Refuse what is no HTTP, unless an answer has begun; nobody answers it any more."""
        if self.cycle is not None:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            self.transport.write(_answer(http.HTTPStatus.BAD_REQUEST))
        self.transport.close()

    def _wait(self) -> None:
        """Wait for a request, for a bounded time."""
        self._unfinished.add(self)
        self._set_timer(self._unfinished.settings.request_seconds)

    def _look(self) -> None:
        """Wait for its answer, if a request is here."""
        upgraded = self.transport.get_protocol() is not self
        cycle = self.cycle
        answers = cycle is not None and not cycle.more_body and not cycle.response_complete
        if upgraded or answers:
            self._unfinished.discard(self)
            self._set_timer(None if upgraded else self._unfinished.settings.answer_seconds)

    def _set_timer(self, seconds: float | None) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None if seconds is None else self.loop.call_later(seconds, self._late)

    def _late(self) -> None:
        """Close the connection; say why if that is possible."""
        state = self.conn.our_state
        comes = self.cycle is not None and self.cycle.more_body
        waits = state is h11.IDLE or (state is h11.SEND_RESPONSE and comes)
        if self.transport.is_closing() or not waits or not self._heard:
            self.transport.abort()
            return
        if self.cycle is not None:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        self.transport.write(_answer(http.HTTPStatus.REQUEST_TIMEOUT))
        self.transport.close()
        self._set_timer(_UNREAD_SECONDS)


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """WebSocket, without clients that never complete a handshake or never read what is left."""

    def __init__(self, seconds: float, **kept: Any) -> None:
        super().__init__(**kept)
        self._seconds = seconds

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self.loop.call_later(self._seconds, self._look)

    def _look(self) -> None:
        if not self.handshake_complete:
            self.transport.abort()

    def data_received(self, data: bytes) -> None:
        try:
            super().data_received(data)
        except Exception:  # of many kinds, for headers that the parser does not expect
            if not self.handshake_complete:
                self.transport.write(_answer(http.HTTPStatus.BAD_REQUEST))
            self.transport.close()
            self.loop.call_later(_UNREAD_SECONDS, self.transport.abort)

    def shutdown(self) -> None:
        """Close, as the server ends; a handshake that is not complete cannot be answered."""
        if self.handshake_complete:
            super().shutdown()
        else:
            self.transport.abort()

    def send_receive_event_to_app(self) -> None:
        """Pass a message to the application; close the connection if a text is not UTF-8."""
        if self.curr_msg_data_type == "text" and not _is_text(b"".join(self.frames)):
            self.frames = []
            self.conn.send_close(1007)
            self.handle_parser_exception()
            return
        super().send_receive_event_to_app()

    async def run_asgi(self) -> None:
        try:
            await super().run_asgi()
        finally:
            self.loop.call_later(_UNREAD_SECONDS, self.transport.abort)


def _answer(status: http.HTTPStatus) -> bytes:
    head = f"HTTP/1.1 {status} {status.phrase}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
    return head.encode()


def _is_text(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True
