"""Tic-tac-toe and a heap in the styles of AlphaZero's rules in public code, sound and faulty."""

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


class WorthGame:
    """Placed in place; the end is asked by the last action, which is told of who made it."""

    def __init__(self):
        self.action_size = 9

    def get_initial_state(self):
        return np.zeros((3, 3))

    def get_next_state(self, state, action, player):
        state[action // 3, action % 3] = player
        return state

    def get_valid_moves(self, state):
        return (state.reshape(-1) == 0).astype(np.uint8)

    def check_win(self, state, action):
        if action is None:
            return False
        player = state[action // 3, action % 3]
        return owner_of_row(state.reshape(-1).tolist(), 0) == player

    def get_value_and_terminated(self, state, action):
        if self.check_win(state, action):
            return 1, True
        if np.sum(self.get_valid_moves(state)) == 0:
            return 0, True
        return 0, False

    def get_opponent(self, player):
        return -player

    def change_perspective(self, state, player):
        return state * player


class RewardGame:
    """Players come before actions; a reward that is None while the game goes on."""

    def get_init_board(self):
        return [0] * 9

    def get_next_state(self, board, player, action):
        return [*board[:action], player, *board[action + 1 :]], -player

    def get_valid_moves(self, board):
        return [int(cell == 0) for cell in board]

    def get_reward_for_player(self, board, player):
        owner = owner_of_row(board, 0)
        if owner is not None:
            return 1 if owner == player else -1
        return None if 0 in board else 0

    def get_canonical_board(self, board, player):
        return [cell * player for cell in board]


class ResultGame:
    """A list of legal actions; one method tells of a player that it is over, another who won."""

    def initial_state(self):
        return np.zeros(9, np.int64)

    def legal_actions(self, board):
        return [cell for cell in range(9) if board[cell] == 0]

    def next_state(self, board, player, action):
        after = board.copy()
        after[action] = player
        return after

    def is_terminal(self, board, player):
        return owner_of_row(board.tolist(), 0) == player or not (board == 0).any()

    def get_result(self, board):
        owner = owner_of_row(board.tolist(), 0)
        return 0 if owner is None else owner


class NamedGame(ResultGame):
    """The result is the winner's name."""

    get_result = None

    def is_terminal(self, board):
        return owner_of_row(board.tolist(), 0) is not None or not (board == 0).any()

    def winner(self, board):
        return owner_of_row(board.tolist(), 0)


class WonGame(ResultGame):
    """Of each player it is told whether he has won."""

    get_result = None

    def has_won(self, board, player):
        return owner_of_row(board.tolist(), 0) == player
