"""Moves over the WebSocket, with engines, clocks and levels."""

from __future__ import annotations

import asyncio

from .live import ENGINE, HUMAN, OPEN


def test_a_move_is_told_to_all(table):
    async def scenario():
        async with table.two_players() as (a, b), table.seated(a.room["id"]) as watcher:
            move = a.room["position"]["moves"][4]
            await a.send("play", move=move, ply=0)
            heard = [await each.event("move") for each in (a, b, watcher)]
            assert heard[0] == heard[1] == heard[2]
            assert heard[0]["event"]["added"]["move"] == move
            assert heard[0]["event"]["added"]["player"] == 0
            position = heard[0]["room"]["position"]
            assert (position["ply"], position["player"]) == (1, 1)
            assert move not in position["moves"]

    table.run(scenario())


def test_moves_that_cannot_be(table):
    async def scenario():
        async with table.two_players() as (a, b):
            moves = a.room["position"]["moves"]
            assert await b.ask("play", move=moves[0]) == "not_your_turn"
            assert await a.ask("play", move="nowhere") == "illegal_move"
            assert await a.ask("play", move=moves[0], ply=3) == "stale"
            await a.send("play", move=moves[0])
            await b.event("move")
            assert await b.ask("play", move=moves[0]) == "illegal_move"
            await b.send("resign")
            await a.event("resign")
            assert await a.ask("play", move=moves[1]) == "over"

    table.run(scenario())


def test_of_two_moves_at_once_one_is_made(table):
    async def scenario():
        game_id, (first, second) = await table.new_game(HUMAN, HUMAN)
        async with (
            table.seated(game_id, first) as a,
            table.seated(game_id, first) as again,
            table.seated(game_id, second) as b,
        ):
            moves = a.room["position"]["moves"]
            await asyncio.gather(
                a.send("play", move=moves[0], ply=0), again.send("play", move=moves[1], ply=0)
            )
            made = [each for each in await _all(a, again, b) if _what(each) == "move"]
            assert len(made) == 3  # each client has heard of one
            assert len({each["seq"] for each in made}) == 1

    table.run(scenario())


def test_the_end_by_the_rules(table):
    async def scenario():
        game_id, tokens = await table.new_game(HUMAN, HUMAN, game="nim")
        async with table.seated(game_id, *tokens) as client:
            position = client.room["position"]
            while position["moves"]:
                await client.send("play", move=position["moves"][0])
                message = await client.event("move")
                position = message["room"]["position"]
            over = message["room"]["over"]
            assert over["how"] == "rules"
            assert sorted(over["returns"]) == [-1.0, 1.0]
            assert "wins" in over["text"]
            assert position["returns"] == over["returns"]

    table.run(scenario())


def test_the_engine_answers(table):
    async def scenario():
        game_id, (mine, _) = await table.new_game(HUMAN, ENGINE)
        async with table.seated(game_id, mine) as client:
            await client.send("play", move=client.room["position"]["moves"][0])
            assert (await client.event("move", player=0))["room"]["thinks"] == 1
            assert (await client.event("move", player=1))["room"]["thinks"] is None

    table.run(scenario())


def test_an_engine_that_begins_waits_for_somebody(table):
    async def scenario():
        game_id, (_, mine) = await table.new_game(ENGINE, HUMAN)
        async with table.seated(game_id, mine) as client:
            await client.event("move", player=0)

    table.run(scenario())


def test_an_open_seat_is_taken_by_who_comes(table):
    async def scenario():
        game_id, (first, second) = await table.new_game(HUMAN, OPEN)
        async with table.seated(game_id, first) as a:
            assert [seat["taken"] for seat in a.room["seats"]] == [True, False]
            async with table.seated(game_id, second):
                while not (message := await a.event("seat"))["room"]["seats"][1]["taken"]:
                    pass
                while not message["room"]["seats"][1]["connected"]:
                    message = await a.event("seat")
            while message["room"]["seats"][1]["connected"]:
                message = await a.event("seat")

    table.run(scenario())


# Clocks, levels.


def test_the_clock_ends_a_game(table):
    async def scenario():
        async with table.two_players(clock="0.3") as (a, b):
            moves = a.room["position"]["moves"]
            assert a.room["clock"]["running"] is None
            for client, move in ((a, moves[0]), (b, moves[1])):
                await client.send("play", move=move)
                message = await a.event("move", move=move)
            assert message["room"]["clock"]["running"] == 0
            room = (await b.event("over"))["room"]
            assert (room["over"]["how"], room["over"]["returns"]) == ("time", [-1.0, 1.0])
            assert await a.ask("play", move=moves[2]) == "over"

    table.run(scenario())


def test_the_flag_falls_when_nobody_is_there(table):
    async def scenario():
        async with table.two_players(clock="0.2") as (a, b):
            game_id = a.room["id"]
            moves = a.room["position"]["moves"]
            for client, move in ((a, moves[0]), (b, moves[1])):
                await client.send("play", move=move)
                await a.event("move", move=move)
        while game_id in table.hub.live:
            await asyncio.sleep(0.01)
        async with table.seated(game_id) as watcher:
            assert watcher.room["over"]["how"] == "time"

    table.run(scenario())


def test_the_strength_of_an_engine(table):
    async def scenario():
        game_id, (mine, _) = await table.new_game(HUMAN, ENGINE)
        async with table.seated(game_id, mine) as client:
            await client.send("level", seat=1, simulations=77)
            assert (await client.event("level"))["room"]["seats"][1]["simulations"] == 77
            await client.send("play", move=client.room["position"]["moves"][0])
            await client.event("move", player=1)
            asked = [each for each in table.pool.queries if each.kind == "choose"][-1]
            assert (asked.max_visits, asked.max_time) == (77, None)
            for seat in (0, 2, 10**9):
                assert await client.ask("level", seat=seat, simulations=5) == "no_engine"
            assert await client.ask("level", seat=1, simulations=0) == "bad_message"

    table.run(scenario())


async def _all(*clients):
    return [message for each in clients for message in await each.settle()]


def _what(message):
    return message.get("event", {}).get("what")
