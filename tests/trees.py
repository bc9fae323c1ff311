"""Reading whole trees in tests."""

from __future__ import annotations

from gametree.mcts.tree.tree import NO_CHILD, ROOT, after


def numbers_of(searcher):
    """Return the numbers of all nodes, in the order in which they were made."""
    engine = searcher.trees.first
    numbers = [ROOT]
    while len(numbers) < engine.in_use[0]:
        numbers.append(after(engine.tree, numbers[-1]))
    return numbers


def nodes_of(searcher):
    """Yield (path of actions, node, its edges) for every node, nearest first."""
    tree = searcher.trees.first.tree
    waiting = [((), ROOT)]
    for path, number in waiting:
        node = tree.nodes[number]
        edges = list(tree.edges[number])
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
            [(plain(edge.action), int(edge.visits), float(edge.mean)) for edge in edges],
        )
        for path, node, edges in nodes_of(searcher)
    ]
