"""A small network that sees sparse features: the value of a position, and priors of its moves.

256 units each add up a number for every feature that is there; the sum, kept within 0 and 1,
counts with one weight for the value, and with another for each action. The features change
little from position to position and most are not there, so an evaluation reads some rows of a
table and adds them (Nasu, 2018, *Efficiently updatable neural networks*). In play these are
integers in the processor's vector registers, the same to the bit in both modes. Where there is a
board, patterns of neighbouring cells are features, too, and add to the priors of moves near them.
"""

from __future__ import annotations

import math
import os
from copy import deepcopy
from typing import Any

import numpy as np

from ..actors import actor_at, is_chance
from ..errors import BadParameter
from ..game import Game, State
from ..mcts.evaluation.evaluation import Evaluation
from ..mcts.evaluation.priors import PRIOR_FIELDS, take_softmax
from ..mcts.tree.tree import Tree
from ..numbers.elementary import tanh
from ..primitives.rng import Rng
from ..primitives.state_memory import keep_values, own_state, release_values, settled
from ..primitives.vectors import Vector, clipped, dot, row, saturated_sum, table_of
from ..rules.drawing import outcome
from ..rules.workspace import Workspace, write
from .blueprint import Blueprint, blueprint_of
from .board import Board
from .board_cells import SITES
from .model_file import load_model
from .shape import UNITS, Shape, Weights

__all__ = ["Network"]

_ONE = 256  # 1 in the sums of a unit
_WEIGHT = 256  # 1 in its weights
_MOST_SUM = 32767
_MOST_WEIGHT = (1 << 31) // (UNITS * _ONE) - 1
"""So that the sum over all units fits 32 bits."""


