from __future__ import annotations

import math

import pytest

import gametree as gt
from gametree.errors import BadParameter
from gametree.games import CantStop
from gametree.mcts.named_strategies import strategies_of
from gametree.mcts.search_options import SearchOptions
from gametree.mcts.tree.tree import NO_CHILD, ROOT
from toys import Pig, Wheel


def chance_nodes(tree, number=ROOT):
    """Yield the numbers of all nodes where chance moves."""
    if tree.nodes[number].player == gt.CHANCE:
        yield number
    for edge in tree.edges[number]:
        if edge.child != NO_CHILD:
            yield from chance_nodes(tree, edge.child)


def even(game, state):
    return [0.5] * game.players


def test_both_modes_grow_the_same_tree():
    """With PUCT, greedy playouts that are cut, and nodes made late, which is all the same to it."""
    options = {
        "chance": gt.WidenedChance(2.0, 0.4),
        "selection": gt.PUCT(),
        "evaluation": gt.Playout(gt.EpsilonGreedy(0.5, even), max_plies=4),
        "expand_after": 2,
    }
    trees = []
    for compiled in (False, True):
        searcher = gt.Searcher(Pig(), seed=3, compiled=compiled, **options)
        searcher.run(simulations=600)
        trees.append(searcher.tree(max_depth=None).to_dict())
    assert len(trees[0]["children"]) == 2
    assert trees[0] == trees[1]


@pytest.mark.parametrize(("k", "alpha"), [(1.0, 0.5), (3.0, 0.25)])
def test_a_node_has_no_more_outcomes_than_it_may(k, alpha):
    game = CantStop(columns_to_win=1)
    widened = gt.WidenedChance(k, alpha)
    searcher = gt.Searcher(game, seed=1, chance=widened, compiled=False)
    searcher.run(simulations=500)
    tree = searcher.trees.first.tree
    numbers = list(chance_nodes(tree))
    assert len(numbers) > 20
    for number in numbers:
        node, edges = tree.nodes[number], tree.edges[number]
        assert node.opened <= math.ceil(k * node.visits**alpha)
        drawn = [edge.visits > 0 for edge in edges]
        assert drawn == [True] * node.opened + [False] * (len(edges) - node.opened)
        assert len({edge.action for edge in edges}) == 126
    most = max(numbers, key=lambda number: tree.nodes[number].visits)
    assert 1 < tree.nodes[most].opened < 126


def test_outcomes_are_drawn_by_their_probabilities():
    """With the room that the other outcome leaves, for those who have few of them."""
    result = gt.search(
        Wheel(), simulations=8000, seed=1, chance=gt.WidenedChance(9.0, 1.0), compiled=False
    )
    means = {move.action: (move.mean, move.visits) for move in result.actions}
    for action, wheel in enumerate(Wheel.WHEELS):
        expected = sum(value * probability for value, probability in wheel)
        mean, visits = means[action]
        assert abs(mean - expected) < 5.5 * 4 / math.sqrt(visits)


def test_proofs_know_of_all_outcomes():
    state = (14, 13, 6, 0, False)
    result = gt.search(
        Pig(),
        state,
        simulations=500,
        seed=1,
        chance=gt.WidenedChance(),
        solver=True,
        compiled=False,
    )
    assert result.action == Pig.HOLD
    assert result.proof.value == (1.0, -1.0)


def test_by_name():
    def chance_of(**options):
        return strategies_of(SearchOptions(**options)).get("chance")

    assert chance_of() is None
    assert type(chance_of(chance="nodes")) is gt.ChanceNodes
    assert type(chance_of(chance="open_loop")) is gt.OpenLoop
    widened = chance_of(chance="widened", chance_k=2.0, chance_alpha=0.3)
    assert (widened.k, widened.alpha) == (2.0, 0.3)
    with pytest.raises(BadParameter, match="chance must be one of nodes, open_loop, widened, not"):
        chance_of(chance="closed")
    for options in ({"chance_k": 1.0}, {"chance": "open_loop", "chance_alpha": 0.5}):
        with pytest.raises(BadParameter, match=r"has no chance_\w+; those .* one are widened$"):
            chance_of(**options)


@pytest.mark.parametrize(
    ("k", "alpha", "message"),
    [
        (0.0, 0.5, "k must be a number above 0"),
        (1.0, 0.0, "alpha must be a number above 0"),
        (1.0, 1.5, "alpha must be a number above 0 and at most 1, not 1.5"),
        ("2", 0.5, "k must be a number above 0"),
    ],
)
def test_bad_numbers(k, alpha, message):
    with pytest.raises(BadParameter, match=message):
        gt.WidenedChance(k, alpha)


def test_threads_on_one_tree_do_without():
    with pytest.raises(BadParameter, match='parallel="tree" cannot be used with chance=WidenedCh'):
        gt.Searcher(Pig(), chance=gt.WidenedChance(), workers=2, parallel="tree")
