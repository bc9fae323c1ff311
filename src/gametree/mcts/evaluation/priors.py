"""Evaluations that also give priors for the actions of a new node."""

from __future__ import annotations

from typing import Any

from ...actors import is_chance
from ...game import Action, Game, State
from ...numbers.elementary import exp
from ...rules.workspace import PriorsBroken
from ..tree.tree import Field, Tree
from .evaluation import Evaluation

__all__ = ["PRIOR_FIELDS", "GuidedEvaluation", "take_softmax"]

PRIOR_FIELDS: tuple[Field, ...] = (("prior", "f8"),)


class GuidedEvaluation(Evaluation):
    """Base class of evaluations with priors: define `evaluate` and `prior`.

    Both run compiled with the game. `PUCT` follows the priors; rules of your own find
    them in `edge.prior`.
    """

    edge_fields = PRIOR_FIELDS
    gives_priors = True

    def prior(self, game: Game, state: State, action: Action) -> float:
        """Return how good an action of a position looks: 0 or more, in proportion to the others.

        Asked once about each action of a position where a player moves, when it gets its
        node. At least one must be above 0.
        """
        raise NotImplementedError(f"{type(self).__name__} must define the method prior")

    def open(self, game: Game, state: State, tree: Tree, number: int) -> None:
        node = tree.nodes[number]
        if is_chance(node.player):
            return
        total = 0.0
        edges = tree.edges[number]
        for place in range(node.count):
            edge = edges[place]
            edge.prior = self.prior(game, state, edge.action)
            if not edge.prior >= 0.0:
                raise PriorsBroken
            total += edge.prior
        if not total > 0.0 or total - total != 0.0:
            raise PriorsBroken
        for place in range(node.count):
            edges[place].prior /= total


def take_softmax(edges: Any, count: int, highest: float) -> None:
    """Replace the logits in the priors of edges by their softmax; `highest` is their maximum."""
    total = 0.0
    for place in range(count):
        edge = edges[place]
        edge.prior = exp(edge.prior - highest)
        total += edge.prior
    for place in range(count):
        edges[place].prior /= total
