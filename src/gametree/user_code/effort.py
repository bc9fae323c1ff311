"""Bounds on what users' rules may take, in processor time: a busy machine does not use it up."""

from __future__ import annotations

import math
import time
from collections.abc import Callable

__all__ = ["PATIENCE", "Budget"]

PATIENCE = 10
"""How many times longer than their processor time rules may take by the clock: rules that sleep, or
wait for input, use no processor time, and must end as well."""


class Budget:
    """Seconds of processor time of this thread, or `PATIENCE` times as many by the clock.

    Args:
        seconds: how many there are.
        busy: the processor time of this thread.
        wall: the clock.

    """

    def __init__(
        self,
        seconds: float = math.inf,
        *,
        busy: Callable[[], float] = time.thread_time,
        wall: Callable[[], float] = time.monotonic,
    ) -> None:
        self.seconds = seconds
        self._busy, self._wall = busy, wall
        self._began = busy(), wall()

    @property
    def spent(self) -> float:
        """How many seconds are spent."""
        busy, wall = self._began
        return max(self._busy() - busy, (self._wall() - wall) / PATIENCE)

    @property
    def is_spent(self) -> bool:
        """Return True if all are."""
        return self.spent > self.seconds
