"""Tic-tac-toe and a heap in the style of alpha-zero-general's `Game`, sound and faulty."""

from __future__ import annotations

import numpy as np
from state_objects import owner_of_row


class GridGame:
    """Tic-tac-toe on a board of 1, -1 and 0; action 9 is never valid."""

    def getInitBoard(self):
        return np.zeros(9, np.int64)

    def getActionSize(self):
        return 10

    def getNextState(self, board, player, action):
        after = board.copy()
        after[action] = player
        return after, -player

    def getValidMoves(self, board, player):
        return np.append(board == 0, False).astype(int)

    def getGameEnded(self, board, player):
        owner = owner_of_row(board.tolist(), 0)
        if owner is not None:
            return 1 if owner == player else -1
        return 0 if (board == 0).any() else 1e-4

    def getCanonicalForm(self, board, player):
        return board * player

    def stringRepresentation(self, board):
        return board.tobytes()


class ThreeHeapGame:
    """Three players take one or two; the last one wins. Players from 0, an array of results."""

    def getInitBoard(self):
        return np.array([7])

    def getNumberOfPlayers(self):
        return 3

    def getActionSize(self):
        return 2

    def getNextState(self, board, player, action):
        return board - action - 1, (player + 1) % 3

    def getValidMoves(self, board, player):
        return np.arange(2) < board[0]

    def getGameEnded(self, board, next_player):
        results = np.full(3, -0.5)
        results[(next_player - 1) % 3] = 1.0
        return np.zeros(3) if board[0] else results

    def getCanonicalForm(self, board, player):
        return board


class InPlaceGridGame(GridGame):
    """Plays on the board that it is given."""

    def getNextState(self, board, player, action):
        board[action] = player
        return board, -player
