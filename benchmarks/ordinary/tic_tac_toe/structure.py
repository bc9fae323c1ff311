"""Tic-tac-toe in classes and functions as people arrange them."""

from functools import cache, lru_cache, partial
from itertools import chain, product

import gametree as gt

SIZE = 3
EMPTY, CROSS, NOUGHT = range(3)
OTHER = {CROSS: NOUGHT, NOUGHT: CROSS}
RESULTS = {EMPTY: (0.0, 0.0), CROSS: (1.0, -1.0), NOUGHT: (-1.0, 1.0)}


def index(row, column):
    return row * SIZE + column


def all_lines():
    rows = [[index(r, c) for c in range(SIZE)] for r in range(SIZE)]
    columns = [[index(r, c) for r in range(SIZE)] for c in range(SIZE)]
    diagonals = [[index(i, i) for i in range(SIZE)], [index(i, SIZE - 1 - i) for i in range(SIZE)]]
    return rows + columns + diagonals


LINES = all_lines()


class ModuleOfHelpers(gt.Game):
    """Functions, constants and dicts at module level."""

    def initial_state(self):
        return (EMPTY,) * (SIZE * SIZE)

    def current_player(self, state):
        return len([cell for cell in state if cell != EMPTY]) % 2

    def winner(self, state):
        for line in LINES:
            first = state[line[0]]
            if first != EMPTY and all(state[i] == first for i in line):
                return first
        return EMPTY

    def legal_actions(self, state):
        if self.winner(state) != EMPTY:
            return []
        return [index(r, c) for r, c in product(range(SIZE), range(SIZE)) if not state[index(r, c)]]

    def next_state(self, state, action):
        board = list(state)
        board[action] = CROSS if self.current_player(state) == 0 else NOUGHT
        return tuple(board)

    def returns(self, state):
        return RESULTS[self.winner(state)]


class AttributesOfInit(gt.Game):
    """Any size of the board: lines and neighbours are worked out in the constructor."""

    def __init__(self, size=3):
        self.size = size
        self.cells = size * size
        self.lines = [[r * size + c for c in range(size)] for r in range(size)]
        self.lines += [[r * size + c for r in range(size)] for c in range(size)]
        self.lines.append([i * size + i for i in range(size)])
        self.lines.append([i * size + size - 1 - i for i in range(size)])
        self.lines_of = {
            cell: [line for line in self.lines if cell in line] for cell in range(self.cells)
        }

    def initial_state(self):
        return ((0,) * self.cells, -1)

    def current_player(self, state):
        board, _ = state
        return (self.cells - board.count(0)) % 2

    def has_won(self, state):
        board, last = state
        if last == -1:
            return False
        return any(all(board[i] == board[last] for i in line) for line in self.lines_of[last])

    def legal_actions(self, state):
        if self.has_won(state):
            return []
        board, _ = state
        return [cell for cell in range(self.cells) if board[cell] == 0]

    def next_state(self, state, action):
        board, _ = state
        stone = self.current_player(state) + 1
        return board[:action] + (stone,) + board[action + 1 :], action

    def returns(self, state):
        if not self.has_won(state):
            return (0.0, 0.0)
        winner = 1 - self.current_player(state)
        return tuple(1.0 if player == winner else -1.0 for player in range(2))


class ClassConstants(gt.Game):
    """Constants and static methods of the class."""

    EMPTY = "."
    MARKS = ("X", "O")
    LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]]
    SCORES = {"X": [1, -1], "O": [-1, 1]}

    @staticmethod
    def free(board):
        return [i for i, mark in enumerate(board) if mark == ClassConstants.EMPTY]

    @classmethod
    def winner(cls, board):
        for line in cls.LINES:
            marks = {board[i] for i in line}
            if len(marks) == 1 and cls.EMPTY not in marks:
                return board[line[0]]
        return None

    def initial_state(self):
        return tuple(self.EMPTY for _ in range(9))

    def current_player(self, state):
        return (9 - len(self.free(state))) % 2

    def legal_actions(self, state):
        return self.free(state) if self.winner(state) is None else []

    def next_state(self, state, action):
        mark = self.MARKS[self.current_player(state)]
        return tuple(mark if i == action else each for i, each in enumerate(state))

    def returns(self, state):
        return self.SCORES.get(self.winner(state), [0, 0])


class TurnBased(gt.Game):
    """What games of two players in turn share."""

    empty = 0

    def __init__(self, cells):
        self.cells = cells

    def initial_state(self):
        return (self.empty,) * self.cells

    def current_player(self, state):
        return (self.cells - state.count(self.empty)) % 2

    def next_state(self, state, action):
        assert state[action] == self.empty
        return state[:action] + (self.current_player(state) + 1,) + state[action + 1 :]

    def legal_actions(self, state):
        return [cell for cell in range(self.cells) if state[cell] == self.empty]

    def is_won(self, state, player):
        raise NotImplementedError


