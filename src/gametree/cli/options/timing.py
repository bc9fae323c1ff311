"""The time of a turn: a limit for each move of the engine, or a clock for each player."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import ClassVar

from ...game import Game
from ...limits import Limit
from ...players.time_control import Clock, TimeControl
from ...players.timekeeper import Timekeeper
from ..text.boards import player_name

__all__ = ["Clocks", "OutOfTime", "Timing"]

# What a hint takes at most, and of what is left on the clock.
_HINT_SECONDS = 1.0
_HINT_PART = 0.05

_LEAST_SECONDS = 0.001


class OutOfTime(Exception):
    """A player's time has run out, and the game is over; the message says so."""


class Timing:
    """The same limit for each move of the engine; people take the time that they need."""

    has_clocks: ClassVar[bool] = False

    def __init__(self, limit: Limit) -> None:
        self._limit = limit

    def begin_turn(self, player: int, plies: int) -> None:
        """Start the clock of a player, after this many plies of the game."""

    def end_turn(self) -> None:
        """Stop it: the move is made.

        Raises:
            OutOfTime: if that was too late.

        """

    def check(self) -> None:
        """Check the running clock.

        Raises:
            OutOfTime: if nothing is left on it.

        """

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Break off what waits for a person as soon as his time runs out."""
        yield

    def limit(self) -> Limit:
        """Return the time for the engine to think about the move of this turn."""
        return self._limit

    def hint_limit(self) -> Limit:
        """Return the time for it to think for a person."""
        return self._limit

    def go_back(self, plies: int) -> None:
        """Put the clocks back to where they stood after this many plies."""

    def __str__(self) -> str:
        return ""


class Clocks(Timing):
    """A clock for each player; it runs while he is to move.

    Args:
        control: the time that each of them has.
        game: the rules.

    """

    has_clocks = True

    def __init__(self, control: TimeControl, game: Game) -> None:
        self._game = game
        self._keepers = [Timekeeper(control, game) for _ in range(game.players)]
        self._player = 0
        self._plies = 0
        self._begun = 0.0
        self._first = self._clocks()
        self._kept: dict[int, tuple[Clock, ...]] = {}

    def begin_turn(self, player: int, plies: int) -> None:
        self._player = player
        self._plies = plies
        self._kept[plies] = self._clocks()
        self._begun = time.perf_counter()

    def end_turn(self) -> None:
        self.check()
        self._keeper.spend(self._taken())

    def check(self) -> None:
        if self._keeper.clock.over(self._taken()) > 0.0:
            raise OutOfTime(self._verdict())

    @contextmanager
    def watched(self) -> Iterator[None]:
        def fall(number: int, frame: FrameType | None) -> None:
            raise OutOfTime(f"\n{self._verdict()}")  # below the prompt

        in_main_thread = threading.current_thread() is threading.main_thread()
        if not hasattr(signal, "setitimer") or not in_main_thread:
            yield  # then it is seen at the next line
            return
        previous = signal.signal(signal.SIGALRM, fall)
        try:
            signal.setitimer(signal.ITIMER_REAL, max(_LEAST_SECONDS, self._left()))
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0.0)
            signal.signal(signal.SIGALRM, previous)

    def limit(self) -> Limit:
        return self._keeper.limit(self._plies)

    def hint_limit(self) -> Limit:
        part = _HINT_PART * self._left()
        return Limit(seconds=max(_LEAST_SECONDS, min(_HINT_SECONDS, part)))

    def go_back(self, plies: int) -> None:
        for keeper, clock in zip(self._keepers, self._kept.get(plies, self._first), strict=True):
            keeper.clock = clock

    def __str__(self) -> str:
        shown = (
            f"{player_name(self._game, player)} {_clock_text(clock)}"
            for player, clock in enumerate(self._clocks())
        )
        return f"time: {', '.join(shown)}"

    @property
    def _keeper(self) -> Timekeeper:
        return self._keepers[self._player]

    def _clocks(self) -> tuple[Clock, ...]:
        return tuple(keeper.clock for keeper in self._keepers)

    def _taken(self) -> float:
        return time.perf_counter() - self._begun

    def _left(self) -> float:
        clock = self._keeper.clock
        return clock.main + clock.periods * clock.control.period - self._taken()

    def _verdict(self) -> str:
        game = self._game
        message = f"{player_name(game, self._player)} has run out of time"
        if game.players == 2:
            return f"{message}: {player_name(game, 1 - self._player)} wins"
        return f"{message} and has lost"


def _clock_text(clock: Clock) -> str:
    """Return the time left, in minutes and seconds rounded down."""
    tenths = int(10.0 * max(0.0, clock.main) + 1e-6)
    text = f"{tenths // 600}:{tenths // 10 % 60:02}.{tenths % 10}"
    return f"{text} + {clock.periods}x{clock.control.period:g}" if clock.periods else text
