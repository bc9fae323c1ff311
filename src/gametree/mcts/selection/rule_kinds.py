"""Base classes of rules that go around another one, learn from simulations, or plan a run."""

from __future__ import annotations

import math
from copy import copy
from typing import Any, Self

from ...errors import BadParameter
from ...game import Game
from ...primitives.rng import Rng
from ..backup.backup import Backup
from ..evaluation.evaluation import Evaluation
from ..registry import StrategiesAround
from ..search_record import SearchRecord
from ..tree.fields import check_fields
from ..tree.tree import Tree
from .rule import SelectionRule, method_depth, terms_of
from .terms import Term, untried_term

__all__ = [
    "RULES_AROUND",
    "LearningRule",
    "PlannedRule",
    "RuleAround",
    "innermost",
    "is_threadsafe",
]


class LearningRule(SelectionRule):
    """Base class of rules that learn from whole simulations, which a backup passes to them.

    `GRAVE`, `ImplicitMinimax` and `ProgressiveHistory` do.
    """

    def backup_around(self, backup: Backup) -> Backup:
        """Return a backup that keeps what this rule scores by, around another one."""
        return backup

    def listening_to(self, evaluation: Any) -> Any:
        """Return the evaluation, such that the fitted rule learns of it what it wants to.

        Raises:
            BadParameter: if that cannot be.

        """
        return evaluation


class PlannedRule(SelectionRule):
    """Base class of rules that share out the simulations of a run: define `plan`.

    They need to know how many there are: none is searched with by seconds alone.
    """

    def plan(self, tree: Tree, simulations: int | None, rng: Rng) -> None:
        """Get ready for a run of this many simulations; None: of any number, while pondering."""
        raise NotImplementedError(f"{type(self).__name__} must define the method plan")

    def dropped(self, edge: Any) -> bool:
        """Return whether a move of the root is no longer one to play."""
        return False


class RuleAround(SelectionRule):
    """Base class of rules that leave what they do not change to another one."""

    tries_all_first = False

    def __init__(self, rule: SelectionRule) -> None:
        if not isinstance(rule, SelectionRule):
            raise BadParameter(f"rule must be a SelectionRule such as UCB1(), not {rule!r}")
        if isinstance(rule, LearningRule):
            raise BadParameter(f"{rule!r} learns from whole simulations: no rule can go around it")
        if isinstance(rule, PlannedRule):
            raise BadParameter(f"{rule!r} chooses alone at the root: it goes around other rules")
        check_fields([rule])
        self.rule = rule
        if rule.needs_priors:
            self.needs_priors = True
        self.node_fields = rule.node_fields
        self.edge_fields = rule.edge_fields

    def fitted_to(self, game: Game, evaluation: Evaluation) -> SelectionRule:
        return self.around(self.rule.fitted_to(game, evaluation))

    def around(self, rule: SelectionRule) -> Self:
        """Return the same around another rule."""
        found = copy(self)
        found.rule = rule
        found.node_fields = (*rule.node_fields, *self.node_fields[len(self.rule.node_fields) :])
        found.edge_fields = (*rule.edge_fields, *self.edge_fields[len(self.rule.edge_fields) :])
        return found

    def prepare(self, search: SearchRecord, number: int, visits: int, count: int) -> int:
        return self.rule.prepare(search, number, visits, count)

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


RULES_AROUND: StrategiesAround[SelectionRule] = StrategiesAround("rule")
"""The bundled rules that go around another one."""


def is_threadsafe(rule: SelectionRule) -> bool:
    """Return whether threads may choose by a rule in one tree at once.

    It puts edges in no other order, keeps no sums, and what it notes follows from the visits.
    """
    own = type(rule)
    sums = method_depth(own, "update") < method_depth(own, "renew")
    prepares = own.prepare is not SelectionRule.prepare
    learns = isinstance(rule, (LearningRule, PlannedRule))
    return not (sums or prepares or learns or own.runtime_arrays)


def innermost(rule: SelectionRule) -> SelectionRule:
    """Return the rule that scores edges which have been visited."""
    return innermost(rule.rule) if isinstance(rule, RuleAround) else rule
