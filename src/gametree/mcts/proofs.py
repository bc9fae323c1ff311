"""Proofs: what a position is worth at least and at most, whatever is played from there.

Here for one player, or two of whom one gets what the other does not; `many_proofs` for more.

MCTS-Solver (Winands, Björnsson, Saito, 2008) with score bounds (Cazenave and
Saffidine, 2010): a node keeps the lowest and the highest return of the first
player that is still possible. Both meet where the position is solved. A move
that cannot do better than another does at least is followed no more.

A finished position is a node without edges; those with the same returns share
one, and `live` of each is the number of the next. The edges of a node that are
still followed (`live` of them) stand before the others.
"""

from __future__ import annotations

import math
from typing import Any, ClassVar, NamedTuple

from ..atomics import lower_field, raise_field
from ..blocks import swap
from ..compilable import Compilable
from ..game import CHANCE, Game, State
from .sharing import Sharing
from .tree import FINISHED, NO_CHILD, Field, Tree
from .workspace import BoundsBroken, Workspace, write

__all__ = ["PATIENCE", "Bounds", "Known", "NoProofs", "ripeness"]


PATIENCE = 200
"""Visits of a node before moves without hope are followed no more. Before, they are part of
what its mean says: that most moves lose there is a warning. In connect four at 1,000
simulations a move, pruning at once cost 4 % of the opening moves that keep the value."""


class Known(NamedTuple):
    """What is known of a position, as one player sees it.

    Attributes:
        low, high: what he gets at least and at most.
        plies: how many moves the proof takes to the end, where both are one; infinite
            where that depends on what others choose who do not care.

    """

    low: float
    high: float
    plies: float

    @property
    def settled(self) -> bool:
        """Whether it is known what the position is worth."""
        return self.low == self.high


class NoProofs(Compilable):
    """Nothing is proven. Base class of what proves."""

    node_fields: tuple[Field, ...] = ()
    watches: ClassVar[bool] = False  # whether anything is proven
    middle: float = 0.0  # less is a loss

    def reserve(self, count: int) -> int:
        """Return how many more nodes a new node with `count` edges may need at once."""
        return 0

    def live(self, node: Any) -> int:
        """Return how many edges of a node are still followed, from the first on."""
        return node.count  # type: ignore[no-any-return]

    def done_with(self, tree: Tree, node: Any, edge: Any) -> bool:
        """Tell whether an edge is to be followed no more: it can do no better than another."""
        return False

    def settled(self, node: Any) -> bool:
        """Tell whether it is known what a node is worth."""
        return False

    def decided(self, tree: Tree, number: int) -> bool:
        """Tell whether it is known which move is best at a node."""
        return self.settled(tree.nodes[number])

    def open(self, game: Game, state: State, tree: Tree, work: Workspace, number: int) -> None:
        """Prepare a new node; see at once which of its moves end the game."""

    def recall(self, node: Any, values: Any) -> None:
        """Write to `values` what a settled node is worth."""

    def finish(self, tree: Tree, work: Workspace) -> int:
        """Return the node of finished positions worth `work.values`, or NO_CHILD."""
        return NO_CHILD

    def next_finished(self, node: Any) -> int:
        """Return the next node of finished positions after one of them, or NO_CHILD."""
        return NO_CHILD

    def refresh(self, tree: Tree, number: int, news: bool) -> bool:
        """Take in what is known of the children, if there is news; tell whether that is news."""
        return False

    def narrow(self, tree: Tree, number: int) -> bool:
        """As `refresh` for news; other threads may be at the node, whose edges stay in order."""
        return False

    def shared_by(self, sharing: Sharing) -> NoProofs:
        """Return the same for a tree whose memory is shared like that."""
        return self

    def clamp(self, node: Any, values: Any, origin: float) -> None:
        """Bring the values of a simulation within what is known of a node."""

    def known(self, node: Any, player: int) -> Known:
        """Return what is known of a node; None stands for a position that has none yet."""
        return Known(-math.inf, math.inf, 0)


