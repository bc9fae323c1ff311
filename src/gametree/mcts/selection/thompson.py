"""Thompson sampling: the child to follow is the best one by means drawn at random."""

from __future__ import annotations

import math
from typing import Any

from ...numbers.checks import not_negative
from ...numbers.elementary import log
from ...primitives.rng import Rng
from ..search_record import SearchRecord
from .rule import SELECTION_RULES, SelectionRule, mean_of
from .terms import Term

__all__ = ["Thompson", "normal"]


@SELECTION_RULES.register(
    "thompson",
    "Follows the best of means drawn at random around the observed ones.",
    c="The exploration constant of the rule.",
)
class Thompson(SelectionRule):
    """The best of random means, one for each child: its own plus c / sqrt(n) times a normal number.

    Thompson sampling in trees (Bai, Wu, Chen, "Bayesian mixture modelling and inference based
    Thompson sampling in Monte-Carlo tree search", 2013) with a plain Gaussian posterior instead
    of theirs, as in Agrawal and Goyal, "Further optimal regret bounds for Thompson sampling",
    2013 (there 1 / sqrt(n + 1), since they try no child before): what is believed of the mean of
    a child has a standard deviation of c / sqrt(n), for returns scaled to 0..1. The default c is
    the most that the standard deviation of such returns can be. Each child is tried once before.

    Random numbers are drawn for every child at every step: for the same simulations it takes
    longer than `UCB1`.
    """

    edge_fields = (("sample", "f8"),)

    def __init__(self, c: float = 0.5) -> None:
        self.c = not_negative("c", c)

    def prepare(self, search: SearchRecord, number: int, visits: int, count: int) -> int:
        node = search.tree.nodes[number]
        edges = search.tree.edges[number]
        for place in range(count):
            edge = edges[place]
            deviation = self.c * search.work.span.range / math.sqrt(max(1, edge.visits))
            edge.sample = mean_of(node, edge) + deviation * normal(search.rng)
        return count

    def score(self, node: Any, edge: Any, value_range: float) -> float:
        return edge.sample  # type: ignore[no-any-return]

    def terms(self, node: Any, edge: Any, value_range: float) -> tuple[Term, ...]:
        mean = mean_of(node, edge)
        deviation = self.c * value_range / math.sqrt(max(1, edge.visits))
        drawn = edge.sample - mean
        numbers = {"c": self.c, "range": value_range, "n": edge.visits}
        numbers["z"] = drawn / deviation if deviation > 0.0 else 0.0
        return (
            Term("mean", mean, "mean", {}),
            Term("chance", drawn, "c * range / sqrt(n) * z", numbers),
        )

    def score_waiting(self, node: Any, edge: Any, value_range: float) -> float:
        return edge.sample  # type: ignore[no-any-return]


def normal(rng: Rng) -> float:
    """Return a random number of the normal distribution with mean 0 and variance 1.

    By the polar method (Marsaglia and Bray, 1964), which needs no sine: both modes have the
    same logarithm and root.
    """
    while True:
        x = 2.0 * rng.uniform() - 1.0
        y = 2.0 * rng.uniform() - 1.0
        square = x * x + y * y
        if 0.0 < square < 1.0:
            return x * math.sqrt(-2.0 * log(square) / square)
