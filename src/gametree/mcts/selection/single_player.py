"""UCT for one player: a move is also worth following where its returns are far apart."""

from __future__ import annotations

import math
from typing import Any

from ...numbers.checks import not_negative
from ...numbers.elementary import log_of_count
from .rule import SELECTION_RULES, SelectionRule, mean_of
from .terms import Term
from .ucb1 import note_square

__all__ = ["SPMCTS"]


@SELECTION_RULES.register(
    "sp-mcts",
    "For one player: also follows moves whose returns are far apart.",
    c="The exploration constant of the rule.",
    d="The higher, the more the search follows moves with few visits.",
)
class SPMCTS(SelectionRule):
    """Mean plus c * sqrt(ln N / n) plus sqrt((S + d) / n), for returns scaled to 0..1.

    S is the sum of the squared distances of a move's returns from their mean: without an
    opponent, what was found once can be had again. d keeps moves apart that have been tried
    seldom. Single-player Monte Carlo tree search (Schadd, Winands, van den Herik, Chaslot,
    Uiterwijk, "Single-player Monte-Carlo tree search", Computers and Games, 2008).
    """

    edge_fields = (("squares", "f8"),)  # of the distances of the values from their mean

    def __init__(self, c: float = 0.1, d: float = 0.01) -> None:
        self.c = not_negative("c", c)
        self.d = not_negative("d", d)

    def score(self, node: Any, edge: Any, value_range: float) -> float:
        visits = edge.visits
        explored = self.c * value_range * math.sqrt(log_of_count(node.visits) / visits)
        deviation = math.sqrt((edge.squares + self.d * value_range * value_range) / visits)
        return edge.mean + explored + deviation  # type: ignore[no-any-return]

    def terms(self, node: Any, edge: Any, value_range: float) -> tuple[Term, ...]:
        visits = edge.visits
        numbers = {"c": self.c, "range": value_range, "N": node.visits, "n": visits}
        explored = self.c * value_range * math.sqrt(log_of_count(node.visits) / visits)
        deviation = math.sqrt((edge.squares + self.d * value_range * value_range) / visits)
        spread = {"S": edge.squares, "d": self.d, "range": value_range, "n": visits}
        return (
            Term("mean", edge.mean, "mean", {}),
            Term("exploration", explored, "c * range * sqrt(ln N / n)", numbers),
            Term("deviation", deviation, "sqrt((S + d * range^2) / n)", spread),
        )

    def score_waiting(self, node: Any, edge: Any, value_range: float) -> float:
        visits = edge.visits + edge.waiting
        logarithm = log_of_count(node.visits + node.waiting)
        explored = self.c * value_range * math.sqrt(logarithm / visits)
        deviation = math.sqrt((edge.squares + self.d * value_range * value_range) / visits)
        return mean_of(node, edge) + explored + deviation

    def update(self, node: Any, edge: Any, value: float) -> None:
        note_square(edge, value)
