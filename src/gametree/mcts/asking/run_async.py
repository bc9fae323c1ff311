"""The loop of `Searcher.run_async`: keeps evaluations in flight until a limit is reached."""

from __future__ import annotations

import asyncio
import math
import time
import warnings
from collections import deque
from collections.abc import Callable
from functools import partial
from itertools import chain
from typing import Any

from ...errors import BadParameter, EvaluatorWarning
from ...game import Game
from ...limits import Limit
from ..batching.evaluators import EvaluatorFault
from ..results.result import SearchResult
from .answers import Checked, EvaluatorAnswer, checked, is_cost, with_proposals
from .apart import SearchThread
from .evaluators import AsyncEvaluator
from .session import AskSession
from .threads import EvaluatorThreads
from .tickets import Ticket

__all__ = ["AsyncRun"]

_Task = asyncio.Task[list[EvaluatorAnswer]]
_Done = tuple[list[Ticket], _Task]

# Evaluations of the positions found so far begin after that, and other threads may look.
_SLICE_SECONDS = 0.004

# So many simulations in a row that need no evaluation: all that is left of the game is known.
_IDLE_SIMULATIONS = 10_000

_FIRST_PAUSE = 0.05  # seconds before an evaluation is tried again; doubled each time
_LONGEST_PAUSE = 5.0


