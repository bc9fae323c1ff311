"""Ranges that rules name: of their module, their class and their object."""

from __future__ import annotations

import gametree as gt

CELLS = range(9)
CORNERS = (range(0, 3, 2), range(6, 9, 2))


class Lines(gt.Game):
    """Tic-tac-toe where a corner counts for one more."""

    ROWS = range(3)
    min_return, max_return = -5, 5

    def __init__(self):
        self.columns = range(2, -1, -1)

    def initial_state(self):
        return ((0,) * 9, 0)

    def current_player(self, state):
        return state[1]

    def legal_actions(self, state):
        return [cell for cell in CELLS if state[0][cell] == 0]

    def next_state(self, state, action):
        board, player = state
        return board[:action] + (player + 1,) + board[action + 1 :], 1 - player

    def is_terminal(self, state):
        return self.winner(state[0]) > 0 or all(state[0])

    def winner(self, board):
        for row in self.ROWS:
            if board[3 * row] and len({board[3 * row + column] for column in self.columns}) == 1:
                return board[3 * row]
        for column in self.columns:
            if board[column] and len({board[3 * row + column] for row in self.ROWS}) == 1:
                return board[column]
        return 0

    def returns(self, state):
        board = state[0]
        winner = self.winner(board)
        corners = [board[cell] for two in CORNERS for cell in two]
        lead = corners.count(1) - corners.count(2)
        value = lead + (0 if winner == 0 else 1 if winner == 1 else -1)
        return (value, -value)


def found(compiled):
    result = gt.search(Lines(), simulations=400, seed=3, method="uct", compiled=compiled)
    return [(each.action, each.visits, each.mean) for each in result.actions]


def test_ranges_grow_the_same_tree_in_both_modes():
    assert found(True) == found(False)
