"""Patterns of neighbouring cells: what a network sees of a board beyond its single cells.

Where a state holds a board, in whatever form, its cells are laid out in rows and columns. Lines
of cells and small blocks are windows; what is in one, as a number in base `codes`, is its pattern.
A pattern counts the same wherever it is (as in n-tuple networks: Lucas, 2008, *Learning to play
Othello with n-tuple systems*). Of a move is known which cells it changes, so each has priors by
the patterns around them, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from ..compilable import Compilable

__all__ = ["SITES", "Board", "Layout", "board_for", "layout_of", "shape_for", "sites_of"]

_MOST_CODES = 32
_MOST_PATTERNS = 1100
_LONGEST_LINE = 5
_FEWEST_CELLS = 9
_MOST_CELLS = 400
_MOST_ELONGATED = 3.0
SITES = 2
"""Cells of a move that are looked at, at most."""
_USUAL = 0.95
"""In so many of the times that a move was made it changed a cell, for the cell to be its own."""


class Layout(NamedTuple):
    """Windows on a board of so many rows and columns.

    Attributes:
        members: the cells of each window, one window after the other.
        ends: where each window's end.
        kinds: which kind of window each is: a line in one direction, or a block.
        patterns: how many patterns a window of each kind may have.

    """

    members: list[int]
    ends: list[int]
    kinds: list[int]
    patterns: list[int]


class Board(Compilable):
    """The windows of a game's board, and the moves that change the cells within.

    Attributes:
        cells: how many there are; 0 if there is no board.
        windows: likewise.
        size: patterns of all kinds of windows.
        slots: weights for the patterns around the cells of moves: kind after kind, pattern after
            pattern, one for each cell of the window.

    """

    runtime_arrays = (
        "meanings",
        "members",
        "ends",
        "firsts",
        "places",
        "offsets",
        "offset_ends",
        "slot_firsts",
        "sites",
        "room",
        "padded",
        "grid",
        "found",
        "logits",
    )

    def __init__(self, cells: int, meanings: Sequence[int], layout: Layout, sites: Any) -> None:
        self.cells = cells
        self.codes = max(meanings, default=0) + 1
        self.meanings = np.array(meanings, np.int32)
        self.windows = len(layout.ends)
        self.size = sum(layout.patterns)
        self.members = np.array(layout.members, np.int32)
        self.ends = np.array(layout.ends, np.int32)
        starts = np.cumsum([0, *layout.patterns])
        self.firsts = np.array([starts[kind] for kind in layout.kinds], np.int32)
        begins = [0, *layout.ends]
        first_cells = [layout.members[begin] for begin in begins[: self.windows]]
        self.places = np.array(
            [kind * cells + cell for kind, cell in zip(layout.kinds, first_cells, strict=True)],
            np.int32,
        )
        self.kinds = len(layout.patterns)
        # Of each kind, how far the cells of a window are behind its first one.
        examples = [layout.kinds.index(kind) for kind in range(self.kinds)]
        offsets = [
            [cell - first_cells[each] for cell in layout.members[begins[each] : begins[each + 1]]]
            for each in examples
        ]
        self.offsets = np.array([each for kind in offsets for each in kind], np.int32)
        self.offset_ends = np.cumsum([len(kind) for kind in offsets]).astype(np.int32)
        slots = [len(kind) * count for kind, count in zip(offsets, layout.patterns, strict=True)]
        slot_starts = np.cumsum([0, *slots])
        self.slots = sum(slots)
        self.slot_firsts = np.array([slot_starts[kind] for kind in layout.kinds], np.int32)
        self.sites = sites
        self.moves_stones = bool((sites[::SITES] >= 0).any())
        self.room = np.zeros(max(1, cells), np.int32)
        self.padded = np.zeros(cells + int(self.offsets.max(initial=0)) + 1, np.int32)
        self.grid = np.zeros(max(1, self.kinds * cells), np.int32)
        self.found = np.zeros(max(1, self.windows), np.int32)
        self.logits = np.zeros(max(1, SITES * cells))

    def settle(self, cells: Any) -> None:
        """Give what cells hold new numbers: 0 is what most of them do."""
        for cell in range(self.cells):
            cells[cell] = self.meanings[cells[cell]]

    def look(self, cells: Any, first: int) -> None:
        """Find the pattern of each window; 0 where all cells are as most are.

        The cells begin at `cells[first]`.
        """
        # Of each kind the patterns that begin at all cells, whether there is room or not: so
        # these loops become vector instructions.
        padded = self.padded
        grid = self.grid
        for cell in range(self.cells):
            padded[cell] = cells[first + cell]
        at = 0
        for kind in range(self.kinds):
            begin = kind * self.cells
            for cell in range(self.cells):
                grid[begin + cell] = padded[cell]
            at += 1  # the first one, which is at no distance
            while at < self.offset_ends[kind]:
                offset = self.offsets[at]
                for cell in range(self.cells):
                    grid[begin + cell] = grid[begin + cell] * self.codes + padded[offset + cell]
                at += 1
        for window in range(self.windows):
            self.found[window] = grid[self.places[window]]

    def spread(self, weights: Any, first: int) -> None:
        """Add up, for each cell, what the patterns found around it add to the logit of a move.

        The weights begin at `weights[first]`: those of a move's first site, then of its second.
        """
        logits = self.logits
        for cell in range(SITES * self.cells):
            logits[cell] = 0.0
        at = 0
        for window in range(self.windows):
            end = self.ends[window]
            pattern = self.found[window]
            if pattern != 0:
                place = first + self.slot_firsts[window] + pattern * (end - at)
                while at < end:
                    cell = self.members[at]
                    if self.moves_stones:
                        logits[cell] += weights[place]
                    logits[self.cells + cell] += weights[self.slots + place]
                    place += 1
                    at += 1
            at = end

    def prior(self, action: int) -> float:
        """Return what the patterns around the cells of a move add to its logit, after `spread`."""
        total = 0.0
        for site in range(SITES):
            cell = self.sites[SITES * action + site]
            if cell >= 0:
                total += self.logits[site * self.cells + cell]
        return total


def shape_for(cells: int, shape: tuple[int, int] | None) -> tuple[int, int] | None:
    """Return the rows and columns of a board of so many cells; None if it is none.

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


