"""Threads for evaluators that are plain functions; one that never returns holds up nothing."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from typing import Any

__all__ = ["EvaluatorThreads"]

_Job = tuple[Callable[[Any], Any], Any, asyncio.AbstractEventLoop, "asyncio.Future[Any]"]


class EvaluatorThreads:
    """Calls functions in threads, each call in an idle thread or in a new one.

    The pools of the standard library have a fixed number of threads, so functions that hang use
    them up; and a program does not end before all of its threads have. These do not count.
    """

    def __init__(self) -> None:
        self._idle: list[SimpleQueue[_Job | None]] = []
        self._closed = False

    async def called(self, function: Callable[[Any], Any], argument: Any) -> Any:
        """Return what a function returns; if this is cancelled, its thread goes on alone."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Any] = loop.create_future()
        jobs = self._idle.pop() if self._idle else self._begun()
        jobs.put((function, argument, loop, future))
        try:
            return await future
        finally:
            del future  # its error refers to this frame

    def close(self) -> None:
        """Let the idle threads end now, and others when their function returns."""
        self._closed = True
        for jobs in self._idle:
            jobs.put(None)
        self._idle.clear()

    def _begun(self) -> SimpleQueue[_Job | None]:
        jobs: SimpleQueue[_Job | None] = SimpleQueue()
        thread = threading.Thread(
            target=self._serve, args=(jobs,), name="gametree-evaluator", daemon=True
        )
        thread.start()
        return jobs

    def _serve(self, jobs: SimpleQueue[_Job | None]) -> None:
        while (job := jobs.get()) is not None:
            function, argument, loop, future = job
            result: Any = None
            error: BaseException | None = None
            try:
                result = function(argument)
            except BaseException as raised:
                error = raised
            with suppress(RuntimeError):  # the loop has been closed
                loop.call_soon_threadsafe(self._take, jobs, future, result, error)
            del job, function, argument, future, result, error  # an error refers to this frame
            if self._closed:
                return

    def _take(
        self,
        jobs: SimpleQueue[_Job | None],
        future: asyncio.Future[Any],
        result: Any,
        error: BaseException | None,
    ) -> None:
        """In the thread of the loop: hand over a result, and have the thread idle."""
        if self._closed:
            jobs.put(None)
        else:
            self._idle.append(jobs)
        if future.done():
            return
        if error is None:
            future.set_result(result)
        else:
            future.set_exception(error)
