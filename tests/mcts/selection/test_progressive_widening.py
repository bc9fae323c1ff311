"""Progressive widening: how many children are looked at, which, and what it brings."""

from __future__ import annotations

import math

import pytest

import gametree as gt
from batched import GuidedTilt, Tilt, uneven, values_of
from gametree.games import ConnectFour, Nim, TicTacToe
from toys import Gather, Pig
from trees import flat, nodes_of


class Traps(gt.Game):
    """One of a thousand moves, then one of thirty answers.

    A third of the answers refute a move, but none refutes every fourth one.
    """

    def initial_state(self):
        return (-1, -1)

    def current_player(self, state):
        return 0 if state[0] < 0 else 1

    def legal_actions(self, state):
        if state[0] < 0:
            return range(1000)
        return range(30 if state[1] < 0 else 0)

    def next_state(self, state, action):
        return (action, -1) if state[0] < 0 else (state[0], action)

    def returns(self, state):
        if state[0] % 4 > 0 and (state[0] * 7 + state[1] * 11) % 3 == 0:
            return (-1.0, 1.0)
        return (1.0, -1.0)


def searched(rule, game=None, simulations=1500, **options):
    options = {"seed": 3, "compiled": False} | options
    searcher = gt.Searcher(game or ConnectFour(), selection=rule, **options)
    searcher.run(simulations=simulations)
    return searcher


def widened(k=1.0, alpha=0.5):
    return gt.Widening(gt.UCB1(0.7), k, alpha)


@pytest.mark.parametrize(("k", "alpha"), [(1.0, 0.5), (2.0, 0.3), (0.1, 1.0), (1000.0, 0.5)])
@pytest.mark.parametrize("game", [Traps(), Gather(), Pig()], ids=lambda game: game.name)
def test_so_many_children_are_looked_at_and_each_once_before_any_twice(game, k, alpha):
    searcher = searched(widened(k, alpha), game)
    for _, node, edges in nodes_of(searcher):
        if node.player < 0 or node.visits < 1:
            continue
        visits = [edge.visits for edge in edges]
        # Before the last simulation.
        expected = max(1, math.ceil(k * math.pow(node.visits - 1, alpha)))
        expected = min(expected, node.count, node.visits)
        assert sum(count > 0 for count in visits) == expected
        assert all(visits[:expected])


def test_where_there_are_few_moves_it_is_the_rule_alone():
    assert flat(searched(widened(1000.0))) == flat(searched(gt.UCB1(0.7)))


def test_among_a_thousand_moves_it_finds_one_that_is_not_refuted():
    found = {"widened": 0, "alone": 0}
    for seed in range(3):
        for name, rule in (("widened", widened()), ("alone", gt.UCB1(0.7))):
            result = searched(rule, Traps(), 1500, seed=seed).result()
            found[name] += result.action % 4 == 0
    assert found["widened"] == 3
    assert found["alone"] <= 2


def in_order(searcher):
    """Tell of how many nodes the visited children are those with the highest priors."""
    count = 0
    for _, node, edges in nodes_of(searcher):
        tried = [edge.prior for edge in edges if edge.visits > 0]
        others = [edge.prior for edge in edges if edge.visits == 0]
        if node.visits > 1 and others:
            assert min(tried) >= max(others)
            count += 1
    return count


@pytest.mark.parametrize("rule", [gt.UCB1(), gt.PUCT(), gt.FirstPlay(gt.UCB1())], ids=repr)
def test_moves_with_the_highest_priors_come_first(rule):
    searcher = searched(gt.Widening(rule, 0.7), TicTacToe(), 800, evaluation=GuidedTilt())
    assert in_order(searcher) > 30


class TellTale(gt.GuidedEvaluation):
    """Finished games are worth their returns, others nothing; low numbers are preferred."""

    def evaluate(self, game, state, rng, work):
        work.values[0] = work.values[1] = 0.0
        if game.is_terminal(state):
            values = game.returns(state)
            work.values[0] = values[0]
            work.values[1] = values[1]

    def prior(self, game, state, action):
        return 1.0 / (1.0 + action)


def test_a_move_that_is_followed_no_more_leaves_its_place_to_the_next_best():
    rule = gt.Widening(gt.PUCT(), 1.0, 0.3)
    searcher = searched(rule, TicTacToe(), 6000, evaluation=TellTale(), solver=True)
    count = 0
    for _, node, edges in nodes_of(searcher):
        if node.visits > 250 and 0 < node.unpruned < node.count and node.among == node.unpruned:
            few = node.ordered
            rest = [edge.prior for edge in edges[few : node.unpruned]]
            first = [edge.prior for edge in edges[:few]]
            assert first == sorted(first, reverse=True)
            assert min(first) >= max(rest, default=0.0)
            count += 1
    assert count > 5


@pytest.mark.parametrize(
    ("heaps", "value"), [((1, 2, 3), (-1.0, 1.0)), ((1, 2, 4), (1.0, -1.0)), ((2, 2), (-1.0, 1.0))]
)
def test_what_is_proven_is_true(heaps, value):
    searcher = searched(widened(), Nim(heaps=heaps), 20_000, solver=True, transpositions=True)
    assert searcher.result().proof.value == value


@pytest.mark.parametrize("solver", [False, True])
def test_batches_of_one_are_the_search_one_by_one(solver):
    options = {"solver": solver, "simulations": 500, "game": TicTacToe()}
    one = searched(widened(), evaluation=Tilt(), **options)
    other = searched(widened(), evaluation=gt.BatchEvaluator(values_of, 1), **options)
    assert flat(one) == flat(other)


@pytest.mark.parametrize("rule", [gt.UCB1(), gt.PUCT()], ids=repr)
def test_batches_with_priors(rule):
    evaluation = gt.BatchEvaluator(uneven, 16, priors=True)
    rule = gt.Widening(rule, 0.7)
    searcher = searched(rule, TicTacToe(), 800, evaluation=evaluation)
    assert in_order(searcher) > 20
    for _, node, edges in nodes_of(searcher):
        assert node.waiting == 0
        assert node.visits == sum(edge.visits for edge in edges)


def test_a_saved_search_goes_on_also_after_a_move(tmp_path):
    path = tmp_path / "it.search"
    options = {"selection": gt.Widening(gt.PUCT(), 0.7), "evaluation": GuidedTilt()}
    searcher = gt.Searcher(TicTacToe(), seed=1, compiled=False, method="uct", **options)
    searcher.run(simulations=300)
    searcher.advance(searcher.result().action)
    searcher.save(path)
    later = gt.Searcher.load(path, TicTacToe(), **options)
    for each in (searcher, later):
        each.run(simulations=300)
    assert flat(later) == flat(searcher)


@pytest.mark.parametrize("value", [0, -1.0, math.nan, math.inf, "1", None, True])
@pytest.mark.parametrize("name", ["k", "alpha"])
def test_bad_parameters_are_refused(name, value):
    with pytest.raises(gt.BadParameter, match=f"{name} must be a number above 0"):
        gt.Widening(gt.UCB1(), **{name: value})


def test_an_alpha_above_one_is_refused():
    with pytest.raises(gt.BadParameter, match=r"at most 1, not 1\.5"):
        gt.Widening(gt.UCB1(), alpha=1.5)


def test_first_play_goes_inside():
    with pytest.raises(gt.BadParameter, match=r"Widening.* scores unvisited ones by itself"):
        gt.FirstPlay(gt.Widening(gt.UCB1()))
