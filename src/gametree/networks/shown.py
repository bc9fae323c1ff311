"""Views of a game for its network: all of its states, and observations of its own.

In a game that hides something the network sees what the player to move knows, and no state.

An observation is looked at like a member of the state, item by item. Rows in it are the board
whose patterns the network sees, unless the states hold one of as many rows and columns, over which
they lie then.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from .feature_parts import FeaturePart, MembersPart, Plane, observing
from .feature_plan import part_of
from .seen_play import SeenPlay
from .windows import shape_for

__all__ = ["Shown", "shown_in"]

_MOST_APART = 32
"""Numbers of an observation of which each counts by itself; more of them are one line."""

_DEPTH = 8  # so that no name in the code for observations is one of the code for states


class Shown(NamedTuple):
    """What there is to be seen.

    Attributes:
        part: all of it.
        board: the planes of the board; none if there is no board.
        planes: these, and those of observations that lie over the same cells.
        method: of the game, that returns what is shown to a player besides the state.

    """

    part: FeaturePart
    board: list[Plane]
    planes: list[Plane]
    method: str = "observation"


def shown_in(seen: SeenPlay) -> Shown:
    """Return what a game shows, by the positions of some games."""
    method = "observation"
    if seen.hides:
        part: FeaturePart = _StateAndObservation(FeaturePart(), _information(seen))
        method = "observation" if seen.observed else "information_state"
    else:
        part = part_of(seen.states)
    if seen.observations and not seen.hides:
        part = _StateAndObservation(part, _observation(seen.observations))
    planes = [plane for plane in part.planes("state") if shape_for(plane.cells, plane.shape)]
    board = _largest([plane for plane in planes if not plane.observed])
    declared = _largest([plane for plane in planes if plane.observed and plane.shape])
    if declared and not (board and _extent(declared[0]) == _extent(board[0])):
        board = declared
    board = board or _largest(planes)
    over = [
        plane
        for plane in planes
        if plane.observed and plane not in board and _extent(plane) == _extent(board[0])
    ]
    return Shown(part, board, board + over, method)


def _largest(planes: Sequence[Plane]) -> list[Plane]:
    """Return those with the most cells."""
    most = max((plane.cells for plane in planes), default=0)
    return [plane for plane in planes if plane.cells == most]


def _extent(plane: Plane) -> tuple[int, int] | None:
    """Return the rows and columns that are in use."""
    return plane.used or shape_for(plane.cells, plane.shape)


class _StateAndObservation(FeaturePart):
    """A state, and behind it what the game makes of it for who is to move."""

    def __init__(self, state: FeaturePart, observation: FeaturePart) -> None:
        self.state = state
        self.observation = observation
        self.size = state.size + observation.size
        self.most = state.most + observation.most

    def lines(self, value: str, first: str, depth: int, names: dict[str, Any]) -> list[str]:
        lines = self.state.lines(value, first, depth, names)
        if self.observation.size:
            start = str(self.state.size) if first == "0" else f"{first} + {self.state.size}"
            lines += observing(self.observation.lines("observation", start, _DEPTH, names))
        return lines

    def planes(self, value: str) -> list[Plane]:
        observed = [
            plane._replace(first=self.state.size + plane.first, observed=True)
            for plane in self.observation.planes("observation")
        ]
        return self.state.planes(value) + observed


def _information(seen: SeenPlay) -> FeaturePart:
    """Return what is to be seen of what players know."""
    if seen.observed:
        return _observation(seen.observations)
    return part_of(seen.observations)


def _observation(values: Sequence[Any]) -> FeaturePart:
    """Return what is to be seen of observations: of each item by itself."""
    first = values[0]
    if len(first) > _MOST_APART and all(np.ndim(item) == 0 for item in first):
        return _alike(values)
    columns = ([value[place] for value in values] for place in range(len(first)))
    return MembersPart([(f"[{place}]", _alike(column)) for place, column in enumerate(columns)])


def _alike(items: Sequence[Any]) -> FeaturePart:
    """Return what is to be seen of an item: of a line, or of rows, places that are all alike."""
    if isinstance(items[0], (tuple, list)):  # short tuples would count as members
        items = [np.array(item).tolist() for item in items]
    return part_of(items)
