"""The evaluation by a network that many games share: a search sends its leaves, and sleeps.

Leaves wait as in any search with batches (`mcts.batching.pending`), but in compiled code, and few
at a time: a batch for a GPU is made of the leaves of many games, so that each search goes on with
nearly all that it has found.
"""

from __future__ import annotations

import math
from typing import Any, ClassVar

import numpy as np

from ...actors import is_chance
from ...game import Game, State
from ...mcts.batching.pending import ARRIVED, ITEMS, READY, ROWS, GuidedWaiting, abandon
from ...mcts.engine.method import Method
from ...mcts.engine.simulation import run_simulations
from ...mcts.evaluation.priors import take_softmax
from ...mcts.tree.tree import ROOT, Tree
from ...networks.blueprint import Blueprint
from ...primitives.actions import Packing
from ...primitives.atomics import read_item, replace_item
from ...primitives.rng import Rng
from ...primitives.semaphores import acquire
from ...rules.workspace import Workspace
from .inference_requests import ENDED, IDLE, LEAVES, RequestSlot

__all__ = ["InferenceEnded", "SharedNetwork", "run_with_requests"]


class InferenceEnded(Exception):
    """Self-play has ended, and the game under way with it."""


class SharedNetwork(GuidedWaiting):
    """A network that other threads evaluate.

    Args:
        blueprint: how a position is shown to it.
        slot: where requests are left and answers found.

    """

    runtime_arrays: ClassVar[tuple[str, ...]] = (
        *RequestSlot._fields,
        *GuidedWaiting.path_arrays,
        *("found", "places", "filled"),
    )

    def __init__(self, blueprint: Blueprint, slot: RequestSlot) -> None:
        super().__init__("a network that many games share")
        self.features = blueprint.features
        self.numbers = blueprint.actions
        self.found = np.zeros(blueprint.features.most, np.int32)
        planes = blueprint.planes
        self.places = planes.places
        self.filled = planes.filled
        self.size = planes.features
        self.board = len(planes.shape) == 3
        self.planes = planes.shape[0]
        self.cells = math.prod(planes.shape[1:])  # of a plane; 1 where there is no board
        self.inputs = slot.inputs
        self.values = slot.values
        self.logits = slot.logits
        self.requested = slot.requested
        self.answered = slot.answered
        self.ended = slot.ended

    def furnish_for(self, *, compiled: bool, packing: Packing | None) -> None:
        """Enlarge the buffers for the leaves that may wait."""
        self.furnish_paths(LEAVES, compiled=compiled, packing=packing)

    def learn(self, weights: Any) -> None:
        """Do nothing: the threads that answer have the network."""

    def open(self, game: Game, state: State, tree: Tree, number: int) -> None:
        node = tree.nodes[number]
        if is_chance(node.player):
            node.row = READY  # simulations go on to what follows
        elif number == ROOT:
            for place in range(len(self.used)):
                self.used[place] = 0
            self.show(game, state, 0)
            self.request(1)
            self.guide(tree, number, 0)

    def list_actions(
        self, game: Game, state: State, tree: Tree, work: Workspace, row: int, child: int
    ) -> int:
        return tree.nodes[child].count  # type: ignore[no-any-return]

    def note(self, game: Game, state: State, row: int, count: int) -> None:
        self.show(game, state, row)

    def guide(self, tree: Tree, number: int, row: int) -> None:
        node = tree.nodes[number]
        first = row * self.numbers.size
        edges = tree.edges[number]
        highest = -math.inf
        for place in range(node.count):
            edge = edges[place]
            edge.prior = self.logits[first + self.numbers.number(edge.action)]
            highest = max(highest, edge.prior)
        take_softmax(edges, node.count, highest)
        node.row = READY

    def request(self, count: int) -> None:
        """Ask for so many leaves to be evaluated, and sleep till they are."""
        if read_item(self.ended, 0) == ENDED:
            raise InferenceEnded
        replace_item(self.requested, 0, IDLE, count)
        while acquire(self.answered, 0) != 0:
            pass  # a signal has woken it
        if read_item(self.ended, 0) == ENDED:
            raise InferenceEnded

    def show(self, game: Game, state: State, row: int) -> None:
        """Write a position to a row of the input: see `InputPlanes`."""
        size = self.planes * self.cells
        first = row * size
        for place in range(first, first + size):
            self.inputs[place] = 0
        mover = game.current_player(state)
        count = self.features.collect(game, state, mover, self.found, 0)
        for place in range(count):
            self.mark(first, self.found[place])
        self.mark(first, self.size + mover)
        if self.board:
            self.fill(first, self.planes - 1)

    def mark(self, first: int, number: int) -> None:
        """Write a feature to the row that begins there."""
        if self.places[number] >= 0:
            self.inputs[first + self.places[number]] = 1
        if self.board and self.filled[number] >= 0:
            self.fill(first, self.filled[number])

    def fill(self, first: int, plane: int) -> None:
        """Write 1 to a whole plane."""
        for cell in range(plane * self.cells, (plane + 1) * self.cells):
            self.inputs[first + cell] = 1


def run_with_requests(
    game: Game,
    method: Method,
    state: State,
    tree: Tree,
    work: Workspace,
    rng: Rng,
    simulations: int,
) -> None:
    """Run so many simulations, whose leaves are evaluated by other threads, some at a time."""
    shared: Any = method.evaluation
    left = simulations
    while True:
        count = shared.used[ITEMS]
        if count > 0:
            shared.request(shared.used[ROWS])
            shared.used[ARRIVED] = 1
        elif left > 0 and not method.proofs.decided(tree, ROOT):
            count = min(left, LEAVES)
            left -= count
        else:
            break
        run_simulations(game, method, state, tree, work, rng, count)
        if shared.used[ARRIVED] == 1:
            abandon(shared, tree, work)  # those that a proof at the root has spared
