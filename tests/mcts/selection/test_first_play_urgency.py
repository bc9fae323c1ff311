"""First-play urgency: how many children are tried, and that nothing else changes."""

from __future__ import annotations

import math

import pytest

import gametree as gt
from batched import Tilt, values_of
from gametree.games import ConnectFour, TicTacToe
from toys import Gather, Pig
from trees import flat, nodes_of

SMALL = ConnectFour(width=5, height=4)


class Doors(gt.Game):
    """One player opens one of a hundred doors: behind every fifth is a prize."""

    players = 1

    def initial_state(self):
        return (-1,)

    def current_player(self, state):
        return 0

    def legal_actions(self, state):
        return range(100 if state[0] < 0 else 0)

    def next_state(self, state, action):
        return (action,)

    def returns(self, state):
        return (7.0,) if state[0] % 5 == 0 else (3.0,)


def searched(rule, game=SMALL, simulations=1500, **options):
    options = {"seed": 3, "compiled": False} | options
    searcher = gt.Searcher(game, selection=rule, **options)
    searcher.run(simulations=simulations)
    return searcher


def test_some_children_are_tried_twice_before_others_are_tried():
    searcher = searched(gt.FirstPlay(gt.UCB1(0.7), 0.8), solver=True)
    assert any(
        max(edge.visits for edge in edges) > 1 and min(edge.visits for edge in edges) == 0
        for _, _, edges in nodes_of(searcher)
    )


@pytest.mark.parametrize("solver", [False, True])
@pytest.mark.parametrize("rule", [gt.UCB1(), gt.UCB1Tuned()], ids=repr)
def test_beyond_all_scores_it_is_the_rule_alone(rule, solver):
    alone = searched(rule, solver=solver)
    assert flat(searched(gt.FirstPlay(rule, 1e6), solver=solver)) == flat(alone)


@pytest.mark.parametrize("seed", range(5))
def test_no_door_is_opened_once_a_prize_is_worth_more_than_the_urgency(seed):
    searcher = searched(gt.FirstPlay(gt.UCB1(0.0), 0.5), Doors(), 400, seed=seed)
    visits = [edge.visits for edge in searcher.trees.first.tree.edges[0]]
    prizes = [edge.action % 5 == 0 for edge in searcher.trees.first.tree.edges[0]]
    # Until there is a return of each kind, nothing is known to be good.
    opened = max(prizes.index(True), prizes.index(False)) + 1
    assert opened < 60
    assert [count > 0 for count in visits] == [place < opened for place in range(100)]
    assert visits[prizes.index(True)] == 400 - opened + 1
    alone = searched(gt.UCB1(0.0), Doors(), 400, seed=seed)
    assert all(edge.visits for edge in alone.trees.first.tree.edges[0])


@pytest.mark.parametrize("urgency", [0.3, 1.0])
def test_unvisited_children_score_as_in_the_paper(urgency):
    searcher = searched(gt.FirstPlay(gt.UCB1(0.4), urgency), Gather(), 600)
    span = searcher.trees.first.work.span
    low, high = span.low, span.high
    count = 0
    for _, node, edges in nodes_of(searcher):
        for edge in edges:
            if edge.visits == 0 and node.untried != 0.0:
                score = searcher.trees.first.method.selection.score(node, edge, high - low)
                # What it was when the node was last chosen from, in returns of that time.
                assert low <= score <= low + urgency * (high - low) + 1e-9
                count += 1
    assert count > 20
    root = searcher.trees.first.tree.nodes[0]
    assert math.isclose(root.untried, low + urgency * (high - low))


@pytest.mark.parametrize("scale", [1024.0, 2.0**-20])
def test_the_scale_of_returns_does_not_matter(scale):
    first = searched(gt.FirstPlay(gt.UCB1(), 0.9), Gather(), 800)
    second = searched(gt.FirstPlay(gt.UCB1(), 0.9), Gather(scale=scale), 800)
    visits = [[(a.action, a.visits) for a in each.result().actions] for each in (first, second)]
    assert visits[0] == visits[1]


def test_games_of_chance_are_no_obstacle():
    searcher = searched(gt.FirstPlay(gt.UCB1()), Pig(), 500, solver=True)
    for _, node, edges in nodes_of(searcher):
        assert node.visits == sum(edge.visits for edge in edges)


def test_batches_of_one_are_the_search_one_by_one():
    rule = gt.FirstPlay(gt.UCB1(), 0.9)
    game = TicTacToe()
    one = searched(rule, game, 500, evaluation=Tilt(), solver=True)
    other = searched(rule, game, 500, evaluation=gt.BatchEvaluator(values_of, 1), solver=True)
    assert flat(one) == flat(other)


def test_larger_batches_leave_nothing_waiting():
    evaluation = gt.BatchEvaluator(values_of, 16)
    searcher = searched(gt.FirstPlay(gt.UCB1(), 0.9), TicTacToe(), 500, evaluation=evaluation)
    for _, node, edges in nodes_of(searcher):
        assert node.waiting == 0
        assert node.visits == sum(edge.visits for edge in edges)


def test_a_saved_search_goes_on(tmp_path):
    path = tmp_path / "it.search"
    rule = gt.FirstPlay(gt.UCB1(), 0.9)
    searcher = searched(rule, simulations=300)
    searcher.save(path)
    with pytest.raises(gt.BadParameter, match=r"one with selection FirstPlay\(rule=UCB1"):
        gt.Searcher.load(path, SMALL, selection=gt.FirstPlay(gt.UCB1(), 1.0))
    later = gt.Searcher.load(path, SMALL, selection=rule)
    for each in (searcher, later):
        each.run(simulations=300)
    assert flat(later) == flat(searcher)


@pytest.mark.parametrize("urgency", [0, -1.0, math.nan, math.inf, "1", None, True])
def test_a_bad_urgency_is_refused(urgency):
    with pytest.raises(gt.BadParameter, match="urgency must be a number above 0"):
        gt.FirstPlay(gt.UCB1(), urgency)


@pytest.mark.parametrize(("rule", "said"), [(None, "must be a SelectionRule"), (0.5, "not 0.5")])
def test_what_is_no_rule_is_refused(rule, said):
    with pytest.raises(gt.BadParameter, match=said):
        gt.FirstPlay(rule)


def test_a_rule_that_scores_unvisited_children_is_refused():
    with pytest.raises(gt.BadParameter, match=r"PUCT\(c=1.25\) scores unvisited ones by itself"):
        gt.FirstPlay(gt.PUCT())


def test_a_rule_of_the_users_own_without_scores_while_waiting_is_named():
    class Mean(gt.SelectionRule):
        def score(self, node, edge, value_range):
            return edge.mean

    evaluation = gt.BatchEvaluator(values_of, 16)
    with pytest.raises(gt.BadParameter, match="Mean must define the method score_waiting"):
        searched(gt.FirstPlay(Mean()), TicTacToe(), evaluation=evaluation)
