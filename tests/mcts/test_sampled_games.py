"""Measurements of random games: positions, returns, how far a heuristic sets moves apart."""

from __future__ import annotations

from itertools import pairwise

import pytest

import gametree as gt
from gametree import games
from gametree.mcts import sampled_games
from gametree.mcts.sampled_games import heuristic_spread, sample_of, slowness_of_heuristic
from gametree.primitives.rng import Rng
from gametree.rules.checked_game import CheckedGame
from gametree.rules.random_game import random_game
from toys import Endless, Pig


@pytest.fixture(autouse=True)
def _whole_samples(monkeypatch):
    """On the slowest machine as well."""
    monkeypatch.setattr(sampled_games, "_PATIENCE", 60.0)


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
    sample = sample_of(CheckedGame(games.TicTacToe()))
    assert {tuple(each) for each in sample.returns} == {(1.0, -1.0), (0.0, 0.0), (-1.0, 1.0)}


class Slower(games.ConnectFour):
    """Takes a hundred times as long for a move."""

    def next_state(self, state, action):
        for _ in range(100):
            after = super().next_state(state, action)
        return after


def test_what_is_found_does_not_hang_on_the_speed():
    fast, slow = (sample_of(CheckedGame(game)) for game in (games.ConnectFour(), Slower()))
    assert fast == slow == sample_of(CheckedGame(games.ConnectFour()))
    assert heuristic_spread(games.ConnectFour(), fast.positions) == heuristic_spread(
        Slower(), slow.positions
    )


def test_for_long_games_there_are_more_plies_but_not_without_end(monkeypatch):
    monkeypatch.setattr(sampled_games, "_PLIES", 100)
    sample = sample_of(CheckedGame(games.Othello()))
    assert len(sample.returns) == 3
    assert sample_of(CheckedGame(Endless())).returns == []


def test_rules_that_are_slow_are_looked_at_no_longer(monkeypatch):
    monkeypatch.setattr(sampled_games, "_PATIENCE", 0.0)
    assert sample_of(CheckedGame(games.Othello())).returns == []


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


def spread(game):
    return heuristic_spread(game, sample_of(CheckedGame(game)).positions).moves


def test_how_far_apart_moves_are_set():
    """The standard deviation of 0, 3 and 6 is the root of 6, wherever they are added."""
    assert spread(Steps()) == pytest.approx(6**0.5)
    assert spread(Steps(loud=0.1)) == pytest.approx(0.1 * 6**0.5)
    # Of 0 and 3 it is 1.5; where there is one move there is nothing to compare.
    assert spread(Steps((2, 1))) == pytest.approx(1.5)
    assert spread(Steps((1,))) == 0.0


def test_moves_that_end_the_game_are_not_estimated():
    class Sudden(Steps):
        def heuristic(self, state):
            return (0.0, 0.0)

        def returns(self, state):
            return (float(state[1]), -float(state[1]))

    assert heuristic_spread(Sudden(), [(5, 0)]) == (pytest.approx(6**0.5), 0.0)
    assert heuristic_spread(Steps(), [(4, 0)]) == (pytest.approx(6**0.5), pytest.approx(6**0.5))


def test_outcomes_of_chance_are_not_compared():
    class Rolled(Steps):
        def current_player(self, state):
            return gt.CHANCE if state[0] % 2 else 0

        def chance_outcomes(self, state):
            actions = self.legal_actions(state)
            return [(action, 1 / len(actions)) for action in actions]

    assert spread(Rolled((1, 3))) == 0.0
    assert spread(Rolled((3, 1))) > 0.0


def test_a_heuristic_that_takes_longer_than_a_game_is_slow():
    class Slow(Steps):
        def heuristic(self, state):
            sum(range(20_000))
            return super().heuristic(state)

    def slowness(game):
        return slowness_of_heuristic(game, sample_of(CheckedGame(game)).positions)

    assert slowness(Slow()) > slowness(Steps())
