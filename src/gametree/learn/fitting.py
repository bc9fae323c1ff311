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

from ..networks.board import Board
from ..networks.board_cells import SITES
from ..networks.shape import UNITS, Shape, Weights
from ..networks.symmetries import UNKNOWN, Symmetries

__all__ = ["Fitting", "Images", "Losses", "Window", "add_gradients", "gradient_room"]

_BATCH = 256
_FIRST_DECAY = 0.9
_SECOND_DECAY = 0.999
_TINY = 1e-8

_LIMIT = 15.0
"""Of the size of a weight: in play a row has 16 bits, of which 8 are behind the point."""

# Places in `_Room.counts`.
_ROWS = 0
_LOCAL = 1

# Places in `_Room.numbers`.
_VALUE_LOSS = 0
_POLICY_LOSS = 1
_VALUES = 2
_POLICIES = 3


class Window(NamedTuple):
    """Positions to fit to: flat arrays, as in `PlayedPositions`, and targets."""

    features: Any  # int32
    feature_ends: Any  # int64
    cells: Any  # int8: what those of the board hold
    movers: Any  # int32
    targets: Any  # float32: for each position what each output is to be
    actions: Any  # int32
    shares: Any  # float32
    action_ends: Any  # int64


class Images(NamedTuple):
    """Images under all symmetries: those under the first one, under the second, and so on."""

    cells: Any  # int32
    features: Any
    actions: Any


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
    local_gradients: Any
    local_touched: Any
    is_local_touched: Any
    counts: Any  # of the rows that were touched, and of the local weights
    sums: Any  # of each unit
    active: Any  # the same, within 0 and 1
    slopes: Any  # of the loss by these
    products: Any
    actions: Any  # those of a position, or their images
    logits: Any
    cell_slopes: Any  # of the loss by what patterns add at each cell, for both sites of moves
    numbers: Any  # float64: what is summed up


def gradient_room(shape: Shape, board: Board) -> _Room:
    """Return memory for `add_gradients`, where all gradients are 0."""
    return _Room(
        np.zeros(shape.rows * UNITS, np.float32),
        np.zeros(shape.rows, np.float32),
        np.zeros(shape.rows, np.int64),
        np.zeros(shape.rows, np.int8),
        np.zeros(shape.local, np.float32),
        np.zeros(shape.local, np.int64),
        np.zeros(shape.local, np.int8),
        np.zeros(2, np.int64),
        np.zeros(UNITS, np.float32),
        np.zeros(UNITS, np.float32),
        np.zeros(UNITS, np.float32),
        np.zeros(UNITS, np.float32),
        np.zeros(shape.actions, np.int32),
        np.zeros(shape.actions, np.float32),
        np.zeros(SITES * board.cells, np.float32),
        np.zeros(4),
    )


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
        """Fit to so many positions of a window, drawn at random, at a falling rate."""
        from ..compiled.build import compile_function

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
        for batch in range(batches):
            self.steps += 1
            at = batch / batches
            now = rate * (1.0 - at) + last_rate * at
            # Both corrections of Adam for means that began at zero.
            second = math.sqrt(1.0 - _SECOND_DECAY**self.steps)
            rates[batch] = now * second / (1.0 - _FIRST_DECAY**self.steps)
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
    room: _Room,
    window: Window,
    order: Any,
    images: Images,
    turns: Any,
    layout: Any,
    rates: Any,
    bounded: bool,
) -> None:
    """Take one step for each batch of the positions in `order`."""
    size = len(order) // len(rates)
    counts = room.counts
    for batch in range(len(rates)):
        counts[_ROWS] = 0
        counts[_LOCAL] = 0
        for at in range(batch * size, (batch + 1) * size):
            add_gradients(
                board, weights, room, window, order[at], images, turns[at], layout, bounded
            )
        rate = rates[batch]
        for place in range(counts[_ROWS]):
            row = room.touched[place]
            room.is_touched[row] = 0
            first = row * UNITS
            step(weights.rows, moments, room.gradients, first, first + UNITS, rate, size)
            if row >= layout[1]:
                step(weights.biases, bias_moments, room.bias_gradients, row, row + 1, rate, size)
        for place in range(counts[_LOCAL]):
            at = room.local_touched[place]
            room.is_local_touched[at] = 0
            step(weights.local, local_moments, room.local_gradients, at, at + 1, rate, size)


