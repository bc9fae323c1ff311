from __future__ import annotations

import pytest

import gametree as gt
from gametree.games import TicTacToe
from gametree.mcts.return_scale import return_scale, winrate
from gametree.rules.returned_range import observed_range


class Threes(gt.Game):
    """Take one to three of seven counters; the one of three players who takes the last one wins."""

    players = 3
    win, loss = 1.0, 0.0

    def initial_state(self):
        return (7, 0)

    def current_player(self, state):
        return state[1]

    def legal_actions(self, state):
        return range(1, min(3, state[0]) + 1)

    def next_state(self, state, action):
        return (state[0] - action, (state[1] + 1) % 3)

    def returns(self, state):
        last = (state[1] - 1) % 3
        return tuple(self.win if last == player else self.loss for player in range(3))


class Declared(Threes):
    min_return = 0.0
    win = 0.7


class Points(Threes):
    win, loss = 30.0, 10.0


def checked(game):
    return str(gt.check(game, games=50, seconds=200.0, compiled=False))


@pytest.mark.parametrize(
    ("game", "scale"),
    [
        (TicTacToe(), (-1.0, 1.0)),
        (Threes(), (0.0, 1.0)),
        (Declared(), (0.0, 1.0)),
        (Points(), (10.0, 30.0)),
    ],
    ids=["usual", "zero to one", "declared", "points"],
)
def test_the_scale_is_declared_or_observed(game, scale):
    assert return_scale(game) == scale
    low, high = scale
    assert (winrate(game, low), winrate(game, 0.5 * (low + high)), winrate(game, high)) == (
        0,
        0.5,
        1,
    )


def test_a_proven_loss_of_returns_from_zero_is_no_draw():
    class Unlucky(Threes):
        players = 1

        def current_player(self, state):
            return 0

        def returns(self, state):
            return (0.0,)

    result = gt.search(Unlucky(), (4, 0), simulations=500, seed=1, solver=True, compiled=False)
    assert result.proof_as_text().startswith("proven loss")


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([], (-1.0, 1.0)),
        ([0.0, 1.0], (0.0, 1.0)),
        ([0.0, 0.0], (0.0, 1.0)),
        ([-1.0, 0.5], (-1.0, 1.0)),
        ([3.0, 3.0], (0.0, 3.0)),
        ([-4.0, -4.0], (-4.0, 0.0)),
        ([-4.0, 9.0], (-4.0, 9.0)),
    ],
)
def test_observed_ranges(values, expected):
    assert observed_range(values) == expected


def test_the_doctor_says_which_bounds_to_set():
    told = checked(Threes())
    assert "returns were 0 to 1 in" in told
    assert "set min_return = 0 in the class" in told
    assert "set min_return = 10 and max_return = 30" in checked(Points())
    assert "min_return" not in checked(Declared())
    assert "assumed: every player sees the whole state" in checked(TicTacToe())
