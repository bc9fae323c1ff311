"""Optimizes parameters by noisy comparisons: proposes points to play, estimates the optimum.

The strength of a player as a function of its parameters is modelled as a smooth random function (a
Gaussian process), whose posterior follows from the pairs of games played. The next pairs are played
at the maxima of functions drawn from the posterior (Thompson sampling). So the games gather where
the optimum may be, and in the end the draws give the optimum, the strength there, and their
intervals. The function need not be a parabola, nor symmetric.

- C. E. Rasmussen and C. K. I. Williams, Gaussian Processes for Machine Learning (2006):
  chapter 3.4 (Laplace's approximation) and 5.4 (the evidence for a setting of the process).
- O. Chapelle and L. Li, An Empirical Evaluation of Thompson Sampling, NIPS 2011.
- K. Kandasamy and others, Parallelised Bayesian Optimisation via Thompson Sampling, AISTATS
  2018: many draws at once, as needed where many games are played side by side.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ...errors import BadParameter
from ...machine.extras import load_extra
from ..tuning.axis import Axis
from .gaussian_process import Floats, Posterior, posterior, waves_on_grid

__all__ = ["MOST_AXES", "Estimate", "Optimizer", "Peak", "batches"]

MOST_AXES = 3

_LEVELS = (65, 25, 13)  # values on each axis where there are one, two, three of them
_FIRST = 16  # pairs that are spread evenly, for each axis
_EVERY = 8  # one pair of this many is played at the start, where that is of interest
_DRAWS = 4000
_TAIL = 0.025
_WIDER = 1.2
"""Intervals of Elo are so much wider than those of the draws.

Landscapes drawn from this prior would need none of it. Real ones are narrower in places, and
smoothing takes a little off a peak: without it 92 to 97 % were covered (docs/tuning.md).
"""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number and its 95 % interval."""

    value: float
    low: float
    high: float

    def to_dict(self) -> dict[str, float]:
        """Return the fields for JSON."""
        return {"value": self.value, "low": self.low, "high": self.high}

    @classmethod
    def of(cls, value: float, draws: Floats) -> Estimate:
        """Return a number with the interval of draws, widened; the number lies within."""
        low, high = value + _WIDER * (np.quantile(draws, (_TAIL, 1 - _TAIL)) - value)
        return cls(value, min(value, float(low)), max(value, float(high)))


@dataclass(frozen=True, slots=True)
class Peak:
    """The optimum of a tuning.

    Attributes:
        best: for each axis the value to choose, with the interval of the optimum.
        at_low, at_high: for each axis the probability that the optimum lies in the outermost
            twentieth of the range at this end.
        elo: the Elo difference to the opponent with the best values.
        gain: the Elo difference to the start; None without a start.
        flat: the probability that the parameters make no difference, with a prior probability of
            1/2.
        pairs: the number of pairs played.
        scatter: the variance of a pair's points, as a share of that of two independent games
            without draws.

    """

    best: tuple[Estimate, ...]
    at_low: tuple[float, ...]
    at_high: tuple[float, ...]
    elo: Estimate
    gain: Estimate | None
    flat: float
    pairs: int
    scatter: float


