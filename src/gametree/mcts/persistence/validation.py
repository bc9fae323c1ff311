"""Checks that a loaded tree's indices are in range, since compiled code does not check them."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from typing import Any

import numpy as np

from ...actors import is_chance
from ...primitives.records import block_size
from ..engine.engine import Engine
from ..proofs.proofs import NoProofs
from ..tree.tree import EDGES, END, FINISHED, LISTS, NO_CHILD, NODES, ROOT, Tree, after

__all__ = ["refuse_wild"]


def refuse_wild(engine: Engine) -> None:
    """Raise ValueError for a tree in which a search could go astray."""
    tree = engine.tree
    grain = block_size(tree.edges, 0) if engine.compiled else 1
    nodes, _ = engine.in_use
    if nodes < 0 or (not engine.compiled and nodes != len(tree.nodes)):
        raise ValueError
    limit = int(tree.used[END]) // grain if engine.compiled else nodes
    starts: Any = array("i", bytes(4 * (limit + 1)))
    players, proofs = engine.game.players, engine.method.proofs
    sound: Callable[..., bool] = is_sound
    if engine.compiled:
        from ...native.build import compile_function

        starts = np.asarray(starts)
        sound = compile_function(is_sound, tree, starts, grain, players, proofs)
    if not sound(tree, starts, grain, players, proofs):
        raise ValueError


def is_sound(tree: Tree, starts: Any, grain: int, players: int, proofs: NoProofs) -> bool:
    """Return whether all nodes lie in order, and every number in them leads to one.

    `starts` are zeros: one for each node that there may be, whose numbers are at least
    `grain` apart.
    """
    number = ROOT
    edges = 0
    words = 0
    for _ in range(tree.used[NODES]):
        if number // grain >= len(starts):
            return False
        node = tree.nodes[number]
        if node.count < 0 or node.count > tree.used[EDGES] - edges:
            return False
        words += block_size(tree.edges, node.count)
        if words > tree.used[END]:
            return False
        if node.visits < 0 or not (is_chance(node.player) or 0 <= node.player < players):
            return False
        starts[number // grain] = number
        edges += node.count
        number = after(tree, number)
    if edges != tree.used[EDGES] or words != tree.used[END]:
        return False
    end = number
    number = ROOT
    for _ in range(tree.used[NODES]):
        node = tree.nodes[number]
        below = tree.edges[number]
        for place in range(node.count):
            child = below[place].child
            if child != NO_CHILD and not is_node(starts, grain, end, child):
                return False
        if proofs.unpruned(node) < 0 or proofs.unpruned(node) > node.count:
            return False
        if node.count > 0 and proofs.next_finished(node) != NO_CHILD:
            return False
        number = after(tree, number)
    left = tree.used[NODES]
    for place in range(LISTS):  # those of finished positions
        number = tree.used[FINISHED + place]
        while number != NO_CHILD:
            if not is_node(starts, grain, end, number) or tree.nodes[number].count > 0:
                return False
            left -= 1
            if left < 0:
                return False  # a circle
            number = proofs.next_finished(tree.nodes[number])
    return True


def is_node(starts: Any, grain: int, end: int, number: int) -> bool:
    """Return whether a node begins there."""
    return 0 < number < end and starts[number // grain] == number
