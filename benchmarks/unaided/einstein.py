"""EinStein würfelt nicht!: a die says which piece goes; who reaches the far corner wins."""

from __future__ import annotations

from typing import NamedTuple

import gametree as gt

__all__ = ["Einstein"]


class Position(NamedTuple):
    """Cells row by row, 0 empty, 1 to 6 pieces of the first player, -1 to -6 of the second.

    Who moves, and what the die shows, 0 before it is rolled.
    """

    cells: tuple[int, ...]
    player: int
    die: int


class Einstein(gt.Game):
    """Six pieces each, on fixed cells in two corners of five by five cells.

    The piece with the number on the die goes, or one with the next number above or below if that
    is gone: right, down or both (left, up or both), and takes what stands there, even an own one.
    """

    max_actions = 6

    def initial_state(self):
        cells = [0] * 25
        for number, cell in enumerate((0, 1, 2, 5, 6, 10)):
            cells[cell] = number + 1
            cells[24 - cell] = -number - 1
        return Position(tuple(cells), 0, 0)

    def current_player(self, state):
        return gt.CHANCE if state.die == 0 else state.player

    def is_terminal(self, state):
        if state.die != 0:
            return False
        return self._first_wins(state) or self._second_wins(state)

    def legal_actions(self, state):
        if self.is_terminal(state):
            return []
        if state.die == 0:
            return [1, 2, 3, 4, 5, 6]
        sign = 1 if state.player == 0 else -1
        below = above = 0  # the piece itself, if it is there, or its neighbours
        for number in range(1, 7):
            if sign * number in state.cells:
                if number <= state.die:
                    below = number
                if number >= state.die and above == 0:
                    above = number
        moves = []
        for start in range(25):
            piece = sign * state.cells[start]
            if piece > 0 and (piece == below or (piece == above and below != state.die)):
                row, column = start // 5, start % 5
                for down, right in ((0, 1), (1, 0), (1, 1)):
                    r, c = row + sign * down, column + sign * right
                    if 0 <= r < 5 and 0 <= c < 5:
                        moves.append(25 * start + 5 * r + c)
        return moves

    def chance_outcomes(self, state):
        return [(face, 1 / 6) for face in range(1, 7)]

    def next_state(self, state, action):
        if state.die == 0:
            return Position(state.cells, state.player, action)
        start, target = action // 25, action % 25
        cells = list(state.cells)
        cells[target] = cells[start]
        cells[start] = 0
        return Position(tuple(cells), 1 - state.player, 0)

    def returns(self, state):
        return (1.0, -1.0) if self._first_wins(state) else (-1.0, 1.0)

    def _first_wins(self, state):
        return state.cells[24] > 0 or min(state.cells) == 0

    def _second_wins(self, state):
        return state.cells[0] < 0 or max(state.cells) == 0

    def state_to_text(self, state):
        rows = []
        for row in range(5):
            cells = state.cells[5 * row : 5 * row + 5]
            rows.append(" ".join([str(row + 1), *(".123456fedcba"[cell] for cell in cells)]))
        die = f"   die {state.die}" if state.die else ""
        return "\n".join(["  v w x y z" + die, *rows])

    def action_to_text(self, state, action):
        if state.die == 0:
            return str(action)
        return self._cell(action // 25) + self._cell(action % 25)

    def _cell(self, cell):
        return f"{'vwxyz'[cell % 5]}{cell // 5 + 1}"
