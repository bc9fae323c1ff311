"""What an interpreted tree says that it takes, against what Python has allocated."""

from __future__ import annotations

import tracemalloc

import pytest

import gametree as gt


class Wide(gt.Game):
    """Positions of many numbers of their own, beside a table that all of them share."""

    players = 1

    def __init__(self, width):
        self.width = width
        self.table = tuple(range(1000, 21_000))

    def initial_state(self):
        return (0, self.table, ())

    def current_player(self, state):
        return 0

    def legal_actions(self, state):
        return [0, 1, 2] if state[0] < 3**9 else []

    def next_state(self, state, action):
        number = 3 * state[0] + action + 1
        return (number, self.table, tuple(range(1000 * number, 1000 * number + self.width)))

    def returns(self, state):
        return (state[0] % 7 / 7.0,)


@pytest.mark.parametrize("width", [0, 20, 200])
def test_the_size_of_positions_counts(width):
    searcher = gt.Searcher(Wide(width), seed=1, compiled=False, method="uct")
    searcher.run(simulations=10)
    tracemalloc.start()
    result = searcher.run(simulations=3000)
    taken, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert 0.8 < taken / result.bytes < 1.25
