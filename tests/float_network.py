"""What a network says of a position, in floats: written anew in NumPy, for tests."""

from __future__ import annotations

import numpy as np

from gametree.actors import actor_at
from gametree.networks.blueprint import blueprint_of


def random_weights(blueprint, seed, size=0.1):
    """Return weights of which none is 0, so that nothing of a network goes unnoticed."""
    from gametree.networks.shape import empty_weights

    weights = empty_weights(blueprint.shape, seed)
    rng = np.random.default_rng(seed + 1)
    values = blueprint.shape.values
    weights.rows[values:] = rng.normal(0.0, size, weights.rows[values:].shape)
    shape = blueprint.shape
    located = weights.rows[shape.features - shape.located : shape.features]
    located[:] = rng.normal(0.0, size / 2, located.shape)
    weights.biases[:] = rng.normal(0.0, size, weights.biases.shape)
    weights.local[:] = rng.normal(0.0, size, weights.local.shape)
    return weights


class FloatNetwork:
    """Sums of rows, kept within 0 and 1, weighted by other rows."""

    def __init__(self, blueprint, weights):
        self.blueprint = blueprint
        self.rows = np.array(weights.rows, float)
        self.biases = np.array(weights.biases, float)
        self.local = np.array(weights.local, float)

    def windows(self, cells):
        """Yield (where its rows begin, members, pattern) of each window of a board."""
        board = self.blueprint.board
        begin = 0
        for window in range(board.windows):
            members = board.members[begin : board.ends[window]].tolist()
            pattern = 0
            for cell in members:
                pattern = pattern * board.codes + int(cells[cell])
            firsts = {int(board.shared_firsts[window]), int(board.firsts[window])}
            yield sorted(firsts), members, pattern
            begin = board.ends[window]

    def units(self, features, cells, mover):
        """Return how much each unit is on."""
        plan = self.blueprint
        sums = self.rows[plan.shape.starts + mover] + self.rows[list(features)].sum(0)
        for firsts, _, pattern in self.windows(cells):
            for first in firsts if pattern else ():
                sums = sums + self.rows[plan.features.size + first + pattern]
        return np.clip(sums, 0.0, 1.0)

    def outputs(self, features, cells, mover):
        """Return the values of the outputs, in parts of the range of the returns."""
        shape = self.blueprint.shape
        units = self.units(features, cells, mover)
        first = shape.values + mover * shape.outputs
        values = self.rows[first : first + shape.outputs] @ units
        values = values + self.biases[first : first + shape.outputs]
        return np.tanh(values) if self.blueprint.bounded else values

    def logits(self, features, cells, mover, actions):
        """Return the logits of some actions."""
        shape, board = self.blueprint.shape, self.blueprint.board
        units = self.units(features, cells, mover)
        result = []
        for action in actions:
            at = shape.policy + mover * shape.actions + action
            logit = self.rows[at] @ units + self.biases[at]
            for site, cell in enumerate(board.sites[2 * action : 2 * action + 2].tolist()):
                base = (2 * mover + site) * board.slots
                for (shared, *_), members, pattern in self.windows(cells):
                    if pattern and cell in members:
                        start = self.start_of(shared) + len(members) * pattern
                        logit += self.local[base + start + members.index(cell)]
            result.append(logit)
        return np.array(result)

    def start_of(self, first):
        """Return where the weights begin for a sort of windows: sort after sort.

        A sort has for each of its patterns as many as its windows have cells.
        """
        board = self.blueprint.board
        start, begin, seen = 0, 0, set()
        for window in range(board.windows):
            length = board.ends[window] - begin
            begin = board.ends[window]
            sort = int(board.shared_firsts[window])
            if sort not in seen and sort < first:
                seen.add(sort)
                start += length * board.codes**length
        return start


def seen_by(game, state):
    """Return the numbers of the features of a state, and its cells in the board's own codes."""
    blueprint, mover = blueprint_of(game), actor_at(game, state)
    found = np.zeros(blueprint.features.most + 1, int)
    count = blueprint.features.collect(game, state, mover, found, 0)
    cells = np.zeros(blueprint.board.cells, int)
    if blueprint.board.cells:
        blueprint.features.codes(game, state, mover, cells)
        blueprint.board.settle(cells)
    return found[:count].tolist(), cells.tolist()
