"""Retrograde analysis: exact values and distances of all positions, from the ends of games on.

For each result that is better than endless play, from the best one down, the player who wants it
forces it from more and more positions: from those where one move of that player leads there, and
from those where all moves of the other do. The same for the results that the other player wants.
What nobody can force is worth as much as endless play (Thompson, 1986, with more than two results).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .graph import EDGES, POSITIONS, Graph

__all__ = ["backwards", "force", "moves_left"]

_UNKNOWN = -1  # the distance of a position in which nobody can force more than endless play


def backwards(graph: Graph, starts: Any, sources: Any) -> None:
    """Write for each position from where its predecessors begin in `sources`, and these.

    `starts` has two items more than there are positions, all 0.
    """
    count = graph.counts[POSITIONS]
    for edge in range(graph.counts[EDGES]):
        starts[graph.edges[edge] + 2] += 1
    for number in range(count):
        starts[number + 2] += starts[number + 1]
    for number in range(count):
        for edge in range(graph.firsts[number], graph.firsts[number + 1]):
            target = graph.edges[edge]
            sources[starts[target + 1]] = number
            starts[target + 1] += 1


def force(
    graph: Graph,
    starts: Any,
    sources: Any,
    left: Any,
    queue: Any,
    values: Any,
    distances: Any,
    player: int,
    index: int,
    result: float,
) -> int:
    """Find from where `player` can force a result, number `index`; return how many are new.

    `left` has for each position the number of moves that do not lead to forced positions yet.
    Positions that have a value, with a distance other than -1, keep it.
    """
    filled = 0
    for number in range(graph.counts[POSITIONS]):
        if graph.results[number] == result:
            values[number] = index
            distances[number] = 0
            queue[filled] = number
            filled += 1
    done = 0
    while done < filled:
        number = queue[done]
        done += 1
        for each in range(starts[number], starts[number + 1]):
            source = sources[each]
            if distances[source] != _UNKNOWN:
                continue
            if graph.players[source] != player:
                left[source] -= 1
                if left[source] > 0:
                    continue
            values[source] = index
            distances[source] = distances[number] + 1
            queue[filled] = source
            filled += 1
    return filled


def moves_left(graph: Graph) -> Any:
    """Return the number of moves of each position."""
    count = int(graph.counts[POSITIONS])
    return np.diff(graph.firsts[: count + 1]).astype(np.int32)
