"""How long a search goes on."""

from __future__ import annotations

import math
import os
from dataclasses import dataclass

from ..errors import BadParameter

__all__ = ["LEAST_MEMORY", "Limit"]

LEAST_MEMORY = 1 << 16
"""Bytes; less does not hold a tree worth searching."""


@dataclass(frozen=True, slots=True)
class Limit:
    """When to stop. Give one, or several: the first one reached ends the search.

    Attributes:
        simulations: how many more simulations to run.
        seconds: wall-clock time.
        memory: bytes for the tree, 65,536 or more. Reached together with another limit, the
            search goes on without new nodes; alone, it stops.

    """

    simulations: int | None = None
    seconds: float | None = None
    memory: int | None = None

    def __post_init__(self) -> None:
        if self.simulations is None and self.seconds is None and self.memory is None:
            raise BadParameter(
                "a search needs a limit: simulations=, seconds= or memory= (bytes), or several"
            )
        for name in ("simulations", "memory"):
            number = getattr(self, name)
            if number is not None and (
                isinstance(number, bool) or not isinstance(number, int) or number < 1
            ):
                raise BadParameter(f"{name} must be a whole number of 1 or more, not {number!r}")
        if self.memory is not None and self.memory < LEAST_MEMORY:
            raise BadParameter(
                f"memory must be at least {LEAST_MEMORY:,} bytes, not {self.memory:,}"
            )
        seconds = self.seconds
        if seconds is not None and (
            isinstance(seconds, bool)
            or not isinstance(seconds, (int, float))
            or not 0 < seconds < math.inf
        ):
            raise BadParameter(f"seconds must be a number greater than 0, not {seconds!r}")

    def memory_or_default(self) -> int:
        """Return the bytes that the tree may take: by default half of the machine's memory."""
        return self.memory if self.memory is not None else _physical_memory() // 2


def _physical_memory() -> int:
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):  # not on every platform
        return 8 << 30
