"""Hex: who first connects his two sides wins."""

from __future__ import annotations

from typing import NamedTuple

import gametree as gt

__all__ = ["Hex"]


class Position(NamedTuple):
    """The stones of both players, who moves, and who has won, or -1."""

    red: int
    blue: int
    player: int
    winner: int


class Hex(gt.Game):
    """Red (0) connects the top with the bottom, blue (1) the left with the right side."""

    # A row takes one bit more than it has cells, which stays empty. For size 3:
    #
    #     0  1  2  (3)         The neighbours of a cell lie 1, size + 1 and size bits
    #       4  5  6  (7)       away, on both sides.
    #         8  9 10 (11)

    pieces = ("r", "b")

    def __init__(self, size: int = 7) -> None:
        if not 2 <= size <= 7:
            raise gt.BadParameter(f"size must be from 2 to 7, not {size}")
        self.size = size
        self.max_actions = size * size
        row = (1 << size) - 1
        column = sum(1 << (size + 1) * each for each in range(size))
        self.top, self.bottom = row, row << (size + 1) * (size - 1)
        self.left, self.right = column, column << (size - 1)

    def initial_state(self):
        return Position(0, 0, 0, -1)

    def current_player(self, state):
        return state.player

    def legal_actions(self, state):
        if state.winner >= 0:
            return []
        taken = state.red | state.blue
        size = self.size
        return [
            row * size + column
            for row in range(size)
            for column in range(size)
            if not taken >> (row * (size + 1) + column) & 1
        ]

    def next_state(self, state, action):
        stone = 1 << (action // self.size * (self.size + 1) + action % self.size)
        if state.player == 0:
            red = state.red | stone
            won = self._connected(red, self.top, self.bottom)
            return Position(red, state.blue, 1, 0 if won else -1)
        blue = state.blue | stone
        won = self._connected(blue, self.left, self.right)
        return Position(state.red, blue, 0, 1 if won else -1)

    def returns(self, state):
        return (1.0, -1.0) if state.winner == 0 else (-1.0, 1.0)

    def _connected(self, stones, start, end):
        """Tell whether stones lead from one side to the other, by a flood from the first."""
        long, short = self.size + 1, self.size
        reached = stones & start
        before = 0
        while reached != before:
            before = reached
            near = reached << 1 | reached >> 1 | reached << long | reached >> long
            reached |= stones & (near | reached << short | reached >> short)
        return reached & end != 0

    def state_to_text(self, state):
        rows = ["  " + " ".join("abcdefg"[: self.size])]
        for row in range(self.size):
            cells = []
            for column in range(self.size):
                cell = row * (self.size + 1) + column
                other = "b" if state.blue >> cell & 1 else "."
                cells.append("r" if state.red >> cell & 1 else other)
            rows.append(" " * row + f"{row + 1} " + " ".join(cells))
        return "\n".join(rows)

    def action_to_text(self, state, action):
        return f"{'abcdefg'[action % self.size]}{action // self.size + 1}"
