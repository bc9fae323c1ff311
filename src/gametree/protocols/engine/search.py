"""The search of an engine: it follows a game, and works in a thread of its own."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import NamedTuple

from ...game import Action, Game, State
from ...limits import Limit
from ...mcts.searcher import Searcher
from ...record import Record

__all__ = ["EngineSearch", "Root", "endless", "root_of"]

_STOP_AGAIN = 0.005  # seconds
_ENDLESS = 1e9  # seconds


class Root(NamedTuple):
    """The root of a search for a game in progress: the rules, the position and those before it."""

    game: Game
    state: State
    history: Sequence[State]


def root_of(record: Record) -> Root:
    """Return the position of a record, by its own rules."""
    return Root(record.game, record.game.copy(record.state), record.positions[:-1])


def endless(memory: int) -> Limit:
    """Return the limit of a search until it is stopped: when the memory is full, it recycles."""
    return Limit(seconds=_ENDLESS, memory=memory)


class EngineSearch:
    """A search that follows a game, and a thread for what takes long, such as running it.

    All methods but `at` are for the thread that reads the commands of the engine; `at` is for
    the work as well.

    Args:
        rooted: returns what to search where a record stands.
        compiled, seed, workers: as for `Searcher`.

    Attributes:
        stopped: set when the work under way must end.
        woken: set with `stopped`, or when the work may go on (`resume`).

    """

    def __init__(
        self,
        rooted: Callable[[Record], Root] = root_of,
        *,
        compiled: bool | str = "auto",
        seed: int | None = None,
        workers: int = 1,
    ) -> None:
        self.stopped = threading.Event()
        self.woken = threading.Event()
        self._waking = threading.Lock()
        self._rooted = rooted
        self._compiled = compiled
        self._seed = seed
        self._workers = workers
        self._searcher: Searcher | None = None
        self._known: list[Action] = []  # the moves that lead from the first position to its root
        self._thread: threading.Thread | None = None

    def set_workers(self, workers: int) -> None:
        """Search with this many workers from now on."""
        self._workers = workers
        self.forget()

    def forget(self) -> None:
        """Free the tree: what comes is another game."""
        self._searcher = None

    def at(self, record: Record, moves: Sequence[Action] | None = None) -> Searcher | None:
        """Return a searcher at the position now, whose code is compiled; None if the game is over.

        It keeps its tree while the game goes on; after moves that are taken back it starts an
        empty one.

        Args:
            record: the game.
            moves: the only moves to consider; None for all.

        """
        if record.over:
            return None
        searcher = None if moves is not None else self._followed(record)
        if searcher is None:
            self._searcher = None  # its memory first
            game, state, history = self._rooted(record)
            searcher = Searcher(
                game,
                state,
                history=history,
                seed=self._seed,
                compiled=self._compiled,
                workers=self._workers,
                moves=moves,
            )
        self._searcher, self._known = searcher, list(record.actions)
        return searcher

    def _followed(self, record: Record) -> Searcher | None:
        """Return the searcher after the moves that are new; None if its tree is of no use."""
        searcher, known = self._searcher, self._known
        if searcher is None or record.actions[: len(known)] != known:
            return None
        for action in record.actions[len(known) :]:
            engine = searcher.trees.first
            if engine.finished or (engine.moves is not None and action not in engine.moves):
                return None
            searcher.advance(action)
        engine = searcher.trees.first
        return None if engine.finished or engine.moves is not None else searcher

    @property
    def at_work(self) -> bool:
        """True while work is under way."""
        return self._thread is not None and self._thread.is_alive()

    def begin(self, work: Callable[[], None]) -> None:
        """Do some work in a thread; what was under way has ended by then."""
        self.wait()
        self.stopped.clear()
        self.woken.clear()
        self._thread = threading.Thread(target=work, name="gametree engine", daemon=True)
        self._thread.start()

    def wait(self) -> None:
        """Wait until the work under way is done."""
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    def resume(self) -> None:
        """Make the work under way go on to its next step: it ends the search that it runs."""
        with self._waking:
            self.woken.set()
            searcher = self._searcher
            if searcher is not None:
                searcher.stop()

    def wait_until_woken(self) -> None:
        """Have the work wait for `resume` or `stop`; what comes next is not stopped by `resume`."""
        self.woken.wait()
        with self._waking:
            pass

    def stop(self) -> None:
        """Tell the work under way to end, and wait until it has."""
        thread = self._thread
        self.stopped.set()
        self.woken.set()
        while thread is not None and thread.is_alive():
            searcher = self._searcher
            if searcher is not None:
                searcher.stop()  # again and again: it may not yet have begun
            thread.join(_STOP_AGAIN)
        self._thread = None
