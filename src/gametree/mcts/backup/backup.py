"""The base class of backups, which keeps means."""

from __future__ import annotations

from typing import Any

from plainpython.compilable import Compilable

from ...actors import CHANCE
from ...game import Game, State
from ...rules.workspace import Workspace
from ..registry import Strategies
from ..tree.tree import Field, Tree

__all__ = ["BACKUPS", "Backup", "BackupAround"]


class Backup(Compilable):
    """Means of the values of all simulations. Base class of backups: define `update`."""

    node_fields: tuple[Field, ...] = ()
    edge_fields: tuple[Field, ...] = ()

    follows: bool = False
    """Whether it is told of each simulation as a whole: `begin`, `reach` and `learn`."""

    def begin(self) -> None:
        """Forget what was noted: another simulation begins, or the same one again."""

    def reach(self, game: Game, state: State, work: Workspace) -> None:
        """Look at the position that is going to be evaluated; `work.values` are free to use.

        Not asked where a simulation ends in what is known to be a finished game, or proven.
        """

    def learn(self, tree: Tree, work: Workspace, depth: int) -> None:
        """Learn from a simulation that will count at once, but does not yet.

        It followed `depth` edges, `work.path_edges` of `work.path_nodes`, and came to
        `work.values`.
        """

    def update(
        self, tree: Tree, number: int, node: Any, edge: Any, heard: Any, work: Workspace
    ) -> None:
        """Take a simulation into the statistics of an edge that it followed, and of its node.

        Called for each step of a simulation that counts, from the leaf to the root (means alone,
        from the root); the visits of the edge and of the node count it already. `heard` has a
        number for each player, what the position behind the edge is worth by this simulation,
        and `work.values` what the node is: the same, unless more is proven of it. What this
        leaves in `work.values` is what the step before hears.
        """
        player = node.player
        if player != CHANCE:
            mean = edge.mean
            edge.mean = mean + (heard[player] - mean) / edge.visits
        values = work.values
        means = node.value
        part = 1.0 / node.visits
        for each in range(len(values)):
            mean = means[each]
            means[each] = mean + (values[each] - mean) * part


class BackupAround(Backup):
    """Another backup; base class of those that add to it."""

    def __init__(self, backup: Backup) -> None:
        self.backup = backup
        self.follows = self.follows or backup.follows

    def begin(self) -> None:
        self.backup.begin()

    def reach(self, game: Game, state: State, work: Workspace) -> None:
        self.backup.reach(game, state, work)

    def learn(self, tree: Tree, work: Workspace, depth: int) -> None:
        self.backup.learn(tree, work, depth)

    def update(
        self, tree: Tree, number: int, node: Any, edge: Any, heard: Any, work: Workspace
    ) -> None:
        self.backup.update(tree, number, node, edge, heard, work)


BACKUPS = Strategies(
    "backup",
    Backup,
    "What the statistics make of a simulation, in place of means: a class in a file.",
)
"""The bundled backups that have a name; `Backup` itself has none."""
