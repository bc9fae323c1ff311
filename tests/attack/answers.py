"""Answers of slow evaluators in random orders: late, doubled, lost, broken.

A trial is one search with some steps, each of which asks, answers, or goes wrong in one way.
Afterwards, the values of the whole tree are those of a slow reference and nothing waits any more.
"""

from __future__ import annotations

import asyncio
import gc
import math
import warnings
import weakref
from random import Random

import numpy as np

import gametree as gt
from gametree.games import TicTacToe
from gametree.mcts.batching.evaluators import EvaluatorFault
from jumping import run
from trees import nodes_of, plain

from .judge import insist
from .trials import Outcome

GAME = TicTacToe()
_MOST_STEPS = 30
_TIME_FOR_GARBAGE = 50  # trials between two collections

BAD_VALUES = [
    *[(math.nan, 0.0), (0.0,), (), "12", b"12", None, 3.0, (0.0, 0.0, 0.0), (math.inf, 0.0)],
    *[[[0.0], [0.0]], {0: 1.0, 1: -1.0}, {0.5, -0.5}, range(10**9), (10**400, 0.0)],
    *[iter((0.0, 0.0)), np.zeros((2, 2)), np.zeros(()), (None, None), np.array([np.nan, 0.0])],
]
BAD_PRIORS = [
    *[(), [math.nan] * 9, [-1.0] * 9, "priors", [0.0], {"no move": 1.0}, np.zeros((3, 3)), 1.0],
    *[dict.fromkeys(range(9), 0.0), range(10**9), [1.0] * 10],
]


def worth(state):
    """Return fixed values of a position, as an evaluator would."""
    value = Random(repr(state)).uniform(-1, 1)
    return value, -value


def check_values(searcher):
    """Compare every mean in the tree with a sum over the positions below, computed by itself."""
    game, tree = searcher.game, searcher.trees.first.tree

    def summed(state, number):
        total, visits = np.zeros(game.players), 0
        for edge in tree.edges[number]:
            insist(edge.waiting == 0, f"{edge.waiting} simulations wait for {edge.action}")
            if not edge.visits:
                continue
            after = game.next_state(state, plain(edge.action))
            below = np.zeros(game.players)
            own = edge.visits
            if edge.child > 0:
                below, visited = summed(after, edge.child)
                own -= visited
            if game.is_terminal(after):
                below = below + np.array(game.returns(after)) * own
            else:
                insist(0 <= own <= 1, f"{edge.action} was evaluated {own} times")
                below = below + np.array(worth(after)) * own
            mover = tree.nodes[number].player
            mean = below[mover] / edge.visits
            insist(abs(edge.mean - mean) < 1e-9, f"{edge.mean} instead of {mean}")
            total, visits = total + below, visits + edge.visits
        return total, visits

    return summed(searcher.state, 0)


def sound(searcher):
    """Check that no ticket is open and that nothing in the tree waits."""
    insist(not searcher.open_tickets, "a ticket is still open")
    for path, node, edges in nodes_of(searcher):
        insist(node.waiting == 0, f"{node.waiting} simulations wait after {path}")
        insist(all(edge.waiting == 0 for edge in edges), f"an edge waits after {path}")


