"""The memory of a search besides its tree: buffers, counters, the range of returns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from ..game import Game, State
from ..primitives.actions import PackedActions, Packing, room_for_actions

__all__ = [
    "BEST",
    "BEST_RETURN",
    "DEADLINE",
    "DEPTH",
    "DONE",
    "ENDED",
    "ENDING",
    "ENDLESS_PLIES",
    "EXACT",
    "EXPAND_AFTER",
    "FEW",
    "FROZEN",
    "GAME_OVER",
    "GIVEN",
    "GOES_ON",
    "HIGH",
    "KEYS",
    "LEAF",
    "LINE",
    "LOW",
    "MAX_DEPTH",
    "MOST_RETURN",
    "NEWS",
    "NEW_EDGES",
    "NEW_NODES",
    "RANGE",
    "REPEATED",
    "RNG",
    "SIMULATIONS",
    "START_KEYS",
    "STUCK",
    "UNLINKED",
    "UNLINKED_AT",
    "VALUED",
    "ActionsFull",
    "BoundsBroken",
    "KeysCollide",
    "LineFull",
    "OutOfRoom",
    "PastFull",
    "PathFull",
    "PlayoutEndless",
    "PriorsBroken",
    "RulesBroken",
    "TableFull",
    "TimeUp",
    "TrailFull",
    "TreeFull",
    "Workspace",
    "are_shares",
    "enlarged",
    "make_workspace",
    "mover",
    "resized",
    "without_keys",
    "write",
]

# Places in `Workspace.counters`.
SIMULATIONS = 0  # finished simulations
MAX_DEPTH = 1  # the longest path so far
RNG = 2  # state of the generator when the simulation under way began
KEYS = 3  # positions so far, where they are watched (see `rules.position_history`)
START_KEYS = 4  # those up to where a simulation starts
# Where several threads share a tree (see `mcts.parallel.tree_parallel`):
FEW = 5  # visits with which a node is still a thread's own
GIVEN = 6  # steps of the path that the simulations of the turn under way have in common
DONE = 7  # how many of them are done
NEWS = 8  # whether a simulation has proven something of the first of its own steps
NEW_NODES = 9  # what this thread has added to the tree, and the tree does not count yet
NEW_EDGES = 10
DEADLINE = 11  # interpreted, the `perf_counter_ns` when a playout is given up; 0: never
UNLINKED = 12  # 1 more than the number of the node that is being made, 0 if there is none
UNLINKED_AT = 13  # the step of the path that will lead to it
EXPAND_AFTER = 14  # visits of an edge after which the position behind it gets a node
FROZEN = 15  # whether no node is added any more: memory is used up
# Of the simulation under way:
DEPTH = 16  # steps on its path
LEAF = 17  # the node where the path ends, or NO_CHILD
ENDING = 18  # why the line ends there: GOES_ON ... VALUED
EXACT = 19  # whether its values are what the leaf is worth, not a draw of many
# Where the best line is kept (see `mcts.backup.best_line`):
LINE = 20  # moves of the playout under way
ENDED = 21  # whether it has come to the end of the game
BEST = 22  # moves of the best line
_COUNTERS = 23

# What `counters[ENDING]` may be.
GOES_ON = 0  # it does not: the leaf is to be evaluated
GAME_OVER = 1
REPEATED = 2  # the game is over by repetition
STUCK = 3  # every move would repeat a position
VALUED = 4  # the values of the leaf have come: see `mcts.batching.pending`

ENDLESS_PLIES = 1_000_000

MOST_RETURN = 1e140
"""Returns of a larger size are refused: sums of their squares are beyond floating-point."""

# Places in `Workspace.span`.
LOW = 0  # lowest return seen; infinite while there is none
HIGH = 1  # highest return seen; below LOW while there is none
RANGE = 2  # the difference between the highest and the lowest return; 1 while there is none
BEST_RETURN = 3  # what the best line came to; -infinity while there is none


_ROUNDING = 1e-9  # by how much a sum may be off, in parts of the greater number


class OutOfRoom(Exception):
    """Something is too small; the simulation under way counts not at all."""


class TreeFull(OutOfRoom):
    """No room for a new node."""


class TableFull(OutOfRoom):
    """The table of transpositions is half full."""


class ActionsFull(OutOfRoom):
    """More legal actions than the buffer holds."""


class PathFull(OutOfRoom):
    """A path longer than the buffer."""


class LineFull(OutOfRoom):
    """A line with more moves than there is room for."""


class TrailFull(OutOfRoom):
    """More edges on the paths of leaves that wait than there is room for."""


class PastFull(OutOfRoom):
    """More positions on one line than there is room for their keys."""


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


class Workspace(NamedTuple):
    """Buffers of one thread's simulations; compiled, NumPy arrays, interpreted, lists."""

    actions: Any  # legal actions of one position
    path_nodes: Any  # node numbers from the root to the leaf of the simulation under way
    path_edges: Any  # the edges followed from them
    values: Any  # float for each player: what the simulation under way gave
    heard: Any  # what they were before a proof bounded them
    sums: Any  # of these over the simulations of a turn: see `mcts.parallel.tree_parallel`
    span: Any  # float: LOW ... BEST_RETURN
    counters: Any  # int: SIMULATIONS ... BEST
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
    """Return empty buffers for so many actions, edges on a path, watched positions, and a line."""
    span = [float("inf"), float("-inf"), 1.0, float("-inf")]
    if not compiled:
        return Workspace(
            [0] * actions,
            [0] * path,
            [0] * path,
            [0.0] * players,
            [0.0] * players,
            [0.0] * players,
            span,
            [0] * _COUNTERS,
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
        np.array(span),
        np.zeros(_COUNTERS, np.int64),
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
    """Return the workspace with no position noted, and room for so many."""
    work.counters[KEYS] = 0
    if isinstance(work.keys, list):
        return work._replace(keys=[], table={})
    keys, earlier, table = _room_for_keys(room)
    return work._replace(keys=keys, earlier=earlier, table=table)


def enlarged(work: Workspace, *, actions: int = 0, path: int = 0, line: int = 0) -> Workspace:
    """Return the workspace with more room for actions, or for a longer path or line."""
    return work._replace(
        actions=resized(work.actions, actions),
        path_nodes=resized(work.path_nodes, path),
        path_edges=resized(work.path_edges, path),
        line=resized(work.line, line),
        best=resized(work.best, line),
    )


def resized(buffer: Any, size: int) -> Any:
    """Return a buffer with room for so many items; those that it holds stay."""
    missing = max(0, size - len(buffer))
    if isinstance(buffer, list):
        return buffer + [0] * missing
    if isinstance(buffer, PackedActions):
        return PackedActions(resized(buffer.numbers, size), buffer.packing)
    return np.concatenate([buffer, np.zeros(missing, buffer.dtype)])


def are_shares(first: float, second: float, total: float, extent: float) -> bool:
    """Tell whether two returns sum to a constant, but for rounding.

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
