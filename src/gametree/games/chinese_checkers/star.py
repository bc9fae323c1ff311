"""The star of Chinese checkers: its cells, points and jumps as boards of bits."""

from __future__ import annotations

from collections.abc import Iterable

__all__ = ["CELLS", "FIRST_WORD", "LARGEST", "PLANES", "Board", "Star", "one"]

Board = tuple[int, int]

# The cells are numbered from below, from left to right. On the smallest star, whose points have
# one cell each:
#
#    5        12
#    4   8  9  10 11        The neighbours of cell 6 are 5 and 7 beside it, 9 and 10 above,
#    3     5  6  7          2 and 3 below; a piece on 6 jumps over none of them, since no cell
#    2   1  2  3  4         is behind, but one on 3 jumps over 6 to 9.
#    1        0
#
# A board takes two words, of which the first has the cells 0 to 62.
FIRST_WORD = 63

CELLS = (0, 13, 37, 73, 121)
"""The cells of a star whose points have this many rows."""

LARGEST = 4
PLANES = 5
"""The bits of a distance in steps, at most 4 * LARGEST."""

Place = tuple[int, int, int]  # three coordinates that sum to 0: to the right, to the left, up

_STEPS = ((1, -1, 0), (-1, 1, 0), (1, 0, -1), (-1, 0, 1), (0, 1, -1), (0, -1, 1))

# Where each player begins, by the number of players: which coordinate is the least or the most.
_HOMES = {2: ((2, -1), (2, 1)), 3: ((2, -1), (0, -1), (1, -1))}


class Star:
    """The board of a game.

    Attributes:
        places: the coordinates of the cells, by number.
        at: where they are drawn: halves of a cell from the left, rows from below.
        rows: the cells of each row, from below.
        names: the names of the cells.
        middle: the cells in no point.
        tips: the outermost cell of each player's goal.
        homes, goals: the point where each player begins, and the one opposite; three of each.
        ends: the cells where the moves of each player may end.
        near: the neighbours of each cell.
        jumps: the cell that a jump goes over and the one where it lands, as boards; those from a
            cell begin at `first_jump`, up to those from the next one.
        planes: for each player and each bit of a number, the cells whose distance to the tip of
            the goal has that bit.
        least: the sum of these distances over the cells of a goal.

    """

    def __init__(self, size: int, players: int) -> None:
        self.places = sorted(_places(size), key=lambda place: (place[2], place[0]))
        number = {place: cell for cell, place in enumerate(self.places)}
        self.at = [(x - y + 3 * size, up + 2 * size) for x, y, up in self.places]
        self.rows = [
            [cell for cell, (_, height) in enumerate(self.at) if height == row]
            for row in range(4 * size + 1)
        ]
        self.names = [
            f"{chr(97 + nth)}{row + 1}"
            for row, cells in enumerate(self.rows)
            for nth in range(len(cells))
        ]
        middle = {cell for place, cell in number.items() if max(map(abs, place)) <= size}
        self.middle = middle
        homes = [self._point(size, *home) for home in _HOMES[players]]
        goals = [self._point(size, axis, -sign) for axis, sign in _HOMES[players]]
        none: list[list[int]] = [[]] * (3 - players)
        self.homes = tuple([words(cells) for cells in (*homes, *none)])
        self.goals = tuple([words(cells) for cells in (*goals, *none)])
        self.ends = tuple([words(middle | {*a, *b}) for a, b in zip(homes, goals, strict=True)])
        self.near = tuple(
            [
                words(number[beside] for step in _STEPS if (beside := after(place, step)) in number)
                for place in self.places
            ]
        )
        jumps, first_jump = [], [0]
        for place in self.places:
            for step in _STEPS:
                over = after(place, step)
                land = after(over, step)
                if over in number and land in number:
                    jumps.append((*one(number[over]), *one(number[land])))
            first_jump.append(len(jumps))
        self.jumps = tuple(jumps)
        self.first_jump = tuple(first_jump)
        planes = []
        self.tips = []
        for axis, sign in _HOMES[players]:
            far = [self._distance(size, place, axis, -sign) for place in self.places]
            self.tips.append(far.index(0))
            planes += [
                words(cell for cell, steps in enumerate(far) if steps >> plane & 1)
                for plane in range(PLANES)
            ]
        self.planes = tuple(planes)
        self.least = sum(row * (row + 1) for row in range(size))

    def lines(self) -> list[tuple[str, list[int]]]:
        """Return the rows as text has them, from above: what stands on the left, and the cells."""
        return [
            (f"{height + 1:>2} {' ' * self.at[cells[0]][0]}", cells)
            for height, cells in reversed([*enumerate(self.rows)])
        ]

    def _point(self, size: int, axis: int, sign: int) -> list[int]:
        """Return the cells of a point of the star, beyond `size` along an axis."""
        return [cell for cell, place in enumerate(self.places) if sign * place[axis] > size]

    def _distance(self, size: int, place: Place, axis: int, sign: int) -> int:
        """Return how many steps it is to the tip of a point."""
        tip = [-sign * size] * 3
        tip[axis] = 2 * sign * size
        return max(abs(here - there) for here, there in zip(place, tip, strict=True))


def after(place: Place, step: Place) -> Place:
    """Return the place that is a step further."""
    return (place[0] + step[0], place[1] + step[1], place[2] + step[2])


def one(cell: int) -> Board:
    """Return the board with one cell."""
    low = 1 << (cell if cell < FIRST_WORD else cell - FIRST_WORD)
    return (low if cell < FIRST_WORD else 0, low if cell >= FIRST_WORD else 0)


def words(cells: Iterable[int]) -> Board:
    """Return the board with some cells."""
    board = sum(1 << cell for cell in cells)
    return (board & (1 << FIRST_WORD) - 1, board >> FIRST_WORD)


def _places(size: int) -> list[Place]:
    """Return the cells of the star: those of two large triangles."""
    reach = range(-2 * size, 2 * size + 1)
    found = [(x, y, -x - y) for x in reach for y in reach]
    return [place for place in found if max(place) <= size or min(place) >= -size]
