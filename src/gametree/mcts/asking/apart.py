"""A thread for the search of `run_async`, so that the event loop only carries messages."""

from __future__ import annotations

import asyncio
import warnings
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from ...errors import EvaluatorWarning
from ..turns import Turns

__all__ = ["SearchThread"]

_Found = TypeVar("_Found")

_NOTICE_SECONDS = 60.0  # that a slice takes, before a warning


class SearchThread:
    """Runs slices of a search in one thread, one after the other.

    Rules may take seconds for a move; the event loop goes on meanwhile. Between two slices other
    threads may look at the trees.

    Args:
        turns: who has the trees; the run is set aside.
        rules: the name of the rules, for a message.

    """

    def __init__(self, turns: Turns, rules: str) -> None:
        self._turns = turns
        self._rules = rules
        self._has_warned = False
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="gametree-search")

    async def run(self, work: Callable[[], _Found]) -> _Found:
        """Return what a function returns that uses the trees.

        If this is cancelled, it waits for the function to return: nobody else may have the trees.
        """
        call = asyncio.get_running_loop().run_in_executor(self._pool, self._with_trees, work)
        cancelled: asyncio.CancelledError | None = None
        while not call.done():
            try:
                await asyncio.wait((call,), timeout=_NOTICE_SECONDS)
            except asyncio.CancelledError as error:
                cancelled = error
            if not call.done() and cancelled is None:
                self._warn()
        if cancelled is not None:
            call.exception()  # nobody hears of it
            raise cancelled
        return call.result()

    def close(self) -> None:
        """Let the thread end."""
        self._pool.shutdown(wait=False)

    def _warn(self) -> None:
        """Tell, once, that the rules take very long; nothing can end them."""
        if not self._has_warned:
            self._has_warned = True
            warnings.warn(
                f"the search waits for the rules of {self._rules}, which have not returned for "
                f"{_NOTICE_SECONDS:g} s: find the method that goes on for ever, if one does; the "
                "event loop goes on, and limits count when the method returns",
                EvaluatorWarning,
                stacklevel=2,
            )

    def _with_trees(self, work: Callable[[], _Found]) -> _Found:
        with self._turns.back():
            return work()
