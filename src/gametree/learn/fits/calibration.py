"""Calibration of a network: what games came to, by the value it gave their positions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ..learner import Learner
from ..self_play.played_positions import POSITIONS, PlayedPositions

__all__ = ["CalibrationRow", "calibration_of"]

_BINS = 10
_MOST = 3000


class CalibrationRow(NamedTuple):
    """Positions that the network holds for worth about the same.

    Attributes:
        said: the mean of what it says they are worth to the first player, in returns.
        came: the mean of what the games came to for him.
        positions: how many there were.

    """

    said: float
    came: float
    positions: int


def calibration_of(
    learner: Learner, games: Sequence[PlayedPositions], seed: int = 0
) -> list[CalibrationRow]:
    """Return how some positions of the last games came out, by what the network says of them."""
    random = np.random.default_rng(seed)
    picked = [
        (games[place], int(random.integers(int(games[place].used[POSITIONS]))))
        for place in random.permutation(len(games))[:_MOST].tolist()
    ]
    said = np.array(learner.first_values(picked))
    came = np.array([float(game.returns[0]) for game, _ in picked])
    centre, spread = learner.blueprint.centre, learner.blueprint.spread
    low, high = centre - spread, centre + spread
    bins = ((said - low) / (high - low) * _BINS).astype(int).clip(0, _BINS - 1)
    return [
        CalibrationRow(float(said[bins == k].mean()), float(came[bins == k].mean()), count)
        for k in range(_BINS)
        if (count := int((bins == k).sum()))
    ]
