"""The memory of a search besides its tree: buffers, counters, the range of returns."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from ..game import Game, State
from ..primitives.actions import PackedActions, Packing, room_for_actions
from ..primitives.registers import Registers, as_items

__all__ = [
    "ENDLESS_PLIES",
    "GAME_OVER",
    "GOES_ON",
    "MOST_RETURN",
    "REPEATED",
    "STUCK",
    "VALUED",
    "ActionsFull",
    "BoundsBroken",
    "Counters",
    "Extent",
    "KeysCollide",
    "LineFull",
    "OutOfRoom",
    "PastFull",
    "PathFull",
    "PlayoutEndless",
    "PriorsBroken",
    "RootFull",
    "RulesBroken",
    "TableFull",
    "TimeUp",
    "TrailFull",
    "TreeFull",
    "Workspace",
    "are_shares",
    "enlarged",
    "list_actions",
    "make_workspace",
    "mover",
    "resized",
    "without_keys",
    "write",
]

# What `counters.ending` may be.
GOES_ON = 0  # it does not: the leaf is to be evaluated
GAME_OVER = 1
REPEATED = 2  # the game is over by repetition
STUCK = 3  # every move would repeat a position
VALUED = 4  # the values of the leaf have come: see `mcts.batching.pending`

ENDLESS_PLIES = 1_000_000

MOST_RETURN = 1e140
"""Returns of a larger size are refused: sums of their squares are beyond floating-point."""

_ROUNDING = 1e-9  # by how much a sum may be off, in parts of the greater number


class OutOfRoom(Exception):
    """Something is too small; the simulation under way counts not at all."""


class TreeFull(OutOfRoom):
    """The tree is full: no memory for a new node."""


class RootFull(OutOfRoom):
    """The root needs more edges than it has."""


class TableFull(OutOfRoom):
    """The table of transpositions is half full."""


class ActionsFull(OutOfRoom):
    """More legal actions than the buffer holds."""


class PathFull(OutOfRoom):
    """A path longer than the buffer."""


class LineFull(OutOfRoom):
    """A line with more moves than its buffer holds."""


class TrailFull(OutOfRoom):
    """More edges on the paths of leaves that wait than the buffer holds."""


class PastFull(OutOfRoom):
    """More positions on one line than the buffer of keys holds."""


class RulesBroken(Exception):
    """The game or a strategy gave something impossible; the simulation under way counts not."""


class BoundsBroken(Exception):
    """Returns outside their declared range, or with another sum than others."""


class KeysCollide(Exception):
    """Two positions with different moves have the same key."""


class PriorsBroken(Exception):
    """Priors that are negative or no numbers, or that sum to 0."""


class PlayoutEndless(Exception):
    """A playout that nothing cuts off came to `ENDLESS_PLIES`; it counts not at all."""


class TimeUp(Exception):
    """The time of the search is over, and a playout still goes on; it counts not at all."""


class Counters(Registers):
    """What a thread's simulations count and note, in integers.

    Attributes:
        simulations: finished simulations.
        max_depth: the longest path so far.
        rng: the state of the generator when the simulation under way began.
        keys: positions so far, where they are watched (see `rules.position_history`).
        start_keys: those up to where a simulation starts.
        few: visits with which a node is still a thread's own, where several share a tree
            (see `mcts.parallel.tree_parallel`; so are the next five).
        given: steps of the path that the simulations of the turn under way have in common.
        done: how many of them are done.
        news: whether a simulation has proven something of the first of its own steps.
        new_nodes, new_edges: what the thread has added, and the tree does not count yet.
        deadline: interpreted, the `perf_counter_ns` when a playout is cancelled; 0: never.
        unlinked: 1 more than the number of the node under construction, 0 if there is none.
        unlinked_at: the step of the path that will lead to it.
        expand_after: visits of an edge after which the position behind it gets a node.
        frozen: whether no node is added any more: memory is used up.
        depth: steps on the path of the simulation under way.
        leaf: the node where the path ends, or NO_CHILD.
        ending: why the line ends there: GOES_ON ... VALUED.
        exact: whether its values are what the leaf is worth, not a draw of many.
        line: moves of the playout under way, where the best line is kept
            (see `mcts.backup.best_line`).
        ended: whether the playout has come to the end of the game.
        best: moves of the best line.

    """

    kind = np.int64

    __slots__ = (  # noqa: RUF023  # saved searches have this order
        "simulations",
        "max_depth",
        "rng",
        "keys",
        "start_keys",
        "few",
        "given",
        "done",
        "news",
        "new_nodes",
        "new_edges",
        "deadline",
        "unlinked",
        "unlinked_at",
        "expand_after",
        "frozen",
        "depth",
        "leaf",
        "ending",
        "exact",
        "line",
        "ended",
        "best",
    )

    def __init__(self) -> None:
        for name in self.__slots__:
            setattr(self, name, 0)


class Extent(Registers):
    """The range of the returns that a thread has seen.

    Attributes:
        low: the lowest return seen; infinite while there is none.
        high: the highest return seen; below `low` while there is none.
        range: the difference between the two; 1 while there is none.
        best_return: the return of the best line; -infinity while there is none.

    """

    kind = np.float64

    __slots__ = ("low", "high", "range", "best_return")  # noqa: RUF023  # as above

    def __init__(self) -> None:
        self.low = math.inf
        self.high = -math.inf
        self.range = 1.0
        self.best_return = -math.inf


class Workspace(NamedTuple):
    """Buffers of one thread's simulations; compiled, NumPy arrays, interpreted, lists."""

    actions: Any  # legal actions of one position
    path_nodes: Any  # node numbers from the root to the leaf of the simulation under way
    path_edges: Any  # the edges followed from them
    values: Any  # float for each player: what the simulation under way gave
    heard: Any  # what they were before a proof bounded them
    sums: Any  # of these over the simulations of a turn: see `mcts.parallel.tree_parallel`
    span: Any  # the range of returns: `Extent`
    counters: Any  # numbers of the simulations: `Counters`
    room: Any  # a place for one state, where states are records
    start: Any  # another: see `mcts.parallel.tree_parallel`
    keys: Any  # of the positions so far, where they are watched: see `rules.position_history`
    earlier: Any
    table: Any
    line: Any  # moves of the playout under way, where the best line is kept
    best: Any  # moves of the best line


