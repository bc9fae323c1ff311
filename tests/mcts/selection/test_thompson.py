"""Thompson sampling: what is drawn, and what is followed."""

from __future__ import annotations

import math

import pytest

import gametree as gt
from batched import Tilt, values_of
from gametree.games import ConnectFour, Nim, TicTacToe
from gametree.mcts.search_record import search_with
from gametree.mcts.selection.thompson import normal
from toys import Gather
from trees import flat, nodes_of

SMALL = ConnectFour(width=5, height=4)


class Wages(gt.Game):
    """One player chooses one of ten wages."""

    players = 1

    def initial_state(self):
        return (-1,)

    def current_player(self, state):
        return 0

    def legal_actions(self, state):
        return range(10 if state[0] < 0 else 0)

    def next_state(self, state, action):
        return (action,)

    def returns(self, state):
        return (float(state[0]),)


def searched(rule, game=SMALL, simulations=800, **options):
    options = {"seed": 3, "compiled": False} | options
    searcher = gt.Searcher(game, selection=rule, **options)
    searcher.run(simulations=simulations)
    return searcher


def moments(numbers):
    mean = math.fsum(numbers) / len(numbers)
    return mean, math.fsum((each - mean) ** 2 for each in numbers) / len(numbers)


def test_normal_numbers_are_normal():
    rng = gt.Rng(1)
    count = 40_000
    drawn = [normal(rng) for _ in range(count)]
    mean, variance = moments(drawn)
    assert abs(mean) < 6 / math.sqrt(count)
    assert abs(variance - 1) < 6 * math.sqrt(2 / count)
    for bound in (-1.5, -0.5, 0.0, 1.0, 2.0):
        expected = 0.5 * math.erfc(-bound / math.sqrt(2))
        share = sum(each < bound for each in drawn) / count
        assert abs(share - expected) < 6 * math.sqrt(expected * (1 - expected) / count)


def test_means_are_drawn_around_those_seen_by_how_often_they_were_seen():
    searcher = searched(gt.Thompson(0.4), Gather())
    tree = searcher.trees.first.tree
    node, edges = tree.nodes[0], tree.edges[0]
    span = searcher.trees.first.work.span
    low, high = span.low, span.high
    rng = gt.Rng(5)
    method = searcher.trees.first.method
    search = search_with(searcher.game, method, tree, searcher.trees.first.work, rng)
    count = 8000
    drawn = [[] for _ in edges]
    for _ in range(count):
        method.selection.prepare(search, 0, node.visits, node.count)
        for samples, edge in zip(drawn, edges, strict=True):
            samples.append(method.selection.score(node, edge, high - low))
    for samples, edge in zip(drawn, edges, strict=True):
        mean, variance = moments(samples)
        expected = (0.4 * (high - low)) ** 2 / edge.visits
        assert abs(mean - edge.mean) < 6 * math.sqrt(expected / count)
        assert abs(variance / expected - 1) < 6 * math.sqrt(2 / count)


def test_without_deviation_the_best_mean_is_followed_and_with_it_all_are_tried_again():
    greedy, thompson = (searched(gt.Thompson(c), Wages()).result() for c in (0.0, 0.5))
    assert [move.visits for move in greedy.actions] == [791] + [1] * 9
    assert greedy.action == thompson.action == 9
    assert 1 < thompson.actions[1].visits < 400
    assert thompson.actions[0].visits > 400


def test_the_scale_of_returns_does_not_matter():
    first, second = (searched(gt.Thompson(), Gather(scale=scale)) for scale in (1.0, 4096.0))
    visits = [[(a.action, a.visits) for a in each.result().actions] for each in (first, second)]
    assert visits[0] == visits[1]


def test_what_is_proven_is_true():
    searcher = searched(gt.Thompson(), Nim(heaps=(1, 2, 4)), 20_000, solver=True)
    assert searcher.result().proof.value == (1.0, -1.0)


@pytest.mark.parametrize(
    "rule", [gt.Widening(gt.Thompson(), 1.5), gt.FirstPlay(gt.Thompson(), 0.9)], ids=repr
)
def test_it_goes_into_rules_around_it(rule):
    searcher = searched(rule)
    assert {edge.visits > 0 for _, _, edges in nodes_of(searcher) for edge in edges} == {
        True,
        False,
    }
    for _, node, edges in nodes_of(searcher):
        assert node.visits == sum(edge.visits for edge in edges)


def test_batches_of_one_are_the_search_one_by_one():
    one = searched(gt.Thompson(), TicTacToe(), evaluation=Tilt())
    other = searched(gt.Thompson(), TicTacToe(), evaluation=gt.BatchEvaluator(values_of, 1))
    assert flat(one) == flat(other)


def test_larger_batches_leave_nothing_waiting():
    evaluation = gt.BatchEvaluator(values_of, 16)
    searcher = searched(gt.Thompson(), TicTacToe(), evaluation=evaluation)
    for _, node, edges in nodes_of(searcher):
        assert node.waiting == 0
        assert node.visits == sum(edge.visits for edge in edges)


def test_a_saved_search_goes_on(tmp_path):
    path = tmp_path / "it.search"
    searcher = searched(gt.Thompson(), simulations=300)
    searcher.save(path)
    later = gt.Searcher.load(path, SMALL, selection=gt.Thompson())
    for each in (searcher, later):
        each.run(simulations=300)
    assert flat(later) == flat(searcher)


@pytest.mark.parametrize("c", [-1, math.nan, math.inf, "1", None, True])
def test_a_bad_c_is_refused(c):
    with pytest.raises(gt.BadParameter, match="c must be a number of 0 or more"):
        gt.Thompson(c)