class Bounds(NoProofs):
    """Bounds for one player, or two whose returns sum to a constant.

    Attributes:
        lowest, highest: the least and the most that the first player can get.
        sharing: how nodes of finished positions are added.

    """

    node_fields: tuple[Field, ...] = (
        ("live", "i4"),
        ("plies", "i4"),
        ("low", "f8"),
        ("high", "f8"),
    )
    watches = True

    def __init__(
        self, players: int, lowest: float, highest: float, sharing: Sharing | None = None
    ) -> None:
        self.players = players
        self.lowest = lowest
        self.highest = highest
        self.middle = 0.5 * (lowest + highest)
        self.sharing = sharing or Sharing()

    def shared_by(self, sharing: Sharing) -> Bounds:
        return type(self)(self.players, self.lowest, self.highest, sharing)

    def reserve(self, count: int) -> int:
        return count

    def live(self, node: Any) -> int:
        return node.live  # type: ignore[no-any-return]

    def settled(self, node: Any) -> bool:
        return node.low == node.high  # type: ignore[no-any-return]

    def open(self, game: Game, state: State, tree: Tree, work: Workspace, number: int) -> None:
        node = tree.nodes[number]
        node.live = node.count
        self.begin(node)
        if not game.defines_is_terminal:
            return
        news = False
        edges = tree.edges[number]
        for place in range(node.count):
            edge = edges[place]
            successor = game.next_state(game.copy(state), edge.action)
            if game.is_terminal(successor):
                write(game.returns(successor), work.values)
                edge.child = self.finish(tree, work)
                news = True
        if news:
            self.refresh(tree, number, True)

    def begin(self, node: Any) -> None:
        """Give a node the bounds that hold everywhere."""
        node.low = self.lowest
        node.high = self.highest

    def recall(self, node: Any, values: Any) -> None:
        values[0] = node.low
        if self.players == 2:
            values[1] = self.lowest + self.highest - node.low

    def finish(self, tree: Tree, work: Workspace) -> int:
        values = work.values
        value = values[0]
        if not self.lowest <= value <= self.highest:
            raise BoundsBroken
        if self.players == 2:
            difference = value + values[1] - (self.lowest + self.highest)
            if abs(difference) > 1e-9 * max(1.0, self.highest - self.lowest):
                raise BoundsBroken
        number = tree.used[FINISHED]
        while number != NO_CHILD:
            node = tree.nodes[number]
            if node.low == value:
                return number  # type: ignore[no-any-return]
            number = self.next_finished(node)
        number = self.sharing.add_node(tree, work, 0, 0)
        node = tree.nodes[number]
        node.low = value
        node.high = value
        self.sharing.list_finished(tree, number)
        self.sharing.count_node(tree, 0)
        return number

    def next_finished(self, node: Any) -> int:
        return node.live  # type: ignore[no-any-return]

    def refresh(self, tree: Tree, number: int, news: bool) -> bool:
        node = tree.nodes[number]
        if not (news or node.visits == ripeness(node)):
            return False
        changed = self.narrow(tree, number)
        if not self.settled(node) and node.player != CHANCE:
            self.prune(tree, number)
        return changed

    def narrow(self, tree: Tree, number: int) -> bool:
        node = tree.nodes[number]
        low, high = self.combine(tree, number)
        changed: bool = low > node.low or high < node.high  # else children have been recycled
        if changed:
            raise_field(node, "low", low)
            lower_field(node, "high", high)
            if self.settled(node):
                node.plies = 1 + self.distance(tree, number)
        return changed

    def combine(self, tree: Tree, number: int) -> tuple[float, float]:
        """Return the bounds of a node that follow from those of its children."""
        node = tree.nodes[number]
        edges = tree.edges[number]
        chance = node.player == CHANCE
        sign = 1.0 if node.player == 0 else -1.0
        low = high = 0.0
        for place in range(node.count):
            edge = edges[place]
            least = self.lowest
            most = self.highest
            if edge.child != NO_CHILD:
                least = tree.nodes[edge.child].low
                most = tree.nodes[edge.child].high
            if chance:
                if edge.total > 0.0:
                    low += edge.total * least
                    high += edge.total * most
            elif place == 0:
                low = least
                high = most
            else:
                if (least - low) * sign > 0.0:
                    low = least
                if (most - high) * sign > 0.0:
                    high = most
        return low, high

    def distance(self, tree: Tree, number: int) -> int:
        """Return the plies to the end from the child that a settled node's player chooses.

        The quickest win, but the slowest loss.
        """
        node = tree.nodes[number]
        edges = tree.edges[number]
        sign = 1.0 if node.player == 0 else -1.0
        losing = (node.low - self.middle) * sign < 0.0
        found = -1
        for place in range(node.count):
            edge = edges[place]
            if edge.child == NO_CHILD:
                continue
            child = tree.nodes[edge.child]
            if child.low != child.high:
                continue
            if node.player == CHANCE:
                found = max(found, child.plies)
            elif child.low == node.low:
                if found < 0 or (child.plies > found) == losing:
                    found = child.plies
        return max(found, 0)  # the child that decides may have been recycled

    def prune(self, tree: Tree, number: int) -> None:
        """Move edges that are not to be followed any more behind the live ones."""
        node = tree.nodes[number]
        edges = tree.edges[number]
        place = 0
        while place < node.live:
            if self.done_with(tree, node, edges[place]):
                node.live -= 1
                swap(edges, place, node.live)
            else:
                place += 1

    def done_with(self, tree: Tree, node: Any, edge: Any) -> bool:
        if node.visits < ripeness(node) or edge.child == NO_CHILD:
            return False
        return self.hopeless(node, tree.nodes[edge.child])

    def hopeless(self, node: Any, child: Any) -> bool:
        """Tell whether a child cannot be better for a node's player than another one is."""
        if node.player == 0:
            return child.high <= node.low  # type: ignore[no-any-return]
        return child.low >= node.high  # type: ignore[no-any-return]

    def clamp(self, node: Any, values: Any, origin: float) -> None:
        value = values[0] + origin
        if value < node.low:
            value = node.low
        elif value > node.high:
            value = node.high
        else:
            return
        values[0] = value - origin
        if self.players == 2:
            values[1] = self.lowest + self.highest - value - origin

    def known(self, node: Any, player: int) -> Known:
        low, high, plies = self.lowest, self.highest, 0
        if node is not None:
            low, high, plies = float(node.low), float(node.high), int(node.plies)
        if player == 1:
            low, high = self.lowest + self.highest - high, self.lowest + self.highest - low
        return Known(low, high, plies)


def ripeness(node: Any) -> int:
    """Return the visits of a node from which on moves without hope are followed no more."""
    # Each edge is tried once before, in their order.
    return max(PATIENCE, node.count)  # type: ignore[no-any-return]
