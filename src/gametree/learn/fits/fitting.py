"""Fits the weights of a network to positions: stochastic gradients, in compiled code.

Adam with weight decay that is decoupled from the gradient (Kingma and Ba, 2015; Loshchilov and
Hutter, 2019) and falls to nothing, where rows that no position of a batch has touched stay as they
are: a position has few of all features and actions. Numbers are of 32 bits, as in `gradients`.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from ...networks.board import Board
from ...networks.shape import UNITS, Shape, Weights
from ...networks.symmetries import Symmetries
from .gradients import LOCAL, ROWS, GradientRoom, Images, Window, add_gradients, gradient_room

__all__ = ["Fitting", "Losses"]

_BATCH = 256
_FIRST_DECAY = 0.9
_SECOND_DECAY = 0.999
_TINY = 1e-8

_WEIGHT_DECAY = 0.5
"""At first: positions of one game share its outcome, which rare patterns would learn by heart."""

_DECAY_ENDS = 50_000
"""After this many steps there is no decay any more: there are games enough."""

_LIMIT = 15.0
"""Of the size of a weight: in play a row has 16 bits, of which 8 are behind the point."""


class Losses(NamedTuple):
    """What a fit is off by, on the positions that it has seen last.

    Attributes:
        value: the mean squared error of the values.
        policy: the mean cross-entropy of the shares of the moves, in nats, less their own entropy.

    """

    value: float
    policy: float


class _Moments(NamedTuple):
    """Adam's means of gradients and of their squares."""

    first: Any
    second: Any


