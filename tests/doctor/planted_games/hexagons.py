# ruff: noqa: RET503
"""Hexagons: Hex, five by five; moves are objects, states are tuples of tuples."""

from __future__ import annotations

import itertools
from dataclasses import dataclass

import gametree as gt

from . import planted

SIZE = 5
NEIGHBOURS = ((0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1))


@dataclass(frozen=True)
class Cell:
    """A hexagon."""

    q: int
    r: int

    def __str__(self):
        return f"{'abcde'[self.q]}{self.r + 1}"


class Hex(gt.Game):
    """Put stones in turn; player 0 joins the first row to the last, player 1 the columns."""

    def initial_state(self):
        return (((None,) * SIZE,) * SIZE, 0)

    def current_player(self, state):
        return state[1]

    def legal_actions(self, state):
        if self.winner(state[0]) is not None:
            return []
        return [self.cell(q, r) for q, r in self.free(state[0])]

    def free(self, rows):
        return [(q, r) for r in range(SIZE) for q in range(SIZE) if rows[r][q] is None]

    def cell(self, q, r):
        return Cell(q, r)

    def next_state(self, state, action):
        rows, player = state
        row = list(rows[action.r])
        row[action.q] = player
        return ((*rows[: action.r], tuple(row), *rows[action.r + 1 :]), 1 - player)

    def returns(self, state):
        return (1.0, -1.0) if self.winner(state[0]) == 0 else (-1.0, 1.0)

    def winner(self, rows):
        for player in (0, 1):
            if self.joined(rows, player):
                return player
        return None

    def joined(self, rows, player):
        if player == 0:
            found = [(q, 0) for q in range(SIZE) if rows[0][q] == 0]
        else:
            found = [(0, r) for r in range(SIZE) if rows[r][0] == 1]
        seen = set(found)
        while found:
            q, r = found.pop()
            if (r if player == 0 else q) == SIZE - 1:
                return True
            for right, down in NEIGHBOURS:
                near = (q + right, r + down)
                if near not in seen and 0 <= near[0] < SIZE and 0 <= near[1] < SIZE:
                    if rows[near[1]][near[0]] == player:
                        seen.add(near)
                        found.append(near)
        return False

    def action_to_text(self, state, action):
        return f"{'abcde'[action.q]}{action.r + 1}"


# Moves that cannot be compared.


class Place:
    """A hexagon without equality."""

    def __init__(self, q, r):
        self.q = q
        self.r = r


@planted("moves without equality", "legal_actions")
class PlainObjects(Hex):
    def cell(self, q, r):
        return Place(q, r)


@dataclass(eq=False)
class LooseCell:
    """A hexagon of a dataclass that was told not to compare."""

    q: int
    r: int


@planted("moves without equality", "legal_actions")
class NoEquality(Hex):
    def cell(self, q, r):
        return LooseCell(q, r)

    def action_to_text(self, state, action):
        return str(action)


class Unhashed(Place):
    """A hexagon that compares, but cannot be in a set."""

    def __eq__(self, other):
        return other is self

    __hash__ = None


@planted("moves without equality", "legal_actions")
class OnlyTheSame(Hex):
    def cell(self, q, r):
        return Unhashed(q, r)


# The winner swapped.


@planted("winner swapped", "returns")
class Negated(Hex):
    def returns(self, state):
        return (-1.0, 1.0) if self.winner(state[0]) == 0 else (1.0, -1.0)


@planted("winner swapped", "returns")
class MayMove(Hex):
    def returns(self, state):
        mine = 1.0 if state[1] == 0 else -1.0
        return (mine, -mine)


@planted("winner swapped", "returns")
class FirstWins(Hex):
    def returns(self, state):
        return (1.0, -1.0) if self.winner(state[0]) is not None else (-1.0, 1.0)


# Walks that do not stop.


@planted("endless walk", "legal_actions", "returns")
class Unmarked(Hex):
    def joined(self, rows, player):
        found = [(q, 0) for q in range(SIZE) if rows[0][q] == 0]
        if player == 1:
            found = [(0, r) for r in range(SIZE) if rows[r][0] == 1]
        while found:
            q, r = found.pop(0)
            if (r if player == 0 else q) == SIZE - 1:
                return True
            for right, down in NEIGHBOURS:
                near = (q + right, r + down)
                if 0 <= near[0] < SIZE and 0 <= near[1] < SIZE:
                    if rows[near[1]][near[0]] == player and near not in found:
                        found.append(near)
        return False


