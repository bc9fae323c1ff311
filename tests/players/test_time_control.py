"""Time controls, clocks, and each move's share."""

from __future__ import annotations

import pytest

import gametree as gt
from gametree.games import ConnectFour, Nim, Othello, TicTacToe
from gametree.limits import Limit
from gametree.players.game_length import game_length
from gametree.players.time_control import Clock, TimeControl
from gametree.players.timekeeper import Timekeeper, share

# Time controls.


@pytest.mark.parametrize(
    ("text", "control"),
    [
        ("300", TimeControl(300.0)),
        ("300+5", TimeControl(300.0, 5.0)),
        ("60+0.5", TimeControl(60.0, 0.5)),
        ("60+3x10", TimeControl(60.0, periods=3, period=10.0)),
        ("0+1x2.5", TimeControl(0.0, periods=1, period=2.5)),
        (" .5 ", TimeControl(0.5)),
    ],
)
def test_a_time_control_as_text(text, control):
    assert TimeControl.from_text(text) == control
    assert TimeControl.from_text(str(control)) == control


@pytest.mark.parametrize(
    "text", ["", "5+", "+5", "5+3x", "5+x3", "5 + 3", "1e3", "-5", "5+1.5x3", "5+1+3x2", "inf", 5]
)
def test_other_texts_are_refused(text):
    with pytest.raises(gt.BadParameter, match="a time control is seconds for the game, 300,"):
        TimeControl.from_text(text)


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"main": -1.0}, "main must be a number of seconds, 0 or more, not -1.0"),
        ({"main": "60"}, "main must be a number of seconds, 0 or more, not '60'"),
        ({"main": 60.0, "increment": float("nan")}, "increment must be a number of seconds"),
        ({"main": 60.0, "periods": 1.0, "period": 5.0}, "periods must be a whole number"),
        ({"main": 60.0, "periods": 2}, "byo-yomi needs both periods and period"),
        ({"main": 60.0, "period": 2.0}, "byo-yomi needs both periods and period"),
        ({"main": 60.0, "increment": 1.0, "periods": 2, "period": 2.0}, "not both"),
        ({"main": 0.0, "increment": 1.0}, "a game needs time for its first move"),
    ],
)
def test_what_no_time_control_is_is_told(fields, sentence):
    with pytest.raises(gt.BadParameter, match=sentence):
        TimeControl(**fields)


# Clocks.


def course(text, *moves):
    """Return (main, periods) after each of some moves, and by how much each was too late."""
    clock = TimeControl.from_text(text).start()
    stations = []
    for seconds in moves:
        over = clock.over(seconds)
        clock = clock.after(seconds)
        stations.append((clock.main, clock.periods, over))
    return stations


def test_main_time_runs_down():
    assert course("10", 4.0, 6.0, 1.0) == [(6.0, 0, 0.0), (0.0, 0, 0.0), (-1.0, 0, 1.0)]


def test_an_increment_comes_after_the_move():
    assert course("10+2", 4.0, 8.0, 3.0) == [(8.0, 0, 0.0), (2.0, 0, 0.0), (1.0, 0, 1.0)]


def test_byo_yomi_periods():
    assert course("10+3x5", 9.0, 4.0, 4.5, 5.0, 5.0, 5.5) == [
        (1.0, 3, 0.0),
        (0.0, 3, 0.0),  # 3 s into the first period, which comes back
        (0.0, 3, 0.0),
        (0.0, 2, 0.0),  # a whole period is gone when it has run out
        (0.0, 1, 0.0),
        (-0.5, 0, 0.5),
    ]
    assert course("10+3x5", 21.0, 5.1) == [
        (0.0, 1, 0.0),
        (pytest.approx(-0.1), 0, pytest.approx(0.1)),
    ]
    assert course("10+3x5", 25.0) == [(0.0, 0, 0.0)]
    assert course("10+3x5", 26.0, 1.0) == [(-1.0, 0, 1.0), (-2.0, 0, 2.0)]


