"""The WebSocket of a game: one client, from its hello to its leaving."""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import suppress
from typing import Any

from fastapi import FastAPI, WebSocket
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocketDisconnect

from ...errors import GametreeError, IllegalMove
from ..messages import received as messages
from ..messages.refusal import Refusal
from ..rooms import decisions
from ..rooms.hub import Hub
from ..rooms.live_room import LiveRoom
from ..rules.rules import PlayedLine, Situation
from ..settled import cancelled
from .client import Client
from .outbox import TOO_SLOW
from .token_bucket import AddressBuckets, TokenBucket
from .tokens import seats_of

__all__ = ["add_websocket"]

_LOG = logging.getLogger(__name__)
_POLICY, _TOO_LARGE, _FAULT, _LATER = 1008, 1009, 1011, 1013


def add_websocket(app: FastAPI, hub: Hub, buckets: AddressBuckets) -> None:
    """Let an application take clients of games."""

    async def game(socket: WebSocket) -> None:
        address = socket.client.host if socket.client else ""
        full = hub.connections >= hub.settings.most_connections
        if full or not buckets.take(address):
            await socket.close(_LATER, "too many connections: try again in a moment")
            return
        hub.connections += 1
        try:
            await socket.accept()
            await _Conversation(hub, socket, socket.path_params["game_id"]).run()
        except WebSocketDisconnect:
            pass
        finally:
            hub.connections -= 1

    # FastAPI's own decorator would keep what it makes for a request as long as a client stays.
    app.router.routes.append(WebSocketRoute("/api/games/{game_id}/ws", game))


