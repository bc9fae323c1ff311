"""`return []` is how people write that there is no legal action."""

from __future__ import annotations

import pytest
from numba import njit

import gametree as gt
from toys import OneHeap
from trees import flat


class AtOnce(OneHeap):
    def legal_actions(self, state):
        if state[0] == 0:
            return []
        return [count for count in (1, 2, 3) if count <= state[0]]


class ByName(OneHeap):
    def legal_actions(self, state):
        actions = []
        if state[0] == 0:
            return actions
        for count in range(1, min(3, state[0]) + 1):
            actions.append(count)
        return actions


@pytest.mark.parametrize("game", [AtOnce(9), ByName(9)])
def test_an_empty_list_compiles(game):
    trees = []
    for compiled in (True, False):
        searcher = gt.Searcher(game, seed=1, compiled=compiled)
        searcher.run(simulations=500)
        trees.append(flat(searcher))
    assert trees[0] == trees[1]


def test_lists_of_floats_are_left_alone():
    class Averages(AtOnce):
        def returns(self, state):
            shares = []
            for player in range(2):
                shares.append(0.25 if player == state[1] else 0.75)
            return shares

    value = gt.search(Averages(9), simulations=100, seed=1, compiled=True).value
    assert sum(value) == pytest.approx(1)
    assert 0.25 < value[0] < 0.75


def test_numba_itself_stays_as_it_was():
    @njit
    def nothing():
        return []

    with pytest.raises(Exception, match="imprecise type"):
        nothing()
