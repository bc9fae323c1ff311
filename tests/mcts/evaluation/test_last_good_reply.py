from __future__ import annotations

import gametree as gt
from gametree.mcts.evaluation.last_good_reply import LastGoodReply
from gametree.mcts.evaluation.mast_nst import SLOTS
from gametree.primitives.rng import Rng
from playouts import searched, taught
from toys import Gather, OneHeap
from trees import flat


def answers(policy, player, before, state=(21, 1), draws=200):
    """Return which actions a policy chooses after a move of the player before."""
    game = OneHeap()
    searcher = gt.Searcher(game, seed=1, compiled=False, method="uct")
    rng = Rng(3)
    policy.begin()
    policy.note(1 - player, before)
    work = searcher.trees.first.work
    return {policy.choose(game, state, 0, rng, work) for _ in range(draws)}


def lgr():
    return LastGoodReply().fitted_to(OneHeap())


def test_the_answer_that_won_is_given_again():
    policy = taught(lgr(), ([(0, 1), (1, 3), (0, 2), (1, 2)], (-1.0, 1.0)))
    assert answers(policy, 1, 1) == {3}
    assert answers(policy, 1, 2) == {2}
    assert answers(policy, 1, 3) == {1, 2, 3}  # nothing is known


def test_an_answer_is_forgotten_when_it_loses():
    win = ([(0, 1), (1, 3)], (-1.0, 1.0))
    loss = ([(0, 1), (1, 3)], (1.0, -1.0))
    other_loss = ([(0, 1), (1, 2)], (1.0, -1.0))
    assert answers(taught(lgr(), win, other_loss), 1, 1) == {3}
    assert answers(taught(lgr(), win, loss), 1, 1) == {1, 2, 3}


def test_the_last_answer_that_won_counts():
    first = ([(0, 1), (1, 3)], (-1.0, 1.0))
    second = ([(0, 1), (1, 2)], (-1.0, 1.0))
    assert answers(taught(lgr(), first, second), 1, 1) == {2}


def test_a_draw_changes_nothing():
    win = ([(0, 1), (1, 3)], (-1.0, 1.0))
    draw = ([(0, 1), (1, 2)], (0.0, 0.0))
    assert answers(taught(lgr(), win, draw), 1, 1) == {3}


def test_an_answer_that_is_not_legal_is_not_given():
    policy = taught(lgr(), ([(0, 1), (1, 3)], (-1.0, 1.0)))
    assert answers(policy, 1, 1, state=(2, 1)) == {1, 2}


def test_with_three_players_those_who_got_most_keep_their_answers():
    policy = LastGoodReply().fitted_to(Gather(3))
    taught(policy, ([(0, 1), (1, 2), (2, 3), (0, 4)], (5.0, 1.0, 5.0)))
    assert policy.replies[1 * SLOTS + 1] == 0
    assert policy.replies[2 * SLOTS + 2] == 3 + 1
    assert policy.replies[0 * SLOTS + 3] == 4 + 1


def test_what_is_learned_belongs_to_one_search():
    policy = LastGoodReply()
    assert flat(searched(OneHeap(), policy)) == flat(searched(OneHeap(), policy))
