"""What does not belong on the WebSocket."""

from __future__ import annotations

import asyncio
import json

import pytest
from websockets.exceptions import InvalidStatus

from .live import HUMAN, serving


@pytest.mark.parametrize(
    "frame",
    ["", "{", "[1]", '"play"', "null", '{"type": 3}', '{"type": "play"}', '{"type": "dance"}']
    + ['{"type": "play", "move": 4}', '{"type": "hello"}', "[" * 10_000, "\x00", '{"a": NaN}'],
)
def test_frames_that_are_no_messages(table, frame):
    async def scenario():
        async with table.two_players() as (a, b):
            await a.socket.send(frame)
            refused = await a.until("refused")
            assert refused["code"] == "bad_message"
            assert refused["message"]
            await a.send("play", move=a.room["position"]["moves"][0])  # the game goes on
            await b.event("move")

    table.run(scenario())


def test_frames_of_bytes(table):
    async def scenario():
        async with table.two_players() as (a, _):
            await a.socket.send(b'{"type": "resign"}')
            assert (await a.until("refused"))["code"] == "bad_message"

    table.run(scenario())


def test_unknown_fields_are_told_and_ignored(table):
    async def scenario():
        async with table.two_players() as (a, _):
            await a.send("play", move=a.room["position"]["moves"][0], mvoe=3)
            assert "'mvoe'" in (await a.until("warning"))["message"]
            await a.event("move")

    table.run(scenario())


def test_messages_that_are_too_large(table):
    async def scenario():
        async with table.two_players() as (a, b):
            await a.send("ping", ref="x" * 70_000)
            assert await a.closed() == 1009
            await b.settle()

    table.run(scenario())


def test_who_floods_is_told_then_dropped_and_the_others_play_on(tmp_path):
    with serving(tmp_path, message_burst=5, messages_a_second=5.0) as table:

        async def scenario():
            async with table.two_players() as (a, b):
                text = json.dumps({"type": "ping"})

                async def flood():
                    for _ in range(400):
                        await a.socket.send(text)

                flooding = asyncio.ensure_future(flood())
                assert (await a.until("refused"))["code"] == "too_fast"
                assert await a.closed() == 1008
                await asyncio.gather(flooding, return_exceptions=True)
                assert await b.ask("play", move="nowhere") == "not_your_turn"

        table.run(scenario())


def test_who_does_not_read_is_dropped_and_the_others_play_on(tmp_path):
    with serving(tmp_path, most_waiting=8, message_burst=10_000) as table:

        async def scenario():
            game_id, tokens = await table.new_game(HUMAN, HUMAN, game="connect_four")
            async with table.seated(game_id, *tokens) as a:
                reader, writer = await asyncio.open_connection("127.0.0.1", table.port, limit=2**10)
                key = "GET /api/games/{} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n"
                writer.write(
                    key.format(f"{game_id}/ws", table.port).encode()
                    + b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
                )
                await reader.readuntil(b"\r\n\r\n")
                writer.transport.pause_reading()
                hello = b'{"type": "hello"}'
                writer.write(bytes([0x81, 0x80 | len(hello), 0, 0, 0, 0]) + hello)
                while (await a.event("seat"))["room"]["watchers"] != 1:
                    pass
                told = {"type": "warning", "message": "x" * 50_000}
                for _ in range(400):  # more than the buffers of the system hold
                    for each in table.hub.live[game_id].clients:
                        each.tell(told)
                    await a.until("warning")
                while table.hub.connections != 1:
                    await asyncio.sleep(0.01)
                await a.send("play", move="4")
                await a.event("move")
                writer.transport.abort()

        table.run(scenario())


def test_watchers_are_bounded(tmp_path):
    with serving(tmp_path, most_watchers=2) as table:

        async def scenario():
            async with table.two_players() as (a, _), table.connected(a.room["id"]) as late:
                await late.send("hello")
                assert (await late.next())["code"] == "busy"
                assert await late.closed() == 1013
                await a.settle()

        table.run(scenario())


def test_connections_are_bounded(tmp_path):
    with serving(tmp_path, most_connections=2) as table:

        async def scenario():
            async with table.two_players() as (a, _):
                with pytest.raises(InvalidStatus):
                    async with table.connected(a.room["id"]):
                        pass
                await a.settle()

        table.run(scenario())


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"origin": "http://127.0.0.1.evil.example"},
        {"host": "rebound.example"},
        {"host": "rebound.example", "origin": "http://rebound.example"},
    ],
)
def test_other_sites_get_no_socket(table, headers):
    async def scenario():
        game_id, _ = await table.new_game(HUMAN, HUMAN)
        own = {"host": f"127.0.0.1:{table.port}", **headers}
        lines = [f"GET /api/games/{game_id}/ws HTTP/1.1", *(f"{k}: {v}" for k, v in own.items())]
        lines += ["Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13"]
        lines += ["Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "", ""]
        assert b"403" in await table.raw("\r\n".join(lines).encode())

    table.run(scenario())


def test_tokens_are_told_to_nobody_else(table):
    async def scenario():
        game_id, (first, second) = await table.new_game(HUMAN, HUMAN)
        async with table.seated(game_id, first) as a, table.seated(game_id) as watcher:
            await a.send("play", move=a.room["position"]["moves"][0])
            said = [watcher.room, await watcher.event("move"), *await a.settle()]
            for token in (first, second):
                assert token not in json.dumps(said)

    table.run(scenario())
