"""The board of a state that is one row of values: a square of cells, and fields beside it.

Games at random show which values are cells: a cell changes now and then. What never changes is no
cell, and neither is what changes with almost every move, as whose turn it is does, or what changes
with the last move alone, as the winner does.
"""

from __future__ import annotations

import enum
import math
import random
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from ...game import Game
from .bit_pairs import items_of, moves_of, position_after

__all__ = ["FlatBoard", "flat_board_of"]

_GAMES = 12
_PLIES = 200
_LEAST, _MOST = 3, 19  # cells of a side
_SIGNS = 13  # different values on cells: those of chess
_OFTEN = 0.7  # changes for each move
_SINGLE = (str, int, float, enum.Enum, type(None))


class FlatBoard(NamedTuple):
    """Where in a state the cells of a square board are.

    Attributes:
        item: the index of the row of values among the items of a state; None: the state itself.
        start: the index of the first cell.
        side: how many rows and columns there are.

    """

    item: int | None
    start: int
    side: int

    def rows(self, state: Any) -> list[Sequence[Any]] | None:
        """Return the rows of cells of a state; None if it is of another form."""
        values = _row_of(state, self.item)
        if values is None or len(values) < self.start + self.side**2:
            return None
        ends = range(self.start, self.start + self.side**2, self.side)
        return [values[first : first + self.side] for first in ends]


def flat_board_of(game: Game, own: Callable[[Any], Any]) -> FlatBoard | None:
    """Return where the board is in the states of a game; None if no row of values has one.

    Args:
        game: a game without chance.
        own: returns the user's state of a position of the game.

    """
    first = own(game.initial_state())
    kept = [None, *range(len(items_of(first)[:20]))] if not isinstance(first, str) else [None]
    places = [item for item in kept if _may_hold(_row_of(first, item))]
    if not places:
        return None
    lines = [_line(game, own, seed) for seed in range(_GAMES)]
    for item in places:
        window = _window([[_row_of(state, item) for state in line] for line in lines])
        if window is not None:
            return FlatBoard(item, *window)
    return None


def _line(game: Game, own: Callable[[Any], Any], seed: int) -> list[Any]:
    """Return the states of a game at random."""
    chance = random.Random(seed)
    position = game.initial_state()
    states = [own(position)]
    for _ in range(_PLIES):
        moves = moves_of(game, position)
        if not moves:
            break
        position = position_after(game, position, moves[chance.randrange(len(moves))])
        states.append(own(position))
    return states


def _row_of(state: Any, item: int | None) -> Sequence[Any] | None:
    """Return the row of values that a state is, or that one of its items is."""
    if item is not None:
        items = items_of(state)
        state = items[item] if item < len(items) else None
    if getattr(state, "ndim", 0) == 1:
        state = state.tolist()
    if not isinstance(state, (list, tuple, str)):
        return None
    return state if all(isinstance(each, _SINGLE) for each in state) else None


def _may_hold(row: Sequence[Any] | None) -> bool:
    return row is not None and _LEAST**2 < len(row) <= 2 * _MOST**2


def _window(lines: Sequence[Sequence[Sequence[Any] | None]]) -> tuple[int, int] | None:
    """Return the first index and the side of the square that has the most cells in it."""
    first = lines[0][0]
    if first is None:
        return None
    if any(row is None or len(row) != len(first) for line in lines for row in line):
        return None
    moves = sum(len(line) - 1 for line in lines)
    changes = [0] * len(first)
    early = [False] * len(first)
    signs: list[set[Any]] = [{each} for each in first]
    for line in lines:
        for ply, (before, after) in enumerate(pairwise(line), start=1):
            for index, (one, other) in enumerate(zip(before or (), after or (), strict=True)):
                if one != other:
                    changes[index] += 1
                    early[index] = early[index] or ply < len(line) - 1
                    signs[index].add(other)
    often = [count > _OFTEN * moves for count in changes]
    cells = [early[index] and not often[index] for index in range(len(first))]
    found: list[tuple[int, int, int]] = []
    for side in range(_LEAST, min(_MOST, math.isqrt(len(first))) + 1):
        for start in range(len(first) - side * side + 1):
            inside = range(start, start + side * side)
            count = sum(cells[index] for index in inside)
            values = set().union(*(signs[index] for index in inside))
            fits = 2 * count > side * side and len(values) <= _SIGNS
            if fits and not any(often[index] for index in inside):
                found.append((2 * count - side * side, -start, side))
    best = max(found, default=None)
    return None if best is None or best[2] ** 2 < sum(cells) else (-best[1], best[2])
