"""Gradients of the loss of a network in positions, in compiled code.

The loss is the squared error of the values, in parts of the range of the returns, and the
cross-entropy of the policy over the legal actions.

Numbers are of 32 bits, and each loop over the units is one that the compiler turns into vector
instructions; a sum over them is made in halves, so that it needs no leave to change their order.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from ...networks.board import Board
from ...networks.board_cells import SITES
from ...networks.shape import UNITS, Shape, Weights
from ...networks.symmetries import UNKNOWN

__all__ = [
    "LOCAL",
    "ROWS",
    "GradientRoom",
    "Images",
    "Window",
    "add_gradients",
    "gradient_room",
]

# Places in `GradientRoom.counts`.
ROWS = 0
LOCAL = 1

# Places in `GradientRoom.numbers`.
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


class GradientRoom(NamedTuple):
    """Memory that `add_gradients` works in, and what it sums up."""

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


def gradient_room(shape: Shape, board: Board) -> GradientRoom:
    """Return memory for `add_gradients`, where all gradients are 0."""
    return GradientRoom(
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


def add_gradients(
    board: Board,
    weights: Weights,
    room: GradientRoom,
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
    """Return whether all of some features or actions have images."""
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
    room: GradientRoom,
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


def take_local_slopes(board: Board, room: GradientRoom, first: int) -> None:
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


def take_local_slope(room: GradientRoom, place: int, slope: Any) -> None:
    """Add the gradient of one weight of a pattern."""
    if slope != 0.0:
        room.local_gradients[place] += slope
        if room.is_local_touched[place] == 0:
            room.is_local_touched[place] = 1
            room.local_touched[room.counts[LOCAL]] = place
            room.counts[LOCAL] += 1


def weighted(weights: Weights, room: GradientRoom, row: int) -> float:
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


def take_slope(rows: Any, room: GradientRoom, row: int, slope: Any) -> None:
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


def add_row(room: GradientRoom, row: int) -> None:
    """Add the slopes of the units to the gradients of a row that is summed up."""
    gradients = room.gradients
    slopes = room.slopes
    base = row * UNITS
    for unit in range(UNITS):
        gradients[base + unit] += slopes[unit]
    note(room, row)


def note(room: GradientRoom, row: int) -> None:
    """Note that a row has gradients."""
    if room.is_touched[row] == 0:
        room.is_touched[row] = 1
        room.touched[room.counts[ROWS]] = row
        room.counts[ROWS] += 1
