"""Evaluators of many positions at once, for tests."""

from __future__ import annotations

import numpy as np

import gametree as gt


def tilt(first, second):
    """Return a number from -1 to 1 that two boards come to; any mixture will do."""
    return ((first * 7919 + second * 104729) % 2001 - 1000) / 1000.0


def values_of(leaves):
    """Value tic-tac-toe positions by `tilt`."""
    value = tilt(leaves.states["f0"], leaves.states["f1"])
    return np.stack([value, -value], axis=1)


def uneven(leaves):
    """Value them, and prefer actions with higher numbers."""
    return values_of(leaves), 1.0 + leaves.actions


class Tilt(gt.Evaluation):
    """The same values, one by one."""

    def evaluate(self, game, state, rng, work):
        if game.is_terminal(state):
            returns = game.returns(state)
            work.values[0] = returns[0]
            work.values[1] = returns[1]
        else:
            value = tilt(state[0], state[1])
            work.values[0] = value
            work.values[1] = -value


class GuidedTilt(gt.GuidedEvaluation):
    """The same values and priors, one by one."""

    def evaluate(self, game, state, rng, work):
        Tilt.evaluate(self, game, state, rng, work)

    def prior(self, game, state, action):
        return 1.0 + action
