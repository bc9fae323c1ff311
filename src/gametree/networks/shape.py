"""The rows of weights that a network has, and the weights."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..primitives.vectors import LANES

__all__ = ["UNITS", "Shape", "Weights", "empty_weights"]

UNITS = LANES


class Shape(NamedTuple):
    """How many rows of weights a network has of each sort.

    Attributes:
        features: one a feature, patterns on the board included.
        located: those of them, the last ones, that are for patterns in one place.
        movers: who may be to move: each player.
        outputs: numbers that the value of a position takes, for each mover.
        actions: one an action, for each mover.
        local: weights for patterns around the cells of moves: single numbers.

    """

    features: int
    located: int
    movers: int
    outputs: int
    actions: int
    local: int

    @property
    def starts(self) -> int:
        """The row of the first mover's sums before any feature."""
        return self.features

    @property
    def values(self) -> int:
        """The row of the first output."""
        return self.starts + self.movers

    @property
    def policy(self) -> int:
        """The row of the first action."""
        return self.values + self.movers * self.outputs

    @property
    def rows(self) -> int:
        """All of them."""
        return self.policy + self.movers * self.actions


class Weights(NamedTuple):
    """What a network has learned.

    Attributes:
        rows: `Shape.rows` by UNITS.
        biases: one a row.
        local: `Shape.local` of them.

    """

    rows: np.ndarray[Any, np.dtype[np.float32]]
    biases: np.ndarray[Any, np.dtype[np.float32]]
    local: np.ndarray[Any, np.dtype[np.float32]]


def empty_weights(shape: Shape, seed: int) -> Weights:
    """Return weights before any training: values and priors of 0, from random sums.

    Patterns in one place count as they do in any.
    """
    rows = np.zeros((shape.rows, UNITS), np.float32)
    random = np.random.default_rng(seed)
    first = shape.features - shape.located
    rows[:first] = random.normal(0.0, 0.08, (first, UNITS))
    rows[shape.starts : shape.values] = random.uniform(0.2, 0.8, (1, UNITS))
    return Weights(rows, np.zeros(shape.rows, np.float32), np.zeros(shape.local, np.float32))
