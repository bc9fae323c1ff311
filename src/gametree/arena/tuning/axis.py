"""A parameter to be tuned: its range of values, on a linear or a logarithmic scale."""

from __future__ import annotations

import math
from dataclasses import dataclass

from ...errors import BadParameter

__all__ = ["Axis"]


@dataclass(frozen=True, slots=True)
class Axis:
    """A parameter and the range in which its best value is looked for.

    Attributes:
        name: the parameter.
        low, high: the ends of the range, which belong to it.
        log: True for a logarithmic scale, as for 0.1, 0.3 and 1.
        whole: True if only whole numbers are allowed.

    Raises:
        BadParameter: if there is no such range.

    """

    name: str
    low: float
    high: float
    log: bool = False
    whole: bool = False

    def __post_init__(self) -> None:
        if not (math.isfinite(self.low) and math.isfinite(self.high) and self.low < self.high):
            raise BadParameter(
                f"the range of {self.name} must go from one number up to a larger one, not from "
                f"{self.low!r} to {self.high!r}"
            )
        if self.log and self.low <= 0:
            raise BadParameter(
                f"the range of {self.name} must begin above 0 on a logarithmic scale, not at "
                f"{self.low!r}"
            )
        if self.whole and not (float(self.low).is_integer() and float(self.high).is_integer()):
            raise BadParameter(f"{self.name} takes whole numbers: its range must have whole ends")

    def place(self, value: float) -> float:
        """Return the position of a value in the range, 0 to 1."""
        if self.log:
            return math.log(value / self.low) / math.log(self.high / self.low)
        return (value - self.low) / (self.high - self.low)

    def value(self, place: float) -> float:
        """Return the value at a position."""
        if self.log:
            value = self.low * (self.high / self.low) ** place
        else:
            value = self.low + place * (self.high - self.low)
        return float(round(value)) if self.whole else min(max(value, self.low), self.high)

    def values(self, most: int, start: float | None = None) -> tuple[float, ...]:
        """Return at most this many values over the whole range, `start` among them."""
        places = [index / (most - 1) for index in range(most)]
        found = {self._short(self.value(place), 1 / most) for place in places}
        return tuple(sorted(found | ({start} if start is not None else set())))

    def _short(self, value: float, step: float) -> float:
        """Return a nearby value with few digits."""
        for digits in range(2, 17):
            short = float(f"{value:.{digits}g}")
            if self.low <= short <= self.high:
                if abs(self.place(short) - self.place(value)) < step / 20:
                    return short
        return value
