"""Decides which worker of a pool searches for whom next, and whose search gives way."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any, NamedTuple

from .kept_trees import best_start
from .pool_worker import PoolWorker
from .query import PAUSED
from .task import COMPILE, SEARCH
from .turn_order import Asked, Rank, TurnOrder
from .worker_bounds import WorkerBounds

__all__ = ["Assignment", "Scheduler"]

_TURN_SECONDS = 0.2
"""After so long a search gives way to another client's of the same priority."""

_READING_SECONDS = 1.0  # a game takes no longer to be got ready if it was compiled before


class Assignment(NamedTuple):
    """What an idle worker is to do.

    Attributes:
        worker: it.
        asked: what it is to search.
        dropped: whose tree it gives up for that, if it can keep no more.

    """

    worker: PoolWorker
    asked: Asked
    dropped: Asked | None = None


class Scheduler:
    """Shares the workers of a pool among those who ask.

    It starts, pauses and ends nothing itself.

    Args:
        workers: of the pool, which adds to them and removes some.
        order: in which queries have their turns.
        size: how many workers there are once all are up.
        bounds: what a worker may take.

    """

    def __init__(
        self, workers: list[PoolWorker], order: TurnOrder, size: int, bounds: WorkerBounds
    ) -> None:
        self._workers = workers
        self._order = order
        self._size = size
        self._bounds = bounds

    def next_assignment(self) -> Assignment | None:
        """Return what an idle worker is to do now, or None."""
        idle = [worker for worker in self._workers if worker.idle]
        best: tuple[Rank, PoolWorker, Asked] | None = None
        for worker in idle:
            for asked in worker.held:
                if asked.rests or not (asked.begun or self._may_get_ready(asked)):
                    continue
                rank = self._order.rank(asked)
                if best is None or rank < best[0]:
                    best = rank, worker, asked
        first = next(filter(self._may_begin, self._order.waiting()), None) if idle else None
        if first is not None and (best is None or self._order.rank(first) < best[0]):
            assignment = self._first_assignment(idle, first)
            if assignment is not None:
                return assignment
        return None if best is None else Assignment(*best[1:])

    def _first_assignment(self, idle: list[PoolWorker], asked: Asked) -> Assignment | None:
        """Return the idle worker for a query; None if none has capacity for its tree."""
        worker = self._best_prepared(idle, asked)
        if worker is None:
            return None
        trees = [each for each in worker.held if each.begun]
        if len(trees) < self._bounds.most_held:
            return Assignment(worker, asked)
        last = max(trees, key=self._order.rank)
        if last.query.priority >= asked.query.priority:
            return None
        return Assignment(worker, asked, last)

    def _best_prepared(self, idle: list[PoolWorker], asked: Asked) -> PoolWorker | None:
        """Return the idle worker that is best prepared; None if another one soon is."""
        ending = [
            worker.asked.query
            for worker in self._workers
            if worker.asked is not None and worker.ending == "drop" and worker.phase == SEARCH
        ]
        if best_start(asked.query, ending) is not None:
            return None
        if asked.query.kind == "explore":
            idle = [worker for worker in idle if not worker.explores]
            if not idle:
                return None

        def unprepared(worker: PoolWorker) -> tuple[bool, bool, int]:
            start = worker.trees.find(asked.query)
            return start is None, asked.game not in worker.games, len(worker.held)

        return min(idle, key=unprepared)

    def outranked(self, now: float) -> Iterator[PoolWorker]:
        """Yield workers whose search is to pause: a more urgent one waits, or its turn is over.

        Those whose turn is over and who go on begin another one.
        """
        # Workers that end a turn just now will take those who come first.
        coming = sum(bool(worker.ending) for worker in self._workers if worker.asked)
        ready = filter(self._may_begin, self._order.waiting())
        waiting = list(islice(ready, coming, coming + len(self._workers)))
        for worker in self._workers:
            asked = worker.asked
            if asked is None or worker.ending or worker.phase != SEARCH or worker.fault:
                continue
            if asked.query.kind not in PAUSED:  # it has no tree to go on with
                continue
            over = now - worker.since >= _TURN_SECONDS
            if over:
                self._order.serve(asked)
                worker.since = now
            rank = self._order.rank(asked)
            rivals = [*(each for each in worker.held if not each.rests), *waiting[:1]]
            rival = min(rivals, key=self._order.rank, default=None)
            if rival is None:
                continue
            higher = rival.query.priority > asked.query.priority
            if higher or (over and self._order.rank(rival) < rank):
                if rival in waiting:
                    waiting.remove(rival)
                yield worker

    def compiling_for_nobody(self, now: float) -> PoolWorker | None:
        """Return a worker that compiles ahead of time while somebody waits to have another game.

        Compiling cannot be interrupted: its process is to be replaced.
        """
        for worker in self._getting_ready():
            asked = worker.asked
            if (
                asked is not None
                and asked.query.kind == "prepare"
                and worker.phase == COMPILE
                and now - worker.phase_since > _READING_SECONDS
                and not worker.fault
                and any(
                    each.query.kind != "prepare"
                    and each.game != asked.game
                    and not self._may_begin(each)
                    for each in self._order.waiting()
                )
            ):
                return worker
        return None

    def is_known(self, game: tuple[Any, ...]) -> bool:
        """Return whether a worker has a game ready."""
        return any(game in worker.games for worker in self._workers)

    def has_spare_memory(self, worker: PoolWorker) -> bool:
        """Return whether it may load what nobody has asked for yet: half of it is for trees."""
        return worker.handle.bytes() < self._bounds.memory // 2

    def _may_begin(self, asked: Asked) -> bool:
        """Return whether there is a worker for a query."""
        if asked.query.kind == "explore" and all(each.explores for each in self._workers):
            return False
        return self.is_known(asked.game) or self._may_get_ready(asked)

    def _may_get_ready(self, asked: Asked) -> bool:
        """Return whether one worker more may get a game ready: the last one is for those that are.

        It takes seconds for the first time, and cannot be interrupted.
        """
        busy = len(self._getting_ready())
        if asked.query.kind == "prepare":
            return busy == 0 and any(map(self.has_spare_memory, self._workers))
        return busy < max(1, self._size - 1)

    def _getting_ready(self) -> list[PoolWorker]:
        """Return the workers that load or compile a game."""
        return [
            worker
            for worker in self._workers
            if worker.asked is not None and worker.asked.game not in worker.games
        ]
