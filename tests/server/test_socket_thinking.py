"""What is thought about a game over the WebSocket, and who may see it."""

from __future__ import annotations

import asyncio

from gametree.server.rules.offered import rules_of

from .live import ENGINE, HUMAN, serving


def test_thinking_follows_the_game_and_is_shared(table):
    async def scenario():
        async with table.two_players(analysis=True) as (a, b):
            moves = a.room["position"]["moves"]
            before = len(table.pool.queries)
            await a.send("think", on=True)
            assert (await a.until("thinking"))["line"] == []
            await b.send("think", on=True)
            assert (await b.until("thinking"))["line"] == []
            assert len(table.pool.queries) == before + 1
            await a.send("play", move=moves[0])
            assert (await b.until("thinking"))["line"] == [moves[0]]
            assert len(table.pool.queries) == before + 2
            assert table.pool.queries[before] in table.pool.cancelled
            await a.send("think", on=False)
            await b.send("think", on=False)
            await a.settle()
            await b.settle()
            assert table.pool.queries[before + 1] in table.pool.cancelled

    table.run(scenario())


def test_nobody_is_helped_against_other_people(table):
    async def scenario():
        game_id, tokens = await table.new_game(HUMAN, HUMAN)
        async with (
            table.seated(game_id, tokens[0]) as a,
            table.seated(game_id, tokens[1]) as b,
            table.seated(game_id, *tokens) as both,
            table.seated(game_id) as watcher,
        ):
            for moves in ({}, {"moves": ["b2"]}):
                assert await a.ask("think", on=True, **moves) == "fair_play"
                assert await a.ask("whyNot", move="a1", **moves) == "fair_play"
            for each in (both, watcher):
                await each.send("think", on=True)
                await each.until("thinking")
            for player, move in zip((a, b, a, b, a), ("a1", "b1", "a2", "b2", "a3"), strict=True):
                await player.send("play", move=move)
                await player.event("move", move=move)
            await a.send("think", on=True, moves=["a1"])  # the game is over
            await a.until("thinking", line=["a1"])
            searched = table.pool.queries[-1]
            await a.send("offer", what="undo")
            await b.event("offer")
            await b.send("answer", what="undo", accept=True)
            await a.event("undo")
            await a.settle()
            assert searched in table.pool.cancelled
            assert await a.ask("think", on=True) == "fair_play"

    table.run(scenario())


def test_players_are_helped_where_that_was_agreed(table):
    async def scenario():
        async with table.two_players(analysis=True) as (a, b):
            assert a.room["analysis"] is True
            await a.send("think", on=True)
            await a.until("thinking")
            await a.send("resign")
            await b.event("resign")
            await b.send("offer", what="rematch")
            await a.send("answer", what="rematch", accept=True)
            rematch = (await a.event("rematch"))["event"]["id"]
            assert (await table.hub.room(rematch)).room.analysis is True
        game_id, (mine, _) = await table.new_game(HUMAN, ENGINE)
        async with table.seated(game_id, mine) as alone:
            await alone.send("whyNot", move="a1")
            await alone.until("whyNot")

    table.run(scenario())


def test_thinking_about_a_line(table):
    async def scenario():
        game_id, _ = await table.new_game(HUMAN, HUMAN)
        async with table.seated(game_id) as watcher:
            line = watcher.room["position"]["moves"][:3]
            await watcher.send("think", on=True, moves=line)
            assert (await watcher.until("thinking"))["line"] == line
            query = table.pool.queries[-1]
            assert query.moves == tuple(line)
            assert await watcher.ask("think", on=True, moves=["1", "1"]) == "illegal_move"
        while query not in table.pool.cancelled:
            await asyncio.sleep(0.01)

    table.run(scenario())


def test_what_a_search_waits_for_is_told(tmp_path):
    with serving(tmp_path) as table:

        async def scenario():
            table.pool.silent, table.pool.state = True, "preparing"
            told = "preparing the engine for tic tac toe, which takes some seconds the first time"
            game_id, (mine, _) = await table.new_game(HUMAN, ENGINE)
            async with table.seated(game_id, mine) as player, table.seated(game_id) as watcher:
                await watcher.send("think", on=True)
                waits = await watcher.until("waits", what="thinking")
                assert (waits["line"], waits["state"], waits["message"]) == ([], "preparing", told)
                table.pool.state = "searching"
                assert (await watcher.until("waits", state="searching"))["message"] is None
                table.pool.state = "starting"
                await player.send("play", move="b2")
                waits = await player.until("waits", what="move")
                assert (waits["line"], waits["message"]) == (["b2"], "the engine is starting")

        table.run(scenario())


def test_games_are_prepared_before_anybody_asks(tmp_path):
    with serving(tmp_path, games=("nim", "tic_tac_toe")) as table:

        async def scenario():
            assert table.pool.prepared == [("nim", ()), ("tic_tac_toe", ())]
            for _ in range(2):
                await table.new_game(HUMAN, ENGINE, game="nim", parameters={"heaps": "1,2"})
            assert table.pool.prepared[2:] == [("nim", (("heaps", "1,2"),))]

        table.run(scenario())


def test_the_list_of_games_is_ready_before_anybody_asks(tmp_path):
    rules_of.cache_clear()
    with serving(tmp_path, games=("nim", "tic_tac_toe")) as table:

        async def scenario():
            while rules_of.cache_info().currsize < 2:
                await asyncio.sleep(0.01)

        table.run(scenario())


def test_why_not(table):
    async def scenario():
        game_id, _ = await table.new_game(HUMAN, HUMAN)
        async with table.seated(game_id) as watcher:
            move, other = watcher.room["position"]["moves"][:2]
            await watcher.send("whyNot", move=move)
            answer = await watcher.until("whyNot")
            assert (answer["move"], answer["line"]) == (move, [])
            assert table.pool.queries[-1].forced == move
            await watcher.send("whyNot", move=other, moves=[move])
            assert (await watcher.until("whyNot"))["line"] == [move]
            assert await watcher.ask("whyNot", move="nowhere") == "illegal_move"

    table.run(scenario())


def test_searches_are_bounded(tmp_path):
    with serving(tmp_path, most_searches=1) as table:

        async def scenario():
            game_id, _ = await table.new_game(HUMAN, HUMAN)
            async with table.seated(game_id) as a, table.seated(game_id) as b:
                line = a.room["position"]["moves"][:1]
                await a.send("think", on=True)
                await a.until("thinking")
                assert await b.ask("think", on=True, moves=line) == "busy"
                await a.send("think", on=False)
                await a.settle()
                await b.send("think", on=True, moves=line)
                await b.until("thinking")

        table.run(scenario())


def test_looking_at_another_position(table):
    async def scenario():
        game_id, _ = await table.new_game(HUMAN, HUMAN)
        async with table.seated(game_id) as watcher:
            moves = watcher.room["position"]["moves"]
            await watcher.send("look", moves=moves[:2], ref="r")
            answer = await watcher.until("position", ref="r")
            assert answer["line"] == moves[:2]
            assert answer["position"]["ply"] == 2
            assert await watcher.ask("look", moves=[moves[0], moves[0]]) == "illegal_move"

    table.run(scenario())
