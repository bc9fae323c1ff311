"""Copies a part of a tree to a new one: the subtree of a move, or the nodes with most visits."""

from __future__ import annotations

from typing import Any

from ...primitives.records import block_size
from ..proofs.proofs import NoProofs
from ..tree.tree import NO_CHILD, NODES, ROOT, Tree, after, new_node

__all__ = ["copy_subtree", "weigh"]


def copy_subtree(
    old: Tree,
    new: Tree,
    proofs: NoProofs,
    places: Any,
    grain: int,
    root: int,
    least: int,
    edges_of_root: int,
) -> int:
    """Copy `root` and the nodes below it to an empty tree, nearest first.

    If `least` is above 0, nodes with fewer visits are left out, and so is what only they
    lead to. Of settled ones what they are worth is kept, but not their edges, which nobody
    follows any more. The root gets `edges_of_root` edges if it has fewer. Returns the longest path
    in plies.

    `places` are ints, 0 at first: `places[number // grain]` receives the number of each
    old node in the new tree. The old tree is of no use afterwards.

    """
    add_copy(old, new, root, max(edges_of_root, old.nodes[root].count))
    number = ROOT
    done = 0
    plies = 1
    level_end = 1
    while done < new.used[NODES]:
        if done == level_end:
            level_end = new.used[NODES]
            plies += 1
        origin = new.nodes[number].visits
        count = new.nodes[number].count
        new.nodes[number] = old.nodes[origin]
        new.nodes[number].count = count
        if count == 0:
            proofs.list_copy(new, number)
        edges = new.edges[number]
        originals = old.edges[origin]
        for place in range(min(count, old.nodes[origin].count)):
            edges[place] = originals[place]
            edge = edges[place]
            child = edge.child
            if child == NO_CHILD:
                continue
            node = old.nodes[child]
            settled = proofs.settled(node)
            if child == root or (node.visits < least and not settled):
                edge.child = NO_CHILD  # a cycle, or not worth its room
                continue
            if places[child // grain] == 0:
                kept = 0 if settled and least > 0 else node.count
                places[child // grain] = add_copy(old, new, child, kept)
            edge.child = places[child // grain]
        number = after(new, number)
        done += 1
    return plies


def add_copy(old: Tree, new: Tree, number: int, count: int) -> int:
    """Add a node for the copy of an old one, whose number it keeps for the time being."""
    place = new_node(new, count, 0)
    new.nodes[place].visits = number
    return place


def weigh(tree: Tree, proofs: NoProofs, weights: Any) -> None:
    """Add to `weights[n]` the words of the nodes with n visits; to the last one of all above.

    So of the root, which is kept whole in any case, and of settled ones, of which little is.
    """
    number = ROOT
    most = len(weights) - 1
    for _ in range(tree.used[NODES]):
        node = tree.nodes[number]
        if number == ROOT:
            weights[most] += block_size(tree.edges, node.count)
        elif proofs.settled(node):
            weights[most] += block_size(tree.edges, 0)
        else:
            weights[min(most, node.visits)] += block_size(tree.edges, node.count)
        number = after(tree, number)
