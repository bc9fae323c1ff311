"""Gomoku on NumPy arrays."""

import numpy as np

import gametree as gt

SIZE = 9


class ArrayByCell(gt.Game):
    """(board, moves, last cell): an array of 9 by 9, looked at cell by cell."""

    def initial_state(self):
        return np.zeros((SIZE, SIZE), dtype=np.int8), 0, -1

    def current_player(self, state):
        return state[1] % 2

    def run(self, board, row, column, down, right):
        stone = board[row, column]
        length = 0
        while 0 <= row < SIZE and 0 <= column < SIZE and board[row, column] == stone:
            length += 1
            row += down
            column += right
        return length

    def has_won(self, state):
        board, _, last = state
        if last < 0:
            return False
        row, column = divmod(last, SIZE)
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            forth = self.run(board, row, column, down, right)
            back = self.run(board, row, column, -down, -right)
            if forth + back > 5:
                return True
        return False

    def legal_actions(self, state):
        if self.has_won(state):
            return []
        return [int(cell) for cell in np.flatnonzero(state[0] == 0)]

    def next_state(self, state, action):
        board, moves, _ = state
        board = board.copy()
        board[action // SIZE, action % SIZE] = 1 if moves % 2 == 0 else -1
        return board, moves + 1, action

    def returns(self, state):
        if not self.has_won(state):
            return (0.0, 0.0)
        return (1.0, -1.0) if state[1] % 2 else (-1.0, 1.0)


class ArrayBySlices(gt.Game):
    """The array alone: rows, columns and diagonals are taken out of it and searched."""

    def initial_state(self):
        return np.zeros((SIZE, SIZE), dtype=int)

    def current_player(self, state):
        return int((state != 0).sum()) % 2

    def has_five(self, board, stone):
        mine = board == stone
        mirrored = np.fliplr(mine)
        for i in range(SIZE):
            for start in range(SIZE - 4):
                if mine[i, start : start + 5].all() or mine[start : start + 5, i].all():
                    return True
        for offset in range(-4, 5):
            for diagonal in (mine.diagonal(offset), mirrored.diagonal(offset)):
                for start in range(len(diagonal) - 4):
                    if diagonal[start : start + 5].all():
                        return True
        return False

    def legal_actions(self, state):
        if self.has_five(state, 1) or self.has_five(state, 2):
            return []
        return [int(SIZE * r + c) for r, c in np.argwhere(state == 0)]

    def next_state(self, state, action):
        board = state.copy()
        board[divmod(action, SIZE)] = self.current_player(state) + 1
        return board

    def returns(self, state):
        if self.has_five(state, 1):
            return (1.0, -1.0)
        return (-1.0, 1.0) if self.has_five(state, 2) else (0.0, 0.0)
