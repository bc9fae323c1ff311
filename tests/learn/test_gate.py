"""A match tells who is better, in games of one player, of two and of more."""

from __future__ import annotations

import math

import pytest

import gametree as gt
from gametree import games
from gametree.learn.gate import GateResult, play_gate
from gametree.players.player import Choice, Player


class Steps(gt.Game):
    """In turn players take a step of one or two, five times each; each gets how far it went."""

    max_return = 10.0

    def __init__(self, players):
        self.players = players

    def initial_state(self):
        return (0,) * (self.players + 1)

    def current_player(self, state):
        return state[-1] % self.players

    def legal_actions(self, state):
        return [1, 2] if state[-1] < 5 * self.players else []

    def next_state(self, state, action):
        places = [*state]
        places[self.current_player(state)] += action
        places[-1] += 1
        return tuple(places)

    def returns(self, state):
        return [float(place) for place in state[:-1]]


class Best(Player):
    """Plays the move that a short interpreted search likes best."""

    def begin(self, game, seat, seed):
        self.game = game
        self.seed = seed

    def choose(self, record, limit):
        result = gt.search(
            self.game, record.state, simulations=60, seed=self.seed, compiled=False, method="uct"
        )
        return Choice(result.action)


class First(Player):
    """Plays the first move."""

    def choose(self, record, limit):
        return Choice(record.legal_actions()[0])


def gate(game, one, other, budget=60.0, **more):
    return play_gate(game, one, other, "other", seconds=0.01, budget=budget, **more)


@pytest.mark.parametrize("game", [games.TicTacToe(), Steps(3), Steps(1)], ids=repr)
def test_who_is_better_is_accepted(game):
    result = gate(game, Best, First, seed=1)
    assert result.accepted
    assert result.decided
    assert result.score > 0.5
    assert result.to_text().startswith("better: ")


def test_who_is_worse_is_not():
    result = gate(games.TicTacToe(), First, Best, seed=1, workers=2)
    assert result.decided
    assert not result.accepted
    assert result.to_text().startswith("not better: ")


def test_equals_are_undecided_when_the_time_is_up():
    result = gate(Steps(1), First, First, budget=0.3)
    assert not result.decided
    assert result.won == result.lost == 0
    assert result.to_text().startswith("undecided: 50 %")


def test_no_time_is_no_game():
    result = gate(games.TicTacToe(), First, Best, budget=0.0)
    assert result.games == 0
    assert not result.accepted
    assert "no game against other ended" in result.to_text()


def test_the_rules_faults_are_told():
    class Broken(games.TicTacToe):
        def returns(self, state):
            raise ZeroDivisionError

    with pytest.raises((gt.GameError, ZeroDivisionError)):
        gate(Broken(), First, First)


def test_the_test_is_walds():
    # The limits are those of errors of 5 %; a turn that is drawn says nothing.
    better = GateResult(8, 99, 0, 115.0, 214, "x", 0.1)
    assert better.ratio == pytest.approx(8 * math.log(1.5))
    assert better.accepted
    assert not GateResult(7, 0, 0, 14.0, 14, "x", 0.1).decided
    worse = GateResult(0, 0, 5, 0.0, 10, "x", 0.1)
    assert worse.decided
    assert not worse.accepted
