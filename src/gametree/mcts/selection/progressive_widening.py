"""Progressive widening: considers more moves as a node gets more visits."""

from __future__ import annotations

import math

from ...errors import BadParameter
from ...game import Game
from ...numbers.checks import fraction, positive
from ...numbers.elementary import power
from ...primitives.records import swap
from ..evaluation.evaluation import Evaluation
from ..registry import Parameter
from ..search_record import SearchRecord
from .rule import SelectionRule
from .rule_kinds import RULES_AROUND, RuleAround

__all__ = ["Widening"]


@RULES_AROUND.register(
    3,
    "widening",
    "Chooses among the first moves of a position only, and more of them with more visits.",
    k=Parameter(
        "K, to look only at the first K * N^ALPHA moves of a position with N visits.",
        option="widening",
    ),
    alpha=Parameter("ALPHA of the widening; 0.5 by default.", option="widening_alpha"),
    near=Parameter(
        "Of tuples of numbers, the part that is drawn near the best one so far; 0.5 by default.",
        option="widening_near",
    ),
)
class Widening(RuleAround):
    """Another rule, which chooses among the first k * N^alpha children of a node only.

    Progressive widening, or unpruning (Coulom, "Computing Elo ratings of move patterns in the
    game of Go", 2007; Chaslot et al., "Progressive strategies for Monte-Carlo tree search",
    2008), in the form of Couëtoux et al., "Continuous upper confidence trees", 2011. N is the
    number of simulations through the node; the product is rounded up, and never below 1. For
    positions with so many moves that to try each of them would take the whole search.

    Where the evaluation gives priors, the moves with the highest ones come first; else they
    come in random order. Together with `solver=True`, proofs go on to look at all moves of a
    node, so none is wrong; a move that is followed no more leaves its place to the next one.

    Args:
        rule: what chooses among them.
        k: how many children a node has after its first simulation; above 0.
        alpha: above 0, at most 1.
        near: where actions are tuples of numbers between bounds, the part of them that is drawn
            near the best one so far (see `selection.proposed_moves`); 0 to 1.

    """

    def __init__(
        self, rule: SelectionRule, k: float = 1.0, alpha: float = 0.5, near: float = 0.5
    ) -> None:
        super().__init__(rule)
        self.k = positive("k", k)
        self.alpha = positive("alpha", alpha)
        if self.alpha > 1.0:
            raise BadParameter(f"alpha must be a number above 0 and at most 1, not {alpha!r}")
        self.near = fraction("near", near)

    def prepare(self, search: SearchRecord, number: int, visits: int, count: int) -> int:
        few = self.candidates(visits, count)
        return self.rule.prepare(search, number, visits, few)

    def candidates(self, visits: int, count: int) -> int:
        """Return how many of `count` children a node has after so many visits."""
        width = self.k * power(float(visits), self.alpha)
        if width >= count:
            return count
        return max(1, math.ceil(width))

    def reach(self, visits: int, total: int) -> int:
        return self.candidates(visits, total)

    def fitted_to(self, game: Game, evaluation: Evaluation) -> SelectionRule:
        if game.proposes_actions:
            inner = self.rule.fitted_to(game, evaluation)
            kind = ToldWidening if game.asks_evaluator else ProposedWidening
            return kind(inner, self.k, self.alpha, self.near)
        if not evaluation.gives_priors:
            return super().fitted_to(game, evaluation)
        return GuidedWidening(self.rule.fitted_to(game, evaluation), self.k, self.alpha)


class ProposedWidening(Widening):
    """Widening where moves are proposed: a node has those that it has asked for."""

    def prepare(self, search: SearchRecord, number: int, visits: int, count: int) -> int:
        node = search.tree.nodes[number]
        few = min(count, node.laid) if node.total > 0 else count
        return self.rule.prepare(search, number, visits, few)


class ToldWidening(ProposedWidening):
    """The same where an evaluator proposes moves, all at once: it considers more and more of them.

    They stand in the order of their priors.
    """

    def prepare(self, search: SearchRecord, number: int, visits: int, count: int) -> int:
        laid = search.tree.nodes[number].laid
        return super().prepare(search, number, visits, self.candidates(visits, laid))


class GuidedWidening(Widening):
    """Widening in the order of the priors.

    A node keeps how many of its edges, from the first on, stand in that order (`ordered`),
    among how many (`among`): where proofs have taken one away, another one has its place.
    """

    def __init__(self, rule: SelectionRule, k: float, alpha: float) -> None:
        super().__init__(rule, k, alpha)
        self.node_fields = (*rule.node_fields, ("ordered", "i4"), ("among", "i4"))

    def prepare(self, search: SearchRecord, number: int, visits: int, count: int) -> int:
        node = search.tree.nodes[number]
        edges = search.tree.edges[number]
        few = self.candidates(visits, count)
        if node.among != count:
            node.among = count
            node.ordered = 0
        for place in range(node.ordered, few):
            best = place
            for other in range(place + 1, count):
                if edges[other].prior > edges[best].prior:
                    best = other
            if best != place:
                swap(edges, place, best)
            node.ordered = place + 1
        return self.rule.prepare(search, number, visits, few)