def step(
    values: Any, moments: _Moments, gradients: Any, first: int, end: int, rate: Any, size: int
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
    limit = np.float32(_LIMIT)
    for at in range(first, end):
        gradient = gradients[at] * part
        gradients[at] = np.float32(0.0)
        means[at] = keep * means[at] + take * gradient
        squares[at] = keep_square * squares[at] + take_square * gradient * gradient
        value = values[at] - rate * means[at] / (np.sqrt(squares[at]) + tiny)
        values[at] = min(max(value, -limit), limit)


def add_gradients(
    board: Board,
    weights: Weights,
    room: _Room,
    window: Window,
    position: int,
    images: Images,
    turn: int,
    layout: Any,
    bounded: bool,
) -> None:
    """Add the gradients of the loss in the image of a position under a symmetry."""
    rows = weights.rows
    sums = room.sums
    active = room.active
    slopes = room.slopes
    starts, values, policy, outputs, actions = layout[0], layout[1], layout[2], layout[3], layout[4]
    patterns = layout[5]
    mover = window.movers[position]
    first = window.feature_ends[position - 1] if position > 0 else 0
    last = window.feature_ends[position]
    begin = window.action_ends[position - 1] if position > 0 else 0
    end = window.action_ends[position]
    if turn != 0:
        known = all_known(window.features, first, last, images.features, turn * patterns)
        if not known or not all_known(window.actions, begin, end, images.actions, turn * actions):
            turn = 0
    seen = turn * patterns  # where the images of features begin
    base = (starts + mover) * UNITS
    for unit in range(UNITS):
        sums[unit] = rows[base + unit]
    for at in range(first, last):
        add_units(sums, rows, images.features[seen + window.features[at]])
    if board.cells > 0:
        for cell in range(board.cells):
            image = images.cells[turn * board.cells + cell]
            board.room[image] = window.cells[position * board.cells + cell]
        board.look()
        for each in range(board.windows):
            pattern = board.found[each]
            if pattern != 0:
                add_units(sums, rows, patterns + board.shared_firsts[each] + pattern)
                if board.firsts[each] != board.shared_firsts[each]:
                    add_units(sums, rows, patterns + board.firsts[each] + pattern)
    for unit in range(UNITS):
        active[unit] = min(max(sums[unit], np.float32(0.0)), np.float32(1.0))
        slopes[unit] = np.float32(0.0)
    for output in range(outputs):
        row = values + mover * outputs + output
        value = weighted(weights, room, row)
        target = window.targets[position * outputs + output]
        slope = 1.0
        if bounded:
            value = math.tanh(value)
            slope = 1.0 - value * value
        error = value - target
        room.numbers[_VALUE_LOSS] += error * error
        room.numbers[_VALUES] += 1.0
        take_slope(rows, room, row, np.float32(2.0 * error * slope))
    if begin < end:
        for at in range(begin, end):
            room.actions[at - begin] = images.actions[turn * actions + window.actions[at]]
        local = mover * SITES * board.slots
        add_policy(board, weights, room, window, begin, end, policy + mover * actions, local)
    for unit in range(UNITS):
        inside = np.float32(0.0) < sums[unit] < np.float32(1.0)
        slopes[unit] = slopes[unit] if inside else np.float32(0.0)
    add_row(room, starts + mover)
    for at in range(first, last):
        add_row(room, images.features[seen + window.features[at]])
    if board.cells > 0:
        for each in range(board.windows):
            pattern = board.found[each]
            if pattern != 0:
                add_row(room, patterns + board.shared_firsts[each] + pattern)
                if board.firsts[each] != board.shared_firsts[each]:
                    add_row(room, patterns + board.firsts[each] + pattern)


def all_known(numbers: Any, begin: int, end: int, images: Any, first: int) -> bool:
    """Tell whether all of some features or actions have images."""
    for at in range(begin, end):
        if images[first + numbers[at]] == UNKNOWN:
            return False
    return True


def add_units(sums: Any, rows: Any, row: int) -> None:
    """Add a row of weights to the sums of the units."""
    base = row * UNITS
    for unit in range(UNITS):
        sums[unit] += rows[base + unit]


def add_policy(
    board: Board,
    weights: Weights,
    room: _Room,
    window: Window,
    begin: int,
    end: int,
    first: int,
    local: int,
) -> None:
    """Add the gradients of the cross-entropy of the shares of a position's moves."""
    rows = weights.rows
    logits = room.logits
    highest = -math.inf
    if board.cells > 0:
        board.spread(weights.local, local)
        for cell in range(SITES * board.cells):
            room.cell_slopes[cell] = np.float32(0.0)
    for at in range(begin, end):
        action = room.actions[at - begin]
        logit = weighted(weights, room, first + action)
        if board.cells > 0:
            logit += board.prior(action)
        logits[at - begin] = logit
        highest = max(highest, logit)
    total = 0.0
    for place in range(end - begin):
        total += math.exp(logits[place] - highest)
    for at in range(begin, end):
        action = room.actions[at - begin]
        share = window.shares[at]
        expected = math.exp(logits[at - begin] - highest) / total
        if share > 0.0:
            room.numbers[_POLICY_LOSS] += share * (math.log(share) - math.log(expected + 1e-30))
        slope = np.float32(expected - share)
        take_slope(rows, room, first + action, slope)
        if board.cells > 0:
            for site in range(SITES):
                cell = board.sites[SITES * action + site]
                if cell >= 0:
                    room.cell_slopes[site * board.cells + cell] += slope
    if board.cells > 0:
        take_local_slopes(board, room, local)
    room.numbers[_POLICIES] += 1.0


def take_local_slopes(board: Board, room: _Room, first: int) -> None:
    """Add the gradients of what patterns add to logits, by the slopes at the cells of moves."""
    slopes = room.cell_slopes
    at = 0
    for window in range(board.windows):
        end = board.ends[window]
        pattern = board.found[window]
        if pattern != 0:
            place = first + board.slot_firsts[window] + pattern * (end - at)
            while at < end:
                cell = board.members[at]
                if board.moves_stones:
                    take_local_slope(room, place, slopes[cell])
                take_local_slope(room, board.slots + place, slopes[board.cells + cell])
                place += 1
                at += 1
        at = end


def take_local_slope(room: _Room, place: int, slope: Any) -> None:
    """Add the gradient of one weight of a pattern."""
    if slope != 0.0:
        room.local_gradients[place] += slope
        if room.is_local_touched[place] == 0:
            room.is_local_touched[place] = 1
            room.local_touched[room.counts[_LOCAL]] = place
            room.counts[_LOCAL] += 1


def weighted(weights: Weights, room: _Room, row: int) -> float:
    """Return the weighted sum of the units that a row of weights makes."""
    rows = weights.rows
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
    return float(products[0]) + float(weights.biases[row])


def take_slope(rows: Any, room: _Room, row: int, slope: Any) -> None:
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
    note(room, row)


def add_row(room: _Room, row: int) -> None:
    """Add the slopes of the units to the gradients of a row that is summed up."""
    gradients = room.gradients
    slopes = room.slopes
    base = row * UNITS
    for unit in range(UNITS):
        gradients[base + unit] += slopes[unit]
    note(room, row)


def note(room: _Room, row: int) -> None:
    """Note that a row has gradients."""
    if room.is_touched[row] == 0:
        room.is_touched[row] = 1
        room.touched[room.counts[_ROWS]] = row
        room.counts[_ROWS] += 1
