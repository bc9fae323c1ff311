"""Decides between two slices whether a search ends before its limits or goes on.

Three rules. *Settled*: no other move can become the most visited one in what is
left (`Limit.early_stop`). *Likely settled*: the lead of the most visited move is
more than a part of what is left; a search would have to give that part to a single
other move, and to it alone. *Unclear*: the most visited move is not the one with the
highest mean; then the time that was planned is exceeded. The last two go with
`Limit.longest`. They are the rules STOP and UNST of Baier and Winands, "Time
Management for Monte Carlo Tree Search" (IEEE Transactions on Computational
Intelligence and AI in Games 8(3), 2016), the last one first in Huang, Coulom and Lin,
"Time Management for Monte-Carlo Tree Search Applied to the Game of Go" (TAAI 2010).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ..limits import Limit
from .parallel.merged_tree import MergedEdge

__all__ = ["SLICE_SECONDS", "Lead", "Pace", "next_slice"]

# A slice is short enough for the clock and for Ctrl-C, long enough to cost nothing.
SLICE_SECONDS = 0.01

# The part of what is left that another move would have to get, for a lead to be safe enough.
_DOUBT = 0.4

# The root is looked at this many times in the time that was planned, always between two slices.
_LOOKS = 40

# The speed is known after this part of it.
_WARM = 0.05


@dataclass(frozen=True, slots=True)
class Lead:
    """The lead of the move that would be played, as a rule the most visited one.

    Attributes:
        visits: by how many visits, of any other one; infinite if it is the only move.
        clear: whether no other move has a higher mean.

    """

    visits: float
    clear: bool

    @classmethod
    def of(cls, edges: Sequence[MergedEdge]) -> Lead:
        """Return the lead of the most visited one among edges of the root, one or more."""
        return cls.of_one(max(edges, key=lambda edge: edge.visits), edges)

    @classmethod
    def of_one(cls, best: MergedEdge, edges: Sequence[MergedEdge]) -> Lead:
        """Return the lead of one among the edges of the root."""
        others = [edge for edge in edges if edge is not best]
        visits = best.visits - max((edge.visits for edge in others), default=-math.inf)
        clear = all(edge.mean <= best.mean for edge in others if edge.visits)
        return cls(visits, clear)


class Pace:
    """Decides between two slices if a search that could go on should.

    Args:
        limit: that of the search.
        by_visits: whether the most visited move is the one to be played. If not, a lead
            of visits means nothing, and the search goes on to the end of its limit.

    Attributes:
        seconds: how long the search may take at most, or None.

    """

    def __init__(self, limit: Limit, *, by_visits: bool) -> None:
        self._limit = limit
        self._looks = by_visits and (limit.early_stop or limit.longest is not None)
        stretches = by_visits and limit.longest is not None
        self.seconds = limit.longest if stretches else limit.seconds
        self._next_look = 0.0

    def reason_to_stop(self, simulations: int, seconds: float, look: Callable[[], Lead]) -> str:
        """Return "simulations", "seconds" or "settled", or nothing if the search is to go on.

        Args:
            simulations: those of this search so far.
            seconds: how long it has taken.
            look: returns the lead at the root; called now and then.

        """
        limit = self._limit
        if limit.simulations is not None and simulations >= limit.simulations:
            return "simulations"
        if self.seconds is not None and seconds >= self.seconds:
            return "seconds"
        if not self._looks or simulations == 0 or seconds < self._next_look:
            return ""
        planned = limit.seconds
        self._next_look = seconds + (planned / _LOOKS if planned else SLICE_SECONDS)
        lead = look()
        if lead.visits == math.inf:
            return "settled"
        if limit.longest is None:
            doubt, end = 1.0, limit.seconds
        elif not lead.clear:
            doubt, end = 1.0, limit.longest
        elif planned is not None and seconds >= planned:
            return "seconds"
        else:
            doubt, end = _DOUBT, planned
        return "settled" if lead.visits > doubt * self._left(simulations, seconds, end) else ""

    def rest(self, seconds: float) -> float:
        """Return for how long the search may go on before it asks again.

        `seconds` is how long it has taken.
        """
        rest = math.inf if self.seconds is None else self.seconds - seconds
        if self._looks:
            rest = min(rest, max(SLICE_SECONDS, self._next_look - seconds))
        return rest

    def _left(self, simulations: int, seconds: float, end: float | None) -> float:
        """Return how many simulations may still come until `end`, in seconds of this search."""
        limit = self._limit
        left = math.inf
        if limit.simulations is not None:
            left = limit.simulations - simulations
        if end is not None and limit.seconds is not None and seconds > _WARM * limit.seconds:
            left = min(left, (end - seconds) * simulations / seconds)
        return left


def next_slice(size: int, ran: int, taken: float, allowed: float) -> int:
    """Return how many simulations the next slice should have, to take `allowed` seconds.

    `size` is what the last one should have had, `ran` what it had, in `taken` seconds. It is no
    measure of the speed where something else took the processor: so sizes change step by step.
    """
    wanted = int(ran * max(0.0, allowed) / max(1e-7, taken))
    least = size // 4 if allowed >= SLICE_SECONDS else 1
    return max(1, least, min(4 * size, wanted))