def layout_of(shape: tuple[int, int], codes: int) -> Layout:
    """Return the windows on a board: lines in four directions, blocks of two by three cells."""
    rows, columns = shape
    long = min(_LONGEST_LINE, max(shape))
    while codes**long > _MOST_PATTERNS:
        long -= 1
    kinds = [[(0, k) for k in range(long)], [(k, 0) for k in range(long)]]
    kinds += [[(k, k) for k in range(long)], [(k, -k) for k in range(long)]]
    block = [(r, c) for r in range(2) for c in range(3)]
    square = [(r, c) for r in range(2) for c in range(2)]
    if codes ** len(block) <= _MOST_PATTERNS:
        kinds += [block, [(c, r) for r, c in block]]
    elif codes ** len(square) <= _MOST_PATTERNS:
        kinds += [square]
    layout = Layout([], [], [], [])
    for kind in kinds:
        windows = [
            [(row + r, column + c) for r, c in kind]
            for row in range(rows)
            for column in range(columns)
        ]
        inside = [
            [r * columns + c for r, c in window]
            for window in windows
            if all(0 <= r < rows and 0 <= c < columns for r, c in window)
        ]
        if inside:
            for cells in inside:
                layout.members.extend(cells)
                layout.ends.append(len(layout.members))
                layout.kinds.append(len(layout.patterns))
            layout.patterns.append(codes ** len(kind))
    return layout


def sites_of(moves: Sequence[tuple[list[int], int, list[int]]], actions: int) -> Any:
    """Return the cells that each action changes nearly always: those left empty first, or -1.

    `moves` are (cells before, number of the action, cells after) of random games. Where states
    are as the player to move sees them, all stones change sides at each move: what most cells of
    a kind turn into is no change.
    """
    sites = np.full((actions, SITES), -1, np.int32)
    if not moves:
        return sites.reshape(-1)
    before, by, after = (np.array(column) for column in zip(*moves, strict=True))
    follows = np.zeros((1 + before.max(), 1 + after.max()), np.int64)
    np.add.at(follows, (before, after), 1)
    changes = follows.argmax(1)[before] != after
    for number in np.unique(by).tolist():
        own = by == number
        changed = changes[own].mean(0)
        left = (changes[own] & (after[own] == 0)).mean(0)
        cells = np.flatnonzero(changed >= _USUAL)
        if 0 < len(cells) <= SITES:
            order = cells[np.argsort(left[cells] < 0.5, kind="stable")]
            sites[number, SITES - len(cells) :] = order
    return sites.reshape(-1)


def board_for(
    shape: tuple[int, int] | None,
    meanings: Sequence[int],
    moves: Sequence[tuple[list[int], int, list[int]]],
    actions: int,
) -> Board:
    """Return the board of a game; one without cells if there is none."""
    if shape is None or not 1 <= max(meanings) < _MOST_CODES:
        return Board(0, [0], Layout([], [], [], []), np.full(SITES * actions, -1, np.int32))
    layout = layout_of(shape, max(meanings) + 1)
    return Board(shape[0] * shape[1], meanings, layout, sites_of(moves, actions))
