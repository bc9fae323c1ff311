"""Noise for the priors at the root of a search, so that self-play tries what it did not expect."""

from __future__ import annotations

import math
from typing import Any

from ...primitives.rng import Rng

__all__ = ["gamma", "mix_noise_into_priors", "normal"]

_CONCENTRATION = 10.83
"""The sum of the parameters: 0.03 for each of 361 moves, as in AlphaGo Zero."""


def mix_noise_into_priors(edges: Any, count: int, share: float, noise: Any, rng: Rng) -> None:
    """Replace a share of the priors by a draw from a Dirichlet distribution (Silver et al., 2017).

    Its parameters are equal; `noise` is room for `count` floats.
    """
    drawn = 0.0
    for place in range(count):
        noise[place] = gamma(_CONCENTRATION / count, rng)
        drawn += noise[place]
    if drawn > 0.0:
        for place in range(count):
            edge = edges[place]
            edge.prior = (1.0 - share) * edge.prior + share * noise[place] / drawn


def gamma(shape: float, rng: Rng) -> float:
    """Return a draw from a gamma distribution (Marsaglia and Tsang, 2000)."""
    d = shape + 1.0 - 1.0 / 3.0
    c = 1.0 / math.sqrt(9.0 * d)
    while True:
        x = normal(rng)
        v = 1.0 + c * x
        if v > 0.0:
            v = v * v * v
            if math.log(1.0 - rng.uniform()) < 0.5 * x * x + d * (1.0 - v + math.log(v)):
                break
    # Of shape + 1 till here.
    return d * v * math.pow(1.0 - rng.uniform(), 1.0 / shape)


def normal(rng: Rng) -> float:
    """Return a draw from the standard normal distribution (Box and Muller, 1958)."""
    radius = math.sqrt(-2.0 * math.log(1.0 - rng.uniform()))
    return radius * math.cos(2.0 * math.pi * rng.uniform())
