"""A position as numbers that any network takes: planes over the board, or else one vector.

Made from the features that the small network sees, so no line of code is for one game. A feature
that belongs to a cell is 1 there, in the plane of what the cell holds; each other one fills a
plane of its own, as does each player when it is to move, and the last plane is 1 everywhere, so
that a convolution knows where the board ends (Silver et al., 2017).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from ..game import Game
from .feature_parts import Plane
from .features import Features
from .seen_play import SeenPlay
from .windows import shape_for

__all__ = ["InputPlanes", "input_planes_of"]

_NOWHERE = -1


class InputPlanes(NamedTuple):
    """The input of a network for a game.

    Attributes:
        shape: (planes, rows, columns) where there is a board, or else (numbers,).
        places: for each feature, then for each player to move, which number of the input is 1,
            as if that were flat; -1 if none, or a whole plane.
        filled: likewise which plane is 1; -1 if none.
        features: how many features there are.

    """

    shape: tuple[int, ...]
    places: Any
    filled: Any
    features: int

    def encode(self, found: Any, owners: Any, movers: Any) -> Any:
        """Return the input for some positions, as 32-bit floats: positions by `shape`.

        Args:
            found: numbers of features, those of all positions together.
            owners: for each the position that has it.
            movers: for each position who is to move.

        """
        count = len(movers)
        planes = np.zeros((count, *self.shape), np.float32)
        numbers = np.concatenate([found, self.features + np.asarray(movers)]).astype(np.int64)
        rows = np.concatenate([owners, np.arange(count)]).astype(np.int64)
        places = self.places[numbers]
        there = places != _NOWHERE
        planes.reshape(count, -1)[rows[there], places[there]] = 1.0
        if len(self.shape) == 3:
            whole = self.filled[numbers]
            there = whole != _NOWHERE
            planes[rows[there], whole[there]] = 1.0
            planes[:, -1] = 1.0
        return planes


def input_planes_of(
    game: Game, features: Features, planes: Sequence[Plane], seen: SeenPlay
) -> InputPlanes:
    """Return the input for a game with these features.

    `planes` are those of its board and of what lies over it, none if there is none. Rows and
    columns at the edges where nothing has ever been are left out.
    """
    size, players = features.size, game.players
    places = np.full(size + players, _NOWHERE, np.int64)
    filled = places.copy()
    if not planes:
        places[:] = np.arange(size + players)
        return InputPlanes((size + players,), places, filled, size)
    shape = shape_for(planes[0].cells, planes[0].shape)
    assert shape is not None  # or it would be no plane of a board
    found = np.zeros(features.most, np.int64)
    met = np.zeros(size, bool)
    for state, player in zip(seen.states, seen.movers, strict=True):
        met[found[: features.collect(game, state, player, found, 0)]] = True
    used = np.zeros(shape[0] * shape[1], bool)
    for plane in planes:
        if shape_for(plane.cells, plane.shape) != shape:
            continue
        numbers = np.flatnonzero(met[plane.first : plane.first + plane.part.size])
        used[numbers // plane.each] = True
    rows, columns = (np.flatnonzero(used.reshape(shape).any(axis=axis)) for axis in (1, 0))
    top, left = int(rows[0]), int(columns[0])
    height, width = int(rows[-1]) + 1 - top, int(columns[-1]) + 1 - left
    others = np.ones(size + players, bool)
    channel = 0
    for plane in planes:
        numbers = np.arange(plane.part.size)
        own = shape_for(plane.cells, plane.shape)
        if own == shape:
            row, column = np.divmod(numbers // plane.each, shape[1])
            row, column = row - top, column - left
        elif own == (height, width):  # over the cells in use alone
            row, column = np.divmod(numbers // plane.each, width)
        else:
            continue
        inside = (row >= 0) & (row < height) & (column >= 0) & (column < width)
        at = ((channel + numbers % plane.each) * height + row) * width + column
        places[plane.first : plane.first + len(numbers)] = np.where(inside, at, _NOWHERE)
        others[plane.first : plane.first + len(numbers)] = False
        channel += plane.each
    filled[others] = channel + np.arange(int(others.sum()))
    return InputPlanes((channel + int(others.sum()) + 1, height, width), places, filled, size)
