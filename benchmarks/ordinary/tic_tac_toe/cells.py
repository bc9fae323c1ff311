"""Tic-tac-toe on cells that are None or members of an enumeration."""

from enum import Enum, IntEnum

import gametree as gt

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


class NoneCells(gt.Game):
    """A tuple of None, 0 and 1."""

    def initial_state(self):
        return (None,) * 9

    def current_player(self, state):
        return sum(cell is not None for cell in state) % 2

    def winner(self, state):
        for a, b, c in LINES:
            if state[a] is not None and state[a] == state[b] == state[c]:
                return state[a]
        return None

    def legal_actions(self, state):
        if self.winner(state) is not None:
            return []
        return [i for i, cell in enumerate(state) if cell is None]

    def next_state(self, state, action):
        return state[:action] + (self.current_player(state),) + state[action + 1 :]

    def returns(self, state):
        winner = self.winner(state)
        if winner is None:
            return (0.0, 0.0)
        return (1.0, -1.0) if winner == 0 else (-1.0, 1.0)


class Cell(Enum):
    """What a cell holds."""

    EMPTY = "."
    X = "X"
    O = "O"  # noqa: E741


class EnumCells(gt.Game):
    """A tuple of members of an Enum."""

    def initial_state(self):
        return tuple([Cell.EMPTY] * 9)

    def current_player(self, state):
        return 0 if state.count(Cell.X) == state.count(Cell.O) else 1

    def winner(self, state):
        for a, b, c in LINES:
            if state[a] is not Cell.EMPTY and state[a] == state[b] == state[c]:
                return state[a]
        return Cell.EMPTY

    def legal_actions(self, state):
        if self.winner(state) is not Cell.EMPTY:
            return []
        return [i for i in range(9) if state[i] is Cell.EMPTY]

    def next_state(self, state, action):
        board = list(state)
        board[action] = Cell.X if self.current_player(state) == 0 else Cell.O
        return tuple(board)

    def returns(self, state):
        winner = self.winner(state)
        if winner is Cell.X:
            return (1.0, -1.0)
        if winner is Cell.O:
            return (-1.0, 1.0)
        return (0.0, 0.0)


class Stone(IntEnum):
    """What a cell holds, as a number."""

    NONE = 0
    CROSS = 1
    NOUGHT = 2

    @property
    def other(self):
        """The stone of the other player."""
        return Stone.NOUGHT if self == Stone.CROSS else Stone.CROSS


class IntEnumCells(gt.Game):
    """A list of members of an IntEnum beside the stone to move."""

    def initial_state(self):
        return [Stone.NONE] * 9, Stone.CROSS

    def current_player(self, state):
        return state[1] - 1

    def won(self, board, stone):
        return any(all(board[i] == stone for i in line) for line in LINES)

    def legal_actions(self, state):
        board, stone = state
        if self.won(board, stone.other):
            return []
        return [i for i in range(9) if board[i] == Stone.NONE]

    def next_state(self, state, action):
        board, stone = state
        board = board.copy()
        board[action] = stone
        return board, stone.other

    def returns(self, state):
        board, _ = state
        if self.won(board, Stone.CROSS):
            return (1.0, -1.0)
        if self.won(board, Stone.NOUGHT):
            return (-1.0, 1.0)
        return (0.0, 0.0)


class Player(Enum):
    """Who moves, or has won."""

    FIRST = 0
    SECOND = 1


class OptionalWinner(gt.Game):
    """The state has a winner: a member of an Enum, or None."""

    def initial_state(self):
        return ((None,) * 9, Player.FIRST, None)

    def current_player(self, state):
        board, player, winner = state
        return player.value

    def legal_actions(self, state):
        board, player, winner = state
        if winner:
            return []
        return [i for i in range(9) if board[i] is None]

    def next_state(self, state, action):
        board, player, _ = state
        board = board[:action] + (player,) + board[action + 1 :]
        winner = player if any(all(board[i] is player for i in line) for line in LINES) else None
        return board, Player(1 - player.value), winner

    def returns(self, state):
        winner = state[2]
        if winner is None:
            return (0.0, 0.0)
        return (1.0, -1.0) if winner == Player.FIRST else (-1.0, 1.0)


class BoolCells(gt.Game):
    """Cells are None, True for the first player and False for the second."""

    def initial_state(self):
        return [None for _ in range(9)]

    def current_player(self, state):
        return 0 if state.count(None) % 2 == 1 else 1

    def owner(self, state):
        for a, b, c in LINES:
            if state[a] is not None and state[a] is state[b] is state[c]:
                return state[a]
        return None

    def legal_actions(self, state):
        return [] if self.owner(state) is not None else [i for i in range(9) if state[i] is None]

    def next_state(self, state, action):
        first_moves = self.current_player(state) == 0
        return [first_moves if i == action else cell for i, cell in enumerate(state)]

    def returns(self, state):
        owner = self.owner(state)
        if owner is None:
            return (0.0, 0.0)
        return (1.0, -1.0) if owner else (-1.0, 1.0)
