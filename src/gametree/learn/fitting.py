"""Fits the weights of a network to positions: stochastic gradients, in compiled code.

Adam (Kingma and Ba, 2015), where rows that no position of a batch has touched stay as they are:
a position has few of all features and actions. The loss is the squared error of the values, in
parts of the range of the returns, and the cross-entropy of the policy over the legal actions.

Numbers are of 32 bits, and each loop over the units is one that the compiler turns into vector
instructions; a sum over them is made in halves, so that it needs no leave to change their order.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from .network import UNITS, Shape, Weights

__all__ = ["Fitting", "Losses", "Window"]

_BATCH = 256
_FIRST_DECAY = 0.9
_SECOND_DECAY = 0.999
_TINY = 1e-8

# Places in the numbers that the compiled loop adds to.
_VALUE_LOSS = 0
_POLICY_LOSS = 1
_VALUES = 2
_POLICIES = 3


class Window(NamedTuple):
    """Positions to fit to: flat arrays, as in `PlayedPositions`, and targets."""

    features: Any  # int32
    feature_ends: Any  # int64
    movers: Any  # int32
    targets: Any  # float32: for each position what each output is to be
    actions: Any  # int32
    shares: Any  # float32
    action_ends: Any  # int64


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


class _Room(NamedTuple):
    """Memory that the compiled loop works in."""

    gradients: Any  # of the rows
    bias_gradients: Any
    touched: Any  # rows that have one, in the order in which they came
    is_touched: Any
    sums: Any  # of each unit
    active: Any  # the same, within 0 and 1
    slopes: Any  # of the loss by these
    products: Any
    logits: Any
    numbers: Any  # float64: what is summed up


class Fitting:
    """Weights, and the state of the optimiser that fits them.

    Args:
        shape: the rows of the network.
        weights: where to begin; they are changed.
        most: the most features that are there at once; it bounds the weights, so that no sum
            needs more than 16 bits in play.
        bounded: whether the values of the network go through tanh.
        seed: of the order of the positions.

    """

    def __init__(
        self, shape: Shape, weights: Weights, *, most: int, bounded: bool, seed: int
    ) -> None:
        self.weights = weights
        self._shape = shape
        self._bounded = bounded
        self._bound = 127.0 / (most + 1)
        self._random = np.random.default_rng(seed)
        size = shape.rows * UNITS
        self.steps = 0
        self._moments = _Moments(np.zeros(size, np.float32), np.zeros(size, np.float32))
        self._bias_moments = _Moments(
            np.zeros(shape.rows, np.float32), np.zeros(shape.rows, np.float32)
        )
        self._room = _Room(
            np.zeros(size, np.float32),
            np.zeros(shape.rows, np.float32),
            np.zeros(shape.rows, np.int64),
            np.zeros(shape.rows, np.int8),
            np.zeros(UNITS, np.float32),
            np.zeros(UNITS, np.float32),
            np.zeros(UNITS, np.float32),
            np.zeros(UNITS, np.float32),
            np.zeros(shape.actions, np.float32),
            np.zeros(4),
        )

    def fit(self, window: Window, positions: int, rate: float, last_rate: float) -> Losses:
        """Fit to so many positions of a window, drawn at random, at a falling rate."""
        count = len(window.movers)
        batches = max(1, positions // _BATCH)
        order = self._random.integers(0, count, batches * _BATCH)
        longest = int(np.diff(window.action_ends, prepend=0).max(initial=1))
        room = self._room
        if longest > len(room.logits):
            self._room = room = room._replace(logits=np.zeros(longest, np.float32))
        room.numbers[:] = 0.0
        shape = self._shape
        layout = np.array(
            [shape.starts, shape.values, shape.policy, shape.outputs, shape.actions], np.int64
        )
        schedule = np.zeros((batches, 2), np.float32)
        for batch in range(batches):
            self.steps += 1
            at = batch / batches
            now = rate * (1.0 - at) + last_rate * at
            # Both corrections of Adam for means that began at zero.
            second = math.sqrt(1.0 - _SECOND_DECAY**self.steps)
            schedule[batch] = now * second / (1.0 - _FIRST_DECAY**self.steps), self._bound
        arguments = (
            self.weights.rows.reshape(-1),
            self.weights.biases,
            self._moments,
            self._bias_moments,
            room,
            window,
            order,
            layout,
            schedule.reshape(-1),
            self._bounded,
        )
        from ..compiled.build import compile_function

        compile_function(fit_batches, *arguments)(*arguments)
        value, policy, values, policies = room.numbers.tolist()
        return Losses(value / max(1.0, values), policy / max(1.0, policies))


def fit_batches(
    rows: Any,
    biases: Any,
    moments: _Moments,
    bias_moments: _Moments,
    room: _Room,
    window: Window,
    order: Any,
    layout: Any,
    schedule: Any,
    bounded: bool,
) -> None:
    """Take one step for each batch of the positions in `order`."""
    batches = len(schedule) // 2
    size = len(order) // batches
    for batch in range(batches):
        count = 0
        for at in range(batch * size, (batch + 1) * size):
            count = add_gradients(rows, biases, room, window, order[at], layout, bounded, count)
        rate = schedule[2 * batch]
        bound = schedule[2 * batch + 1]
        for place in range(count):
            row = room.touched[place]
            room.is_touched[row] = 0
            limit = bound if row < layout[1] else np.float32(63.0)
            step_row(rows, moments, room.gradients, row * UNITS, UNITS, rate, size, limit)
            if row >= layout[1]:
                limit = np.float32(63.0)
                step_row(biases, bias_moments, room.bias_gradients, row, 1, rate, size, limit)


def step_row(
    values: Any,
    moments: _Moments,
    gradients: Any,
    first: int,
    count: int,
    rate: Any,
    size: int,
    limit: Any,
) -> None:
    """Change some weights by their gradients, summed over so many positions, and forget these."""
    means = moments.first
    squares = moments.second
    part = np.float32(1.0 / size)
    keep = np.float32(_FIRST_DECAY)
    take = np.float32(1.0 - _FIRST_DECAY)
    keep_square = np.float32(_SECOND_DECAY)
    take_square = np.float32(1.0 - _SECOND_DECAY)
    tiny = np.float32(_TINY)
    for at in range(first, first + count):
        gradient = gradients[at] * part
        gradients[at] = np.float32(0.0)
        means[at] = keep * means[at] + take * gradient
        squares[at] = keep_square * squares[at] + take_square * gradient * gradient
        value = values[at] - rate * means[at] / (np.sqrt(squares[at]) + tiny)
        values[at] = min(max(value, -limit), limit)


def add_gradients(
    rows: Any,
    biases: Any,
    room: _Room,
    window: Window,
    position: int,
    layout: Any,
    bounded: bool,
    count: int,
) -> int:
    """Add the gradients of the loss in a position; return how many rows have one by now."""
    sums = room.sums
    active = room.active
    slopes = room.slopes
    starts, values, policy, outputs, actions = layout[0], layout[1], layout[2], layout[3], layout[4]
    mover = window.movers[position]
    first = window.feature_ends[position - 1] if position > 0 else 0
    last = window.feature_ends[position]
    base = (starts + mover) * UNITS
    for unit in range(UNITS):
        sums[unit] = rows[base + unit]
    for at in range(first, last):
        base = window.features[at] * UNITS
        for unit in range(UNITS):
            sums[unit] += rows[base + unit]
    for unit in range(UNITS):
        active[unit] = min(max(sums[unit], np.float32(0.0)), np.float32(1.0))
        slopes[unit] = np.float32(0.0)
    for output in range(outputs):
        row = values + mover * outputs + output
        value = weighted(rows, biases, room, row)
        target = window.targets[position * outputs + output]
        slope = 1.0
        if bounded:
            value = math.tanh(value)
            slope = 1.0 - value * value
        error = value - target
        room.numbers[_VALUE_LOSS] += error * error
        room.numbers[_VALUES] += 1.0
        count = take_slope(rows, room, row, np.float32(2.0 * error * slope), count)
    begin = window.action_ends[position - 1] if position > 0 else 0
    end = window.action_ends[position]
    if begin < end:
        count = add_policy(rows, biases, room, window, begin, end, policy + mover * actions, count)
    for unit in range(UNITS):
        inside = np.float32(0.0) < sums[unit] < np.float32(1.0)
        slopes[unit] = slopes[unit] if inside else np.float32(0.0)
    count = add_row(room, starts + mover, count)
    for at in range(first, last):
        count = add_row(room, window.features[at], count)
    return count


def add_policy(
    rows: Any,
    biases: Any,
    room: _Room,
    window: Window,
    begin: int,
    end: int,
    first: int,
    count: int,
) -> int:
    """Add the gradients of the cross-entropy of the shares of a position's moves."""
    logits = room.logits
    highest = -math.inf
    for at in range(begin, end):
        logits[at - begin] = weighted(rows, biases, room, first + window.actions[at])
        highest = max(highest, logits[at - begin])
    total = 0.0
    for place in range(end - begin):
        total += math.exp(logits[place] - highest)
    for at in range(begin, end):
        share = window.shares[at]
        expected = math.exp(logits[at - begin] - highest) / total
        if share > 0.0:
            room.numbers[_POLICY_LOSS] += share * (math.log(share) - math.log(expected + 1e-30))
        count = take_slope(
            rows, room, first + window.actions[at], np.float32(expected - share), count
        )
    room.numbers[_POLICIES] += 1.0
    return count


