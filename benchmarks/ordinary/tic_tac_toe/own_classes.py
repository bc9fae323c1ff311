"""Tic-tac-toe on classes of one's own."""

from copy import copy, deepcopy

import gametree as gt

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


class Board:
    """Nine cells and a player, with a copy method."""

    def __init__(self):
        self.cells = [0] * 9
        self.player = 1

    def copy(self):
        """Return a board that may be changed apart from this one."""
        other = Board()
        other.cells = self.cells[:]
        other.player = self.player
        return other

    def winner(self):
        """Return 1 or 2, or 0."""
        for a, b, c in LINES:
            if self.cells[a] == self.cells[b] == self.cells[c] != 0:
                return self.cells[a]
        return 0


class ClassWithCopy(gt.Game):
    """A class whose copy method makes an empty board and fills it."""

    def initial_state(self):
        return Board()

    def current_player(self, state):
        return state.player - 1

    def legal_actions(self, state):
        if state.winner():
            return []
        return [i for i, cell in enumerate(state.cells) if cell == 0]

    def next_state(self, state, action):
        board = state.copy()
        board.cells[action] = board.player
        board.player = 3 - board.player
        return board

    def returns(self, state):
        won = state.winner()
        if won == 0:
            return (0.0, 0.0)
        return (1.0, -1.0) if won == 1 else (-1.0, 1.0)


class ClassDeepCopied(ClassWithCopy):
    """The same board, copied by copy.deepcopy."""

    def next_state(self, state, action):
        board = deepcopy(state)
        board.cells[action] = board.player
        board.player = 2 if board.player == 1 else 1
        return board


class State:
    """A position that is made by its constructor, with equality and a hash."""

    def __init__(self, board, to_move="X", winner=None):
        self.board = board
        self.to_move = to_move
        self.winner = winner

    def __eq__(self, other):
        return self.board == other.board and self.to_move == other.to_move

    def __hash__(self):
        return hash((self.board, self.to_move))

    def __repr__(self):
        return f"State({self.board!r}, {self.to_move!r})"

    def play(self, square):
        """Return the position after a move."""
        board = self.board[:square] + (self.to_move,) + self.board[square + 1 :]
        winner = None
        for line in LINES:
            if square in line and all(board[i] == self.to_move for i in line):
                winner = self.to_move
        return State(board, "O" if self.to_move == "X" else "X", winner)


class ClassWithEquality(gt.Game):
    """A class that is never changed, with __init__, __eq__ and __hash__."""

    def initial_state(self):
        return State((None,) * 9)

    def current_player(self, state):
        return "XO".index(state.to_move)

    def legal_actions(self, state):
        if state.winner is not None:
            return []
        return [i for i in range(9) if state.board[i] is None]

    def next_state(self, state, action):
        return state.play(action)

    def returns(self, state):
        if state.winner == "X":
            return (1.0, -1.0)
        if state.winner == "O":
            return (-1.0, 1.0)
        return (0.0, 0.0)


class Match:
    """A match under way, with slots, an index and a length."""

    __slots__ = ("cells", "last", "moves")

    def __init__(self, cells, moves=0, last=-1):
        self.cells = cells
        self.moves = moves
        self.last = last

    def __copy__(self):
        return Match(list(self.cells), self.moves, self.last)

    def __getitem__(self, cell):
        return self.cells[cell]

    def __setitem__(self, cell, stone):
        self.cells[cell] = stone
        self.last = cell
        self.moves += 1

    def __len__(self):
        return self.moves


class ClassWithOperators(gt.Game):
    """A class with slots, __getitem__, __setitem__ and __len__, copied by copy.copy."""

    def initial_state(self):
        return Match([0] * 9)

    def current_player(self, state):
        return len(state) % 2

    def last_move_won(self, state):
        return any(state[a] == state[b] == state[c] for a, b, c in LINES if state.last in (a, b, c))

    def legal_actions(self, state):
        if self.last_move_won(state):
            return []
        return [cell for cell in range(9) if state[cell] == 0]

    def next_state(self, state, action):
        match = copy(state)
        match[action] = 1 + len(state) % 2
        return match

    def returns(self, state):
        if not self.last_move_won(state):
            return (0.0, 0.0)
        return (1.0, -1.0) if len(state) % 2 == 1 else (-1.0, 1.0)


class Side:
    """One player's stones."""

    def __init__(self, name, squares=()):
        self.name = name
        self.squares = squares

    def with_square(self, square):
        """Return this side with one more stone."""
        return Side(self.name, self.squares + (square,))

    @property
    def has_won(self):
        """Whether three of the stones are in a row."""
        return any(set(line) <= set(self.squares) for line in LINES)


class Duel:
    """Two sides, the first of which is to move."""

    def __init__(self, mover, waiter):
        self.mover = mover
        self.waiter = waiter


class ClassOfClasses(gt.Game):
    """The state is an object made of two objects."""

    def initial_state(self):
        return Duel(Side("cross"), Side("nought"))

    def current_player(self, state):
        return 0 if state.mover.name == "cross" else 1

    def legal_actions(self, state):
        if state.waiter.has_won:
            return []
        taken = state.mover.squares + state.waiter.squares
        return [square for square in range(9) if square not in taken]

    def next_state(self, state, action):
        return Duel(state.waiter, state.mover.with_square(action))

    def returns(self, state):
        if not state.waiter.has_won:
            return (0.0, 0.0)
        return (1.0, -1.0) if state.waiter.name == "cross" else (-1.0, 1.0)
