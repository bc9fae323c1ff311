from __future__ import annotations

import pytest

import gametree as gt
from gametree.mcts.evaluation.mast_nst import MAST, NST, PAIRS, REMEMBERED, SLOTS, pair_of
from playouts import searched, taught
from toys import Gather, OneHeap, Words
from trees import flat


class Ones(gt.Game):
    """One player takes ten steps, 0 or 1 each, and gets their sum."""

    players = 1

    def initial_state(self):
        return (0, 0)

    def current_player(self, state):
        return 0

    def legal_actions(self, state):
        return range(2 if state[0] < 10 else 0)

    def next_state(self, state, action):
        return (state[0] + 1, state[1] + action)

    def returns(self, state):
        return (float(state[1]),)


class Echo(Ones):
    """The same, but a step counts that differs from the one before it, and no first one."""

    def initial_state(self):
        return (0, 0, 2)

    def next_state(self, state, action):
        return (state[0] + 1, state[1] + (state[0] > 0 and action != state[2]), action)


# Both modes: tests/mcts/selection/test_progressive_history.py (NST), test_rave.py (MAST).


def fitted(policy, game=None):
    return policy.fitted_to(game or OneHeap())


def test_an_action_is_worth_what_its_player_got_on_average():
    policy = taught(
        fitted(MAST()),
        ([(0, 1), (1, 2), (0, 1), (1, 3)], (1.0, -1.0)),
        ([(0, 2), (1, 2)], (-1.0, 1.0)),
        ([(0, 1), (1, 2)], (0.0, 0.0)),
    )
    assert policy.worth(-1, 1) == pytest.approx(2 / 3)  # played twice in the first: it counts twice
    assert policy.worth(-1, 2) == -1.0
    assert policy.worth(-1, SLOTS + 2) == pytest.approx(0.0)
    assert policy.worth(-1, SLOTS + 3) == -1.0
    assert policy.worth(-1, 3) == float("inf")  # never played by player 0


def test_an_answer_counts_once_it_has_been_played_often_enough():
    win = ([(0, 1), (1, 2)], (-1.0, 1.0))
    loss = ([(0, 3), (1, 2)], (1.0, -1.0))
    policy = taught(fitted(NST(least=2)), win, loss, loss)
    alone = -1 / 3
    assert policy.worth(-1, SLOTS + 2) == pytest.approx(alone)
    assert policy.worth(1, SLOTS + 2) == pytest.approx(alone)  # one such answer is not enough
    assert policy.worth(3, SLOTS + 2) == pytest.approx((alone - 1.0) / 2)
    taught(policy, win)
    assert policy.worth(1, SLOTS + 2) == pytest.approx((0.0 + 1.0) / 2)


def test_chance_comes_between_a_move_and_its_answer():
    moves = [(0, 1), (gt.CHANCE, 5), (1, 2)]
    policy = taught(fitted(NST(least=1)), (moves, (0.5, -0.5)))
    assert policy.worth(1, SLOTS + 2) == policy.worth(-1, SLOTS + 2) == -0.5
    assert policy.worth(5, SLOTS + 2) == -0.5
    assert sum(policy.pair_visits) == 0


def test_small_actions_share_no_slot():
    slots = {pair_of(before, play) for before in range(200) for play in range(200)}
    slots |= {pair_of(before, SLOTS + play) for before in range(200) for play in range(200)}
    assert len(slots) == 2 * 200 * 200
    assert max(slots) < 2 * PAIRS


@pytest.mark.parametrize("action", [-1, SLOTS, 10**6, 2**31 - 1, "e2e4", (3, 4)])
def test_actions_of_any_kind_have_slots(action):
    policy = taught(fitted(NST(least=1)), ([(1, action), (1, action)], (0.0, 1.0)))
    play = SLOTS + policy.slot_of(action)
    assert policy.worth(play, play) == 1.0


def test_what_comes_late_in_a_long_simulation_is_not_learned():
    moves = [(0, 1)] * REMEMBERED + [(0, 2)]
    policy = taught(fitted(MAST()), (moves, (1.0, 0.0)))
    assert policy.visits[1] == REMEMBERED
    assert policy.visits[2] == 0


