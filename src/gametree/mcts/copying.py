"""Parts of a tree in a new one: what hangs below a move that was made, or what is worth keeping."""

from __future__ import annotations

from typing import Any

from ..blocks import block_size
from .tree import NO_CHILD, ROOT, Tree, after, count_node, new_node
from .workspace import EDGES, END, NODES, Workspace

__all__ = ["copy_subtree", "weigh"]


def copy_subtree(
    old: Tree, new: Tree, work: Workspace, places: Any, grain: int, root: int, least: int
) -> int:
    """Copy `root` and the nodes below it to an empty tree, nearest first.

    Nodes with fewer than `least` visits are left out, and so is what only they lead to;
    finished positions are kept. Returns the longest path in plies.

    `places` are ints, 0 at first: `places[number // grain]` receives the number of each
    old node in the new tree. The old tree is of no use afterwards.

    """
    work.counters[NODES] = 0
    work.counters[EDGES] = 0
    work.counters[END] = 0
    add_copy(old, new, work, root)
    number = ROOT
    done = 0
    plies = 1
    level_end = 1
    while done < work.counters[NODES]:
        if done == level_end:
            level_end = work.counters[NODES]
            plies += 1
        origin = new.nodes[number].visits
        new.nodes[number] = old.nodes[origin]
        edges = new.edges[number]
        originals = old.edges[origin]
        for place in range(new.nodes[number].count):
            edges[place] = originals[place]
            edge = edges[place]
            child = edge.child
            if child == NO_CHILD:
                continue
            node = old.nodes[child]
            if child == root or (node.visits < least and node.count > 0):
                edge.child = NO_CHILD  # a cycle, or not worth its room
                continue
            if places[child // grain] == 0:
                places[child // grain] = add_copy(old, new, work, child)
            edge.child = places[child // grain]
        number = after(new, number)
        done += 1
    return plies


def add_copy(old: Tree, new: Tree, work: Workspace, number: int) -> int:
    """Add a node for the copy of an old one, whose number it keeps for the time being."""
    count = old.nodes[number].count
    place = new_node(new, work, count, 0)
    new.nodes[place].visits = number
    count_node(new, work, count)
    return place


def weigh(tree: Tree, work: Workspace, weights: Any) -> None:
    """Add to `weights[n]` the words of the nodes with n visits, the last of them for all above."""
    number = ROOT
    most = len(weights) - 1
    for _ in range(work.counters[NODES]):
        node = tree.nodes[number]
        weights[min(most, node.visits)] += block_size(tree.edges, node.count)
        number = after(tree, number)
