from __future__ import annotations

import math

import pytest

import gametree as gt
from gametree.actors import CHANCE
from gametree.mcts.parallel.merged_tree import EdgeCopy, MergedNode, NodeCopy
from gametree.mcts.proofs.proofs import Known
from gametree.mcts.tree.tree import NO_CHILD

NOTHING = Known(-10.0, 10.0, 0)


def edge(action, visits, mean, child=NO_CHILD, known=NOTHING, probability=0.0):
    return EdgeCopy(action, visits, mean, probability, child, known)


def node(player, visits, value, edges, known=NOTHING):
    return NodeCopy(player, visits, value, (known,) * len(value), edges)


def tree(*nodes):
    """Return what looks into a tree of these nodes."""
    return lambda number: nodes[number]


def merged(*trees):
    return MergedNode([(look, 0) for look in trees])


# A position seen twice: the returns were 1, 3, 3 for one move, 5 for the other in the first
# tree, and 2 and 4, 6 in the second.
FIRST = node(0, 4, (3.0, 0.5), [edge("a", 3, 7 / 3, 1), edge("b", 1, 5.0)])
BELOW = node(1, 2, (1.0, 1.0), [])
SECOND = node(0, 3, (4.0, 2.0), [edge("b", 2, 5.0), edge("a", 1, 2.0)])


def test_one_tree_is_left_as_it_is():
    whole = merged(tree(FIRST, BELOW))
    assert (whole.player, whole.visits) == (0, 4)
    assert [each[:3] for each in whole.edges] == [("a", 3, 7 / 3), ("b", 1, 5.0)]
    assert whole.value == (3.0, 0.5)


def test_statistics_are_put_together_by_move_whatever_the_order():
    whole = merged(tree(FIRST, BELOW), tree(SECOND))
    assert whole.visits == 7
    means = {each.action: each.mean for each in whole.edges}
    assert [(each.action, each.visits) for each in whole.edges] == [("a", 4), ("b", 3)]
    assert means == pytest.approx({"a": (1 + 3 + 3 + 2) / 4, "b": (5 + 4 + 6) / 3})
    assert whole.value[0] == pytest.approx((1 + 3 + 3 + 2 + 5 + 4 + 6) / 7)
    assert whole.value[1] == pytest.approx((4 * 0.5 + 3 * 2.0) / 7)


def test_the_node_behind_a_move_is_that_of_the_trees_that_have_one():
    edges = {each.action: each for each in merged(tree(FIRST, BELOW), tree(SECOND)).edges}
    assert edges["a"].leads_on
    assert edges["a"].node().visits == BELOW.visits
    assert not edges["b"].leads_on


def test_a_tree_without_simulations_has_no_say():
    empty = node(0, 0, (0.0, 0.0), [edge("a", 0, 0.0)])
    for trees in ((tree(empty), tree(SECOND)), (tree(SECOND), tree(empty))):
        whole = merged(*trees)
        assert whole.value == (4.0, 2.0)
        assert {each.action: (each.visits, each.mean) for each in whole.edges} == {
            "a": (1, 2.0),
            "b": (2, 5.0),
        }


def test_probabilities_are_not_summed():
    outcomes = [edge(6, 3, 0.0, probability=0.25), edge(1, 9, 0.0, probability=0.75)]
    whole = merged(*[tree(node(CHANCE, 12, (1.0,), outcomes))] * 2)
    told = [(each.action, each.visits, each.probability) for each in whole.edges]
    assert told == [(6, 6, 0.25), (1, 18, 0.75)]


def test_moves_that_cannot_be_hashed_are_refused():
    copy = node(0, 1, (0.0,), [edge([1, 2], 1, 0.0)])
    assert merged(tree(copy)).edges[0].action == [1, 2]
    with pytest.raises(gt.GameError, match="several workers need moves that can be hashed"):
        _ = merged(tree(copy), tree(copy)).edges


def test_what_one_tree_has_proven_is_certain():
    known = [Known(0.0, 10.0, 0), Known(-10.0, 10.0, 0), Known(-10.0, 0.0, 0)]
    trees = [
        tree(node(0, 1, (0.0,), [edge("a", 1, 0.0, 0, one), edge("b", 1, 0.0)], one))
        for one in known
    ]
    assert merged(trees[1]).known == (NOTHING,)
    assert merged(trees[0], trees[1]).known == (Known(0.0, 10.0, 0),)
    whole = merged(*trees)
    assert whole.known[0].settled
    assert {each.action: each.known.settled for each in whole.edges} == {"a": True, "b": False}


def test_of_several_proofs_the_shortest_is_told():
    known = [Known(1.0, 1.0, 9), Known(0.0, 1.0, 0), Known(1.0, 1.0, 7)]
    trees = [tree(node(0, 1, (0.0,), [], one)) for one in known]
    assert merged(*trees).known == (Known(1.0, 1.0, 7),)


def test_what_trees_know_only_together_has_no_length():
    """One says at least a draw, the other at most one; of two whole proofs the shorter counts."""

    def known(*each):
        trees = [tree(node(0, 5, (0.0,), [], one)) for one in each]
        return MergedNode([(look, 0) for look in trees]).known[0]

    assert known(Known(0.0, 1.0, 0), Known(-1.0, 0.0, 0)) == Known(0.0, 0.0, math.inf)
    assert known(Known(0.0, 0.0, 7), Known(0.0, 0.0, 5)) == Known(0.0, 0.0, 5)
    assert known(Known(0.0, 0.0, 7), Known(-1.0, 0.0, 0)) == Known(0.0, 0.0, 7)
