"""Functions in dicts and lists, called by their keys."""

from __future__ import annotations

import pytest

import gametree as gt
from gametree.errors import NotCompilable

from ...language.both_modes import assert_same
from ..values.both_modes import assert_lists_alike


def double(x):
    return 2 * x


def increase(x):
    return x + 1


def fill(board, cell, stone):
    board[cell] = stone
    return len(board)


BY_NAME = {"double": double, "increase": increase, "from 50": lambda x: 50 - x}
BY_PLACE = [increase, double]
OF_BOARDS = {(0, 1): fill}


def test_functions_are_called_by_their_keys():
    def use(n):
        board = [0, 0]
        name = "double" if n > 3 else "from 50"
        size = OF_BOARDS[0, n % 2](board, n % 2, 7)
        return BY_NAME[name](n), BY_PLACE[n % 2](n), BY_PLACE[-1](n), board, size, sorted(BY_NAME)

    assert_same(use, (1,), (5,), (2,))  # the last one raises KeyError


class Machine(gt.Game):
    """Names are actions; functions of the class change a number."""

    steps = {0: increase, 1: double}  # noqa: RUF012

    def initial_state(self):
        return (1, 0)

    def current_player(self, state):
        return state[1] % 2

    def legal_actions(self, state):
        return [] if state[1] == 6 else [name for name in BY_NAME if name in BY_NAME]

    def next_state(self, state, action):
        number = self.steps[state[0] % 2](BY_NAME[action](state[0]))
        return (Machine.steps[state[1] % 2](number), state[1] + 1)

    def returns(self, state):
        return [1, -1] if state[0] % 5 < 2 else [-1, 1]


def test_a_game_of_functions():
    assert_lists_alike(Machine())


class TakesOne(Machine):
    def next_state(self, state, action):
        step = BY_NAME[action]
        return (step(state[0]), state[1] + 1)


def test_a_function_that_is_only_taken_out_is_refused():
    with pytest.raises(NotCompilable, match="takes a function out of BY_NAME; call it where"):
        gt.Searcher(TakesOne(), compiled=True).run(simulations=5)
