"""Time controls for a whole game, and the clock of one player."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, replace

from ..errors import BadParameter

__all__ = ["Clock", "TimeControl"]

_NUMBER = r"(\d+(?:\.\d*)?|\.\d+)"
_TEXT = re.compile(rf"{_NUMBER}(?:\+(?:(\d+)x)?{_NUMBER})?")


@dataclass(frozen=True, slots=True)
class TimeControl:
    """The time of one player for one game. All times are in seconds.

    Attributes:
        main: the time at the beginning.
        increment: the time added after each move (Fischer).
        periods: the number of byo-yomi periods that follow the main time.
        period: the length of each period. A move made within a period leaves it whole; a period
            that runs out is lost (Japanese byo-yomi).

    Raises:
        BadParameter: if a value is out of range, there is no time at all, or both an
            increment and byo-yomi.

    """

    main: float
    increment: float = 0.0
    periods: int = 0
    period: float = 0.0

    def __post_init__(self) -> None:
        for name in ("main", "increment", "period"):
            value = getattr(self, name)
            is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
            if not is_number or not 0 <= value < math.inf:
                raise BadParameter(f"{name} must be a number of seconds, 0 or more, not {value!r}")
        if isinstance(self.periods, bool) or not isinstance(self.periods, int) or self.periods < 0:
            raise BadParameter(f"periods must be a whole number of 0 or more, not {self.periods!r}")
        if (self.periods > 0) != (self.period > 0):
            raise BadParameter(
                "byo-yomi needs both periods and period: how many, and how many seconds each has"
            )
        if self.increment > 0 and self.periods > 0:
            raise BadParameter("a time control has an increment or byo-yomi periods, not both")
        if self.main == 0 and self.periods == 0:
            raise BadParameter(
                "a game needs time for its first move: main seconds or byo-yomi periods"
            )

    @classmethod
    def from_text(cls, text: str) -> TimeControl:
        """Return the time control that a text names.

        `300` is a main time alone, `300+5` has an increment, `60+3x10` has three byo-yomi
        periods of ten seconds.

        Raises:
            BadParameter: if the text is none of these.

        """
        found = _TEXT.fullmatch(text.strip()) if isinstance(text, str) else None
        if found is None:
            raise BadParameter(
                "a time control is seconds for the game, 300, with an increment, 300+5, or with "
                f"byo-yomi periods, 60+3x10; not {text!r}"
            )
        main, periods, other = found.groups()
        if periods is not None:
            return cls(float(main), periods=int(periods), period=float(other))
        return cls(float(main), float(other or 0.0))

    def __str__(self) -> str:
        if self.periods:
            return f"{self.main:g}+{self.periods}x{self.period:g}"
        return f"{self.main:g}+{self.increment:g}" if self.increment else f"{self.main:g}"

    def start(self) -> Clock:
        """Return the clock at the beginning of a game."""
        return Clock(self, self.main, self.periods)


@dataclass(frozen=True, slots=True)
class Clock:
    """The time that a player has left, between two of his moves.

    Attributes:
        control: the time control of the game.
        main: seconds of main time left; below 0 if he has exceeded his time.
        periods: byo-yomi periods left.

    """

    control: TimeControl
    main: float
    periods: int

    def over(self, seconds: float) -> float:
        """Return by how many seconds a move of this duration is late; 0 if it is not."""
        return max(0.0, -self.left(seconds))

    def left(self, seconds: float = 0.0) -> float:
        """Return the seconds left, at most, when a turn has lasted this long; below 0 if late."""
        return self.main + self.periods * self.control.period - seconds

    def interrupted(self, seconds: float) -> Clock:
        """Return the clock after a turn of this duration that ended without a move."""
        clock = self.after(seconds)
        return replace(clock, main=clock.main - self.control.increment)

    def after(self, seconds: float) -> Clock:
        """Return the clock after a move of this duration."""
        control = self.control
        main = self.main - seconds
        if main >= 0.0 or not self.periods:
            return replace(self, main=main + control.increment)
        used = int(-main // control.period)
        if used < self.periods:
            return replace(self, main=0.0, periods=self.periods - used)
        return replace(self, main=main + self.periods * control.period, periods=0)
