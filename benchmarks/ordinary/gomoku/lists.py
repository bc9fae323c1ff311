"""Gomoku on lists of lists."""

import gametree as gt

SIZE = 9


class ListOfLists(gt.Game):
    """Rows of cells, copied by a comprehension; only lines through the last stone are looked at."""

    directions = [(0, 1), (1, 0), (1, 1), (1, -1)]

    def initial_state(self):
        return ([[0] * SIZE for _ in range(SIZE)], 0, None)

    def current_player(self, state):
        return state[1] % 2

    def count(self, board, row, column, down, right):
        stone = board[row][column]
        count = 0
        while 0 <= row < SIZE and 0 <= column < SIZE and board[row][column] == stone:
            count += 1
            row += down
            column += right
        return count

    def has_won(self, state):
        board, _, last = state
        if last is None:
            return False
        row, column = last
        for down, right in self.directions:
            both = self.count(board, row, column, down, right)
            both += self.count(board, row, column, -down, -right)
            if both - 1 >= 5:
                return True
        return False

    def legal_actions(self, state):
        if self.has_won(state):
            return []
        board = state[0]
        return [r * SIZE + c for r in range(SIZE) for c in range(SIZE) if board[r][c] == 0]

    def next_state(self, state, action):
        board, moves, _ = state
        board = [row[:] for row in board]
        row, column = divmod(action, SIZE)
        board[row][column] = moves % 2 + 1
        return (board, moves + 1, (row, column))

    def returns(self, state):
        if not self.has_won(state):
            return (0.0, 0.0)
        return (1.0, -1.0) if state[1] % 2 == 1 else (-1.0, 1.0)