class Disorder:
    """One search by `ask` and `tell` in disorder; everything follows from the chance."""

    def __init__(self, chance, compiled):
        self.chance = chance
        self.priors = chance.random() < 0.3
        self.exact = chance.random() < 0.7  # the reference knows no proofs and no shared nodes
        options = {} if self.exact else {"solver": True, "transpositions": chance.random() < 0.5}
        start = GAME.initial_state()
        for _ in range(chance.randrange(4)):
            start = GAME.next_state(start, chance.choice(GAME.legal_actions(start)))
        self.searcher = gt.Searcher(
            GAME, start, seed=chance.randrange(99), compiled=compiled, **options
        )
        self.dead = gt.Searcher(GAME, start, seed=1, compiled=False).ask()
        self.closed = []
        self.expiring = []

    def answered(self, ticket):
        priors = [1.0 + action for action in ticket.actions] if self.priors else None
        if priors and self.chance.random() < 0.3:
            priors = dict(zip(ticket.actions, priors, strict=True))
        return self.searcher.tell(ticket, worth(ticket.state), priors)

    def refused(self, ticket, *answer):
        try:
            self.searcher.tell(ticket, *answer)
        except gt.BadParameter as error:
            insist(f"ticket {ticket.id}" in str(error), f"a message without its ticket: {error}")
        else:
            insist(False, f"{answer} was taken")

    def step(self):
        chance, searcher = self.chance, self.searcher
        lost = chance.random() < 0.2
        fresh = searcher.ask(chance.randrange(1, 9), timeout=1e-9 if lost else None)
        for ticket in fresh:
            insist(ticket.actions, "a ticket for a finished position")
        self.closed += self.expiring  # `ask` has closed them
        self.expiring = fresh if lost else []
        tickets = searcher.open_tickets or self.closed
        if not tickets:
            return
        ticket, what = chance.choice(tickets), chance.random()
        if what < 0.15:
            self.refused(ticket, chance.choice(BAD_VALUES))
        elif what < 0.2:
            self.refused(ticket, (0.0, 0.0), chance.choice(BAD_PRIORS))
        elif what < 0.25:
            self.refused(chance.choice(self.dead), (0.0, 0.0))
        elif what < 0.4 and self.closed:  # answered once more, or late
            insist(not self.answered(chance.choice(self.closed)), "a closed ticket counted")
        elif what < 0.9:
            self.answered(ticket)
            self.closed.append(ticket)
        elif what < 0.93:
            searcher.advance(searcher.result().action)
        elif what < 0.96:
            self.closed = chance.sample(self.closed, len(self.closed) // 2)

    def go(self):
        for _ in range(self.chance.randrange(5, _MOST_STEPS)):
            if GAME.is_terminal(self.searcher.state):
                break
            self.step()
        searcher = self.searcher
        for ticket in searcher.open_tickets:
            self.answered(ticket)
        report = searcher.asked
        insist(report.cost == report.answers + report.late, f"the costs do not add up: {report}")
        insist(report.answers + report.late <= report.tickets, f"too many answers: {report}")
        if GAME.is_terminal(searcher.state):
            insist(not searcher.open_tickets, "a ticket is open at the end")
            return
        sound(searcher)
        if self.exact:
            check_values(searcher)


def _asynchronous(chance, compiled):
    """Run a search on an event loop with an evaluator that goes wrong in every way."""
    wrong = chance.choice([0.0, 0.3, 0.7])

    async def evaluator(state):
        await asyncio.sleep(chance.expovariate(1))
        what = chance.random()
        if what < wrong / 5:
            raise ConnectionError("no answer")
        if what < 2 * wrong / 5:
            await asyncio.Event().wait()
        if what < 3 * wrong / 5:
            return chance.choice(BAD_VALUES[:15])
        if what < 4 * wrong / 5:
            raise asyncio.CancelledError
        if what < wrong:
            return gt.EvaluatorAnswer(worth(state), cost=chance.choice([math.nan, -1.0, None]))
        return worth(state)

    searcher = gt.Searcher(GAME, seed=chance.randrange(99), compiled=compiled)
    limit = chance.choice([{"evaluations": 40}, {"simulations": 40}, {"cost": 20.0}])
    limit.setdefault("evaluations", 60)
    running = searcher.run_async(
        evaluator, in_flight=chance.randrange(1, 9), retries=chance.randrange(3), timeout=4, **limit
    )

    async def ended():
        if chance.random() < 0.3:
            task = asyncio.ensure_future(running)
            await asyncio.sleep(chance.uniform(0, 20))
            task.cancel()
            await asyncio.wait((task,))
            if not task.cancelled():
                task.result()
        else:
            await running

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", gt.EvaluatorWarning)
        try:
            run(ended())
        except (EvaluatorFault, gt.BadParameter):
            insist(wrong > 0 and not searcher.asked.answers, "a fault of no evaluator")
    sound(searcher)
    if not searcher.asked.failed:
        check_values(searcher)


_trials = 0


def attempt(seed: str, compiled: float = 0.05) -> Outcome:
    """Search once in disorder."""
    global _trials
    chance = Random(seed)
    native = chance.random() < compiled
    if chance.random() < 0.2:
        _asynchronous(chance, native)
        return Outcome("on an event loop")
    disorder = Disorder(chance, native)
    disorder.go()
    _trials += 1
    if _trials % _TIME_FOR_GARBAGE == 0:
        gone = weakref.ref(disorder.searcher)
        del disorder
        gc.collect(1)
        if gone() is not None:  # a part of it is older; then all modules are looked through, too
            gc.collect()
        insist(gone() is None, "a searcher is still held")
        return Outcome("by tickets, and all garbage collected")
    return Outcome("by tickets")