@planted("endless walk", "legal_actions", "returns")
class Recursive(Hex):
    def joined(self, rows, player):
        starts = [(i, 0) if player == 0 else (0, i) for i in range(SIZE)]
        return any(self.reaches(rows, player, *start) for start in starts)

    def reaches(self, rows, player, q, r):
        if not (0 <= q < SIZE and 0 <= r < SIZE) or rows[r][q] != player:
            return False
        if (r if player == 0 else q) == SIZE - 1:
            return True
        return any(
            self.reaches(rows, player, q + right, r + down) for right, down in NEIGHBOURS[::-1]
        )


@planted("endless walk", "legal_actions")
class CountsOn(Hex):
    def free(self, rows):
        places = ((index % SIZE, index // SIZE % SIZE) for index in itertools.count())
        return ((q, r) for q, r in places if rows[r][q] is None)


# The end that cannot be told.


@planted("the last moves", "returns")
class NoPath(Hex):
    def returns(self, state):
        names = {(0, 1): (1.0, -1.0), (1, 1): (-1.0, 1.0)}
        return names[self.winner(state[0]), state[1]]


@planted("the last moves", "returns")
class BySpareCells(Hex):
    def returns(self, state):
        spare = len(self.free(state[0]))
        worth = 1.0 / spare + 0.5
        return (worth, -worth) if self.winner(state[0]) == 0 else (-worth, worth)


@planted("the last moves", "returns")
class FirstFree(Hex):
    def returns(self, state):
        q, _r = self.free(state[0])[2]
        return Hex.returns(self, state) if q >= 0 else (0.0, 0.0)


# Names of cells.


@planted("names", "action_to_text", "text_to_action")
class ColumnsOnly(Hex):
    def action_to_text(self, state, action):
        return "abcde"[action.q]


@planted("names", "text_to_action")
class RowsForColumns(Hex):
    def text_to_action(self, state, text):
        return Cell(int(text[1]) - 1, "abcde".index(text[0]))


@planted("names", "action_to_text")
class ShortAlphabet(Hex):
    def action_to_text(self, state, action):
        return f"{'abcd'[action.q]}{action.r + 1}"


# Keys that are too short.


@planted("keys", "key")
class OccupiedOnly(Hex):
    def key(self, state):
        return tuple(tuple(cell is not None for cell in row) for row in state[0])


@planted("keys", "key")
class HowMany(Hex):
    def key(self, state):
        cells = [cell for row in state[0] for cell in row]
        return (tuple(row.count(0) for row in state[0]), cells.count(1))


@planted("keys", "key")
class XorOfCells(Hex):
    def key(self, state):
        key = 0
        for r, row in enumerate(state[0]):
            for q, cell in enumerate(row):
                if cell is not None:
                    key ^= (q + SIZE * r) * 2 + cell
        return key


# Players of other names.


@planted("players", "current_player")
class OneAndTwo(Hex):
    def current_player(self, state):
        return state[1] + 1


@planted("players", "current_player")
class Colours(Hex):
    def current_player(self, state):
        return ("red", "blue")[state[1]]


@planted("players", "current_player")
class NobodyAtTheCorner(Hex):
    def current_player(self, state):
        if state[0][4][4] is None:
            return state[1]


# Successors that are none.


@planted("successors", "next_state")
class ForgottenReturn(Hex):
    def next_state(self, state, action):
        if action.r < SIZE - 1:
            return Hex.next_state(self, state, action)


@planted("successors", "next_state", "legal_actions", "current_player")
class WithAReward(Hex):
    def next_state(self, state, action):
        successor = Hex.next_state(self, state, action)
        return successor, self.returns(successor)


@planted("successors", "next_state", "legal_actions", "current_player", "returns", "state_to_text")
class LosesARow(Hex):
    def next_state(self, state, action):
        rows, player = Hex.next_state(self, state, action)
        return (rows[:-1] if action == Cell(2, 4) else rows, player)
