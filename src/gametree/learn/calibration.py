"""Calibration of a network: what games came to, by the value it gave their positions."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ..networks.blueprint import Blueprint
from ..networks.shape import Weights
from .played_positions import POSITIONS, PlayedPositions

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
    blueprint: Blueprint, weights: Weights, games: Sequence[PlayedPositions], seed: int = 0
) -> list[CalibrationRow]:
    """Return how some positions of the last games came out, by what the network says of them."""
    random = np.random.default_rng(seed)
    picked: list[tuple[float, float]] = []
    for place in random.permutation(len(games))[:_MOST].tolist():
        game = games[place]
        position = int(random.integers(int(game.used[POSITIONS])))
        picked.append((_value(blueprint, weights, game, position), float(game.returns[0])))
    said = np.array([each[0] for each in picked])
    came = np.array([each[1] for each in picked])
    low, high = blueprint.centre - blueprint.spread, blueprint.centre + blueprint.spread
    bins = ((said - low) / (high - low) * _BINS).astype(int).clip(0, _BINS - 1)
    return [
        CalibrationRow(float(said[bins == k].mean()), float(came[bins == k].mean()), count)
        for k in range(_BINS)
        if (count := int((bins == k).sum()))
    ]


def _value(blueprint: Blueprint, weights: Weights, game: PlayedPositions, position: int) -> float:
    """Return what the network says that a position is worth to the first player."""
    shape, board = blueprint.shape, blueprint.board
    mover = int(game.movers[position])
    begin = int(game.feature_ends[position - 1]) if position else 0
    there = game.features[begin : int(game.feature_ends[position])].tolist()
    if board.cells:
        at = position * board.cells
        board.room[:] = game.cells[at : at + board.cells]
        board.look()
        first = shape.features - board.size
        for window in range(board.windows):
            if board.found[window]:
                rows = {int(board.shared_firsts[window]), int(board.firsts[window])}
                there += [first + row + int(board.found[window]) for row in rows]
    units = (weights.rows[shape.starts + mover] + weights.rows[there].sum(axis=0)).clip(0.0, 1.0)
    row = shape.values + mover * shape.outputs
    value = float(units @ weights.rows[row] + weights.biases[row])
    if blueprint.bounded:
        value = math.tanh(value)
    return blueprint.centre + blueprint.spread * value