class _Conversation:
    def __init__(self, hub: Hub, socket: WebSocket, game_id: str) -> None:
        self._hub, self._socket, self._game_id = hub, socket, game_id
        settings = hub.settings
        self._bucket = TokenBucket(settings.messages_a_second, settings.message_burst)
        self._client = Client(settings.most_waiting)
        self._ref: str | None = None
        self._live: LiveRoom

    async def run(self) -> None:
        """Talk until one side leaves."""
        try:
            hello = await asyncio.wait_for(self._hello(), self._hub.settings.hello_seconds)
            self._live = await self._hub.room(self._game_id)  # it may have left memory
        except TimeoutError:
            await self._end(_POLICY, "the first message is hello")
            return
        except Refusal as refusal:
            await self._refuse(refusal, _LATER if refusal.status == 503 else _POLICY)
            return
        self._client.seats = seats_of(hello.tokens, self._live.hashes)
        talk: set[asyncio.Future[None]] = set()
        try:
            await self._live.join(self._client, hello.since)
            talk = {asyncio.ensure_future(self._send()), asyncio.ensure_future(self._read())}
            ended = self._client.outbox.ended
            either: set[asyncio.Future[Any]] = {*talk, ended}
            await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
            if ended.done():
                slow = ended.result() == TOO_SLOW
                if slow:
                    self._hub.metrics.count("dropped_readers")
                await self._end(_POLICY if slow else _FAULT, ended.result())
        except Refusal as refusal:
            await self._refuse(refusal, _LATER)
        except GametreeError as error:
            await self._refuse(Refusal("rules", self._live.shown_error(error)), _FAULT)
        finally:
            self._live.leave(self._client)
            await cancelled(talk)

    async def _hello(self) -> messages.Hello:
        message = self._message(await self._text())
        if not isinstance(message, messages.Hello):
            raise Refusal("bad_message", "the first message is hello")
        await self._hub.room(self._game_id)
        return message

    def _message(self, text: str) -> Any:
        frame = messages.frame_of(text)
        self._ref = messages.ref_of(frame)
        return messages.parsed(frame)

    async def _text(self) -> str:
        """Return the next frame; a frame that is too long ends the connection."""
        frame = await self._socket.receive()
        if frame["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(frame.get("code", 1000))
        text = frame.get("text")
        if text is None:
            return ""
        if len(text) > self._hub.settings.most_bytes:
            await self._end(_TOO_LARGE, "a message may hold 64 kB")
            raise WebSocketDisconnect(_TOO_LARGE)
        return str(text)

    async def _send(self) -> None:
        with suppress(WebSocketDisconnect, RuntimeError, OSError):
            while True:
                await self._socket.send_text(await self._client.outbox.next())

    async def _read(self) -> None:
        floods = 0
        with suppress(WebSocketDisconnect, RuntimeError):
            while True:
                text = await self._text()
                self._hub.metrics.count("messages")
                self._ref = None
                if not self._bucket.take():
                    floods += 1
                    if floods > 200:
                        await self._end(_POLICY, "too many messages")
                        return
                    if floods % 20 == 1:
                        sentence = "too many messages: wait a second"
                        self._client.tell(Refusal("too_fast", sentence).told(self._ref))
                        # The sender's turn: frames that are here are read without a pause.
                        await asyncio.sleep(0)
                    continue
                floods = 0
                await self._try(self._answer(text))

    async def _try(self, work: Any) -> None:
        try:
            await work
        except Refusal as refusal:
            self._hub.metrics.count("refusals")
            self._client.tell(refusal.told(self._ref))
        except IllegalMove as error:
            sentence = self._live.shown_error(error)
            self._client.tell(Refusal("illegal_move", sentence).told(self._ref))
        except GametreeError as error:
            sentence = self._live.shown_error(error)
            self._client.tell(Refusal("rules", sentence).told(self._ref))
        except Exception:
            _LOG.exception("a message could not be answered")
            sentence = "something is wrong with the server: its log tells what"
            self._client.tell(Refusal("fault", sentence).told(self._ref))

    async def _answer(self, text: str) -> None:
        message = self._message(text)
        for name in messages.unknown_fields(message):
            ignored = f"unknown field {name!r} was ignored"
            self._client.tell({"type": "warning", "message": ignored})
        client, live = self._client, self._live
        you, rules, now = client.seats, self._hub.rules, time.time()
        match message:
            case messages.Play():
                await live.decide(lambda room: decisions.play(rules, room, you, message, now))
            case messages.Resign():
                await live.decide(lambda room: decisions.resign(room, you, message, now))
            case messages.Claim():
                gone = live.presence.gone
                await live.decide(lambda room: decisions.claim(room, you, message, gone, now))
            case messages.OfferTo():
                await live.decide(
                    lambda room: decisions.offer(
                        room, you, message, now, engine_draws=live.engine_draws
                    )
                )
            case messages.Answer():
                await live.decide(lambda room: decisions.accepted_by(room, you, message, now))
            case messages.Level():
                await live.decide(lambda room: decisions.set_level(room, you, message))
            case messages.Think():
                line = None if message.moves is None else _line(message.moves)
                if line is not None:
                    await self._stand(line)
                live.analysis.think(client, on=message.on, line=line)
            case messages.WhyNot():
                line = live.room.line if message.moves is None else _line(message.moves)
                await self._stand(line.after(message.move))
                live.analysis.why_not(client, message.move, line)
            case messages.Look():
                standing = await self._stand(_line(message.moves))
                client.tell(
                    {
                        "type": "position",
                        "ref": self._ref,
                        "line": message.moves,
                        "position": standing.position(None),
                    }
                )
            case messages.Explore():
                line = live.room.line if message.moves is None else _line(message.moves)
                if message.on:
                    await self._stand(line)
                live.analysis.explore(client, line if message.on else None, message.player)
            case messages.Slices():
                live.analysis.explored_by(client).ask(
                    self._ref,
                    "slices",
                    lines=message.lines,
                    sort=message.sort,
                    most=message.most,
                )
            case messages.TreePart():
                live.analysis.explored_by(client).ask(
                    self._ref, "part", line=message.moves, most=message.most
                )
            case messages.Trace():
                line = live.room.line if message.moves is None else _line(message.moves)
                await self._stand(line)
                live.analysis.trace(client, message, line)
            case messages.Ping():
                client.tell({"type": "pong", "ref": self._ref})
            case _:
                raise Refusal("bad_message", "hello comes once, at the beginning")

    async def _stand(self, line: PlayedLine) -> Situation:
        """Return what the rules say of a line that the client names."""
        room = self._live.room
        if room.hides:
            raise Refusal(
                "hidden", "this game hides something: other positions are shown after its end"
            )
        return await self._hub.rules.stand(room.spec, room.parameters, line, opened=True)

    async def _refuse(self, refusal: Refusal, code: int) -> None:
        with suppress(WebSocketDisconnect, RuntimeError, OSError, TimeoutError):
            async with asyncio.timeout(1.0):
                await self._socket.send_json(refusal.told(self._ref))
        await self._end(code, refusal.message)

    async def _end(self, code: int, reason: str) -> None:
        # A client that does not read does not hear of its end either.
        with suppress(WebSocketDisconnect, RuntimeError, OSError, TimeoutError):
            async with asyncio.timeout(1.0):
                await self._socket.close(code, reason.encode()[:100].decode(errors="ignore"))


def _line(moves: list[str]) -> PlayedLine:
    return PlayedLine(tuple(moves))
