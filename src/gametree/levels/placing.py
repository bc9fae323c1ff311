"""Chooses the levels of a ladder: places on the dial whose strengths are evenly apart."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from .ladder import MOST_LEVELS

__all__ = ["FARTHEST", "NEAREST", "Curve", "bottom_elo", "evenly_apart"]

NEAREST, FARTHEST = 75.0, 150.0
"""Neighbours are so many Elo apart, if the game allows it."""

_USUAL = 110.0
_TIGHT, _LOOSE = 100.0, 125.0
_ABOVE_RANDOM = 50.0
_HIGHEST_BOTTOM = 100.0
_BELOW_GREEDY = 100.0
_FLAT = 20.0
_NEAR = 12.0
"""A player that was measured is the level, if its strength is so near to what is wanted."""


class Curve:
    """The strength by the dial, never falling (isotonic regression by pooling; Ayer et al. 1955).

    Args:
        dials: places on the dial, in ascending order.
        elos: the measured strength at each.
        weights: how much each counts: one over its variance.

    """

    def __init__(
        self, dials: Sequence[float], elos: Sequence[float], weights: Sequence[float]
    ) -> None:
        self._measured = list(zip(dials, elos, strict=True))
        blocks: list[tuple[float, float, float]] = []  # weight, weighted dial, weighted elo
        for dial, elo, weight in zip(dials, elos, weights, strict=True):
            blocks.append((weight, weight * dial, weight * elo))
            while len(blocks) > 1 and _elo(blocks[-2]) >= _elo(blocks[-1]):
                last, before = blocks.pop(), blocks.pop()
                blocks.append(tuple(map(sum, zip(before, last, strict=True))))  # type: ignore[arg-type]
        while len(blocks) > 1 and _elo(blocks[-2]) > _elo(blocks[-1]) - _FLAT:
            del blocks[-1]  # the shorter search does nearly as well
        self._dials = np.array([block[1] / block[0] for block in blocks])
        self._elos = np.array([_elo(block) for block in blocks])

    @property
    def highest(self) -> float:
        """The strength at the top."""
        return float(self._elos[-1])

    def dial_of(self, elo: float) -> float:
        """Return the place on the dial that has a strength: where it was measured, if it was."""
        dial, measured = min(self._measured, key=lambda each: abs(each[1] - elo))
        if abs(measured - elo) <= _NEAR:
            return dial
        return float(np.interp(elo, self._elos, self._dials))


def _elo(block: tuple[float, float, float]) -> float:
    return block[2] / block[0]


def bottom_elo(greedy: float | None) -> float:
    """Return the strength of level 1: above random moves, and below a greedy player if it can be.

    Args:
        greedy: the strength of the greedy player above random moves; None if it cannot play.

    """
    below = _HIGHEST_BOTTOM if greedy is None else greedy - _BELOW_GREEDY
    return min(max(below, _ABOVE_RANDOM), _HIGHEST_BOTTOM)


def evenly_apart(curve: Curve, bottom: float) -> list[float]:
    """Return where the levels are on the dial, from a strength up to the top of the curve.

    They are ten, or fewer if the top is low; the only one is at the top.
    """
    span = curve.highest - bottom
    count = min(MOST_LEVELS, int(span / _TIGHT) + 1)
    if count < 2:
        return [curve.dial_of(curve.highest)]
    step = min(_USUAL if count == MOST_LEVELS else _LOOSE, span / (count - 1))
    return [curve.dial_of(bottom + step * n) for n in range(count)]
