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
from ..tree.tree import Field, Tree
from .evaluation import EVALUATIONS_AROUND, Evaluation
from .playout import Playout, is_heuristic
from .priors import PRIOR_FIELDS

__all__ = ["HeuristicPriors"]

_SEEN: tuple[Field, ...] = (
    ("goes_on", "i1"),  # 1 where no move ends the game
    ("guessed", "i1"),  # 1 where edges without visits have the guess of the mover as their mean
)


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

    If the evaluation is the heuristic itself, no position is asked about twice: an edge
    without visits keeps h as its mean.

    Args:
        temperature: by how much h must be higher, in the game's returns, for a move to look
            e times as good; above 0.
        evaluation: what a leaf is worth; by default the game's own way, or `Playout()`.

    """

    gives_priors = True
    sees_ends = True
    total: float = 0.0  # of two players' returns, where one gets what the other does not

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
        fitted.node_fields = (*fitted.evaluation.node_fields, *_SEEN)
        fitted.total = float(game.min_return + game.max_return)
        fitted.keeps_guesses = game.players <= 2 and is_heuristic(inner)
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
        goes_on = guessed = 1
        made = before_guess(game, state, None)
        basis = game.heuristic_basis(state)
        for place in range(node.count):
            edge = edges[place]
            successor = game.next_state(game.copy(state), edge.action)
            if game.is_terminal(successor):
                goes_on = 0
                returned = game.returns(successor)
                value = share_of(player, returned, game.players)
                guessed &= self.follows_from(value, player, returned)
            else:
                begun = before_guess(game, successor, None)
                returned = game.heuristic_from(basis, successor)
                value = share_of(player, returned, game.players)
                guessed &= self.follows_from(value, player, returned)
                after_guess(game, successor, None, begun)
            edge.prior = value
            if self.keeps_guesses:
                edge.mean = value  # until it is visited
            highest = max(highest, value)
        after_guess(game, state, None, made)
        node.goes_on = goes_on
        node.guessed = guessed
        total = 0.0
        for place in range(node.count):
            edge = edges[place]
            edge.prior = exp((edge.prior - highest) / self.temperature)
            total += edge.prior
        for place in range(node.count):
            edges[place].prior /= total

    def follows_from(self, value: float, player: int, returned: Sequence[float]) -> bool:
        """Return whether the number of one player says what all of them have."""
        return len(returned) == 1 or returned[1 - player] == self.total - value

    def recall(self, tree: Tree, work: Workspace, depth: int) -> bool:
        if depth == 0:
            return False
        number = work.path_nodes[depth - 1]
        node = tree.nodes[number]
        edge = tree.edges[number][work.path_edges[depth - 1]]
        if edge.visits != 0 or node.guessed == 0:
            return False
        values = work.values
        values[node.player] = edge.mean
        if len(values) == 2:
            values[1 - node.player] = self.total - edge.mean
        return True


def share_of(player: int, returned: Sequence[float], players: int) -> float:
    """Return one player's number of what the game returned for all."""
    if len(returned) != players:
        raise RulesBroken
    value = returned[player]
    if value - value != 0.0:
        raise RulesBroken  # infinite or not a number
    return value
