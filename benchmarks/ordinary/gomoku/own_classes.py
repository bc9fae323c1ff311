"""Gomoku on a class of one's own."""

import gametree as gt

SIZE = 9


class Board:
    """Rows of marks, whose turn it is, and who has won."""

    directions = ((0, 1), (1, 0), (1, 1), (1, -1))

    def __init__(self, size):
        self.size = size
        self.rows = [["."] * size for _ in range(size)]
        self.turn = "X"
        self.winner = ""

    def copy(self):
        """Return a board that may be changed apart from this one."""
        board = Board(self.size)
        board.rows = [row.copy() for row in self.rows]
        board.turn = self.turn
        board.winner = self.winner
        return board

    def mark(self, row, column):
        """Return what is on a cell; nothing beside the board."""
        if 0 <= row < self.size and 0 <= column < self.size:
            return self.rows[row][column]
        return ""

    def free(self):
        """Return the free cells as (row, column)."""
        cells = range(self.size)
        return [(r, c) for r in cells for c in cells if self.rows[r][c] == "."]

    def place(self, row, column):
        """Make a move."""
        self.rows[row][column] = self.turn
        for down, right in self.directions:
            marks = "".join(
                self.mark(row + i * down, column + i * right) or " " for i in range(-4, 5)
            )
            if self.turn * 5 in marks:
                self.winner = self.turn
        self.turn = "O" if self.turn == "X" else "X"


class ClassWithCopy(gt.Game):
    """A board with a copy method; moves are (row, column)."""

    def initial_state(self):
        return Board(SIZE)

    def current_player(self, state):
        return 0 if state.turn == "X" else 1

    def legal_actions(self, state):
        return [] if state.winner else state.free()

    def next_state(self, state, action):
        board = state.copy()
        board.place(*action)
        return board

    def returns(self, state):
        if state.winner == "":
            return (0.0, 0.0)
        return (1.0, -1.0) if state.winner == "X" else (-1.0, 1.0)
