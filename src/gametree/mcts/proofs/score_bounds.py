"""Proofs: what a position is worth at least and at most, whatever is played from there.

Here for one player, or two of whom one gets what the other does not; `multiplayer_bounds` has more.

MCTS-Solver (Winands, Björnsson, Saito, 2008) with score bounds (Cazenave and
Saffidine, 2010): a node keeps the lowest and the highest return of the first
player that is still possible. Both meet where the position is solved. A move
that cannot do better than another does at least is followed no more.

A finished position is a node without edges; those with the same returns share
one, unless there are very many different ones. They are kept in lists by their returns, in
which `next_finished` of each is the number of the next. The edges of a node that are
not pruned (`unpruned` of them) stand before the others.
"""

from __future__ import annotations

import math
from typing import Any

from plainpython.bits import u64
from plainpython.hashing import key_of_state

from ...actors import is_chance
from ...game import Game, State
from ...primitives.atomics import lower_field, raise_field
from ...primitives.records import swap
from ...rules.workspace import (
    VALUED,
    BoundsBroken,
    Workspace,
    are_shares,
    write,
)
from ..tree.allocation import Sharing
from ..tree.tree import FINISHED, LISTS, NO_CHILD, Field, Tree, require_room
from .proofs import Known, NoProofs

__all__ = ["FAR", "PATIENCE", "Bounds", "plies_of", "ripeness", "slot_of"]


PATIENCE = 200
"""Visits of a node before moves without hope are followed no more. Before, they are part of
what its mean says: that most moves lose there is a warning. In connect four at 1,000
simulations a move, pruning at once cost 4 % of the opening moves that keep the value."""


_NEWEST = 64
"""Nodes of finished positions, of one list, among which the same returns are looked for."""


FAR = 1 << 30
"""Plies to the end where nobody knows the line any more: its nodes were recycled."""


