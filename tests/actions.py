"""Tic-tac-toe with actions of many kinds, for tests."""

from __future__ import annotations

import enum
from typing import NamedTuple

import gametree as gt

LINES = (0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)


class Grid(gt.Game):
    """Tic-tac-toe on bits: what each player has, and who moves. `make` and `cell` are for actions.

    `cell(make(cell))` is the cell.
    """

    max_actions = 9

    def initial_state(self):
        return (0, 0, 0)

    def current_player(self, state):
        return state[2]

    def legal_actions(self, state):
        if won(state[0]) or won(state[1]):
            return []
        taken = state[0] | state[1]
        return [self.make(cell) for cell in range(9) if not taken >> cell & 1]

    def next_state(self, state, action):
        bit = 1 << self.cell(action)
        if state[2] == 0:
            return (state[0] | bit, state[1], 1)
        return (state[0], state[1] | bit, 0)

    def returns(self, state):
        if won(state[0]):
            return (1.0, -1.0)
        return (-1.0, 1.0) if won(state[1]) else (0.0, 0.0)


def won(cells):
    for line in LINES:
        if cells & line == line:
            return True
    return False


class Pairs(Grid):
    def make(self, cell):
        return (cell // 3, cell % 3)

    def cell(self, action):
        return action[0] * 3 + action[1]


class Corner(enum.Enum):
    NORTH = "n"
    EAST = "e"
    SOUTH = "s"
    WEST = "w"


CORNERS = (Corner.NORTH, Corner.EAST, Corner.SOUTH, Corner.WEST)


class Nested(Grid):
    """Enumerations, booleans and integers of more than 32 bits, some below 0, in nested tuples."""

    def make(self, cell):
        return ((CORNERS[cell % 4], cell % 2 == 1), (-(cell // 4) << 36, True))

    def cell(self, action):
        (corner, _), (rounds, _) = action
        cell = -4 * (rounds >> 36)
        if corner == Corner.EAST:
            cell += 1
        elif corner == Corner.SOUTH:
            cell += 2
        elif corner == Corner.WEST:
            cell += 3
        return cell


class Square(NamedTuple):
    row: int
    column: int


class Squares(Grid):
    def make(self, cell):
        return Square(cell // 3, cell % 3)

    def cell(self, action):
        return action.row * 3 + action.column


class Rows(Grid):
    """Tuples of several lengths, and None."""

    def make(self, cell):
        return None if cell == 4 else (cell,) + (1,) * (cell % 6)

    def cell(self, action):
        return 4 if action is None else action[0]


class Texts(Grid):
    def make(self, cell):
        return "abc"[cell // 3] + "123"[cell % 3]

    def cell(self, action):
        return find("abc", action[0]) * 3 + find("123", action[1])


def find(text, wanted):
    for place in range(3):
        if text[place] == wanted:
            return place
    return 0


class Wide(Grid):
    """Integers of more than 32 bits."""

    def make(self, cell):
        return (cell - 4) << 40

    def cell(self, action):
        return (action >> 40) + 4


class Dice(gt.Game):
    """Roll a pair of dice of two sides three times, and add up or take away."""

    players = 1

    def initial_state(self):
        return (0, 3, 0)

    def current_player(self, state):
        return gt.CHANCE if state[2] == 0 else 0

    def is_terminal(self, state):
        return state[1] == 0

    def legal_actions(self, state):
        if state[1] == 0:
            return []
        if state[2] == 0:
            return [(1, 1), (1, 2), (2, 2)]
        return [(0, state[2]), (0, -state[2])]

    def chance_outcomes(self, state):
        return [((1, 1), 0.25), ((1, 2), 0.5), ((2, 2), 0.25)]

    def random_action(self, state, rng):
        return (0, state[2] if rng.below(2) == 0 else -state[2])

    def next_state(self, state, action):
        if state[2] == 0:
            return (state[0], state[1], action[0] * action[1])
        return (state[0] + action[1], state[1] - 1, 0)

    def returns(self, state):
        return (state[0] / 12,)


class Boards(Grid):
    """The board is a list of what lies on each cell, and actions are (row, column)."""

    make = Pairs.make
    cell = Pairs.cell

    def initial_state(self):
        return ([0] * 9, 0)

    def current_player(self, state):
        return state[1]

    def legal_actions(self, state):
        if won(self.cells(state, 1)) or won(self.cells(state, 2)):
            return []
        return [self.make(cell) for cell in range(9) if state[0][cell] == 0]

    def cells(self, state, mark):
        found = 0
        for cell in range(9):
            if state[0][cell] == mark:
                found |= 1 << cell
        return found

    def next_state(self, state, action):
        board = list(state[0])
        board[self.cell(action)] = state[1] + 1
        return (board, 1 - state[1])

    def returns(self, state):
        if won(self.cells(state, 1)):
            return (1.0, -1.0)
        return (-1.0, 1.0) if won(self.cells(state, 2)) else (0.0, 0.0)


class Move:
    """A move as an object that is equal to itself alone: a place, or None for the centre."""

    def __init__(self, place, mark):
        self.place = place
        self.mark = mark

    def __repr__(self):
        return f"{self.mark} to {self.place}"


class Position:
    """A board that plays moves on copies, remembers the last one, and lists them once."""

    def __init__(self, cells, player):
        self.cells = cells
        self.player = player
        self.last = None
        self.listed = None

    def moves(self):
        if self.listed is None:
            empty = [cell for cell in range(9) if not self.cells[cell]]
            self.listed = [Move(self.place(cell), self.player + 1) for cell in empty]
        return self.listed

    def place(self, cell):
        return None if cell == 4 else Square(cell // 3, cell % 3)

    def after(self, move):
        cells = list(self.cells)
        cells[4 if move.place is None else move.place.row * 3 + move.place.column] = move.mark
        made = Position(cells, 1 - self.player)
        made.last = move
        return made

    def winner(self):
        """Return the mark of who has won, 0 if nobody has: only the last mark can have."""
        if self.last is None:
            return 0
        mark = self.last.mark
        found = 0
        for cell in range(9):
            if self.cells[cell] == mark:
                found |= 1 << cell
        return mark if won(found) else 0


class Objects(gt.Game):
    """Objects as states and as actions."""

    def initial_state(self):
        return Position([0] * 9, 0)

    def current_player(self, state):
        return state.player

    def legal_actions(self, state):
        return [] if state.winner() else state.moves()

    def next_state(self, state, action):
        return state.after(action)

    def returns(self, state):
        winner = state.winner()
        return (0.0, 0.0) if winner == 0 else (3.0 - 2 * winner, 2 * winner - 3.0)
