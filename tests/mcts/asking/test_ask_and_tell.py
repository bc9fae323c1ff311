"""Tickets and answers: the tree does not depend on when answers come, nor on what goes wrong."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest

import gametree as gt
from gametree.games import ConnectFour, TicTacToe
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


def chance_after(count, seed, priors, options):
    """Return the random numbers as they are after so many steps."""
    chance = random.Random(seed)
    in_disorder(gt.Searcher(ConnectFour(), **options), chance, count, priors)
    return chance


def check_values(searcher):
    """Compare every mean in the tree with a sum over the positions below, computed anew."""
    game, tree = searcher.game, searcher.trees.first.tree

    def summed(state, number):
        total, visits = np.zeros(game.players), 0
        for edge in tree.edges[number]:
            if not edge.visits:
                continue
            assert edge.waiting >= 0
            after = game.next_state(state, edge.action)
            below = np.zeros(game.players)
            own = edge.visits
            if edge.child > 0:
                below, visited = summed(after, edge.child)
                own -= visited
            if game.is_terminal(after):
                below = below + np.array(game.returns(after)) * own
            else:
                assert own <= 1
                below = below + np.array(worth(after)) * own
            mover = tree.nodes[number].player
            assert edge.mean == pytest.approx(below[mover] / edge.visits, abs=1e-9)
            total, visits = total + below, visits + edge.visits
        return total, visits

    return summed(searcher.state, 0)


def nothing_waits(searcher):
    return all(
        node.waiting == 0 and all(edge.waiting == 0 for edge in edges)
        for _, node, edges in nodes_of(searcher)
    )


BAD = [
    (math.nan, 0.0),
    (0.0,),
    "text",
    None,
    (0.0, 0.0, 0.0),
    (math.inf, 0.0),
    [[0.0], [0.0]],
]


@pytest.mark.parametrize("seed", range(20))
def test_chaos_leaves_no_trace_in_the_values(seed):
    chance = random.Random(seed)
    searcher = gt.Searcher(GAME, seed=seed, compiled=False)
    closed = []
    for step in range(80):
        fresh = searcher.ask(chance.randrange(1, 9), timeout=chance.choice([None, None, 1e-9]))
        if not searcher.open_tickets and not closed:
            continue
        ticket = chance.choice(searcher.open_tickets or closed)
        what = chance.random()
        if what < 0.2:
            with pytest.raises(gt.BadParameter, match=f"ticket {ticket.id}"):
                searcher.tell(ticket, chance.choice(BAD))
        elif what < 0.3 and closed:  # answered once more, or too late
            ticket = chance.choice(closed)
            assert not searcher.tell(ticket, worth(ticket.state))
        elif what < 0.9:
            searcher.tell(ticket, worth(ticket.state))
            closed.append(ticket)
        elif step % 20 == 19 and searcher.trees.first.root_visits:
            searcher.advance(searcher.result().action)
            if GAME.is_terminal(searcher.state):
                break
        closed.extend(each for each in fresh if each.expired)
    for ticket in searcher.open_tickets:
        searcher.tell(ticket, worth(ticket.state))
    assert not searcher.open_tickets
    if not GAME.is_terminal(searcher.state):
        assert nothing_waits(searcher)
        check_values(searcher)
