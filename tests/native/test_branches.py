"""Methods whose branches name all that there is, and end without `else`."""
# ruff: noqa: RET503, RET505

from __future__ import annotations

from enum import Enum

import pytest

import gametree as gt
from trees import flat


class Side(Enum):
    FIRST = 0
    SECOND = 1


class Branching(gt.Game):
    def initial_state(self):
        return 9, Side.FIRST

    def current_player(self, state):
        match state[1]:
            case Side.FIRST:
                return 0
            case Side.SECOND:
                return 1

    def legal_actions(self, state):
        if state[0] >= 3:
            return [1, 2, 3]
        elif state[0] == 2:
            return [1, 2]
        elif state[0] == 1:
            return [1]

    def next_state(self, state, action):
        if state[1] is Side.FIRST:
            return state[0] - action, Side.SECOND
        elif state[1] is Side.SECOND:
            return state[0] - action, Side.FIRST

    def is_terminal(self, state):
        if state[0] == 0:
            return True

    def returns(self, state):
        match state[1]:
            case Side.FIRST:
                return [-1.0, 1.0]
            case Side.SECOND:
                return [1.0, -1.0]


def test_branches_that_name_all_that_there_is_need_no_else():
    trees = []
    for mode in (False, True):
        searcher = gt.Searcher(Branching(), seed=3, compiled=mode)
        searcher.run(simulations=400)
        trees.append(flat(searcher))
    assert trees[0] == trees[1]


class NobodysTurn(Branching):
    def current_player(self, state):
        if state[0] > 4:
            return state[1].value


class NoMoves(Branching):
    def legal_actions(self, state):
        if state[0] >= 3:
            return [1, 2, 3]


class NoReturns(Branching):
    def returns(self, state):
        if state[1] is Side.FIRST:
            return [-1.0, 1.0]


@pytest.mark.parametrize(
    ("rules", "answer"),
    [
        (NobodysTurn, r"current_player returned None; a player from 0 to 1 was expected"),
        (NoMoves, r"legal_actions returned None; a list of actions was expected"),
        (NoReturns, r"returns returned None; 2 finite numbers were expected"),
    ],
)
@pytest.mark.parametrize("compiled", [False, True])
def test_a_branch_that_is_missing_is_named_when_a_game_comes_there(rules, answer, compiled):
    with pytest.raises(gt.GameError, match=answer):
        gt.search(rules(), simulations=400, seed=1, compiled=compiled)
