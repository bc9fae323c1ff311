"""Breakthrough: who first brings a piece to the other side wins."""

from __future__ import annotations

from typing import NamedTuple

import gametree as gt

__all__ = ["Breakthrough"]


class Position(NamedTuple):
    """Cells row by row, 0 empty, 1 and 2 pieces of the players; who moves; who has won, or -1."""

    cells: tuple[int, ...]
    player: int
    winner: int


class Breakthrough(gt.Game):
    """Pieces go one row ahead, straight or aslant, to an empty cell; aslant they also take."""

    pieces = ("w", "b")

    def __init__(self, size: int = 6) -> None:
        self.size = size
        self.max_actions = 6 * size

    def initial_state(self):
        rows = 2 * self.size
        between = self.size * self.size - 2 * rows
        return Position((1,) * rows + (0,) * between + (2,) * rows, 0, -1)

    def current_player(self, state):
        return state.player

    def legal_actions(self, state):
        if state.winner >= 0:
            return []
        size = self.size
        own = state.player + 1
        ahead = 1 if state.player == 0 else -1
        moves = []
        for start in range(size * size):
            if state.cells[start] != own:
                continue
            row, column = start // size + ahead, start % size
            for side in (-1, 0, 1):
                if 0 <= column + side < size:
                    target = row * size + column + side
                    if state.cells[target] == 0 or (side != 0 and state.cells[target] != own):
                        moves.append((start, target))
        return moves

    def next_state(self, state, action):
        start, target = action
        cells = list(state.cells)
        cells[start] = 0
        cells[target] = state.player + 1
        last_row = self.size - 1 if state.player == 0 else 0
        won = target // self.size == last_row or 2 - state.player not in cells
        return Position(tuple(cells), 1 - state.player, state.player if won else -1)

    def returns(self, state):
        return (1.0, -1.0) if state.winner == 0 else (-1.0, 1.0)

    def state_to_text(self, state):
        rows = []
        for row in reversed(range(self.size)):
            cells = state.cells[row * self.size : (row + 1) * self.size]
            rows.append(" ".join([str(row + 1), *(".wb"[cell] for cell in cells)]))
        return "\n".join([*rows, "  " + " ".join("abcdefghij"[: self.size])])

    def action_to_text(self, state, action):
        return self._cell(action[0]) + self._cell(action[1])

    def _cell(self, cell):
        return f"{'abcdefghij'[cell % self.size]}{cell // self.size + 1}"
