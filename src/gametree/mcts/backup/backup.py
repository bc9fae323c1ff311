"""The base class of backups, which keeps means."""

from __future__ import annotations

from typing import Any

from ...compilable import Compilable
from ...game import CHANCE
from ...rules.workspace import Workspace
from ..tree.tree import Field, Tree

__all__ = ["Backup"]


class Backup(Compilable):
    """Means of the values of all simulations. Base class of backups: define `update`."""

    node_fields: tuple[Field, ...] = ()
    edge_fields: tuple[Field, ...] = ()

    def update(self, tree: Tree, number: int, node: Any, edge: Any, work: Workspace) -> None:
        """Take `work.values` into the statistics of an edge that was followed, and of its node.

        Called for each step of a simulation that counts, from the leaf to the root; the visits
        of the edge and of the node count it already. `work.values` hold one number for each
        player: what the position behind the edge is worth by this simulation. What is left in
        them is what the step before hears.
        """
        values = work.values
        player = node.player
        if player != CHANCE:
            edge.total += values[player]
        sums = node.value
        for each in range(len(values)):
            sums[each] += values[each]
