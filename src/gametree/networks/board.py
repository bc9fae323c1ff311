"""Patterns of neighbouring cells: what a network sees of a board beyond its single cells.

Where a state holds a board, in whatever form, lines of its cells and small blocks are windows.
What a window holds is a pattern, and counts by where it is (Buro, 1999, *From simple features to
sophisticated evaluation functions*); what it counts for wherever it is, is learned first (as in
the n-tuple networks of Lucas, 2008). Of a move is known which cells it changes, so each has priors
by the patterns around them, too.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from plainpython.compilable import Compilable

from .board_cells import SITES, BoardCells
from .symmetries import Symmetries
from .windows import SHARED, Layout, layout_of

__all__ = ["Board", "board_for"]


class Board(Compilable):
    """The windows of a game's board, and the moves that change the cells within.

    A pattern has weights in two rows: one that all windows of its sort share, and one of its own
    group. In play these are one row, their sum.

    Attributes:
        cells: how many there are; 0 if there is no board.
        windows: likewise.
        shared: rows that are shared, of all sorts.
        size: rows of all patterns; those that are shared come first.
        shared_firsts, firsts: where the rows of each window's patterns begin, those that are
            shared and those of its group; these are the same for a window without a group.
        slots: weights for the patterns around the cells of moves: sort after sort, pattern after
            pattern, one for each cell of the window.

    """

    runtime_arrays = (
        "meanings",
        "members",
        "ends",
        "shared_firsts",
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

    def __init__(self, held: BoardCells, layout: Layout) -> None:
        self.cells = cells = held.cells
        self.codes = held.codes
        self.meanings = np.array(held.meanings, np.int32)
        self.windows = len(layout.ends)
        self.members = np.array(layout.members, np.int32)
        self.ends = np.array(layout.ends, np.int32)
        windows = [
            layout.members[begin:end]
            for begin, end in zip([0, *layout.ends], layout.ends, strict=False)
        ]
        starts = np.cumsum([0, *layout.patterns])
        self.shared = int(starts[-1])
        self.shared_firsts = starts[layout.sorts].astype(np.int32)
        self.firsts, self.size = _rows_of_groups(layout, self.shared_firsts, self.shared)
        # Windows are read alike if each cell lies as far from the first one.
        readings: dict[tuple[int, ...], int] = {}
        self.places = np.zeros(self.windows, np.int32)
        for window, each in enumerate(windows):
            steps = tuple(cell - each[0] for cell in each)
            reading = readings.setdefault(steps, len(readings))
            self.places[window] = reading * cells + each[0]
        self.readings = len(readings)
        self.offsets = np.array([step for steps in readings for step in steps], np.int32)
        self.offset_ends = np.cumsum([len(steps) for steps in readings]).astype(np.int32)
        lengths = dict(zip(layout.sorts, map(len, windows), strict=True))
        slots = [lengths[sort] * count for sort, count in enumerate(layout.patterns)]
        slot_starts = np.cumsum([0, *slots])
        self.slots = int(slot_starts[-1])
        self.slot_firsts = slot_starts[layout.sorts].astype(np.int32)
        self.sites = held.sites
        self.moves_stones = bool((held.sites[::SITES] >= 0).any())
        self.margin = int(np.abs(self.offsets).max(initial=0))
        self.room = np.zeros(max(1, cells), np.int32)
        self.padded = np.zeros(cells + 2 * self.margin + 1, np.int32)
        self.grid = np.zeros(max(1, self.readings * cells), np.int32)
        self.found = np.zeros(max(1, self.windows), np.int32)
        self.logits = np.zeros(max(1, SITES * cells))

    def settle(self, cells: Any) -> None:
        """Give what cells hold new numbers: 0 is what most of them do."""
        for cell in range(self.cells):
            cells[cell] = self.meanings[cells[cell]]

    def look(self) -> None:
        """Find the pattern of each window in the cells of `room`; 0 if all are as most are."""
        # For each reading the patterns that begin at all cells, whether there is room or not: so
        # these loops become vector instructions.
        padded = self.padded
        grid = self.grid
        margin = self.margin
        for cell in range(self.cells):
            padded[margin + cell] = self.room[cell]
        at = 0
        for reading in range(self.readings):
            begin = reading * self.cells
            for cell in range(self.cells):
                grid[begin + cell] = padded[margin + cell]
            at += 1  # the first one, which is at no distance
            while at < self.offset_ends[reading]:
                offset = margin + self.offsets[at]
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

    def add_shared_rows(self, rows: Any) -> None:
        """Add to the rows of each group's patterns, among those of all, the ones they share."""
        done: set[int] = set()
        for window in range(self.windows):
            first, shared = int(self.firsts[window]), int(self.shared_firsts[window])
            if first != shared and first not in done:
                done.add(first)
                count = self._patterns_of(window)
                rows[first : first + count] += rows[shared : shared + count]

    def _patterns_of(self, window: int) -> int:
        begin = int(self.ends[window - 1]) if window else 0
        return int(self.codes ** (int(self.ends[window]) - begin))


def _rows_of_groups(layout: Layout, shared_firsts: Any, shared: int) -> tuple[Any, int]:
    """Return where the rows of each window's group begin, and where all of them end."""
    starts: dict[int, int] = {}
    end = shared
    firsts = shared_firsts.copy()
    for window, (group, sort) in enumerate(zip(layout.groups, layout.sorts, strict=True)):
        if group == SHARED:
            continue
        if group not in starts:
            starts[group] = end
            end += layout.patterns[sort]
        firsts[window] = starts[group]
    return firsts, end


def board_for(held: BoardCells, symmetries: Symmetries) -> Board:
    """Return the board of a game; one without windows if it has no cells."""
    if not held.cells:
        return Board(held, Layout([], [], [], [], []))
    return Board(held, layout_of(held.places, held.codes, symmetries.cells.tolist()))
