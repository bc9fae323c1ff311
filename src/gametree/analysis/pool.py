"""A pool of worker processes that search for many clients, and share themselves out fairly."""

from __future__ import annotations

import asyncio
import multiprocessing
import time
from collections.abc import Callable, Collection, Hashable, Mapping
from contextlib import suppress
from itertools import count
from typing import Any

from ..errors import BadParameter
from ..machine.processors import cores
from ..numbers.checks import refuse_many
from .admission import admit, bundled_games, check_player
from .overruns import overgrown, overrun
from .pool_worker import PoolWorker
from .query import Query
from .reports import error_report
from .scheduler import Scheduler
from .task import LOAD, SEARCH
from .turn_order import Asked, TurnOrder
from .worker_bounds import WorkerBounds
from .worker_handle import WorkerHandle

__all__ = ["EnginePool", "Listener", "QueryTicket"]

Listener = Callable[[dict[str, Any]], object]
"""Is called with each report."""

_LEAST_PRIORITY = -(10**9)

_WATCH_SECONDS = 0.05
_MEMORY_SECONDS = 0.1
_MOST_STARTS = 3  # processes in a row that end before they are ready


class QueryTicket:
    """Stands for a query that was submitted."""

    def __init__(self, pool: EnginePool, asked: Asked) -> None:
        self._pool, self._asked = pool, asked

    def cancel(self) -> None:
        """End the search; nothing more is heard of it. More calls do nothing."""
        self._pool._cancel(self._asked)

    @property
    def state(self) -> str:
        """What is being done for the query.

        "starting" while no process is up yet, "preparing" while its game is loaded and compiled,
        "waiting" while others are searched, "searching", and "over" once nothing more is heard.
        """
        return self._pool._state_of(self._asked)

    def ask(self, question: Mapping[str, Any], hear: Listener) -> None:
        """Ask about a tree that is explored: `hear` is called once, with the answer.

        It has nothing but `phase`, which is `state`, while no worker is at it, and a sentence
        in `gone` once the query has ended.
        """
        self._pool._ask(self._asked, question, hear)


