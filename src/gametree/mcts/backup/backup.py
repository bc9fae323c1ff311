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

    def update(
        self, tree: Tree, number: int, node: Any, edge: Any, heard: Any, work: Workspace
    ) -> None:
        """Take a simulation into the statistics of an edge that it followed, and of its node.

        Called for each step of a simulation that counts, from the leaf to the root; the visits
        of the edge and of the node count it already. `heard` has a number for each player, what
        the position behind the edge is worth by this simulation, and `work.values` what the node
        is: the same, unless more is proven of it. What this leaves in `work.values` is what the
        step before hears.
        """
        player = node.player
        if player != CHANCE:
            edge.mean += (heard[player] - edge.mean) / edge.visits
        values = work.values
        means = node.value
        part = 1.0 / node.visits
        for each in range(len(values)):
            means[each] += (values[each] - means[each]) * part
