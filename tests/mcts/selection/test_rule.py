"""The rules against their published formulas, computed here the plain way."""

from __future__ import annotations

import math
from types import SimpleNamespace

import pytest

import gametree as gt
from gametree.games import ConnectFour
from gametree.mcts.selection.puct import GuidedPUCT
from gametree.mcts.selection.rule_kinds import is_threadsafe
from own_strategies import Reaches, Recorder
from playouts import First
from toys import Gather, OneHeap
from trees import flat, nodes_of


def searched(rule, game=None, simulations=1000):
    searcher = gt.Searcher(game or ConnectFour(), seed=9, selection=rule, compiled=False)
    searcher.run(simulations=simulations)
    return searcher


def scores(searcher, minimum=1):
    """Yield (node, edge, value_range, the rule's score) for the well-visited nodes."""
    span = searcher.trees.first.work.span
    low, high = span.low, span.high
    for _, node, edges in nodes_of(searcher):
        if node.visits >= minimum and all(edge.visits for edge in edges):
            for edge in edges:
                yield (
                    node,
                    edge,
                    high - low,
                    searcher.trees.first.method.selection.score(node, edge, high - low),
                )


@pytest.mark.parametrize("c", [0.0, 0.7, 1.4])
def test_ucb1_is_the_mean_plus_c_root_of_log_n_over_n(c):
    searcher = searched(gt.UCB1(c=c))
    count = 0
    for node, edge, value_range, score in scores(searcher):
        if node.visits >= 32 and node.visits % 8:
            continue  # the logarithm may be up to seven visits old
        expected = edge.mean + c * value_range * math.sqrt(math.log(node.visits) / edge.visits)
        assert score == pytest.approx(expected, rel=1e-6, abs=1e-6)
        count += 1
    assert count > 50


def test_ucb1_tuned_uses_the_variance_of_each_child():
    searcher = searched(gt.UCB1Tuned())
    count = 0
    for node, edge, value_range, score in scores(searcher):
        variance = edge.squares / edge.visits
        ratio = math.log(node.visits) / edge.visits
        bound = variance / value_range**2 + math.sqrt(2 * ratio)
        expected = edge.mean + value_range * math.sqrt(ratio * min(0.25, bound))
        assert score == pytest.approx(expected, rel=1e-9, abs=1e-9)
        count += 1
    assert count > 50


def test_puct_weighs_by_root_of_visits_over_one_plus_n():
    searcher = searched(gt.PUCT(c=1.25))
    count = 0
    for node, edge, value_range, score in scores(searcher):
        exploration = 1.25 * value_range / node.count * math.sqrt(node.visits) / (1 + edge.visits)
        assert score == pytest.approx(edge.mean + exploration)
        count += 1
    assert count > 20


@pytest.mark.parametrize("reduction", [0.0, 0.25])
def test_puct_counts_an_unvisited_child_with_its_parents_mean(reduction):
    searcher = searched(gt.PUCT(reduction=reduction), simulations=200)
    untried = [
        (node, edge)
        for _, node, edges in nodes_of(searcher)
        for edge in edges
        if node.visits > 0 and edge.visits == 0
    ]
    assert untried
    for node, edge in untried:
        score = searcher.trees.first.method.selection.score(node, edge, 2.0)
        parent = node.value[node.player] - 2.0 * reduction
        assert score == pytest.approx(parent + 2.5 / node.count * math.sqrt(node.visits))


def test_a_rule_of_the_users_own_runs_in_both_modes():
    """With a policy and a backup of the user's own."""
    own = {
        "selection": Recorder(),
        "evaluation": gt.Playout(First()),
        "backup": Reaches(0, 0, late=1e9),  # never here: engine/test_watched_strategies.py
    }
    trees = []
    for compiled in (True, False):
        searcher = gt.Searcher(OneHeap(), seed=1, compiled=compiled, method="uct", **own)
        result = searcher.run(simulations=2000)
        for _, _, edges in nodes_of(searcher):
            for edge in edges:
                assert edge.seen == pytest.approx(edge.visits * edge.mean, abs=1e-9)
        assert result.simulations == 2000
        trees.append(flat(searcher))
    assert trees[0] == trees[1]


