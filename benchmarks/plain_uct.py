"""A UCT loop as one writes it in an afternoon: for CPython and PyPy, with nothing of gametree.

    pypy3 plain_uct.py tuples.TupleBySlices

takes turns at a shape of gomoku: for each line of input, a number of seconds, it prints the
simulations a second of a search that takes so long. PyPy is behind the Python that gametree needs;
the rules run there with a bare class for a base.
"""

from __future__ import annotations

import math
import random
import sys
import time
import types
from typing import Any

__all__ = ["EXPLORATION", "Node", "simulate"]

EXPLORATION = 1.4


class Node:
    """A position in the tree."""

    __slots__ = ("children", "mover", "player", "state", "total", "untried", "visits")

    def __init__(self, game: Any, state: Any, mover: int) -> None:
        self.state = state
        self.mover = mover
        self.untried = game.legal_actions(state)
        self.player = game.current_player(state)
        self.children: list[Node] = []
        self.visits = 0
        self.total = 0.0


def simulate(game: Any, root: Node) -> None:
    """Add a node to the tree, play from there at random, and count the returns."""
    node = root
    path = [root]
    while node.children and not node.untried:
        explore = EXPLORATION * math.sqrt(math.log(node.visits))
        node = max(
            node.children,
            key=lambda child: child.total / child.visits + explore / math.sqrt(child.visits),
        )
        path.append(node)
    if node.untried:
        child = Node(game, game.next_state(node.state, node.untried.pop()), node.player)
        node.children.append(child)
        node = child
        path.append(node)
    state = node.state
    actions = node.untried
    while actions:
        state = game.next_state(state, random.choice(actions))
        actions = game.legal_actions(state)
    returns = game.returns(state)
    for node in path:
        node.visits += 1
        node.total += returns[node.mover]


def speed(game: Any, seconds: float) -> float:
    """Return the simulations a second of the processor of a search from the first position."""
    root = Node(game, game.initial_state(), 0)
    end, begun = time.perf_counter() + seconds, time.process_time()
    while time.perf_counter() < end:
        simulate(game, root)
    return root.visits / (time.process_time() - begun)


def main() -> None:
    if sys.implementation.name == "pypy":
        sys.modules["gametree"] = types.SimpleNamespace(Game=object)  # type: ignore[assignment]
    from ordinary import shape

    game = shape("gomoku", sys.argv[1])()
    for line in sys.stdin:
        print(speed(game, float(line)), flush=True)


if __name__ == "__main__":
    main()
