"""Tic-tac-toe on NamedTuples: fields, methods, properties, _replace."""

from collections import namedtuple
from typing import NamedTuple

import gametree as gt

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


class State(NamedTuple):
    """A board and who is to move."""

    board: tuple[int, ...] = (0, 0, 0, 0, 0, 0, 0, 0, 0)
    player: int = 1

    @property
    def free(self):
        """The free cells."""
        return [i for i, cell in enumerate(self.board) if cell == 0]

    @property
    def winner(self):
        """1 or 2, or 0."""
        for a, b, c in LINES:
            if self.board[a] == self.board[b] == self.board[c]:
                if self.board[a]:
                    return self.board[a]
        return 0

    def place(self, cell):
        """Return the state after a move."""
        board = list(self.board)
        board[cell] = self.player
        return self._replace(board=tuple(board), player=3 - self.player)


class NamedTupleWithMethods(gt.Game):
    """A NamedTuple with defaults, properties and a method."""

    def initial_state(self):
        return State()

    def current_player(self, state):
        return state.player - 1

    def legal_actions(self, state):
        return [] if state.winner else state.free

    def next_state(self, state, action):
        return state.place(action)

    def returns(self, state):
        if state.winner == 0:
            return (0.0, 0.0)
        return (1.0, -1.0) if state.winner == 1 else (-1.0, 1.0)


Game = namedtuple("Game", ["cells", "turn", "last"])


class NamedTupleReplaced(gt.Game):
    """A collections.namedtuple, changed by _replace."""

    def initial_state(self):
        return Game(cells=(0,) * 9, turn=0, last=-1)

    def current_player(self, state):
        return state.turn % 2

    def last_has_won(self, state):
        if state.last < 0:
            return False
        stone = state.cells[state.last]
        return any(all(state.cells[i] == stone for i in line) for line in LINES)

    def legal_actions(self, state):
        if self.last_has_won(state):
            return []
        return [i for i in range(9) if state.cells[i] == 0]

    def next_state(self, state, action):
        stone = 1 + state.turn % 2
        cells = state.cells[:action] + (stone,) + state.cells[action + 1 :]
        return state._replace(cells=cells, turn=state.turn + 1, last=action)

    def returns(self, state):
        if self.last_has_won(state):
            return (1.0, -1.0) if state.turn % 2 == 1 else (-1.0, 1.0)
        return (0.0, 0.0)


class Row(NamedTuple):
    """Three cells by name."""

    left: int = 0
    middle: int = 0
    right: int = 0


class Rows(NamedTuple):
    """Three rows by name."""

    top: Row = Row()
    centre: Row = Row()
    bottom: Row = Row()


class NamedTupleOfNamedTuples(gt.Game):
    """Rows by name, of cells by name."""

    def initial_state(self):
        return Rows()

    def current_player(self, state):
        return sum(1 for row in state for cell in row if cell > 0) % 2

    def wins(self, state, stone):
        line = (stone, stone, stone)
        columns = list(zip(state.top, state.centre, state.bottom))
        falling = (state.top.left, state.centre.middle, state.bottom.right)
        rising = (state.bottom.left, state.centre.middle, state.top.right)
        return line in state or line in columns or line == falling or line == rising

    def legal_actions(self, state):
        if self.wins(state, 1) or self.wins(state, 2):
            return []
        return [i for i in range(9) if state[i // 3][i % 3] == 0]

    def next_state(self, state, action):
        rows = [list(row) for row in state]
        rows[action // 3][action % 3] = self.current_player(state) + 1
        return Rows(*(Row(*row) for row in rows))

    def returns(self, state):
        if self.wins(state, 1):
            return (1.0, -1.0)
        return (-1.0, 1.0) if self.wins(state, 2) else (0.0, 0.0)
