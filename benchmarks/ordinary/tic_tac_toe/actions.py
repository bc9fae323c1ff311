"""Tic-tac-toe with moves of many kinds, on a plain tuple of cells."""

from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import NamedTuple

import gametree as gt

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def play(board, cell):
    stone = (9 - board.count(0)) % 2 + 1
    return board[:cell] + (stone,) + board[cell + 1 :]


def free_cells(board):
    return [i for i in range(9) if board[i] == 0]


def winner(board):
    for a, b, c in LINES:
        if board[a] != 0 and board[a] == board[b] and board[a] == board[c]:
            return board[a]
    return 0


class Cells(gt.Game):
    """Moves are the numbers of cells: what the others share."""

    def initial_state(self):
        return (0,) * 9

    def current_player(self, state):
        return (9 - state.count(0)) % 2

    def legal_actions(self, state):
        return [] if winner(state) else free_cells(state)

    def next_state(self, state, action):
        return play(state, action)

    def returns(self, state):
        return ((0.0, 0.0), (1.0, -1.0), (-1.0, 1.0))[winner(state)]


class RowAndColumn(Cells):
    """Moves are tuples (row, column)."""

    def legal_actions(self, state):
        if winner(state):
            return []
        return [(r, c) for r in range(3) for c in range(3) if state[3 * r + c] == 0]

    def next_state(self, state, action):
        row, column = action
        return play(state, 3 * row + column)


class Move(NamedTuple):
    """A move with names."""

    row: int
    column: int

    @property
    def cell(self):
        """Its number."""
        return 3 * self.row + self.column


class NamedMoves(Cells):
    """Moves are NamedTuples."""

    def legal_actions(self, state):
        if winner(state):
            return []
        return [Move(*divmod(cell, 3)) for cell in free_cells(state)]

    def next_state(self, state, action):
        return play(state, action.cell)


class TextMoves(Cells):
    """Moves are texts such as "b2"."""

    def legal_actions(self, state):
        if winner(state):
            return []
        return ["abc"[cell % 3] + str(cell // 3 + 1) for cell in free_cells(state)]

    def next_state(self, state, action):
        column = "abc".index(action[0])
        row = int(action[1]) - 1
        return play(state, 3 * row + column)


class Square(Enum):
    """The squares of the board."""

    TOP_LEFT = 0
    TOP = 1
    TOP_RIGHT = 2
    LEFT = 3
    CENTRE = 4
    RIGHT = 5
    BOTTOM_LEFT = 6
    BOTTOM = 7
    BOTTOM_RIGHT = 8


class EnumMoves(Cells):
    """Moves are members of an Enum."""

    def legal_actions(self, state):
        if winner(state):
            return []
        return [square for square in Square if state[square.value] == 0]

    def next_state(self, state, action):
        return play(state, action.value)


class Field(IntEnum):
    """The fields of the board, as numbers."""

    A1 = 0
    B1 = 1
    C1 = 2
    A2 = 3
    B2 = 4
    C2 = 5
    A3 = 6
    B3 = 7
    C3 = 8


class IntEnumMoves(Cells):
    """Moves are members of an IntEnum."""

    def legal_actions(self, state):
        if winner(state):
            return []
        return [Field(cell) for cell in free_cells(state)]

    def next_state(self, state, action):
        return play(state, action)


@dataclass(frozen=True)
class Placement:
    """A stone and where it goes."""

    stone: int
    cell: int


class DataclassMoves(Cells):
    """Moves are frozen dataclasses that hold the stone as well."""

    def legal_actions(self, state):
        if winner(state):
            return []
        stone = self.current_player(state) + 1
        return [Placement(stone, cell) for cell in free_cells(state)]

    def next_state(self, state, action):
        board = list(state)
        board[action.cell] = action.stone
        return tuple(board)


class WideMoves(Cells):
    """Moves are numbers of up to 41 bits, one of which is set."""

    def legal_actions(self, state):
        if winner(state):
            return []
        return [1 << 5 * cell for cell in free_cells(state)]

    def next_state(self, state, action):
        return play(state, (action.bit_length() - 1) // 5)


class GeneratedMoves(Cells):
    """Moves come from a generator."""

    def legal_actions(self, state):
        if not winner(state):
            for cell in range(9):
                if state[cell] == 0:
                    yield cell


class TupleOfMoves(Cells):
    """Moves come as a tuple."""

    def legal_actions(self, state):
        if winner(state):
            return ()
        return tuple(cell for cell in range(9) if not state[cell])