# Shares.


def shared(text, moves_left, margin=0.0):
    return share(TimeControl.from_text(text).start(), moves_left, margin)


def test_planned_is_more_than_an_even_share_and_may_be_exceeded():
    limit = shared("100", 20)
    assert 5.0 < limit.seconds < 15.0
    assert 2 * limit.seconds < limit.longest < 50.0


def test_an_increment_adds_to_every_share():
    assert shared("100+3", 20).seconds > shared("100", 20).seconds + 3.0


def test_the_fewer_moves_are_left_the_more_each_gets():
    planned = [shared("100", moves).seconds for moves in (40, 20, 10, 5, 2, 1, 0.5)]
    assert planned == sorted(planned)
    assert planned[-1] <= 50.0


def test_a_margin_is_kept_back():
    limit = shared("1", 1, margin=0.9)
    assert limit.longest <= 0.1
    nothing = shared("1", 1, margin=2.0)
    assert nothing.seconds == nothing.longest == 0.0005


def test_in_byo_yomi_the_whole_period_is_taken_and_no_more():
    control = TimeControl.from_text("60+3x10")
    limit = share(Clock(control, 0.0, 2), 20, 0.5)
    assert limit == Limit(seconds=9.5, early_stop=True)
    assert share(Clock(control, 4.0, 2), 20, 0.5) == Limit(seconds=13.5, early_stop=True)
    last = share(Clock(control, 0.0, 1), 20, 0.5)
    assert last.seconds == 9.5


def test_with_periods_to_come_the_main_time_is_spent_faster():
    assert shared("60+3x10", 40).seconds > 10.0
    assert shared("600+3x10", 20).longest <= 600.0


# Whole games.


class Lazy:
    """Stands for a player: takes as long as it may, and a bit more."""

    def __init__(self, text, game, late):
        self.keeper = Timekeeper(TimeControl.from_text(text), game)
        self.late = late
        self.over = 0.0
        self.taken = []

    def play(self, plies):
        for ply in range(0, plies, 2):
            limit = self.keeper.limit(ply)
            seconds = (limit.longest or limit.seconds) + self.late
            self.over = max(self.over, self.keeper.clock.over(seconds))
            self.keeper.spend(seconds)
            self.taken.append(seconds)
        return self


@pytest.mark.parametrize("text", ["1", "60", "2+0.1", "60+1", "3+2x1", "0+1x2", "60+5x10"])
@pytest.mark.parametrize("late", [0.0, 0.003, 0.008])
def test_even_a_player_who_always_takes_the_longest_time_is_never_late(text, late):
    assert Lazy(text, ConnectFour(), late).play(42).over == 0.0


def test_with_an_increment_he_is_not_even_in_a_game_that_is_much_too_long():
    assert Lazy("1+0.05", ConnectFour(), 0.008).play(500).over == 0.0


def test_one_surprise_is_prepared_for_another():
    keeper = Timekeeper(TimeControl(10.0), ConnectFour())
    keeper.spend(keeper.limit(0).longest + 0.5)
    for ply in range(2, 42, 2):
        keeper.spend(keeper.limit(ply).longest)
    assert keeper.clock.main > 0.5


def test_a_game_of_the_expected_length_uses_most_of_the_time():
    player = Lazy("60", ConnectFour(), 0.0).play(36)
    assert sum(player.taken) > 45.0
    assert max(player.taken[9:]) < max(player.taken[:9])


# How long games are.


def test_the_length_of_a_game():
    assert game_length(TicTacToe()) == 9
    assert game_length(Nim(heaps=(1, 1, 1))) == 3
    assert 25 <= game_length(ConnectFour()) <= 42
    assert 58 <= game_length(Othello()) <= 66


def test_the_length_of_games_without_an_end():
    class Endless(Nim):
        def next_state(self, state, action):
            return (state[0], 1 - state[1])

    assert game_length(Endless()) == 1000
