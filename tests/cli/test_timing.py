"""Games under clocks: of people and of the engine."""

from __future__ import annotations

import signal
import threading
import time

import pytest

from gametree import games
from gametree.cli.engine_game import EngineGame
from gametree.cli.options import timing
from gametree.cli.options.timing import Clocks, OutOfTime, Timing
from gametree.cli.session import Session
from gametree.limits import Limit
from gametree.players.time_control import TimeControl
from toys import Corridor, Gather


class Ticks:
    """A clock on which time goes by when it is told to."""

    def __init__(self):
        self.now = 100.0

    def perf_counter(self):
        return self.now


@pytest.fixture
def ticks(monkeypatch):
    ticks = Ticks()
    monkeypatch.setattr(timing, "time", ticks)
    return ticks


def tic_tac_toe():
    game = games.TicTacToe()
    game.interpreted_only = True
    return game


def clocks_for(text, game=None):
    return Clocks(TimeControl.from_text(text), game or tic_tac_toe())


def test_without_clocks_there_is_a_limit_and_nothing_to_show():
    limit = Limit(simulations=7)
    plain = Timing(limit)
    plain.begin_turn(0, 0)
    plain.check()
    plain.end_turn()
    plain.go_back(0)
    assert (plain.limit(), plain.hint_limit()) == (limit, limit)
    assert str(plain) == ""


def test_the_clock_of_the_player_to_move_runs(ticks):
    clocks = clocks_for("60+0.5")
    assert str(clocks) == "time: player 1 (X) 1:00.0, player 2 (O) 1:00.0"
    clocks.begin_turn(1, 1)
    ticks.now += 12.25
    clocks.check()
    clocks.end_turn()
    assert str(clocks) == "time: player 1 (X) 1:00.0, player 2 (O) 0:48.2"


def test_byo_yomi_is_shown(ticks):
    clocks = clocks_for("1+3x10")
    clocks.begin_turn(0, 0)
    ticks.now += 15.0
    clocks.end_turn()
    assert str(clocks).startswith("time: player 1 (X) 0:00.0 + 2x10, player 2")


@pytest.mark.parametrize("look", [Clocks.check, Clocks.end_turn])
def test_whose_time_has_run_out_has_lost(ticks, look):
    clocks = clocks_for("60+5")
    clocks.begin_turn(0, 0)
    ticks.now += 60.0
    clocks.check()
    ticks.now += 0.01
    told = r"^player 1 \(X\) has run out of time: player 2 \(O\) wins$"
    with pytest.raises(OutOfTime, match=told):
        look(clocks)


@pytest.mark.parametrize("game", [Corridor(4), Gather(3, 3)], ids=["one player", "three"])
def test_other_numbers_of_players(ticks, game):
    clocks = clocks_for("1", game)
    clocks.begin_turn(game.players - 1, 0)
    ticks.now += 2.0
    with pytest.raises(OutOfTime, match=f"^player {game.players} has run out of time and has lost"):
        clocks.check()


def test_the_engine_gets_a_share_and_a_hint_a_small_one(ticks):
    clocks = clocks_for("60")
    clocks.begin_turn(0, 0)
    limit = clocks.limit()
    assert 1.0 < limit.seconds < limit.longest < 30.0
    assert clocks.hint_limit() == Limit(seconds=1.0)
    ticks.now += 50.0
    assert clocks.hint_limit().seconds == pytest.approx(0.5)
    ticks.now += 50.0
    assert clocks.hint_limit() == Limit(seconds=0.001)


def test_what_waits_is_broken_off():
    if not hasattr(signal, "setitimer"):
        pytest.skip("there are no timers here")
    clocks = clocks_for("0.05")
    clocks.begin_turn(0, 0)
    with pytest.raises(OutOfTime, match="player 1"), clocks.watched():
        time.sleep(60)
    with pytest.raises(OutOfTime):
        clocks.check()


def test_in_another_thread_nothing_is_broken_off():
    clocks = clocks_for("0.01")
    seen = []

    def wait():
        clocks.begin_turn(0, 0)
        with clocks.watched():
            time.sleep(0.05)
        try:
            clocks.check()
        except OutOfTime as out:
            seen.append(str(out))

    thread = threading.Thread(target=wait)
    thread.start()
    thread.join()
    assert seen == ["player 1 (X) has run out of time: player 2 (O) wins"]


def typed(monkeypatch, ticks, *lines):
    """Let a person type lines, each after this many seconds."""
    waiting = list(lines)

    def ask(prompt):
        seconds, line = waiting.pop(0)
        ticks.now += seconds
        return line

    monkeypatch.setattr("gametree.cli.session.ask", ask)


def session(clock, people):
    played = EngineGame(tic_tac_toe(), seed=1)
    return played, Session(played, frozenset(people), clocks_for(clock, played.game))


def times(capsys):
    return [
        line.removeprefix("time: ")
        for line in capsys.readouterr().out.splitlines()
        if line.startswith("time: ")
    ]


def test_a_turn_takes_all_that_is_typed_in_it_and_undo_gives_it_back(monkeypatch, ticks, capsys):
    typed(
        monkeypatch, ticks,
        (1, "zz"), (2, "moves"), (3, "a1"), (4, "b1"), (5, "undo"), (6, "b2"), (0, "quit"),
    )  # fmt: skip
    played, game = session("60+1", {0, 1})
    assert not game.run()
    assert played.moves == ["a1", "b2"]
    assert times(capsys) == [
        "player 1 (X) 1:00.0, player 2 (O) 1:00.0",
        "player 1 (X) 0:55.0, player 2 (O) 1:00.0",
        "player 1 (X) 0:55.0, player 2 (O) 0:57.0",
        "player 1 (X) 0:55.0, player 2 (O) 1:00.0",
        "player 1 (X) 0:55.0, player 2 (O) 0:55.0",
    ]


def test_a_move_that_comes_too_late_is_not_played(monkeypatch, ticks, capsys):
    typed(monkeypatch, ticks, (59, "moves"), (2, "a1"))
    played, game = session("60", {0, 1})
    assert game.run()
    assert played.moves == []
    assert capsys.readouterr().out.endswith("player 1 (X) has run out of time: player 2 (O) wins\n")


def test_the_engine_may_run_out_of_time_too(monkeypatch, ticks, capsys):
    think = EngineGame.think

    def slowly(played, limit):
        ticks.now += 61.0
        return think(played, Limit(simulations=20))

    monkeypatch.setattr(EngineGame, "think", slowly)
    played, game = session("60", set())
    assert game.run()
    assert played.moves == []
    assert capsys.readouterr().out.endswith("player 1 (X) has run out of time: player 2 (O) wins\n")
