"""Tic-tac-toe on NumPy arrays."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

import gametree as gt

LINES = np.array(
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]]
)


class FlatArray(gt.Game):
    """The state is an array of nine cells, 1 and -1."""

    def initial_state(self):
        return np.zeros(9, dtype=int)

    def current_player(self, state):
        return 0 if state.sum() == 0 else 1

    def legal_actions(self, state):
        if np.abs(state[LINES].sum(axis=1)).max() == 3:
            return []
        return [int(cell) for cell in np.flatnonzero(state == 0)]

    def next_state(self, state, action):
        board = state.copy()
        board[action] = 1 if self.current_player(state) == 0 else -1
        return board

    def returns(self, state):
        sums = state[LINES].sum(axis=1)
        if (sums == 3).any():
            return (1.0, -1.0)
        if (sums == -3).any():
            return (-1.0, 1.0)
        return (0.0, 0.0)


class SquareArray(gt.Game):
    """The state is an array of three by three."""

    def initial_state(self):
        return np.zeros((3, 3), dtype=np.int8)

    def current_player(self, state):
        return int(np.count_nonzero(state)) % 2

    def winner(self, board):
        for stone in (1, 2):
            mine = board == stone
            if mine.all(axis=0).any() or mine.all(axis=1).any():
                return stone
            if mine.diagonal().all() or np.fliplr(mine).diagonal().all():
                return stone
        return 0

    def legal_actions(self, state):
        if self.winner(state):
            return []
        return [int(3 * r + c) for r, c in np.argwhere(state == 0)]

    def next_state(self, state, action):
        board = state.copy()
        board[action // 3, action % 3] = self.current_player(state) + 1
        return board

    def returns(self, state):
        winner = self.winner(state)
        if winner == 0:
            return (0.0, 0.0)
        return (1.0, -1.0) if winner == 1 else (-1.0, 1.0)


class ArrayAndPlayer(gt.Game):
    """A tuple of an array and the player, 1 or -1; sums along axes, trace and rot90."""

    def initial_state(self):
        return np.zeros((3, 3)), 1

    def current_player(self, state):
        board, player = state
        return 0 if player == 1 else 1

    def result(self, board):
        sums = [*board.sum(axis=0), *board.sum(axis=1), board.trace(), np.rot90(board).trace()]
        if 3 in sums:
            return 1
        if -3 in sums:
            return -1
        return 0

    def legal_actions(self, state):
        board, player = state
        if self.result(board) != 0:
            return []
        rows, columns = np.where(board == 0)
        return [int(3 * r + c) for r, c in zip(rows, columns)]

    def next_state(self, state, action):
        board, player = state
        board = np.copy(board)
        board[action // 3][action % 3] = player
        return board, -player

    def returns(self, state):
        result = self.result(state[0])
        return (result, -result)


@dataclass
class Position:
    """A board as an array, and how many moves were made."""

    board: np.ndarray
    moves: int = 0


class ArrayInDataclass(gt.Game):
    """A dataclass with an array in it."""

    def initial_state(self):
        return Position(np.full((3, 3), -1))

    def current_player(self, state):
        return state.moves % 2

    def wins(self, board, player):
        for i in range(3):
            if np.all(board[i, :] == player) or np.all(board[:, i] == player):
                return True
        return np.all(np.diag(board) == player) or np.all(np.diag(board[:, ::-1]) == player)

    def legal_actions(self, state):
        if self.wins(state.board, 0) or self.wins(state.board, 1):
            return []
        return [i for i in range(9) if state.board[i // 3, i % 3] == -1]

    def next_state(self, state, action):
        board = state.board.copy()
        board[divmod(action, 3)] = state.moves % 2
        return Position(board, state.moves + 1)

    def returns(self, state):
        if self.wins(state.board, 0):
            return (1.0, -1.0)
        if self.wins(state.board, 1):
            return (-1.0, 1.0)
        return (0.0, 0.0)


class Planes(NamedTuple):
    """Where each player has stones: two boards of truth values."""

    crosses: np.ndarray
    noughts: np.ndarray


class ArraysOfTruth(gt.Game):
    """A NamedTuple of two arrays of bools."""

    def initial_state(self):
        return Planes(np.zeros(9, dtype=bool), np.zeros(9, dtype=bool))

    def current_player(self, state):
        return 0 if state.crosses.sum() == state.noughts.sum() else 1

    def has_line(self, plane):
        return any(plane[line].all() for line in LINES)

    def legal_actions(self, state):
        if self.has_line(state.crosses) or self.has_line(state.noughts):
            return []
        free = ~(state.crosses | state.noughts)
        return list(np.nonzero(free)[0])

    def next_state(self, state, action):
        if self.current_player(state) == 0:
            crosses = state.crosses.copy()
            crosses[action] = True
            return state._replace(crosses=crosses)
        noughts = state.noughts.copy()
        noughts[action] = True
        return state._replace(noughts=noughts)

    def returns(self, state):
        if self.has_line(state.crosses):
            return (1.0, -1.0)
        if self.has_line(state.noughts):
            return (-1.0, 1.0)
        return (0.0, 0.0)


class ArrayInPlace(gt.Game):
    """An array of planes, changed in place: the search copies it."""

    states_change = True

    def initial_state(self):
        return np.zeros((2, 3, 3), dtype=np.uint8)

    def current_player(self, state):
        return int(state.sum()) % 2

    def wins(self, plane):
        if plane.sum(axis=0).max() == 3 or plane.sum(axis=1).max() == 3:
            return True
        return plane.trace() == 3 or plane[::-1].trace() == 3

    def legal_actions(self, state):
        if self.wins(state[0]) or self.wins(state[1]):
            return []
        taken = state.any(axis=0).reshape(9)
        return [i for i in range(9) if not taken[i]]

    def next_state(self, state, action):
        state[self.current_player(state), action // 3, action % 3] = 1
        return state

    def returns(self, state):
        if self.wins(state[0]):
            return (1.0, -1.0)
        return (-1.0, 1.0) if self.wins(state[1]) else (0.0, 0.0)


BOARD = np.dtype([("cells", "i1", (9,)), ("player", "i1")])


class StructuredArray(gt.Game):
    """An element of a structured array, copied and changed."""

    lines = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]

    def initial_state(self):
        return np.zeros(1, dtype=BOARD)[0]

    def current_player(self, state):
        return int(state["player"])

    def won(self, cells, stone):
        for a, b, c in self.lines:
            if cells[a] == stone and cells[b] == stone and cells[c] == stone:
                return True
        return False

    def legal_actions(self, state):
        cells = state["cells"]
        if self.won(cells, 1) or self.won(cells, 2):
            return []
        return [i for i in range(9) if cells[i] == 0]

    def next_state(self, state, action):
        new = state.copy()
        new["cells"][action] = state["player"] + 1
        new["player"] = 1 - state["player"]
        return new

    def returns(self, state):
        if self.won(state["cells"], 1):
            return (1.0, -1.0)
        return (-1.0, 1.0) if self.won(state["cells"], 2) else (0.0, 0.0)
