"""The clocks of both players, as GTP tells of them."""

from __future__ import annotations

from dataclasses import dataclass

from ..limits import Limit
from ..players.time_control import Clock, TimeControl
from ..players.timekeeper import share

__all__ = ["GtpClocks"]

_MARGIN = 0.05  # seconds: for lines on their way
_SHORTEST = 0.001


@dataclass
class _Left:
    """What a player has left: in byo-yomi `seconds` for `stones`; in main time `stones` is 0."""

    seconds: float
    stones: int


class GtpClocks:
    """Main time and Canadian byo-yomi: after the main time, so many seconds for so many stones."""

    def __init__(self) -> None:
        self._main = 0.0
        self._period = 0.0
        self._stones = 0
        self._left: list[_Left] | None = None  # None: nobody has said how long to think

    def set(self, main: float, period: float, stones: int) -> None:
        """Begin a game with these times. A period without stones means no limit at all."""
        self._main, self._period = main, period
        self._stones = stones if period > 0 else 0
        self.restart()

    def restart(self) -> None:
        """Begin a game with the times set last."""
        timed = self._main > 0 or self._period > 0
        if not timed or (self._period > 0 and self._stones == 0):
            self._left = None
            return
        first = _Left(self._main, 0)
        if self._main == 0:
            first = _Left(self._period, self._stones)
        self._left = [_Left(first.seconds, first.stones) for _ in range(2)]

    def tell(self, player: int, seconds: float, stones: int) -> None:
        """Set what a player has left: in byo-yomi if there are stones, else of his main time."""
        if self._left is None:
            self._left = [_Left(self._main, 0) for _ in range(2)]
        self._left[player] = _Left(seconds, stones)

    def spend(self, player: int, seconds: float) -> None:
        """Take the time of a move off a player's clock."""
        if self._left is None:
            return
        left = self._left[player]
        left.seconds -= seconds
        if left.stones == 0:  # main time
            if left.seconds > 0 or self._stones == 0:
                return
            left.seconds, left.stones = left.seconds + self._period, self._stones
        left.stones -= 1
        if left.stones == 0:
            left.seconds, left.stones = self._period, self._stones

    def limit(self, player: int, moves: float) -> Limit | None:
        """Return the limit of a player's next move; None if there is none.

        Args:
            player: who is to move.
            moves: how many moves he is expected to make until the end.

        """
        if self._left is None:
            return None
        left = self._left[player]
        if left.stones:
            return Limit(seconds=max(_SHORTEST, left.seconds / left.stones - _MARGIN))
        main = max(_SHORTEST, left.seconds)
        if self._stones:
            control = TimeControl(main, periods=1, period=max(0.001, self._period / self._stones))
            return share(Clock(control, main, 1), moves, _MARGIN)
        return share(Clock(TimeControl(main), main, 0), moves, min(_MARGIN, main / 2))
