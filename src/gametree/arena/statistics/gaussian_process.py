"""Gaussian-process regression of a player's strength over a grid of parameter values.

Strength as a function of the parameters is modelled as a smooth random function (a Gaussian
process). After some pairs of games its posterior is a normal distribution of the weights of basis
functions, "waves" (Laplace's approximation).

- C. E. Rasmussen and C. K. I. Williams, Gaussian Processes for Machine Learning (2006):
  chapter 3.4 (Laplace's approximation) and 5.4 (the evidence for a setting of the process).
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...machine.extras import load_extra
from .elo import ELO_PER_LOGIT

__all__ = ["Floats", "Posterior", "posterior", "waves_on_grid"]

Floats = NDArray[np.float64]

_LENGTHS = ((0.15, 0.3, 0.6, 1.2, 2.4), (0.25, 0.5, 1.0, 2.0), (0.4, 1.2))
_SPREADS = (10.0, 30.0, 100.0, 300.0, 1000.0)  # in Elo
_USUAL_SPREAD = 100.0
_LEVEL_SPREAD = 400.0  # in Elo, prior standard deviation of the constant
_SMALLEST = 1e-6  # waves that contribute less than this to the function are left out
_MOST_WAVES = 150
_STEPS = 50
_SCATTER_PAIRS = 10  # as if this many pairs of independent games had been seen before
_LEAST_SCATTER = 0.02


def posterior(waves: Sequence[Floats], pairs: Floats, made: Floats, squares: float) -> Posterior:
    """Return the posterior of the strength function, given pairs of games.

    Args:
        waves: as `waves_on_grid` returns them.
        pairs: how many were played at each point, shape (points,).
        made: the sum of their scores there, 0 to 1 each, shape (points,).
        squares: the sum of the squares of all scores.

    Raises:
        MissingExtra: if SciPy is not installed.

    """
    loose = Posterior(waves, pairs, made, 1.0, (_USUAL_SPREAD,))
    score = 1 / (1 + np.exp(-loose.mean / ELO_PER_LOGIT))
    # Squared residuals over the variance of independent games, some pairs of such added.
    residual = squares - 2 * (score @ made) + pairs @ score**2
    expected = pairs @ (score * (1 - score) / 2)
    prior = _SCATTER_PAIRS * expected / int(pairs.sum())
    scatter = (residual + prior) / (expected + prior)
    return Posterior(waves, pairs, made, max(float(scatter), _LEAST_SCATTER), _SPREADS)


def waves_on_grid(places: Sequence[Sequence[float]]) -> list[Floats]:
    """Return the basis functions on a grid for each choice of length scales.

    Args:
        places: where the grid's values lie on each of one to three axes, 0 to 1.

    Returns:
        A matrix for each choice, shape (points, waves).

    """
    lengths = _LENGTHS[len(places) - 1]
    one = [[_waves(there, length) for length in lengths] for there in places]
    return [_product(parts) for parts in itertools.product(*one)]


def _waves(places: Sequence[float], length: float) -> Floats:
    """Return columns B with B B^T the covariance exp(-d^2 / (2 length^2)) of places, in effect."""
    x = np.array(places)
    sizes, shapes = np.linalg.eigh(np.exp(-((x[:, None] - x) ** 2) / (2 * length**2)))
    kept = sizes > _SMALLEST * sizes[-1]
    waves: Floats = (shapes * np.sqrt(np.maximum(sizes, 0)))[:, kept][:, ::-1]
    return waves


def _product(parts: Sequence[Floats]) -> Floats:
    """Return the waves on the whole grid: products of those on its axes, the greatest first."""
    whole = parts[0]
    for part in parts[1:]:
        whole = np.einsum("ia,jb->ijab", whole, part).reshape(len(whole) * len(part), -1)
        sizes = (whole**2).sum(0)
        order = np.argsort(-sizes, kind="stable")[:_MOST_WAVES]
        whole = whole[:, order[sizes[order] > _SMALLEST * sizes[order[0]]]]
    return whole


class Posterior:
    """The posterior of the strength function: a mixture over length scales and amplitudes.

    The strength function f, in logits, is a constant plus a sum of waves, all with independent
    normal weights w of variance 1. The score s of a pair has the mean m = 1 / (1 + exp(-f)) and
    `scatter` times the variance of two independent games, so that its log-likelihood is
    (2 / scatter) (s log m + (1 - s) log(1 - m)). For each length scale and each amplitude the
    posterior of the weights is approximated by a normal distribution around its mode (Laplace);
    each of these counts in proportion to its evidence.

    Attributes:
        mean: the posterior mean of the strength, in Elo against the opponent.
        flat: the probability that the function is constant, with a prior probability of 1/2.
        scatter: as given.

    """

    def __init__(
        self,
        waves: Sequence[Floats],
        pairs: Floats,
        made: Floats,
        scatter: float,
        spreads: Sequence[float],
    ) -> None:
        self.scatter = scatter
        seen = np.flatnonzero(pairs)
        trials, wins = 2 / scatter * pairs[seen], 2 / scatter * made[seen]
        level = np.full((len(pairs), 1), _LEVEL_SPREAD / ELO_PER_LOGIT)
        self._parts: list[tuple[Floats, Floats, Floats]] = []
        evidence = []
        for shapes, spread in itertools.product(waves, spreads):
            basis = np.hstack([level, spread / ELO_PER_LOGIT * shapes])
            weights, root, likely = _most_likely(basis[seen], trials, wins)
            self._parts.append((basis, weights, root))
            evidence.append(likely)
        plain = _most_likely(level[seen], trials, wins)[2]
        top = max(evidence)
        relative = np.exp(np.array(evidence) - top)
        self._shares: Floats = relative / relative.sum()
        self.flat = 1 / (1 + float(relative.mean()) * math.exp(min(top - plain, 700.0)))
        means = [basis @ weights for basis, weights, _ in self._parts]
        self.mean: Floats = ELO_PER_LOGIT * (self._shares @ np.array(means))

    def best(self) -> int:
        """Return the point with the highest posterior mean."""
        return int(self.mean.argmax())

    def draw(
        self, rng: np.random.Generator, count: int, at: tuple[int | None, int | None]
    ) -> tuple[NDArray[Any], Floats, Floats]:
        """Draw functions from the posterior.

        Returns:
            The highest point of each, and its values at two points, in Elo.

        """
        solve = load_extra("scipy.linalg", "arena").solve_triangular
        tops, heights = [], []
        drawn = rng.multinomial(count, self._shares)
        for (basis, weights, root), number in zip(self._parts, drawn, strict=True):
            if not number:
                continue
            normal = rng.standard_normal((len(weights), number))
            functions = basis @ (weights[:, None] + solve(root.T, normal, lower=False))
            tops.append(functions.argmax(0))
            heights.append(ELO_PER_LOGIT * functions[[point or 0 for point in at]])
        both = np.concatenate(heights, axis=1)
        return np.concatenate(tops), both[0], both[1]


def _most_likely(basis: Floats, trials: Floats, wins: Floats) -> tuple[Floats, Floats, float]:
    """Return the most likely weights, the root of their precision, and the log of the evidence.

    Newton's method; half a step where a whole one does not improve.
    """
    weights: Floats = np.zeros(basis.shape[1])
    height = basis @ weights
    identity = np.eye(len(weights))
    value = _log_joint(height, weights, trials, wins)
    for _ in range(_STEPS):
        score = 1 / (1 + np.exp(-height))
        curvature = trials * score * (1 - score)
        precision = identity + basis.T @ (curvature[:, None] * basis)
        slope = basis.T @ (wins - trials * score) - weights
        step = np.linalg.solve(precision, slope)
        if slope @ step < 1e-9:
            break
        for _ in range(_STEPS):
            tried = weights + step
            tried_value = _log_joint(basis @ tried, tried, trials, wins)
            if tried_value >= value:
                break
            step = step / 2
        weights, value = tried, tried_value
        height = basis @ weights
    root: Floats = np.asarray(np.linalg.cholesky(precision), dtype=np.float64)
    return weights, root, value - float(np.log(np.diag(root)).sum())


def _log_joint(height: Floats, weights: Floats, trials: Floats, wins: Floats) -> float:
    """Return the log of the likelihood and the prior: s log m + (1 - s) log(1 - m), written out."""
    return float(wins @ height - trials @ np.logaddexp(0, height) - weights @ weights / 2)