def weighted(rows: Any, biases: Any, room: _Room, row: int) -> float:
    """Return the weighted sum of the units that a row of weights makes."""
    products = room.products
    active = room.active
    base = row * UNITS
    for unit in range(UNITS):
        products[unit] = active[unit] * rows[base + unit]
    half = UNITS // 2
    while half > 0:
        for unit in range(half):
            products[unit] += products[half + unit]
        half //= 2
    return float(products[0]) + float(biases[row])


def take_slope(rows: Any, room: _Room, row: int, slope: Any, count: int) -> int:
    """Add the gradients of a weighted sum by which the loss has this slope."""
    gradients = room.gradients
    active = room.active
    slopes = room.slopes
    base = row * UNITS
    for unit in range(UNITS):
        gradients[base + unit] += slope * active[unit]
    for unit in range(UNITS):
        slopes[unit] += slope * rows[base + unit]
    room.bias_gradients[row] += slope
    return noted(room, row, count)


def add_row(room: _Room, row: int, count: int) -> int:
    """Add the slopes of the units to the gradients of a row that is summed up."""
    gradients = room.gradients
    slopes = room.slopes
    base = row * UNITS
    for unit in range(UNITS):
        gradients[base + unit] += slopes[unit]
    return noted(room, row, count)


def noted(room: _Room, row: int, count: int) -> int:
    """Note that a row has gradients; return how many have."""
    if room.is_touched[row] == 0:
        room.is_touched[row] = 1
        room.touched[count] = row
        return count + 1
    return count
