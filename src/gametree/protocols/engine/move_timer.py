"""The time of one move: what the search may take of it, so that the answer is not late."""

from __future__ import annotations

import time
from collections.abc import Callable

from ...limits import Limit

__all__ = ["MoveTimer"]

_FORGETS = 0.8  # how much of the longest delay counts one move later


class MoveTimer:
    """Measures what an engine does before and after a search, and takes it off the search.

    Before the search the engine follows the game, which copies a large tree. After it, the engine
    summarises the tree and writes the move. The delay after the search is known from earlier moves.

    Args:
        clock: the time in seconds.

    """

    def __init__(self, clock: Callable[[], float] = time.perf_counter) -> None:
        self._clock = clock
        self._begun = clock()
        self._searched = self._begun
        self._delay = 0.0  # expected between the end of the search and the answer

    def begin(self) -> None:
        """Start the time of a move: the command that asks for it has arrived."""
        self._begun = self._searched = self._clock()

    @property
    def seconds(self) -> float:
        """The time since the command arrived."""
        return self._clock() - self._begun

    def rest(self, limit: Limit) -> Limit:
        """Return what is left of a limit for the search that starts now."""
        return limit.after(self.seconds + self._delay)

    def searched(self) -> None:
        """Note that the search has ended."""
        self._searched = self._clock()

    def answered(self) -> None:
        """Note that the move has been written."""
        self._delay = max(self._clock() - self._searched, _FORGETS * self._delay)
