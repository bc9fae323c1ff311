"""Limits of a search or of a player: simulations, seconds, memory."""

from __future__ import annotations

import math
import os
from dataclasses import dataclass, replace

from .errors import BadParameter

__all__ = ["LEAST_MEMORY", "Limit"]

LEAST_MEMORY = 1 << 16
"""Bytes; less does not hold a tree worth searching."""

_LEAST_SECONDS = 1e-5


@dataclass(frozen=True, slots=True)
class Limit:
    """The end of a search. Give one limit or several: the first one reached ends it.

    Attributes:
        simulations: how many more simulations to run.
        seconds: wall-clock time.
        memory: bytes for the tree, 65,536 or more. Reached together with another limit, the
            nodes with the fewest visits make room for new ones; alone, it ends the search.
        early_stop: whether to end as soon as no other move can become the most visited one
            in what is left of the simulations or of the time, at the speed so far. Where
            it is not the most visited move that is played (`final_move="value"`,
            `"lower_bound"` or `"secure"`, or `SequentialHalving`), this and `longest` change
            nothing.
        longest: seconds that the search may take where it is unclear at the end of
            `seconds` which move is best: until the most visited move is also the one with
            the highest mean. In return it ends as soon as the best move is likely to stay
            the best, as under `early_stop` but with less certainty. See `mcts.time_management`.
        evaluations: for `Searcher.run_async`: how many positions to evaluate.
        cost: for `Searcher.run_async`: what the evaluations may cost together, in the unit of
            your evaluator's answers.

    """

    simulations: int | None = None
    seconds: float | None = None
    memory: int | None = None
    early_stop: bool = False
    longest: float | None = None
    evaluations: int | None = None
    cost: float | None = None

    def __post_init__(self) -> None:
        ends = (self.simulations, self.seconds, self.memory, self.evaluations, self.cost)
        if all(each is None for each in ends):
            raise BadParameter(
                "a search needs a limit: simulations=, seconds= or memory= (bytes), or several"
            )
        for name in ("simulations", "memory", "evaluations"):
            number = getattr(self, name)
            if number is not None and (
                isinstance(number, bool) or not isinstance(number, int) or number < 1
            ):
                raise BadParameter(f"{name} must be a whole number of 1 or more, not {number!r}")
        if self.memory is not None and self.memory < LEAST_MEMORY:
            raise BadParameter(
                f"memory must be at least {LEAST_MEMORY:,} bytes, not {self.memory:,}"
            )
        for name in ("seconds", "longest", "cost"):
            seconds = getattr(self, name)
            if seconds is not None and (
                isinstance(seconds, bool)
                or not isinstance(seconds, (int, float))
                or not 0 < seconds < math.inf
            ):
                raise BadParameter(f"{name} must be a number greater than 0, not {seconds!r}")
        if not isinstance(self.early_stop, bool):
            raise BadParameter(f"early_stop must be True or False, not {self.early_stop!r}")
        if self.early_stop and self.simulations is None and self.seconds is None:
            raise BadParameter(
                "early_stop needs simulations= or seconds=: it looks at what is left of them"
            )
        if self.longest is not None and (self.seconds is None or self.longest < self.seconds):
            raise BadParameter(
                f"longest must be at least seconds, which is {self.seconds!r}, not {self.longest!r}"
            )

    def after(self, seconds: float) -> Limit:
        """Return what is left of the limit when this many seconds have gone by already.

        A hundredth of a millisecond is always left, for the first simulations.
        """
        if self.seconds is None:
            return self
        left = max(_LEAST_SECONDS, self.seconds - seconds)
        longest = None if self.longest is None else max(left, self.longest - seconds)
        return replace(self, seconds=left, longest=longest)

    def memory_or_default(self) -> int:
        """Return the bytes that the tree may take: by default half of the machine's memory."""
        return self.memory if self.memory is not None else _physical_memory() // 2


def _physical_memory() -> int:
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):  # not on every platform
        return 8 << 30
