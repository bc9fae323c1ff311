"""Windows on a board: lines of cells and small blocks, and which of them share weights.

What is in a window, as a number in base `codes`, is its pattern. Windows of one sort are alike
but for where they are; those that a symmetry of the rules maps onto each other are a group, which
list their cells so that a pattern means the same in each.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

__all__ = ["SHARED", "Layout", "layout_of", "shape_for"]

SHARED = -1
"""In place of a group: the window has no weights of its own, beside those of its sort."""

_MOST_PATTERNS = 1100
_LONGEST_LINE = 5
_FEWEST_CELLS = 9
_MOST_CELLS = 400
_MOST_ELONGATED = 3.0
_MOST_ROWS = 48_000
"""Patterns of all groups together: with more, tables would be slow to read and to fit."""


class Layout(NamedTuple):
    """Windows on a board.

    Attributes:
        members: the cells of each window, one window after the other.
        ends: where each window's end.
        sorts: of which sort each is.
        groups: of which group each is, or SHARED.
        patterns: how many patterns a window of each sort may have.

    """

    members: list[int]
    ends: list[int]
    sorts: list[int]
    groups: list[int]
    patterns: list[int]


def shape_for(cells: int, shape: tuple[int, int] | None) -> tuple[int, int] | None:
    """Return the rows and columns of a board of this many cells; None if it is none.

    Without a shape that the state tells, the one that is nearest to a square.
    """
    if not _FEWEST_CELLS <= cells <= _MOST_CELLS:
        return None
    if shape is not None:
        return shape if min(shape) > 1 else None
    rows = int(cells**0.5)
    while cells % rows:
        rows -= 1
    return (rows, cells // rows) if cells // rows <= _MOST_ELONGATED * rows else None


def layout_of(
    places: Sequence[Sequence[int]], codes: int, symmetries: Sequence[Sequence[int]]
) -> Layout:
    """Return the windows on a board: lines in four directions, blocks of two by three cells.

    Args:
        places: the cells of each row of the board.
        codes: how many things a cell may hold.
        symmetries: for each symmetry of the rules, where each cell goes.

    """
    kinds = [_inside(places, kind) for kind in _kinds(len(places), len(places[0]), codes)]
    left = {frozenset(window): kind for kind, windows in enumerate(kinds) for window in windows}
    sorts: dict[int, int] = {}  # of each kind
    layout = Layout([], [], [], [], [])
    groups = 0
    for kind, windows in enumerate(kinds):
        for window in windows:
            if frozenset(window) not in left:
                continue
            if kind not in sorts:
                sorts[kind] = len(layout.patterns)
                layout.patterns.append(codes ** len(window))
            for cells in ([symmetry[cell] for cell in window] for symmetry in symmetries):
                own = left.pop(frozenset(cells), None)
                if own is not None:
                    layout.members.extend(cells)
                    layout.ends.append(len(layout.members))
                    layout.sorts.append(sorts.setdefault(own, sorts[kind]))
                    layout.groups.append(groups)
            groups += 1
    return _bounded(layout)


def _kinds(rows: int, columns: int, codes: int) -> list[list[tuple[int, int]]]:
    """Return the rows and columns of the cells of a window, from its first one, of each kind."""
    longest = _LONGEST_LINE
    while codes**longest > _MOST_PATTERNS:
        longest -= 1
    kinds = []
    for row, column in ((0, 1), (1, 0), (1, 1), (1, -1)):
        length = min(longest, rows if row else longest, columns if column else longest)
        kinds.append([(k * row, k * column) for k in range(length)])
    block = [(r, c) for r in range(2) for c in range(3)]
    square = [(r, c) for r in range(2) for c in range(2)]
    if codes ** len(block) <= _MOST_PATTERNS:
        kinds += [block, [(c, r) for r, c in block]]
    elif codes ** len(square) <= _MOST_PATTERNS:
        kinds += [square]
    return kinds


def _inside(
    places: Sequence[Sequence[int]], kind: Sequence[tuple[int, int]]
) -> list[tuple[int, ...]]:
    """Return the windows of a kind that lie on the board."""
    rows, columns = len(places), len(places[0])
    windows = [
        [(row + r, column + c) for r, c in kind] for row in range(rows) for column in range(columns)
    ]
    return [
        tuple(places[r][c] for r, c in window)
        for window in windows
        if all(0 <= r < rows and 0 <= c < columns for r, c in window)
    ]


def _bounded(layout: Layout) -> Layout:
    """Return a layout whose groups have no more patterns than they may."""
    groups = list(layout.groups)
    while True:
        rows = dict.fromkeys(
            (group, sort)
            for group, sort in zip(groups, layout.sorts, strict=True)
            if group != SHARED
        )
        taken: dict[int, int] = {}
        for _, sort in rows:
            taken[sort] = taken.get(sort, 0) + layout.patterns[sort]
        if sum(taken.values()) <= _MOST_ROWS:
            return layout._replace(groups=groups)
        most = max(taken, key=lambda sort: taken[sort])
        groups = [
            SHARED if sort == most else group
            for group, sort in zip(groups, layout.sorts, strict=True)
        ]
