"""The graph of all positions that can be reached: enumerated forward, interpreted or compiled."""

from __future__ import annotations

from typing import Any

import numpy as np

from plainpython.bits import u64
from plainpython.compilable import Compilable, native_twin
from plainpython.hashing import key_of_state

from ..game import Game, State
from ..primitives.state_memory import keep_values, release_values
from ..rules.workspace import (
    ActionsFull,
    PathFull,
    RulesBroken,
    TreeFull,
    Workspace,
    mover,
    write,
)

__all__ = [
    "EDGES",
    "OTHER_SUM",
    "POSITIONS",
    "Graph",
    "empty_graph",
    "enlarged_graph",
    "explore",
    "fill_slots",
    "word_of",
]

POSITIONS, EDGES, OTHER_SUM = 0, 1, 2  # of `Graph.counts`

_GOES_ON = np.nan  # the result of a position in which the game is not over


class Graph(Compilable):
    """Positions by number, and where their moves lead.

    Attributes:
        slots: a hash table from keys to numbers: a dict, compiled an array with open addressing,
            of numbers plus 1.
        keys: the 64-bit key of each position.
        parents: the position from which each was reached first; -1 where the enumeration began.
        players: who moves in each position; 0 at the end of a game.
        results: what player 0 got, where the game is over; else not a number.
        firsts: the index in `edges` of the first move of each position, and the end of the last.
        edges: the position behind each move.
        counts: of positions, of edges, and 1 if the returns had different sums.
        sums: what the returns of a game sum to; not a number until it is known.

    """

    runtime_arrays = (
        "slots", "keys", "parents", "players", "results", "firsts", "edges", "counts", "sums",
    )  # fmt: skip

    def __init__(
        self, slots: Any, keys: Any, parents: Any, players: Any, results: Any, firsts: Any,
        edges: Any, counts: Any, sums: Any,
    ) -> None:  # fmt: skip
        self.slots, self.keys, self.parents, self.players = slots, keys, parents, players
        self.results, self.firsts, self.edges = results, firsts, edges
        self.counts, self.sums = counts, sums

    def _native_number(self, game: Game, state: State) -> int:
        word = u64(key_of_state(game.key(state)))
        mask = u64(len(self.slots) - 1)
        slot = word & mask
        while self.slots[slot] != 0 and self.keys[self.slots[slot] - 1] != word:
            slot = (slot + u64(1)) & mask
        if self.slots[slot] == 0:
            self.slots[slot] = self.counts[POSITIONS] + 1
            self.keys[self.counts[POSITIONS]] = word
        return int(self.slots[slot] - 1)

    @native_twin(_native_number)
    def number(self, game: Game, state: State) -> int:
        """Return the number of a position; that of the next one if it is new."""
        word = word_of(game, state)
        number: int = self.slots.setdefault(word, int(self.counts[POSITIONS]))
        self.keys[number] = word
        return number


def word_of(game: Game, state: State) -> int:
    """Return the 64 bits that identify a position, as compiled code finds them."""
    if game.defines_key:
        return key_of_state(game.key(state))
    return key_of_state(key_of_state(state))  # compiled, the usual key is a hash already


def empty_graph(positions: int, edges: int, *, compiled: bool) -> Graph:
    """Return a graph with capacity for this many positions and moves."""
    return Graph(
        np.zeros(_slots_for(positions), np.int64) if compiled else {},
        np.zeros(positions, np.uint64),
        np.zeros(positions, np.int32),
        np.zeros(positions, np.int8),
        np.zeros(positions),
        np.zeros(positions + 1, np.int64),
        np.zeros(edges, np.int32),
        np.zeros(3, np.int64),
        np.full(1, np.nan),
    )


def enlarged_graph(graph: Graph, positions: int, edges: int) -> Graph:
    """Return a graph with more capacity, with the same positions; compiled, `slots` is empty."""
    compiled = not isinstance(graph.slots, dict)
    found = empty_graph(positions, edges, compiled=compiled)
    for name in ("keys", "parents", "players", "results", "firsts", "edges", "counts", "sums"):
        held = getattr(graph, name)
        getattr(found, name)[: len(held)] = held
    if not compiled:
        found.slots = graph.slots
    return found


