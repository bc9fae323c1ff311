"""Connect four for three players."""

from __future__ import annotations

from typing import NamedTuple

import gametree as gt

__all__ = ["ConnectFourForThree"]


class Position(NamedTuple):
    """The stones of each column from its foot; who moves; who has won, or -1."""

    columns: tuple[str, ...]
    player: int
    winner: int


class ConnectFourForThree(gt.Game):
    """Who first gets four in a row gets 1, the others 0; without a winner each gets a third."""

    players = 3
    min_return = 0.0
    draw_value = 1 / 3
    pieces = ("x", "o", "z")

    def __init__(self, width: int = 7, height: int = 6) -> None:
        self.width = width
        self.height = height
        self.max_actions = width

    def initial_state(self):
        return Position(("",) * self.width, 0, -1)

    def current_player(self, state):
        return state.player

    def legal_actions(self, state):
        if state.winner >= 0:
            return []
        return [c for c in range(self.width) if len(state.columns[c]) < self.height]

    def next_state(self, state, action):
        columns = list(state.columns)
        columns[action] += "xoz"[state.player]
        won = self._has_four(columns, action)
        return Position(tuple(columns), (state.player + 1) % 3, state.player if won else -1)

    def returns(self, state):
        if state.winner < 0:
            return [1 / 3, 1 / 3, 1 / 3]
        return [1.0 if player == state.winner else 0.0 for player in range(3)]

    def _has_four(self, columns, column):
        """Tell whether the upmost stone of a column is in a row of four."""
        row = len(columns[column]) - 1
        stone = columns[column][row]
        for right, up in ((0, 1), (1, 0), (1, 1), (1, -1)):
            count = 1
            for sign in (1, -1):
                c, r = column + sign * right, row + sign * up
                while 0 <= c < self.width and 0 <= r < len(columns[c]) and columns[c][r] == stone:
                    count += 1
                    c, r = c + sign * right, r + sign * up
            if count >= 4:
                return True
        return False

    def state_to_text(self, state):
        rows = []
        for row in reversed(range(self.height)):
            stones = [column[row] if row < len(column) else "." for column in state.columns]
            rows.append(" ".join(stones))
        return "\n".join([*rows, " ".join(str(c + 1) for c in range(self.width))])

    def action_to_text(self, state, action):
        return str(action + 1)
