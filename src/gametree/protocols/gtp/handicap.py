"""Points of handicap stones, by the table of the GTP specification (section 4.1.1)."""

from __future__ import annotations

from ...errors import BadParameter

__all__ = ["fixed_points", "most_fixed"]

_LEAST_SIZE = 7
_FOURTH_LINE = 13  # from this size on, stones are on the fourth line, else on the third
# Columns and rows by the near line (0), the middle (1) and the far line (2): the corners, the
# sides, top and bottom; the middle of the board is the last one of an odd number above 4.
_ORDER = ((0, 0), (2, 2), (0, 2), (2, 0), (0, 1), (2, 1), (1, 0), (1, 2))


def most_fixed(size: int) -> int:
    """Return the most stones that have fixed points on a board: 0, 4 or 9."""
    if size < _LEAST_SIZE:
        return 0
    return 4 if size == _LEAST_SIZE or size % 2 == 0 else 9


def fixed_points(size: int, count: int) -> list[tuple[int, int]]:
    """Return the column and the row of each stone, counted from 0 at the bottom left.

    Raises:
        BadParameter: if this many stones have no fixed points.

    """
    most = most_fixed(size)
    if not 2 <= count <= most:
        message = f"2 to {most}" if most else "none"
        raise BadParameter(f"invalid number of stones: a board of size {size} takes {message}")
    edge = 3 if size >= _FOURTH_LINE else 2
    lines = (edge, size // 2, size - 1 - edge)
    points = [(lines[column], lines[row]) for column, row in _ORDER]
    if count > 4 and count % 2:
        return [*points[: count - 1], (lines[1], lines[1])]
    return points[:count]
