"""Single-player UCT: scores by a reference that keeps all returns, and both modes alike."""

from __future__ import annotations

import math
from collections import defaultdict

import pytest

import gametree as gt
from batched import Tilt, values_of
from gametree.games import TicTacToe
from toys import Gather
from trees import flat

PUZZLE = Gather(players=1, rounds=5)


@pytest.mark.parametrize(("c", "d"), [(0.1, 0.1), (1.0, 0.0), (0.0, 2.0)])
def test_it_follows_the_highest_published_score(c, d):
    """Every choice of a search, by a list of all returns of every move."""
    searcher = gt.Searcher(PUZZLE, seed=2, selection=gt.SPMCTS(c, d), compiled=False)
    returns = defaultdict(list)  # by line
    seen = []
    path = ()
    chosen = 0
    for step in searcher.trace(simulations=250):
        if step.kind == "selection":
            path = step.path
            tried = [move for move in step.candidates if move.visits]
            if len(tried) == len(step.candidates):
                extent = max(seen) - min(seen) or 1.0
                visits = sum(len(returns[*path, move.action]) for move in tried)
                best = max(
                    tried, key=lambda move: score(returns[*path, move.action], visits, extent, c, d)
                )
                found = step.candidates[step.chosen]
                expected = score(returns[*path, best.action], visits, extent, c, d)
                assert math.isclose(found.score, expected, rel_tol=1e-9)
                assert math.isclose(math.fsum(t.value for t in found.terms), found.score)
                chosen += 1
            path = (*path, step.candidates[step.chosen].action)
        elif step.kind == "backup":
            for depth in range(1, len(path) + 1):
                returns[path[:depth]].append(step.values[0])
            seen.append(step.values[0])
    assert chosen > 150


def score(values, visits, extent, c, d):
    n = len(values)
    scaled = [value / extent for value in values]
    mean = math.fsum(scaled) / n
    squares = math.fsum(value * value for value in scaled) - n * mean * mean
    published = mean + c * math.sqrt(math.log(visits) / n) + math.sqrt(max(0.0, squares + d) / n)
    return extent * published


def test_both_modes_grow_the_same_tree():
    trees = []
    for compiled in (False, True):
        searcher = gt.Searcher(PUZZLE, seed=1, selection=gt.SPMCTS(), compiled=compiled)
        searcher.run(simulations=300)
        trees.append(flat(searcher))
    assert trees[0] == trees[1]


def test_batches_of_one_are_the_search_one_by_one():
    trees = []
    for evaluation in (Tilt(), gt.BatchEvaluator(values_of, 1)):
        searcher = gt.Searcher(
            TicTacToe(), seed=5, selection=gt.SPMCTS(), evaluation=evaluation, compiled=False
        )
        searcher.run(simulations=500)
        trees.append(flat(searcher))
    assert trees[0] == trees[1]


def test_parameters_are_checked():
    with pytest.raises(gt.BadParameter, match="c must be a number of 0 or more"):
        gt.SPMCTS(c=-1)
    with pytest.raises(gt.BadParameter, match="d must be a number of 0 or more"):
        gt.SPMCTS(d=-0.1)
