from __future__ import annotations

import numpy as np
import pytest

import gametree as gt
from gametree.errors import NotCompilable
from gametree.native.build import compile_function
from plainpython.values import arena
from plainpython.values.images import Image, read
from plainpython.values.kinds import kind_of

from ...language.both_modes import assert_same_arrays
from .both_modes import assert_plays_alike


def compiled(function, number):
    arena.provide()
    entry_point = compile_function(function, number)
    arena.enter()
    return entry_point(number)


def test_items_parts_and_views():
    def play(n):
        grid = np.zeros([3, 3], dtype=np.int8)
        grid[1, 2] = n
        grid[0] = 3
        copy = grid.copy()
        copy[:, 1] = 7
        chosen = copy[copy > 3]
        copy[copy == 7] = -1
        row = grid[0]
        row[1] = 9
        same = grid
        grid += 1
        numbers = np.arange(9)
        table = numbers.reshape(3, -1)
        total = 0
        for line in table:
            for cell in line:
                total = total * 3 + cell
        return (
            (same, copy, chosen, row, total, same is grid, copy is grid)
            + (grid.shape, grid.size, grid.ndim, len(grid), table[1:, :2], table[::-1, 0][0])
            + (table[-1, -1], numbers[np.array([[1, 2], [3, 4]])], table[[0, 2]], 3 in table)
            + (table[np.array([1, 2]), np.array([0, 0])], numbers[2:5][1])
        )

    assert_same_arrays(play, 10)


def test_what_numpy_refuses_raises():
    def outside(n):
        return np.zeros((3, 3))[n, 0]

    def too_large(n):
        board = np.zeros(3, dtype=np.int8)
        board[0] = 50 * n
        return 0

    def other_shapes(n):
        return (np.zeros(3) + np.zeros(n)).size

    with pytest.raises(IndexError):
        compiled(outside, 10)
    with pytest.raises(OverflowError):
        compiled(too_large, 10)
    with pytest.raises(ValueError, match="broadcast"):
        compiled(other_shapes, 10)


def test_values_in_memory_are_read_back():
    for value in (
        np.arange(6).reshape(2, 3),
        np.arange(6, dtype=np.int8).reshape(2, 3).T,
        np.zeros((2, 0), np.float32),
        np.array([True, False]),
        [np.arange(2), np.arange(3)],
    ):
        kind = kind_of(value)
        image = Image()  # whose memory lasts as long as itself
        assert repr(read(image.new(kind, value), kind)) == repr(value)


class ArrayTicTacToe(gt.Game):
    """Tic-tac-toe on an array alone; a view of each position is in the next one."""

    max_actions = 9

    def initial_state(self):
        return np.zeros((2, 3, 3), dtype=np.int8)

    def current_player(self, state):
        return int(state.sum()) % 2

    def won(self, cells):
        mine = cells == 1
        lines = mine.all(axis=0).any() or mine.all(axis=1).any()
        return lines or mine.diagonal().all() or np.fliplr(mine).diagonal().all()

    def legal_actions(self, state):
        if self.won(state[0]) or self.won(state[1]):
            return []
        return [int(cell) for cell in np.flatnonzero(state[0] + state[1] == 0)]

    def next_state(self, state, action):
        following = state.copy()
        following[self.current_player(state), action // 3, action % 3] = 1
        return following

    def returns(self, state):
        if self.won(state[0]):
            return (1.0, -1.0)
        return (-1.0, 1.0) if self.won(state[1]) else (0.0, 0.0)


class ChangedInPlace(ArrayTicTacToe):
    """A move writes to the array that it is given, through a view in the same state."""

    states_change = True

    def initial_state(self):
        board = np.zeros((2, 3, 3), dtype=np.int8)
        return board, board[0], board[1]

    def current_player(self, state):
        return int(state[0].sum()) % 2

    def legal_actions(self, state):
        return ArrayTicTacToe.legal_actions(self, state[0])

    def next_state(self, state, action):
        mine = state[2] if self.current_player(state) else state[1]
        mine[action // 3, action % 3] = 1
        return state

    def returns(self, state):
        return ArrayTicTacToe.returns(self, state[0])

    def copy(self, state):
        board = state[0].copy()
        return board, board[0], board[1]


def statistics(game, compiled):
    searcher = gt.Searcher(game, game.initial_state(), compiled=compiled, method="uct", seed=1)
    return [(each.action, each.visits, each.mean) for each in searcher.run(simulations=300).actions]


def test_views_of_one_array_in_a_state_stay_views():
    game, plain = ChangedInPlace(), ArrayTicTacToe()
    assert statistics(game, True) == statistics(game, False) == statistics(plain, False)


def test_a_game_on_an_array_is_played_alike_in_both_modes():
    """From states of another kind too, if they are equal to one."""
    game = ArrayTicTacToe()
    wide = np.zeros((2, 3, 3), order="F")
    assert_plays_alike(game, others=[wide])
    with pytest.raises(gt.errors.InvalidState, match="no state of ArrayTicTacToe"):
        gt.Searcher(game, wide + 0.5, compiled=True, method="uct").run(simulations=10)


class ArrayOfDeterminants(ArrayTicTacToe):
    def won(self, cells):
        return bool(np.linalg.det(cells * 1.0) > 5)


def test_what_is_refused():
    game = ArrayOfDeterminants()
    with pytest.raises(
        NotCompilable, match=r"in ArrayOfDeterminants.won\): compiled code cannot call det"
    ):
        gt.Searcher(game, game.initial_state(), compiled=True, method="uct")
