"""The way down the tree: UCB1 without a call for each score follows the edges of its scores."""

from __future__ import annotations

import pytest

import gametree as gt
from gametree.games import Nim, Pig, TicTacToe
from trees import flat


class CalledForEachScore(gt.UCB1):
    """UCB1 as any other rule."""


class LikesLastActions(gt.UCB1):
    """A rule that is UCB1 but for its score."""

    def score(self, node, edge, value_range):
        return float(edge.action)


@pytest.mark.parametrize("compiled", [False, True])
@pytest.mark.parametrize(
    ("game", "solver"), [(TicTacToe(), False), (TicTacToe(), True), (Nim(), False), (Pig(), False)]
)
def test_ucb1_grows_the_tree_of_its_scores(game, solver, compiled):
    trees = []
    for rule in (gt.UCB1(0.8), CalledForEachScore(0.8)):
        searcher = gt.Searcher(game, seed=4, selection=rule, solver=solver, compiled=compiled)
        searcher.run(simulations=600)
        trees.append(flat(searcher))
    assert trees[0] == trees[1]


@pytest.mark.parametrize("compiled", [False, True])
def test_a_score_of_a_class_of_ones_own_is_asked_for(compiled):
    searcher = gt.Searcher(TicTacToe(), seed=4, selection=LikesLastActions(), compiled=compiled)
    visits = {each.action: each.visits for each in searcher.run(simulations=500).actions}
    assert visits == {**dict.fromkeys(range(8), 1), 8: 492}