def fill_slots(graph: Graph) -> None:
    """Enter all positions into the empty hash table."""
    mask = u64(len(graph.slots) - 1)
    for number in range(graph.counts[POSITIONS]):
        slot = graph.keys[number] & mask
        while graph.slots[slot] != 0:
            slot = (slot + u64(1)) & mask
        graph.slots[slot] = number + 1


def explore(
    game: Game, graph: Graph, start: State, work: Workspace, moves: Any, begin: int, until: int
) -> int:
    """Add the positions behind all moves of the positions from number `begin` to `until`.

    Returns the number of the first position that is left to do. `moves` holds the move that led to
    each position from its parent. States are not kept: they are replayed from the start, and the
    children of one position follow each other, so each parent is replayed once.

    Raises `TreeFull` if the graph is full; `work.counters.simulations` is the position to go on
    with.
    """
    if begin < 0:
        begin = graph.counts[POSITIONS]
        if begin == len(graph.keys):
            raise TreeFull
        enter(game, graph, start, work, -1)
        if graph.counts[POSITIONS] == begin:
            return begin  # known from another start
    kept = keep_values(game, start)
    parent = -2
    above = game.copy(start)
    number = begin - 1
    while number + 1 < until and number + 1 < graph.counts[POSITIONS]:
        number += 1
        work.counters.simulations = number
        if graph.parents[number] != parent:
            parent = graph.parents[number]
            release_values(game, start, kept)
            kept = keep_values(game, start)
            above = replayed(game, graph, start, work, moves, parent)
        graph.firsts[number + 1] = graph.firsts[number]
        if graph.results[number] == graph.results[number]:
            continue
        if parent < 0:
            expand(game, graph, above, work, moves, number)
        else:
            below = game.next_state(game.copy(above), moves[number])
            expand(game, graph, below, work, moves, number)
    release_values(game, start, kept)
    return number + 1


def replayed(
    game: Game, graph: Graph, start: State, work: Workspace, moves: Any, number: int
) -> State:
    """Return the state of a position; that of the start for -1."""
    steps = 0
    while number >= 0 and graph.parents[number] >= 0:
        if steps == len(work.path_nodes):
            raise PathFull
        work.path_nodes[steps] = number
        steps += 1
        number = graph.parents[number]
    state = game.copy(start)
    for step in range(steps - 1, -1, -1):
        state = game.next_state(state, moves[work.path_nodes[step]])
    return state


def expand(
    game: Game, graph: Graph, state: State, work: Workspace, moves: Any, number: int
) -> None:
    """Add the positions behind all moves of a position."""
    count = game.fill_legal_actions(state, work.actions)
    if count > len(work.actions):
        raise ActionsFull
    if count == 0:
        raise RulesBroken
    first = graph.firsts[number]
    if (
        graph.counts[POSITIONS] + count > len(graph.keys)
        or graph.counts[POSITIONS] + count > len(moves)
        or first + count > len(graph.edges)
    ):
        raise TreeFull
    for index in range(count):
        child = game.next_state(game.copy(state), work.actions[index])
        before = graph.counts[POSITIONS]
        found = enter(game, graph, child, work, number)
        if found == before:
            moves[found] = work.actions[index]
        graph.edges[first + index] = found
    graph.firsts[number + 1] = first + count
    graph.counts[EDGES] = first + count


def enter(game: Game, graph: Graph, state: State, work: Workspace, parent: int) -> int:
    """Return the number of a position; add it if it is new."""
    number = graph.number(game, state)
    if number < graph.counts[POSITIONS]:
        return number
    graph.parents[number] = parent
    if game.is_terminal(state):
        write(game.returns(state), work.values)
        graph.results[number] = work.values[0]
        graph.players[number] = 0
        total = work.values[0] + work.values[1]
        if graph.sums[0] != graph.sums[0]:
            graph.sums[0] = total
        if abs(graph.sums[0] - total) > 1e-9 or total - total != 0.0:
            graph.counts[OTHER_SUM] = 1
    else:
        graph.results[number] = _GOES_ON
        graph.players[number] = mover(game, state, work)
    graph.counts[POSITIONS] = number + 1
    return number


def _slots_for(positions: int) -> int:
    """Return the size of a table for so many positions, at most two thirds full."""
    slots = 1 << positions.bit_length()
    return slots if positions <= slots * 2 // 3 else 2 * slots
