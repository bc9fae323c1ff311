"""The base class of selection rules: how much each edge of a node is worth following."""

from __future__ import annotations

from typing import Any

from plainpython.compilable import Compilable

from ...game import Game
from ..evaluation.evaluation import Evaluation
from ..registry import Strategies
from ..search_record import SearchRecord
from ..tree.tree import Field
from .terms import Term

__all__ = ["SELECTION_RULES", "SelectionRule", "mean_of", "method_depth", "terms_of"]


class SelectionRule(Compilable):
    """Base class of selection rules: define `score`.

    A rule sees a `node` with `visits` (simulations through it), `count`
    (edges), `player` (who moves) and `value[p]` (mean return of player p), and an
    `edge` with `visits` and `mean` (mean return of the player who moves).

    Rules that need more than that derive from `LearningRule` or `PlannedRule`.
    """

    node_fields: tuple[Field, ...] = ()
    edge_fields: tuple[Field, ...] = ()

    tries_all_first: bool = True
    """True if each child is visited once before any is visited twice. If not,
    `score` is asked about unvisited edges as well."""

    needs_priors: bool = False
    """True if it is of use only where the evaluation gives priors."""

    def prepare(self, search: SearchRecord, number: int, visits: int, count: int) -> int:
        """Get ready to choose among the first `count` edges of a node; return how many there are.

        They are the first ones, 1 or more. Edges may change places before, by
        `primitives.records.swap`. `number` is that of the node in `search.tree`. `visits` are its
        visits and the simulations that wait. `search.work.span` has the lowest return so far and
        the `value_range` of `score`. Called once for each node on the path of a simulation, where
        a player moves.

        A rule that leaves children out does not try all of them first: it says so by
        `tries_all_first = False`, and scores those that are not visited yet.
        """
        return count

    def score(self, node: Any, edge: Any, value_range: float) -> float:
        """Return how much the edge is worth following; the highest score wins.

        `value_range` is the difference between the highest and the lowest return
        seen in this search (1 while there is none). A rule that multiplies its
        exploration by it needs no tuning to the scale of a game's returns.
        """
        raise NotImplementedError(f"{type(self).__name__} must define the method score")

    def terms(self, node: Any, edge: Any, value_range: float) -> tuple[Term, ...]:
        """Return the terms that sum to the `score` of an edge, for those who trace a search.

        Never compiled. A rule that does not define it shows its score as a whole.
        """
        return (Term("score", float(self.score(node, edge, value_range)), "score", {}),)

    def score_waiting(self, node: Any, edge: Any, value_range: float) -> float:
        """As `score`, while simulations through the node wait for their values.

        `node.waiting` and `edge.waiting` say how many do. They count as visits where the
        rule explores, not in the mean (WU-UCT: Liu et al., "Watch the Unobserved", ICLR
        2020). Asked only about edges that are visited or waited for, if all are to be tried
        first. Needed for a `BatchEvaluator` alone.
        """
        raise NotImplementedError(f"{type(self).__name__} must define the method score_waiting")

    def reach(self, visits: int, total: int) -> int:
        """Return how many of the `total` moves of a node have an edge after this many visits.

        For positions with very many moves, whose nodes get edges as they need them.
        """
        return min(total, visits + 1)

    def update(self, node: Any, edge: Any, value: float) -> None:
        """Note a simulation through `edge` of `node`: their visits count it, their means not yet.

        `value` is what the simulation gave the player who moves at `node`.
        """

    def renew(self, node: Any, edge: Any) -> None:
        """Note again what follows from their visits, which several simulations have changed.

        For threads on one tree: a rule that defines `update` is only for one thread without it.
        """

    def fitted_to(self, game: Game, evaluation: Evaluation) -> SelectionRule:
        """Return the rule of one search: what it notes belongs to that, and it suits both.

        Where `evaluation.gives_priors`, edges have a `prior`.

        Raises:
            BadParameter: if the game or the evaluation lacks what the rule needs.

        """
        return self


SELECTION_RULES = Strategies(
    "selection",
    SelectionRule,
    "The rule that chooses moves in the tree: by name, such as puct or grave, or a class in a "
    "file, mine.py:MyRule:depth=3. By default ucb1, or puct if the evaluation gives priors and "
    "nothing else is said of the rule.",
)
"""The bundled rules that score moves."""


def mean_of(node: Any, edge: Any) -> float:
    """Return the mean of an edge, of its node while it is unvisited, or 0."""
    if edge.visits > 0:
        return edge.mean  # type: ignore[no-any-return]
    return node.value[node.player]  # type: ignore[no-any-return]


def terms_of(rule: SelectionRule, node: Any, edge: Any, value_range: float) -> tuple[Term, ...]:
    """Return the terms of the score that a rule gives an edge.

    Of a class that scores in another way than its parent, the terms of the parent are none.
    """
    if method_depth(type(rule), "score") < method_depth(type(rule), "terms"):
        return SelectionRule.terms(rule, node, edge, value_range)
    return rule.terms(node, edge, value_range)


def method_depth(rule_class: type[SelectionRule], method: str) -> int:
    """Return how many parents up a method is defined."""
    return next(n for n, each in enumerate(rule_class.__mro__) if method in vars(each))
