import asyncio
import json

import pytest
from websockets.exceptions import InvalidStatus

from gametree.server.rules_list import rules_of

from .live import ENGINE, HUMAN, OPEN, serving


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("server")) as table:
        yield table


# Hello.


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


# Moves.


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


# How it may end, go back, and begin anew.


def test_resigning(table):
    async def scenario():
        async with table.two_players() as (a, b):
            await b.send("resign")
            over = (await a.event("resign"))["room"]["over"]
            assert over == {
                "returns": [1.0, -1.0],
                "how": "resignation",
                "text": "player 2 resigns",
            }
            assert await a.ask("resign") == "over"

    table.run(scenario())


def test_a_draw_is_offered_declined_and_agreed(table):
    async def scenario():
        async with table.two_players() as (a, b):
            assert await b.ask("answer", what="draw", accept=True) == "no_offer"
            await a.send("offer", what="draw")
            offers = (await b.event("offer"))["room"]["offers"]
            assert offers == [{"what": "draw", "seat": 0}]
            assert await a.ask("offer", what="draw") == "offered"
            assert await a.ask("answer", what="draw", accept=True) == "not_yours"
            await b.send("answer", what="draw", accept=False)
            assert (await a.event("answer"))["room"]["offers"] == []
            await a.send("offer", what="draw")
            await b.event("offer")
            await b.send("answer", what="draw", accept=True)
            over = (await a.event("over"))["room"]["over"]
            assert (over["how"], over["returns"]) == ("agreement", [0.0, 0.0])

    table.run(scenario())


def test_a_move_withdraws_offers(table):
    async def scenario():
        async with table.two_players() as (a, b):
            await a.send("offer", what="draw")
            await b.event("offer")
            await a.send("play", move=a.room["position"]["moves"][0])
            assert (await b.event("move"))["room"]["offers"] == []
            assert await b.ask("answer", what="draw", accept=True) == "no_offer"

    table.run(scenario())


def test_two_offers_of_one_thing_agree(table):
    async def scenario():
        async with table.two_players() as (a, b):
            await a.send("offer", what="draw")
            await b.event("offer")
            await b.send("offer", what="draw")
            assert (await a.event("over"))["room"]["over"]["how"] == "agreement"

    table.run(scenario())


def test_the_engine_agrees_to_a_draw_that_it_sees(table):
    async def scenario():
        game_id, (mine, _) = await table.new_game(HUMAN, ENGINE)
        async with table.seated(game_id, mine) as client:
            assert await client.ask("offer", what="draw") == "refused_draw"
            await client.send("play", move=client.room["position"]["moves"][0])
            await client.event("move", player=1)  # it took the game for even
            await client.send("offer", what="draw")
            await client.event("over")

    table.run(scenario())


def test_undo_by_agreement(table):
    async def scenario():
        async with table.two_players() as (a, b):
            moves = a.room["position"]["moves"]
            assert await a.ask("offer", what="undo") == "nothing_to_undo"
            for client, move in ((a, moves[0]), (b, moves[1])):
                await client.send("play", move=move)
                await a.event("move", move=move)
            await a.send("offer", what="undo")  # back to before a's move: two plies
            await b.event("offer", offer="undo")
            await b.send("answer", what="undo", accept=True)
            message = await a.event("undo")
            assert message["room"]["moves"] == []
            assert message["room"]["position"]["player"] == 0
            assert message["room"]["position"]["moves"] == moves
            await a.send("play", move=moves[3])
            await b.event("move", move=moves[3])

    table.run(scenario())


def test_who_holds_all_seats_takes_back_one_move(table):
    async def scenario():
        game_id, tokens = await table.new_game(HUMAN, HUMAN)
        async with table.seated(game_id, *tokens) as client:
            moves = client.room["position"]["moves"]
            for move in moves[:2]:
                await client.send("play", move=move)
                await client.event("move", move=move)
            for left in (moves[:1], []):
                await client.send("offer", what="undo")
                room = (await client.event("undo"))["room"]
                assert [each["move"] for each in room["moves"]] == left

    table.run(scenario())


def test_undo_against_the_engine(table):
    async def scenario():
        game_id, (mine, _) = await table.new_game(HUMAN, ENGINE)
        async with table.seated(game_id, mine) as client:
            for _ in range(3):  # it answers each time anew
                await client.send("play", move=client.room["position"]["moves"][0])
                await client.event("move", player=1)
                await client.send("offer", what="undo")
                message = await client.event("undo")
                assert message["room"]["moves"] == []
                assert message["room"]["thinks"] is None

    table.run(scenario())


def test_undo_while_the_engine_thinks(table):
    async def scenario():
        table.pool.silent = True
        try:
            game_id, (mine, _) = await table.new_game(HUMAN, ENGINE)
            async with table.seated(game_id, mine) as client:
                move = client.room["position"]["moves"][0]
                await client.send("play", move=move)
                await client.event("move", player=0)
                searched = table.pool.queries[-1]
                await client.send("offer", what="undo")
                assert (await client.event("undo"))["room"]["moves"] == []
                assert searched in table.pool.cancelled
                table.pool.silent = False
                await client.send("play", move=move)
                await client.event("move", player=1)
        finally:
            table.pool.silent = False

    table.run(scenario())


def test_the_end_by_the_rules_may_be_undone(table):
    async def scenario():
        game_id, tokens = await table.new_game(HUMAN, HUMAN, game="nim")
        async with table.seated(game_id, *tokens) as client:
            position = client.room["position"]
            while position["moves"]:
                await client.send("play", move=position["moves"][-1])
                position = (await client.event("move"))["room"]["position"]
            await client.send("offer", what="undo")
            room = (await client.event("undo"))["room"]
            assert room["over"] is None
            assert room["position"]["moves"]

    table.run(scenario())


def test_a_rematch_swaps_the_seats(table):
    async def scenario():
        game_id, (first, second) = await table.new_game(HUMAN, HUMAN)
        async with table.seated(game_id, first) as a, table.seated(game_id, second) as b:
            assert await a.ask("offer", what="rematch") == "not_over"
            await a.send("resign")
            await b.event("resign")
            await b.send("offer", what="rematch")
            await a.event("offer")
            await a.send("answer", what="rematch", accept=True)
            new = (await b.event("rematch"))["room"]["rematch"]
            assert await a.ask("offer", what="rematch") == "over"
            async with table.seated(new, first) as again:
                assert again.room["you"] == [1]
            async with table.seated(new, second) as again:
                assert again.room["you"] == [0]

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


# Analysis.


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


# What does not belong.


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
                    table.hub.live[game_id].broadcast(told)
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


async def _all(*clients):
    return [message for each in clients for message in await each.settle()]


def _what(message):
    return message.get("event", {}).get("what")
