from __future__ import annotations

import pytest

import gametree as gt
from playouts import First
from toys import Endless, EndlessRace, Gather, OneHeap


def lead(game, state):
    """A heuristic of the user's: the higher the number, the better for player 0."""
    value = state[0] / 8.0
    return (value, -value)


# That heuristics and policies do the same compiled is seen where whole trees are compared:
# tests/mcts/selection/test_implicit_minimax.py, tests/mcts/test_chance.py, tests/test_benchmark.py.


def test_a_cut_playout_counts_as_a_draw_without_a_heuristic():
    evaluation = gt.Playout(max_plies=10)
    result = gt.search(Endless(), simulations=500, seed=1, evaluation=evaluation, compiled=False)
    assert result.value == (0.0, 0.0)


def test_what_a_draw_is_worth_is_the_games_to_say():
    class HalfPoints(Endless):
        draw_value = 0.5

    result = gt.search(
        HalfPoints(), simulations=50, seed=1, evaluation=gt.Playout(max_plies=3), compiled=False
    )
    assert result.value == (0.5, 0.5)


def test_a_cut_playout_takes_the_games_heuristic():
    evaluation = gt.Playout(max_plies=4)
    result = gt.search(
        EndlessRace(), simulations=3000, seed=1, evaluation=evaluation, compiled=False
    )
    assert result.action == 1  # upwards is good for player 0
    assert result.value[0] > 0.02


def test_a_cut_playout_takes_the_users_heuristic_before_the_games():
    evaluation = gt.Playout(max_plies=4, cutoff=lambda game, state: (-state[0] / 8, state[0] / 8))
    result = gt.search(
        EndlessRace(), simulations=3000, seed=1, evaluation=evaluation, compiled=False
    )
    assert result.action == -1


def test_no_plies_at_all_is_a_static_evaluation():
    evaluation = gt.Playout(max_plies=0, cutoff=lead)
    searcher = gt.Searcher(Endless(), seed=1, evaluation=evaluation, compiled=False)
    searcher.run(simulations=2)
    assert sorted(edge.mean for edge in searcher.result().actions) == [-0.125, 0.125]


def by_lot(game, state):
    """Return what the first player gets in the mean where all moves are equally likely."""
    actions = list(game.legal_actions(state))
    if not actions:
        return game.returns(state)[0]
    return sum(by_lot(game, game.next_state(state, action)) for action in actions) / len(actions)


@pytest.mark.parametrize("epsilon", [1.0, 0.0])
def test_epsilon_greedy_with_epsilon_1_moves_by_lot(epsilon):
    def zero(game, state):
        return (0.0, 0.0)

    game = OneHeap(8)
    result = gt.search(
        game,
        simulations=12_000,
        seed=5,
        selection=gt.UCB1(100.0),  # all moves alike: 4000 returns of 1 or -1 for each
        evaluation=gt.Playout(gt.EpsilonGreedy(epsilon, zero)),
        expand_after=12_000,
        compiled=False,
    )
    off = [
        abs(each.mean - by_lot(game, game.next_state(game.initial_state(), each.action)))
        for each in result.actions
    ]
    # Five standard deviations of a mean.
    assert (max(off) < 5 / 3900**0.5) == (epsilon == 1.0)


def test_a_greedy_playout_takes_a_win_in_one():
    def nothing(game, state):
        return (0.0, 0.0)

    # Two counters left, player 0 to move: the greedy playout always takes both.
    evaluation = gt.Playout(gt.EpsilonGreedy(0.0, nothing))
    searcher = gt.Searcher(
        OneHeap(), (3, 1), evaluation=evaluation, seed=1, compiled=False, expand_after=1000
    )
    searcher.run(simulations=300)
    means = {each.action: each.mean for each in searcher.result().actions}
    assert means == {1: -1.0, 2: -1.0, 3: 1.0}


class Constant(gt.Evaluation):
    """An evaluation of the user's own."""

    def evaluate(self, game, state, rng, work):
        work.values[0] = 0.25
        work.values[1] = -0.25


# Both modes: tests/mcts/backup/test_backup.py; a policy, tests/mcts/selection/test_rule.py.
def test_an_evaluation_of_the_users_own():
    result = gt.search(OneHeap(), simulations=100, seed=1, evaluation=Constant(), compiled=False)
    assert result.value == (0.25, -0.25)


def test_a_policy_of_the_users_own():
    evaluation = gt.Playout(First())
    searcher = gt.Searcher(
        OneHeap(10), seed=1, evaluation=evaluation, compiled=False, expand_after=1000
    )
    searcher.run(simulations=30)
    # Taking one at a time from 10: the parity of what is left decides.
    means = {each.action: each.mean for each in searcher.result().actions}
    assert means == {1: -1.0, 2: 1.0, 3: -1.0}


def test_epsilon_greedy_needs_a_heuristic_from_somewhere():
    evaluation = gt.Playout(gt.EpsilonGreedy())
    with pytest.raises(gt.BadParameter, match="needs a heuristic, and Gather defines none"):
        gt.Searcher(Gather(), evaluation=evaluation)


@pytest.mark.parametrize("epsilon", [-0.1, 1.1, "much", None, True])
def test_a_bad_epsilon_is_refused(epsilon):
    with pytest.raises(gt.BadParameter, match="epsilon must be a number from 0 to 1"):
        gt.EpsilonGreedy(epsilon)


@pytest.mark.parametrize("plies", [-1, 1.5, "ten", True])
def test_a_bad_ply_limit_is_refused(plies):
    with pytest.raises(gt.BadParameter, match="max_plies must be None or an integer"):
        gt.Playout(max_plies=plies)


def test_a_policy_must_be_one():
    with pytest.raises(gt.BadParameter, match="policy must be a PlayoutPolicy"):
        gt.Playout(policy="uniform")


def test_a_heuristic_must_be_a_function():
    with pytest.raises(gt.BadParameter, match="a heuristic must be a function"):
        gt.Playout(max_plies=3, cutoff=0.5)
