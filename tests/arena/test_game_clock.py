"""Games under a clock for the whole game."""

from __future__ import annotations

import pytest

from gametree.arena import referee
from gametree.arena.contest import Contest
from gametree.arena.referee import play_job
from gametree.errors import BadParameter
from gametree.limits import Limit
from gametree.players.player import Choice, Player


class Ticks:
    """A clock on which nothing takes time but the players' moves."""

    def __init__(self):
        self.now = 0.0

    def perf_counter(self):
        return self.now

    def time(self):
        return self.now


@pytest.fixture
def ticks(monkeypatch):
    ticks = Ticks()
    monkeypatch.setattr(referee, "time", ticks)
    return ticks


class Takes(Player):
    """Plays the first legal move, and takes a certain part of the time that it may."""

    def __init__(self, ticks, of_longest=0.0, seconds=0.0):
        self.ticks = ticks
        self.of_longest = of_longest
        self.seconds = seconds
        self.limits = []

    def choose(self, record, limit):
        self.limits.append(limit)
        longest = limit.longest or limit.seconds
        self.ticks.now += self.of_longest * longest + self.seconds
        return Choice(record.legal_actions()[0])


def play(*players, **changes):
    fields = {"opening_plies": 0, "clock": "10", "grace": 0.0, **changes}
    contest = Contest(("random", "greedy"), "tic_tac_toe", **fields)
    return play_job(contest, "m", contest.make_game(), players, next(contest.jobs()))


def test_each_move_gets_its_share(ticks):
    players = Takes(ticks, 1.0), Takes(ticks, 0.5)
    record = play(*players)
    assert record.termination == "rules"
    for seat, player in enumerate(players):
        assert all(
            isinstance(limit, Limit) and limit.simulations is None for limit in player.limits
        )
        planned = [limit.seconds for limit in player.limits]
        assert planned == sorted(planned, reverse=True)
        used = [
            seconds
            for mover, seconds in zip(record.movers, record.seconds, strict=True)
            if mover == seat
        ]
        assert sum(used) < 10.0
    assert players[1].limits[-1].seconds > players[0].limits[-1].seconds


def test_whose_clock_runs_out_has_lost(ticks):
    record = play(Takes(ticks, seconds=4.0), Takes(ticks), clock="10")
    assert (record.termination, record.culprit) == ("time", 0)
    assert record.returns == (-1.0, 1.0)
    assert record.detail == (
        "took 4.000 s for a move, 2.000 s more than his clock of 10 had left; 0 s are the grace"
    )


def test_there_is_grace_once_for_the_whole_game(ticks):
    assert play(Takes(ticks, seconds=4.0), Takes(ticks), grace=7.0).termination == "rules"
    record = play(Takes(ticks, seconds=4.0), Takes(ticks), grace=5.0)
    assert (record.termination, record.culprit, len(record.moves)) == ("time", 0, 6)


def test_increments_and_periods_count(ticks):
    slow = {"seconds": 2.5}
    assert play(Takes(ticks, **slow), Takes(ticks), clock="3").termination == "time"
    assert play(Takes(ticks, **slow), Takes(ticks), clock="3+2.5").termination == "rules"
    assert play(Takes(ticks, **slow), Takes(ticks), clock="3+1x3").termination == "rules"
    assert play(Takes(ticks, **slow), Takes(ticks), clock="3+1x2").termination == "time"


def test_a_clock_is_part_of_what_a_match_is():
    plain = Contest(("random", "mcts"), "tic_tac_toe", seconds=1.0).configuration()
    assert plain["clock"] is None
    given = Contest(("random", "mcts"), "tic_tac_toe", clock=" 60.0+.5 ")
    configuration = given.configuration()
    assert configuration["clock"] == "60+0.5"
    del configuration["code"]
    assert Contest(**configuration) == given


@pytest.mark.parametrize("more", [{"seconds": 1.0}, {"simulations": 10}])
def test_a_clock_takes_the_place_of_limits_for_a_move(more):
    with pytest.raises(BadParameter, match="give clock, for a game, or simulations and seconds"):
        Contest(("random", "mcts"), "tic_tac_toe", clock="60", **more)


def test_a_bad_clock_is_refused():
    with pytest.raises(BadParameter, match="a time control is seconds for the game, 300"):
        Contest(("random", "mcts"), "tic_tac_toe", clock="1:30")
