"""The search of an engine: it follows a game, and works in a thread of its own."""

from __future__ import annotations

import threading
from collections.abc import Callable

from ..game import Action
from ..mcts.searcher import Searcher
from ..record import Record

__all__ = ["EngineSearch"]

_STOP_AGAIN = 0.005  # seconds


class EngineSearch:
    """A search that follows a game, and a thread for what takes long, such as running it.

    All methods but `at` are for the thread that reads what the engine is told; `at` is for
    the work as well.

    Args:
        compiled, seed, workers: as for `Searcher`.

    Attributes:
        stopped: set when the work under way was told to end.

    """

    def __init__(
        self, *, compiled: bool | str = "auto", seed: int | None = None, workers: int = 1
    ) -> None:
        self.stopped = threading.Event()
        self._compiled = compiled
        self._seed = seed
        self._workers = workers
        self._searcher: Searcher | None = None
        self._known: list[Action] = []  # the moves that lead from the first position to its root
        self._thread: threading.Thread | None = None

    def set_workers(self, workers: int) -> None:
        """Search with so many workers from now on."""
        self._workers = workers
        self.forget()

    def forget(self) -> None:
        """Let the tree go: what comes is another game."""
        self._searcher = None

    def at(self, record: Record) -> Searcher | None:
        """Return a searcher at the position now, whose code is compiled; None if the game is over.

        It keeps its tree while the game goes on; moves that are taken back begin it anew.
        """
        if record.over:
            return None
        searcher, known = self._searcher, self._known
        if searcher is not None and record.actions[: len(known)] == known:
            for action in record.actions[len(known) :]:
                searcher.advance(action)
        else:
            self._searcher = None  # its memory first
            searcher = Searcher(
                record.game,
                record.game.copy(record.state),
                history=record.positions[:-1],
                seed=self._seed,
                compiled=self._compiled,
                workers=self._workers,
            )
        self._searcher, self._known = searcher, list(record.actions)
        return searcher

    @property
    def at_work(self) -> bool:
        """True while work is under way."""
        return self._thread is not None and self._thread.is_alive()

    def begin(self, work: Callable[[], None]) -> None:
        """Do some work in a thread; what was under way has ended by then."""
        self.wait()
        self.stopped.clear()
        self._thread = threading.Thread(target=work, name="gametree engine", daemon=True)
        self._thread.start()

    def wait(self) -> None:
        """Wait until the work under way is done."""
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    def stop(self) -> None:
        """Tell the work under way to end, and wait until it has."""
        thread = self._thread
        self.stopped.set()
        while thread is not None and thread.is_alive():
            searcher = self._searcher
            if searcher is not None:
                searcher.stop()  # again and again: it may not yet have begun
            thread.join(_STOP_AGAIN)
        self._thread = None