class Network(Evaluation):
    """What a trained network makes of a position; `PUCT` follows its priors.

    Attributes:
        shape: its rows.
        centre, spread: a value of the network v means centre + spread * v in returns.

    """

    gives_priors = True
    writes_priors = True
    edge_fields = PRIOR_FIELDS
    runtime_arrays = ("table", "biases", "local")

    def __init__(self, blueprint: Blueprint, weights: Weights) -> None:
        if not isinstance(blueprint, Blueprint) or not isinstance(weights, Weights):
            raise BadParameter("a network is made by Network.load(path, game)")
        shape = blueprint.shape
        self.features = blueprint.features
        self.actions = blueprint.actions
        # The board has room to work in, which is for one search alone.
        self.board = deepcopy(blueprint.board)
        self.shape = shape
        self.starts = shape.starts
        self.values = shape.values
        self.policy = shape.policy
        self.outputs = shape.outputs
        self.count = shape.actions
        self.centre = blueprint.centre
        self.spread = blueprint.spread
        self.bounded = blueprint.bounded
        self.opposed = blueprint.opposed
        rows, self.biases = _in_integers(shape, self.board, weights)
        self.table = _writable_table(rows)
        self.local = np.array(weights.local, np.float64)

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.table = _writable_table(self.table)  # a copy begins where it happens to

    def __repr__(self) -> str:
        return f"Network({self.shape.features:,} features, {self.count:,} actions)"

    @classmethod
    def load(cls, path: str | os.PathLike[str], game: Game) -> Network:
        """Return the network in a file that `gametree train` has written.

        Raises:
            BadParameter: if it was trained for other rules.
            ModelError: if the file cannot be read or is damaged.

        """
        blueprint = blueprint_of(game)
        return cls(blueprint, load_model(path, game, blueprint).weights)

    def learn(self, weights: Weights) -> None:
        """Take other weights; whoever searches with this network goes on with them."""
        rows, biases = _in_integers(self.shape, self.board, weights)
        self.table[:] = rows.ravel()
        self.biases[:] = biases
        self.local[:] = weights.local

    def evaluate(self, game: Game, state: State, rng: Rng, work: Workspace) -> None:
        kept = keep_values(game, state)
        self.evaluate_after_chance(game, state, rng, work)
        release_values(game, state, kept)

    def evaluate_after_chance(self, game: Game, state: State, rng: Rng, work: Workspace) -> None:
        """Evaluate a position; one where chance moves by an outcome that is drawn."""
        if game.has_chance:
            state = own_state(game, state)
            while is_chance(actor_at(game, state)):
                action = outcome(game, state, rng)
                state = settled(game, game.next_state(state, action))
        if game.is_terminal(state):
            write(game.returns(state), work.values)
        else:
            self.estimate(game, state, work.values)

    def estimate(self, game: Game, state: State, values: Any) -> None:
        """Write to `values` what a position where a player moves is worth to each of them."""
        mover = game.current_player(state)
        units = self.units(game, state, mover)
        for output in range(self.outputs):
            at = self.values + mover * self.outputs + output
            value = dot(units, row(self.table, at)) / (_ONE * _WEIGHT) + self.biases[at]
            if self.bounded:
                value = tanh(value)
            values[output] = self.centre + self.spread * value
        if self.opposed:
            values[1] = 2.0 * self.centre - values[0]

    def units(self, game: Game, state: State, mover: int) -> Vector:
        """Return how much each unit is on, of _ONE; the board's patterns are found on the way."""
        sums = row(self.table, self.starts + mover)
        sums = self.features.total(game, state, mover, self.table, 0, sums)
        board = self.board
        if board.cells > 0:
            self.features.codes(game, state, mover, board.room)
            board.settle(board.room)
            board.look()
            for window in range(board.windows):
                if board.found[window] != 0:
                    at = self.features.size + board.firsts[window] + board.found[window]
                    sums = saturated_sum(sums, row(self.table, at))
        return clipped(sums, _ONE)

    def open(self, game: Game, state: State, tree: Tree, number: int) -> None:
        node = tree.nodes[number]
        mover = int(node.player)  # the root is opened interpreted, from records of 16 bits
        if is_chance(mover):
            return
        units = self.units(game, state, mover)
        if self.board.cells > 0:
            self.board.spread(self.local, mover * SITES * self.board.slots)
        first = self.policy + mover * self.count
        edges = tree.edges[number]
        highest = -math.inf
        for place in range(node.count):
            edge = edges[place]
            action = self.actions.number(edge.action)
            at = first + action
            edge.prior = dot(units, row(self.table, at)) / (_ONE * _WEIGHT) + self.biases[at]
            if self.board.cells > 0:
                edge.prior += self.board.prior(action)
            highest = max(highest, edge.prior)
        take_softmax(edges, node.count, highest)

    def write_priors(
        self, game: Game, state: State, player: int, actions: Any, count: int, out: Any, first: int
    ) -> None:
        units = self.units(game, state, player)
        if self.board.cells > 0:
            self.board.spread(self.local, player * SITES * self.board.slots)
        highest = -math.inf
        for place in range(count):
            action = self.actions.number(actions[place])
            at = self.policy + player * self.count + action
            logit = dot(units, row(self.table, at)) / (_ONE * _WEIGHT) + self.biases[at]
            if self.board.cells > 0:
                logit += self.board.prior(action)
            out[first + place] = logit
            highest = max(highest, logit)
        total = 0.0
        for place in range(first, first + count):
            out[place] = math.exp(out[place] - highest)
            total += out[place]
        for place in range(first, first + count):
            out[place] /= total


def _writable_table(rows: Any) -> Any:
    table = table_of(rows)
    table.flags.writeable = True
    return table


def _in_integers(shape: Shape, board: Board, weights: Weights) -> tuple[Any, Any]:
    """Return the rows of a network in integers, and its biases."""
    rows = np.array(weights.rows, np.float32)
    board.add_shared_rows(rows[shape.features - board.size : shape.features])
    rows[: shape.values] *= _ONE
    rows[shape.values :] *= _WEIGHT
    rows[: shape.values] = rows[: shape.values].clip(-_MOST_SUM, _MOST_SUM)
    rows[shape.values :] = rows[shape.values :].clip(-_MOST_WEIGHT, _MOST_WEIGHT)
    return np.rint(rows).astype(np.int16), np.array(weights.biases, np.float64)
