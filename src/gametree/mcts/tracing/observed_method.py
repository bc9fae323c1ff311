"""A method of which a notebook notes the scores, the moves of playouts, and each phase."""

from __future__ import annotations

from copy import copy
from typing import Any

from plainpython.compilable import attributes

from ...game import Action, Game, State
from ...primitives.rng import Rng
from ...rules.workspace import Workspace
from ..engine.method import Method
from ..evaluation.evaluation import Evaluation
from ..evaluation.playout import Playout
from ..evaluation.playout_policy import PlayoutPolicy
from ..search_record import SearchRecord
from ..selection.descent import highest_score
from ..selection.rule import SelectionRule

__all__ = ["observed"]


class ObservedRule(SelectionRule):
    """A rule whose scores are noted."""

    def __init__(self, rule: SelectionRule, notebook: Any) -> None:
        self.rule = rule
        self.notebook = notebook
        self.tries_all_first = rule.tries_all_first

    def prepare(self, search: SearchRecord, number: int, visits: int, count: int) -> int:
        return self.rule.prepare(search, number, visits, count)

    def score(self, node: Any, edge: Any, value_range: float) -> float:
        score = self.rule.score(node, edge, value_range)
        self.notebook.scored(self.rule, node, edge, value_range, score)
        return score


class ObservedPolicy(PlayoutPolicy):
    """A policy whose moves are noted."""

    learns = True

    def __init__(self, policy: PlayoutPolicy, notebook: Any) -> None:
        self.policy = policy
        self.notebook = notebook

    def choose(self, game: Game, state: State, count: int, rng: Rng, work: Workspace) -> Any:
        return self.policy.choose(game, state, count, rng, work)

    def begin(self) -> None:
        self.policy.begin()

    def note(self, player: int, action: Action) -> None:
        self.notebook.played(action)
        if self.policy.learns:
            self.policy.note(player, action)

    def learn(self, values: Any) -> None:
        self.policy.learn(values)


def observed(method: Method, notebook: Any) -> Method:
    """Return the method such that what it does is noted.

    A notebook is an observer with two more methods: `scored` receives each score of the selection
    rule, `played` each move of a playout.
    """
    found = copy(method)
    found.observer = notebook
    found.selection = ObservedRule(method.selection, notebook)
    found.best_edge = highest_score
    found.evaluation = _listened(method.evaluation, notebook)
    return found


def _listened(evaluation: Evaluation, notebook: Any) -> Evaluation:
    """Return the evaluation with its playouts listened to, wherever it holds some."""
    found = copy(evaluation)
    if isinstance(found, Playout):
        found.policy = ObservedPolicy(found.policy, notebook)
    for name, value in attributes(evaluation):
        if isinstance(value, Evaluation):
            setattr(found, name, _listened(value, notebook))
    return found
