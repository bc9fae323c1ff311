"""The tickets of one search tree: which are open, and what happens when an answer comes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any, NamedTuple
from weakref import WeakSet

from ...actors import is_chance
from ...errors import GameError
from ...game import Action, State
from ...primitives.actions import contents
from ..batching.pending import GuidedWaiting, ProposedWaiting
from ..engine.engine import Engine
from ..tree.tree import ROOT, edges_of
from .answers import AnswerCache, Checked, position_key
from .parked import Parked, choose, give_back, park_again, resume, write_answer
from .tickets import AskReport, Ticket

__all__ = ["Desk"]

# Simulations for each ticket wanted that end in finished positions or in those that have an
# answer, before `ask` returns with fewer.
_SPARE = 32

# Simulations for each open ticket that came to its position as well, before an answer is awaited.
_COLLISIONS = 16


class _Open(NamedTuple):
    """An open ticket.

    Attributes:
        ticket: the ticket.
        parked: the simulation that waits for it; None if it is for the root, or for a tree
            that was dropped.
        collided: simulations that came to the same position. They do not count, but while the
            ticket is open their paths count as visited, so that later ones go elsewhere.

    """

    ticket: Ticket
    parked: Parked | None
    collided: list[Parked]

    @property
    def simulations(self) -> list[Parked]:
        """All simulations that wait for the ticket."""
        return self.collided if self.parked is None else [self.parked, *self.collided]


class Desk:
    """Gives out tickets for the leaves of one tree, and takes their answers in any order.

    The path of an open ticket counts as visited where the selection rule explores, as in
    batches (WU-UCT: see `mcts.batching.pending`), so that the next ticket is another one. Two
    tickets are never open for one position, and no position with an answer gets a ticket.

    Args:
        engine: the tree; its evaluation is `AnswersFromOutside`.
        answers: where answers are kept.
        report: the counts to go on with.
        first_id: the id of the first ticket.

    """

    def __init__(
        self, engine: Engine, answers: AnswerCache, report: AskReport, first_id: int
    ) -> None:
        self.engine = engine
        self.answers = answers
        self.report = report
        self.next_id = first_id
        # For positions that nobody could evaluate. One that drops out is tried again.
        self.guesses = AnswerCache(answers.size)
        self._token = object()
        self._open: dict[int, _Open] = {}
        self._ids: dict[Any, int] = {}  # of the open tickets, by position
        self._waiting = 0  # simulations that count when the answer to an open ticket comes
        self._collided = 0  # those that do not count
        # Closed tickets whose answer may still come: only a holder of the ticket can give it.
        self._unanswered: WeakSet[Ticket] = WeakSet()

    @property
    def guided(self) -> bool:
        """True if answers have priors."""
        return isinstance(self.engine.method.evaluation, GuidedWaiting)

    @property
    def saturated(self) -> bool:
        """True if no further position can be chosen before an answer comes."""
        return self._collided >= _COLLISIONS * (len(self._open) + 1)

    @property
    def open_tickets(self) -> list[Ticket]:
        """The open tickets, the oldest first."""
        return [each.ticket for each in self._open.values()]

    def tickets_with_simulations(self) -> list[tuple[Ticket, list[Parked]]]:
        """Return the open tickets, each with the simulations that wait for it."""
        return [(each.ticket, each.simulations) for each in self._open.values()]

    @contextmanager
    def set_aside(self) -> Iterator[None]:
        """Have the tree as if no ticket were open, to save it."""
        waiting = [parked for each in self._open.values() for parked in each.simulations]
        for parked in reversed(waiting):
            give_back(self.engine, parked)
        try:
            yield
        finally:
            for parked in waiting:
                park_again(self.engine, parked)

    def reopen(
        self, number: int, path: tuple[Action, ...], deadline: float | None, waiting: list[Parked]
    ) -> None:
        """Open a ticket of a saved search again, with the simulations that waited for it."""
        state, player, key = self._position(path)
        listed = waiting[0].listed if waiting else None
        actions = self._actions(listed, state, player)
        ticket = Ticket(number, state, actions, path, player, deadline, key, self._token)
        first = waiting[0] if waiting and waiting[0].is_new else None
        for parked in waiting:
            park_again(self.engine, parked)
        self._open[number] = _Open(ticket, first, waiting[1:] if first else waiting)
        self._ids[key] = number
        self._waiting += first is not None
        self._collided += len(self._open[number].collided)

    def adopt(self, other: Desk) -> None:
        """Take over the tickets of another tree, so that their answers can be used here."""
        self._token = other._token
        self._unanswered |= other._unanswered
        self.guesses = other.guesses
        for number, each in other._open.items():
            self._open[number] = _Open(each.ticket, None, [])
            self._ids[each.ticket.key] = number

    def ask(
        self,
        wanted: int,
        deadline: float | None,
        memory: int,
        most: float,
        halted: Callable[[], bool],
    ) -> list[Ticket]:
        """Return new tickets, fewer where the tree has no more positions to evaluate now.

        Args:
            wanted: how many tickets, at most.
            deadline: when they expire, by `time.monotonic()`; None if never.
            memory: the bytes that the tree may take.
            most: how many simulations may be finished or waiting afterwards.
            halted: returns True to end early, with fewer tickets.

        """
        self.expire()
        engine = self.engine
        found: list[Ticket] = []
        if self.guided and not self._root_is_ready(deadline, found):
            return found
        self._expect_proposals()
        spare = _SPARE * wanted
        while len(found) < wanted and spare and not (engine.solved or self.saturated or halted()):
            if engine.simulations + self._waiting >= most:
                break
            parked = choose(engine, memory)
            if parked is None:
                spare -= 1
                continue
            state, player, key = self._position(parked.actions)
            answer = self.answers.get(key) or self.guesses.get(key)
            if key in self._ids:
                self._open[self._ids[key]].collided.append(parked)
                self._collided += 1
            elif answer is not None:
                self.report.shared += 1
                self._resume(parked, state, player, answer)
                spare -= 1
            else:
                actions = self._actions(parked.listed, state, player)
                found.append(self._opened(state, actions, parked, player, key, deadline))
        return found

    def _expect_proposals(self) -> None:
        """Refuse to search a position for which an evaluator has proposed no legal action.

        Raises:
            GameError: if there is none at the root.

        """
        engine = self.engine
        if not engine.game.asks_evaluator:
            return
        key = position_key(engine.game, engine.state, engine.player)
        answer = self.answers.get(key) or self.guesses.get(key)
        if answer is not None and not answer.actions:
            raise GameError(
                f"there is nothing to search: no legal action of {type(engine.game).__name__} was "
                "proposed for the searched position, or its evaluation failed; return at least one "
                "action that is_legal accepts"
            )

    def knows(self, ticket: Ticket) -> bool:
        """Check whether this desk gave out a ticket."""
        return ticket.desk is self._token

    def give_up(self, ticket: Ticket) -> None:
        """Let a position that nobody could evaluate count as the mean of the search so far."""
        each = self._open.pop(ticket.id, None)
        if each is not None:
            guess = Checked(self._mean(), None)
            self.guesses.keep(ticket.key, guess)
            self._close(each)
            self._use(each, guess)

    def tell(self, ticket: Ticket, answer: Checked, cost: float) -> bool:
        """Take an answer; return True if it counts in the tree now.

        An answer to a closed ticket is kept for other searches, or ignored if it is the second.
        """
        each = self._open.pop(ticket.id, None)
        if each is None:
            if ticket not in self._unanswered:
                self.report.repeated += 1
                return False
            self._unanswered.remove(ticket)
            self.report.late += 1
        self.report.cost += cost
        self.answers.keep(ticket.key, answer)
        if each is None:
            return False
        self._close(each)
        counts = self._use(each, answer)
        self.report.answers += counts
        self.report.late += not counts
        return counts

    def _use(self, each: _Open, answer: Checked) -> bool:
        """Let the simulation that waited for a ticket, which is closed now, have its answer.

        Returns False if the tree has no use for it.
        """
        ticket = each.ticket
        if each.parked is not None:
            return self._resume(each.parked, ticket.state, ticket.player, answer, ticket.actions)
        if ticket.path or not self.guided or self._root_is_guided:
            return False
        self._guide(ticket.actions, answer)
        return True

    def _mean(self) -> tuple[float, ...]:
        """Return what the root is worth so far."""
        root = self.engine.tree.nodes[ROOT]
        if not self.engine.root_visits:
            return (0.0,) * self.engine.game.players
        return tuple(map(float, root.value))

    def close(self, ticket: Ticket) -> bool:
        """Close a ticket without an answer; return False if it is closed already."""
        each = self._open.pop(ticket.id, None)
        if each is None:
            return False
        self._unanswered.add(each.ticket)
        self._close(each)
        if each.parked is not None:
            give_back(self.engine, each.parked)
        return True

    def _close(self, each: _Open) -> None:
        """Forget a ticket that is no longer open, and the simulations that do not count."""
        self._ids.pop(each.ticket.key, None)
        self._waiting -= each.parked is not None
        self._collided -= len(each.collided)
        for parked in reversed(each.collided):
            give_back(self.engine, parked)

    def close_all(self) -> None:
        """Close all tickets, before the tree changes its root."""
        for each in reversed(self.open_tickets):
            self.close(each)

    def expire(self) -> None:
        """Close the tickets whose deadline has passed."""
        for ticket in self.open_tickets:
            if ticket.expired:
                self.close(ticket)
                self.report.expired += 1

    def _opened(
        self,
        state: State,
        actions: tuple[Action, ...],
        parked: Parked | None,
        player: int,
        key: Any,
        deadline: float | None,
    ) -> Ticket:
        path = () if parked is None else parked.actions
        self._waiting += parked is not None
        ticket = Ticket(self.next_id, state, actions, path, player, deadline, key, self._token)
        self.next_id += 1
        self.report.tickets += 1
        self._open[ticket.id] = _Open(ticket, parked, [])
        self._ids[key] = ticket.id
        return ticket

    def _position(self, path: tuple[Action, ...]) -> tuple[State, int, Any]:
        """Return the position after some actions, who moves there, and its key."""
        game = self.engine.game
        state = game.copy(self.engine.state)
        for action in path:
            state = game.next_state(state, action)
        player = game.current_player(state)
        return state, player, position_key(game, state, player)

    def _actions(
        self, listed: tuple[Action, ...] | None, state: State, player: int
    ) -> tuple[Action, ...]:
        """Return the actions of a position that the search listed, in the order of the rules."""
        game = self.engine.game
        if game.proposes_actions:
            return ()
        if is_chance(player):
            return tuple([action for action, _ in game.chance_outcomes(state)])
        if listed is None:
            return tuple(game.legal_actions(state))
        known = set(map(contents, listed))
        return tuple([each for each in game.legal_actions(state) if contents(each) in known])

    def _resume(
        self,
        parked: Parked,
        state: State,
        player: int,
        answer: Checked,
        actions: tuple[Action, ...] | None = None,
    ) -> bool:
        priors = None
        if self.guided:
            if actions is None:
                actions = self._actions(parked.listed, state, player)
            priors = self._priors(answer, actions, parked.listed)
        with self._proposing(answer):
            return resume(self.engine, parked, answer.values, priors)

    def _proposing(self, answer: Checked) -> AbstractContextManager[None]:
        """Have the actions that an answer proposes given to the node of its position."""
        waiting = self.engine.method.evaluation
        if isinstance(waiting, ProposedWaiting):
            return waiting.proposing(answer.actions)
        return nullcontext()

    def _priors(
        self, answer: Checked, actions: tuple[Action, ...], listed: tuple[Action, ...]
    ) -> tuple[float, ...]:
        """Return the priors of an answer in the order in which the search lists the actions."""
        if self.engine.game.asks_evaluator:
            return answer.priors or ()
        return _reordered(answer.priors, actions, listed)

    def _root_is_ready(self, deadline: float | None, found: list[Ticket]) -> bool:
        """Check that the root has its priors; else take them from an answer or open a ticket."""
        engine = self.engine
        if self._root_is_guided:
            return True
        state, player = engine.state, engine.player
        key = position_key(engine.game, state, player)
        answer = self.answers.get(key) or self.guesses.get(key)
        listed = tuple([edge.action for edge in edges_of(engine.tree, ROOT)])
        actions = self._actions(listed, state, player)
        if answer is None:
            if key not in self._ids:
                found.append(self._opened(state, actions, None, player, key, deadline))
            return False
        self.report.shared += 1
        self._guide(actions, answer)
        return True

    @property
    def _root_is_guided(self) -> bool:
        """True if the root has its priors; only where answers have some."""
        waiting: Any = self.engine.method.evaluation
        return bool(waiting.ready(self.engine.tree.nodes[ROOT]))

    def _guide(self, actions: tuple[Action, ...], answer: Checked) -> None:
        """Give the edges of the root their priors."""
        engine = self.engine
        waiting: Any = engine.method.evaluation
        listed = tuple([edge.action for edge in edges_of(engine.tree, ROOT)])
        priors = self._priors(answer, actions, listed)
        write_answer(waiting, answer.values, priors)
        with self._proposing(answer):
            waiting.guide(engine.tree, ROOT, 0)
        waiting.used[:] = [0] * len(waiting.used)


def _reordered(
    priors: tuple[float, ...] | None, actions: tuple[Action, ...], listed: tuple[Action, ...]
) -> tuple[float, ...]:
    """Return priors of `actions` in the order of `listed`; equal ones where there are none."""
    if priors is None:
        return (1.0 / len(listed),) * len(listed)
    by_action = dict(zip(map(contents, actions), priors, strict=True))
    return tuple([by_action[contents(each)] for each in listed])
