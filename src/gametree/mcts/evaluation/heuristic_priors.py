"""Priors from a game's heuristic."""

from __future__ import annotations

import math
from collections.abc import Sequence
from copy import copy
from typing import Self

from ...actors import is_chance
from ...errors import BadParameter
from ...game import Game, State
from ...numbers.checks import positive
from ...numbers.elementary import exp
from ...primitives.rng import Rng
from ...primitives.state_memory import after_guess, before_guess
from ...rules.workspace import RulesBroken, Workspace
from ..registry import Parameter
from ..tree.tree import Tree
from .evaluation import EVALUATIONS_AROUND, Evaluation
from .playout import Playout
from .priors import PRIOR_FIELDS

__all__ = ["HeuristicPriors"]


@EVALUATIONS_AROUND.register(
    1,
    "heuristic_priors",
    "Makes priors from the heuristic of the game.",
    temperature=Parameter(
        "Make priors of the game's heuristic, with this temperature.", option="heuristic_priors"
    ),
)
class HeuristicPriors(Evaluation):
    """Another evaluation, and priors from the game's `heuristic` of what each move leads to.

    The priors of a position are in proportion to exp(h / temperature), where h is what the
    heuristic gives the player who moves, or the return if the game is over then. Asked once
    for each move of a position, when it gets its node. `PUCT`, `Widening` and
    `ProgressiveBias` follow them.

    Args:
        temperature: by how much h must be higher, in the game's returns, for a move to look
            e times as good; above 0.
        evaluation: what a leaf is worth; by default the game's own way, or `Playout()`.

    """

    gives_priors = True

    def __init__(self, temperature: float = 0.25, evaluation: Evaluation | None = None) -> None:
        if evaluation is not None and not isinstance(evaluation, Evaluation):
            raise BadParameter(
                f"evaluation must be an Evaluation such as Playout(), not {evaluation!r}"
            )
        self.temperature = positive("temperature", temperature)
        self.evaluation = evaluation

    def fitted_to(self, game: Game) -> Self:
        if not game.defines_heuristic:
            raise BadParameter(
                f"HeuristicPriors needs a heuristic, and {type(game).__name__} defines none: "
                "define heuristic(state), or write a GuidedEvaluation with a prior of its own"
            )
        inner = self.evaluation
        if inner is None:
            inner = game.default_evaluation() or Playout()
        inner = inner.fitted_to(game)
        if inner.gives_priors or inner.waits:
            raise BadParameter(
                "HeuristicPriors goes around an evaluation without priors that is asked about one "
                f"position at a time, such as Playout(), not {inner!r}"
            )
        fitted = copy(self)
        fitted.evaluation = inner
        fitted.node_fields = fitted.evaluation.node_fields
        fitted.edge_fields = (*fitted.evaluation.edge_fields, *PRIOR_FIELDS)
        return fitted

    def fade(self) -> None:
        self.evaluation.fade()  # type: ignore[union-attr]

    def evaluate(self, game: Game, state: State, rng: Rng, work: Workspace) -> None:
        self.evaluation.evaluate(game, state, rng, work)  # type: ignore[union-attr]

    def open(self, game: Game, state: State, tree: Tree, number: int) -> None:
        self.evaluation.open(game, state, tree, number)  # type: ignore[union-attr]
        node = tree.nodes[number]
        player = node.player
        if is_chance(player):
            return
        edges = tree.edges[number]
        highest = -math.inf
        for place in range(node.count):
            edge = edges[place]
            successor = game.next_state(game.copy(state), edge.action)
            if game.is_terminal(successor):
                edge.prior = share_of(player, game.returns(successor), game.players)
            else:
                begun = before_guess(game, successor, None)
                edge.prior = share_of(player, game.heuristic(successor), game.players)
                after_guess(game, successor, None, begun)
            highest = max(highest, edge.prior)
        total = 0.0
        for place in range(node.count):
            edge = edges[place]
            edge.prior = exp((edge.prior - highest) / self.temperature)
            total += edge.prior
        for place in range(node.count):
            edges[place].prior /= total


def share_of(player: int, returned: Sequence[float], players: int) -> float:
    """Return one player's number of what the game returned for all."""
    if len(returned) != players:
        raise RulesBroken
    value = returned[player]
    if value - value != 0.0:
        raise RulesBroken  # infinite or not a number
    return value
