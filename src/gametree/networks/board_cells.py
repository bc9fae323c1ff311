"""The cells of a game's board: what each holds, how they lie, and which of them a move changes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from ..actors import is_player
from ..game import Game
from .action_numbers import ActionNumbers
from .features import Features
from .seen_play import SeenPlay
from .shown import shown_in
from .windows import shape_for

__all__ = ["SITES", "BoardCells", "board_cells_of", "sites_of"]

_MOST_CODES = 32
SITES = 2
"""Cells of a move that are looked at, at most."""
_USUAL = 0.95
"""In so many of the times that a move was made it changed a cell, for the cell to be its own."""


class BoardCells(NamedTuple):
    """The cells of a board.

    Attributes:
        cells: how many a state holds; 0 if there is no board.
        places: those of each row, without the rows and columns at the edges that nothing is ever
            in: boards of bits have such columns.
        meanings: for each code that `Features.codes` writes, what it means; 0 is what most do.
        sites: of each action the cells that it changes, SITES of them, or -1.

    """

    cells: int
    places: list[list[int]]
    meanings: list[int]
    sites: Any

    @property
    def codes(self) -> int:
        """How many things a cell may hold."""
        return max(self.meanings, default=0) + 1


def board_cells_of(
    game: Game, features: Features, numbers: ActionNumbers, seen: SeenPlay
) -> BoardCells:
    """Return the cells of the board that the states of a game hold."""
    nothing = BoardCells(0, [], [0], np.full(SITES * numbers.size, -1, np.int32))
    planes = shown_in(seen).board
    if not planes:
        return nothing
    shape = shape_for(planes[0].cells, planes[0].shape)
    assert shape is not None  # or it would be no plane of a board
    codes = math.prod(plane.each + plane.absent for plane in planes)
    held = np.zeros((len(seen.states), planes[0].cells), np.int64)
    for state, player, cells in zip(seen.states, seen.movers, held, strict=True):
        features.codes(game, state, player, cells)
    shows = np.array([is_player(player) or not planes[0].observed for player in seen.movers])
    counts = np.bincount(held[shows].ravel(), minlength=codes)
    meanings = np.zeros(codes, np.int64)
    there = np.flatnonzero(counts)
    if not 1 < len(there) <= _MOST_CODES:
        return nothing
    meanings[there[np.argsort(-counts[there], kind="stable")]] = np.arange(len(there))
    boards = meanings[held]
    moves = [
        (boards[place], numbers.number(action), boards[following])
        for place, action, following in seen.moves
        if following < len(boards) and shows[following]
    ]
    return BoardCells(
        len(boards[0]),
        _used_places(boards.any(axis=0).reshape(shape)),
        meanings.tolist(),
        sites_of(moves, numbers.size),
    )


def _used_places(used: Any) -> list[list[int]]:
    """Return the cells of each row and column from the first one that is used to the last."""
    rows, columns = (np.flatnonzero(used.any(axis=axis)) for axis in (1, 0))
    cells = np.arange(used.size).reshape(used.shape)
    inside = cells[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    return [[int(cell) for cell in row] for row in inside]


def sites_of(moves: Sequence[tuple[Any, int, Any]], actions: int) -> Any:
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
