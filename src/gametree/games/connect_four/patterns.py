"""A small network for connect four: values of stones, threats and open lines by their place.

512 units look at the board, and at its mirror image. A unit adds up a number for each stone,
threat and cell of an open line, by cell and owner, from the first player's view; the sum, kept
within 0 and 1, counts with a weight, another one for each player to move. The numbers were
fitted to solved positions by benchmarks/fit_patterns.py. They are integers, so that the result
is the same to the bit wherever it is computed.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

from plainpython.bits import lowest, popcount, without_lowest
from plainpython.compilable import Compilable

from ...primitives.vectors import Vector, clipped_dot, row, table_of

__all__ = ["NoPatterns", "Patterns", "patterns_of"]

_PITCH = 7
_WIDTH = 7
# The table has a part for each 256 units. Its rows: for each of six boards one a cell, as bits are
# numbered; where the sums begin, with the first player to move and with the second; the units'
# weights likewise.
PARTS = 2
_CELLS = _WIDTH * _PITCH
_STARTS = 6 * _CELLS
_OUTPUTS = _STARTS + 2
ROWS = _OUTPUTS + 2
ONE = 512  # 1 in the sums of a unit
WEIGHT = 1024  # 1 in its weight


class NoPatterns(Compilable):
    """Stands where no network was fitted: the features of a position alone count."""

    # In the order of `Threats.features`: the weight on an empty board, and on a full one; in
    # between it changes evenly. Fitted to solved positions of 7x6 by
    # benchmarks/fit_heuristics.py.
    weights = (
        (1.213, 0.085),  # to move
        (-0.16, 0.028),  # the first player
        (0.329, 0.856),  # who wins if the board is filled up,
        (0.171, 0.505),  # with threats that the player may add,
        (0.069, 0.269),  # with those that both may add
        (0.235, -0.079),  # lines with two cells free
        (0.219, -0.103),  # lines with three
        (0.336, -0.103),  # safe cells to play
        (0.132, 0.117),  # cells to play in the former lines
        (0.069, 0.176),  # safe cells in two of them
        (0.11, 0.133),  # their cells in one's rows, below all threats
        (0.52, 0.027),  # threats that are the lowest of their column
        (-0.167, 0.073),  # stones at the sides
    )

    def score(
        self,
        mine: int,
        theirs: int,
        my_threats: int,
        their_threats: int,
        my_cells: int,
        their_cells: int,
    ) -> float:
        return 0.0


class Patterns(Compilable):
    """The network for four in a row on 7x6."""

    runtime_arrays = ("table",)

    # As those of `NoPatterns`, fitted together with the network.
    weights = (
        (0.725, 0.65),
        (-0.182, 0.065),
        (-0.032, 0.805),
        (-0.111, 0.487),
        (-0.009, 0.142),
        (0.225, -0.004),
        (0.197, -0.02),
        (0.329, -0.006),
        (0.097, -0.003),
        (0.136, 0.128),
        (0.023, 0.137),
        (0.58, -0.129),
        (-0.058, -0.019),
    )

    def __init__(self) -> None:
        self.table = _table()

    def __reduce__(self) -> tuple[Any, ...]:
        return patterns_of, (7, 6, 4)

    def score(
        self,
        mine: int,
        theirs: int,
        my_threats: int,
        their_threats: int,
        my_cells: int,
        their_cells: int,
    ) -> float:
        """Return what it adds to the score of the player to move.

        The boards are the stones, threats and free cells of lines with two stones and two free
        cells, of the player to move and of the other.
        """
        second = popcount(mine | theirs) & 1
        if second:
            mine, theirs = theirs, mine
            my_threats, their_threats = their_threats, my_threats
            my_cells, their_cells = their_cells, my_cells
        total = 0
        for part in range(PARTS):
            start = part * ROWS
            sums = image = row(self.table, start + _STARTS + second)
            sums, image = self._with(sums, image, start, mine)
            sums, image = self._with(sums, image, start + _CELLS, theirs)
            sums, image = self._with(sums, image, start + 2 * _CELLS, my_threats)
            sums, image = self._with(sums, image, start + 3 * _CELLS, their_threats)
            sums, image = self._with(sums, image, start + 4 * _CELLS, my_cells)
            sums, image = self._with(sums, image, start + 5 * _CELLS, their_cells)
            weights = row(self.table, start + _OUTPUTS + second)
            total += clipped_dot(sums, ONE, weights) + clipped_dot(image, ONE, weights)
        return total / (ONE * WEIGHT)

    def _with(self, sums: Vector, image: Vector, start: int, board: int) -> tuple[Vector, Vector]:
        """Return the units' sums with a board added, on the position and on its mirror image."""
        while board:
            cell = lowest(board)
            board = without_lowest(board)
            mirrored = cell + (_WIDTH - 1 - 2 * (cell // _PITCH)) * _PITCH
            sums = sums + row(self.table, start + cell)
            image = image + row(self.table, start + mirrored)
        return sums, image


@cache
def patterns_of(width: int, height: int, connect: int) -> Patterns | NoPatterns:
    """Return what counts beside the features on such boards."""
    return Patterns() if (width, height, connect) == (7, 6, 4) else NoPatterns()


@cache
def _table() -> Any:
    """Return the rows of the network, one after the other; read once."""
    import numpy as np

    with files(__package__).joinpath("patterns.npy").open("rb") as file:
        return table_of(np.load(file))
