"""Workers of self-play: this thread, or others beside it.

Compiled games hold no lock of Python's while they run, so threads play on all cores, and share
what is compiled. What is not compiled is played by one.
"""

from __future__ import annotations

import itertools
import queue
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import Protocol

from ...errors import BadParameter
from ..update import Update
from .played_positions import PlayedPositions

__all__ = ["Alone", "Beside", "Maker", "Threads", "Workers"]

_AHEAD = 64

_PATIENCE = 0.2
"""Seconds after which one who waits for a game looks whether all is well."""


class Maker(Protocol):
    """One who makes games, such as `GameMaker`.

    Attributes:
        compiled: whether they are played compiled.

    """

    compiled: bool

    def game_played(self, number: int) -> PlayedPositions | None:
        """Play the game of this number; return its positions, or None if there are none."""

    def learn(self, update: Update) -> None:
        """Play games that begin from now on as this says."""

    def give_up(self) -> None:
        """End the game that is played, without a result; from any thread."""


class Workers(Protocol):
    """Those who play.

    Attributes:
        beside: whether they play beside this thread, not in it.

    """

    beside: bool

    def games(self, first: int) -> Iterator[tuple[int, PlayedPositions | None]]:
        """Yield games without end, each with its number, from this one on.

        None stands for a game that teaches nothing, or for none: the caller may wish to stop.
        """

    def learn(self, update: Update) -> None:
        """Play games that begin from now on as this says."""

    def give_up(self) -> None:
        """End the games that are played in this process, without a result; from any thread."""

    def end(self) -> None:
        """Play no more."""


class Alone:
    """One who plays in this thread, when he is asked: the same seed plays the same games."""

    beside = False

    def __init__(self, maker: Maker) -> None:
        self._maker = maker

    def games(self, first: int) -> Iterator[tuple[int, PlayedPositions | None]]:
        for number in itertools.count(first):
            yield number, self._maker.game_played(number)

    def learn(self, update: Update) -> None:
        self._maker.learn(update)

    def give_up(self) -> None:
        self._maker.give_up()

    def end(self) -> None:
        pass


class Beside(ABC):
    """Those who play beside this thread all the time, also while the network is fitted.

    Args:
        workers: how many play.
        ahead: games for each that may wait to be taken, at most.

    """

    beside = True

    def __init__(self, workers: int, ahead: int = _AHEAD) -> None:
        self._played: queue.Queue[tuple[int, PlayedPositions | None]] = queue.Queue(ahead * workers)
        self._failures: list[Exception] = []
        self._over = threading.Event()
        self._threads: list[threading.Thread] = []

    @property
    def over(self) -> bool:
        """Whether nobody shall play any more."""
        return self._over.is_set()

    def games(self, first: int) -> Iterator[tuple[int, PlayedPositions | None]]:
        """See `Workers.games`.

        Raises:
            BadParameter: if the system does not allow so many threads.

        """
        if not self._threads:
            self._begin(self._jobs(first))
        while not self._failures:
            try:
                yield self._played.get(timeout=_PATIENCE)  # Ctrl-C is heard in between
            except queue.Empty:
                yield first - 1, None
        self.end()
        raise self._failures[0]

    def _begin(self, jobs: list[Callable[[], None]]) -> None:
        for job in jobs:
            thread = threading.Thread(target=self._work, args=(job,), daemon=True)
            try:
                thread.start()
            except RuntimeError as error:
                begun = len(self._threads)
                self.end()
                raise BadParameter(
                    f"the system started {begun} of {len(jobs)} threads ({error}): give fewer "
                    "workers"
                ) from error
            self._threads.append(thread)

    @abstractmethod
    def learn(self, update: Update) -> None:
        """See `Workers.learn`."""

    @abstractmethod
    def give_up(self) -> None:
        """See `Workers.give_up`."""

    def end(self) -> None:
        """See `Workers.end`."""
        self._over.set()
        self.give_up()
        for thread in self._threads:
            thread.join()

    def hand_over(self, played: tuple[int, PlayedPositions | None]) -> None:
        """Put a game into the queue, as soon as the queue has a free slot."""
        while True:
            with suppress(queue.Full):
                self._played.put(played, timeout=_PATIENCE)
                return
            if self.over:
                return

    @abstractmethod
    def _jobs(self, first: int) -> list[Callable[[], None]]:
        """Return what threads are to do until it is over, for games from this number on."""

    def _work(self, job: Callable[[], None]) -> None:
        try:
            job()
        except Exception as error:
            self._failures.append(error)


class Threads(Beside):
    """Threads that play.

    Args:
        makers: one for each thread, which share nothing that they write to.
        ahead: as for `Beside`.

    """

    def __init__(self, makers: Sequence[Maker], ahead: int = _AHEAD) -> None:
        super().__init__(len(makers), ahead)
        self._makers = makers
        self._update: tuple[int, Update | None] = (0, None)

    def learn(self, update: Update) -> None:
        self._update = (self._update[0] + 1, update)

    def give_up(self) -> None:
        for maker in self._makers:
            maker.give_up()

    def _jobs(self, first: int) -> list[Callable[[], None]]:
        take = itertools.count(first).__next__
        return [partial(self._play, maker, take) for maker in self._makers]

    def _play(self, maker: Maker, take: Callable[[], int]) -> None:
        known = 0
        while not self.over:
            version, update = self._update
            if version != known and update is not None:
                maker.learn(update)
                known = version
            number = take()
            self.hand_over((number, maker.game_played(number)))
