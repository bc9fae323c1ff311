"""Evaluators for `run_async`: functions, coroutines and batch functions, with retries."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ...errors import BadParameter
from ...game import Game
from ...primitives.rng import Rng
from ...primitives.state_arrays import as_array, row_type
from ...user_code.locating import raised
from ..batching.evaluators import AskedFunction, BatchEvaluator, EvaluatorFault, Leaves
from .answers import EvaluatorAnswer, Proposal
from .threads import EvaluatorThreads
from .tickets import Ticket

__all__ = ["AsyncEvaluator", "answer_of"]


class AsyncEvaluator:
    """Evaluates tickets one by one or in batches, awaiting whatever the user's function needs.

    Args:
        function: an evaluator of one state, plain or `async`; or a `BatchEvaluator`.
        game: the rules.
        threads: where plain functions run.
        timeout: seconds that one call may take; None for no limit.
        proposals: how often it proposes an action for each position, if it has `propose`.

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
    ) -> None:
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
        """Return the answer for a ticket with the actions that the evaluator proposes for it."""
        calls = [
            self._called(self._propose, ticket.state, Rng(ticket.id * self._proposals + number))
            for number in range(self._proposals)
        ]
        given, *proposals = await asyncio.gather(self._called(self._function, ticket.state), *calls)
        answer = answer_of(given)
        named = [each if isinstance(each, Proposal) else Proposal(each) for each in proposals]
        return replace(
            answer,
            actions=[each.action for each in named],
            priors=[each.prior for each in named],
        )

    async def _called(self, function: Any, *arguments: Any) -> Any:
        """Return what a function of the user returns, and leave it alone if it takes too long.

        It may ignore that it is cancelled, so nobody waits for it after that.
        """
        call = asyncio.ensure_future(self._awaited(function, *arguments))
        try:
            await asyncio.wait((call,), timeout=self._timeout)
        except asyncio.CancelledError:
            _abandon(call)
            raise
        if not call.done():
            _abandon(call)
            raise EvaluatorFault(
                f"the evaluator {self.name} gave no answer within {self._timeout:g} s"
            )
        try:
            return call.result()
        except (Exception, asyncio.CancelledError) as error:
            raise self._fault(error) from error

    async def _awaited(self, function: Any, *arguments: Any) -> Any:
        if inspect.iscoroutinefunction(function):
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
