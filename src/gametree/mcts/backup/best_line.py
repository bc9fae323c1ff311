"""The best complete line that simulations have come by, with what it returned.

Where nobody has a say but one player, and luck has none, such a line can be played again: what was
found once is never lost (Schadd, Winands, van den Herik, Chaslot, Uiterwijk, "Single-player
Monte-Carlo tree search", Computers and Games, 2008).
"""

from __future__ import annotations

from copy import copy
from typing import Any, NamedTuple

from ...game import Action
from ...rules.workspace import (
    GOES_ON,
    VALUED,
    Workspace,
)
from ..evaluation.evaluation import Evaluation
from ..evaluation.playout import Playout
from ..tree.tree import Tree
from .backup import Backup, BackupAround

__all__ = ["BestLineBackup", "FoundLine", "remembering"]


class FoundLine(NamedTuple):
    """A line of moves to the end of the game that a search has come by.

    Attributes:
        actions: its moves, from the root on.
        value: what it returns to the player for whom it is kept.

    """

    actions: tuple[Action, ...]
    value: float


class BestLineBackup(BackupAround):
    """Keeps the line of the highest return for a player, of those that came to the end of the game.

    Its moves are then `work.counters.best` of `work.best`: those in the tree, then the playout's.
    """

    def __init__(self, backup: Backup, player: int) -> None:
        super().__init__(backup)
        self.player = player

    def learn(self, tree: Tree, work: Workspace, depth: int) -> None:
        self.backup.learn(tree, work, depth)
        counters = work.counters
        over_in_tree = GOES_ON < counters.ending < VALUED
        if not (over_in_tree or counters.ended != 0):
            return
        value = work.values[self.player]
        if value > work.span.best_return:
            work.span.best_return = value
            best = work.best
            for step in range(depth):
                edge = tree.edges[work.path_nodes[step]][work.path_edges[step]]
                best[step] = edge.action
            for step in range(counters.line):
                best[depth + step] = work.line[step]
            counters.best = depth + counters.line


def remembering(evaluation: Evaluation) -> Evaluation:
    """Return an evaluation whose playouts note their moves, if it plays out."""
    inner: Any = getattr(evaluation, "evaluation", None)
    if isinstance(evaluation, Playout):
        found: Any = copy(evaluation)
        found.remembers = True
        return found  # type: ignore[no-any-return]
    if isinstance(inner, Playout):  # priors around them
        found = copy(evaluation)
        found.evaluation = remembering(inner)
        return found  # type: ignore[no-any-return]
    return evaluation
