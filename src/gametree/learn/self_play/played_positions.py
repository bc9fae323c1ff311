"""Positions of self-play as it leaves them: features, values and shares of moves."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ...rules.workspace import OutOfRoom

__all__ = [
    "ACTIONS",
    "FEATURES",
    "PLIES",
    "POSITIONS",
    "SIMULATIONS",
    "USED",
    "PlayedPositions",
    "SamplesFull",
    "room_for_samples",
    "taken_out",
]

# Places in `PlayedPositions.used`.
POSITIONS = 0
FEATURES = 1  # those of all positions together
ACTIONS = 2  # likewise
PLIES = 3  # of the game, those of its opening included
SIMULATIONS = 4  # of all searches of the game
USED = 5


class SamplesFull(OutOfRoom):
    """More positions, features or actions than the buffers hold."""


class PlayedPositions(NamedTuple):
    """The positions of a game, or of many: flat arrays."""

    features: Any  # numbers of the features that are there, position by position
    feature_ends: Any  # for each position where its features end
    cells: Any  # what the cells of the board hold, position by position
    movers: Any  # who moves
    values: Any  # for each position and player what the search found, or proved
    proven: Any  # whether it is proven
    actions: Any  # numbers of the actions, position by position
    shares: Any  # of the simulations, action by action
    action_ends: Any  # for each position where its actions end: at once if they are no targets
    returns: Any  # for each player what the game came to
    used: Any  # POSITIONS ... SIMULATIONS


def room_for_samples(
    players: int, positions: int, features: int, cells: int, actions: int
) -> PlayedPositions:
    """Return empty samples with capacity for these totals."""
    return PlayedPositions(
        np.zeros(features, np.int32),
        np.zeros(positions, np.int32),
        np.zeros(cells, np.int8),
        np.zeros(positions, np.int32),
        np.zeros(positions * players),
        np.zeros(positions, np.int32),
        np.zeros(actions, np.int32),
        np.zeros(actions),
        np.zeros(positions, np.int32),
        np.zeros(players),
        np.zeros(USED, np.int64),
    )


def taken_out(samples: PlayedPositions) -> PlayedPositions:
    """Return a copy of a game's samples, without the unused part of the buffers."""
    positions, features, actions = (int(each) for each in samples.used[:PLIES])
    players = len(samples.returns)
    return PlayedPositions(
        samples.features[:features].copy(),
        samples.feature_ends[:positions].copy(),
        samples.cells[: positions * (len(samples.cells) // len(samples.movers))].copy(),
        samples.movers[:positions].copy(),
        samples.values[: positions * players].copy(),
        samples.proven[:positions].copy(),
        samples.actions[:actions].copy(),
        samples.shares[:actions].copy(),
        samples.action_ends[:positions].copy(),
        samples.returns.copy(),
        samples.used.copy(),
    )