class Simple(gt.SelectionRule):
    """The smallest rule: one method."""

    def __init__(self, c):
        self.c = c

    def score(self, node, edge, value_range):
        return edge.mean + self.c * value_range * math.sqrt(math.log(node.visits) / edge.visits)


@pytest.mark.parametrize(
    ("visits", "waiting", "share"), [(30, 0, 0.5), (30, 10, 0.5 + 0.5 / 4), (0, 6, 1.0)]
)
def test_ucb1_explores_half_as_much_while_a_few_simulations_wait(visits, waiting, share):
    node = SimpleNamespace(visits=visits, waiting=waiting, player=1, value=[-0.1, 0.1])
    edge = SimpleNamespace(visits=min(8, visits), waiting=2, mean=0.25)
    mean = 0.25 if visits else 0.1
    explored = 0.7 * 2.0 * math.sqrt(math.log(visits + waiting) / (edge.visits + 2))
    score = gt.UCB1(c=0.7).score_waiting(node, edge, 2.0)
    assert score == pytest.approx(mean + share * explored, rel=1e-6)


class Summing(gt.UCB1):
    """Keeps a sum, of which the `renew` of its parent knows nothing."""

    edge_fields = (*gt.UCB1.edge_fields, ("sum", "f8"))

    def update(self, node, edge, value):
        gt.UCB1.update(self, node, edge, value)
        edge.sum += value


@pytest.mark.parametrize(
    ("rule", "shares"),
    [
        (gt.UCB1(), True),
        (GuidedPUCT(), True),
        (Simple(1.0), True),
        (Summing(), False),
        (Recorder(), False),
        (gt.UCB1Tuned(), False),
        (gt.Thompson(), False),
        (gt.GRAVE(), False),
        (gt.ImplicitMinimax(), False),
        (gt.ProgressiveHistory(), False),
        (gt.FirstPlay(gt.UCB1()), False),
        (gt.SequentialHalving(), False),
    ],
)
def test_which_rules_threads_may_share(rule, shares):
    assert is_threadsafe(rule) is shares


def test_the_smallest_rule_is_ucb1_written_out():
    # Its logarithm is that of `math`, the last bit of which may be another: the trees may differ.
    options = {"simulations": 1500, "seed": 2, "compiled": False}
    own = gt.search(ConnectFour(), selection=Simple(1.4), **options)
    bundled = gt.search(ConnectFour(), method="uct", **options)
    assert own.action == bundled.action


class Coin(Simple):
    """Looks at the first child only, or at more than there are, by the toss of a coin."""

    tries_all_first = False

    def score(self, node, edge, value_range):
        return Simple.score(self, node, edge, value_range) if edge.visits else math.inf

    def prepare(self, search, number, visits, count):
        assert visits == search.tree.nodes[number].visits
        assert count == len(search.tree.edges[number])
        return 1 if search.rng.below(2) == 0 else count + 5


def test_a_rule_may_choose_among_fewer_children_but_not_more():
    searcher = searched(Coin(0.7), simulations=800)
    edges = searcher.trees.first.tree.edges[0]
    assert edges[0].visits > 400 - 5 * 14.2  # half the tosses, less five standard deviations
    assert all(edge.visits > 2 for edge in edges)


def test_a_larger_c_explores_more():
    shares = [
        gt.search(ConnectFour(), simulations=5000, seed=3, selection=gt.UCB1(c=c)).actions[0].share
        for c in (0.1, 0.7, 3.0)
    ]
    assert shares == sorted(shares, reverse=True)


def test_c_is_a_run_time_number_and_changes_nothing_else():
    game = Gather()
    first = gt.search(game, simulations=500, seed=2, selection=gt.UCB1(c=0.5))
    again = gt.search(game, simulations=500, seed=2, selection=gt.UCB1(c=0.5))
    other = gt.search(game, simulations=500, seed=2, selection=gt.UCB1(c=2.0))
    assert first.actions == again.actions
    assert first.actions != other.actions


@pytest.mark.parametrize("rule", [gt.UCB1, gt.UCB1Tuned, gt.PUCT])
@pytest.mark.parametrize("c", [-1, math.nan, math.inf, "1", None, True])
def test_a_bad_c_is_refused(rule, c):
    with pytest.raises(gt.BadParameter, match="c must be a number of 0 or more"):
        rule(c=c)
