"""Connections on which nothing whole comes: closed after a bound, and never too many."""

from __future__ import annotations

import asyncio
import socket
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager

from .live import HUMAN, serving

HOST = b"Host: 127.0.0.1\r\n"
UPGRADE = (
    b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
)
POST = b"POST /api/games HTTP/1.1\r\n" + HOST
HALVES = (
    b"",
    b"G",
    b"GET /health HTTP/1.1\r\n" + HOST,
    b"GET /health HTTP/1.1\r\n" + HOST + b"X: " + b"x" * 5000,
    POST + b"Content-Length: 100\r\n\r\n{",
    POST + b"Transfer-Encoding: chunked\r\n\r\n5\r\n{",
    b"GET /health HTTP/1.1\r\n" + HOST + b"\r\nGET /hea",
    b"GET /api/games/x/ws HTTP/1.1\r\n" + HOST + UPGRADE,
    # The parser of HTTP takes these; that of WebSockets does not, and says nothing.
    b"GET /api/analysis HTTP/1.1\r\n" + HOST + UPGRADE + b"X: y\r\n" * 200 + b"\r\n",
    b"GET /api/analysis HTTP/1.1\r\n" + HOST + UPGRADE + b"X: " + b"y" * 9000 + b"\r\n\r\n",
)


@asynccontextmanager
async def connection(table, sent):
    reader, writer = await asyncio.open_connection("127.0.0.1", table.port)
    writer.write(sent)
    try:
        yield reader
    finally:
        writer.close()


async def rest(reader):
    try:
        return await reader.read()
    except ConnectionError:
        return b""


def test_what_never_becomes_whole_is_closed(tmp_path):
    with serving(tmp_path, request_seconds=0.1) as table:

        async def scenario():
            async with AsyncExitStack() as stack:
                readers = [
                    await stack.enter_async_context(connection(table, half)) for half in HALVES
                ]
                answers = await asyncio.gather(*map(rest, readers))
            assert answers[0] == b""
            for answer in answers[1:6]:
                assert answer.startswith(b"HTTP/1.1 408 ") or answer == b""
            while table.server.server_state.connections:
                await asyncio.sleep(0.005)

        table.run(scenario())


def test_whoever_sends_byte_by_byte_is_closed_as_well(tmp_path):
    with serving(tmp_path, request_seconds=0.1) as table:

        async def scenario():
            reader, writer = await asyncio.open_connection("127.0.0.1", table.port)
            writer.write(b"GET /health HTTP/1.1\r\n" + HOST + b"X: ")
            end = asyncio.ensure_future(rest(reader))
            while not end.done():
                writer.write(b"x")
                await asyncio.sleep(0.01)
            writer.close()

        table.run(scenario())


def test_of_too_many_the_oldest_is_closed_and_others_are_served(tmp_path):
    with serving(tmp_path, most_unfinished=4, request_seconds=600.0) as table:

        async def scenario():
            async with AsyncExitStack() as stack:
                readers = [
                    await stack.enter_async_context(connection(table, HALVES[place % 6]))
                    for place in range(30)
                ]
                for reader in readers[:20]:
                    await rest(reader)
                assert b" 200 " in await table.raw(b"GET /health HTTP/1.1\r\n" + HOST + b"\r\n")
                async with table.two_players() as (client, _):
                    await client.settle()
                assert len(table.server.server_state.connections) <= 6

        table.run(scenario())


def test_an_answer_that_nobody_reads_is_given_up(tmp_path):
    with serving(tmp_path, answer_seconds=0.1, request_seconds=600.0) as table:

        async def scenario():
            game_id, _ = await table.new_game(HUMAN, HUMAN)
            asked = f"GET /api/schemas?{game_id} HTTP/1.1\r\n".encode() + HOST + b"\r\n"
            async with connection(table, 500 * asked):
                while not table.server.server_state.connections:
                    await asyncio.sleep(0.005)
                while table.server.server_state.connections:
                    await asyncio.sleep(0.005)

        table.run(scenario())


def test_garbage_behind_an_answer_ends_the_connection(tmp_path, caplog, capsys):
    with serving(tmp_path) as table:

        async def scenario():
            for sent in (
                POST + b"Transfer-Encoding: chunked\r\n\r\nffff\r\n" + b"x" * 65535 + b"\r\nzz\r\n",
                POST + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n",
                POST + b"Content-Length: 1\r\n\r\n{\x00\x01\x02\r\n\r\n",
                b"GET /health HTTP/1.1\r\n" + HOST + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n",
            ):
                async with connection(table, sent) as reader:
                    assert b"HTTP/1.1 500" not in await rest(reader)

        table.run(scenario())
    assert not caplog.records
    assert capsys.readouterr().err == ""


def test_a_server_ends_quietly_whatever_is_open(tmp_path, monkeypatch, caplog, capsys):
    monkeypatch.setattr("gametree.server.running._GRACE_SECONDS", 0.05)
    unread = 500 * (b"GET /api/schemas HTTP/1.1\r\n" + HOST + b"\r\n")
    with ExitStack() as clients, serving(tmp_path) as table:

        async def scenario():
            game_id, (token, _) = await table.new_game(HUMAN, HUMAN)
            for sent in (*HALVES, unread):
                client = clients.enter_context(socket.create_connection(("127.0.0.1", table.port)))
                client.sendall(sent)
            async with table.seated(game_id, token) as client:
                await client.send("think", on=True)
                await client.settle()

        table.run(scenario())
    assert not caplog.records
    assert capsys.readouterr().err == ""
