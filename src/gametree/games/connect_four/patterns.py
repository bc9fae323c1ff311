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

Boards = tuple[int, int, int, int, int, int]
"""The stones, the threats, and the free cells of lines with two stones and two free cells: each of
the player to move and of the other."""

Basis = tuple[Boards, tuple[Vector, Vector, Vector, Vector]]
"""Boards by player, and the sums of the units of each part, on the position and its image."""

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

    def nothing(self) -> Any:
        return 0

    def basis(self, boards: Boards) -> Any:
        return 0

    def score_from(self, basis: Any, boards: Boards) -> float:
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
        """Return what it adds to the score of the player to move; see `Boards`."""
        boards = (mine, theirs, my_threats, their_threats, my_cells, their_cells)
        return self.score_from(self.nothing(), boards)

    def nothing(self) -> Basis:
        """Return the sums of the units on an empty board, without where they begin."""
        line = row(self.table, 0)
        zero = line - line
        return (0, 0, 0, 0, 0, 0), (zero, zero, zero, zero)

    def basis(self, boards: Boards) -> Basis:
        """Return the sums of the units for a position, from which those of its likes follow."""
        boards = _by_player(boards)
        none, (first, first_image, second, second_image) = self.nothing()
        first, first_image = self._moved(0, first, first_image, none, boards)
        second, second_image = self._moved(ROWS, second, second_image, none, boards)
        return boards, (first, first_image, second, second_image)

    def score_from(self, basis: Basis, boards: Boards) -> float:
        """Return what `score` does; the less the boards of the basis differ, the quicker."""
        second = popcount(boards[0] | boards[1]) & 1
        boards = _by_player(boards)
        before, (sums, image, other_sums, other_image) = basis
        sums, image = self._moved(0, sums, image, before, boards)
        total = self._answer(0, second, sums, image)
        sums, image = self._moved(ROWS, other_sums, other_image, before, boards)
        total += self._answer(ROWS, second, sums, image)
        return total / (ONE * WEIGHT)

    def _answer(self, start: int, second: int, sums: Vector, image: Vector) -> int:
        """Return what the units of a part say, on the position and on its mirror image."""
        begun = row(self.table, start + _STARTS + second)
        weights = row(self.table, start + _OUTPUTS + second)
        on_it = clipped_dot(sums + begun, ONE, weights)
        return on_it + clipped_dot(image + begun, ONE, weights)

    def _moved(
        self, start: int, sums: Vector, image: Vector, before: Boards, boards: Boards
    ) -> tuple[Vector, Vector]:
        """Return a part's sums for other boards, on the position and on its mirror image."""
        for index in range(len(boards)):
            first = start + index * _CELLS
            added = boards[index] & ~before[index]
            while added:
                cell = lowest(added)
                added = without_lowest(added)
                sums = sums + row(self.table, first + cell)
                image = image + row(self.table, first + _mirrored(cell))
            removed = before[index] & ~boards[index]
            while removed:
                cell = lowest(removed)
                removed = without_lowest(removed)
                sums = sums - row(self.table, first + cell)
                image = image - row(self.table, first + _mirrored(cell))
        return sums, image


def _mirrored(cell: int) -> int:
    """Return the cell of the mirror image."""
    return cell + (_WIDTH - 1 - 2 * (cell // _PITCH)) * _PITCH


def _by_player(boards: Boards) -> Boards:
    """Return the boards of the player to move and of the other in the order of the players."""
    if popcount(boards[0] | boards[1]) & 1:
        return boards[1], boards[0], boards[3], boards[2], boards[5], boards[4]
    return boards


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
