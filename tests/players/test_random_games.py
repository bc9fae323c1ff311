"""What random games tell: their positions, their returns, how far a heuristic sets moves apart."""

from __future__ import annotations

from itertools import pairwise

import pytest

import gametree as gt
from gametree import games
from gametree.players import random_games
from gametree.players.random_games import heuristic_spread, random_game, sampled_returns
from gametree.primitives.rng import Rng
from gametree.rules.checked_game import CheckedGame
from toys import Pig


@pytest.fixture(autouse=True)
def _whole_samples(monkeypatch):
    """On the slowest machine as well."""
    monkeypatch.setattr(random_games, "_SECONDS", 60.0)


@pytest.mark.parametrize("game", [games.TicTacToe(), Pig(8)], ids=str)
def test_a_random_game_is_played_to_its_end(game):
    positions = list(random_game(CheckedGame(game), Rng(3), 1000))
    assert positions[0] == game.initial_state()
    assert [game.is_terminal(state) for state in positions] == [False] * (len(positions) - 1) + [
        True
    ]
    for state, after in pairwise(positions):
        if game.current_player(state) == gt.CHANCE:
            actions = [action for action, _ in game.chance_outcomes(state)]
        else:
            actions = game.legal_actions(state)
        assert after in [game.next_state(state, action) for action in actions]


def test_it_is_broken_off():
    assert len(list(random_game(CheckedGame(games.Othello()), Rng(3), 12))) == 13


def test_returns():
    returned = list(sampled_returns(CheckedGame(games.TicTacToe())))
    assert len(returned) == random_games._GAMES
    assert {tuple(each) for each in returned} == {(1.0, -1.0), (0.0, 0.0), (-1.0, 1.0)}


def test_a_sample_stops_in_time(monkeypatch):
    monkeypatch.setattr(random_games, "_SECONDS", 0.0)
    assert len(list(sampled_returns(CheckedGame(games.TicTacToe())))) == 1


class Steps(gt.Game):
    """Two players, in turn, add 0, 3 or 6 until 6 moves are made; the score is what is judged."""

    interpreted_only = True

    def __init__(self, widths=(3,), loud=1.0):
        self.widths = widths
        self.loud = loud

    def initial_state(self):
        return (0, 0)

    def current_player(self, state):
        return state[0] % 2

    def legal_actions(self, state):
        if state[0] == 6:
            return []
        return list(range(self.widths[state[0] % len(self.widths)]))

    def next_state(self, state, action):
        return (state[0] + 1, state[1] + 3 * action)

    def returns(self, state):
        return self.heuristic(state)

    def heuristic(self, state):
        return (self.loud * state[1], -self.loud * state[1])


def test_how_far_apart_moves_are_set():
    """The standard deviation of 0, 3 and 6 is the root of 6, wherever they are added."""
    assert heuristic_spread(CheckedGame(Steps())) == pytest.approx(6**0.5)
    assert heuristic_spread(CheckedGame(Steps(loud=0.1))) == pytest.approx(0.1 * 6**0.5)
    # Of 0 and 3 it is 1.5; where there is one move there is nothing to compare.
    assert heuristic_spread(CheckedGame(Steps((2, 1)))) == pytest.approx(1.5)
    assert heuristic_spread(CheckedGame(Steps((1,)))) == 0.0


def test_a_heuristic_that_is_broken_is_told():
    with pytest.raises(gt.GameError, match="heuristic"):
        heuristic_spread(CheckedGame(Steps(loud=float("inf"))))


def test_outcomes_of_chance_are_not_compared():
    class Rolled(Steps):
        def current_player(self, state):
            return gt.CHANCE if state[0] % 2 else 0

        def chance_outcomes(self, state):
            actions = self.legal_actions(state)
            return [(action, 1 / len(actions)) for action in actions]

    assert heuristic_spread(CheckedGame(Rolled((1, 3)))) == 0.0
    assert heuristic_spread(CheckedGame(Rolled((3, 1)))) > 0.0
