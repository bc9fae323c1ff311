"""The base class of backups, which keeps means."""

from __future__ import annotations

from typing import Any

from ...compilable import Compilable
from ...game import CHANCE
from ...rules.workspace import Workspace
from ..tree.tree import Field, Tree

__all__ = ["Backup"]


class Backup(Compilable):
    """Means of the values of all simulations. Base class of backups.

    A simulation that counts goes back from its leaf to the root. At each step the visits of
    the edge and of its node count it already; then `update_edge` is asked, and `update_node`.
    What they leave in `work.values` is what the node before hears.
    """

    node_fields: tuple[Field, ...] = ()
    edge_fields: tuple[Field, ...] = ()

    def update_edge(self, tree: Tree, node: Any, edge: Any, work: Workspace) -> None:
        """Take `work.values` into the statistics of an edge that was followed."""
        player = node.player
        if player != CHANCE:
            edge.total += work.values[player]

    def update_node(self, tree: Tree, number: int, node: Any, work: Workspace) -> None:
        """Take `work.values` into the statistics of the node that the edge belongs to."""
        values = work.values
        sums = node.value
        for player in range(len(values)):
            sums[player] += values[player]
