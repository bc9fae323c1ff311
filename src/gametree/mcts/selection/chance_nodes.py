"""Chance nodes: with all outcomes, or with few of them."""

from __future__ import annotations

import math
from typing import Any, ClassVar

from plainpython.compilable import Compilable

from ...actors import CHANCE
from ...errors import BadParameter
from ...game import Game
from ...numbers.checks import positive
from ...numbers.elementary import power
from ...primitives.records import swap
from ...primitives.rng import Rng
from ...rules.workspace import Workspace
from ..backup.backup import Backup, BackupAround
from ..registry import Parameter, Strategies
from ..tree.tree import Field, Tree
from .rule import SelectionRule

__all__ = ["CHANCE_NODES", "ChanceNodes", "WidenedChance"]


class ChanceNodes(Compilable):
    """A node with all outcomes wherever chance moves; each simulation draws one of them."""

    node_fields: tuple[Field, ...] = ()
    edge_fields: tuple[Field, ...] = ()

    shows_positions: ClassVar[bool] = True
    """Whether a node below the root is one position, whose moves can be told."""

    def fitted_to(self, game: Game) -> ChanceNodes:
        """Return the strategy of chance nodes for one game."""
        return DrawnChance(1.0, 0.5) if game.draws_outcomes else self

    def opened(self, visits: int) -> int:
        """Return how many outcomes a node asks for where they are drawn, after so many visits."""
        return 1

    def rule_for(self, rule: SelectionRule, **others: bool) -> SelectionRule:
        """Return the rule that chooses moves; `others` say what else the search does.

        Raises:
            BadParameter: if these do not go together.

        """
        return rule

    def draw(self, tree: Tree, number: int, node: Any, rng: Rng) -> int:
        """Return the index of the edge to follow from a node where chance moves."""
        return drawn_edge(tree.edges[number], node.count, 1.0, rng)

    def backup_around(self, backup: Backup) -> Backup:
        """Return the backup, with what is to be noted besides."""
        return backup


CHANCE_NODES = Strategies(
    "chance",
    ChanceNodes,
    "How the tree goes on where chance moves: nodes (the default, with all outcomes), widened "
    "(with few of them) or open_loop (without).",
    from_files=False,
)
"""The bundled ways to go on where chance moves."""

CHANCE_NODES.register("nodes", "Adds a node for each outcome of chance.")(ChanceNodes)


@CHANCE_NODES.register(
    "widened",
    "Adds nodes for few outcomes of chance, and more of them with more visits.",
    k=Parameter(
        "How many outcomes a node has after one visit; with N visits it has K * N^ALPHA. K is 1 "
        "by default.",
        option="chance_k",
    ),
    alpha=Parameter(
        "The exponent ALPHA of the number of outcomes; 0.5 by default.", option="chance_alpha"
    ),
)
class WidenedChance(ChanceNodes):
    """A chance node goes on with the first k * N^alpha outcomes that it has drawn.

    Double progressive widening, as far as chance goes (Couëtoux et al., "Continuous upper
    confidence trees", 2011). N is the number of simulations through the node; while there
    may be one more outcome, any is drawn by its probability, else one of those drawn before, by
    their probabilities among each other. For games with so many outcomes that each is seen
    once only: what is known of a few is then known better.

    Args:
        k: how many outcomes a node has after its first simulation; above 0.
        alpha: above 0, at most 1.

    """

    node_fields = (("opened", "i4"),)  # the first ones of the outcomes, drawn before

    def __init__(self, k: float = 1.0, alpha: float = 0.5) -> None:
        self.k = positive("k", k)
        self.alpha = positive("alpha", alpha)
        if self.alpha > 1.0:
            raise BadParameter(f"alpha must be a number above 0 and at most 1, not {alpha!r}")

    def fitted_to(self, game: Game) -> ChanceNodes:
        return DrawnChance(self.k, self.alpha) if game.draws_outcomes else self

    def draw(self, tree: Tree, number: int, node: Any, rng: Rng) -> int:
        edges = tree.edges[number]
        opened = node.opened
        if opened < self.k * power(float(node.visits + 1), self.alpha):
            return drawn_edge(edges, node.count, 1.0, rng)
        total = 0.0
        for place in range(opened):
            total += edges[place].probability
        return drawn_edge(edges, opened, total, rng)

    def backup_around(self, backup: Backup) -> Backup:
        return BackupWithFewOutcomes(backup)


class DrawnChance(ChanceNodes):
    """A chance node whose outcomes the game draws: see `selection.proposed_moves`.

    After N simulations it has asked for k * N^alpha of them. The simulation that asks follows the
    new outcome, others one of those before, by how often each was drawn.
    """

    def __init__(self, k: float, alpha: float) -> None:
        self.k = k
        self.alpha = alpha

    def opened(self, visits: int) -> int:
        return max(1, math.ceil(self.k * power(float(visits), self.alpha)))

    def draw(self, tree: Tree, number: int, node: Any, rng: Rng) -> int:
        visits = node.visits
        if visits == 0 or self.opened(visits) > self.opened(visits - 1):
            return node.newest  # type: ignore[no-any-return]
        edges = tree.edges[number]
        total = 0.0
        for place in range(node.laid):
            total += edges[place].probability
        return drawn_edge(edges, node.laid, total, rng)


class BackupWithFewOutcomes(BackupAround):
    """Keeps the outcomes that were drawn before the others.

    They get there when a simulation counts: one that breaks off is to run again as it did.
    """

    def update(
        self, tree: Tree, number: int, node: Any, edge: Any, heard: Any, work: Workspace
    ) -> None:
        self.backup.update(tree, number, node, edge, heard, work)
        if node.player == CHANCE and edge.visits == 1:
            edges = tree.edges[number]
            place = node.opened
            while edges[place].visits == 0:
                place += 1
            if place != node.opened:
                swap(edges, node.opened, place)
            node.opened += 1


def drawn_edge(edges: Any, count: int, total: float, rng: Rng) -> int:
    """Return the index of a random one of the first edges, whose probabilities sum to `total`."""
    chosen = 0
    left = total * rng.uniform()
    for place in range(count):
        probability = edges[place].probability
        if probability > 0.0:
            chosen = place
            left -= probability
            if left < 0.0:
                break
    return chosen
