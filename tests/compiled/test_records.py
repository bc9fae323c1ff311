"""Nodes and edges in users' compiled code: all of them can be reached, and nothing else."""

from __future__ import annotations

import pytest

import gametree as gt
from copies import copied
from toys import OneHeap
from trees import flat


class Heap(OneHeap):
    """With an opinion, which is right: multiples of the most that may be taken and one are lost."""

    def heuristic(self, state):
        worth = -1.0 if state[0] % 4 == 0 else 1.0
        return (worth, -worth) if state[1] == 0 else (-worth, worth)


def bundled(name):
    return getattr(gt, name)


KINDS = {
    "tuned": lambda of: (
        of("SequentialHalving")(of("Widening")(of("UCB1Tuned")())),
        gt.Playout(of("LastGoodReply")()),
    ),
    "ucb1": lambda of: (
        of("FirstPlay")(of("ProgressiveBias")(of("UCB1")())),
        of("HeuristicPriors")(evaluation=of("Playout")(of("EpsilonGreedy")())),
    ),
    "single player": lambda of: (of("SPMCTS")(), gt.Playout()),
    "thompson": lambda of: (of("Thompson")(), gt.Playout(of("Decisive")())),
    "grave": lambda of: (of("GRAVE")(ref=5.0), gt.Playout()),
    "implicit": lambda of: (of("ImplicitMinimax")(), gt.Playout(of("MAST")())),
    "history": lambda of: (
        of("ProgressiveHistory")(),
        gt.Playout(of("NST")()),
    ),
}


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_a_copy_of_a_bundled_strategy_grows_the_same_tree(tmp_path, kind):
    trees = []
    for compiled, home in ((True, lambda name: copied(tmp_path, name)), (False, bundled)):
        selection, evaluation = kind(home)
        searcher = gt.Searcher(
            Heap(), selection=selection, evaluation=evaluation, seed=3, compiled=compiled
        )
        searcher.run(simulations=300)
        trees.append((flat(searcher), int(searcher.trees.first.rng.state[0])))
    assert trees[0] == trees[1]
