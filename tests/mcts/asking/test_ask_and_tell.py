"""Tickets and answers: the tree does not depend on when answers come, nor on what goes wrong."""

from __future__ import annotations

import asyncio
import gc
import random

import numpy as np
import pytest

import gametree as gt
from attack.answers import BAD_PRIORS, BAD_VALUES
from gametree.games import ConnectFour, TicTacToe
from gametree.mcts.asking.desk import Desk
from trees import flat, nodes_of

GAME = TicTacToe()


def worth(state):
    """Return fixed values of a position, as an evaluator would."""
    value = random.Random(repr(state)).uniform(-1, 1)
    return value, -value


def values_of(leaves):
    return np.array([worth(tuple(state)) for state in leaves.states.tolist()])


def guided(leaves):
    return values_of(leaves), np.where(leaves.actions >= 0, leaves.actions + 1.0, 0.0)


def priors_of(ticket):
    return [action + 1.0 for action in ticket.actions]


@pytest.mark.parametrize("compiled", [False, True])
@pytest.mark.parametrize("priors", [False, True])
def test_one_ticket_at_a_time_is_the_search_one_by_one(priors, compiled):
    one = gt.Searcher(
        GAME,
        seed=3,
        compiled=compiled,
        selection=None if priors else gt.UCB1(0.3),
        evaluation=gt.BatchEvaluator(guided if priors else values_of, 1, priors),
    )
    other = gt.Searcher(GAME, seed=3, compiled=compiled)
    while other.asked.tickets < 150:
        (ticket,) = other.ask()
        other.tell(ticket, worth(ticket.state), priors_of(ticket) if priors else None)
    one.run(simulations=other.trees.first.simulations)
    assert flat(one) == flat(other)
    assert other.asked.cost == other.asked.answers + (other.asked.late if priors else 0) == 150


def in_disorder(searcher, chance, count, priors=False):
    """Ask for a few tickets and answer any of those that are open, many times."""
    for _ in range(count):
        searcher.ask(chance.randrange(1, 4))
        ticket = chance.choice(searcher.open_tickets)
        searcher.tell(ticket, worth(ticket.state), priors_of(ticket) if priors else None)


@pytest.mark.parametrize("priors", [False, True])
def test_a_saved_search_goes_on_with_its_open_tickets(priors, tmp_path):
    options = {"seed": 3, "compiled": False, "solver": True, "transpositions": True}
    trees = []
    for saved in (False, True):
        searcher, chance = gt.Searcher(ConnectFour(), **options), random.Random(7)
        in_disorder(searcher, chance, 60, priors)
        if saved:
            searcher.save(tmp_path / "search")
            before = searcher
            searcher = gt.Searcher.load(tmp_path / "search", ConnectFour())
            assert [(each.id, each.state, each.actions) for each in searcher.open_tickets] == [
                (each.id, each.state, each.actions) for each in before.open_tickets
            ]
            assert searcher.asked == before.asked
        in_disorder(searcher, chance, 60, priors)
        trees.append((flat(searcher), searcher.asked))
    in_disorder(before, chance_after(60, 7, priors, options), 60, priors)
    assert trees[0] == trees[1] == (flat(before), before.asked)


@pytest.mark.parametrize("final_move", [None, "visits"])
def test_the_secure_move_is_played_unless_another_rule_is_named(final_move, tmp_path):
    searcher = gt.Searcher(ConnectFour(), seed=6, compiled=False, final_move=final_move)
    in_disorder(searcher, random.Random(8), 60)
    standing = searcher.trees.standing()
    extent = standing.high - standing.low
    moves = searcher.result().actions
    by_visits = sorted(moves, key=lambda move: -move.visits)
    secure = sorted(moves, key=lambda move: extent / move.visits**0.5 - move.mean)
    assert by_visits[0] != secure[0]
    assert moves[0] == (secure[0] if final_move is None else by_visits[0])
    searcher.save(tmp_path / "search")
    loaded = gt.Searcher.load(tmp_path / "search", ConnectFour())
    assert loaded.result().actions == moves
    loaded.advance(moves[0].action)  # the rule stays for the positions to come
    in_disorder(loaded, random.Random(9), 60)
    searcher.advance(moves[0].action)
    in_disorder(searcher, random.Random(9), 60)
    assert loaded.result().actions == searcher.result().actions


def chance_after(count, seed, priors, options):
    """Return the random numbers as they are after so many steps."""
    chance = random.Random(seed)
    in_disorder(gt.Searcher(ConnectFour(), **options), chance, count, priors)
    return chance


def test_answers_that_come_after_a_proof_leave_nothing_waiting():
    late = 0
    for seed in range(8):
        chance = random.Random(seed)
        options = {"seed": seed, "selection": gt.UCB1(), "solver": True}
        searcher = gt.Searcher(GAME, (0b1, 0b10), compiled=False, **options)
        while not searcher.trees.first.solved:
            searcher.ask(8)
            for ticket in chance.sample(searcher.open_tickets, len(searcher.open_tickets) // 2 + 1):
                searcher.tell(ticket, worth(ticket.state))
        before = searcher.trees.first.simulations
        for ticket in searcher.open_tickets:
            assert not searcher.tell(ticket, worth(ticket.state))
        assert searcher.trees.first.simulations == before
        assert all(node.waiting == 0 for _, node, _ in nodes_of(searcher))
        late += searcher.asked.late
    assert late > 0


@pytest.mark.parametrize("given", BAD_VALUES, ids=lambda given: str(given)[:25])
def test_values_of_the_wrong_kind_leave_the_ticket_open(given):
    searcher = gt.Searcher(GAME, seed=1, compiled=False)
    (ticket,) = searcher.ask()
    with pytest.raises(gt.BadParameter, match="ticket 0"):
        searcher.tell(ticket, given)
    assert searcher.tell(ticket, np.array([0.5, -0.5]))


@pytest.mark.parametrize("given", BAD_PRIORS, ids=lambda given: str(given)[:25])
def test_priors_of_the_wrong_kind_leave_the_ticket_open(given):
    searcher = gt.Searcher(GAME, seed=1, compiled=False)
    (ticket,) = searcher.ask()
    with pytest.raises(gt.BadParameter, match="ticket 0"):
        searcher.tell(ticket, (0.5, -0.5), given)
    searcher.tell(ticket, (0.5, -0.5), dict.fromkeys(ticket.actions, 1.0))


def test_lost_tickets_take_no_memory():
    searcher = gt.Searcher(GAME, seed=1, compiled=False)
    for _ in range(300):
        last = searcher.ask(2, timeout=1e-9)
    gc.collect()
    alive = sum(isinstance(each, gt.Ticket) for each in gc.get_objects())
    assert alive <= 4
    assert searcher.asked.expired >= 590
    searcher.ask()
    assert not searcher.tell(last[0], (0.25, -0.25))  # late: it is kept
    assert searcher.asked.late == 1


def test_guesses_for_positions_that_nobody_can_evaluate_are_bounded():
    async def broken(state):
        if hash(state) % 9:
            raise ConnectionError("no answer")
        return worth(state)

    searcher = gt.Searcher(ConnectFour(), seed=1, compiled=False)
    with pytest.warns(gt.EvaluatorWarning):
        asyncio.run(
            searcher.run_async(
                broken, in_flight=20, evaluations=100, retries=0, cache=gt.AnswerCache(20)
            )
        )
    assert searcher.asked.failed > 60
    gc.collect()
    desks = [each for each in gc.get_objects() if isinstance(each, Desk)]
    assert max(len(each.guesses) for each in desks) == 20
