"""Nodes and edges in users' compiled code: all of them can be reached, and nothing else."""

from __future__ import annotations

import pytest

import gametree as gt
from copies import copied
from gametree.mcts.selection.rule_kinds import RuleAround
from toys import OneHeap
from trees import flat


class Heap(OneHeap):
    """With an opinion, which is right: multiples of the most that may be taken and one are lost."""

    def heuristic(self, state):
        worth = -1.0 if state[0] % 4 == 0 else 1.0
        return (worth, -worth) if state[1] == 0 else (-worth, worth)


class Both(RuleAround):
    """The scores of two rules added up, since a search compiles for each rule that is alone."""

    def __init__(self, rule, other):
        super().__init__(rule)
        self.other = other
        self.tries_all_first = True
        self.node_fields = (*rule.node_fields, *other.node_fields)
        self.edge_fields = (*rule.edge_fields, *other.edge_fields)

    def prepare(self, search, number, visits, count):
        self.other.prepare(search, number, visits, count)
        return self.rule.prepare(search, number, visits, count)

    def score(self, node, edge, value_range):
        other = self.other.score(node, edge, value_range)
        return self.rule.score(node, edge, value_range) + other

    def update(self, node, edge, value):
        self.rule.update(node, edge, value)
        self.other.update(node, edge, value)


def bundled(name):
    return getattr(gt, name)


KINDS = {
    "tuned and thompson": lambda of: (
        of("SequentialHalving")(of("Widening")(Both(of("UCB1Tuned")(), of("Thompson")()))),
        gt.Playout(of("LastGoodReply")()),
    ),
    "ucb1 and single player": lambda of: (
        of("FirstPlay")(of("ProgressiveBias")(Both(of("UCB1")(), of("SPMCTS")()))),
        of("HeuristicPriors")(evaluation=of("Playout")(of("EpsilonGreedy")())),
    ),
    "grave": lambda of: (of("GRAVE")(ref=5.0), gt.Playout(of("Decisive")())),
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
