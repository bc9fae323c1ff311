"""Gomoku on dataclasses."""

import dataclasses
from dataclasses import dataclass, field
from typing import Tuple

import gametree as gt

SIZE = 9
CELLS = SIZE * SIZE


def is_five(cells, cell):
    row, column = cell // SIZE, cell % SIZE
    for down, right in [(0, 1), (1, 0), (1, 1), (1, -1)]:
        count = 1
        for sign in (1, -1):
            r, c = row + sign * down, column + sign * right
            while r in range(SIZE) and c in range(SIZE) and cells[r * SIZE + c] == cells[cell]:
                count += 1
                r, c = r + sign * down, c + sign * right
        if count >= 5:
            return True
    return False


@dataclass(frozen=True)
class Position:
    """A position as a value."""

    cells: Tuple[int, ...] = (0,) * CELLS
    to_move: int = 1
    winner: int = 0

    def play(self, cell):
        """Return the position after a move."""
        cells = self.cells[:cell] + (self.to_move,) + self.cells[cell + 1 :]
        winner = self.to_move if is_five(cells, cell) else 0
        return dataclasses.replace(self, cells=cells, to_move=3 - self.to_move, winner=winner)


class FrozenDataclass(gt.Game):
    """A frozen dataclass with a tuple of cells."""

    def initial_state(self):
        return Position()

    def current_player(self, state):
        return state.to_move - 1

    def legal_actions(self, state):
        if state.winner:
            return []
        return [cell for cell in range(CELLS) if state.cells[cell] == 0]

    def next_state(self, state, action):
        return state.play(action)

    def returns(self, state):
        if state.winner == 0:
            return (0.0, 0.0)
        return (1.0, -1.0) if state.winner == 1 else (-1.0, 1.0)


@dataclass
class Board:
    """A board that is changed in place."""

    cells: list = field(default_factory=lambda: [0] * CELLS)
    to_move: int = 1
    winner: int = 0

    def copy(self):
        """Return a board that may be changed apart from this one."""
        return Board(self.cells[:], self.to_move, self.winner)

    def put(self, cell):
        """Make a move."""
        self.cells[cell] = self.to_move
        if is_five(self.cells, cell):
            self.winner = self.to_move
        self.to_move = 3 - self.to_move


class MutableDataclass(FrozenDataclass):
    """A dataclass with a list of cells, copied for each move."""

    def initial_state(self):
        return Board()

    def next_state(self, state, action):
        board = state.copy()
        board.put(action)
        return board


class DataclassInPlace(MutableDataclass):
    """The same, changed in place: the search copies it."""

    def copy(self, state):
        return state.copy()

    def next_state(self, state, action):
        state.put(action)
        return state
