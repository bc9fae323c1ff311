"""Clients that join a game over the WebSocket, leave it and come back."""

from __future__ import annotations

import asyncio
import json

import pytest

from .live import ENGINE, HUMAN, serving


def test_the_room_is_told_first(table):
    async def scenario():
        game_id, (mine, none) = await table.new_game(HUMAN, ENGINE)
        assert none is None
        async with table.seated(game_id, mine) as client:
            room = client.room
            assert (room["id"], room["you"], room["seq"], room["moves"]) == (game_id, [0], 1, [])
            assert room["position"]["player"] == 0
            assert len(room["position"]["moves"]) == 9
            assert room["position"]["view"]["cells"]
            assert [seat["connected"] for seat in room["seats"]] == [True, True]
            assert room["clock"] is None

    table.run(scenario())


def test_whoever_holds_no_token_watches(table):
    async def scenario():
        game_id, (first, _) = await table.new_game(HUMAN, HUMAN)
        _, (of_another_game, _) = await table.new_game(HUMAN, HUMAN)
        for tokens in ([], [of_another_game], [first[:-1]], [""], ["x" * 100]):
            async with table.seated(game_id, *tokens) as client:
                assert client.room["you"] == []
                assert await client.ask("play", move=client.room["position"]["moves"][0]) == (
                    "not_seated"
                )
                for kind in ("resign", "offer"):
                    told = {"what": "undo"} if kind == "offer" else {}
                    assert await client.ask(kind, **told) == "not_seated"

    table.run(scenario())


def test_one_client_may_hold_several_seats(table):
    async def scenario():
        game_id, tokens = await table.new_game(HUMAN, HUMAN)
        async with table.seated(game_id, *tokens) as client:
            assert client.room["you"] == [0, 1]
            for move in client.room["position"]["moves"][:2]:
                await client.send("play", move=move)
                await client.event("move", move=move)

    table.run(scenario())


@pytest.mark.parametrize(
    "first",
    [
        {"type": "play", "move": "1"},
        {"type": "hello", "tokens": "abc"},
        {"type": "hello", "tokens": ["x" * 101]},
        {"type": "hello", "tokens": ["x"] * 65},
        {"type": "nonsense"},
        {},
        [],
        "hello",
    ],
)
def test_who_begins_otherwise_is_sent_away(table, first):
    async def scenario():
        game_id, _ = await table.new_game(HUMAN, HUMAN)
        async with table.connected(game_id) as client:
            await client.socket.send(json.dumps(first))
            assert (await client.next())["code"] == "bad_message"
            assert await client.closed() == 1008

    table.run(scenario())


def test_who_says_nothing_is_sent_away(tmp_path):
    with serving(tmp_path, hello_seconds=0.05) as table:

        async def scenario():
            game_id, _ = await table.new_game(HUMAN, HUMAN)
            async with table.connected(game_id) as client:
                assert await client.closed() == 1008

        table.run(scenario())


def test_unknown_games_leave_nothing_in_memory(table):
    async def scenario():
        before = set(table.hub.live)
        for number in range(40):
            unknown = f"{number:012d}" if number % 2 else "x" * number + "%00"
            async with table.connected(unknown) as client:
                await client.send("hello")
                assert (await client.next())["code"] == "unknown_id"
                assert await client.closed() == 1008
        assert set(table.hub.live) <= before

    table.run(scenario())


def test_a_game_leaves_memory_with_its_last_client(table):
    async def scenario():
        game_id, (first, second) = await table.new_game(HUMAN, HUMAN)
        async with table.seated(game_id, first) as client:
            assert game_id in table.hub.live
            await client.send("play", move=client.room["position"]["moves"][0])
            await client.event("move")
        while game_id in table.hub.live:
            await asyncio.sleep(0.01)
        async with table.seated(game_id, second) as client:
            assert len(client.room["moves"]) == 1

    table.run(scenario())


def test_who_comes_back_hears_what_has_happened(table):
    async def scenario():
        async with table.two_players() as (a, b):
            moves = a.room["position"]["moves"]
            await a.send("play", move=moves[0])
            heard = (await b.event("move"))["seq"]
            game_id = a.room["id"]
            await b.send("play", move=moves[1])
            await a.event("move", move=moves[1])
            await a.send("offer", what="draw")
            await b.event("offer")
            async with table.seated(game_id, since=heard) as back:
                missed = back.room["missed"]
                assert [each["event"]["what"] for each in missed] == ["move", "offer"]
                assert [each["seq"] for each in missed] == [heard + 1, heard + 2]
                assert back.room["seq"] == heard + 2
            for nothing in (0, heard + 2, heard + 100, -5):
                async with table.seated(game_id, since=nothing) as back:
                    assert back.room["missed"] == []

    table.run(scenario())


def test_half_a_character_in_the_first_message_is_refused(table):
    async def scenario():
        game_id, _ = await table.new_game(HUMAN, HUMAN)
        async with table.connected(game_id) as client:
            await client.socket.send('{"type": "hello", "tokens": 1, "ref": "\\ud800"}')
            assert (await client.until("refused"))["code"] == "bad_message"
            assert await client.closed() == 1008

    table.run(scenario())
