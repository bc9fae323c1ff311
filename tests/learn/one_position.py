"""The losses of a network in one position, and their gradients."""

from __future__ import annotations

import numpy as np

from float_network import FloatNetwork
from gametree.learn.fits.gradients import Images, add_gradients, gradient_room
from gametree.networks.shape import UNITS
from self_played import rows_of


def losses_of(blueprint, weights, window, position, turn=0):
    """Return the losses of the image of a position, in floats of 64 bits."""
    images = blueprint.symmetries
    floats = FloatNetwork(blueprint, weights)
    own = window.cells.reshape(len(window.movers), -1)[position]
    cells = np.zeros(len(own), int)
    cells[images.cells[turn]] = own
    features = images.features[turn][rows_of(window.features, window.feature_ends)[position]]
    mover = int(window.movers[position])
    targets = window.targets.reshape(len(window.movers), -1)[position]
    value = ((floats.outputs(features, cells, mover) - targets) ** 2).sum()
    actions = images.actions[turn][rows_of(window.actions, window.action_ends)[position]].tolist()
    shares = np.array(rows_of(window.shares, window.action_ends)[position], float)
    if not actions:
        return value, 0.0
    logits = floats.logits(features, cells, mover, actions)
    logs = logits - logits.max() - np.log(np.exp(logits - logits.max()).sum())
    entropy = (shares * np.log(np.where(shares > 0.0, shares, 1.0))).sum()
    return value, entropy - (shares * logs).sum()


def taught(window):
    """Return the positions that have shares of moves, and the others."""
    lengths = np.diff(window.action_ends, prepend=0)
    return np.flatnonzero(lengths > 0).tolist(), np.flatnonzero(lengths == 0).tolist()


def gradients_of(blueprint, weights, window, position, turn=0):
    """Return the gradients of a position: of rows, biases, local weights; and the losses."""
    room = gradient_room(blueprint.shape, blueprint.board)
    shape, board = blueprint.shape, blueprint.board
    layout = (shape.starts, shape.values, shape.policy, shape.outputs, shape.actions)
    flat = weights._replace(rows=weights.rows.reshape(-1))
    layout = (*layout, blueprint.features.size)
    turns = Images(*(each.ravel() for each in blueprint.symmetries))
    add_gradients(board, flat, room, window, position, turns, turn, layout, blueprint.bounded)
    rows = room.gradients.reshape(-1, UNITS)
    return (rows, room.bias_gradients, room.local_gradients), room.numbers[:2].tolist()
