"""The frame of every search: runs until a limit, progress, Ctrl-C, stop, results."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from ..errors import BadParameter, SearchInterrupted
from ..game import Game
from ..limits import Limit
from ..naming.parameters import expect
from ..primitives.rng import fresh_seed
from .interrupts import InterruptGuard
from .results.result import SearchResult
from .turns import Turns

__all__ = ["REPORT_SECONDS", "Report", "SearcherFrame", "Tell"]

REPORT_SECONDS = 0.1
"""Seconds between two reports of a run."""

Report = Callable[[SearchResult], None]

Tell = Callable[[], None]
"""Reports the result so far."""


class SearcherFrame:
    """A search that runs, stops and returns results. Base class; it knows no tree.

    Attributes:
        game: the rules.
        seed: as given, or drawn.

    """

    def __init__(self, game: Game, seed: int | None) -> None:
        self.game = game
        self.seed = fresh_seed() if seed is None else seed
        self._turns = Turns()

    def run(
        self,
        limit: Limit | None = None,
        *,
        simulations: int | None = None,
        seconds: float | None = None,
        memory: int | None = None,
        progress: bool | Report = False,
    ) -> SearchResult:
        """Search on until a limit is reached, given as a `Limit` or by keywords.

        Time is measured from this call on; compiling is over by then.
        `progress` may be a function, called about ten times a second with the
        result so far, or True for a progress bar on searches of a second and more.

        Raises:
            BadParameter: if the selection rule needs a number of simulations, and has none.
            FinishedPosition: if the game is over at the root.
            ChancePosition: if chance moves there.
            GameError: if the rules break their contract; what was found stays sound.
            SearcherBusy: if another run is under way.
            SearchInterrupted: on Ctrl-C; its `result` is what was found so far.

        """
        if limit is None:
            limit = Limit(simulations, seconds, memory)
        elif simulations is not None or seconds is not None or memory is not None:
            raise BadParameter("give a Limit or keywords, not both")
        expect(isinstance(limit, Limit), "limit", "a Limit", limit)
        self._check_limit(limit)
        self._end_pondering()
        self._turns.begin("run")
        try:
            self._refuse_without_moves()
            with _reporting(progress, limit) as report, InterruptGuard() as guard:
                tell = None if report is None else self._telling(report)
                self._grow(limit, guard, tell)
                if tell is not None:
                    tell()
            result = self._found()
        finally:
            self._turns.end()
        if guard.pending:
            raise SearchInterrupted(result)
        return result

    def stop(self) -> None:
        """Make a `run` in another thread return, within some milliseconds; end pondering."""
        self._turns.stop()
        self._end_pondering()

    def result(self) -> SearchResult:
        """Return what the search has found so far.

        Raises:
            FinishedPosition: if the game is over at the root.
            ChancePosition: if chance moves there.

        """
        self._end_pondering()
        with self._turns.look():
            self._refuse_without_moves()
            return self._found()

    def _telling(self, report: Report) -> Tell:
        """Return what reports the result so far; other threads look meanwhile."""

        def tell() -> None:
            result = self._found()
            with self._turns.aside():
                report(result)

        return tell

    def _grow(self, limit: Limit, guard: InterruptGuard, tell: Tell | None) -> None:
        """Search on until a limit is reached; call `tell` every `REPORT_SECONDS`."""
        raise NotImplementedError

    def _found(self) -> SearchResult:
        """Return what was found so far; the caller has the turn."""
        raise NotImplementedError

    def _check_limit(self, limit: Limit) -> None:
        """Raise `BadParameter` if the search cannot run until such a limit."""

    def _refuse_without_moves(self) -> None:
        """Raise an error where there is no move to search for."""

    def _end_pondering(self) -> None:
        """End a search in the background."""


@contextmanager
def _reporting(progress: bool | Report, limit: Limit) -> Iterator[Report | None]:
    """Yield the function that receives reports: the caller's, that of a progress bar, or None."""
    if progress is True:
        from .progress import progress_bar

        with progress_bar(limit) as report:
            yield report
    else:
        yield progress if callable(progress) else None
