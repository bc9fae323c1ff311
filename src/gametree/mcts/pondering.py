"""A search that goes on in the background, on the opponent's time."""

from __future__ import annotations

import math
import threading
import time
import weakref

from .forest import Forest
from .growth import Goal

__all__ = ["PONDER_MEMORY", "Pondering"]

PONDER_MEMORY = 1 << 30
"""Bytes: a person may think for an hour."""


class Pondering:
    """A thread that searches until it is told to stop, its owner is gone, or it cannot go on.

    Nothing else may touch the forest before `stop` has returned. Compiled, the
    thread holds Python's lock only between slices; interpreted, it shares it with the
    others.

    Args:
        forest: what searches.
        memory: bytes for the tree; it goes on no longer when they are used up.
        owner: the thread ends with this object.

    Attributes:
        simulations: how many it has run.
        seconds: how long it has run.

    """

    def __init__(self, forest: Forest, memory: int, owner: object) -> None:
        self.simulations = 0
        self.seconds = 0.0
        self._told = threading.Event()
        self._error: Exception | None = None
        forest.thaw()
        forest.plan(None)
        # A daemon, since those are not waited for at the end of the program, where the
        # finalizer ends it in good order; any other thread would keep it from ending.
        self._thread = threading.Thread(
            target=self._run, args=(forest, memory), name="gametree pondering", daemon=True
        )
        self._finalizer = weakref.finalize(owner, self._end)
        self._thread.start()

    def stop(self) -> None:
        """End the search, within some milliseconds.

        Raises:
            GameError: if the rules have broken their contract meanwhile.

        """
        self._finalizer()
        error, self._error = self._error, None
        if error is not None:
            raise error

    def _end(self) -> None:
        self._told.set()
        # The garbage collector may run the finalizer in this very thread.
        if self._thread is not threading.current_thread():
            self._thread.join()

    def _run(self, forest: Forest, memory: int) -> None:
        started = time.perf_counter()
        before = forest.standing().simulations
        try:
            forest.grow(Goal(None, math.inf, memory, True), self._told.is_set)
        except Exception as error:
            self._error = error
        self.simulations = forest.standing().simulations - before
        self.seconds = time.perf_counter() - started
