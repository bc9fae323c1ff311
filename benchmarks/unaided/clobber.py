"""Clobber: a stone takes one of the other's beside it; who cannot move loses."""

from __future__ import annotations

from dataclasses import dataclass

import gametree as gt

__all__ = ["Clobber"]


@dataclass
class Board:
    """Rows of cells: " " empty, "w" and "b" stones; and who moves. Moves change it."""

    rows: list[list[str]]
    player: int


class Clobber(gt.Game):
    """The board is full at first, white and black in turn like a chessboard."""

    pieces = ("w", "b")
    states_change = True

    def __init__(self, rows: int = 5, columns: int = 6) -> None:
        self.rows = rows
        self.columns = columns
        self.max_actions = 4 * rows * columns

    def initial_state(self):
        rows = [["wb"[(r + c) % 2] for c in range(self.columns)] for r in range(self.rows)]
        return Board(rows, 0)

    def copy(self, state):
        return Board([row[:] for row in state.rows], state.player)

    def current_player(self, state):
        return state.player

    def legal_actions(self, state):
        own, other = ("w", "b") if state.player == 0 else ("b", "w")
        moves = []
        for r in range(self.rows):
            for c in range(self.columns):
                if state.rows[r][c] == own:
                    for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0)):
                        to_r, to_c = r + down, c + right
                        if 0 <= to_r < self.rows and 0 <= to_c < self.columns:
                            if state.rows[to_r][to_c] == other:
                                moves.append((r, c, to_r, to_c))
        return moves

    def next_state(self, state, action):
        r, c, to_r, to_c = action
        state.rows[to_r][to_c] = state.rows[r][c]
        state.rows[r][c] = " "
        state.player = 1 - state.player
        return state

    def returns(self, state):
        return (1.0, -1.0) if state.player == 1 else (-1.0, 1.0)

    def state_to_text(self, state):
        lines = ["  " + " ".join("abcdefghij"[: self.columns])]
        for number, row in enumerate(state.rows):
            cells = [cell if cell != " " else "." for cell in row]
            lines.append(" ".join([str(number + 1), *cells]))
        return "\n".join(lines)

    def action_to_text(self, state, action):
        r, c, to_r, to_c = action
        return f"{'abcdefghij'[c]}{r + 1}{'abcdefghij'[to_c]}{to_r + 1}"
