"""Notes one simulation of an exported search: numbers and moves, which the runtime reads."""

from __future__ import annotations

import math
from typing import Any, ClassVar

import numpy as np

from ..actors import is_chance
from ..game import Action, State
from ..mcts.engine.observer import NoObserver
from ..mcts.search_record import SearchRecord
from ..mcts.tree.tree import NO_CHILD, Tree
from ..primitives.actions import Packing, is_same, room_for_actions
from ..rules.workspace import OutOfRoom, Workspace

__all__ = [
    "DEPTH",
    "FIGURES",
    "GROUPS",
    "LINE",
    "PER_GROUP",
    "SIMULATED",
    "WAY",
    "NotesFull",
    "SimulationNotes",
]


class NotesFull(OutOfRoom):
    """A simulation has more to note than the buffers hold."""


# Indices of `used`: how much of each buffer is in use, and how many steps the path has.
FIGURES = 0
ACTIONS = 1
LINE = 2
GROUPS = 3
SCORES = 4
DEPTH = 5
SIMULATED = 6  # figures that the simulation itself has noted

# The first figure of each part of the notes.
SELECTION = 0
EXPANSION = 1
EVALUATION = 2
BACKUP = 3
WAY = 4

PER_GROUP = 3  # numbers in `groups` for each group: steps from the root, first index, length

_FIRST_ROOM = 1 << 9
_NAN = math.nan