class Bounds(NoProofs):
    """Bounds for one player, or two whose returns sum to a constant.

    Attributes:
        lowest, highest: the least and the most that the first player can get.
        chance: whether it moves in the game.
        sharing: how nodes of finished positions are added.

    """

    node_fields: tuple[Field, ...] = (
        ("unpruned", "i4"),
        ("plies", "i4"),
        ("next_finished", "i4"),
        ("low", "f8"),
        ("high", "f8"),
    )
    watches = True

    def __init__(
        self,
        players: int,
        lowest: float,
        highest: float,
        *,
        chance: bool,
        sharing: Sharing | None = None,
    ) -> None:
        self.players = players
        self.chance = chance
        self.lowest = lowest
        self.highest = highest
        self.middle = 0.5 * (lowest + highest)
        self.sharing = sharing or Sharing()

    def shared_by(self, sharing: Sharing) -> Bounds:
        return type(self)(
            self.players, self.lowest, self.highest, chance=self.chance, sharing=sharing
        )

    def reserve(self, count: int) -> int:
        return count

    def require_room(self, tree: Tree, work: Workspace) -> None:
        if self.has_ended(work):
            require_room(tree, 0, 0)

    def has_ended(self, work: Workspace) -> bool:
        """Return whether the leaf of a simulation is to become a node of finished positions."""
        return 0 < work.counters.ending < VALUED and work.counters.frozen == 0  # type: ignore[no-any-return]

    def unpruned(self, node: Any) -> int:
        return node.unpruned  # type: ignore[no-any-return]

    def settled(self, node: Any) -> bool:
        return node.low == node.high  # type: ignore[no-any-return]

    def decided(self, tree: Tree, number: int) -> bool:
        node = tree.nodes[number]
        player = node.player
        if is_chance(player):
            return self.settled(node)
        worth, most = self.bounds_of(node, player)
        if worth == most:
            edges = tree.edges[number]
            for place in range(node.count):
                if self.is_best(tree, node, edges[place]):
                    return True
        return False  # if it is settled, the child that decides has been recycled

    def is_best(self, tree: Tree, node: Any, edge: Any) -> bool:
        worth, _ = self.bounds_of(node, node.player)
        low, high = self.bounds_behind(tree, edge, node.player)
        return low == high and low == worth

    def open(self, game: Game, state: State, tree: Tree, work: Workspace, number: int) -> None:
        node = tree.nodes[number]
        node.unpruned = node.count
        self.begin(node)

    def see_ends(self, game: Game, state: State, tree: Tree, work: Workspace, number: int) -> None:
        if not game.defines_is_terminal:
            return
        node = tree.nodes[number]
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
            self.narrow(tree, number)
            self.prune(tree, number)

    def begin(self, node: Any) -> None:
        """Give a node the bounds that hold everywhere."""
        node.low = self.lowest
        node.high = self.highest

    def recall(self, tree: Tree, work: Workspace, leaf: int) -> bool:
        if leaf == NO_CHILD or work.counters.ending == VALUED:
            return False
        if not self.settled(tree.nodes[leaf]):
            return False
        self.write_worth(tree.nodes[leaf], work.values)
        return True

    def write_worth(self, node: Any, values: Any) -> None:
        values[0] = node.low
        if self.players == 2:
            values[1] = self.lowest + self.highest - node.low

    def conclude(self, tree: Tree, work: Workspace, depth: int, leaf: int) -> None:
        if self.has_ended(work):
            leaf = self.finish(tree, work)
            tree.edges[work.path_nodes[depth - 1]][work.path_edges[depth - 1]].child = leaf
        work.counters.news = leaf > NO_CHILD and self.settled(tree.nodes[leaf])

    def finish(self, tree: Tree, work: Workspace) -> int:
        values = work.values
        self.check(values)
        place = FINISHED + self.list_of(values)
        number = tree.used[place]
        for _ in range(_NEWEST):
            if number == NO_CHILD:
                break
            node = tree.nodes[number]
            if self.is_worth(node, values):
                return number  # type: ignore[no-any-return]
            number = self.next_finished(node)
        number = self.sharing.add_node(tree, work, 0, 0)
        self.set_worth(tree.nodes[number], values)
        self.sharing.list_finished(tree, place, number)
        return number

    def check(self, values: Any) -> None:
        """Raise `BoundsBroken` if returns are not what the bounds rest on."""
        value = values[0]
        if not self.lowest <= value <= self.highest:
            raise BoundsBroken
        if self.players == 2:
            total, extent = self.lowest + self.highest, self.highest - self.lowest
            if not are_shares(value, values[1], total, extent):
                raise BoundsBroken

    def list_copy(self, tree: Tree, number: int) -> None:
        node = tree.nodes[number]
        node.unpruned = node.next_finished = 0
        if node.plies == 0:  # else its edges were recycled
            place = FINISHED + self.list_of(self.worth_of(node))
            self.sharing.list_finished(tree, place, number)

    def list_of(self, values: Any) -> int:
        """Return which of the lists of finished positions holds those with these returns."""
        return slot_of(0, values[0])

    def worth_of(self, node: Any) -> Any:
        """Return the values that a node of finished positions is worth, as `list_of` takes them."""
        return (node.low,)

    def is_worth(self, node: Any, values: Any) -> bool:
        """Return whether a node of finished positions is worth these values."""
        return node.low == values[0]  # type: ignore[no-any-return]

    def set_worth(self, node: Any, values: Any) -> None:
        """Let a node of finished positions be worth these values."""
        node.low = values[0]
        node.high = values[0]

    def next_finished(self, node: Any) -> int:
        return node.next_finished  # type: ignore[no-any-return]

    def is_due(self, node: Any, news: bool) -> bool:
        return news or node.visits == ripeness(node)

    def narrow(self, tree: Tree, number: int) -> bool:
        node = tree.nodes[number]
        low, high = self.combine(tree, number)
        changed: bool = low > node.low or high < node.high  # else children have been recycled
        if changed:
            raise_field(node, "low", low)
            lower_field(node, "high", high)
            if self.settled(node):
                node.plies = min(FAR, 1 + self.distance(tree, number))
        return changed

    def combine(self, tree: Tree, number: int) -> tuple[float, float]:
        """Return the bounds of a node that follow from those of its children."""
        node = tree.nodes[number]
        edges = tree.edges[number]
        if self.chance and is_chance(node.player):
            return self.expected(tree, number, 0)
        sign = 1.0 if node.player == 0 else -1.0
        low = high = 0.0
        for place in range(node.count):
            edge = edges[place]
            least, most = self.bounds_behind(tree, edge, 0)
            if place == 0 or (least - low) * sign > 0.0:
                low = least
            if place == 0 or (most - high) * sign > 0.0:
                high = most
        return low, high

    def bounds_of(self, node: Any, player: int) -> tuple[float, float]:
        """Return the bounds of what is counted for a player at a node."""
        return node.low, node.high

    def bounds_behind(self, tree: Tree, edge: Any, player: int) -> tuple[float, float]:
        """Return the same of the position behind an edge."""
        if edge.child == NO_CHILD:
            return self.lowest, self.highest
        return self.bounds_of(tree.nodes[edge.child], player)

    def expected(self, tree: Tree, number: int, player: int) -> tuple[float, float]:
        """Return the bounds of what a player gets where chance moves: means over the outcomes.

        Probabilities are rounded, and their sum may miss 1. A mean lies among the numbers that
        it is of all the same; and as none of these steps lets a sum fall when a term rises, the
        lower bound never comes to lie above the upper one.
        """
        edges = tree.edges[number]
        low = high = 0.0
        least_low = least_high = math.inf
        most_low = most_high = -math.inf
        for place in range(tree.nodes[number].count):
            edge = edges[place]
            if edge.probability > 0.0:
                least, most = self.bounds_behind(tree, edge, player)
                low += edge.probability * least
                high += edge.probability * most
                least_low, most_low = min(least_low, least), max(most_low, least)
                least_high, most_high = min(least_high, most), max(most_high, most)
        return min(max(low, least_low), most_low), min(max(high, least_high), most_high)

    def distance(self, tree: Tree, number: int) -> int:
        """Return the plies to the end from the child that a settled node's player chooses.

        The quickest win, but the slowest loss, of those that were settled before: so a line that
        goes down to fewer plies at each move comes to an end. FAR if there is none any more.
        """
        node = tree.nodes[number]
        edges = tree.edges[number]
        sign = 1.0 if node.player == 0 else -1.0
        losing = (node.low - self.middle) * sign < 0.0
        found = -1
        for place in range(node.count):
            edge = edges[place]
            if edge.child == NO_CHILD or edge.child == number:
                continue
            child = tree.nodes[edge.child]
            if child.low != child.high:
                continue
            if self.chance and is_chance(node.player):
                if edge.probability > 0.0:
                    found = max(found, child.plies)
            elif child.low == node.low:
                if found < 0 or (child.plies > found) == losing:
                    found = child.plies
        return found if found >= 0 else FAR  # the child that decides has been recycled

    def prune(self, tree: Tree, number: int) -> None:
        node = tree.nodes[number]
        if is_chance(node.player) or self.settled(node):
            return
        edges = tree.edges[number]
        place = 0
        while place < node.unpruned and node.unpruned > 1:
            if self.done_with(tree, node, edges[place]):
                node.unpruned -= 1
                swap(edges, place, node.unpruned)
            else:
                place += 1

    def done_with(self, tree: Tree, node: Any, edge: Any) -> bool:
        if node.visits < ripeness(node) or edge.child == NO_CHILD:
            return False
        return self.hopeless(node, tree.nodes[edge.child])

    def hopeless(self, node: Any, child: Any) -> bool:
        """Return whether a child cannot be better for a node's player than another one is."""
        if node.player == 0:
            return child.high <= node.low  # type: ignore[no-any-return]
        return child.low >= node.high  # type: ignore[no-any-return]

    def clamp(self, node: Any, values: Any, exact: bool) -> bool:
        if not (exact or self.settled(node)):
            return False
        value = values[0]
        if value < node.low:
            value = node.low
        elif value > node.high:
            value = node.high
        else:
            return True
        values[0] = value
        if self.players == 2:
            values[1] = self.lowest + self.highest - value
        return True

    def known(self, node: Any, player: int) -> Known:
        low, high, plies = self.lowest, self.highest, 0.0
        if node is not None:
            low, high, plies = float(node.low), float(node.high), plies_of(node)
        if player == 1:
            low, high = self.lowest + self.highest - high, self.lowest + self.highest - low
        return Known(low, high, plies)


def plies_of(node: Any) -> float:
    """Return how many moves the proof of a settled node takes to the end."""
    return math.inf if node.plies >= FAR else int(node.plies)


def slot_of(before: int, value: float) -> int:
    """Return the number of a list for one more value, where `before` is that for those before."""
    return (31 * before + int(key_of_state(float(value)) & u64(LISTS - 1))) & (LISTS - 1)


def ripeness(node: Any) -> int:
    """Return the visits of a node from which on moves without hope are followed no more."""
    # Each edge is tried once before, in their order.
    return max(PATIENCE, node.count)  # type: ignore[no-any-return]
