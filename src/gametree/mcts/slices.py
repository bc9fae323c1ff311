"""Slices of a tree that goes on growing: one position with its moves, or the part most visited.

They hold the trees only while they read; names of moves and positions are found afterwards, when
the search runs again (see `Searcher.looking`).
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush
from itertools import count
from typing import NamedTuple

from ..actors import is_chance
from ..game import Action
from ..primitives.actions import is_same
from .engine.engine import Engine
from .parallel.merged_tree import EdgeCopy, copy_node
from .parallel.root_parallel import RootParallel
from .proofs.proofs import Known
from .results.result import half_width
from .tree.tree import NO_CHILD, ROOT, EdgeView, edges_of, priors_of

__all__ = ["Branch", "Missing", "PartNode", "Slice", "part_below", "slice_at"]


class Missing(LookupError):
    """A position that has no node in the tree.

    Attributes:
        reached: how many moves of the line lead to positions that have one.
        visits: simulations that went on with the next one.
        dropped: whether it had a node that was recycled, or the game is over there: it was
            visited more often than it takes to get one.

    """

    def __init__(self, reached: int, visits: int, *, dropped: bool) -> None:
        super().__init__(f"the tree has no node after {reached} moves of the line")
        self.reached, self.visits, self.dropped = reached, visits, dropped


class Branch(NamedTuple):
    """A move of a position, with its statistics in the tree.

    Attributes:
        action: the move.
        visits: simulations that went on with it.
        mean: what these gave the player who moves, on average; None without any, and where
            chance moves.
        half_width: half of the 95 % interval of the mean; None where the mean is.
        prior: None where there are no priors.
        probability: None where a player moves.
        known: the proven bounds, as the player who moves sees them.
        leads_on: whether the position behind it has a node.
        joined: simulations that came to that position by other lines; 0 if lines share no node.

    """

    action: Action
    visits: int
    mean: float | None
    half_width: float | None
    prior: float | None
    probability: float | None
    known: Known
    leads_on: bool
    joined: int


class Slice(NamedTuple):
    """A position and its moves, in the order of the tree.

    Attributes:
        player: who moves there, or CHANCE.
        visits: simulations that went on from there.
        value: their mean for each player.
        known: the proven bounds, as each player sees them.
        branches: the moves.

    """

    player: int
    visits: int
    value: tuple[float, ...]
    known: tuple[Known, ...]
    branches: tuple[Branch, ...]


class PartNode(NamedTuple):
    """A move in a part of the tree.

    Attributes:
        parent: the place of the move before it in the part; -1 for those of the first position.
        action: the move.
        player: who made it, or CHANCE.
        visits, mean, known: as those of `Branch`.
        same: the place of another move that leads to the same node, below which stands what
            follows; -1 if there is none.

    """

    parent: int
    action: Action
    player: int
    visits: int
    mean: float | None
    known: Known
    same: int


def slice_at(trees: RootParallel, line: Sequence[Action]) -> Slice:
    """Return the position after a line of moves from the root, in the first tree.

    Raises:
        Missing: if it has no node.

    """
    engine = trees.first
    number = _node_at(engine, line)
    node = copy_node(engine.tree, engine.method, number)
    standing = trees.all[0].standing()
    at_random = is_chance(node.player)
    priors: Sequence[float | None] = [] if at_random else priors_of(engine.tree, number)
    branches = tuple(
        Branch(
            edge.action,
            edge.visits,
            mean := edge.mean if edge.visits and not at_random else None,
            None if mean is None else half_width(mean, edge.visits, standing.low, standing.high),
            prior,
            edge.probability if at_random else None,
            edge.known,
            edge.child != NO_CHILD,
            _joined(engine, edge),
        )
        for edge, prior in zip(node.edges, priors or [None] * len(node.edges), strict=True)
    )
    return Slice(node.player, node.visits, node.value, node.known, branches)


def part_below(trees: RootParallel, line: Sequence[Action], most: int) -> list[PartNode]:
    """Return the most visited moves below the position after a line, `most` of them at most.

    A move stands behind the one before it. Where lines share a node, what follows stands once.

    Raises:
        Missing: if the position has no node.

    """
    tree, proofs = trees.first.tree, trees.first.method.proofs
    shown = trees.first.method.chance_nodes.shows_positions
    part: list[PartNode] = []
    listed: dict[int, int] = {}  # the place of each node
    # Of two edges with the same visits, the one that was found first comes first.
    found = count()
    waiting: list[tuple[int, int, int, int, EdgeView]] = []

    def look(number: int, parent: int) -> None:
        player = int(tree.nodes[number].player)
        for edge in edges_of(tree, number):
            if edge.visits:
                heappush(waiting, (-edge.visits, next(found), parent, player, edge))

    look(_node_at(trees.first, line), -1)
    while waiting and len(part) < most:
        _, _, parent, player, edge = heappop(waiting)
        place = len(part)
        node = None if edge.child == NO_CHILD else tree.nodes[edge.child]
        # Those without moves stand for all finished positions with the same returns.
        leads_on = shown and node is not None and int(node.count) > 0
        same = listed.setdefault(edge.child, place) if leads_on else place
        part.append(
            PartNode(
                parent,
                edge.action,
                player,
                edge.visits,
                None if is_chance(player) else edge.mean,
                proofs.known(node, max(0, player)),
                -1 if same == place else same,
            )
        )
        if leads_on and same == place:
            look(edge.child, place)
    return part


def _node_at(engine: Engine, line: Sequence[Action]) -> int:
    number = ROOT
    for reached, action in enumerate(line):
        edges = edges_of(engine.tree, number)
        edge = next((each for each in edges if is_same(each.action, action)), None)
        shown = engine.method.chance_nodes.shows_positions
        if edge is None or edge.child == NO_CHILD or not shown:
            visits = 0 if edge is None else edge.visits
            # Of a node that was recycled there may be what is proven, without its edges.
            raise Missing(reached, visits, dropped=not edges or visits > engine.expand_after)
        number = edge.child
    return number


def _joined(engine: Engine, edge: EdgeCopy) -> int:
    """Return how many simulations came to the node behind an edge by other lines."""
    if edge.child == NO_CHILD or not engine.method.transpositions.shares:
        return 0
    node = engine.tree.nodes[edge.child]
    # The first visits of an edge stop where the position gets its node.
    return 0 if node.count == 0 else max(0, int(node.visits) + engine.expand_after - edge.visits)
