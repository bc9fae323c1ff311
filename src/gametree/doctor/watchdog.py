"""Limits on each call of a game's method and on each part of the examination, in processor time.

A timer of the operating system ticks while the watchdog is on guard. A tick that finds that a call
has used too much processor time, or none for many ticks, raises `Overtime` within it; a tick after
the end of a part raises `PartTimeUp` wherever the program is. The clock judges no call: rules are
not slow because a machine is busy, or was stopped for a while. Without such a timer, and outside
the main thread, nothing can be interrupted, and `on_guard` is False. Code that is not Python can
never be interrupted.
"""

from __future__ import annotations

import math
import signal
import threading
import time
from collections.abc import Callable
from types import FrameType
from typing import Any, Self

from ..user_code.effort import Budget

__all__ = ["Overtime", "PartTimeUp", "Watchdog"]

_MOST_SECONDS_BETWEEN_TICKS = 0.05
_AGAIN_AFTER = 0.5
_IDLE = 0.001
"""Seconds of processor time that a thread which waits uses less than, between two ticks."""

_WAITING = 4
"""How many times the limit a call may wait for something."""


class Overtime(BaseException):
    """A call has taken too long. It is no `Exception`, so that rules do not catch it by chance."""


class PartTimeUp(BaseException):
    """The time for a part of the examination is over."""


class Watchdog:
    """While entered, calls through `run` end after `limit` seconds, and all ends in time.

    Attributes:
        limit: seconds of processor time.
        on_guard: whether calls can be interrupted.
        waited: for how many seconds the call that was interrupted last had waited; 0 if it worked.

    Args:
        limit: as above.
        busy: the processor time of this thread.
        wall: the clock.

    """

    def __init__(
        self,
        limit: float,
        *,
        busy: Callable[[], float] = time.thread_time,
        wall: Callable[[], float] = time.monotonic,
    ) -> None:
        self.limit = limit
        self.on_guard = False
        self.waited = 0.0
        self._busy = busy
        self._budget = Budget(busy=busy, wall=wall)
        self._seconds_a_tick = _MOST_SECONDS_BETWEEN_TICKS
        self._idle_ticks = 0
        self._busy_before = 0.0
        self._begun = math.inf
        self._end = math.inf
        self._late = False
        self._previous: Any = None
        self._previous_timer = (0.0, 0.0)

    def __enter__(self) -> Self:
        in_main_thread = threading.current_thread() is threading.main_thread()
        if hasattr(signal, "setitimer") and in_main_thread:
            self._previous = signal.signal(signal.SIGALRM, self.tick)
            tick = self._seconds_a_tick = min(_MOST_SECONDS_BETWEEN_TICKS, self.limit / 4)
            self._previous_timer = signal.setitimer(signal.ITIMER_REAL, tick, tick)
            self.on_guard = True
        return self

    def __exit__(self, *exception: object) -> None:
        if self.on_guard:
            self.on_guard = False
            signal.setitimer(signal.ITIMER_REAL, 0.0)
            signal.signal(signal.SIGALRM, self._previous)
            signal.setitimer(signal.ITIMER_REAL, *self._previous_timer)

    def now(self) -> float:
        """Return the seconds that are spent since the watchdog was made: see `Budget.spent`."""
        return self._budget.spent

    def run(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Return what the function returns.

        Raises:
            Overtime: if it takes too long.
        """
        self._late = False
        self._idle_ticks = 0
        self._begun = self._busy_before = self._busy()
        try:
            answer = function(*arguments)
        finally:
            self._begun = math.inf
        if self._late:  # the function has caught the exception
            raise Overtime
        return answer

    def until(self, end: float, function: Callable[..., Any], *arguments: Any) -> bool:
        """Call the function, until `now` is `end` at the latest; return True if it finished."""
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

    def tick(self, number: int, frame: FrameType | None) -> None:
        """Raise if the call takes too long; the timer's signal calls this."""
        now, busy = self.now(), self._busy()
        # If the rules catch the exception, it is raised again after the same time.
        if now > self._end:
            self._end = now + _AGAIN_AFTER
            raise PartTimeUp
        if self._begun == math.inf:
            return
        self._idle_ticks += busy - self._busy_before < _IDLE
        self._busy_before = busy
        waited = self._idle_ticks * self._seconds_a_tick
        if busy - self._begun > self.limit or waited > _WAITING * self.limit:
            self.waited = waited if waited > _WAITING * self.limit else 0.0
            self._begun, self._idle_ticks, self._late = busy, 0, True
            raise Overtime
