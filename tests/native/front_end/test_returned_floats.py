"""Games whose returns are lists of ints on one path and of floats on another."""

from __future__ import annotations

import pytest

import gametree as gt

from ..values.both_modes import assert_plays_alike, compiled_rule


class OnDifferentPaths(gt.Game):
    def initial_state(self):
        return (0, 0)

    def current_player(self, state):
        return state[1] % 2

    def legal_actions(self, state):
        return [] if state[1] == 5 else [0, 1, 2]

    def next_state(self, state, action):
        return (state[0] + action * (state[1] + 1), state[1] + 1)

    def returns(self, state):
        if state[0] % 3 == 0:
            return [1, 0]
        if state[0] % 3 == 1:
            return [False, True]
        return [0.5, 0.5]


class Conditional(OnDifferentPaths):
    def returns(self, state):
        return [1, -1] if state[0] % 3 == 0 else [-0.5, 0.5] if state[0] % 3 == 1 else [0, 0]


class InAVariable(OnDifferentPaths):
    def returns(self, state):
        points = [0] * 2
        if state[0] % 3 == 0:
            points[0] = 1
            points[1] = -0.25
        elif state[0] % 3 == 1:
            points = [state[0], -state[0]]
        return points


class ByAComprehension(OnDifferentPaths):
    def returns(self, state):
        if state[0] % 3 == 0:
            return [0.25, -0.25]
        return [1 if player == state[0] % 2 else -1 for player in range(2)]


def returned(game, state):
    first, second = game.returns(state)
    return float(first), float(second)


@pytest.mark.parametrize("style", [OnDifferentPaths, Conditional, InAVariable, ByAComprehension])
def test_lists_of_returns_are_of_floats(style):
    game = style()
    made = compiled_rule(returned, game, game.initial_state())
    told = [made(game, (total, 5)) for total in range(12)]
    assert told == [returned(game, (total, 5)) for total in range(12)]
    assert len(set(told)) > 1


def test_a_game_of_such_returns_is_played_alike_in_both_modes():
    assert_plays_alike(OnDifferentPaths())
