"""First-play urgency: unvisited children compete with a fixed score."""

from __future__ import annotations

from typing import Any

from ...errors import BadParameter
from ...numbers.checks import positive
from ..registry import Parameter
from ..search_record import SearchRecord
from .rule import SelectionRule, terms_of
from .rule_kinds import RULES_AROUND, RuleAround
from .terms import Term

__all__ = ["FirstPlay"]


@RULES_AROUND.register(
    2,
    "first_play",
    "Gives moves without visits a fixed score, so that they are not all tried first.",
    urgency=Parameter(
        "The score of moves not yet visited, from 0 for the lowest return seen to 1 for the "
        "highest; they are not tried first then.",
        option="first_play",
    ),
)
class FirstPlay(RuleAround):
    """Another rule; an unvisited child counts with a fixed score instead of being tried first.

    First-play urgency (Gelly and Wang, "Exploration exploitation in Go: UCT for Monte-Carlo
    Go", 2006). A child that does well is followed further before its siblings are tried: as
    long as its score stays above the urgency.

    The urgency is a score in returns scaled to 0..1, from the lowest return seen to the
    highest, as published. It is not counted from the mean of the node, as programs do whose
    nodes begin with a value of their own: here that mean is the mean of the children visited
    so far. While there is one, it is that child's own, and a first move would never look bad.

    Args:
        rule: what scores visited children; one that tries all first, such as `UCB1`.
        urgency: above 0. Beyond all scores of the rule it changes nothing: all are tried first.

    Raises:
        BadParameter: if the rule scores unvisited children by itself, as `PUCT` does.

    """

    def __init__(self, rule: SelectionRule, urgency: float = 1.0) -> None:
        super().__init__(rule)
        if not rule.tries_all_first:
            raise BadParameter(
                f"FirstPlay is for rules that try all children first, such as UCB1(): {rule!r} "
                "scores unvisited ones by itself"
            )
        self.urgency = positive("urgency", urgency)
        self.node_fields = (*rule.node_fields, ("untried", "f8"))

    def prepare(self, search: SearchRecord, number: int, visits: int, count: int) -> int:
        span = search.work.span
        search.tree.nodes[number].untried = span.low + self.urgency * span.range
        return self.rule.prepare(search, number, visits, count)

    def score(self, node: Any, edge: Any, value_range: float) -> float:
        if edge.visits == 0:
            return node.untried  # type: ignore[no-any-return]
        return self.rule.score(node, edge, value_range)

    def terms(self, node: Any, edge: Any, value_range: float) -> tuple[Term, ...]:
        if edge.visits == 0:
            numbers = {"urgency": self.urgency, "range": value_range}
            numbers["low"] = node.untried - self.urgency * value_range
            return (Term("first play", node.untried, "low + urgency * range", numbers),)
        return terms_of(self.rule, node, edge, value_range)

    def score_waiting(self, node: Any, edge: Any, value_range: float) -> float:
        if edge.visits + edge.waiting == 0:
            return node.untried  # type: ignore[no-any-return]
        return self.rule.score_waiting(node, edge, value_range)
