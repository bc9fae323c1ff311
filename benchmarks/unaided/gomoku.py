"""Gomoku: who first gets five in a row wins."""

from __future__ import annotations

from typing import NamedTuple

import gametree as gt

__all__ = ["Gomoku"]


class Position(NamedTuple):
    """Cells row by row, 0 empty, 1 and 2 stones; who moves; who has won, or -1; empty cells."""

    cells: tuple[int, ...]
    player: int
    winner: int
    left: int


class Gomoku(gt.Game):
    """Players in turn put a stone on an empty cell; five or more in a row win."""

    pieces = ("x", "o")

    def __init__(self, size: int = 9) -> None:
        self.size = size
        self.max_actions = size * size

    def initial_state(self):
        return Position((0,) * (self.size * self.size), 0, -1, self.size * self.size)

    def current_player(self, state):
        return state.player

    def legal_actions(self, state):
        if state.winner >= 0:
            return []
        return [cell for cell in range(len(state.cells)) if state.cells[cell] == 0]

    def next_state(self, state, action):
        stone = state.player + 1
        cells = state.cells[:action] + (stone,) + state.cells[action + 1 :]
        won = self._has_five(cells, action, stone)
        return Position(cells, 1 - state.player, state.player if won else -1, state.left - 1)

    def returns(self, state):
        if state.winner < 0:
            return (0.0, 0.0)
        return (1.0, -1.0) if state.winner == 0 else (-1.0, 1.0)

    def _has_five(self, cells, cell, stone):
        row, column = cell // self.size, cell % self.size
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            count = 1
            for sign in (1, -1):
                r, c = row + sign * down, column + sign * right
                while 0 <= r < self.size and 0 <= c < self.size:
                    if cells[r * self.size + c] != stone:
                        break
                    count += 1
                    r, c = r + sign * down, c + sign * right
            if count >= 5:
                return True
        return False

    def state_to_text(self, state):
        size = self.size
        rows = ["   " + " ".join("abcdefghijklmnopqrs"[:size])]
        for row in range(size):
            cells = state.cells[row * size : (row + 1) * size]
            rows.append(" ".join([f"{row + 1:2}", *(".xo"[cell] for cell in cells)]))
        return "\n".join(rows)

    def action_to_text(self, state, action):
        return f"{'abcdefghijklmnopqrs'[action % self.size]}{action // self.size + 1}"
