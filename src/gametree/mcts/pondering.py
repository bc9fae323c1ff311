"""A search in the background, on the opponent's time."""

from __future__ import annotations

import threading
import weakref

from ..limits import Limit
from .interrupts import InterruptGuard
from .running import Running

__all__ = ["PONDER_MEMORY", "Pondering"]

PONDER_MEMORY = 1 << 30
"""Bytes: a person may think for an hour."""


class Pondering:
    """A run in a thread of its own, until it is stopped, its owner is gone, or it cannot go on.

    Compiled, the thread holds Python's lock only between slices; interpreted, it shares it
    with the others.

    Args:
        running: has begun a run, which this thread takes over and ends.
        limit: the memory for the tree; it goes on no longer when it is used up.
        owner: the thread ends with this object.

    """

    def __init__(self, running: Running, limit: Limit, owner: object) -> None:
        self._running = running
        self._error: Exception | None = None
        # A daemon, since those are not waited for at the end of the program, where the
        # finalizer ends it in good order; any other thread would keep it from ending.
        self._thread = threading.Thread(
            target=self._run, args=(limit,), name="gametree pondering", daemon=True
        )
        self._finalizer = weakref.finalize(owner, self._end)
        self._thread.start()

    def stop(self) -> None:
        """End the run, within some milliseconds.

        Raises:
            GameError: if the rules have broken their contract meanwhile.

        """
        self._finalizer()
        error, self._error = self._error, None
        if error is not None:
            raise error

    def _end(self) -> None:
        self._running.turns.stop()
        # The garbage collector may run the finalizer in this very thread.
        if self._thread is not threading.current_thread():
            self._thread.join()

    def _run(self, limit: Limit) -> None:
        self._running.turns.take_over()
        try:
            self._running.run(limit, InterruptGuard())
        except Exception as error:
            self._error = error
        finally:
            self._running.stopped_by = "stop"
            self._running.turns.end()
