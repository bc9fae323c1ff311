"""What random games of a game show."""

from __future__ import annotations

import pytest
from numba.core import types

import gametree as gt
from gametree.compiled import seen_games
from gametree.compiled.reasons import Unsupported
from gametree.compiled.seen_games import packing_of_actions, seen_kinds
from gametree.compiled.values.sequences import RowType


class Pairs(gt.Game):
    """Six flags, put up one after the other; an action is a pair."""

    def initial_state(self):
        return (0,) * 6

    def current_player(self, state):
        return sum(state) % 2

    def legal_actions(self, state):
        return [(place, "up") for place in range(6) if not state[place]]

    def next_state(self, state, action):
        return state[: action[0]] + (1,) + state[action[0] + 1 :]

    def returns(self, state):
        return (0.0, 0.0)


class Turning(Pairs):
    def next_state(self, state, action):
        return [*state]


class Unhashable(Pairs):
    def legal_actions(self, state):
        return [[place] for place in range(6) if not state[place]]


def test_random_games_are_played_once_for_actions_and_types(monkeypatch):
    played = []

    def counted(game):
        played.append(game)
        return positions(game)

    positions = seen_games.random_positions
    monkeypatch.setattr(seen_games, "random_positions", counted)
    game = Pairs()
    assert packing_of_actions(game) is not None
    rows, records = seen_kinds(game)
    assert played == [game]
    assert rows.states == RowType(types.int64)
    assert records.states == types.UniTuple(types.int64, 6)


def test_states_of_two_types_are_told():
    rows, _ = seen_kinds(Turning())
    with pytest.raises(Unsupported, match="it returns"):
        rows.states  # noqa: B018


def test_actions_that_cannot_be_hashed_are_told():
    with pytest.raises(Unsupported, match="an action of type list"):
        packing_of_actions(Unhashable())
