"""Gomoku on a tuple of 81 cells."""

import gametree as gt

SIZE = 9
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))


def length(board, row, column, down, right):
    """Return how many stones like that of a cell follow it in a direction."""
    stone = board[row * SIZE + column]
    count = 0
    row, column = row + down, column + right
    while 0 <= row < SIZE and 0 <= column < SIZE and board[row * SIZE + column] == stone:
        count += 1
        row, column = row + down, column + right
    return count


def has_five(board, cell):
    """Tell whether a stone is one of five or more in a row."""
    row, column = divmod(cell, SIZE)
    for down, right in DIRECTIONS:
        after = length(board, row, column, down, right)
        if 1 + after + length(board, row, column, -down, -right) >= 5:
            return True
    return False


class TupleBySlices(gt.Game):
    """(board, player to move, winner): a stone is put between two slices."""

    def initial_state(self):
        return ((0,) * 81, 1, 0)

    def current_player(self, state):
        return state[1] - 1

    def legal_actions(self, state):
        board, player, winner = state
        if winner != 0:
            return []
        return [cell for cell in range(81) if board[cell] == 0]

    def next_state(self, state, action):
        board, player, _ = state
        board = board[:action] + (player,) + board[action + 1 :]
        return board, 3 - player, player if has_five(board, action) else 0

    def returns(self, state):
        winner = state[2]
        if winner == 0:
            return (0.0, 0.0)
        return (1.0, -1.0) if winner == 1 else (-1.0, 1.0)


class TupleNaive(gt.Game):
    """The board alone: whose turn it is and who has won is worked out each time."""

    def initial_state(self):
        return (0,) * 81

    def current_player(self, state):
        return (81 - state.count(0)) % 2

    def winner(self, board):
        for row in range(9):
            for column in range(9):
                stone = board[row * 9 + column]
                if stone == 0:
                    continue
                for down, right in DIRECTIONS:
                    if self.has_five_from(board, row, column, down, right):
                        return stone
        return 0

    def has_five_from(self, board, row, column, down, right):
        if not (0 <= row + 4 * down < 9 and 0 <= column + 4 * right < 9):
            return False
        stone = board[row * 9 + column]
        return all(board[(row + i * down) * 9 + column + i * right] == stone for i in range(1, 5))

    def legal_actions(self, state):
        if self.winner(state):
            return []
        return [i for i, cell in enumerate(state) if cell == 0]

    def next_state(self, state, action):
        board = list(state)
        board[action] = self.current_player(state) + 1
        return tuple(board)

    def returns(self, state):
        winner = self.winner(state)
        return (0.0, 0.0) if winner == 0 else (1.0, -1.0) if winner == 1 else (-1.0, 1.0)
