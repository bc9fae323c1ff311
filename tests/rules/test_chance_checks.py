"""A search warns of luck in the rules that its root shows."""

from __future__ import annotations

import numpy as np
import pytest

import gametree as gt
from toys import OneHeap


class Board:
    """A state that compares by identity."""

    def __init__(self, left, player, dice=None):
        self.left, self.player, self.dice = left, player, dice


class Boards(OneHeap):
    def initial_state(self):
        return Board([self.counters], 0)

    def current_player(self, state):
        return state.player

    def legal_actions(self, state):
        return range(1, min(3, state.left[0]) + 1)

    def next_state(self, state, action):
        return Board([state.left[0] - action - self.slip()], 1 - state.player)

    def returns(self, state):
        return (-1.0, 1.0) if state.player == 0 else (1.0, -1.0)

    def slip(self):
        return 0


class Slips(Boards):
    slips = iter(range(10**6))

    def slip(self):
        return next(self.slips) % 2


class Arrays(OneHeap):
    def initial_state(self):
        return (np.full(2, self.counters), 0)

    def current_player(self, state):
        return state[1]

    def legal_actions(self, state):
        return range(1, min(3, int(state[0][0])) + 1)

    def next_state(self, state, action):
        return (state[0] - action - self.slip(), 1 - state[1])

    def returns(self, state):
        return (-1.0, 1.0) if state[1] == 0 else (1.0, -1.0)

    slips = iter(range(10**6))

    def slip(self):
        return next(self.slips) % 2 * np.array([0, 1])


@pytest.mark.parametrize("game", [Slips(30), Arrays(30)])
def test_luck_in_the_rules(game):
    with pytest.warns(gt.RandomRulesWarning, match="next_state led to two different states by"):
        gt.search(game, simulations=10, compiled=False, method="uct")


class Settled(Arrays):
    def slip(self):
        return 0


@pytest.mark.parametrize("game", [Boards(30), Settled(30), OneHeap(30)])
def test_nothing_is_said_of_rules_without_luck(game):
    gt.search(game, simulations=10, compiled=False, method="uct")
