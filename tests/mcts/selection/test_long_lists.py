"""Long lists of moves: a node that looks at ten of a million keeps ten."""

from __future__ import annotations

import pytest

import gametree as gt
from gametree.mcts.tree.tree import edges_of
from trees import nodes_of


class Digits(gt.Game):
    """Two players choose numbers in turn; a hash of all of them says who wins."""

    players = 2

    def __init__(self, count: int):
        self.count = count
        self.numbers = tuple(range(count))

    def initial_state(self):
        return (0, 0)

    def current_player(self, state):
        return state[0] % 2

    def legal_actions(self, state):
        return self.numbers

    def next_state(self, state, action):
        return (state[0] + 1, (31 * state[1] + action) % 1009)

    def is_terminal(self, state):
        return state[0] == 6

    def returns(self, state):
        value = state[1] / 504.5 - 1.0
        return (value, -value)


class Range(Digits):
    def legal_actions(self, state):
        return range(self.count)


class Fresh(Digits):
    def legal_actions(self, state):
        return [7 * each for each in range(self.count - state[0])]


def searched(game, compiled, simulations, **options):
    searcher = gt.Searcher(
        game, seed=1, compiled=compiled, selection=gt.Widening(gt.UCB1()), **options
    )
    searcher.run(simulations=simulations)
    return searcher


def visited(searcher):
    tree = searcher.trees.first.tree
    found = []
    for number, (path, node, _) in enumerate(nodes_of(searcher)):
        edges = edges_of(tree, 0) if number == 0 else []
        found.append((path, int(node.visits), [each[:3] for each in edges if each.visits]))
    return sorted(found, key=repr)


@pytest.mark.parametrize("kind", [Digits, Range, Fresh])
def test_both_modes_have_the_same_tree(kind):
    game = kind(700)
    found = [visited(searched(game, compiled, 300)) for compiled in (False, True)]
    assert found[0] == found[1]
    assert len(found[0]) > 50


@pytest.mark.parametrize("kind", [Digits, Range])
def test_edges_are_as_few_as_a_search_looks_at(kind):
    few, many = (searched(kind(count), False, 300) for count in (1000, 10**6))
    for searcher in (few, many):
        tree = searcher.trees.first.tree
        assert sum(len(edges_of(tree, each)) for each in range(len(tree.nodes))) < 1500
    assert many.result().simulations == 300


class Drawn(Range):
    def random_action(self, state, rng):
        return rng.below(self.count)


class DrawnFresh(Drawn):
    def legal_actions(self, state):
        return [each for each in range(self.count) if each >= 0]


@pytest.mark.parametrize(("kind", "lists"), [(Drawn, False), (DrawnFresh, True)])
def test_compiled_nodes_list_no_moves_of_a_range(kind, lists):
    """The buffer for listed moves has to be enlarged only where they are listed."""
    searcher = searched(kind(10**5), True, 300)
    assert (len(searcher.trees.first.work.actions) >= 10**5) == lists
    assert searcher.result().simulations == 300


def test_moves_are_listed_seldom_for_nodes():
    """Once to count them, once to lay the first, and again as a node has four times as many."""
    calls = 0

    class Counting(Range):
        def legal_actions(self, state):
            nonlocal calls
            calls += 1
            return range(self.count)

    searcher = searched(Counting(5000), False, 400, evaluation=Flat())
    nodes = len(searcher.trees.first.tree.nodes)
    assert calls < 3.5 * nodes + 20


class Flat(gt.Evaluation):
    def evaluate(self, game, state, rng, work):
        work.values[:] = game.returns(state)


def test_a_tree_goes_on_below_the_move_that_was_played():
    searcher = searched(Range(3000), False, 400)
    best = searcher.result().action
    searcher.advance(best)
    searcher.run(simulations=200)
    assert searcher.result().simulations >= 200


def test_a_search_of_some_moves_keeps_to_them():
    moves = list(range(0, 3000, 30))
    searcher = searched(Range(3000), False, 300, moves=moves)
    assert {each.action for each in searcher.result().actions if each.visits} <= set(moves)
