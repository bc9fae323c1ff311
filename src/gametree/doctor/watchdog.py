"""Time limits on each call of a game's method and on each part of the examination.

A timer of the operating system ticks while the watchdog is on guard. A tick that finds a call
running for too long raises `Overtime` within it; a tick after the end of a part raises `PartTimeUp`
wherever the program is. Without such a timer, and outside the main thread, nothing can be
interrupted, and `on_guard` is False. Code that is not Python can never be interrupted.
"""

from __future__ import annotations

import math
import signal
import threading
import time
from collections.abc import Callable
from types import FrameType
from typing import Any, Self

__all__ = ["Overtime", "PartTimeUp", "Watchdog"]

_MOST_SECONDS_BETWEEN_TICKS = 0.05
_AGAIN_AFTER = 0.5


class Overtime(BaseException):
    """A call has taken too long. It is no `Exception`, so that rules do not catch it by chance."""


class PartTimeUp(BaseException):
    """The time for a part of the examination is over."""


class Watchdog:
    """While entered, calls through `run` end after `limit` seconds, and all ends in time."""

    def __init__(self, limit: float) -> None:
        self.limit = limit
        self.on_guard = False
        self._begun = math.inf
        self._end = math.inf
        self._late = False
        self._previous: Any = None
        self._previous_timer = (0.0, 0.0)

    def __enter__(self) -> Self:
        in_main_thread = threading.current_thread() is threading.main_thread()
        if hasattr(signal, "setitimer") and in_main_thread:
            self._previous = signal.signal(signal.SIGALRM, self._tick)
            tick = min(_MOST_SECONDS_BETWEEN_TICKS, self.limit / 4)
            self._previous_timer = signal.setitimer(signal.ITIMER_REAL, tick, tick)
            self.on_guard = True
        return self

    def __exit__(self, *exception: object) -> None:
        if self.on_guard:
            self.on_guard = False
            signal.setitimer(signal.ITIMER_REAL, 0.0)
            signal.signal(signal.SIGALRM, self._previous)
            signal.setitimer(signal.ITIMER_REAL, *self._previous_timer)

    def run(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Return what the function returns.

        Raises:
            Overtime: if it takes too long.
        """
        self._late = False
        self._begun = time.perf_counter()
        try:
            answer = function(*arguments)
        finally:
            self._begun = math.inf
        if self._late:  # the function has caught the exception
            raise Overtime
        return answer

    def until(self, end: float, function: Callable[..., Any], *arguments: Any) -> bool:
        """Call the function, until `end` at the latest; return True if it finished by itself."""
        self._end = end
        try:
            try:
                function(*arguments)
            finally:
                self._end = math.inf
        except PartTimeUp:
            self._end = math.inf
            return False
        return True

    def _tick(self, number: int, frame: FrameType | None) -> None:
        now = time.perf_counter()
        # If the rules catch the exception, it is raised again after the same time.
        if now > self._end:
            self._end = now + _AGAIN_AFTER
            raise PartTimeUp
        if now - self._begun > self.limit:
            self._begun = now
            self._late = True
            raise Overtime
