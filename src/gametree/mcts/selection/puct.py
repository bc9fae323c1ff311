"""PUCT: exploration in proportion to priors."""

from __future__ import annotations

import math
from typing import Any

from ...game import Game
from ...numbers.checks import not_negative
from ..evaluation.evaluation import Evaluation
from .rule import SELECTION_RULES, SelectionRule, mean_of
from .terms import Term

__all__ = ["PUCT", "GuidedPUCT"]


@SELECTION_RULES.register(
    "puct",
    "Explores moves in proportion to their priors.",
    c="The exploration constant of the rule.",
    reduction="How much worse than its position a move without visits counts, in parts of the "
    "range of returns.",
)
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

    def __init__(self, c: float = 1.25, reduction: float = 0.0) -> None:
        self.c = not_negative("c", c)
        self.reduction = not_negative("reduction", reduction)

    def score(self, node: Any, edge: Any, value_range: float) -> float:
        weight = self.c * value_range / node.count
        mean = self.first_mean(node, edge, value_range)
        return mean + weight * math.sqrt(node.visits) / (1 + edge.visits)  # type: ignore[no-any-return]

    def terms(self, node: Any, edge: Any, value_range: float) -> tuple[Term, ...]:
        return self.terms_with(node, edge, value_range, 1.0 / node.count, node.visits)

    def terms_with(
        self, node: Any, edge: Any, value_range: float, prior: float, visits: int
    ) -> tuple[Term, ...]:
        """Return the terms with a prior, and what counts as visits of the node."""
        explored = self.c * value_range * prior * math.sqrt(visits) / (1 + edge.visits)
        numbers = {"c": self.c, "range": value_range, "P": prior, "N": visits, "n": edge.visits}
        mean = self.first_mean(node, edge, value_range)
        if edge.visits > 0:
            first = Term("mean", mean, "mean", {})
        else:
            taken = {"parent": mean_of(node, edge), "reduction": self.reduction}
            first = Term(
                "first play", mean, "parent - reduction * range", taken | {"range": value_range}
            )
        formula = "c * range * P * sqrt(N) / (1 + n)"
        return (first, Term("exploration", explored, formula, numbers))

    def score_waiting(self, node: Any, edge: Any, value_range: float) -> float:
        weight = self.c * value_range / node.count
        explore = math.sqrt(node.visits + node.waiting) / (1 + edge.visits + edge.waiting)
        return self.first_mean(node, edge, value_range) + weight * explore  # type: ignore[no-any-return]

    def __repr__(self) -> str:
        reduction = f", reduction={self.reduction}" if self.reduction else ""
        return f"{type(self).__name__}(c={self.c}{reduction})"

    def fitted_to(self, game: Game, evaluation: Evaluation) -> SelectionRule:
        return GuidedPUCT(self.c, self.reduction) if evaluation.gives_priors else self

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

    def terms(self, node: Any, edge: Any, value_range: float) -> tuple[Term, ...]:
        return self.terms_with(node, edge, value_range, edge.prior, 1 + node.visits)

    def score_waiting(self, node: Any, edge: Any, value_range: float) -> float:
        weight = self.c * value_range * edge.prior
        explore = math.sqrt(1 + node.visits + node.waiting) / (1 + edge.visits + edge.waiting)
        return self.first_mean(node, edge, value_range) + weight * explore  # type: ignore[no-any-return]
