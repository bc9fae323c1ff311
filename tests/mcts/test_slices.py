"""Slices of a tree: what stands in them is what stands in the tree, in both modes."""

from __future__ import annotations

import threading

import pytest

import gametree as gt
from gametree.actors import CHANCE
from gametree.games import TicTacToe
from gametree.mcts.slices import Missing, part_below, slice_at
from toys import Pig

BOTH = pytest.mark.parametrize("compiled", [False, True])


def grown(simulations=600, game=None, **options):
    searcher = gt.Searcher(game or TicTacToe(), seed=3, **{"compiled": False, **options})
    searcher.run(simulations=simulations)
    return searcher


def sliced(searcher, *line):
    with searcher.looking() as trees:
        return slice_at(trees, line)


def part(searcher, *line, most=1000):
    with searcher.looking() as trees:
        return part_below(trees, line, most)


@BOTH
def test_a_slice_has_the_moves_of_the_result(compiled):
    searcher = grown(compiled=compiled, solver=True, transpositions=True)
    result, root = searcher.result(), sliced(searcher)
    assert (root.player, root.visits) == (0, result.simulations)
    branches = {each.action: each for each in root.branches}
    for each in result.actions:
        branch = branches[each.action]
        assert (branch.visits, branch.mean) == (each.visits, each.mean)
        assert branch.half_width == each.half_width
        assert (branch.known.low if branch.known.settled else None) == each.proven
        assert branch.prior is branch.probability is None


def test_slices_go_down_the_tree():
    searcher = grown()
    first = max(sliced(searcher).branches, key=lambda each: each.visits)
    below = sliced(searcher, first.action)
    assert below.player == 1
    assert below.visits == first.visits - 1 == sum(each.visits for each in below.branches)
    assert below.value[0] == -below.value[1]


def test_what_other_lines_bring_to_a_position_is_told():
    searcher = grown(2000, transpositions=True)
    apart = grown(2000, transpositions=False)
    a, b, c = 0, 4, 8
    there = {each.action: each for each in sliced(searcher, a, b).branches}[c]
    back = {each.action: each for each in sliced(searcher, c, b).branches}[a]
    node = sliced(searcher, a, b, c)
    assert there.visits - 1 + there.joined == node.visits  # the first visit stopped there
    assert node.visits == sliced(searcher, c, b, a).visits == back.visits - 1 + back.joined
    assert there.joined > 0
    assert all(each.joined == 0 for each in sliced(apart, a, b).branches)


def test_priors_are_told():
    class Guided(TicTacToe):
        def heuristic(self, state):
            return (0.0, 0.0)

    searcher = grown(100, Guided(), evaluation=gt.HeuristicPriors())
    assert sum(each.prior for each in sliced(searcher).branches) == pytest.approx(1)


def test_where_chance_moves_there_are_probabilities():
    searcher = grown(600, Pig())
    outcomes = sliced(searcher, 1)
    assert outcomes.player == CHANCE
    assert sum(each.probability for each in outcomes.branches) == pytest.approx(1)
    assert all(each.mean is each.half_width is None for each in outcomes.branches)


@BOTH
def test_a_part_has_the_most_visited_moves(compiled):
    searcher = grown(compiled=compiled)
    some = part(searcher, most=40)
    visits = [each.visits for each in some]
    assert visits == sorted(visits, reverse=True)
    assert len(some) == 40
    for place, each in enumerate(some):
        assert -1 <= each.parent < place
        assert each.player == (0 if each.parent == -1 else 1 - some[each.parent].player)
    whole = part(searcher, most=10**6)
    assert visits == [each.visits for each in whole][:40]
    seen = sum(each.visits for each in whole if each.parent == -1)
    assert seen == searcher.result().simulations


def test_lines_that_meet_stand_once_in_a_part():
    searcher = grown(2000, transpositions=True)
    whole = part(searcher, most=10**6)
    joins = [each for each in whole if each.same >= 0]
    assert joins
    for place, each in enumerate(whole):
        if each.same >= 0:
            assert whole[each.same].same == -1
            assert not any(other.parent == place for other in whole)


def test_a_position_without_a_node_says_why():
    searcher = grown(200)
    fewest = min(sliced(searcher, 0).branches, key=lambda each: each.visits)
    with pytest.raises(Missing) as missing:
        sliced(searcher, 0, fewest.action, 7)
    assert (missing.value.reached, missing.value.dropped) == (1, False)
    with pytest.raises(Missing) as missing:
        sliced(searcher, 77)
    assert (missing.value.reached, missing.value.visits) == (0, 0)


@BOTH
def test_a_position_that_was_recycled_is_said_to_be_dropped(compiled):
    searcher = grown(3000, compiled=compiled)
    engine = searcher.trees.first
    line = []
    while (below := sliced(searcher, *line)).visits > 3:
        line.append(max(below.branches, key=lambda each: each.visits).action)

    def recycle_until_it_is_gone():
        while sliced(searcher, *line):
            assert engine.recycle(engine.bytes)  # half of it is free again

    with pytest.raises(Missing) as missing:
        recycle_until_it_is_gone()
    assert missing.value.dropped
    assert sliced(searcher).visits == 3000


def test_a_search_under_way_is_looked_at():
    searcher = gt.Searcher(TicTacToe(), seed=1, method="uct", compiled=False)
    thread = threading.Thread(target=lambda: searcher.run(seconds=60))
    thread.start()
    try:
        counts = []
        while len(counts) < 5:
            visits = sliced(searcher).visits
            if visits and (not counts or visits > counts[-1]):
                counts.append(visits)
    finally:
        searcher.stop()
        thread.join()
    assert searcher.result().simulations >= counts[-1]
