"""A pool in an event loop of its own, asked from a test."""

from __future__ import annotations

import asyncio
import queue
import threading
from contextlib import contextmanager

from gametree.analysis import EnginePool, Query

PATIENCE = 120  # seconds; a game may have to be compiled


class Asking:
    """Asks a pool; its reports are kept in the order in which they come."""

    def __init__(self, pool, loop):
        self.pool, self._loop = pool, loop

    def call(self, work):
        """Return what a function returns that is called in the loop."""

        async def calling():
            return work()

        return asyncio.run_coroutine_threadsafe(calling(), self._loop).result(PATIENCE)

    def submit(self, client="test", log=None, **asked):
        """Submit a query; return its ticket and the queue of its reports."""
        query = Query(**{"id": "a", "game": "tic_tac_toe", **asked})
        reports = queue.Queue()

        def hear(report):
            reports.put(report)
            if log is not None and not report.get("isDuringSearch"):
                log.append(report["id"])

        return self.call(lambda: self.pool.submit(query, hear, client=client)), reports

    def ask(self, **asked):
        """Return all reports of a query."""
        _, reports = self.submit(**asked)
        return last_of(reports)


def last_of(reports):
    """Return the reports up to the last one."""
    found = []
    while True:
        found.append(reports.get(timeout=PATIENCE))
        if not found[-1].get("isDuringSearch"):
            return found


@contextmanager
def pool_of(**options):
    """Give a pool that runs in a thread."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    pool = EnginePool(**options)
    try:
        asyncio.run_coroutine_threadsafe(pool.start(), loop).result(PATIENCE)
        yield Asking(pool, loop)
    finally:
        asyncio.run_coroutine_threadsafe(pool.close(), loop).result(PATIENCE)
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()
