"""Capacity for trees: used up, recycled, given back."""

from __future__ import annotations

import pytest

import gametree as gt
from gametree.games import ConnectFour, TicTacToe
from toys import OneHeap
from trees import nodes_of


@pytest.mark.parametrize("compiled", [True, False])
def test_memory_alone_ends_the_search_when_it_is_used_up(compiled):
    result = gt.search(ConnectFour(), memory=400_000, seed=1, compiled=compiled, method="uct")
    assert result.stopped_by == "memory"
    assert result.memory_full
    assert 200_000 < result.bytes <= 240_000  # the rest is for a copy later


@pytest.mark.parametrize(
    ("compiled", "options"),
    [
        (True, {}),
        (False, {}),
        (False, {"solver": True}),
        (False, {"solver": True, "transpositions": True}),
    ],
    ids=["compiled", "plain", "solver", "graph"],
)
def test_at_the_memory_limit_the_nodes_with_the_fewest_visits_are_recycled(compiled, options):
    searcher = gt.Searcher(ConnectFour(), seed=1, compiled=compiled, method="uct", **options)
    first = searcher.run(memory=250_000)
    done = first.simulations
    for _ in range(3):
        result = searcher.run(simulations=2000, memory=250_000)
        done += 2000
        assert result.stopped_by == "simulations"
        assert result.memory_full
        assert result.bytes <= 150_000  # the rest is for the copy
        assert result.simulations == done
        assert sum(each.visits for each in result.actions) == done
        assert len(result.principal_variation) >= 3
    assert "memory limit" in str(result)
    nodes = searcher.trees.first.tree.nodes
    for _, node, edges in nodes_of(searcher):
        if edges:
            assert node.visits == sum(edge.visits for edge in edges)
        if not options:
            for edge in edges:
                assert not edge.child or nodes[edge.child].visits < edge.visits
    searcher.advance(result.action)
    assert searcher.run(simulations=500).simulations > 500


class Broad(gt.Game):
    """Few moves at first, then so many that a node takes most of the least memory."""

    players = 1

    def initial_state(self):
        return (0, 0)

    def current_player(self, state):
        return 0

    def legal_actions(self, state):
        return range((2, 75, 150, 0)[state[0]])

    def next_state(self, state, action):
        return (state[0] + 1, (31 * state[1] + action) % 1009)

    def returns(self, state):
        return (float(state[1] % 10),)


def test_where_no_node_finds_room_the_search_goes_on_without():
    result = gt.search(
        Broad(), simulations=400, memory=70_000, seed=1, compiled=False, method="uct"
    )
    assert result.simulations == 400
    assert result.memory_full


def test_recycling_keeps_the_most_visited_nodes():
    searcher = gt.Searcher(ConnectFour(), seed=1, method="uct")
    searcher.run(simulations=5000)
    before = {path: int(node.visits) for path, node, _ in nodes_of(searcher)}
    engine = searcher.trees.first
    assert engine.recycle(engine.bytes)
    after = {path: int(node.visits) for path, node, _ in nodes_of(searcher)}
    least = min(after.values())
    assert after == {path: visits for path, visits in before.items() if visits >= least}
    assert 0.2 * len(before) < len(after) < 0.6 * len(before)
    assert not engine.recycle(400)  # the root alone takes more than half of that


def test_what_is_proven_stays_proven_when_nodes_are_recycled():
    # The whole graph takes 360 kB, and a proof 8,700 simulations.
    options = {"solver": True, "transpositions": True, "selection": gt.UCB1(0.7)}
    searcher = gt.Searcher(TicTacToe(), seed=1, compiled=True, **options)
    result = searcher.run(simulations=1_000_000, memory=150_000)
    assert result.memory_full
    assert result.proof is not None
    assert result.proof.value == (0.0, 0.0)
    assert result.bytes < 90_000


def test_a_larger_memory_limit_lets_a_full_tree_grow_again():
    searcher = gt.Searcher(ConnectFour(), seed=1, method="uct")
    small = searcher.run(memory=200_000)
    large = searcher.run(simulations=20_000, memory=100_000_000)
    assert not large.memory_full
    assert large.nodes > 5 * small.nodes


class BroadAtFirst(OneHeap):
    """So many moves at first that the room at the start does not hold the root."""

    def legal_actions(self, state):
        return range(1, min(200, state[0]) + 1)


def test_the_limit_holds_where_the_root_alone_needs_more_room_than_there_is_at_first():
    searcher = gt.Searcher(BroadAtFirst(400), seed=1, compiled=False, method="uct")
    assert searcher.run(simulations=600, memory=400_000).bytes <= 400_000