class AsyncRun:
    """Evaluates tickets, so many at a time, until a limit is reached.

    The search runs in a thread, slice by slice. The event loop calls the evaluator and `report`.

    Args:
        session: gives out tickets and takes answers.
        game: the rules.
        evaluator: what evaluates positions: see `AsyncEvaluator`.
        limit: the end of the run.
        in_flight: how many positions are evaluated at once.
        timeout: seconds after which one evaluation counts as failed: see `AsyncEvaluator`.
        retries: how often a failed evaluation is tried again.
        proposals: how often the evaluator proposes an action for each position.
        report: called about ten times a second with what `found` returns; None for nobody.
        found: returns the result so far.

    """

    def __init__(
        self,
        session: AskSession,
        game: Game,
        evaluator: Any,
        limit: Limit,
        *,
        in_flight: int,
        timeout: float | None,
        retries: int,
        proposals: int,
        report: Callable[[SearchResult], object] | None,
        found: Callable[[], SearchResult],
    ) -> None:
        self._session = session
        self._game = game
        self._limit = limit
        self._in_flight = in_flight
        self._retries = retries
        self._report = report
        self._found = found
        self._search = SearchThread(session.turns, type(game).__name__)
        self._threads = EvaluatorThreads()
        self._evaluator = AsyncEvaluator(
            evaluator, game, self._threads, timeout, proposals, session.report
        )
        self._waiting: deque[Ticket] = deque()  # tickets that nobody evaluates yet
        self._tasks: dict[_Task, list[Ticket]] = {}
        self._done: deque[_Done] = deque()  # evaluations whose answers are not taken yet
        self._worked = False  # whether there was a good answer yet
        self._failures = 0
        self._failed: Exception | None = None  # why the first one failed, until one is good
        self._begun = time.perf_counter()
        self._reported = self._begun
        self._cost_before = session.report.cost
        self._tickets_before = self._last_ticket = session.report.tickets
        self._idle_since = 0  # simulations when the last ticket was given out

    async def run(self, finish: Callable[[str], SearchResult]) -> SearchResult:
        """Run until a limit is reached; return what a function of its name returns.

        Raises:
            EvaluatorFault: if all evaluations fail.

        """
        try:
            with self._session.turns.aside():
                reason = await self._until_the_end()
                return await self._search.run(partial(finish, reason))
        finally:
            self._search.close()

    async def _until_the_end(self) -> str:
        """Run the loop; then end what is in flight."""
        try:
            reason = await self._loop()
            if self._failed is not None and reason != "stop":
                raise self._failed
            return reason
        finally:
            for task in self._tasks:
                task.cancel()
            ended = [task for _, task in self._done]  # asyncio logs errors that nobody asks for
            await asyncio.gather(*self._tasks, *ended, return_exceptions=True)
            self._threads.close()
            await self._search.run(lambda: self._session.close(self._own_tickets()))

    async def _loop(self) -> str:
        while True:
            reason, nothing_new = await self._search.run(self._go_on)
            if reason in ("stop", "seconds"):
                return reason
            self._start()
            if not self._tasks:
                if reason or self._is_idle():
                    return reason or "nothing left"
                await asyncio.sleep(0)
                continue
            # With a free slot, the search may only have run out of its time slice.
            wait = self._seconds_left() if nothing_new else 0.0
            for task in await self._until_one_is_done(wait):
                self._done.append((self._tasks.pop(task), task))
            await self._tell_report()

    def _go_on(self) -> tuple[str, bool]:
        """Take answers, then ask; return why to stop, and True if there is no more to ask for."""
        while self._done:
            self._take(*self._done.popleft())
        reason = self._reason_to_stop()
        return reason, self._fill() if not reason else True

    def _own_tickets(self) -> list[Ticket]:
        """Return the tickets of this run that have no answer yet."""
        evaluated = [tickets for tickets, _ in self._done]
        return [*chain.from_iterable((*self._tasks.values(), *evaluated)), *self._waiting]

    def _fill(self) -> bool:
        """Ask for tickets for the free slots; return True if there is nothing more to ask for."""
        free = self._in_flight - len(self._own_tickets())
        left = self._evaluations_left()
        wanted = int(min(free, left))
        if wanted <= 0:
            return True
        end = time.perf_counter() + _SLICE_SECONDS
        out_of_time = False

        def halted() -> bool:
            nonlocal out_of_time
            out_of_time = time.perf_counter() >= end
            return out_of_time

        found = self._session.ask(wanted, self._limit, halted=halted)
        self._waiting.extend(found)
        if not found and (self._session.saturated or not self._own_tickets()):
            self._session.expire(self._foreign_tickets())
        return not out_of_time or self._session.saturated

    def _foreign_tickets(self) -> list[Ticket]:
        """Return the open tickets that `ask` gave out before: nobody answers them now."""
        own = set(self._own_tickets())
        return [ticket for ticket in self._session.open_tickets if ticket not in own]

    def _is_idle(self) -> bool:
        """Check whether the search goes on for ever without a position to evaluate."""
        if self._session.report.tickets != self._last_ticket:
            self._last_ticket = self._session.report.tickets
            self._idle_since = self._session.simulations
        idle = self._session.simulations - self._idle_since
        return self._limit.simulations is None and idle >= _IDLE_SIMULATIONS

    def _start(self) -> None:
        """Start evaluations of the tickets that wait, in batches if the evaluator takes them."""
        size = self._evaluator.size
        most = math.ceil(self._in_flight / size)
        while self._waiting and len(self._tasks) < most:
            count = min(size, len(self._waiting))
            tickets = [self._waiting.popleft() for _ in range(count)]
            task = asyncio.ensure_future(self._evaluated(tickets))
            self._tasks[task] = tickets

    async def _evaluated(self, tickets: list[Ticket]) -> list[EvaluatorAnswer]:
        """Return the answers for tickets; try again after a failure, with growing pauses."""
        pause = _FIRST_PAUSE
        for attempt in range(self._retries + 1):
            try:
                answers = await self._evaluator.answers(tickets)
                if self._game.asks_evaluator:  # the rules say which proposals are legal
                    await self._search.run(partial(self._check, tickets, answers))
                else:
                    self._check(tickets, answers)
                return answers
            except (EvaluatorFault, BadParameter):
                if attempt == self._retries:
                    raise
            self._session.report.retries += len(tickets)
            await asyncio.sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)
        raise AssertionError

    def _check(self, tickets: list[Ticket], answers: list[EvaluatorAnswer]) -> None:
        for ticket, answer in zip(tickets, answers, strict=True):
            self._checked(ticket, answer)

    async def _until_one_is_done(self, seconds: float) -> set[_Task]:
        if self._report is not None:
            seconds = min(seconds, 0.1)
        timeout = None if seconds == math.inf else seconds
        done, _ = await asyncio.wait(
            self._tasks, timeout=timeout, return_when=asyncio.FIRST_COMPLETED
        )
        return done

    def _take(self, tickets: list[Ticket], task: _Task) -> None:
        """Take the answers of an evaluation; after a failure, the search goes on without them."""
        error = task.exception()  # raised here, it and its frames would refer to each other
        if error is None:
            self._worked, self._failed = True, None
            error = self._use(tickets, task.result())
        if isinstance(error, (EvaluatorFault, BadParameter)):
            self._fail(tickets, error)
        elif error is not None:
            raise error

    def _use(self, tickets: list[Ticket], answers: list[EvaluatorAnswer]) -> Exception | None:
        """Take answers; return why they cannot be used with those before."""
        try:
            for ticket, answer in zip(tickets, answers, strict=True):
                found, refused = self._checked(ticket, answer)
                self._session.report.refused += refused
                self._session.tell(ticket, found, answer.cost)
        except BadParameter as error:
            return error
        return None

    def _fail(self, tickets: list[Ticket], error: Exception) -> None:
        self._session.report.failed += len(tickets)
        self._failures += len(tickets)
        if not self._worked:
            self._failed = self._failed or error
            if self._failures > self._in_flight:
                self._session.close(tickets)
                raise self._failed
        if self._failures == len(tickets):
            warnings.warn(
                f"{error}; a position that cannot be evaluated counts as the mean of the search "
                f"so far (first: after {list(tickets[0].path)})",
                EvaluatorWarning,
                stacklevel=2,
            )
        for ticket in tickets:
            self._session.give_up(ticket)

    def _checked(self, ticket: Ticket, answer: EvaluatorAnswer) -> tuple[Checked, int]:
        """Return an answer, checked, and how many proposals in it were refused."""
        who = f"the evaluator {self._evaluator.name}"
        if not is_cost(answer.cost):
            raise BadParameter(
                f"{who} gave the cost {answer.cost!r} for ticket {ticket.id}; a number of 0 or "
                "more was expected"
            )
        if self._game.asks_evaluator:
            given = answer.values, answer.priors, answer.actions
            return with_proposals(self._game, *given, ticket, who)
        return checked(answer.values, answer.priors, ticket, self._game.players, who), 0

    def _seconds_left(self) -> float:
        if self._limit.seconds is None:
            return math.inf
        return max(0.0, self._limit.seconds - (time.perf_counter() - self._begun))

    def _evaluations_left(self) -> float:
        if self._limit.evaluations is None:
            return math.inf
        return self._limit.evaluations - (self._session.report.tickets - self._tickets_before)

    def _reason_to_stop(self) -> str:
        if self._session.turns.stopped:
            return "stop"
        if self._seconds_left() <= 0.0:
            return "seconds"
        if self._session.solved:
            return "proof"
        limit = self._limit
        if limit.simulations is not None and self._session.simulations >= limit.simulations:
            return "simulations"
        if self._evaluations_left() <= 0:
            return "evaluations"
        if limit.cost is not None and self._session.report.cost - self._cost_before >= limit.cost:
            return "cost"
        return ""

    async def _tell_report(self) -> None:
        now = time.perf_counter()
        if self._report is not None and now - self._reported >= 0.1:
            self._reported = now
            self._report(await self._search.run(self._found))
