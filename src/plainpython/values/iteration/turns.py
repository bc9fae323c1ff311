"""The number of the next turn of a loop, without a check for more bits."""

from __future__ import annotations

__all__ = ["next_turn"]


def next_turn(turns: int) -> int:
    """Return the number of the next turn of a loop."""
    return turns + 1
