"""The history of a search: what it would have said at earlier moments."""

from __future__ import annotations

from dataclasses import dataclass

from ..game import Action

__all__ = ["Moment", "Moments"]

_SHARE = 0.003
"""Of the time of a search, for looks at it; what is measured of a look is not all that it costs."""

_LOOK_SECONDS = 5e-5
"""What a look is thought to take before there was one."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A search after this many simulations.

    Attributes:
        simulations: those that its statistics rested on.
        seconds: how long the run had taken that came to them.
        action: the move that it would have played.
        mean: of that move, for the player to move; None without any visit.
        half_width: half of the 95 % confidence interval of that mean.
        value: average return for each player.
        shares: each visited move with its part of the simulations, best first.
        max_depth: longest path from the root, in plies.
        nodes: nodes and unvisited children in the tree.

    """

    simulations: int
    seconds: float
    action: Action
    mean: float | None
    half_width: float | None
    value: tuple[float, ...]
    shares: tuple[tuple[Action, float], ...]
    max_depth: int
    nodes: int


class Moments:
    """The moments of a search at one root, at numbers of simulations that grow exponentially.

    These are 1, 2, 3, 4, 6, 8, 12 and so on; a look at the search that would take too much of
    its time is left out.

    Args:
        whole: whether none is left out, whatever it takes.

    Attributes:
        moments: those so far.

    """

    def __init__(self, *, whole: bool = False) -> None:
        self._whole = whole
        self.clear()

    def clear(self) -> None:
        """Begin again, at another root."""
        self.moments: list[Moment] = []
        self._look = _LOOK_SECONDS

    def begin(self, least: float = 0.0) -> None:
        """Begin with a run, in which each look takes this many seconds at least."""
        self._spent = 0.0
        self._least = least

    def next_mark(self, simulations: int) -> int:
        """Return the next number of simulations to look at, after so many."""
        if simulations < 1:
            return 1
        power = 1 << simulations.bit_length() - 1
        half = power + (power >> 1)
        return half if simulations < half else 2 * power

    def is_mark(self, simulations: int) -> bool:
        """Return whether a number of simulations is one to look at, and there was no such look."""
        last = self.moments[-1].simulations if self.moments else 0
        return simulations > last and self.next_mark(simulations - 1) == simulations

    def affords(self, seconds: float) -> bool:
        """Return whether a run of this many seconds has time for another look."""
        return self._whole or self._spent + max(self._look, self._least) <= _SHARE * seconds

    def add(self, moment: Moment, took: float) -> None:
        """Keep what a look of this many seconds has found."""
        self.moments.append(moment)
        self._look = max(took, 0.5 * self._look)
        self._spent += max(took, self._least)
