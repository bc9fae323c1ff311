"""Leaves that wait for their values, so that many are evaluated at once.

A simulation whose leaf has to be evaluated parks it and ends; the nodes and edges
on its path count it in `waiting`, which keeps the next one from following it (WU-UCT:
Liu, Chen, Yu, Zhai, Zhou, Liu, "Watch the Unobserved: A Simple Approach to
Parallelizing Monte Carlo Tree Search", ICLR 2020). When the values have come, all of
them are resumed, in the order in which they were parked. A leaf that is over, or
solved, never waits.

Where the evaluation gives priors, a position gets its node when it is parked, so that
the node keeps them; until they have come, other simulations end there as well.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, ClassVar

import numpy as np

from ...errors import BadParameter
from ...game import Action, Game, State
from ...primitives.actions import Packing, is_same, room_for_actions
from ...primitives.rng import Rng
from ...primitives.state_arrays import empty_rows, store_state
from ...rules.workspace import (
    VALUED,
    ActionsFull,
    RulesBroken,
    TrailFull,
    Workspace,
    resized,
    write,
)
from ..evaluation.evaluation import Evaluation
from ..evaluation.priors import PRIOR_FIELDS
from ..search_record import SearchRecord
from ..selection.rule import SelectionRule
from ..selection.rule_kinds import RuleAround, innermost
from ..tree.tree import Tree

__all__ = [
    "ARRIVED",
    "ITEMS",
    "READY",
    "RESUMED",
    "ROWS",
    "GuidedWaiting",
    "ProposedWaiting",
    "Waiting",
    "abandon",
    "rule_for",
]

# Places in `Waiting.used`.
ITEMS = 0  # parked simulations
ROWS = 1  # leaves to evaluate: simulations that end in the same one share a row
ARRIVED = 2  # whether their values have come
RESUMED = 3  # how many of the simulations have been taken up again

NO_ROW = -1

_FIRST_TRAIL = 16  # steps on the path of each leaf, for which there is room at first

# What `row` of a node holds, where priors come later, besides its row plus 1.
MISSING = 0
READY = -1


class Unobserved(RuleAround):
    """A rule with an eye on the simulations that wait."""

    def __init__(self, rule: SelectionRule) -> None:
        scores = type(innermost(rule))
        if scores.score_waiting is SelectionRule.score_waiting:
            raise BadParameter(
                f"selection={rule!r} cannot be used with a BatchEvaluator: "
                f"{scores.__name__} must define the method score_waiting"
            )
        super().__init__(rule)
        self.node_fields = (*rule.node_fields, ("waiting", "i4"))
        self.edge_fields = (*rule.edge_fields, ("waiting", "i4"))

    def score(self, node: Any, edge: Any, value_range: float) -> float:
        if self.rule.tries_all_first and edge.visits + edge.waiting == 0:
            return math.inf
        if node.waiting == 0:
            return self.rule.score(node, edge, value_range)
        return self.rule.score_waiting(node, edge, value_range)

    def prepare(self, search: SearchRecord, number: int, visits: int, count: int) -> int:
        visits += search.tree.nodes[number].waiting
        return self.rule.prepare(search, number, visits, count)


class Waiting(Evaluation):
    """The leaves that wait, and what is said of them.

    Arrays compiled, lists interpreted. Those with a row for each leaf: `states`,
    `actions` (the legal ones), `counts` (how many), `players` (who moves); `values` and
    `priors` are what has come. For each parked simulation: `rows`, `children` (the node
    of the leaf, if any) and `ends`, where its path ends in `trail_nodes`, `trail_edges`
    and `trail_actions`; it begins where the one before ends.
    """

    waits = True
    path_arrays = (
        *("rows", "children", "ends", "trail_nodes", "trail_edges", "trail_actions"),
        "used",
    )
    runtime_arrays: ClassVar[tuple[str, ...]] = (
        *("states", "actions", "counts", "players", "values", "priors"),
        *path_arrays,
    )

    def __init__(self, asked: Any) -> None:
        self.asked = asked  # what knows the values: see `mcts.batching.evaluators`

    def __repr__(self) -> str:
        return repr(self.asked)

    def furnish(
        self,
        state: State,
        size: int,
        actions: int,
        *,
        compiled: bool,
        packing: Packing | None = None,
    ) -> None:
        """Make capacity for this many leaves with this many actions each."""
        self.states = empty_rows(state, size, compiled=compiled)
        self.actions = _room(size * actions, compiled, packing)
        self.counts = _numbers(size, compiled)
        self.players = _numbers(size, compiled)
        self.values = self.priors = np.zeros(1) if compiled else [0.0]
        self.furnish_paths(size, compiled=compiled, packing=packing)

    def furnish_paths(self, size: int, *, compiled: bool, packing: Packing | None) -> None:
        """Make capacity for this many parked simulations."""
        self.rows = _numbers(size, compiled)
        self.children = _numbers(size, compiled)
        self.ends = _numbers(size, compiled)
        self.trail_nodes = _numbers(_FIRST_TRAIL * size, compiled)
        self.trail_edges = _numbers(_FIRST_TRAIL * size, compiled)
        self.trail_actions = _room(_FIRST_TRAIL * size, compiled, packing)
        self.used = _numbers(4, compiled)

    def widen(self, actions: int) -> None:
        """Make capacity for this many actions of a leaf; the leaves stay."""
        size = len(self.counts)
        old = self.actions
        width = len(old) // size
        wider = resized(old, size * actions)
        for row in range(size):
            wider[row * actions : row * actions + width] = old[row * width : (row + 1) * width]
        self.actions = wider

    def lengthen(self) -> None:
        """Double the buffers of paths."""
        for name in ("trail_nodes", "trail_edges", "trail_actions"):
            trail = getattr(self, name)
            setattr(self, name, resized(trail, 2 * len(trail)))

    def evaluate(self, game: Game, state: State, rng: Rng, work: Workspace) -> None:
        # What does not wait is over.
        write(game.returns(state), work.values)

    def park(
        self, game: Game, state: State, tree: Tree, work: Workspace, depth: int, child: int
    ) -> bool:
        item = self.used[ITEMS]
        start = self.ends[item - 1] if item > 0 else 0
        if start + depth > len(self.trail_nodes):
            raise TrailFull
        row = self.awaited(tree, work, depth, child)
        if row == NO_ROW:
            row = self.used[ROWS]
            count = self.list_actions(game, state, tree, work, row, child)
            if count == 0:
                return False
            self.note(game, state, row, count)
            self.await_priors(tree, child, row)
            self.used[ROWS] = row + 1
        for step in range(depth):
            number = work.path_nodes[step]
            edge = tree.edges[number][work.path_edges[step]]
            edge.waiting += 1
            tree.nodes[number].waiting += 1
            self.trail_nodes[start + step] = number
            self.trail_edges[start + step] = work.path_edges[step]
            self.trail_actions[start + step] = edge.action
        self.rows[item] = row
        self.children[item] = child
        self.ends[item] = start + depth
        self.used[ITEMS] = item + 1
        return True

    def note(self, game: Game, state: State, row: int, count: int) -> None:
        """Keep a leaf with this many actions till it is asked about."""
        self.counts[row] = count
        self.players[row] = game.current_player(state)
        store_state(self.states, row, state)

    def resume(self, tree: Tree, work: Workspace) -> bool:
        if self.used[ARRIVED] == 0:
            return False
        self.leave(tree, work)
        item = self.used[RESUMED] - 1
        row = self.rows[item]
        self.give_priors(tree, self.children[item], row)
        players = len(work.values)
        for player in range(players):
            work.values[player] = self.values[row * players + player]
        work.counters.depth = self.ends[item] - (self.ends[item - 1] if item > 0 else 0)
        work.counters.leaf = self.children[item]
        work.counters.ending = VALUED
        return True

    def leave(self, tree: Tree, work: Workspace) -> None:
        """Take the path of the next parked simulation to the workspace; it waits no more."""
        item = self.used[RESUMED]
        start = self.ends[item - 1] if item > 0 else 0
        for step in range(self.ends[item] - start):
            number = self.trail_nodes[start + step]
            edges = tree.edges[number]
            place = self.trail_edges[start + step]
            action = self.trail_actions[start + step]
            if not is_same(edges[place].action, action):  # proofs have put edges in another order
                place = 0
                while not is_same(edges[place].action, action):
                    place += 1
            work.path_nodes[step] = number
            work.path_edges[step] = place
            edges[place].waiting -= 1
            tree.nodes[number].waiting -= 1
        self.used[RESUMED] = item + 1

    def awaited(self, tree: Tree, work: Workspace, depth: int, child: int) -> int:
        """Return the row of a leaf that is parked already, or NO_ROW."""
        number = work.path_nodes[depth - 1]
        edge = tree.edges[number][work.path_edges[depth - 1]]
        if edge.waiting > 0:
            for item in range(self.used[ITEMS]):
                last = self.ends[item] - 1
                if self.trail_nodes[last] == number and self.trail_actions[last] == edge.action:
                    return self.rows[item]  # type: ignore[no-any-return]
        return NO_ROW

    def list_actions(
        self, game: Game, state: State, tree: Tree, work: Workspace, row: int, child: int
    ) -> int:
        """Write the legal actions of a leaf to a row; return how many; 0 if the game is over."""
        if game.defines_is_terminal and game.is_terminal(state):
            return 0
        if game.proposes_actions:
            return 1  # of them nobody is told
        count = game.fill_legal_actions(state, work.actions)
        width = len(self.actions) // len(self.counts)
        if count == 0 and game.defines_is_terminal:
            raise RulesBroken
        if count > width:
            raise ActionsFull
        for offset in range(count):
            self.actions[row * width + offset] = work.actions[offset]
        return count

    def await_priors(self, tree: Tree, child: int, row: int) -> None:
        """Note on a new node in which row its priors will come."""

    def give_priors(self, tree: Tree, child: int, row: int) -> None:
        """Write the priors that have come to the edges of a new node."""

    def forget_priors(self, tree: Tree, child: int) -> None:
        """Let a new node go without priors till it is parked again."""


class GuidedWaiting(Waiting):
    """Leaves that wait for values and priors."""

    node_fields = (("row", "i4"),)
    edge_fields = PRIOR_FIELDS
    gives_priors = True
    guides = True

    def ready(self, node: Any) -> bool:
        return node.row == READY  # type: ignore[no-any-return]

    def awaited(self, tree: Tree, work: Workspace, depth: int, child: int) -> int:
        if child > 0 and tree.nodes[child].row > 0:
            return tree.nodes[child].row - 1  # type: ignore[no-any-return]
        return Waiting.awaited(self, tree, work, depth, child)

    def list_actions(
        self, game: Game, state: State, tree: Tree, work: Workspace, row: int, child: int
    ) -> int:
        if child <= 0:  # no more room for nodes
            return Waiting.list_actions(self, game, state, tree, work, row, child)
        node = tree.nodes[child]
        width = len(self.actions) // len(self.counts)
        if node.count > width:
            raise ActionsFull
        edges = tree.edges[child]
        for place in range(node.count):
            self.actions[row * width + place] = edges[place].action
        return node.count  # type: ignore[no-any-return]

    def await_priors(self, tree: Tree, child: int, row: int) -> None:
        if child > 0 and tree.nodes[child].row == MISSING:
            tree.nodes[child].row = row + 1

    def give_priors(self, tree: Tree, child: int, row: int) -> None:
        if child > 0 and tree.nodes[child].row > 0:
            self.guide(tree, child, row)

    def guide(self, tree: Tree, number: int, row: int) -> None:
        """Write the priors of a row to the edges of a node, in the order of the listing."""
        node = tree.nodes[number]
        width = len(self.actions) // len(self.counts)
        edges = tree.edges[number]
        for place in range(node.count):
            edges[place].prior = self.priors[row * width + place]
        node.row = READY

    def forget_priors(self, tree: Tree, child: int) -> None:
        if child > 0 and tree.nodes[child].row > 0:
            tree.nodes[child].row = MISSING


class ProposedWaiting(GuidedWaiting):
    """Leaves that wait for values and for moves, each with its prior; interpreted.

    `proposed` are the moves of the leaf whose answer has come, those with the highest priors first.
    """

    proposed: ClassVar[tuple[Action, ...]] = ()

    @contextmanager
    def proposing(self, actions: tuple[Action, ...]) -> Iterator[None]:
        """Have the moves of the leaf whose answer has come."""
        self.__dict__["proposed"] = actions
        try:
            yield
        finally:
            del self.__dict__["proposed"]  # between two answers nothing is kept

    def ready(self, node: Any) -> bool:
        return node.row == READY and node.laid > 0  # type: ignore[no-any-return]

    def list_actions(
        self, game: Game, state: State, tree: Tree, work: Workspace, row: int, child: int
    ) -> int:
        return Waiting.list_actions(self, game, state, tree, work, row, child)

    def guide(self, tree: Tree, number: int, row: int) -> None:
        node = tree.nodes[number]
        edges = tree.edges[number]
        for place, action in enumerate(self.proposed[: node.count]):
            edges[place].action = action
            edges[place].prior = self.priors[place]
        node.laid = min(node.count, len(self.proposed))
        node.row = READY


def _numbers(count: int, compiled: bool) -> Any:
    return np.zeros(count, np.int64) if compiled else [0] * count


def _room(count: int, compiled: bool, packing: Packing | None) -> Any:
    return room_for_actions(count, packing) if compiled else [0] * count


def rule_for(rule: SelectionRule, evaluation: Evaluation) -> SelectionRule:
    """Return a fitted rule with an eye on what waits for its value.

    Raises:
        BadParameter: if the rule needs what the evaluation does not give, or cannot wait.

    """
    if rule.needs_priors and not evaluation.gives_priors:
        raise BadParameter(
            f"selection={rule!r} needs priors, and {evaluation!r} gives none: pass an evaluation "
            "that does, such as HeuristicPriors()"
        )
    return Unobserved(rule) if evaluation.waits else rule


def abandon(waiting: Waiting, tree: Tree, work: Workspace) -> None:
    """Forget all simulations that still wait; they count not at all."""
    while waiting.used[RESUMED] < waiting.used[ITEMS]:
        waiting.forget_priors(tree, waiting.children[waiting.used[RESUMED]])
        waiting.leave(tree, work)
    for place in range(len(waiting.used)):
        waiting.used[place] = 0
