"""Implicit minimax backups: means mixed with a minimax search of the same tree."""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable, Sequence
from copy import copy
from typing import Any, Self

from ...errors import BadParameter
from ...game import Game, State
from ...numbers.checks import fraction
from ...rules.heuristics import GameHeuristic, UserHeuristic
from ...rules.workspace import BoundsBroken, RulesBroken, Workspace, are_shares, write
from ..backup.backup import Backup, BackupAround
from ..evaluation.evaluation import Evaluation
from ..tree.tree import Tree
from .rule import SELECTION_RULES
from .rule_kinds import LearningRule
from .terms import Term
from .ucb1 import UCB1

__all__ = ["ImplicitMinimax"]

# Places in `leaf`: whether the simulation under way came to a position where the game goes on,
# and what that is thought to be worth, to each player.
_GUESSED = 0
_GUESS = 1


@SELECTION_RULES.register(
    "implicit",
    "Mixes means with the minimax value of the heuristic over the tree.",
    c="The exploration constant of the rule.",
    alpha="The weight of the minimax value beside the mean.",
)
class ImplicitMinimax(UCB1, LearningRule):
    """UCB1 with (1 - alpha) * mean + alpha * minimax in place of the mean.

    Implicit minimax backups (Lanctot, Winands, Pepels and Sturtevant, "Monte Carlo tree search
    with heuristic evaluations using implicit minimax backups", IEEE CIG 2014): a move keeps two
    numbers, the mean of its simulations and what it is worth by minimax over the tree so far,
    with the heuristic at the leaves. Here a position counts with its own estimate till each of
    its moves has been tried, then with the best of them; finished games and proven positions
    count with what they are worth. A proof is taken in when its move is followed again.

    For two players whose returns sum to a constant, `min_return` + `max_return` of the game,
    without chance. Estimates must be of the scale of the returns.

    Args:
        alpha: the weight of minimax, 0 to 1.
        c: exploration.
        heuristic: a function (game, state) that returns one number for each player; by default
            the game's own.

    """

    edge_fields = (*UCB1.edge_fields, ("minimax", "f8"))

    def __init__(
        self,
        alpha: float = 0.4,
        c: float = 1.4,
        heuristic: Callable[[Any, Any], Sequence[float]] | None = None,
    ) -> None:
        super().__init__(c)
        self.alpha = fraction("alpha", alpha)
        self.heuristic = GameHeuristic() if heuristic is None else UserHeuristic(heuristic)
        self.sum = self.extent = 0.0

    def fitted_to(self, game: Game, evaluation: Evaluation) -> Self:
        name = type(game).__name__
        if game.players != 2 or game.has_chance:
            has = f"{game.players} players" if game.players > 1 else "1 player"
            if game.players == 2:
                has = "chance"
            raise BadParameter(
                "ImplicitMinimax is for games of two players whose returns sum to a constant, "
                f"without chance; {name} has {has}"
            )
        if isinstance(self.heuristic, GameHeuristic) and not game.defines_heuristic:
            raise BadParameter(
                f"ImplicitMinimax needs a heuristic, and {name} defines none: pass heuristic=, "
                "a function (game, state) that returns a number for each player"
            )
        if evaluation.waits:
            raise BadParameter(
                f"selection={self!r} cannot be used with a BatchEvaluator: take another rule, or "
                "an evaluation of one position at a time"
            )
        fitted = copy(self)
        fitted.sum = float(game.min_return) + float(game.max_return)
        fitted.extent = float(game.max_return) - float(game.min_return)
        return fitted

    def score(self, node: Any, edge: Any, value_range: float) -> float:
        worth = (1.0 - self.alpha) * edge.mean + self.alpha * edge.minimax
        return worth + edge.inverse_root * (node.explore * value_range)  # type: ignore[no-any-return]

    def terms(self, node: Any, edge: Any, value_range: float) -> tuple[Term, ...]:
        _, explored = super().terms(node, edge, value_range)
        numbers = {"alpha": self.alpha, "mean": edge.mean, "minimax": edge.minimax}
        return (
            Term("mean", (1.0 - self.alpha) * edge.mean, "(1 - alpha) * mean", numbers),
            Term("minimax", self.alpha * edge.minimax, "alpha * minimax", numbers),
            explored,
        )

    def backup_around(self, backup: Backup) -> Backup:
        return MinimaxBackup(backup, self)


class MinimaxBackup(BackupAround):
    """Keeps what each move is worth by minimax, beside what another backup keeps."""

    follows = True
    runtime_arrays = ("leaf",)

    def __init__(self, backup: Backup, rule: ImplicitMinimax) -> None:
        super().__init__(backup)
        self.heuristic = rule.heuristic
        self.sum = rule.sum
        self.extent = rule.extent
        self.leaf = array("d", [0.0] * (_GUESS + 2))

    def begin(self) -> None:
        self.backup.begin()
        self.leaf[_GUESSED] = 0.0

    def reach(self, game: Game, state: State, work: Workspace) -> None:
        self.backup.reach(game, state, work)
        values = work.values
        if game.is_terminal(state):
            write(game.returns(state), values)
        else:
            self.heuristic.estimate(game, state, values)
            self.leaf[_GUESSED] = 1.0
        for player in range(2):
            if not math.isfinite(values[player]):
                raise RulesBroken
            self.leaf[_GUESS + player] = values[player]

    def learn(self, tree: Tree, work: Workspace, depth: int) -> None:
        self.backup.learn(tree, work, depth)
        values = work.values
        guessed = self.leaf[_GUESSED] != 0.0
        if not (guessed or are_shares(values[0], values[1], self.sum, self.extent)):
            raise BoundsBroken
        worth = 0.0
        before = -1  # who moved at the node below
        for step in range(depth - 1, -1, -1):
            node = tree.nodes[work.path_nodes[step]]
            edges = tree.edges[work.path_nodes[step]]
            followed = work.path_edges[step]
            player = node.player
            if before < 0:
                worth = self.leaf[_GUESS + player] if guessed else values[player]
            elif player != before:
                worth = self.sum - worth
            before = player
            edges[followed].minimax = worth
            for place in range(node.count):
                edge = edges[place]
                if edge.visits == 0 and place != followed:
                    return
                worth = max(worth, edge.minimax)
