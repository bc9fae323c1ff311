"""Progressive bias: a bonus from priors, around another rule."""

from __future__ import annotations

from typing import Any

from ...numbers.checks import not_negative
from ..registry import Parameter
from .rule import SelectionRule, terms_of
from .rule_kinds import RULES_AROUND, RuleAround
from .terms import Term

__all__ = ["ProgressiveBias"]


@RULES_AROUND.register(
    1,
    "bias",
    "Adds a bonus for moves with high priors, which fades with their visits.",
    weight=Parameter("The weight of a bonus by priors, added to the score.", option="bias"),
)
class ProgressiveBias(RuleAround):
    """Another rule, with a bonus of weight * P / (1 + n) for a child with the prior P.

    Progressive bias (Chaslot et al., "Progressive strategies for Monte-Carlo tree search",
    2008), for returns scaled to 0..1: what is known of a move counts until it has been visited
    often. Their heuristic value is the prior here; `HeuristicPriors` makes priors of a game's
    heuristic.

    Args:
        rule: what the bonus is added to.
        weight: 0 or more.

    """

    needs_priors = True

    def __init__(self, rule: SelectionRule, weight: float = 1.0) -> None:
        super().__init__(rule)
        self.weight = not_negative("weight", weight)
        self.tries_all_first = rule.tries_all_first

    def score(self, node: Any, edge: Any, value_range: float) -> float:
        bonus = self.weight * value_range * edge.prior / (1 + edge.visits)
        return self.rule.score(node, edge, value_range) + bonus  # type: ignore[no-any-return]

    def terms(self, node: Any, edge: Any, value_range: float) -> tuple[Term, ...]:
        bonus = self.weight * value_range * edge.prior / (1 + edge.visits)
        numbers = {"weight": self.weight, "range": value_range, "P": edge.prior, "n": edge.visits}
        formula = "weight * range * P / (1 + n)"
        return (
            *terms_of(self.rule, node, edge, value_range),
            Term("bias", bonus, formula, numbers),
        )

    def score_waiting(self, node: Any, edge: Any, value_range: float) -> float:
        bonus = self.weight * value_range * edge.prior / (1 + edge.visits + edge.waiting)
        return self.rule.score_waiting(node, edge, value_range) + bonus  # type: ignore[no-any-return]
