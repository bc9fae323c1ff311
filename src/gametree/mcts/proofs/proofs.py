"""The base class of proofs, which proves nothing, and what may be known of a position."""

from __future__ import annotations

import math
from typing import Any, ClassVar, NamedTuple

from plainpython.compilable import Compilable

from ...game import Game, State
from ...rules.workspace import Workspace
from ..tree.allocation import Sharing
from ..tree.tree import FINISHED, LISTS, NO_CHILD, Field, Tree

__all__ = ["Known", "NoProofs"]


class Known(NamedTuple):
    """The bounds of a position, as one player sees it.

    Attributes:
        low, high: what he gets at least and at most.
        plies: how many moves the proof takes to the end, where both are one; infinite
            where that depends on what others choose who do not care, or is not known any more.

    """

    low: float
    high: float
    plies: float

    @property
    def settled(self) -> bool:
        """True if the value of the position is known."""
        return self.low == self.high


class NoProofs(Compilable):
    """Nothing is proven. Base class of what proves."""

    node_fields: tuple[Field, ...] = ()
    watches: ClassVar[bool] = False  # whether anything is proven
    chance: bool = False  # whether it moves in the game
    middle: float = 0.0  # less is a loss

    def reserve(self, count: int) -> int:
        """Return how many more nodes a new node with `count` edges may need at once."""
        return 0

    def require_room(self, tree: Tree, work: Workspace) -> None:
        """Raise `TreeFull` if the tree may lack memory for what `conclude` adds."""

    def unpruned(self, node: Any) -> int:
        """Return how many edges of a node are not pruned, from the first on."""
        return node.count  # type: ignore[no-any-return]

    def done_with(self, tree: Tree, node: Any, edge: Any) -> bool:
        """Return whether an edge is to be followed no more: it can do no better than another."""
        return False

    def settled(self, node: Any) -> bool:
        """Return whether it is known what a node is worth."""
        return False

    def write_worth(self, node: Any, values: Any) -> None:
        """Write to `values` what a settled node is worth."""

    def decided(self, tree: Tree, number: int) -> bool:
        """Return whether it is known which move is best at a node."""
        return False

    def is_best(self, tree: Tree, node: Any, edge: Any) -> bool:
        """Return whether an edge is proven to be as good as its decided node."""
        return False

    def open(self, game: Game, state: State, tree: Tree, work: Workspace, number: int) -> None:
        """Prepare a new node."""

    def see_ends(self, game: Game, state: State, tree: Tree, work: Workspace, number: int) -> None:
        """See at once which moves of a new node end the game."""

    def recall(self, tree: Tree, work: Workspace, leaf: int) -> bool:
        """Write to `work.values` what a leaf is worth, if it is settled; return whether it is."""
        return False

    def conclude(self, tree: Tree, work: Workspace, depth: int, leaf: int) -> None:
        """Keep what is certain of a leaf, where a line has come to its end."""

    def finish(self, tree: Tree, work: Workspace) -> int:
        """Return the node of finished positions worth `work.values`, or NO_CHILD."""
        return NO_CHILD

    def next_finished(self, node: Any) -> int:
        """Return the next node of finished positions after one of them, or NO_CHILD."""
        return NO_CHILD

    def list_copy(self, tree: Tree, number: int) -> None:
        """Put the copy of a node without edges in its list, if it is one of finished positions."""

    def forget_finished(self, tree: Tree, number: int) -> None:
        """Take nodes of finished positions off their lists that were made after a node."""
        for place in range(FINISHED, FINISHED + LISTS):
            while tree.used[place] > number:
                tree.used[place] = self.next_finished(tree.nodes[tree.used[place]])

    def is_due(self, node: Any, news: bool) -> bool:
        """Return whether to look at the children of a node, of whom there may be news."""
        return False

    def narrow(self, tree: Tree, number: int) -> bool:
        """Take in what is known of the children; return whether that is news.

        Other threads may be at the node: its edges stay in order.
        """
        return False

    def prune(self, tree: Tree, number: int) -> None:
        """Move edges that are not to be followed any more behind the others."""

    def shared_by(self, sharing: Sharing) -> NoProofs:
        """Return the same for a tree whose memory is shared like that."""
        return self

    def clamp(self, node: Any, values: Any, exact: bool) -> bool:
        """Clip the values of a simulation to the bounds of a node; return True if they are exact.

        Bounds hold for what a node is worth, which is a mean where chance moves below. The
        value of a simulation that chance decided may lie beyond them, and has to for the mean
        to be right: if it is not `exact`, it gives way only to what is known for certain.
        """
        return False

    def known(self, node: Any, player: int) -> Known:
        """Return what is proven of a node; None is a position without a node."""
        return Known(-math.inf, math.inf, 0)
