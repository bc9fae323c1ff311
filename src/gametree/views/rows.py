"""Rows of equal pieces on a board, and the one that has ended a game."""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt

from .view import Cell, View

__all__ = ["longest_rows", "row_that_won"]

_SQUARES = ((1.0, 0.0), (0.0, 1.0), (1.0, 1.0), (1.0, -1.0))
_HEXAGONS = ((1.0, 0.0), (0.5, sqrt(3) / 2), (-0.5, sqrt(3) / 2))
_SHORTEST = 3


def longest_rows(cells: Iterable[Cell], through: Cell | None = None) -> list[tuple[Cell, ...]]:
    """Return the longest rows of at least three equal pieces; more than one if they are as long.

    Args:
        cells: a board, whose cells are as far apart as they are large.
        through: a cell that the rows have to contain; None for any.

    """
    at = {_place(cell, 0.0, 0.0): cell for cell in cells if cell.piece is not None}
    found: list[tuple[Cell, ...]] = []
    for cell in at.values() if through is None else [through]:
        for dx, dy in _HEXAGONS if cell.shape == "hexagon" else _SQUARES:
            behind, ahead = _run(at, cell, -dx, -dy), _run(at, cell, dx, dy)
            if not behind or through is not None:
                found.append((*reversed(behind), cell, *ahead))
    longest = max((len(each) for each in found), default=0)
    return [each for each in found if len(each) == longest >= _SHORTEST]


def row_that_won(before: View, after: View) -> tuple[str, ...]:
    """Return the cells of the row that the last piece of a game completed; () if it was none.

    The piece that was put down is the only change, and no row was as long before.
    """
    old = {cell.id: cell.piece for cell in before.cells}
    changed = [cell for cell in after.cells if old.get(cell.id, cell.piece) != cell.piece]
    if len(changed) != 1 or changed[0].piece is None or old[changed[0].id] is not None:
        return ()
    rows = longest_rows(after.cells, through=changed[0])
    earlier = longest_rows(before.cells)
    if not rows or (earlier and len(earlier[0]) >= len(rows[0])):
        return ()
    return tuple(dict.fromkeys(cell.id for row in rows for cell in row))


def _run(at: dict[tuple[float, float], Cell], cell: Cell, dx: float, dy: float) -> list[Cell]:
    """Return the cells that go on from one in a direction with the same piece."""
    found: list[Cell] = []
    while True:
        steps = len(found) + 1
        near = at.get(_place(cell, steps * dx * cell.size, steps * dy * cell.size))
        if near is None or near.piece != cell.piece:
            return found
        found.append(near)


def _place(cell: Cell, dx: float, dy: float) -> tuple[float, float]:
    return (round(cell.x + dx, 2) + 0.0, round(cell.y + dy, 2) + 0.0)
