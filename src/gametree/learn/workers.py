"""Who plays the games of self-play: this thread, or several threads beside it.

Compiled games hold no lock of Python's while they run, so threads play on all cores, and share
what is compiled. What is not compiled is played by one.
"""

from __future__ import annotations

import itertools
import queue
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from copy import deepcopy
from typing import Protocol

from ..networks.shape import Weights
from .game_maker import GameMaker
from .played_positions import PlayedPositions

__all__ = ["Alone", "Threads", "Workers"]

_AHEAD = 64
"""Games for each thread that may wait to be taken, at most."""

_PATIENCE = 0.2
"""Seconds after which one who waits for a game looks whether all is well."""


class Workers(Protocol):
    """Those who play."""

    def games(self, first: int) -> Iterator[tuple[int, PlayedPositions | None]]:
        """Yield games without end, each with its number, from this one on."""

    def learn(self, weights: Weights) -> None:
        """Play games that begin from now on with other weights."""

    def end(self) -> None:
        """Play no more."""


class Alone:
    """One who plays in this thread, when he is asked: the same seed plays the same games."""

    def __init__(self, maker: GameMaker) -> None:
        self._maker = maker

    def games(self, first: int) -> Iterator[tuple[int, PlayedPositions | None]]:
        for number in itertools.count(first):
            yield number, self._maker.game_played(number)

    def learn(self, weights: Weights) -> None:
        self._maker.learn(weights)

    def end(self) -> None:
        pass


class Threads:
    """Threads that play all the time, also while the network is fitted.

    Args:
        makers: one for each thread, which share nothing that they write to.

    """

    def __init__(self, makers: list[GameMaker]) -> None:
        self._makers = makers
        self._played: queue.Queue[tuple[int, PlayedPositions | None]] = queue.Queue(
            _AHEAD * len(makers)
        )
        self._failures: list[Exception] = []
        self._weights: tuple[int, Weights | None] = (0, None)
        self._over = threading.Event()
        self._threads: list[threading.Thread] = []

    def games(self, first: int) -> Iterator[tuple[int, PlayedPositions | None]]:
        if not self._threads:
            take = itertools.count(first).__next__
            self._threads = [
                threading.Thread(target=self._work, args=(maker, take), daemon=True)
                for maker in self._makers
            ]
            for thread in self._threads:
                thread.start()
        while not self._failures:
            with suppress(queue.Empty):
                yield self._played.get(timeout=_PATIENCE)  # Ctrl-C is heard in between
        self.end()
        raise self._failures[0]

    def learn(self, weights: Weights) -> None:
        self._weights = (self._weights[0] + 1, deepcopy(weights))

    def end(self) -> None:
        self._over.set()
        for thread in self._threads:
            thread.join()

    def _work(self, maker: GameMaker, take: Callable[[], int]) -> None:
        known = 0
        while not self._over.is_set():
            version, weights = self._weights
            if version != known and weights is not None:
                maker.learn(weights)
                known = version
            number = take()
            try:
                played = maker.game_played(number)
            except Exception as error:
                self._failures.append(error)
                return
            self._hand_over((number, played))

    def _hand_over(self, played: tuple[int, PlayedPositions | None]) -> None:
        while True:
            with suppress(queue.Full):
                self._played.put(played, timeout=_PATIENCE)
                return
            if self._over.is_set():
                return
