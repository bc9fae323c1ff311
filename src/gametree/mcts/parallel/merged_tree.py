"""The statistics of one position added up over several trees.

Trees that were grown apart keep the moves of a node in different orders. What
one of them has proven is certain for all.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import cached_property, partial
from itertools import chain
from typing import NamedTuple

from ...errors import GameError
from ...game import Action
from ...primitives.actions import contents
from ..engine.method import Method
from ..proofs.proofs import Known
from ..selection.rule_kinds import PlannedRule
from ..tree.tree import NO_CHILD, Tree, edge_columns

__all__ = ["EdgeCopy", "Look", "MergedEdge", "MergedNode", "NodeCopy", "copy_node"]


class EdgeCopy(NamedTuple):
    """A copy of what an edge of one tree holds, in Python's own types."""

    action: Action
    visits: int
    mean: float  # of the values for the player who moves; 0 where chance does
    probability: float  # 0 where a player moves
    child: int
    known: Known  # of the position behind it, as the player who moves sees it
    followed: int = 1  # 0 if the selection rule has dropped it


class NodeCopy(NamedTuple):
    """A copy of what a node of one tree holds, in Python's own types."""

    player: int
    visits: int
    value: tuple[float, ...]  # means for each player
    known: tuple[Known, ...]  # as each player sees it
    edges: list[EdgeCopy]


_new_copy = partial(tuple.__new__, EdgeCopy)
"""Makes a copy from its fields in order: `EdgeCopy` itself takes three times as long."""

Look = Callable[[int], NodeCopy]
"""Returns the contents of a node of one tree, given its number."""


def copy_node(tree: Tree, method: Method, number: int) -> NodeCopy:
    """Return the contents of a node."""
    proofs = method.proofs
    rule = method.selection
    node = tree.nodes[number]
    player = int(node.player)
    sees = max(0, player)
    nothing = proofs.known(None, sees)
    actions, visits, means, children, probabilities = edge_columns(tree, number)
    known_behind = [nothing] * len(actions)
    if proofs.watches:
        for place, child in enumerate(children):
            if child != NO_CHILD:
                known_behind[place] = proofs.known(tree.nodes[child], sees)
    if not method.chance_nodes.shows_positions:
        children = [NO_CHILD] * len(actions)
    followed = [1] * len(actions)
    if isinstance(rule, PlannedRule):
        stored = tree.edges[number]
        followed = [int(not rule.dropped(stored[place])) for place in range(len(actions))]
    fields = (actions, visits, means, probabilities, children, known_behind, followed)
    edges = list(map(_new_copy, zip(*fields, strict=True)))
    value = tuple(float(mean) for mean in node.value)
    known = tuple(proofs.known(node, each) for each in range(len(value)))
    return NodeCopy(player, int(node.visits), value, known, edges)


class MergedEdge(NamedTuple):
    """One move, over all trees."""

    action: Action
    visits: int
    mean: float  # of the values for the player who moves; 0 where chance does
    probability: float  # 0 where a player moves
    known: Known  # of the position behind it, as the player who moves sees it
    places: tuple[tuple[Look, int], ...]  # the node behind it, in each tree that has one
    followed: int = 1  # in how many trees the selection rule has not dropped it

    @property
    def leads_on(self) -> bool:
        """True if any tree has a node behind it."""
        return bool(self.places)

    def node(self) -> MergedNode:
        """Return the node behind it."""
        return MergedNode(self.places)


_new_edge = partial(tuple.__new__, MergedEdge)


class MergedNode:
    """One position, in the trees that have a node for it; at least one.

    Attributes:
        places: the node in each tree.
        player: who moves there, or CHANCE.
        visits: simulations that went on from there.

    """

    def __init__(self, places: Sequence[tuple[Look, int]]) -> None:
        self.places = tuple(places)
        self._copies = [look(number) for look, number in places]
        first = self._copies[0]
        self.player = first.player
        self.visits = sum(copy.visits for copy in self._copies)

    @property
    def value(self) -> tuple[float, ...]:
        """The average return for each player."""
        means = self._copies[0].value
        visits = self._copies[0].visits
        for copy in self._copies[1:]:
            visits += copy.visits
            part = copy.visits / max(1, visits)
            means = tuple(a + (b - a) * part for a, b in zip(means, copy.value, strict=True))
        return means

    @property
    def known(self) -> tuple[Known, ...]:
        """The proven bounds of the position, as each player sees it."""
        return tuple(map(_both, *(copy.known for copy in self._copies)))

    @cached_property
    def edges(self) -> list[MergedEdge]:
        """The moves, in the order of the first tree.

        Raises:
            GameError: if moves cannot be told apart by their hashes.

        """
        lists = [self._edges_of(*pair) for pair in zip(self.places, self._copies, strict=True)]
        if len(lists) == 1:
            return lists[0]
        merged: dict[Action, MergedEdge] = {}
        try:
            for edge in chain.from_iterable(lists):
                name = contents(edge.action)
                known = merged.get(name)
                merged[name] = edge if known is None else self._sum(known, edge)
        except TypeError as error:
            raise GameError(
                f"several workers need moves that can be hashed, such as numbers or tuples: {error}"
            ) from error
        return list(merged.values())

    def _edges_of(self, place: tuple[Look, int], copy: NodeCopy) -> list[MergedEdge]:
        look = place[0]
        return [
            _new_edge(
                (
                    action,
                    visits,
                    mean,
                    probability,
                    known,
                    () if child == NO_CHILD else ((look, child),),
                    followed,
                )
            )
            for action, visits, mean, probability, child, known, followed in copy.edges
        ]

    def _sum(self, one: MergedEdge, other: MergedEdge) -> MergedEdge:
        visits = one.visits + other.visits
        return MergedEdge(
            one.action,
            visits,
            one.mean + (other.mean - one.mean) * (other.visits / max(1, visits)),
            one.probability,
            _both(one.known, other.known),
            one.places + other.places,
            one.followed + other.followed,
        )


def _both(*proven: Known) -> Known:
    """Return what is known where all of these are."""
    low = max(each.low for each in proven)
    high = min(each.high for each in proven)
    # Proofs of the same may be of different lengths; two halves of one have none.
    whole = [each.plies for each in proven if each.settled]
    open_end = math.inf if low == high else 0
    return Known(low, high, min(whole, default=open_end))
