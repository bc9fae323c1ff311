"""A whole tree as plain values, to compare to the bit and to judge."""

from __future__ import annotations

import numpy as np

from gametree.mcts.tree.tree import EDGE_NOTES, ROOT, after

_UNLIKE = ("key", *EDGE_NOTES)  # what one mode alone keeps


class Node(dict):
    """The fields of a node, its edges as dicts, and which positions lines come to it with."""

    __getattr__ = dict.__getitem__


def dump(searcher):
    """Return the nodes in the order in which they were made; `child` of an edge is a place there.

    0 stands for none: the root is no child.
    """
    engine = searcher.trees.first
    tree = engine.tree
    numbers = [ROOT]
    while len(numbers) < engine.in_use[0]:
        numbers.append(after(tree, numbers[-1]))
    places = {number: place for place, number in enumerate(numbers)}
    nodes = []
    for number in numbers:
        node = Node(_fields(tree.nodes[number]))
        node["edges"] = [Node(_fields(edge)) for edge in tree.edges[number]]
        for edge in node["edges"]:
            edge["child"] = places[edge["child"]]
        if "next_finished" in node:
            node["next_finished"] = places[node["next_finished"]]
        nodes.append(node)
    return nodes


def _fields(record):
    if isinstance(record, np.record):
        return {
            name: tuple(value.tolist()) if isinstance(value, np.ndarray) else value
            for name, value in zip(record.dtype.names, record.item(), strict=True)
            if name not in _UNLIKE
        }
    return {
        name: tuple(value) if isinstance(value, list) else value
        for name in type(record).__slots__
        if name not in _UNLIKE
        for value in [getattr(record, name)]
    }


def difference(one, other):
    """Return where two dumps differ first, in words; None if nowhere."""
    for place, (left, right) in enumerate(zip(one, other, strict=False)):
        if left != right:
            for name in left:
                if left[name] != right[name]:
                    if name == "edges":
                        for index, pair in enumerate(zip(left.edges, right.edges, strict=True)):
                            if pair[0] != pair[1]:
                                return f"node {place}, edge {index}: {pair[0]} and {pair[1]}"
                    return f"node {place}, {name}: {left[name]} and {right[name]}"
    if len(one) != len(other):
        return f"{len(one)} and {len(other)} nodes"
    return None
