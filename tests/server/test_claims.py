"""Games whose player to move has left can be claimed by the others."""

from __future__ import annotations

import pytest

from .live import ENGINE, HUMAN, serving


@pytest.fixture
def quick(tmp_path):
    with serving(tmp_path, away_seconds=0.01) as table:
        yield table


async def left_by_the_first(table, *seats, moves=2):
    """Have the first player leave when it is his turn; return the game and all tokens."""
    game_id, tokens = await table.new_game(*seats, game="connect_four")
    async with table.seated(game_id, *tokens) as both:
        for move in ["1", "2", "3", "4"][:moves]:
            await both.send("play", move=move)
            await both.event("move", move=move)
    return game_id, tokens


async def sees_away(client, seat):
    seats = client.room["seats"]
    while not seats[seat]["away"]:
        seats = (await client.until("event", what="seat"))["room"].get("seats", seats)


@pytest.mark.parametrize(
    ("what", "returns", "text"),
    [("win", [-1, 1], "player 1 has left"), ("draw", [0, 0], "player 1 has left: a draw")],
)
def test_who_is_there_claims(quick, what, returns, text):
    async def scenario():
        game_id, (_, token) = await left_by_the_first(quick, HUMAN, HUMAN)
        async with quick.seated(game_id, token) as client:
            assert not client.room["seats"][1]["away"]
            await sees_away(client, 0)
            await client.send("claim", what=what)
            over = (await client.event("over"))["room"]["over"]
        assert over == {"returns": returns, "how": "absence", "text": text}

    quick.run(scenario())


def test_who_comes_back_cannot_lose_by_absence(quick):
    async def scenario():
        game_id, tokens = await left_by_the_first(quick, HUMAN, HUMAN)
        async with quick.seated(game_id, tokens[1]) as client:
            await sees_away(client, 0)
            async with quick.seated(game_id, tokens[0]) as back:
                assert await client.ask("claim", what="win") == "not_gone"
                assert not back.room["seats"][0]["away"]
                while (await client.until("event", what="seat"))["room"]["seats"][0]["away"]:
                    pass

    quick.run(scenario())


def test_what_cannot_be_claimed(table):
    async def scenario():
        game_id, tokens = await left_by_the_first(table, HUMAN, HUMAN)
        async with table.seated(game_id, tokens[1]) as client:  # the other left a moment ago
            assert await client.ask("claim", what="win") == "not_gone"
            assert await client.ask("claim", what="loss") == "bad_message"
        async with table.seated(game_id, tokens[0]) as client:  # it is his own turn
            assert await client.ask("claim", what="win") == "not_gone"
        async with table.seated(game_id) as client:
            assert await client.ask("claim", what="win") == "not_seated"
        game_id, tokens = await table.new_game(ENGINE, HUMAN)
        async with table.seated(game_id, tokens[1]) as client:
            assert await client.ask("claim", what="draw") == "not_gone"
            await client.send("resign")
            await client.event("resign")
            assert await client.ask("claim", what="draw") == "over"

    table.run(scenario())


def test_who_has_never_moved_has_not_left(quick):
    async def scenario():
        game_id, tokens = await left_by_the_first(quick, HUMAN, HUMAN, moves=0)
        async with quick.seated(game_id, tokens[1]) as client:
            await sees_away(client, 0)
            assert await client.ask("claim", what="win") == "not_gone"

    quick.run(scenario())