class EnginePool:
    """Worker processes that search.

    Of the queries that wait, those with the highest priority come first, and among them each
    client in turn. A search that another one outranks gives way at once, one of the same priority
    after a fifth of a second; it keeps its tree meanwhile, and goes on when its turn comes.

    Games are got ready ahead of time by queries of the kind "prepare", one at a time; what one
    worker has ready, the others load when they have nothing else to do. Compiling for nobody in
    particular ends at once when somebody waits for another game to be compiled.

    A worker that dies, or takes more than its bounds, is replaced; the query ends with a report of
    an error, and what else the worker held begins again.

    All methods are for the event loop in which `start` was awaited.

    Args:
        workers: how many processes, each with one search at a time; by default as many as there
            are processors, and two at least, so that a game that compiles keeps nobody waiting.
        games: which games queries may name, as `gametree play` takes them; by default the bundled
            ones. A file is loaded only if it is among them.
        bounds: what a worker may take.

    """

    def __init__(
        self,
        workers: int | None = None,
        games: Collection[str] | None = None,
        bounds: WorkerBounds | None = None,
    ) -> None:
        if workers is not None and (
            isinstance(workers, bool) or not isinstance(workers, int) or workers < 1
        ):
            raise BadParameter(f"workers must be a whole number of 1 or more, not {workers!r}")
        if workers is not None:
            refuse_many(workers)
        self._size = max(2, cores()) if workers is None else workers
        self._games = frozenset(bundled_games() if games is None else games)
        self._bounds = WorkerBounds() if bounds is None else bounds
        self._workers: list[PoolWorker] = []
        self._order = TurnOrder()
        self._scheduler = Scheduler(self._workers, self._order, self._size, self._bounds)
        self._numbers = count(1)
        self._asked: dict[int, Asked] = {}
        self._failed_starts = 0
        self._watch: asyncio.Task[None] | None = None
        self._busy = asyncio.Event()
        self._memory_seen = 0.0
        self._loop: asyncio.AbstractEventLoop | None = None

    async def start(self) -> None:
        """Start the processes; queries may come at once. A pool that runs goes on as it is."""
        if self._loop is not None and self._loop is asyncio.get_running_loop():
            return
        if self._loop is not None:
            raise BadParameter("the pool runs in another event loop")
        if getattr(multiprocessing.current_process(), "_inheriting", False):
            raise BadParameter(
                "workers are new interpreters, which read the program again: let it start its "
                "pool below if __name__ == '__main__':"
            )
        self._loop = asyncio.get_running_loop()
        self._watch = self._loop.create_task(self._keep_watch())
        self._hire()  # the others follow once it is up: one alone is ready sooner

    async def close(self) -> None:
        """End the processes and all that they do; nothing more is heard."""
        if self._loop is None:
            return
        self._loop = None
        if self._watch is not None:
            self._watch.cancel()
            with suppress(asyncio.CancelledError):
                await self._watch
        for asked in self._asked.values():
            asked.listener = None
        workers = list(self._workers)
        self._workers.clear()
        for worker in workers:
            worker.handle.close()
        await asyncio.gather(*(asyncio.to_thread(worker.handle.join) for worker in workers))

    def submit(self, query: Query, listener: Listener, *, client: Hashable) -> QueryTicket:
        """Let a position be searched.

        Args:
            query: what is asked.
            listener: is called with each report, in the event loop of the pool; the last one has
                `isDuringSearch` false, or an `error`.
            client: who asks: clients take turns.

        Raises:
            BadQuery: if the query names a game or a player that it must not.
            BadParameter: if the pool does not run.

        """
        if self._loop is None:
            raise BadParameter("the pool does not run: await start() first")
        admit(query, self._games)
        asked = Asked(next(self._numbers), query, client, listener)
        self._asked[asked.number] = asked
        self._order.enter(asked)
        self._order.put(asked)
        self._busy.set()
        self._assign()
        return QueryTicket(self, asked)

    # Turns.

    def _assign(self) -> None:
        """Give idle workers something to do, and take from others what is outranked."""
        while (found := self._scheduler.next_assignment()) is not None:
            worker, asked, dropped = found
            if dropped is not None:
                worker.handle.send("drop", dropped.number)
                worker.held.remove(dropped)
                self._wait_anew(dropped)
            self._begin(worker, asked)
        now = time.monotonic()
        for worker in self._scheduler.outranked(now):
            self._tell_to_end(worker, "pause")
        idler = self._scheduler.compiling_for_nobody(now)
        if idler is not None:
            idler.fault, idler.yields = "others come first", True
            idler.handle.kill()

    def _begin(self, worker: PoolWorker, asked: Asked) -> None:
        now = time.monotonic()
        if asked.worker is None:
            self._order.take(asked)
            asked.worker = worker
        else:
            worker.held.remove(asked)
        if asked.begun:
            worker.handle.send("resume", asked.number)
        else:
            asked.begun = True
            worker.trees.take(asked.query)
            worker.handle.send("begin", asked.number, asked.query)
        self._order.serve(asked)
        worker.asked, worker.ending, worker.since = asked, "", now
        worker.phase, worker.phase_since, worker.heard = LOAD, now, now

    def _tell_to_end(self, worker: PoolWorker, how: str) -> None:
        assert worker.asked is not None
        worker.ending, worker.since = how, time.monotonic()
        worker.handle.send(how, worker.asked.number)

    def _cancel(self, asked: Asked) -> None:
        if self._asked.get(asked.number) is not asked or self._loop is None:
            return
        self._forget(asked)
        worker = asked.worker
        if worker is not None:
            if worker.asked is asked:
                self._tell_to_end(worker, "drop")
            else:
                worker.held.remove(asked)
                worker.trees.put(asked.query, None)
                worker.handle.send("drop", asked.number)
        self._assign()

    def _ask(self, asked: Asked, question: Mapping[str, Any], hear: Listener) -> None:
        if self._asked.get(asked.number) is not asked:
            self._call(hear, {"gone": "the search has ended"})
        elif asked.worker is None or not asked.begun:
            self._call(hear, {"phase": self._state_of(asked)})
        else:
            key = next(self._numbers)
            asked.questions[key] = hear
            asked.worker.handle.send("ask", asked.number, (key, dict(question)))
            if asked.rests and question["what"] == "advance":
                asked.rests = False  # there is something to search again
                self._assign()

    def _answer_all(self, asked: Asked, report: dict[str, Any]) -> None:
        """Answer the questions of which the worker will answer none."""
        questions, asked.questions = asked.questions, {}
        for hear in questions.values():
            self._call(hear, report)

    def _forget(self, asked: Asked) -> None:
        del self._asked[asked.number]
        self._order.leave(asked)
        asked.listener = None
        asked.questions.clear()

    def _wait_anew(self, asked: Asked) -> None:
        asked.worker, asked.begun, asked.rests = None, False, False
        self._answer_all(asked, {"phase": "waiting"})
        if asked.client is self:
            self._forget(asked)
        else:
            self._order.put(asked)

    def _prepare_others(self, asked: Asked) -> None:
        """Have workers without anything better to do load a game that another one has ready."""
        if asked.query.kind != "choose":
            for worker in self._workers:
                self._prepare_later(worker, asked.game)

    def _prepare_later(self, worker: PoolWorker, game: tuple[Any, ...]) -> None:
        doing = [*worker.held, *([worker.asked] if worker.asked else [])]
        if game in worker.games or any(each.game == game for each in doing):
            return
        if not self._scheduler.has_spare_memory(worker):
            return
        name, parameters, player = game
        query = Query("", name, parameters, kind="prepare", player=player, priority=_LEAST_PRIORITY)
        preparing = Asked(next(self._numbers), query, self, None, worker=worker)
        self._asked[preparing.number] = preparing
        self._order.enter(preparing)
        worker.held.append(preparing)

    def _state_of(self, asked: Asked) -> str:
        if asked.number not in self._asked:
            return "over"
        worker = asked.worker
        if worker is not None and worker.asked is asked:
            return "searching" if worker.phase == SEARCH else "preparing"
        if not any(each.ready for each in self._workers):
            return "starting"
        return "waiting" if asked.begun or self._scheduler.is_known(asked.game) else "preparing"

    # What is heard.

    def _from_thread(self, method: Callable[..., None]) -> Callable[..., None]:
        loop = self._loop
        assert loop is not None

        def call(*arguments: Any) -> None:
            with suppress(RuntimeError):  # the loop is closed
                loop.call_soon_threadsafe(method, *arguments)

        return call

    def _hire(self) -> None:
        heard, lost = self._from_thread(self._hear), self._from_thread(self._lose)
        self._workers.append(PoolWorker(lambda: WorkerHandle(self._bounds, heard, lost)))

    def _of(self, handle: WorkerHandle) -> PoolWorker | None:
        return next((worker for worker in self._workers if worker.handle is handle), None)

    def _hear(self, handle: WorkerHandle, message: tuple[Any, ...]) -> None:
        worker = self._of(handle)
        if worker is None:
            return
        what, *rest = message
        now = time.monotonic()
        worker.heard = now
        if what == "ready":
            worker.ready = True
            self._failed_starts = 0
            for _ in range(self._size - len(self._workers)):
                self._hire()
            for game in dict.fromkeys(game for each in self._workers for game in each.games):
                if check_player(game[2]) == "mcts":
                    self._prepare_later(worker, game)
            self._assign()
            return
        asked = self._asked.get(rest[0])
        if what == "phase":
            worker.phase, worker.phase_since = rest[1], now
            if rest[1] == SEARCH:
                worker.since = now
                if asked is not None:
                    anew = asked.game not in worker.games
                    worker.know(asked.game)
                    if anew:
                        self._prepare_others(asked)
                        self._assign()
        elif what == "report":
            if asked is not None:
                self._tell(asked, rest[1])
        elif what == "told":
            if asked is not None and rest[1] in asked.questions:
                self._call(asked.questions.pop(rest[1]), rest[2])
        elif what in ("paused", "rests", "dropped", "done"):
            self._end_turn(worker, asked, what, rest)

    def _end_turn(
        self, worker: PoolWorker, asked: Asked | None, what: str, rest: list[Any]
    ) -> None:
        if worker.asked is not None and worker.asked.number == rest[0]:
            if what not in ("paused", "rests"):
                worker.trees.put(worker.asked.query, None)
            worker.asked, worker.ending = None, ""
        if asked is not None:
            if what == "done":
                self._finish(asked, rest[1])
            elif what in ("paused", "rests"):
                asked.rests = what == "rests"
                worker.held.append(asked)
        self._assign()

    def _tell(self, asked: Asked, report: dict[str, Any]) -> None:
        if asked.listener is not None:
            self._call(asked.listener, report)

    def _call(self, listener: Listener, report: dict[str, Any]) -> None:
        try:
            listener(report)
        except Exception as error:
            loop = asyncio.get_running_loop()
            facts = {"message": "a listener to an analysis raised", "exception": error}
            loop.call_exception_handler(facts)

    def _finish(self, asked: Asked, report: dict[str, Any]) -> None:
        """Tell the last report of a query."""
        self._answer_all(asked, {"gone": "the search has ended"})
        listener = asked.listener
        self._forget(asked)
        asked.listener = listener
        self._tell(asked, report)
        asked.listener = None

    def _lose(self, handle: WorkerHandle, ending: str) -> None:
        """Replace a worker that has ended."""
        worker = self._of(handle)
        if worker is None:
            return
        self._workers.remove(worker)
        if worker.ready or worker.fault:
            self._failed_starts = 0
        else:
            self._failed_starts += 1
        self._hire_or_give_up(ending)
        asked = worker.asked
        if asked is not None and asked.number in self._asked and worker.yields:
            self._wait_anew(asked)
        elif asked is not None and asked.number in self._asked:
            message = worker.fault or (
                f"the process that searched {asked.query.game} was lost ({ending}): its rules, or "
                "code that they call, have ended it, or the system has"
            )
            self._finish(asked, error_report(asked.query.id, message, None))
        for each in worker.held:
            self._wait_anew(each)
        self._assign()

    def _hire_or_give_up(self, ending: str) -> None:
        if self._loop is None:
            return
        if self._failed_starts < _MOST_STARTS:
            self._hire()
        elif not self._workers:
            self._failed_starts = 0
            for asked in list(self._asked.values()):
                message = (
                    f"no process can be started that searches ({ending}): its reason stands on "
                    "the error stream"
                )
                self._finish(asked, error_report(asked.query.id, message, None))

    # Bounds.

    async def _keep_watch(self) -> None:
        while True:
            if not self._asked and not any(worker.asked for worker in self._workers):
                self._busy.clear()
            await self._busy.wait()
            await asyncio.sleep(_WATCH_SECONDS)
            now = time.monotonic()
            look_at_memory = now - self._memory_seen >= _MEMORY_SECONDS
            if look_at_memory:
                self._memory_seen = now
            for worker in list(self._workers):
                if worker.asked is None or worker.fault:
                    continue
                worker.fault = overrun(worker, worker.asked, self._bounds, now)
                if not worker.fault and look_at_memory:
                    worker.fault = overgrown(worker, self._bounds)
                if worker.fault:
                    worker.handle.kill()
            self._assign()
