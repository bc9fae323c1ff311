# ruff: noqa: RET503
"""A grid: five in a row on nine by nine, with an array for a board."""

from __future__ import annotations

import random

import numpy as np

import gametree as gt

from . import planted


class Gomoku(gt.Game):
    """Put stones in turn; five in a row win."""

    max_actions = 81

    def __init__(self, size=9, row=5):
        self.size = size
        self.row = row

    def initial_state(self):
        return (np.zeros((self.size, self.size), np.int8), 0)

    def current_player(self, state):
        return state[1]

    def legal_actions(self, state):
        if self.winner(state[0]) >= 0:
            return []
        return self.empty_cells(state[0])

    def next_state(self, state, action):
        board = state[0].copy()
        board[action // self.size, action % self.size] = state[1] + 1
        return (board, 1 - state[1])

    def returns(self, state):
        winner = self.winner(state[0])
        if winner < 0:
            return (0.0, 0.0)
        return (1.0, -1.0) if winner == 0 else (-1.0, 1.0)

    def empty_cells(self, board):
        cells = []
        for cell in range(self.size * self.size):
            if board[cell // self.size, cell % self.size] == 0:
                cells.append(cell)
        return cells

    def winner(self, board):
        for row in range(self.size):
            for column in range(self.size):
                if board[row, column] != 0:
                    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                        if self.is_row(board, row, column, down, right):
                            return int(board[row, column]) - 1
        return -1

    def is_row(self, board, row, column, down, right):
        last_row = row + (self.row - 1) * down
        last_column = column + (self.row - 1) * right
        if not (0 <= last_row < self.size and 0 <= last_column < self.size):
            return False
        for step in range(1, self.row):
            if board[row + step * down, column + step * right] != board[row, column]:
                return False
        return True


# The winner swapped.


@planted("winner swapped", "returns")
class Negated(Gomoku):
    def returns(self, state):
        winner = self.winner(state[0])
        if winner < 0:
            return (0.0, 0.0)
        return (-1.0, 1.0) if winner == 0 else (1.0, -1.0)


@planted("winner swapped", "returns")
class MoverFirst(Gomoku):
    def returns(self, state):
        # Of the player to move, then of the other: as negamax wants it.
        return (0.0, 0.0) if self.winner(state[0]) < 0 else (-1.0, 1.0)


@planted("winner swapped", "returns")
class SwappedOnDiagonals(Gomoku):
    def returns(self, state):
        board = state[0]
        for row in range(self.size):
            for column in range(self.size):
                if board[row, column] != 0:
                    value = 1.0 if board[row, column] == 1 else -1.0
                    for down, right in ((0, 1), (1, 0)):
                        if self.is_row(board, row, column, down, right):
                            return (value, -value)
                    for down, right in ((1, 1), (1, -1)):
                        if self.is_row(board, row, column, down, right):
                            return (-value, value)
        return (0.0, 0.0)


# The board that was given is changed.


@planted("mutation", "next_state")
class InPlace(Gomoku):
    def next_state(self, state, action):
        board, player = state
        board[action // self.size, action % self.size] = player + 1
        return (board, 1 - player)


@planted("mutation", "next_state")
class InPlaceAtTheEdge(Gomoku):
    def next_state(self, state, action):
        board, player = state
        row, column = divmod(action, self.size)
        if 0 < row < self.size - 1:
            board = board.copy()
        board[row, column] = player + 1
        return (board, 1 - player)


@planted("mutation", "legal_actions")
class MarksLeftBehind(Gomoku):
    def legal_actions(self, state):
        board, player = state
        if self.winner(board) >= 0:
            return []
        cells = self.empty_cells(board)
        for cell in cells:  # moves that win at once, first of all
            row, column = divmod(cell, self.size)
            board[row, column] = player + 1
            if self.winner(board) == player:
                return [cell] + [other for other in cells if other != cell]
            board[row, column] = 0
        return cells


# The player to move stays.


@planted("player stays", "current_player", "next_state", "returns")
class NeverPassesTheTurn(Gomoku):
    def next_state(self, state, action):
        return (Gomoku.next_state(self, state, action)[0], state[1])


@planted("player stays", "current_player")
class PlayerTwo(Gomoku):
    def next_state(self, state, action):
        board = state[0].copy()
        board[action // self.size, action % self.size] = state[1] + 1
        return (board, state[1] + 1 if action == 40 else 1 - state[1])


@planted("player stays", "current_player")
class TurnByCounting(Gomoku):
    def current_player(self, state):
        return int(np.count_nonzero(state[0] == 1) - np.count_nonzero(state[0] == 2)) * (
            2 if np.count_nonzero(state[0]) > 40 else 1
        )


# Moves onto stones, which next_state refuses.


class Refusing(Gomoku):
    def next_state(self, state, action):
        if state[0][action // self.size, action % self.size] != 0:
            raise ValueError("this cell is taken")
        return Gomoku.next_state(self, state, action)


@planted("occupied cells", "legal_actions", "next_state")
class EveryCell(Refusing):
    def empty_cells(self, board):
        return list(range(self.size * self.size))


@planted("occupied cells", "legal_actions", "next_state")
class LastCellAlways(Refusing):
    def empty_cells(self, board):
        cells = []
        for cell in range(self.size * self.size - 1):
            if board[cell // self.size, cell % self.size] == 0:
                cells.append(cell)
        return [*cells, self.size * self.size - 1] if cells else []


@planted("occupied cells", "legal_actions", "next_state")
class CellsOfTheOther(Refusing):
    def legal_actions(self, state):
        if self.winner(state[0]) >= 0:
            return []
        flat = state[0].ravel()
        return [cell for cell in range(len(flat)) if flat[cell] != state[1] + 1]


# The end, told in two ways that differ.


@planted("the end", "is_terminal", "legal_actions")
class NoEndOfMoves(Gomoku):
    def legal_actions(self, state):
        return self.empty_cells(state[0])

    def is_terminal(self, state):
        return self.winner(state[0]) >= 0 or not self.empty_cells(state[0])


@planted("the end", "is_terminal")
class OverWhenFull(Gomoku):
    def is_terminal(self, state):
        return bool((state[0] != 0).all())


@planted("the end", "is_terminal")
class OverByLinesOnly(Gomoku):
    def is_terminal(self, state):
        board = state[0]
        for row in range(self.size):
            for column in range(self.size):
                if board[row, column] != 0:
                    for down, right in ((0, 1), (1, 0)):
                        if self.is_row(board, row, column, down, right):
                            return True
        return not self.empty_cells(board)


# The search for rows leaves the board.


@planted("beyond the border", "legal_actions", "returns")
class RowsBeyond(Gomoku):
    def is_row(self, board, row, column, down, right):
        return all(
            board[row + step * down, column + step * right] == board[row, column]
            for step in range(1, self.row)
        )


@planted("beyond the border", "legal_actions", "returns")
class OffByOne(Gomoku):
    def is_row(self, board, row, column, down, right):
        last_row = row + (self.row - 1) * down
        last_column = column + (self.row - 1) * right
        if last_row > self.size or last_column > self.size or last_column < 0:
            return False
        for step in range(1, self.row):
            if board[row + step * down, column + step * right] != board[row, column]:
                return False
        return True


@planted("beyond the border", "next_state", "legal_actions")
class NeighbourBeyond(Gomoku):
    def next_state(self, state, action):
        row, column = divmod(action, self.size)
        below = state[0][row + 1, column]  # for a rule about neighbours, one day
        return Gomoku.next_state(self, state, action) if below < 3 else state


# Chance in the rules.


@planted("random rules", "next_state")
class StonesSlip(Gomoku):
    def next_state(self, state, action):
        if np.random.random() < 0.02:
            action = np.random.choice(self.empty_cells(state[0]))
        return Gomoku.next_state(self, state, int(action))


@planted("random rules", "returns")
class DrawsByLot(Gomoku):
    def returns(self, state):
        if self.winner(state[0]) < 0:
            return random.choice([(1.0, -1.0), (-1.0, 1.0)])
        return Gomoku.returns(self, state)


_chance = random.Random(7)


@planted("random rules", "legal_actions")
class SomeMoves(Gomoku):
    def legal_actions(self, state):
        moves = list(Gomoku.legal_actions(self, state))
        return _chance.sample(moves, 10) if len(moves) > 10 else moves


# Returns of the wrong form.


@planted("form of returns", "returns")
class NoneForADraw(Gomoku):
    def returns(self, state):
        winner = self.winner(state[0])
        if winner >= 0:
            return (1.0, -1.0) if winner == 0 else (-1.0, 1.0)


@planted("form of returns", "returns")
class OneNumber(Gomoku):
    def returns(self, state):
        winner = self.winner(state[0])
        return 0.0 if winner < 0 else 1.0 if winner == 0 else -1.0


@planted("form of returns", "returns")
class ShareOfFree(Gomoku):
    def returns(self, state):
        value = float(np.float64(1.0) * len(self.empty_cells(state[0])))
        winner = self.winner(state[0])
        share = value / value if value else float("nan")
        return (share, -share) if winner == 0 else (-share, share)
