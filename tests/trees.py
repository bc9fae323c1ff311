"""Reading whole trees in tests."""

from __future__ import annotations

from gametree.mcts.tree import NO_CHILD, ROOT


def nodes_of(searcher):
    """Yield (path of actions, node, its edges) for every node, nearest first."""
    tree = searcher._engine.tree
    waiting = [((), ROOT)]
    for path, number in waiting:
        node = tree.nodes[number]
        edges = [tree.edges[index] for index in range(node.first, node.first + node.count)]
        yield path, node, edges
        for edge in edges:
            if edge.child != NO_CHILD:
                waiting.append(((*path, plain(edge.action)), int(edge.child)))


def plain(action):
    return action.item() if hasattr(action, "item") else action


def flat(searcher):
    """Return the tree as nested tuples of plain numbers, for comparison to the bit."""
    return [
        (
            path,
            int(node.player),
            int(node.visits),
            [float(value) for value in node.value],
            [(plain(edge.action), int(edge.visits), float(edge.total)) for edge in edges],
        )
        for path, node, edges in nodes_of(searcher)
    ]
