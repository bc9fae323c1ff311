"""States that change in place: the search plays on copies, and the user's own stay as they are."""

from __future__ import annotations

import numpy as np
import pytest

import gametree as gt
from toys import OneHeap
from trees import flat


class Heap:
    """A position that moves change."""

    def __init__(self, counters, player):
        self.counters = counters
        self.player = player
        self.taken = []


class HeapInPlace(gt.Game):
    """`OneHeap` with a state that is an object, changed by each move."""

    states_change = True

    def __init__(self, counters: int = 21) -> None:
        self.counters = counters

    def initial_state(self):
        return Heap(self.counters, 0)

    def current_player(self, state):
        return state.player

    def legal_actions(self, state):
        return range(1, min(3, state.counters) + 1)

    def next_state(self, state, action):
        state.counters -= action
        state.player = 1 - state.player
        state.taken.append(action)
        return state

    def returns(self, state):
        return (-1.0, 1.0) if state.player == 0 else (1.0, -1.0)


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"selection": gt.PUCT(), "expand_after": 4},
        {"solver": True},
        {"evaluation": gt.Playout(gt.EpsilonGreedy(0.2, lambda game, state: (0.0, 0.0)))},
    ],
    ids=["ucb1", "puct", "solver", "greedy"],
)
def test_the_tree_is_that_of_states_as_values(options):
    trees = []
    for game in (OneHeap(12), HeapInPlace(12)):
        searcher = gt.Searcher(game, seed=6, compiled=False, method="uct", **options)
        searcher.run(simulations=1500)
        searcher.advance(searcher.result().action)
        searcher.run(simulations=300)
        trees.append(flat(searcher))
    assert trees[0] == trees[1]


def test_the_users_state_stays_as_it_is():
    state = Heap(12, 1)
    searcher = gt.Searcher(HeapInPlace(), state, seed=1, compiled=False, method="uct")
    searcher.run(simulations=300)
    searcher.tree(max_depth=None)
    searcher.result().line_as_text()
    searcher.advance(2)
    assert (state.counters, state.player, state.taken) == (12, 1, [])
    record = gt.Record(HeapInPlace(), state)
    record.play(3)
    record.play(1)
    assert [each.counters for each in record.positions] == [12, 9, 8]


class Locked(HeapInPlace):
    def initial_state(self):
        state = super().initial_state()
        state.feed = (number for number in range(3))  # no generator can be copied
        return state


def test_states_that_cannot_be_copied_say_what_to_do():
    with pytest.raises(gt.GameError, match=r"Locked.copy raised TypeError: .*Replayed\(game\)"):
        gt.search(Locked(), simulations=10, compiled=False, method="uct")


def test_a_copy_of_the_games_own_that_fails_is_named():
    class Own(Locked):
        def copy(self, state):
            raise ValueError("no paper left")

    with pytest.raises(gt.GameError, match=r"Own.copy raised ValueError: no paper left \(.*\(in"):
        gt.search(Own(), simulations=10, compiled=False, method="uct")


CELLS = np.dtype((np.record, [("counters", "i4"), ("player", "i4")]))


class RecordHeap(HeapInPlace):
    def initial_state(self):
        state = np.zeros(1, CELLS)[0]
        state.counters = self.counters
        return state

    def next_state(self, state, action):
        state.counters -= action
        state.player = 1 - state.player
        return state


def test_records_need_no_copy_of_their_own():
    trees = []
    for compiled in (True, False):
        searcher = gt.Searcher(RecordHeap(), seed=2, compiled=compiled, method="uct")
        searcher.run(simulations=800)
        trees.append(flat(searcher))
    assert trees[0] == trees[1]
    assert searcher.state.counters == 21


def test_a_policy_that_tries_moves_needs_a_copy_that_compiles():
    greedy = gt.Playout(gt.EpsilonGreedy(0.2, lambda game, state: (0.0, 0.0)))
    with pytest.raises(gt.NotCompilable, match="define copy"):
        gt.search(RecordHeap(), simulations=10, evaluation=greedy, compiled=True)
