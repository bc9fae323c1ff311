"""Evaluators for `run_async`: functions, coroutines and batch functions, with retries."""

from __future__ import annotations

import asyncio
import inspect
import math
import warnings
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ...errors import BadParameter, EvaluatorWarning
from ...game import Game, State
from ...primitives.rng import Rng
from ...primitives.state_arrays import as_array, row_type
from ...user_code.locating import raised
from ..batching.evaluators import AskedFunction, BatchEvaluator, EvaluatorFault, Leaves
from .answers import EvaluatorAnswer, Proposal
from .threads import EvaluatorThreads
from .tickets import AskReport, Ticket

__all__ = ["AsyncEvaluator", "answer_of"]

# Without a timeout, a call is given up when it takes this many times as long as the longest one
# that returned, but not before so many seconds.
_TIMES_THE_LONGEST = 30.0
_LEAST_PATIENCE = 600.0

_NOTICE_SECONDS = 60.0  # without an answer, before a warning


class _TooLate(EvaluatorFault):
    """A call did not return in time."""


class AsyncEvaluator:
    """Evaluates tickets one by one or in batches, awaiting whatever the user's function needs.

    Args:
        function: an evaluator of one state, plain or `async`; or a `BatchEvaluator`.
        game: the rules.
        threads: where plain functions run.
        timeout: seconds that one call may take; None: 30 times as long as the longest so far, and
            600 s or more.
        proposals: how often it proposes an action for each position, if it has `propose`.
        report: counts the proposals that do not come in time.

    Attributes:
        size: how many positions a call may have; 1 for an evaluator of one state.
        name: the name of the function, for messages.

    Raises:
        BadParameter: if it is no function.

    """

    def __init__(
        self,
        function: Any,
        game: Game,
        threads: EvaluatorThreads,
        timeout: float | None,
        proposals: int,
        report: AskReport,
    ) -> None:
        self._report = report
        self._longest = math.inf  # seconds that a call took; infinite before the first one returns
        self._has_warned = False
        self._propose = getattr(function, "propose", None) if game.asks_evaluator else None
        self._proposals = proposals
        self._batch: AskedFunction | None = None
        self.size = 1
        if isinstance(function, BatchEvaluator):
            self._batch = AskedFunction(function.function, function.batch_size, game)
            self._gives_priors = function.priors
            self._kind = row_type(game.initial_state())
            self.size = function.batch_size
            function = function.function
        if not callable(function):
            raise BadParameter(
                "evaluator must be a function of a state, an async function or a "
                f"BatchEvaluator, not {function!r}"
            )
        self._function = function
        self._threads = threads
        self._timeout = timeout
        self.name = getattr(function, "__name__", type(function).__name__)

    async def answers(self, tickets: Sequence[Ticket]) -> list[EvaluatorAnswer]:
        """Return the answers for some tickets.

        Raises:
            EvaluatorFault: if the function raises, takes too long, or returns no answers.

        """
        if self._batch is None and self._propose is not None:
            return [await self._with_proposals(tickets[0])]
        if self._batch is None:
            return [answer_of(await self._called(self._function, tickets[0].state))]
        leaves = self._leaves(tickets, self._batch)
        given = await self._called(self._function, leaves)
        values, priors = self._batch.checked(leaves, given, self._gives_priors)
        found = []
        for row, ticket in enumerate(tickets):
            shares = None if priors is None else priors[row, : len(ticket.actions)].tolist()
            found.append(EvaluatorAnswer(values[row].tolist(), shares))
        return found

    async def _with_proposals(self, ticket: Ticket) -> EvaluatorAnswer:
        """Return the answer for a ticket with the actions that the evaluator proposes for it.

        Raises:
            EvaluatorFault: if a call raises, or if no proposal comes in time.

        """
        calls = [
            self._proposed(ticket.state, Rng(ticket.id * self._proposals + number))
            for number in range(self._proposals)
        ]
        given, *proposals = await asyncio.gather(self._called(self._function, ticket.state), *calls)
        answer = answer_of(given)
        named = [each for each in proposals if each is not None]
        if not named:
            raise EvaluatorFault(f"propose of the evaluator {self.name} returned nothing in time")
        return replace(
            answer,
            actions=[each.action for each in named],
            priors=[each.prior for each in named],
        )

    async def _proposed(self, state: State, rng: Rng) -> Proposal | None:
        """Return what the evaluator proposes; None if that takes too long."""
        try:
            action = await self._called(self._propose, state, rng)
        except _TooLate:
            self._report.unproposed += 1
            return None
        return action if isinstance(action, Proposal) else Proposal(action)

    async def _called(self, function: Any, *arguments: Any) -> Any:
        """Return what a function of the user returns, and leave it alone if it takes too long.

        It may ignore that it is cancelled, so nobody waits for it after that.
        """
        call = asyncio.ensure_future(self._awaited(function, *arguments))
        try:
            await self._until_it_returns(call)
        except asyncio.CancelledError:
            _abandon(call)
            raise
        if not call.done():
            _abandon(call)
            raise _TooLate(f"the evaluator {self.name} gave no answer within {self._patience:g} s")
        if call.cancelled():
            raise self._fault(asyncio.CancelledError())
        error = call.exception()  # raised here, it would refer to this frame, and so to itself
        if error is None:
            return call.result()
        if not isinstance(error, Exception):
            raise error
        raise self._fault(error) from error

    @property
    def _patience(self) -> float:
        """Seconds after which a call is given up; infinite if there is nothing to compare with."""
        if self._timeout is not None:
            return self._timeout
        return max(_LEAST_PATIENCE, _TIMES_THE_LONGEST * self._longest)

    async def _until_it_returns(self, call: asyncio.Future[Any]) -> None:
        """Wait until a call has returned or takes too long."""
        clock = asyncio.get_running_loop().time
        begun = clock()
        while not call.done():
            left = begun + self._patience - clock()
            if left <= 0.0:
                return
            await asyncio.wait((call,), timeout=min(left, _NOTICE_SECONDS))
            if not call.done() and self._timeout is None:
                self._warn(clock() - begun)
        taken = clock() - begun
        self._longest = taken if self._longest == math.inf else max(taken, self._longest)

    def _warn(self, seconds: float) -> None:
        """Tell, once, that an evaluation takes very long."""
        if not self._has_warned:
            self._has_warned = True
            warnings.warn(
                f"the evaluator {self.name} has not answered for {seconds:.0f} s; the search goes "
                "on with the other positions in flight, and waits for this one: pass timeout= to "
                "give it up earlier",
                EvaluatorWarning,
                stacklevel=2,
            )

    async def _awaited(self, function: Any, *arguments: Any) -> Any:
        called = type(function).__call__  # of an object with `async def __call__`
        if inspect.iscoroutinefunction(function) or inspect.iscoroutinefunction(called):
            return await function(*arguments)
        given = await self._threads.called(lambda each: function(*each), arguments)
        return await given if inspect.isawaitable(given) else given

    def _fault(self, error: BaseException) -> EvaluatorFault:
        return EvaluatorFault(f"the evaluator {self.name} {raised(error, self.name)}")

    def _leaves(self, tickets: Sequence[Ticket], asked: AskedFunction) -> Leaves:
        counts = np.array([len(ticket.actions) for ticket in tickets])
        width = asked.width_for(int(counts.max()))
        whole = all(isinstance(each, int) for ticket in tickets for each in ticket.actions)
        actions = np.full((len(tickets), width), -1, np.int64 if whole else object)
        for row, ticket in enumerate(tickets):
            for index, action in enumerate(ticket.actions):
                actions[row, index] = action
        states = as_array([ticket.state for ticket in tickets], len(tickets), self._kind)
        players = np.array([ticket.player for ticket in tickets])
        return Leaves(states, actions, counts, players)


def _abandon(call: asyncio.Future[Any]) -> None:
    """Cancel a call, and let nobody wait for it or hear of what becomes of it."""
    call.cancel()
    call.add_done_callback(lambda done: done.cancelled() or done.exception())


def answer_of(given: Any) -> EvaluatorAnswer:
    """Return what an evaluator of one state returned, as an `EvaluatorAnswer`.

    That may be the values, a pair (values, priors), or an `EvaluatorAnswer`.
    """
    if isinstance(given, EvaluatorAnswer):
        return given
    if isinstance(given, (int, float)):  # the value of a game of one player
        return EvaluatorAnswer((float(given),))
    if isinstance(given, tuple) and len(given) == 2 and hasattr(given[0], "__len__"):
        return EvaluatorAnswer(given[0], given[1])
    return EvaluatorAnswer(given)
