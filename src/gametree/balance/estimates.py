"""Estimates with 95 % intervals: shares of points, and means of numbers."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any, NamedTuple

__all__ = ["Figure", "mean_of", "share_of"]

_Z = 1.96


class Figure(NamedTuple):
    """A number with the 95 % interval that it is known to lie in."""

    value: float
    low: float
    high: float

    def to_dict(self, name: str) -> dict[str, Any]:
        """Return it in types that JSON has, the value under this name; None for infinity."""
        numbers = [each if math.isfinite(each) else None for each in self]
        return dict(zip((name, "low", "high"), numbers, strict=True))

    def as_percent(self) -> str:
        """Return it as text, for shares."""
        return f"{self.value:.1%} ({self.low:.1%} to {self.high:.1%})"

    def as_number(self, digits: int = 1) -> str:
        """Return it as text, for other numbers."""
        value, low, high = (f"{each:.{digits}f}" for each in self)
        interval = f"{low} to {high}"
        if math.isinf(self.high):
            interval = f"{low} or more"
        elif math.isinf(self.low):
            interval = f"{high} or less"
        return f"{value} ({interval})" if math.isfinite(self.value) else interval


def share_of(points: Iterable[float]) -> Figure:
    """Return the mean of points between 0 and 1.

    The interval is that of Agresti and Coull (1998), with the variance that was seen in place of
    a coin's: it counts z²/2 more games with all points, and as many with none. So it is never
    empty, even if all games ended in the same way.
    """
    seen = list(points)
    if not seen:
        return Figure(0.5, 0.0, 1.0)
    more = _Z * _Z
    count = len(seen) + more
    centre = (sum(seen) + more / 2) / count
    squares = sum((each - centre) ** 2 for each in seen)
    squares += more / 2 * (centre**2 + (1 - centre) ** 2)
    half = _Z * math.sqrt(squares / count / count)
    mean = sum(seen) / len(seen)
    return Figure(mean, max(0.0, min(mean, centre - half)), min(1.0, max(mean, centre + half)))


def mean_of(numbers: Iterable[float]) -> Figure | None:
    """Return the mean of two numbers or more, with the interval of a normal distribution."""
    seen = list(numbers)
    if len(seen) < 2:
        return None
    mean = sum(seen) / len(seen)
    variance = sum((each - mean) ** 2 for each in seen) / (len(seen) - 1)
    half = _Z * math.sqrt(variance / len(seen))
    return Figure(mean, mean - half, mean + half)
