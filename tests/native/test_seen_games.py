"""What random games of a game show."""

from __future__ import annotations

import pytest
from numba.core import types

import gametree as gt
from gametree.native import seen_games
from gametree.native.seen_games import packing_of_actions, seen_kinds
from plainpython.reasons import Unsupported
from plainpython.values.sequences.sequences import RowType

from .values.both_modes import assert_plays_alike


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


class Square(gt.Game):
    """A board of two rows of two: tuples that the rules put together again, as lines of any length.

    As records of two members each they would not fit what the slices give.
    """

    def initial_state(self):
        return ((0, 0), (0, 0))

    def current_player(self, state):
        return sum(1 for row in state for cell in row if cell) % 2

    def legal_actions(self, state):
        return [2 * r + c for r in range(2) for c in range(2) if state[r][c] == 0]

    def next_state(self, state, action):
        r, c = divmod(action, 2)
        row = state[r][:c] + (self.current_player(state) + 1,) + state[r][c + 1 :]
        return state[:r] + (row,) + state[r + 1 :]

    def returns(self, state):
        return (1.0, -1.0) if state[0][0] == state[1][1] else (-1.0, 1.0)


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
    _, rows, records = seen_kinds(game)
    assert played == [game]
    assert rows.states == RowType(types.int64)
    assert records.states == types.UniTuple(types.int64, 6)


def test_states_of_two_types_are_told():
    _, rows, _ = seen_kinds(Turning())
    with pytest.raises(Unsupported, match="it returns"):
        rows.states  # noqa: B018


def test_actions_that_cannot_be_hashed_are_told():
    with pytest.raises(Unsupported, match="an action of type list"):
        packing_of_actions(Unhashable())


def test_short_tuples_are_lines_where_the_rules_cut_them():
    assert_plays_alike(Square())
