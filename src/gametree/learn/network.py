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
from typing import Any, NamedTuple

import numpy as np

from ..game import CHANCE, Game, State
from ..mcts.evaluation.evaluation import Evaluation
from ..mcts.evaluation.priors import PRIOR_FIELDS
from ..mcts.tree.tree import Tree
from ..primitives.rng import Rng
from ..primitives.vectors import LANES, Vector, clipped, dot, row, saturated_sum, table_of
from ..rules.workspace import Workspace, write
from .board import Board
from .features import ActionNumbers, Features

__all__ = ["UNITS", "Network", "Shape", "Weights", "empty_weights"]

UNITS = LANES

_ONE = 256  # 1 in the sums of a unit
_WEIGHT = 256  # 1 in its weights
_MOST_SUM = 32767
_MOST_WEIGHT = (1 << 31) // (LANES * _ONE) - 1
"""So that the sum over all units fits 32 bits."""


class Shape(NamedTuple):
    """How many rows of weights a network has of each sort.

    Attributes:
        features: one a feature, patterns on the board included.
        movers: who may be to move: each player, and chance.
        outputs: numbers that the value of a position takes, for each mover.
        actions: one an action, for each mover.
        local: weights for patterns around the cells of moves: single numbers.

    """

    features: int
    movers: int
    outputs: int
    actions: int
    local: int

    @property
    def starts(self) -> int:
        """The row of the first mover's sums before any feature."""
        return self.features

    @property
    def values(self) -> int:
        """The row of the first output."""
        return self.starts + self.movers

    @property
    def policy(self) -> int:
        """The row of the first action."""
        return self.values + self.movers * self.outputs

    @property
    def rows(self) -> int:
        """All of them."""
        return self.policy + self.movers * self.actions


class Weights(NamedTuple):
    """What a network has learned.

    Attributes:
        rows: `Shape.rows` by UNITS.
        biases: one a row.
        local: `Shape.local` of them.

    """

    rows: np.ndarray[Any, np.dtype[np.float32]]
    biases: np.ndarray[Any, np.dtype[np.float32]]
    local: np.ndarray[Any, np.dtype[np.float32]]


def empty_weights(shape: Shape, seed: int) -> Weights:
    """Return weights before any training: values and priors of 0, from random sums."""
    rows = np.zeros((shape.rows, UNITS), np.float32)
    random = np.random.default_rng(seed)
    rows[: shape.starts] = random.normal(0.0, 0.08, (shape.starts, UNITS))
    rows[shape.starts : shape.values] = random.uniform(0.2, 0.8, (1, UNITS))
    return Weights(rows, np.zeros(shape.rows, np.float32), np.zeros(shape.local, np.float32))


class Network(Evaluation):
    """What a trained network makes of a position; `PUCT` follows its priors.

    Attributes:
        shape: its rows.
        centre, spread: a value of the network v means centre + spread * v in returns.

    """

    gives_priors = True
    edge_fields = PRIOR_FIELDS
    runtime_arrays = ("table", "biases", "local")

    def __init__(
        self,
        features: Features,
        actions: ActionNumbers,
        board: Board,
        shape: Shape,
        weights: Weights,
        *,
        centre: float,
        spread: float,
        bounded: bool,
        opposed: bool,
    ) -> None:
        self.features = features
        self.actions = actions
        self.board = board
        self.shape = shape
        self.starts = shape.starts
        self.values = shape.values
        self.policy = shape.policy
        self.outputs = shape.outputs
        self.count = shape.actions
        self.centre = centre
        self.spread = spread
        self.bounded = bounded
        self.opposed = opposed
        rows, self.biases = _in_integers(shape, weights)
        self.table = table_of(rows)
        self.table.flags.writeable = True
        self.local = np.array(weights.local, np.float64)

    def learn(self, weights: Weights) -> None:
        """Take other weights; whoever searches with this network goes on with them."""
        rows, biases = _in_integers(self.shape, weights)
        self.table[:] = rows.ravel()
        self.biases[:] = biases
        self.local[:] = weights.local

    def evaluate(self, game: Game, state: State, rng: Rng, work: Workspace) -> None:
        if game.is_terminal(state):
            write(game.returns(state), work.values)
        else:
            self.estimate(game, state, work.values)

    def estimate(self, game: Game, state: State, values: Any) -> None:
        """Write to `values` what a position that is not finished is worth to each player."""
        mover = game.current_player(state)
        if mover == CHANCE:
            mover = len(values)
        units = self.units(state, mover)
        for output in range(self.outputs):
            at = self.values + mover * self.outputs + output
            value = dot(units, row(self.table, at)) / (_ONE * _WEIGHT) + self.biases[at]
            if self.bounded:
                value = math.tanh(value)
            values[output] = self.centre + self.spread * value
        if self.opposed:
            values[1] = 2.0 * self.centre - values[0]

    def units(self, state: State, mover: int) -> Vector:
        """Return how much each unit is on, of _ONE; the board's patterns are found on the way."""
        sums = row(self.table, self.starts + mover)
        sums = self.features.total(state, self.table, 0, sums)
        board = self.board
        if board.cells > 0:
            self.features.codes(state, board.room)
            board.settle(board.room)
            board.look(board.room, 0)
            for window in range(board.windows):
                if board.found[window] != 0:
                    at = self.features.size + board.firsts[window] + board.found[window]
                    sums = saturated_sum(sums, row(self.table, at))
        return clipped(sums, _ONE)

    def open(self, game: Game, state: State, tree: Tree, number: int) -> None:
        node = tree.nodes[number]
        mover = int(node.player)  # the root is opened interpreted, from records of 16 bits
        if mover == CHANCE:
            return
        units = self.units(state, mover)
        first = self.policy + mover * self.count
        edges = tree.edges[number]
        highest = -math.inf
        for place in range(node.count):
            edge = edges[place]
            action = self.actions.number(edge.action)
            at = first + action
            edge.prior = dot(units, row(self.table, at)) / (_ONE * _WEIGHT) + self.biases[at]
            if self.board.cells > 0:
                edge.prior += self.board.prior(self.local, mover * 2 * self.board.slots, action)
            highest = max(highest, edge.prior)
        total = 0.0
        for place in range(node.count):
            edge = edges[place]
            edge.prior = math.exp(edge.prior - highest)
            total += edge.prior
        for place in range(node.count):
            edges[place].prior /= total


def _in_integers(shape: Shape, weights: Weights) -> tuple[Any, Any]:
    """Return the rows of a network in integers, and its biases."""
    rows = np.array(weights.rows, np.float64)
    rows[: shape.values] *= _ONE
    rows[shape.values :] *= _WEIGHT
    rows[: shape.values] = rows[: shape.values].clip(-_MOST_SUM, _MOST_SUM)
    rows[shape.values :] = rows[shape.values :].clip(-_MOST_WEIGHT, _MOST_WEIGHT)
    return np.rint(rows).astype(np.int16), np.array(weights.biases, np.float64)