class Fitting:
    """Weights, and the state of the optimiser that fits them.

    Args:
        shape: the rows of the network.
        weights: where to begin; they are changed.
        board: the patterns that the network sees.
        symmetries: by one of which, drawn at random, each position is turned.
        bounded: whether the values of the network go through tanh.
        seed: of the order of the positions.

    """

    def __init__(
        self,
        shape: Shape,
        weights: Weights,
        board: Board,
        symmetries: Symmetries,
        *,
        bounded: bool,
        seed: int,
    ) -> None:
        self.weights = weights
        self._shape = shape
        self._bounded = bounded
        self._board = board
        self._symmetries = symmetries
        self._images = Images(*(np.ascontiguousarray(each).reshape(-1) for each in symmetries))
        self._random = np.random.default_rng(seed)
        size = shape.rows * UNITS
        self.steps = 0
        self._moments = _Moments(np.zeros(size, np.float32), np.zeros(size, np.float32))
        self._bias_moments = _Moments(
            np.zeros(shape.rows, np.float32), np.zeros(shape.rows, np.float32)
        )
        self._local_moments = _Moments(
            np.zeros(shape.local, np.float32), np.zeros(shape.local, np.float32)
        )
        self._room = gradient_room(shape, board)

    def state(self) -> dict[str, Any]:
        """Return what `restore` needs, besides the weights: arrays by name, and "told" as JSON."""
        moments = (self._moments, self._bias_moments, self._local_moments)
        arrays = {
            f"{name} {kind}": array
            for name, pair in zip(Weights._fields, moments, strict=True)
            for kind, array in pair._asdict().items()
        }
        return {**arrays, "told": {"steps": self.steps, "order": self._random.bit_generator.state}}

    def restore(self, state: dict[str, Any]) -> None:
        """Go on from what `state` returned."""
        for name, array in self.state().items():
            if name != "told":
                array[:] = state[name]
        self.steps = int(state["told"]["steps"])
        self._random.bit_generator.state = state["told"]["order"]

    def fit(self, window: Window, positions: int, rate: float, last_rate: float) -> Losses:
        """Fit to this many positions of a window, drawn at random, at a falling rate."""
        from ...native.build import compile_function

        count = len(window.movers)
        batches = max(1, positions // _BATCH)
        order = self._random.integers(0, count, batches * _BATCH)
        turns = self._random.integers(0, len(self._symmetries.cells), batches * _BATCH)
        longest = int(np.diff(window.action_ends, prepend=0).max(initial=1))
        if longest > len(self._room.logits):
            self._room = self._room._replace(
                actions=np.zeros(longest, np.int32), logits=np.zeros(longest, np.float32)
            )
        room = self._room
        room.numbers[:] = 0.0
        shape = self._shape
        layout = np.array(
            [
                shape.starts,
                shape.values,
                shape.policy,
                shape.outputs,
                shape.actions,
                shape.features - self._board.size,
            ],
            np.int64,
        )
        rates = np.zeros(batches, np.float32)
        kept = np.zeros(batches, np.float32)  # of each weight, by its decay
        for batch in range(batches):
            self.steps += 1
            at = batch / batches
            now = rate * (1.0 - at) + last_rate * at
            # Both corrections of Adam for means that began at zero.
            second = math.sqrt(1.0 - _SECOND_DECAY**self.steps)
            rates[batch] = now * second / (1.0 - _FIRST_DECAY**self.steps)
            kept[batch] = 1.0 - now * _WEIGHT_DECAY * max(0.0, 1.0 - self.steps / _DECAY_ENDS)
        weights = self.weights._replace(rows=self.weights.rows.reshape(-1))
        arguments = (
            self._board,
            weights,
            self._moments,
            self._bias_moments,
            self._local_moments,
            room,
            window,
            order,
            self._images,
            turns,
            layout,
            rates,
            kept,
            self._bounded,
        )
        compile_function(fit_batches, *arguments)(*arguments)
        value, policy, values, policies = room.numbers.tolist()
        return Losses(value / max(1.0, values), policy / max(1.0, policies))


def fit_batches(
    board: Board,
    weights: Weights,
    moments: _Moments,
    bias_moments: _Moments,
    local_moments: _Moments,
    room: GradientRoom,
    window: Window,
    order: Any,
    images: Images,
    turns: Any,
    layout: Any,
    rates: Any,
    kept: Any,
    bounded: bool,
) -> None:
    """Take one step for each batch of the positions in `order`."""
    size = len(order) // len(rates)
    counts = room.counts
    for batch in range(len(rates)):
        counts[ROWS] = 0
        counts[LOCAL] = 0
        for at in range(batch * size, (batch + 1) * size):
            add_gradients(
                board, weights, room, window, order[at], images, turns[at], layout, bounded
            )
        pace = (rates[batch], kept[batch], np.float32(1.0 / size))
        for place in range(counts[ROWS]):
            row = room.touched[place]
            room.is_touched[row] = 0
            first = row * UNITS
            step(weights.rows, moments, room.gradients, first, first + UNITS, pace)
            if row >= layout[1]:
                step(weights.biases, bias_moments, room.bias_gradients, row, row + 1, pace)
        for place in range(counts[LOCAL]):
            at = room.local_touched[place]
            room.is_local_touched[at] = 0
            step(weights.local, local_moments, room.local_gradients, at, at + 1, pace)


def step(
    values: Any, moments: _Moments, gradients: Any, first: int, end: int, pace: tuple[Any, Any, Any]
) -> None:
    """Change some weights by their summed gradients, and forget these.

    `pace` is the rate, what is kept of a weight, and the part of a sum that its mean is.
    """
    rate, kept, part = pace
    means = moments.first
    squares = moments.second
    keep = np.float32(_FIRST_DECAY)
    take = np.float32(1.0 - _FIRST_DECAY)
    keep_square = np.float32(_SECOND_DECAY)
    take_square = np.float32(1.0 - _SECOND_DECAY)
    tiny = np.float32(_TINY)
    limit = np.float32(_LIMIT)
    for at in range(first, end):
        gradient = gradients[at] * part
        gradients[at] = np.float32(0.0)
        means[at] = keep * means[at] + take * gradient
        squares[at] = keep_square * squares[at] + take_square * gradient * gradient
        value = kept * values[at] - rate * means[at] / (np.sqrt(squares[at]) + tiny)
        values[at] = min(max(value, -limit), limit)
