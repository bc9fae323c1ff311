"""Generators that are copied with the state."""

from __future__ import annotations

import random

import numpy as np
import pytest
from planted import diagnosis

import gametree as gt


class Dealt:
    """Counters and a generator, as many write a game with dice."""

    def __init__(self, generator):
        self.left, self.player, self.generator = 7, 0, generator


@pytest.mark.parametrize("make", [random.Random, np.random.default_rng, np.random.RandomState])
def test_a_generator_that_is_copied_with_the_state(make):
    class Game(gt.Game):
        states_change = True

        def initial_state(self):
            return Dealt(make(1))

        def current_player(self, state):
            return state.player

        def legal_actions(self, state):
            return [1, 2] if state.left > 0 else []

        def next_state(self, state, action):
            roll = state.generator.random() if hasattr(state.generator, "random") else 0
            state.left -= action + (roll < 0.5)
            state.player = 1 - state.player
            return state

        def returns(self, state):
            return (-1.0, 1.0) if state.player == 0 else (1.0, -1.0)

    assert diagnosis(Game(), games=20) == ("next_state", "hidden generator", (1,))