def test_a_playout_learns_which_action_is_good():
    # Without a tree below the first move: nine steps by the policy, each right with 0.9.
    # About 1,700 of the 2,000 begin with 1: six standard deviations are 0.13.
    searcher = searched(Ones(), MAST(0.2), 2000, expand_after=1 << 30)
    means = {each.action: each.mean for each in searcher.result().actions}
    assert means[1] == pytest.approx(1 + 9 * 0.9, abs=0.2)


def test_a_playout_learns_which_answer_is_good():
    def value(policy):
        searcher = searched(Echo(), policy, 2000, expand_after=1 << 30)
        return searcher.result().value[0]

    # No step is good by itself: MAST cannot do better than about half of nine steps.
    assert value(MAST(0.2)) < 5.5
    assert value(NST(0.2)) > 7.0


def test_actions_that_are_words_are_learned_interpreted():
    policy = NST(0.1)
    searcher = searched(Words("eeeeee"), policy, 600, expand_after=1 << 30)
    assert searcher.result().value[0] > 5.0  # at random 2


@pytest.mark.parametrize("policy", [MAST(), NST()])
def test_what_is_learned_belongs_to_one_search(policy):
    assert flat(searched(OneHeap(), policy)) == flat(searched(OneHeap(), policy))


def test_a_simulation_that_runs_again_for_want_of_room_is_learned_once():
    class Narrow(Gather):
        max_actions = 1

    assert flat(searched(Narrow(), NST(least=1))) == flat(searched(Gather(), NST(least=1)))


def test_a_move_of_the_game_leaves_part_of_what_was_learned():
    three = [([(0, 1), (1, 2)], (1.0, -1.0))] * 3
    policy = taught(fitted(NST(least=1, decay=0.5)), *three)
    policy.fade()
    assert policy.visits[1] == policy.visits[SLOTS + 2] == 1
    assert policy.pair_visits[pair_of(1, SLOTS + 2)] == 1
    assert policy.worth(-1, 1) == 1.0
    taught(policy, ([(0, 1)], (-1.0, 1.0)))
    assert policy.worth(-1, 1) == 0.0  # as if there had been one before
    policy.fade()
    policy.fade()
    assert policy.worth(-1, 1) == float("inf")
    taught(policy, ([(0, 1)], (0.25, 0.75)))
    assert policy.worth(-1, 1) == 0.25


@pytest.mark.parametrize(("compiled", "within"), [(True, False), (False, False), (False, True)])
def test_a_search_fades_what_it_knows_when_it_moves_on(compiled, within):
    def visits(decay):
        policy = NST(0.3, least=2, decay=decay)
        policy = gt.Decisive(policy) if within else policy
        rule = gt.ProgressiveHistory()  # compiled for its own tests
        searcher = searched(Gather(), policy, compiled=compiled, selection=rule)
        searcher.advance(searcher.result().action)
        policy = (
            searcher.trees.first.method.evaluation.policy.policy
        )  # ProgressiveHistory hears, too
        return list(policy.otherwise.visits if within else policy.visits)

    whole = visits(1.0)
    assert sum(whole) > 400
    assert visits(0.5) == [count // 2 for count in whole]
    assert sum(visits(0.0)) == 0


@pytest.mark.parametrize("policy", [MAST, NST])
@pytest.mark.parametrize("epsilon", [-0.1, 1.1, "much", None, True, float("nan")])
def test_a_bad_epsilon_is_refused(policy, epsilon):
    with pytest.raises(gt.BadParameter, match="epsilon must be a number from 0 to 1"):
        policy(epsilon)


@pytest.mark.parametrize("least", [0, -3, 1.5, True, "few"])
def test_a_bad_number_of_pairs_is_refused(least):
    with pytest.raises(gt.BadParameter, match="least must be an integer of 1 or more"):
        NST(least=least)


@pytest.mark.parametrize("policy", [MAST, NST])
@pytest.mark.parametrize("decay", [-0.1, 1.1, "much", None, True, float("nan")])
def test_a_bad_decay_is_refused(policy, decay):
    with pytest.raises(gt.BadParameter, match="decay must be a number from 0 to 1"):
        policy(decay=decay)
