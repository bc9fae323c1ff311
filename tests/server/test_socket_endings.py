"""Games over the WebSocket that end, go back, and begin again."""

from __future__ import annotations

from .live import ENGINE, HUMAN


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
            for _ in range(3):  # it answers each time again
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
