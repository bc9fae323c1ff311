"""Tic-tac-toe on dataclasses, frozen and not."""

import copy
import dataclasses
from dataclasses import dataclass, field

import gametree as gt

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def is_won(cells, stone):
    return any(all(cells[i] == stone for i in line) for line in LINES)


@dataclass(frozen=True)
class Position:
    """A board and who is to move."""

    cells: tuple[int, ...] = (0,) * 9
    player: int = 0


class FrozenDataclass(gt.Game):
    """A frozen dataclass, made anew for each move."""

    def initial_state(self):
        return Position()

    def current_player(self, state):
        return state.player

    def legal_actions(self, state):
        if is_won(state.cells, 2 - state.player):
            return []
        return [i for i in range(9) if state.cells[i] == 0]

    def next_state(self, state, action):
        cells = state.cells[:action] + (state.player + 1,) + state.cells[action + 1 :]
        return Position(cells, 1 - state.player)

    def returns(self, state):
        if is_won(state.cells, 1):
            return (1.0, -1.0)
        if is_won(state.cells, 2):
            return (-1.0, 1.0)
        return (0.0, 0.0)


class DataclassReplaced(FrozenDataclass):
    """The same by dataclasses.replace."""

    def next_state(self, state, action):
        cells = list(state.cells)
        cells[action] = state.player + 1
        return dataclasses.replace(state, cells=tuple(cells), player=1 - state.player)


@dataclass(frozen=True)
class Board:
    """A board that knows the rules."""

    cells: tuple[int, ...]

    @classmethod
    def empty(cls):
        """Return the board of the beginning."""
        return cls((0,) * 9)

    @property
    def player(self):
        """Who is to move."""
        return sum(1 for cell in self.cells if cell) % 2

    @property
    def winner(self):
        """1 or 2, or None."""
        for stone in (1, 2):
            if is_won(self.cells, stone):
                return stone
        return None

    def free(self):
        """Return the free cells."""
        return [i for i, cell in enumerate(self.cells) if cell == 0]

    def put(self, cell):
        """Return the board with one more stone."""
        return Board(self.cells[:cell] + (self.player + 1,) + self.cells[cell + 1 :])


class DataclassWithMethods(gt.Game):
    """The dataclass has methods, properties and a class method; the game only asks it."""

    def initial_state(self):
        return Board.empty()

    def current_player(self, state):
        return state.player

    def legal_actions(self, state):
        return [] if state.winner else state.free()

    def next_state(self, state, action):
        return state.put(action)

    def returns(self, state):
        if state.winner is None:
            return (0, 0)
        return (1, -1) if state.winner == 1 else (-1, 1)


@dataclass
class Table:
    """A board as a list, whose turn it is, and who has won."""

    cells: list[int] = field(default_factory=lambda: [0] * 9)
    turn: int = 0
    winner: int | None = None


class DataclassCopied(gt.Game):
    """A mutable dataclass, copied by copy.deepcopy and then changed."""

    def initial_state(self):
        return Table()

    def current_player(self, state):
        return state.turn

    def legal_actions(self, state):
        if state.winner is not None:
            return []
        return [i for i in range(9) if not state.cells[i]]

    def next_state(self, state, action):
        table = copy.deepcopy(state)
        table.cells[action] = state.turn + 1
        if is_won(table.cells, state.turn + 1):
            table.winner = state.turn
        table.turn = 1 - state.turn
        return table

    def returns(self, state):
        if state.winner is None:
            return (0.0, 0.0)
        return (1.0, -1.0) if state.winner == 0 else (-1.0, 1.0)


class DataclassInPlace(DataclassCopied):
    """The same, changed in place, with a copy of its own."""

    def copy(self, state):
        return Table(state.cells.copy(), state.turn, state.winner)

    def next_state(self, state, action):
        state.cells[action] = state.turn + 1
        if is_won(state.cells, state.turn + 1):
            state.winner = state.turn
        state.turn = 1 - state.turn
        return state


@dataclass(slots=True)
class Grid:
    """Three rows of cells."""

    rows: list[list[str]]
    stones: int = 0

    def copy(self):
        """Return a grid that may be changed apart from this one."""
        return Grid([row.copy() for row in self.rows], self.stones)

    def place(self, row, column):
        """Put the next mark down."""
        self.rows[row][column] = "X" if self.stones % 2 == 0 else "O"
        self.stones += 1

    def has_line(self, mark):
        """Tell whether a player has three in a row."""
        rows = self.rows
        columns = [[row[i] for row in rows] for i in range(3)]
        diagonals = [[rows[i][i] for i in range(3)], [rows[i][2 - i] for i in range(3)]]
        return [mark] * 3 in rows + columns + diagonals


class DataclassWithSlots(gt.Game):
    """A dataclass with slots and a copy method, nested lists in it."""

    def initial_state(self):
        return Grid([[""] * 3 for _ in range(3)])

    def current_player(self, state):
        return state.stones % 2

    def legal_actions(self, state):
        if state.has_line("X") or state.has_line("O"):
            return []
        return [3 * r + c for r in range(3) for c in range(3) if state.rows[r][c] == ""]

    def next_state(self, state, action):
        grid = state.copy()
        grid.place(action // 3, action % 3)
        return grid

    def returns(self, state):
        if state.has_line("X"):
            return (1.0, -1.0)
        if state.has_line("O"):
            return (-1.0, 1.0)
        return (0.0, 0.0)
