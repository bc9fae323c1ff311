"""PUCT: exploration in proportion to priors."""

from __future__ import annotations

import math
from typing import Any

from ...number_checks import not_negative
from .rule import SelectionRule, mean_of

__all__ = ["PUCT", "GuidedPUCT"]


class PUCT(SelectionRule):
    """Mean plus c * P * sqrt(N) / (1 + n), for returns scaled to 0..1.

    As in AlphaGo Zero (Silver et al., 2017). The priors P are equal, or those of an
    evaluation that gives some; then the position itself counts as a visit in N, so
    that the first child to be tried is the one with the highest prior. An unvisited
    child counts with the mean of its parent (first-play urgency), less `reduction` times
    the range of the returns: where priors are good, what they left out is seldom better
    (as in Wu, 2019, where it depends on how much of the priors has been tried).
    """

    tries_all_first = False
    threadsafe = True

    def __init__(self, c: float = 1.25, reduction: float = 0.0) -> None:
        self.c = not_negative("c", c)
        self.reduction = not_negative("reduction", reduction)

    def score(self, node: Any, edge: Any, value_range: float) -> float:
        weight = self.c * value_range / node.count
        mean = self.first_mean(node, edge, value_range)
        return mean + weight * math.sqrt(node.visits) / (1 + edge.visits)  # type: ignore[no-any-return]

    def score_waiting(self, node: Any, edge: Any, value_range: float) -> float:
        weight = self.c * value_range / node.count
        explore = math.sqrt(node.visits + node.waiting) / (1 + edge.visits + edge.waiting)
        return self.first_mean(node, edge, value_range) + weight * explore  # type: ignore[no-any-return]

    def __repr__(self) -> str:
        reduction = f", reduction={self.reduction}" if self.reduction else ""
        return f"{type(self).__name__}(c={self.c}{reduction})"

    def guided(self) -> SelectionRule:
        return GuidedPUCT(self.c, self.reduction)

    def first_mean(self, node: Any, edge: Any, value_range: float) -> float:
        """Return the mean of an edge; while it is unvisited, its node's, less the reduction."""
        mean = mean_of(node, edge)
        return mean if edge.visits > 0 else mean - self.reduction * value_range


class GuidedPUCT(PUCT):
    """PUCT with the priors of the edges."""

    def score(self, node: Any, edge: Any, value_range: float) -> float:
        weight = self.c * value_range * edge.prior
        mean = self.first_mean(node, edge, value_range)
        return mean + weight * math.sqrt(1 + node.visits) / (1 + edge.visits)  # type: ignore[no-any-return]

    def score_waiting(self, node: Any, edge: Any, value_range: float) -> float:
        weight = self.c * value_range * edge.prior
        explore = math.sqrt(1 + node.visits + node.waiting) / (1 + edge.visits + edge.waiting)
        return self.first_mean(node, edge, value_range) + weight * explore  # type: ignore[no-any-return]

    def guided(self) -> SelectionRule:
        return self
