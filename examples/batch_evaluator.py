"""Connect four with an evaluator of many positions at once, in the place of a neural network.

It knows the game only from outside: it gets 256 positions as arrays, and returns values
and priors as arrays. Here NumPy counts lines of four that are still open, and prefers the
columns in the middle. Run it: `python examples/batch_evaluator.py`
"""

from __future__ import annotations

import numpy as np

import gametree as gt
from gametree.games import ConnectFour

FEET = sum(1 << 7 * column for column in range(7))
BOARD = FEET * 0b111111
CENTRE = np.array([1.0, 2.0, 4.0, 8.0, 4.0, 2.0, 1.0])


def open_threes(stones, others):
    """Return how many free cells would complete a line of four, board by board."""
    free = BOARD & ~(stones | others)
    cells = (stones << 1) & (stones << 2) & (stones << 3)
    for step in (6, 7, 8):  # the three other directions; the gap may be anywhere in a line
        pair = (stones << step) & (stones << 2 * step)
        cells |= pair & (stones << 3 * step) | pair & (stones >> step)
        pair = (stones >> step) & (stones >> 2 * step)
        cells |= pair & (stones >> 3 * step) | pair & (stones << step)
    bits = np.unpackbits((cells & free).view(np.uint8).reshape(-1, 8), axis=1)
    return bits.sum(axis=1).astype(float)


def evaluate(leaves):
    """Return values for both players, and priors for the legal columns."""
    mine = leaves.states["f0"]
    theirs = leaves.states["f1"] ^ mine
    for_mover = np.tanh(0.5 * (open_threes(mine, theirs) - open_threes(theirs, mine)) + 0.1)
    for_first = np.where(leaves.players == 0, for_mover, -for_mover)
    return np.stack([for_first, -for_first], axis=1), CENTRE[leaves.actions]


def main() -> None:
    """Search the empty board."""
    searcher = gt.Searcher(
        ConnectFour(), evaluation=gt.BatchEvaluator(evaluate, 256, priors=True), solver=True, seed=1
    )
    print(searcher.run(simulations=20_000))


if __name__ == "__main__":
    main()
