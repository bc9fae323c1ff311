"""The methods of `Searcher` for slow evaluators: `ask`, `tell` and `run_async`."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from ...errors import BadParameter
from ...game import Action
from ...limits import Limit
from ...naming.parameters import expect
from ..evaluation.evaluation import Evaluation
from ..parallel.root_parallel import RootParallel
from ..results.result import SearchResult
from ..running import Running
from ..searcher_frame import Report, SearcherFrame
from ..tree_setup import TreeSetup
from .answers import AnswerCache, checked, is_cost, with_proposals
from .run_async import AsyncRun
from .session import AskSession
from .tickets import AskReport, Ticket

__all__ = ["AskAndTell"]


_ANY = 1 << 62  # simulations: as many as there are tickets for


class AskAndTell(SearcherFrame):
    """What a searcher does for evaluators that answer late and in any order."""

    trees: RootParallel
    _running: Running
    _tree_setup: TreeSetup
    _session: AskSession | None = None

    @property
    def asked(self) -> AskReport:
        """What became of the tickets so far: see `AskReport`."""
        return AskReport() if self._session is None else self._session.report

    @property
    def open_tickets(self) -> list[Ticket]:
        """The tickets that have no answer yet, the oldest first."""
        return [] if self._session is None else self._session.open_tickets

    def ask(
        self,
        n: int = 1,
        *,
        timeout: float | None = None,
        memory: int | None = None,
        cache: AnswerCache | None = None,
    ) -> list[Ticket]:
        """Return positions to evaluate; `tell` takes the answers, in any order.

        Give the searcher no `evaluation`. While a ticket is open, its path counts as visited
        where the selection rule explores, so that the next ticket is for another position
        (WU-UCT: Liu et al., ICLR 2020). UCB1 explores half as much there. A position that has an
        answer gets no second ticket.
        With one open ticket at a time, the tree is that of a `BatchEvaluator` with
        `batch_size=1` and this rule.

        The selection rule is UCB1 with c=0.3, or PUCT if the first answer has priors, and
        `final_move` is "secure", unless you chose others.
        Answers have priors from the first one on, or never.

        Args:
            n: how many tickets, at most. Fewer are returned, perhaps none, if the search can
                choose no further position before some answers come, or if a move is proven best.
            timeout: seconds after which the tickets expire, so that the next `ask` closes them;
                by default they never do.
            memory: the bytes that the tree may take; as in `run` by default.
            cache: keeps the answers, for several searches of one game. Give it at the first
                call; by default the searcher has its own.

        Raises:
            BadParameter: if the searcher has an `evaluation`, has run otherwise before, or has
                several workers.
            FinishedPosition, ChancePosition, GameError, SearcherBusy: as `run`.

        """
        expect(_is_count(n), "n", "a whole number of 1 or more", n)
        expect(timeout is None or _is_positive(timeout), "timeout", "None or seconds", timeout)
        with self._changing("ask"):
            session = self._session_with(cache)
            deadline = None if timeout is None else time.monotonic() + timeout
            return session.ask(n, Limit(simulations=_ANY, memory=memory), deadline=deadline)

    def tell(
        self,
        ticket: Ticket,
        values: Sequence[float],
        priors: Sequence[float] | Mapping[Action, float] | None = None,
        *,
        cost: float = 1.0,
        actions: Sequence[Action] | None = None,
    ) -> bool:
        """Take the answer for a ticket.

        Args:
            ticket: one that `ask` returned.
            values: what the position is worth to each player, in the scale of the game's returns.
            priors: how good each of `ticket.actions` looks, 0 or more; they are divided by
                their sum. Or a dict by action.
            cost: what the answer cost, for `Limit(cost=...)` and the report.
            actions: in a game whose actions evaluators propose, those of the position; `priors`
                are then in their order. Equal ones count once, and illegal ones are left out.

        Returns:
            True if the answer counts in the tree now. False if the ticket had expired or the
            search had moved on: the answer is kept, and used if the position comes up. An
            answer to a ticket that had one already is ignored.

        Raises:
            BadParameter: if the answer is not what the position needs. The ticket stays open.
            SearcherBusy: if a run is under way.

        """
        expect(isinstance(ticket, Ticket), "ticket", "one that ask() returned", ticket)
        expect(is_cost(cost), "cost", "a number of 0 or more", cost)
        if self._session is None:
            raise BadParameter(f"ticket {ticket.id} is not one of this searcher")
        if self.game.asks_evaluator:
            answer, refused = with_proposals(self.game, values, priors, actions, ticket, "tell")
            self._session.report.refused += refused
        else:
            expect(actions is None, "actions", "None where the rules know the actions", actions)
            answer = checked(values, priors, ticket, self.game.players, "tell")
        with self._changing("tell"):
            return self._session.tell(ticket, answer, cost)

    async def run_async(
        self,
        evaluator: Any,
        limit: Limit | None = None,
        *,
        in_flight: int = 8,
        simulations: int | None = None,
        seconds: float | None = None,
        evaluations: int | None = None,
        cost: float | None = None,
        memory: int | None = None,
        timeout: float | None = None,
        retries: int = 2,
        cache: AnswerCache | None = None,
        proposals: int = 4,
        progress: Report | None = None,
    ) -> SearchResult:
        """Search with a slow evaluator, several positions at a time, until a limit is reached.

        Whenever an answer comes, the next position is chosen: nobody waits for the slowest of a
        batch. The search runs in a thread, so the event loop is free while it chooses; it calls
        your rules there.

        Args:
            evaluator: a function of a state that returns the values, one for each player, or a
                pair (values, priors), with priors in the order of the legal actions, or a
                `gt.EvaluatorAnswer`. It may be `async`; otherwise it runs in a thread. In a game
                whose actions evaluators propose it has a method `propose(state, rng)`, which
                returns an action or a `gt.Proposal` and may be `async`, too; or its answers have
                `actions`. Or a
                `BatchEvaluator`, whose function may be `async` too: it gets as many positions
                as wait, up to its `batch_size`.
            limit: the end of the search; or give the following keywords.
            in_flight: how many positions are evaluated at once.
            simulations: how many, at most.
            seconds: wall-clock time; evaluations in flight are cancelled then.
            memory: the bytes that the tree may take; as in `run` by default.
            evaluations: how many positions to evaluate. Those in flight are waited for.
            cost: what the answers may cost together; checked when an answer comes.
            timeout: seconds after which one evaluation counts as failed, and a call of
                `propose` as without an action. By default 30 times as long as the longest call
                that returned, and 600 s or more; before the first one returns, there is no end.
                A call that takes longer than 60 s is told in a warning.
            retries: how often a failed evaluation is tried again, after 0.05 s, 0.1 s and so
                on. After that the position counts as the mean of the search so far, with a
                warning.
            cache: keeps the answers, as for `ask`.
            proposals: how often `propose` of the evaluator is called for each position.
            progress: called about ten times a second with the result so far.

        Raises:
            EvaluatorFault: if all evaluations fail from the first one on.
            BadParameter, FinishedPosition, ChancePosition, GameError, SearcherBusy: as `ask`.

        Cancel the task to end it early; the tree keeps the answers so far.

        """
        limit = _limit_of(limit, simulations, seconds, memory, evaluations, cost)
        _expect_settings(in_flight, timeout, retries, proposals, progress)
        self._end_pondering()
        self._turns.begin("run_async")
        begun = time.perf_counter()
        try:
            self._refuse_without_moves()
            if self._session is None:
                await asyncio.to_thread(self._in_this_thread, cache)  # compiling takes seconds
                self._turns.take_over()
            session = self._session_with(cache)
            session.begin_run()
            run = AsyncRun(
                session,
                self.game,
                evaluator,
                limit,
                in_flight=in_flight,
                timeout=timeout,
                retries=retries,
                proposals=proposals,
                report=progress,
                found=self._found,
            )
            return await self._finished(run, session, begun)
        finally:
            self._turns.end()

    async def _finished(self, run: AsyncRun, session: AskSession, begun: float) -> SearchResult:
        """Return the result of an asynchronous run when it reaches its limit."""
        running = self._running
        running.stopped_by = ""

        def note() -> None:
            running.seconds = time.perf_counter() - begun
            running.simulations = session.simulations

        def finish(reason: str) -> SearchResult:
            running.stopped_by = reason
            note()
            return running.result()

        try:
            return await run.run(finish)
        finally:
            note()

    def begin_asking_again(self, told: Mapping[str, Any]) -> AskSession:
        """Return the session for a saved search that had tickets; its tree is still empty."""
        session = self._session_with(None)
        if told["guided"]:
            session.begin_with_priors()
        return session

    def _refuse_if_asking(self) -> None:
        if self._session is not None:
            raise BadParameter(
                "this search takes its values from tell(ticket, values): go on with ask and "
                "tell, or with run_async(evaluator)"
            )

    @contextmanager
    def _changing(self, what: str) -> Iterator[None]:
        """Have the trees to change them, at a position where a player moves."""
        self._end_pondering()
        with self._turns.change(what):
            self._refuse_without_moves()
            yield

    def _in_this_thread(self, cache: AnswerCache | None) -> None:
        self._turns.take_over()
        self._session_with(cache)

    def _session_with(self, cache: AnswerCache | None) -> AskSession:
        """Return the session, which the first call begins."""
        if self._session is not None:
            if cache is not None and cache is not self._session.answers:
                raise BadParameter("cache must be given at the first call of ask or run_async")
            return self._session
        if cache is None:
            cache = AnswerCache()
        expect(isinstance(cache, AnswerCache), "cache", "a gt.AnswerCache", cache)
        if "evaluation" in self._tree_setup.named:
            raise BadParameter(
                "ask and run_async need a Searcher without evaluation=: the values come from you"
            )
        if self.trees.first.simulations:
            raise BadParameter(
                "ask and run_async need a Searcher that has not run yet: its values are others"
            )
        expect(self.trees.workers == 1, "workers", "1 with ask and run_async", self.trees.workers)
        rule = self._tree_setup.named.get("selection")
        self._session = AskSession(self._running, self._begin_asking, rule, cache)
        return self._session

    def _begin_asking(self, evaluation: Evaluation) -> RootParallel:
        """Return empty trees at this position whose values come from outside."""
        trees = self._tree_setup.with_answers(self.trees, evaluation)
        self.trees = trees
        self._running.begin_asking(trees)
        return trees


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 1


def _is_positive(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and 0 < value < math.inf


def _limit_of(
    limit: Limit | None,
    simulations: int | None,
    seconds: float | None,
    memory: int | None,
    evaluations: int | None,
    cost: float | None,
) -> Limit:
    """Return a limit that is given as a whole or by keywords."""
    if limit is None:
        return Limit(simulations, seconds, memory, evaluations=evaluations, cost=cost)
    if any(each is not None for each in (simulations, seconds, memory, evaluations, cost)):
        raise BadParameter("give a Limit or keywords, not both")
    expect(isinstance(limit, Limit), "limit", "a Limit", limit)
    return limit


def _expect_settings(
    in_flight: Any, timeout: Any, retries: Any, proposals: Any, progress: Any
) -> None:
    """Refuse settings of `run_async` that it cannot use."""
    for name, value in (("in_flight", in_flight), ("proposals", proposals)):
        expect(_is_count(value), name, "a whole number of 1 or more", value)
    expect(retries == 0 or _is_count(retries), "retries", "a whole number of 0 or more", retries)
    expect(timeout is None or _is_positive(timeout), "timeout", "None or seconds", timeout)
    expect(progress is None or callable(progress), "progress", "a function", progress)
