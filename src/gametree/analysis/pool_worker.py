"""A worker of a pool, as the pool knows it: what it does, keeps and has ready."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .kept_trees import KeptTrees
from .task import LOAD, MOST_GAMES
from .turn_order import Asked
from .worker_handle import WorkerHandle

__all__ = ["PoolWorker"]


class PoolWorker:
    """A worker and what it does."""

    def __init__(self, make: Callable[[], WorkerHandle]) -> None:
        self.handle = make()
        self.ready = False
        self.asked: Asked | None = None  # what it searches
        self.ending = ""  # "pause" or "drop": what it received
        self.since = 0.0  # when it received that, or its turn began
        self.phase = LOAD
        self.phase_since = 0.0
        self.heard = 0.0  # its last sign of life while it searches
        self.held: list[Asked] = []  # whose trees it keeps, while they do not run
        # That it has ready, those used last at the end.
        self.games: dict[tuple[Any, ...], None] = {}
        self.trees = KeptTrees()  # what it keeps of searches that have ended; here, no trees
        self.fault = ""  # why it was killed
        self.yields = False  # whether it was killed since what it got ready can wait

    def know(self, game: tuple[Any, ...]) -> None:
        """Take note of a game that it has searched."""
        self.games.pop(game, None)
        self.games[game] = None
        if len(self.games) > MOST_GAMES:
            del self.games[next(iter(self.games))]

    @property
    def idle(self) -> bool:
        return self.ready and self.asked is None and not self.fault

    @property
    def explores(self) -> bool:
        """True if it keeps a tree that is explored: one of them is as large as many others."""
        has = [*self.held, *([self.asked] if self.asked else [])]
        return any(each.query.kind == "explore" for each in has)
