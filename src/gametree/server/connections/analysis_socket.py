"""The analysis channel over a WebSocket: what `gametree analyze --stdio` speaks, within bounds."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, replace
from typing import Any

from fastapi import FastAPI, WebSocket
from starlette.websockets import WebSocketDisconnect

from ...analysis.channel import Channel
from ...analysis.query import Query
from ...errors import BadQuery
from ..engines import PooledSearch
from ..messages.refusal import Refusal
from ..rooms.hub import Hub
from ..settled import cancelled
from .outbox import Outbox
from .token_bucket import AddressBuckets, TokenBucket

__all__ = ["add_analysis_socket"]

_LOG = logging.getLogger(__name__)
_POLICY, _TOO_LARGE, _LATER = 1008, 1009, 1013
_LEAST_REPORT_SECONDS = 0.05
_MOST_FLOODS = 200


def add_analysis_socket(app: FastAPI, hub: Hub, buckets: AddressBuckets) -> None:
    """Let an application analyse positions for others."""

    @app.websocket("/api/analysis")
    async def analysis(socket: WebSocket) -> None:
        address = socket.client.host if socket.client else ""
        full = hub.connections >= hub.settings.most_connections
        if full or not buckets.take(address):
            await socket.close(_LATER, "too many connections: try again in a moment")
            return
        hub.connections += 1
        try:
            await socket.accept()
            await _Talk(hub, socket).run()
        except WebSocketDisconnect:
            pass
        finally:
            hub.connections -= 1


class _Talk:
    """One who asks."""

    def __init__(self, hub: Hub, socket: WebSocket) -> None:
        self._hub, self._socket = hub, socket
        settings = hub.settings
        self._bucket = TokenBucket(settings.messages_a_second, settings.message_burst)
        self._outbox = Outbox(settings.most_waiting)
        most = max(1, settings.most_searches // 2)
        self._channel = Channel(self._submit, self._write, most_open=most, most_turns=most)

    async def run(self) -> None:
        """Talk until one side leaves."""
        talk = {asyncio.ensure_future(self._send()), asyncio.ensure_future(self._read())}
        ended = self._outbox.ended
        either: set[asyncio.Future[Any]] = {*talk, ended}
        try:
            await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
            if ended.done():
                self._hub.metrics.count("dropped_readers")
                await self._end(_POLICY, ended.result())
        finally:
            self._channel.close()
            for error in await cancelled(talk):
                _LOG.error("the analysis channel: %r", error, exc_info=error)

    def _submit(self, query: Query, listener: Callable[[dict[str, Any]], None]) -> PooledSearch:
        settings = self._hub.settings
        if len(query.moves) > settings.most_moves:
            raise BadQuery(f"moves may be {settings.most_moves:,} here", "moves")
        longest = settings.think_seconds
        if query.max_time is not None or query.max_visits is not None:
            query = replace(query, max_time=min(query.max_time or longest, longest))
        if query.report_every is not None:
            query = replace(query, report_every=max(query.report_every, _LEAST_REPORT_SECONDS))
        # Games that are played come first.
        query = replace(query, priority=min(query.priority, 0))
        try:
            asked = {name: value for name, value in asdict(query).items() if name != "id"}
            return self._hub.engines.search(listener, client=self, **asked)
        except Refusal as refusal:
            raise BadQuery(refusal.message) from refusal

    def _write(self, report: dict[str, Any]) -> None:
        text = json.dumps(report)
        if report.get("isDuringSearch"):
            self._outbox.think(text)
        else:
            self._outbox.forget_thinking()  # it may be of the search that ends here
            self._outbox.put(text)

    async def _send(self) -> None:
        with suppress(WebSocketDisconnect, RuntimeError, OSError):
            while True:
                await self._socket.send_text(await self._outbox.next())

    async def _read(self) -> None:
        floods = 0
        most = self._hub.settings.most_bytes
        with suppress(WebSocketDisconnect, RuntimeError):
            while True:
                frame = await self._socket.receive()
                if frame["type"] == "websocket.disconnect":
                    return
                text = frame.get("text") or ""
                if len(text) > most:
                    await self._end(_TOO_LARGE, "a message may hold 64 kB")
                    return
                self._hub.metrics.count("messages")
                if self._bucket.take():
                    floods = 0
                    self._channel.take(text)
                    continue
                floods += 1
                if floods > _MOST_FLOODS:
                    await self._end(_POLICY, "too many messages")
                    return
                if floods % 20 == 1:
                    sentence = "too many messages: wait a second"
                    self._write({"id": None, "error": sentence, "field": None})
                    await asyncio.sleep(0)  # the sender's turn

    async def _end(self, code: int, reason: str) -> None:
        # A client that does not read does not hear of its end either.
        with suppress(WebSocketDisconnect, RuntimeError, OSError, TimeoutError):
            async with asyncio.timeout(1.0):
                await self._socket.close(code, reason)
