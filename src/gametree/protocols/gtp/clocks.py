"""The clocks of both players, from the commands of GTP."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from ...limits import Limit
from ...players.time_control import Clock, TimeControl
from ...players.timekeeper import share

__all__ = ["GtpClocks"]

_MARGIN = 0.05  # seconds: for lines on their way
_SHORTEST = 0.001


@dataclass(frozen=True)
class _System:
    """A time system: what is added to the main time, or comes after it.

    Attributes:
        main: seconds at the beginning.
        period, stones: Canadian byo-yomi: seconds for this many stones.
        periods: Japanese byo-yomi, if above 0: how often a move may take `period` seconds.
        increment: seconds that each move adds.
        most: seconds on the clock at most.
        longest: seconds of one move at most.

    """

    main: float = 0.0
    period: float = 0.0
    stones: int = 0
    periods: int = 0
    increment: float = 0.0
    most: float = math.inf
    longest: float = math.inf


@dataclass
class _Left:
    """What a player has left: in byo-yomi `seconds` for `stones`; in main time `stones` is 0.

    In Japanese byo-yomi `stones` counts periods.
    """

    seconds: float
    stones: int


class GtpClocks:
    """Main time, and Canadian or Japanese byo-yomi after it, or an increment for each move."""

    def __init__(self) -> None:
        self._system = _System()
        self._left: list[_Left] | None = None  # None: nobody has said how long to think

    def set(self, main: float, period: float, stones: int) -> None:
        """Begin a game with these times. A period without stones means no limit at all."""
        endless = period > 0 and stones == 0
        self._begin(_System() if endless else _System(main, period, stones if period > 0 else 0))

    def set_periods(self, main: float, period: float, periods: int) -> None:
        """Begin a game with this many periods of Japanese byo-yomi after the main time."""
        if period > 0 and periods > 0:
            self._begin(_System(main, period, periods=periods))
        else:
            self._begin(_System(main))

    def set_increment(
        self, main: float, increment: float, most: float = math.inf, longest: float = math.inf
    ) -> None:
        """Begin a game in which each move adds some time."""
        self._begin(
            _System(min(main, most), increment=increment, most=most, longest=longest or math.inf)
        )

    def _begin(self, system: _System) -> None:
        self._system = system
        self.restart()

    def restart(self) -> None:
        """Begin a game with the times set last."""
        system = self._system
        if system.main == system.period == system.increment == 0:
            self._left = None
            return
        first = _Left(system.main, 0)
        if system.main == 0 and system.period > 0:
            first = _Left(system.period, system.stones or system.periods)
        self._left = [replace(first) for _ in range(2)]

    def tell(self, player: int, seconds: float, stones: int) -> None:
        """Set what a player has left: in byo-yomi if there are stones, else of the main time.

        A time below 0 is over: programs write it when a line was late.
        """
        if self._left is None:
            self._left = [_Left(self._system.main, 0) for _ in range(2)]
        self._left[player] = _Left(max(0.0, seconds), stones)

    def spend(self, player: int, seconds: float) -> None:
        """Take the time of a move off a player's clock."""
        if self._left is None:
            return
        system, left = self._system, self._left[player]
        left.seconds -= seconds
        if left.stones == 0:  # main time
            left.seconds = min(system.most, left.seconds + system.increment)
            if left.seconds > 0 or not (system.stones or system.periods):
                return
            left.seconds += system.period
            left.stones = system.stones or system.periods
        if system.periods:
            while left.seconds <= 0 and left.stones > 1:
                left.seconds, left.stones = left.seconds + system.period, left.stones - 1
            left.seconds = system.period
            return
        left.stones -= 1
        if left.stones == 0:
            left.seconds, left.stones = system.period, system.stones

    def limit(self, player: int, moves: float) -> Limit | None:
        """Return the limit of a player's next move; None if there is none.

        Args:
            player: who is to move.
            moves: how many moves they are expected to make until the end.

        """
        if self._left is None:
            return None
        system, left = self._system, self._left[player]
        if left.stones:
            parts = 1 if system.periods else left.stones
            return Limit(seconds=max(_SHORTEST, left.seconds / parts - _MARGIN))
        main = max(_SHORTEST, left.seconds)
        if system.stones or system.periods:
            period = max(0.001, system.period / (system.stones or 1))
            control = TimeControl(main, periods=1, period=period)
            return share(Clock(control, main, 1), moves, _MARGIN)
        control = TimeControl(main, increment=system.increment)
        limit = share(Clock(control, main, 0), moves, min(_MARGIN, main / 2))
        seconds = min(limit.seconds or main, system.longest)
        longest = (
            None if limit.longest is None else max(seconds, min(limit.longest, system.longest))
        )
        return Limit(seconds=seconds, longest=longest)
