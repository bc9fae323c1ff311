"""Sequential halving at the root: shares out simulations to find the best move."""

from __future__ import annotations

from array import array
from typing import Any

from ...errors import BadParameter
from ...game import Game
from ...numbers.checks import not_negative, positive
from ...numbers.elementary import log
from ...primitives.records import swap
from ...primitives.rng import Rng
from ...rules.workspace import Workspace
from ..evaluation.evaluation import Evaluation
from ..registry import Parameter
from ..search_record import SearchRecord
from ..tree.tree import ROOT, Tree
from .rule import SelectionRule
from .rule_kinds import RULES_AROUND, PlannedRule, RuleAround
from .ucb1 import UCB1

__all__ = ["SequentialHalving"]

# What an edge of the root holds in `goal`, if not how many visits its round shall bring it to.
_OUTSIDE = 0  # no round has begun, or this is not the root
_DROPPED = -1

_MOST = (1 << 31) - 1  # visits are counted in 32 bits
_LEAST_PRIOR = 1e-300
_STEP = 2.0**-31  # of the generator's random floats
_VISITS = 50.0  # added to the most visits of a move: c_visit of Danihelka et al.


@RULES_AROUND.register(
    4,
    "halving",
    "Shares out the simulations of a run at the root, and drops the worse half of the moves "
    "again and again.",
    considered=Parameter(
        "Choose at the root by sequential halving, among so many moves where there are priors; "
        "it needs a number of simulations.",
        option="halving",
    ),
)
class SequentialHalving(RuleAround, PlannedRule):
    """Sequential halving at the root, another rule below it.

    Each run begins with all moves. Its simulations are shared out equally to ceil(log2 m)
    rounds, for m moves; in a round each move gets as many, at least one, and then the worse
    half by mean is dropped (Karnin, Koren and Somekh, "Almost optimal exploration in
    multi-armed bandits", 2013; above a tree, as here, Pepels et al., "Minimizing simple and
    cumulative regret in Monte-Carlo tree search", 2014). What does not divide evenly goes to
    the rounds that follow; one simulation or two are left to the move that remains, which is
    the one to play, whatever `final_move` says. Means count the simulations of earlier
    runs too, rounds do not.

    Where the evaluation gives priors, only the moves with the highest ones are considered,
    and they are dropped by the logarithm of the prior plus (50 + N) * scale * q, with the most
    visits N of a move and the mean q in returns scaled to 0..1 (Danihelka et al., "Policy
    improvement by planning with Gumbel", ICLR 2022).

    It needs to know the number of simulations: `run(simulations=...)`, with seconds beside
    it if need be. While a search ponders, the other rule is in force at the root as well.

    Args:
        rule: what chooses below the root; by default `UCB1()`.
        considered: how many moves, where there are priors; 1 or more.
        scale: how much means count against priors; 0 or more. The default is the published one.
        gumbel: the factor of random numbers of the Gumbel distribution that are added to the
            logarithms of the priors, anew in each run: with 1 moves are drawn in proportion to
            their priors, as published; with 0 there is no chance in it.

    Raises:
        BadParameter: if the rule learns from whole simulations.

    """

    runtime_arrays = ("end",)

    def __init__(
        self,
        rule: SelectionRule | None = None,
        considered: int = 16,
        scale: float = 1.0,
        gumbel: float = 0.0,
    ) -> None:
        super().__init__(UCB1() if rule is None else rule)
        if isinstance(considered, bool) or not isinstance(considered, int) or considered < 1:
            raise BadParameter(
                f"considered must be a whole number of 1 or more, not {considered!r}"
            )
        self.considered = considered
        self.scale = positive("scale", scale)
        self.gumbel = not_negative("gumbel", gumbel)
        self.edge_fields = (*self.rule.edge_fields, ("goal", "i4"))
        self.end = array("q", [0])  # visits of the root at the end of the run; 0: not known

    def fitted_to(self, game: Game, evaluation: Evaluation) -> SelectionRule:
        if evaluation.waits:
            raise BadParameter(
                "SequentialHalving drops moves by the values that have come, and those of a "
                "BatchEvaluator come later: take another rule, or an evaluation of one position "
                "at a time"
            )
        rule = self.rule.fitted_to(game, evaluation)
        if evaluation.gives_priors:
            return GuidedHalving(rule, self.considered, self.scale, self.gumbel)
        fitted = self.around(rule)
        fitted.end = array("q", self.end)
        return fitted

    def plan(self, tree: Tree, simulations: int | None, rng: Rng) -> None:
        node = tree.nodes[ROOT]
        edges = tree.edges[ROOT]
        for place in range(node.count):
            edges[place].goal = _OUTSIDE
        self.end[0] = 0 if simulations is None else min(_MOST, int(node.visits) + simulations)

    def dropped(self, edge: Any) -> bool:
        return bool(edge.goal == _DROPPED)

    def prepare(self, search: SearchRecord, number: int, visits: int, count: int) -> int:
        if number != ROOT or self.end[0] == 0:
            return self.rule.prepare(search, number, visits, count)
        edges = search.tree.edges[ROOT]
        chosen = furthest(edges, count)
        if chosen < 0:
            self.begin_round(edges, count, self.end[0] - visits, search.work)
            chosen = furthest(edges, count)
        # A simulation that breaks off for want of room finds it there when it is repeated.
        if chosen > 0:
            swap(edges, 0, chosen)
        return 1

    def begin_round(self, edges: Any, count: int, left: int, work: Workspace) -> None:
        """Drop the worse half of the moves still in, and give each other one its goal.

        If none is, in the first round or since proofs have taken the last ones away, all enter.
        """
        within = moves_within(edges, count)
        if within == 0:
            within = self.enter(edges, count, left)
        else:
            within = self.halve(edges, count, within, work)
        rounds = 0
        while 1 << rounds < within:
            rounds += 1
        share = left
        if rounds == 1:
            share = (left - 1) // 2
        elif rounds > 1:
            share = left // (rounds * within)
        for place in range(count):
            edge = edges[place]
            if edge.goal > 0:
                edge.goal = edge.visits + max(1, share)

    def enter(self, edges: Any, count: int, left: int) -> int:
        """Let moves take part, by a goal above 0; return how many. `left` simulations follow."""
        for place in range(count):
            edges[place].goal = 1
        return count

    def halve(self, edges: Any, count: int, within: int, work: Workspace) -> int:
        """Drop the worse half of the moves that take part; return how many stay."""
        most = 0
        for place in range(count):
            most = max(most, edges[place].visits)
        for _ in range(within // 2):
            worst = -1
            least = 0.0
            for place in range(count):
                edge = edges[place]
                if edge.goal > 0:
                    merit = self.merit(edge, most, work)
                    if worst < 0 or merit < least:
                        worst = place
                        least = merit
            edges[worst].goal = _DROPPED
        return within - within // 2

    def merit(self, edge: Any, most: int, work: Workspace) -> float:
        """Return how good a visited move is, where no move has more than `most` visits."""
        return edge.mean  # type: ignore[no-any-return]


class GuidedHalving(SequentialHalving):
    """Sequential halving among the moves with the highest priors."""

    def __init__(self, rule: SelectionRule, considered: int, scale: float, gumbel: float) -> None:
        super().__init__(rule, considered, scale, gumbel)
        self.edge_fields = (*self.edge_fields, ("logit", "f8"))

    def plan(self, tree: Tree, simulations: int | None, rng: Rng) -> None:
        SequentialHalving.plan(self, tree, simulations, rng)
        edges = tree.edges[ROOT]
        for place in range(tree.nodes[ROOT].count):
            edge = edges[place]
            edge.logit = log(max(_LEAST_PRIOR, edge.prior))
            if self.gumbel > 0.0:
                edge.logit -= self.gumbel * log(-log(rng.uniform() + 0.5 * _STEP))

    def enter(self, edges: Any, count: int, left: int) -> int:
        few = min(self.considered, count, max(1, left))
        for place in range(count):
            edges[place].goal = _DROPPED
        for _ in range(few):
            best = -1
            for place in range(count):
                edge = edges[place]
                if edge.goal < 0 and (best < 0 or edge.logit > edges[best].logit):
                    best = place
            edges[best].goal = 1
        return few

    def merit(self, edge: Any, most: int, work: Workspace) -> float:
        value = (edge.mean - work.span.low) / work.span.range
        return edge.logit + (_VISITS + most) * self.scale * value  # type: ignore[no-any-return]


def furthest(edges: Any, count: int) -> int:
    """Return the index of the edge furthest from its goal; -1 if all have reached theirs."""
    chosen = -1
    most = 0
    for place in range(count):
        edge = edges[place]
        missing = edge.goal - edge.visits
        if missing > most:
            most = missing
            chosen = place
    return chosen


def moves_within(edges: Any, count: int) -> int:
    """Return how many moves still take part."""
    within = 0
    for place in range(count):
        if edges[place].goal > 0:
            within += 1
    return within
