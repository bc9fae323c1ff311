"""Nodes and edges in users' compiled code: all of them can be reached, and nothing else."""

from __future__ import annotations

import importlib

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
    return importlib.import_module(f"gametree.mcts.{name}")


KINDS = {
    "tuned": lambda of: (
        of("halving").SequentialHalving(of("widening").Widening(of("selection").UCB1Tuned())),
        gt.Playout(),
    ),
    "ucb1": lambda of: (
        of("first_play").FirstPlay(of("guidance").ProgressiveBias(of("selection").UCB1())),
        gt.HeuristicPriors(),
    ),
    "puct": lambda of: (
        of("selection").PUCT(),
        of("guidance").HeuristicPriors(
            evaluation=of("evaluation").Playout(of("evaluation").EpsilonGreedy())
        ),
    ),
    "thompson": lambda of: (of("thompson").Thompson(), gt.Playout(of("replies").LastGoodReply())),
    "grave": lambda of: (of("amaf").GRAVE(ref=5.0), gt.Playout(of("decisive").Decisive())),
    "implicit": lambda of: (of("implicit").ImplicitMinimax(), gt.Playout(of("learning").MAST())),
    "history": lambda of: (
        of("history").ProgressiveHistory(),
        gt.Playout(of("learning").NST()),
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
        trees.append(flat(searcher))
    assert trees[0] == trees[1]