def make_workspace(
    players: int,
    actions: int,
    path: int,
    keys: int,
    *,
    compiled: bool,
    state: Any,
    packing: Packing | None = None,
    line: int = 1,
) -> Workspace:
    """Return empty buffers for this many actions, edges on a path and watched positions."""
    span, counters = Extent(), Counters()
    if not compiled:
        return Workspace(
            [0] * actions,
            [0] * path,
            [0] * path,
            [0.0] * players,
            [0.0] * players,
            [0.0] * players,
            span,
            counters,
            None,
            None,
            [],
            [],
            {},
            [0] * line,
            [0] * line,
        )
    noted, earlier, table = _room_for_keys(keys)
    room_type = state.dtype if isinstance(state, np.void) else np.int64
    return Workspace(
        room_for_actions(actions, packing),
        np.zeros(path, np.int64),
        np.zeros(path, np.int64),
        np.zeros(players),
        np.zeros(players),
        np.zeros(players),
        as_items(span),
        as_items(counters),
        np.zeros(1, room_type),
        np.zeros(1, room_type),
        noted,
        earlier,
        table,
        room_for_actions(line, packing),
        room_for_actions(line, packing),
    )


def _room_for_keys(size: int) -> list[Any]:
    slots = 2 << max(1, size).bit_length()
    return [np.zeros(size, np.int64), np.zeros(size, np.int64), np.zeros(slots, np.int64)]


def without_keys(work: Workspace, room: int) -> Workspace:
    """Return the workspace with no position noted, and capacity for this many."""
    work.counters.keys = 0
    if isinstance(work.keys, list):
        return work._replace(keys=[], table={})
    keys, earlier, table = _room_for_keys(room)
    return work._replace(keys=keys, earlier=earlier, table=table)


def enlarged(work: Workspace, *, actions: int = 0, path: int = 0, line: int = 0) -> Workspace:
    """Return the workspace with larger buffers for actions, paths or lines."""
    return work._replace(
        actions=resized(work.actions, actions),
        path_nodes=resized(work.path_nodes, path),
        path_edges=resized(work.path_edges, path),
        line=resized(work.line, line),
        best=resized(work.best, line),
    )


def resized(buffer: Any, size: int) -> Any:
    """Return a buffer with capacity for this many items; those that it holds stay."""
    missing = max(0, size - len(buffer))
    if isinstance(buffer, list):
        return buffer + [0] * missing
    if isinstance(buffer, PackedActions):
        return PackedActions(resized(buffer.numbers, size), buffer.packing)
    return np.concatenate([buffer, np.zeros(missing, buffer.dtype)])


def are_shares(first: float, second: float, total: float, extent: float) -> bool:
    """Return whether two returns sum to a constant, but for rounding.

    What was returned says how much that may have taken, not what might have been: the declared
    range of a game, of this `extent`, is often wider than it need be.
    """
    size = max(abs(first), abs(second), min(1.0, extent))
    return abs(first + second - total) <= _ROUNDING * size


def mover(game: Game, state: State, work: Workspace) -> int:
    """Return the player who moves, where chance does not.

    Raises:
        RulesBroken: if there is no such player. By what the rules say memory is found, so it is
            to be asked wherever that is done.

    """
    player = game.current_player(state)
    if player < 0 or player >= len(work.values):
        raise RulesBroken
    return player


def write(returned: Sequence[float], values: Any) -> None:
    """Copy one number for each player from what the game returned to `values`."""
    if len(returned) != len(values):
        raise RulesBroken
    for player in range(len(values)):
        values[player] = returned[player]


def list_actions(game: Game, state: State, work: Workspace) -> int:
    """Write the legal actions to `work.actions`; return how many there are, at least one."""
    count = game.fill_legal_actions(state, work.actions)
    if count > len(work.actions):
        raise ActionsFull
    if count == 0:
        raise RulesBroken
    return count
