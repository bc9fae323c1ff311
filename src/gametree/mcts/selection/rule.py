"""Base classes of selection rules: how much each edge of a node is worth following."""

from __future__ import annotations

import math
from typing import Any

from ...compilable import Compilable
from ...errors import BadParameter
from ...game import Game
from ...primitives.rng import Rng
from ...rules.workspace import Workspace
from ..backup.backup import Backup
from ..tree.fields import check_fields
from ..tree.tree import Field, Tree
from .terms import Term, untried_term

__all__ = [
    "RuleAround",
    "SelectionRule",
    "innermost",
    "is_threadsafe",
    "mean_of",
    "plans",
    "terms_of",
]


class SelectionRule(Compilable):
    """Base class of selection rules: define `score`.

    A rule sees a `node` with `visits` (simulations through it), `count`
    (edges), `player` (who moves) and `value[p]` (mean return of player p), and an
    `edge` with `visits` and `mean` (mean return of the player who moves).
    """

    node_fields: tuple[Field, ...] = ()
    edge_fields: tuple[Field, ...] = ()

    tries_all_first: bool = True
    """Whether each child is visited once before any is visited twice. If not,
    `score` is asked about unvisited edges as well."""

    needs_priors: bool = False
    """Whether it is of use only where the evaluation gives priors."""

    def prepare(
        self,
        tree: Tree,
        number: int,
        visits: int,
        count: int,
        work: Workspace,
        rng: Rng,
    ) -> int:
        """Get ready to choose among the first `count` edges of a node; return how many there are.

        They are the first ones, 1 or more; edges may change places before, by
        `primitives.records.swap`. `visits` are those of the node, with the simulations that wait;
        `work.span` has the lowest return seen, and what `score` is told of the returns. Called
        once for each node on the path of a simulation, where a player moves.

        A rule that leaves children out does not try all of them first: it says so by
        `tries_all_first = False`, and scores those that are not visited yet.
        """
        return count

    def plan(self, tree: Tree, simulations: int | None, rng: Rng) -> None:
        """Get ready for a run of so many simulations; None: of any number, while pondering.

        A rule that defines it is not searched with by seconds alone.
        """

    def dropped(self, edge: Any) -> bool:
        """Tell whether a move of the root is no longer one to play. Asked of rules that `plan`."""
        return False

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

    def guided(self) -> SelectionRule:
        """Return the rule for edges that have a `prior`."""
        return self

    def update(self, node: Any, edge: Any, value: float) -> None:
        """Note a simulation through `edge` of `node`: their visits count it, their means not yet.

        `value` is what the simulation gave the player who moves at `node`.
        """

    def renew(self, node: Any, edge: Any) -> None:
        """Note anew what follows from their visits, which several simulations have changed.

        For threads on one tree: a rule that defines `update` is only for one thread without it.
        """

    def fitted_to(self, game: Game) -> SelectionRule:
        """Return this rule with what depends on the game: what it notes belongs to one search.

        Raises:
            BadParameter: if the game lacks what the rule needs.

        """
        return self

    def listening_to(self, evaluation: Any) -> Any:
        """Return the evaluation, such that the fitted rule learns of it what it wants to.

        Raises:
            BadParameter: if that cannot be.

        """
        return evaluation

    def backup_around(self, backup: Backup) -> Backup:
        """Return a backup that keeps what this rule scores by, around another one."""
        return backup


class RuleAround(SelectionRule):
    """Base class of rules that leave what they do not change to another one."""

    tries_all_first = False

    def __init__(self, rule: SelectionRule) -> None:
        if not isinstance(rule, SelectionRule):
            raise BadParameter(f"rule must be a SelectionRule such as UCB1(), not {rule!r}")
        if type(rule).backup_around is not SelectionRule.backup_around:
            raise BadParameter(f"{rule!r} learns from whole simulations: no rule can go around it")
        if plans(rule):
            raise BadParameter(f"{rule!r} chooses alone at the root: it goes around other rules")
        check_fields([rule])
        self.rule = rule
        if rule.needs_priors:
            self.needs_priors = True
        self.node_fields = rule.node_fields
        self.edge_fields = rule.edge_fields

    def prepare(
        self,
        tree: Tree,
        number: int,
        visits: int,
        count: int,
        work: Workspace,
        rng: Rng,
    ) -> int:
        return self.rule.prepare(tree, number, visits, count, work, rng)

    def score(self, node: Any, edge: Any, value_range: float) -> float:
        if self.rule.tries_all_first and edge.visits == 0:
            return math.inf
        return self.rule.score(node, edge, value_range)

    def terms(self, node: Any, edge: Any, value_range: float) -> tuple[Term, ...]:
        if self.rule.tries_all_first and edge.visits == 0:
            return (untried_term(),)
        return terms_of(self.rule, node, edge, value_range)

    def score_waiting(self, node: Any, edge: Any, value_range: float) -> float:
        if self.rule.tries_all_first and edge.visits + edge.waiting == 0:
            return math.inf
        return self.rule.score_waiting(node, edge, value_range)

    def update(self, node: Any, edge: Any, value: float) -> None:
        self.rule.update(node, edge, value)


def plans(rule: SelectionRule) -> bool:
    """Tell whether a rule is told of each run, which needs a number of simulations then."""
    return type(rule).plan is not SelectionRule.plan


def is_threadsafe(rule: SelectionRule) -> bool:
    """Tell whether threads may choose by a rule in one tree at once.

    It puts edges in no other order, keeps no sums, and what it notes follows from the visits.
    """
    own, base = type(rule), SelectionRule
    sums = _depth(own, "update") < _depth(own, "renew")
    prepares = own.prepare is not base.prepare
    learns = own.backup_around is not base.backup_around
    return not (sums or prepares or learns or plans(rule) or own.runtime_arrays)


def innermost(rule: SelectionRule) -> SelectionRule:
    """Return the rule that scores edges which have been visited."""
    return innermost(rule.rule) if isinstance(rule, RuleAround) else rule


def mean_of(node: Any, edge: Any) -> float:
    """Return the mean of an edge, of its node while it is unvisited, or 0."""
    if edge.visits > 0:
        return edge.mean  # type: ignore[no-any-return]
    return node.value[node.player]  # type: ignore[no-any-return]


def terms_of(rule: SelectionRule, node: Any, edge: Any, value_range: float) -> tuple[Term, ...]:
    """Return the terms of the score that a rule gives an edge.

    Of a class that scores in another way than its parent, the terms of the parent are none.
    """
    if _depth(type(rule), "score") < _depth(type(rule), "terms"):
        return SelectionRule.terms(rule, node, edge, value_range)
    return rule.terms(node, edge, value_range)


def _depth(rule_class: type[SelectionRule], method: str) -> int:
    """Return how many parents up a method is defined."""
    return next(n for n, each in enumerate(rule_class.__mro__) if method in vars(each))