class SimulationNotes(NoObserver):
    """Observes a simulation in compiled code; `index.mjs` reads what it notes.

    `figures` are floats, in parts. Each begins with its kind, and the steps from the root:

    - SELECTION: who moves, the visits of the position, the range of returns seen, the index of
      the move that is followed, how many moves there are, how many of them may still be the best,
      the mean of each player; then for each move its visits, mean, what it is proven to be worth,
      its prior or probability, its score.
    - EXPANSION: who moves, 1 if another line led there before, how many moves; their priors.
    - EVALUATION: how the line ended, 1 if the leaf is proven, the moves of the playout, the value
      for each player.
    - BACKUP: for each step from the root the visits and the mean of the move, the visits of the
      position, and the mean of each player.
    - WAY, from the rules afterwards: see `traces.note_way`.

    A number that does not exist is written as NaN. `actions` holds the moves of all positions that
    were noted, one group of moves for each; `groups` says where each group begins and ends. The
    path and the moves of the playout are in `line`.
    """

    watches = True
    runtime_arrays: ClassVar[tuple[str, ...]] = (
        *("used", "figures", "actions", "line", "groups", "scores"),
    )

    def __init__(self, packing: Packing | None) -> None:
        self.used = np.zeros(8, np.int64)
        self.figures = np.zeros(_FIRST_ROOM)
        self.actions = room_for_actions(_FIRST_ROOM, packing)
        self.line = room_for_actions(_FIRST_ROOM, packing)
        self.groups = np.zeros(_FIRST_ROOM, np.int64)
        self.scores = np.zeros(_FIRST_ROOM)

    def clear(self) -> None:
        """Forget everything."""
        for at in range(len(self.used)):
            self.used[at] = 0

    def put(self, figure: float) -> None:
        """Note a figure."""
        append(self.used, FIGURES, self.figures, figure)

    def put_values(self, values: Any, players: int) -> None:
        """Note a figure for each player."""
        for player in range(players):
            self.put(float(values[player]))

    def open_group(self, depth: int, count: int) -> None:
        """Begin a group of `count` moves, of the position `depth` steps from the root."""
        at = PER_GROUP * self.used[GROUPS]
        if at + PER_GROUP > len(self.groups) or self.used[ACTIONS] + count > len(self.actions):
            raise NotesFull
        self.groups[at] = depth
        self.groups[at + 1] = self.used[ACTIONS]
        self.groups[at + 2] = count
        self.used[GROUPS] += 1

    def put_action(self, action: Action) -> None:
        """Note a move of the group that was begun."""
        append(self.used, ACTIONS, self.actions, action)

    def played(self, action: Action) -> None:
        """Receive the next move of the line: first those in the tree, then the playout's."""
        append(self.used, LINE, self.line, action)

    def scored(self, rule: Any, node: Any, edge: Any, value_range: float, score: float) -> None:
        """Receive the score that the selection rule gave the next edge of the node."""
        append(self.used, SCORES, self.scores, score)

    def selected(self, search: SearchRecord, number: int, place: int, state: State) -> None:
        method, tree, work = search.method, search.tree, search.work
        node = tree.nodes[number]
        edges = tree.edges[number]
        depth = self.used[LINE]
        scored = self.used[SCORES]
        self.put(float(SELECTION))
        self.put(float(depth))
        self.put(float(node.player))
        self.put(float(node.visits))
        self.put(work.span.range)
        self.put(float(place))
        self.put(float(node.count))
        self.put(float(method.proofs.unpruned(node)))
        self.put_values(node.value, len(work.values))
        self.open_group(depth, node.count)
        for each in range(node.count):
            edge = edges[each]
            self.put_action(edge.action)
            self.put(float(edge.visits))
            self.put(edge.mean)
            self.put(worth_of(method, tree, work, node.player, edge.child))
            self.put(advice_for(method, node, edge))
            self.put(self.scores[each] if each < scored else _NAN)
        self.used[SCORES] = 0
        self.played(edges[place].action)

    def expanded(self, search: SearchRecord, leaf: int) -> None:
        method, tree = search.method, search.tree
        node = tree.nodes[leaf]
        edges = tree.edges[leaf]
        depth = self.used[LINE]
        self.put(float(EXPANSION))
        self.put(float(depth))
        self.put(float(node.player))
        self.put(1.0 if search.work.counters.unlinked == 0 else 0.0)
        self.put(float(node.count))
        self.open_group(depth, node.count)
        for each in range(node.count):
            edge = edges[each]
            self.put_action(edge.action)
            self.put(_NAN if is_chance(node.player) else advice_for(method, node, edge))

    def evaluated(self, search: SearchRecord, depth: int, leaf: int) -> None:
        tree, work, proofs = search.tree, search.work, search.method.proofs
        is_proven = leaf != NO_CHILD and proofs.settled(tree.nodes[leaf])
        players = len(work.values)
        self.put(float(EVALUATION))
        self.put(float(depth))
        self.put(float(work.counters.ending))
        self.put(1.0 if is_proven else 0.0)
        self.put(float(self.used[LINE] - depth))
        self.put_values(work.values, players)
        self.used[DEPTH] = depth
        # From here on nothing may be raised.
        if self.used[FIGURES] + 2 + depth * (3 + players) > len(self.figures):
            raise NotesFull

    def backed_up(self, search: SearchRecord, depth: int) -> None:
        tree, work = search.tree, search.work
        self.put(float(BACKUP))
        self.put(float(depth))
        for step in range(depth):
            number = work.path_nodes[step]
            node = tree.nodes[number]
            edges = tree.edges[number]
            visits, mean = 0.0, 0.0
            for each in range(node.count):  # proofs may have moved it
                edge = edges[each]
                if is_same(edge.action, self.line[step]):
                    visits, mean = float(edge.visits), edge.mean
            self.put(visits)
            self.put(mean)
            self.put(float(node.visits))
            self.put_values(node.value, len(work.values))
        self.used[SIMULATED] = self.used[FIGURES]


def append(used: Any, count: int, buffer: Any, value: Any) -> None:
    """Write a value behind the ones in use; `used[count]` is their number."""
    at = used[count]
    if at == len(buffer):
        raise NotesFull
    buffer[at] = value
    used[count] = at + 1


def worth_of(method: Any, tree: Tree, work: Workspace, player: int, child: int) -> float:
    """Return what a move is proven to be worth for who makes it, NaN if nothing is known."""
    if is_chance(player) or child == NO_CHILD or not method.proofs.settled(tree.nodes[child]):
        return _NAN
    method.proofs.write_worth(tree.nodes[child], work.values)
    return work.values[player]  # type: ignore[no-any-return]


def advice_for(method: Any, node: Any, edge: Any) -> float:
    """Return the prior of a move, or its probability where chance moves; NaN without any."""
    if method.draws and is_chance(node.player):
        return edge.probability  # type: ignore[no-any-return]
    if method.evaluation.gives_priors:
        return edge.prior  # type: ignore[no-any-return]
    return _NAN
