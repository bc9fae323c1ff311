"""The searches for puzzles of the games of a server, and what they have found."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from ...coach.puzzle import Puzzle
from ...coach.solver import PuzzleSolver
from ..engines import Engines, PooledSearch
from ..messages.refusal import Refusal

__all__ = ["PuzzleSource", "PuzzleSources"]

_FIRST = 20  # puzzles that are looked for at once
_FURTHER = 20  # when a person has seen nearly all
_FEW = 5  # unseen ones, with which more are looked for
_MOST_GAMES = 64
_REPORT_SECONDS = 0.5

_Key = tuple[str, tuple[tuple[str, str], ...]]


class PuzzleSource:
    """The puzzles of a game, as far as they are found.

    Args:
        key: the game and its parameters.

    Attributes:
        search: the last search for puzzles.
        report: its last report; empty before the first one.
        puzzles: those that are found.
        exhausted: True if the last search found nothing new.

    """

    def __init__(self, key: _Key) -> None:
        self.key = key
        self.search: PooledSearch | None = None
        self.report: dict[str, Any] = {}
        self.puzzles: list[Puzzle] = []
        self.exhausted = False
        self._before = 0

    @property
    def runs(self) -> bool:
        """True if more puzzles are looked for."""
        return self.search is not None and self.search.runs

    def begin(self) -> None:
        """Note that a search begins."""
        self._before = len(self.puzzles)

    def hear(self, report: dict[str, Any]) -> None:
        """Take a report of the search."""
        self.report = report
        if "puzzles" in report:
            self.puzzles = [Puzzle.from_dict(each, "puzzles") for each in report["puzzles"]]
        if not report.get("isDuringSearch", False):
            self.exhausted = len(self.puzzles) <= self._before


class PuzzleSources:
    """The puzzles of the games of a server.

    Args:
        engines: who looks for puzzles.
        seconds: for each search.

    """

    def __init__(self, engines: Engines, seconds: float) -> None:
        self._engines, self._seconds = engines, seconds
        self._sources: OrderedDict[_Key, PuzzleSource] = OrderedDict()

    def of(self, game: str, parameters: Mapping[str, str]) -> PuzzleSource:
        """Return the puzzles of a game; look for some if nobody has asked for them.

        Raises:
            Refusal: if the search has failed, or if too many searches run.

        """
        key = game, tuple(sorted(parameters.items()))
        source = self._sources.get(key)
        if source is None:
            source = PuzzleSource(key)
            self._look_for(source, _FIRST)
            self._sources[key] = source
            if len(self._sources) > _MOST_GAMES:
                _, oldest = self._sources.popitem(last=False)
                if oldest.search is not None:
                    oldest.search.cancel()
        self._sources.move_to_end(key)
        if "error" in source.report:
            del self._sources[key]  # the next request tries again
            raise Refusal("no_puzzles", str(source.report["error"]))
        return source

    def provide(self, source: PuzzleSource, solver: PuzzleSolver) -> None:
        """Look for more puzzles if a person has seen nearly all."""
        left = sum(each.key not in solver.seen for each in source.puzzles)
        if left < _FEW and not source.runs and not source.exhausted:
            with suppress(Refusal):  # the server is busy: the next request tries again
                self._look_for(source, len(source.puzzles) + _FURTHER)

    def _look_for(self, source: PuzzleSource, count: int) -> None:
        source.begin()
        game, parameters = source.key
        source.search = self._engines.search(
            source.hear,
            client=self,
            game=game,
            parameters=parameters,
            kind="puzzles",
            count=count,
            max_time=self._seconds,
            report_every=_REPORT_SECONDS,
            priority=-1 if source.puzzles else 0,
        )
