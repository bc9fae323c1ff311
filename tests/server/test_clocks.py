"""Clocks of games: what ends a turn charges it, and nobody pays while the server is down."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import zlib

import pytest

from gametree.players.time_control import TimeControl
from gametree.server.log.event_log import Event
from gametree.server.log.uptimes import uncovered
from gametree.server.messages import received as messages
from gametree.server.rooms import decisions
from gametree.server.rooms.room import Room
from gametree.server.rules.rules import Facts, Situation
from gametree.server.rules.work import RulesWork

from .live import HUMAN, serving

LINE = ["1", "2"]
RESIGN = messages.Resign(type="resign")
DRAW, BACK = (messages.OfferTo(type="offer", what=what) for what in ("draw", "undo"))
YES = messages.Answer(type="answer", what="draw", accept=True)
WIN = messages.Claim(type="claim", what="win")


def packed(position):
    return (zlib.compress(json.dumps(position).encode()),)


class Game:
    """A room without a server: decisions become events at the times that a test says."""

    def __init__(self, clock):
        work, question = RulesWork(), {"game": "connect_four", "parameters": {}, "line": []}
        self._stand = lambda line: work.answer({**question, "ask": "stand", "line": line})["told"]
        self.room = Room("a", Facts(**work.answer({**question, "ask": "facts"})["told"]))
        seat = {"kind": "human", "taken": True}
        begun = {"game": "connect_four", "parameters": {}, "seats": [seat, seat], "clock": clock}
        self._do(0.0, ("created", {**begun, "moves": [], "movers": []}))
        for player, move in enumerate(LINE):
            self._do(0.0, ("move", {"move": move, "player": player, "ms": 0}))

    def _do(self, now, *news):
        for kind, payload in news:
            self.room.apply(Event(self.room.seq + 1, kind, payload, now))
        if not self.room.stands:
            told = self._stand(list(self.room.line.names))["position"]
            self.room.stand(Situation(told["player"], told["returns"], False, packed(told)))

    def decide(self, decision, *asked, now, **more):
        self._do(now, *asyncio.run(decision(self.room, *asked, now, **more)))

    def clock(self, now=1e6):
        return self.room.clock(now)


@pytest.mark.parametrize("control", ["30", "30+2", "10+2x10"])
def test_whatever_ends_a_game_charges_the_turn(control):
    whole = 30_000
    ends = {
        "resignation": lambda game: game.decide(decisions.resign, [0], RESIGN, now=12.5),
        "absence": lambda game: game.decide(decisions.claim, [1], WIN, [0], now=12.5),
        "agreement": lambda game: (
            game.decide(decisions.offer, [1], DRAW, now=5.0, engine_draws=True),
            game.decide(decisions.accepted_by, [0], YES, now=12.5),
        ),
    }
    for how, end in ends.items():
        game = Game(control)
        assert game.clock(0.0) == {"control": control, "left": [whole, whole], "running": 0}
        end(game)
        assert game.room.over["how"] == how
        assert game.clock() == {"control": control, "left": [17_500, whole], "running": None}


@pytest.mark.parametrize("control", ["30", "30+2", "10+2x10"])
def test_who_is_out_of_time_has_none_left(control):
    """Also where a wish comes before the server has noticed it."""
    late = [
        lambda game: game.decide(decisions.resign, [1], RESIGN, now=31.0),
        lambda game: game.decide(decisions.offer, [1], DRAW, now=31.0, engine_draws=True),
        lambda game: game.decide(decisions.claim, [1], WIN, [0], now=31.0),
    ]
    for wish in late:
        game = Game(control)
        wish(game)
        assert (game.room.over["how"], game.room.over["returns"]) == ("time", [-1.0, 1.0])
        assert game.clock()["left"] == [0, 30_000]


def test_a_move_that_is_taken_back_charges_who_thought_meanwhile():
    for control, left in [("30", 18_000), ("30+2", 18_000), ("10+2x10", 20_000)]:
        game = Game(control)
        game.room.seats[0].kind = "engine"  # so that nobody is to be asked
        game.decide(decisions.offer, [1], BACK, now=12.0, engine_draws=True)
        assert game.clock(12.0)["left"] == [left, 30_000]


def test_moves_that_a_game_begins_with_start_no_clock():
    game = Game("30")
    game.room.apply(
        Event(9, "created", {"game": "connect_four", "parameters": {}, "seats": [], "clock": "30",
                             "moves": LINE, "movers": [0, 1]}, 0.0)
    )  # fmt: skip
    assert not game.room.has_moved(0)


def test_a_clock_says_what_is_left():
    clock = TimeControl.from_text("10+2x10").start()
    assert (clock.left(), clock.left(12.0)) == (30.0, 18.0)


def test_time_that_no_server_covers():
    assert uncovered([], 5.0, 9.0) == 4.0
    assert uncovered([(0.0, 6.0), (8.0, 20.0)], 5.0, 9.0) == 2.0
    assert uncovered([(0.0, 6.0), (2.0, 3.0), (7.0, 7.5)], 5.0, 9.0) == 2.5
    assert uncovered([(0.0, 6.0), (7.0, 9.0)], 5.0, 9.0, least=1.5) == 0.0


def changed(folder, *statements):
    with sqlite3.connect(folder / "games.sqlite") as database:
        for each in statements:
            database.execute(each)
    database.close()


async def begun(table):
    """A game in which the first player's clock runs."""
    game_id, tokens = await table.new_game(HUMAN, HUMAN, game="connect_four", clock="300")
    async with table.seated(game_id, *tokens) as client:
        for move in LINE:
            await client.send("play", move=move)
            await client.event("move", move=move)
    return game_id


def test_nobody_pays_while_the_server_is_down(tmp_path):
    with serving(tmp_path) as table:
        game_id = table.run(begun(table))
    changed(
        tmp_path,
        "UPDATE events SET time = time - 1000",
        "UPDATE uptimes SET began = began - 1000, seen = seen - 1000",
    )
    with serving(tmp_path) as table:

        async def look():
            async with table.seated(game_id) as client:
                return client.room

        room = table.run(look())
        assert room["over"] is None
        assert room["clock"]["running"] == 0
        assert room["clock"]["left"][0] > 200_000


def test_clocks_run_after_a_restart_before_anybody_comes(tmp_path):
    with serving(tmp_path) as table:
        game_id = table.run(begun(table))
    # The server was up for all but the last tenth of a second of the player's time.
    changed(
        tmp_path,
        "UPDATE events SET time = time - 299.9",
        "UPDATE uptimes SET began = began - 1000",
    )
    with serving(tmp_path) as table:

        async def end():
            while (last := (await table.hub.log.events(game_id))[-1]).kind != "over":
                await asyncio.sleep(0.01)
            return last.payload

        over = table.run(end())
        assert (over["how"], over["player"]) == ("time", 0)
        room = table.run(table.hub.room(game_id)).told()
        assert room["clock"]["left"] == [0, 300_000]

        async def stopped():  # noted after the end of the game
            while await table.hub.log.uptimes.running_clocks():
                await asyncio.sleep(0.01)

        table.run(stopped())
