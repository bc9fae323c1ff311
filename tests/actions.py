"""Games with actions of many kinds, for tests."""

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


class Sides(enum.Flag):
    """Sides of a cell, several at once."""

    NORTH = enum.auto()
    EAST = enum.auto()
    SOUTH = enum.auto()
    WEST = enum.auto()


class Flagged(Grid):
    """Flags alone and put together, beside what lies in the bits next to theirs."""

    def make(self, cell):
        return (Sides(cell + 6), cell % 2 == 0)

    def cell(self, action):
        return action[0].value - 6


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
    """The board is a list of what lies on each cell."""

    def make(self, cell):
        return "abc"[cell // 3] + "123"[cell % 3]

    def cell(self, action):
        return find("abc", action[0]) * 3 + find("123", action[1])

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


class FourKinds(gt.Game):
    """Three piles: take one of a pile, or half of it. Once each may pass, or leave it to chance.

    Where `fault` is 1, passing is unknown near the end; where it is 2, there are wide actions.
    That is no constant, so one compilation serves all.
    """

    def __init__(self, fault=0.0):
        self.fault = fault

    def initial_state(self):
        return ([3, 4, 2], 0, (False, False), False)

    def key(self, state):
        return (tuple(state[0]), state[1], state[2], state[3])

    def current_player(self, state):
        return gt.CHANCE if state[3] else state[1]

    def legal_actions(self, state):
        if state[3]:
            for pile in range(3):
                yield pile, 2
            return
        for pile, size in enumerate(state[0]):
            if size:
                yield pile
                yield pile, (size + 1) // 2
        if not state[2][state[1]]:
            yield "pass"
            yield None
        if self.fault == 2.0 and sum(state[0]) < 3:
            yield 0, 1 << 40

    def chance_outcomes(self, state):
        return [((0, 2), 0.25), ((1, 2), 0.5), ((2, 2), 0.25)]

    def random_action(self, state, rng):
        pile = rng.below(3)
        while state[0][pile] == 0:
            pile = (pile + 1) % 3
        return pile, (state[0][pile] + 1) // 2

    def next_state(self, state, action):
        sizes, player, passed, _ = state
        passes = action == "pass" and (self.fault != 1.0 or sum(sizes) > 2)
        if action is None or passes:
            done = tuple(was or each == player for each, was in enumerate(passed))
            return (sizes, player if action is None else 1 - player, done, action is None)
        if isinstance(action, int):
            return (self.took(sizes, action, 1), 1 - player, passed, False)
        pile, count = action
        return (self.took(sizes, pile, count), 1 - player, passed, False)

    def took(self, sizes, pile, count):
        return [max(size - count, 0) if each == pile else size for each, size in enumerate(sizes)]

    def is_terminal(self, state):
        return sum(state[0]) == 0

    def returns(self, state):
        return (1, -1) if state[1] == 1 else (-1, 1)
