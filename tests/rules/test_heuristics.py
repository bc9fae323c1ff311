"""Heuristics give up what they make on the way to a guess."""

from __future__ import annotations

import gametree as gt
from plainpython.values import arena
from toys import OneHeap


def by_a_list(game, state):
    """Guess by a list of one's own."""
    leads = [0.01 * left for left in range(-5, state[0])]
    return leads[0], -leads[0]


class Listing(OneHeap):
    """Its heuristic makes a list, though states hold none."""

    def heuristic(self, state):
        return by_a_list(self, state)


class ListingBasis(OneHeap):
    """What its guesses begin with is a list."""

    def heuristic(self, state):
        return (0.01, -0.01)

    def heuristic_basis(self, state):
        return [0.01 * left for left in range(-5, state[0])]

    def heuristic_from(self, basis, state):
        return (basis[0], -basis[0])


def test_a_list_as_the_basis_of_guesses_takes_no_memory(monkeypatch):
    monkeypatch.setattr(arena, "HALF", 1 << 18)
    evaluation = gt.HeuristicPriors(0.5)
    trees = []
    for compiled in (True, False):
        searcher = gt.Searcher(
            ListingBasis(40), selection=gt.PUCT(), evaluation=evaluation, seed=1, compiled=compiled
        )
        searcher.run(simulations=9000)
        trees.append(searcher.tree(max_depth=None).to_dict())
    assert trees[0] == trees[1]


def test_lists_of_compiled_heuristics_take_no_memory(monkeypatch):
    """One is the game's, asked for priors; the other one is a user's, asked where playouts end."""
    monkeypatch.setattr(arena, "HALF", 1 << 18)
    evaluation = gt.HeuristicPriors(0.5, gt.Playout(max_plies=0, cutoff=by_a_list))
    trees = []
    for compiled in (True, False):
        searcher = gt.Searcher(
            Listing(40), selection=gt.PUCT(), evaluation=evaluation, seed=1, compiled=compiled
        )
        searcher.run(simulations=3000)
        trees.append(searcher.tree(max_depth=None).to_dict())
    assert trees[0] == trees[1]