class Inheritance(TurnBased):
    """A game on top of a class of one's own, with super()."""

    def __init__(self):
        super().__init__(9)

    def is_won(self, state, player):
        return any(all(state[i] == player + 1 for i in line) for line in LINES)

    def legal_actions(self, state):
        if self.is_won(state, 0) or self.is_won(state, 1):
            return []
        return super().legal_actions(state)

    def returns(self, state):
        if self.is_won(state, 0):
            return (1.0, -1.0)
        if self.is_won(state, 1):
            return (-1.0, 1.0)
        return (0.0, 0.0)


@lru_cache(maxsize=None)
def cached_winner(board):
    for line in LINES:
        if board[line[0]] and len(set(board[i] for i in line)) == 1:
            return board[line[0]]
    return 0


@cache
def player_to_move(board):
    return sum(map(bool, board)) % 2


class CachedFunctions(gt.Game):
    """Functions with lru_cache and cache."""

    def initial_state(self):
        return (0,) * 9

    def current_player(self, state):
        return player_to_move(state)

    def legal_actions(self, state):
        if cached_winner(state):
            return []
        return list(filter(lambda cell: state[cell] == 0, range(9)))

    def next_state(self, state, action):
        return tuple(chain(state[:action], [player_to_move(state) + 1], state[action + 1 :]))

    def returns(self, state):
        won = cached_winner(state)
        return (0.0, 0.0) if won == 0 else (1.0, -1.0) if won == 1 else (-1.0, 1.0)


class Properties(gt.Game):
    """Properties and private methods of the game."""

    def __init__(self):
        self._side = 3

    @property
    def size(self):
        """The number of cells."""
        return self._side**2

    @property
    def _stride_of_lines(self):
        return ((0, 1), (3, 1), (6, 1), (0, 3), (1, 3), (2, 3), (0, 4), (2, 2))

    def _count(self, state):
        return self.size - state.count(0)

    def _winner(self, state):
        for start, step in self._stride_of_lines:
            line = state[start : start + 2 * step + 1 : step]
            if line in ((1, 1, 1), (2, 2, 2)):
                return line[0]
        return 0

    def initial_state(self):
        return (0,) * self.size

    def current_player(self, state):
        return self._count(state) % 2

    def legal_actions(self, state):
        if self._winner(state):
            return []
        return [i for i in range(self.size) if not state[i]]

    def next_state(self, state, action):
        return (*state[:action], self.current_player(state) + 1, *state[action + 1 :])

    def returns(self, state):
        winner = self._winner(state)
        if not winner:
            return (0.0, 0.0)
        return (1.0, -1.0) if winner == 1 else (-1.0, 1.0)


class Functions(gt.Game):
    """Nested functions, lambdas, partial, map and filter."""

    def initial_state(self):
        return tuple(map(lambda _: 0, range(9)))

    def current_player(self, state):
        return sum(map(lambda cell: 1 if cell else 0, state)) % 2

    def wins(self, state, stone):
        def owns(cell):
            return state[cell] == stone

        return any(all(map(owns, line)) for line in LINES)

    def legal_actions(self, state):
        wins = partial(self.wins, state)
        if wins(1) or wins(2):
            return []
        return list(filter(lambda cell: not state[cell], range(9)))

    def next_state(self, state, action):
        def cell_after(cell):
            return self.current_player(state) + 1 if cell == action else state[cell]

        return tuple(map(cell_after, range(9)))

    def returns(self, state):
        if self.wins(state, 1):
            return (1.0, -1.0)
        if self.wins(state, 2):
            return (-1.0, 1.0)
        return (0.0, 0.0)


class Errors(gt.Game):
    """Moves are checked, and errors raised and caught."""

    def initial_state(self):
        return [0] * 9

    def current_player(self, state):
        return (9 - state.count(0)) % 2

    def cell(self, state, row, column):
        if row < 0 or column < 0:
            return -1
        try:
            return state[row * 3 + column] if column < 3 else -1
        except IndexError:
            return -1

    def run(self, state, row, column, down, right):
        stone = self.cell(state, row, column)
        length = 0
        while stone > 0 and self.cell(state, row, column) == stone:
            length += 1
            row, column = row + down, column + right
        return length

    def winner(self, state):
        for row in range(3):
            for column in range(3):
                for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                    if self.run(state, row, column, down, right) >= 3:
                        return self.cell(state, row, column)
        return 0

    def legal_actions(self, state):
        if self.winner(state) != 0:
            return []
        return [i for i in range(9) if state[i] == 0]

    def next_state(self, state, action):
        if not 0 <= action < 9:
            raise ValueError(f"there is no cell {action}")
        if state[action] != 0:
            raise ValueError("cell %d is taken" % action)
        board = state[:]
        board[action] = self.current_player(state) + 1
        return board

    def returns(self, state):
        winner = self.winner(state)
        if winner == 0:
            return (0.0, 0.0)
        return (1.0, -1.0) if winner == 1 else (-1.0, 1.0)