def batches(total: int, axes: int) -> Iterator[tuple[int, int]]:
    """Yield the beginning and end of each batch of pairs until `total` is reached or exceeded.

    The pairs of a batch are chosen together, by the results of those before. A batch is a
    quarter of what was played before, after a first one of 16 pairs an axis. Where the last one
    passes the total only its first pairs are played: a larger total goes on with the others.
    """
    begin, end = 0, _FIRST * axes
    while begin < total:
        yield begin, end
        begin, end = end, end + max(8, end // 4)


class Optimizer:
    """Searches for the best values, one pair of games after the other.

    Points are numbered; `values` returns the values at a point. They form a grid: 65 values on one
    axis, 25 on each of two, 13 on each of three.

    Args:
        axes: one to three parameters.
        start: the values so far, if the gain over them is of interest. One of eight pairs is
            then played there, unless they are the opponent's.
        start_is_opponent: whether the opponent plays with these values, so that the gain over
            them is what is measured anyway.
        seed: what the choice of points comes from, along with the results.

    Raises:
        BadParameter: if there are too many axes or the start does not lie in their ranges.
        MissingExtra: if SciPy is not installed.

    """

    def __init__(
        self,
        axes: Sequence[Axis],
        *,
        start: Sequence[float] | None = None,
        start_is_opponent: bool = False,
        seed: int = 0,
    ) -> None:
        if not 1 <= len(axes) <= MOST_AXES:
            raise BadParameter(
                f"one to {MOST_AXES} parameters can be tuned at once, not {len(axes)}"
            )
        names = [axis.name for axis in axes]
        if len(set(names)) < len(names):
            raise BadParameter(f"each parameter has one range, but there are {', '.join(names)}")
        if start is not None and len(start) != len(axes):
            raise BadParameter(f"the start must have {len(axes)} values, not {len(start)}")
        for axis, value in zip(axes, start or (), strict=False):
            if not axis.low <= value <= axis.high or (axis.whole and value != int(value)):
                raise BadParameter(
                    f"the start of {axis.name} must lie in its range, {axis.low:g} to "
                    f"{axis.high:g}, not at {value!r}"
                )
        self.axes = tuple(axes)
        starts: Sequence[float | None] = [None] * len(axes) if start is None else start
        most = _LEVELS[len(axes) - 1]
        self._levels = [axis.values(most, value) for axis, value in zip(axes, starts, strict=True)]
        self._shape = tuple(map(len, self._levels))
        self._seed = seed
        self._start: int | None = None
        if start is not None:
            index = [levels.index(x) for levels, x in zip(self._levels, start, strict=True)]
            self._start = int(np.ravel_multi_index(index, self._shape))
        self._start_is_opponent = start_is_opponent
        self._made = np.zeros(self.points)
        self._pairs = np.zeros(self.points)
        self._squares = 0.0
        self._posterior_so_far: Posterior | None = None

    @property
    def points(self) -> int:
        """The number of points."""
        return math.prod(self._shape)

    @property
    def pairs(self) -> int:
        """The number of pairs played."""
        return int(self._pairs.sum())

    def values(self, point: int) -> tuple[float, ...]:
        """Return the values at a point, one for each axis."""
        index = np.unravel_index(point, self._shape)
        return tuple(levels[int(i)] for levels, i in zip(self._levels, index, strict=True))

    def point(self, values: Sequence[float]) -> int | None:
        """Return the point with these values; None if it is not on the grid."""
        try:
            index = [levels.index(x) for levels, x in zip(self._levels, values, strict=True)]
        except ValueError:
            return None
        return int(np.ravel_multi_index(index, self._shape))

    def add(self, point: int, points: float) -> None:
        """Add the result of a pair of games.

        Raises:
            BadParameter: unless `points` is 0, 1/2, 1, 3/2 or 2.

        """
        if points not in (0, 0.5, 1, 1.5, 2):
            raise BadParameter(f"a pair of games brings 0, 0.5, 1, 1.5 or 2 points, not {points!r}")
        self._pairs[point] += 1
        self._made[point] += points / 2
        self._squares += (points / 2) ** 2
        self._posterior_so_far = None

    def propose(self, begin: int, end: int) -> list[int]:
        """Return the points for the pairs of a batch, from the results so far and the seed."""
        rng = np.random.default_rng([self._seed, begin])
        count = end - begin
        at_start = [
            self._measures_start and number % _EVERY == _EVERY - 1 for number in range(begin, end)
        ]
        points = self._spread(rng, count) if begin == 0 else self._drawn(rng, count)
        return [
            self._start if start and self._start is not None else point
            for start, point in zip(at_start, points, strict=True)
        ]

    def peak(self) -> Peak:
        """Return the current estimate of the optimum.

        Raises:
            BadParameter: if no pair was played.

        """
        if not self.pairs:
            raise BadParameter("nothing is known of the best values before the first pair of games")
        belief = self._posterior()
        best = belief.best()
        rng = np.random.default_rng([self._seed, 1 << 40])
        tops, there, starts = belief.draw(rng, _DRAWS, (best, self._start))
        estimates, at_low, at_high = [], [], []
        index = np.unravel_index(tops, self._shape)
        for axis, levels, tops_there, value in zip(
            self.axes, self._levels, index, self.values(best), strict=True
        ):
            places = np.array([axis.place(level) for level in levels])
            # The optimum lies between levels: half a step on either side belongs to one.
            edges = np.concatenate([[0], (places[1:] + places[:-1]) / 2, [1]])
            low = float(np.quantile(edges[:-1][tops_there], _TAIL, method="lower"))
            high = float(np.quantile(edges[1:][tops_there], 1 - _TAIL, method="higher"))
            if axis.whole:
                low = float(np.quantile(places[tops_there], _TAIL, method="lower"))
                high = float(np.quantile(places[tops_there], 1 - _TAIL, method="higher"))
            estimates.append(
                Estimate(value, min(value, axis.value(low)), max(value, axis.value(high)))
            )
            at_low.append(float(np.mean(places[tops_there] <= 0.05)))
            at_high.append(float(np.mean(places[tops_there] >= 0.95)))
        elo = Estimate.of(float(belief.mean[best]), there)
        gain = None
        if self._start_is_opponent:
            gain = elo
        elif self._start is not None:
            more = there - starts
            gain = Estimate.of(float(belief.mean[best] - belief.mean[self._start]), more)
        return Peak(
            best=tuple(estimates),
            at_low=tuple(at_low),
            at_high=tuple(at_high),
            elo=elo,
            gain=gain,
            flat=belief.flat,
            pairs=self.pairs,
            scatter=belief.scatter,
        )

    @property
    def _measures_start(self) -> bool:
        return self._start is not None and not self._start_is_opponent

    def _spread(self, rng: np.random.Generator, count: int) -> list[int]:
        """Return points that fill the ranges evenly (a scrambled Halton sequence)."""
        qmc = load_extra("scipy.stats.qmc", "arena")
        index = []
        for axis, levels, places in zip(
            self.axes,
            self._levels,
            qmc.Halton(len(self.axes), rng=rng).random(count).T,
            strict=True,
        ):
            there = np.array([axis.place(level) for level in levels])
            index.append(np.abs(there[None, :] - places[:, None]).argmin(1))
        return [int(point) for point in np.ravel_multi_index(index, self._shape)]

    def _drawn(self, rng: np.random.Generator, count: int) -> list[int]:
        """Return the maxima of functions drawn from the posterior."""
        tops, _, _ = self._posterior().draw(rng, count, (None, None))
        return [int(point) for point in rng.permutation(tops)]

    def _posterior(self) -> Posterior:
        """Return the posterior of the strength function."""
        if self._posterior_so_far is None:
            self._posterior_so_far = posterior(self._waves, self._pairs, self._made, self._squares)
        return self._posterior_so_far

    @cached_property
    def _waves(self) -> list[Floats]:
        return waves_on_grid(
            [
                [axis.place(level) for level in levels]
                for axis, levels in zip(self.axes, self._levels, strict=True)
            ]
        )
