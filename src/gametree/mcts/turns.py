"""Coordinates the threads that use the trees of a search.

One thread has them to itself. A thread that runs a search gives them up between two
slices, to those who wait for a look, and asks for them again. So what is read is never
half written, and no memory moves under a reader; between these turns, a run costs nothing
more than a comparison a slice.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from ..errors import SearcherBusy

__all__ = ["Turns"]


class Turns:
    """Hands the trees of one searcher from thread to thread."""

    def __init__(self) -> None:
        self._news = threading.Condition(threading.Lock())
        self._holder: int | None = None  # the thread that has the trees
        self._run = ""  # what is under way, slice by slice
        self._waiting = 0  # threads that wait for a look
        self._due = 0  # how many of them look before the run goes on
        self._aside = False  # whether the run goes on only later
        self._stop = threading.Event()

    @property
    def awaited(self) -> bool:
        """True if another thread waits for a look."""
        return self._waiting > 0

    @contextmanager
    def look(self) -> Iterator[None]:
        """Have the trees for a look: while a run is under way, between two slices of it."""
        me = threading.get_ident()
        if self._holder == me:  # who has them looks as well
            yield
            return
        with self._news:
            self._waiting += 1
            try:
                self._until(lambda: not self._run or self._aside or self._due > 0)
                self._due -= 1
            finally:
                self._waiting -= 1
                self._due = max(0, min(self._due, self._waiting))  # it may have given up waiting
                self._news.notify_all()
        try:
            yield
        finally:
            self._give_up()

    @contextmanager
    def change(self, what: str) -> Iterator[None]:
        """Have the trees to change or to save them.

        Raises:
            SearcherBusy: if a run is under way.

        """
        self._take(what)
        try:
            yield
        finally:
            self._give_up()

    def begin(self, what: str) -> None:
        """Have the trees for a run, from here to `end`.

        Raises:
            SearcherBusy: if another one is under way.

        """
        self._take(what)
        self._run = what
        self._stop.clear()

    def stop(self) -> None:
        """Tell the run under way to end, within some milliseconds."""
        self._stop.set()

    @property
    def stopped(self) -> bool:
        """True if somebody stopped the current run, or the last one."""
        return self._stop.is_set()

    def end(self) -> None:
        """Give the trees up after a run."""
        self._run = ""
        self._give_up()

    def take_over(self) -> None:
        """Have the trees in this thread, for a run that another one has begun."""
        self._holder = threading.get_ident()

    def give_way(self) -> None:
        """Let those who wait by now look, each once. Who runs calls this, and `aside`."""
        if self._waiting:
            with self._news:
                self._due = self._waiting
                self._lend()
                self._until(lambda: self._due == 0)

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Do without the trees for a while: whoever wants to looks."""
        with self._news:
            self._aside = True
            self._lend()
        try:
            yield
        finally:
            with self._news:
                self._aside = False
                self._until(lambda: True)

    @contextmanager
    def back(self) -> Iterator[None]:
        """Have the trees in this thread for a slice of a run that is set aside."""
        with self._news:
            self._until(lambda: True)
        try:
            self.give_way()
            yield
        finally:
            with self._news:
                self._lend()

    def _take(self, caller: str) -> None:
        """Wait for the trees and hold them in this thread; `caller` is named in the error."""
        me = threading.get_ident()
        with self._news:
            if self._holder != me:
                self._news.wait_for(lambda: self._run or self._holder is None)
            if self._run or self._holder == me:
                raise SearcherBusy(
                    f"{caller} was called while {self._run or 'another call'} of the same searcher "
                    "is under way: wait until that has returned; stop() makes a run return"
                )
            self._holder = me

    def _until(self, ready: Callable[[], bool]) -> None:
        """Wait until the trees are free, and something else holds; then have them."""
        self._news.wait_for(lambda: self._holder is None and ready())
        self._holder = threading.get_ident()

    def _lend(self) -> None:
        self._holder = None
        self._news.notify_all()

    def _give_up(self) -> None:
        with self._news:
            if self._holder == threading.get_ident():
                self._holder = None
            self._news.notify_all()
